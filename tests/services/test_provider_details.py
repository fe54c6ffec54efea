"""What is known of a provider: kept here, asked of nobody; and the key of a closed group."""

import logging

import numpy as np
import pytest
from malicious_provider import hostile

import small_world as public
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.errors import Cancelled, CatalogError, ProviderError
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.recommend.metrics import quality, split
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.training_data import store_ratings, training_ratings
from epicrec_desktop.recommend.wire_published import About, encode_about
from small_world import models
from sql import sql

KEY = "epicrec_0123456789abcdef"


@pytest.fixture
def theirs(world):
    with hostile() as provider:
        provider.share()
        provider.about = encode_about(About(name="Theirs", operator="Jo", people=12))
        world.services.providers.add("Theirs", provider.address)
        yield provider


def test_a_card_is_made_from_stored_data_without_a_request(world, theirs):
    cards, providers = world.services.cards, world.services.providers
    new = cards.card("theirs")
    assert (new.about, new.last_contact, new.movies, new.model, new.asked) == (
        None,
        None,
        None,
        None,
        0,
    )
    providers.fetch("Theirs")
    asked = len(theirs.requests)
    card = cards.card("Theirs")
    assert len(theirs.requests) == asked
    assert card.about == About(name="Theirs", operator="Jo", people=12)
    assert card.last_contact.certificate is None
    assert card.movies == len(providers.connect("Theirs").catalog().movies)
    model = providers.connect("Theirs").model()
    assert (card.model.id, card.model.items) == (model.id, len(model.records))
    assert (card.sent, card.last_sent, card.asked, card.learned) == (0, None, 1, None)


def test_what_it_can_know_goes_with_its_address(world, services, theirs):
    services.providers.fetch("Theirs")
    world.add("Heat (1995)")
    world.release(provider="Theirs")
    address = services.providers.find("Theirs").address
    services.providers.remove("Theirs")
    services.providers.add("Others", address)
    services.providers.add("New", "https://new.example")
    assert services.cards.card("Others").learned == services.ledger.spending().joint is not None
    assert services.cards.card("New").learned is None


def test_without_ratings_or_a_model_a_sentence_says_why_nothing_is_tried(world, theirs):
    with pytest.raises(ProviderError, match="shares no model"):
        world.services.cards.try_model("Theirs")
    world.services.providers.fetch("Theirs")
    with pytest.raises(CatalogError, match="no public ratings"):
        world.services.cards.try_model("Theirs")
    for name in ("This computer", "nobody"):
        with pytest.raises(ProviderError):
            world.services.cards.card(name)


def test_a_shared_model_is_tried_on_the_public_people_that_are_here(world, theirs):
    model, ratings = models()["als"], public.world().ratings
    stars = np.full(len(ratings.users), 4.0)
    kept = PublicRatings.build(ratings.users, ratings.items, stars)
    store_ratings(world.services.paths, Ratings(kept.users, kept.items, ratings.wire_ids))
    theirs.share(model.manifest, model.items_file)
    world.services.providers.fetch("Theirs")
    asked = len(theirs.requests)
    steps: list[Progress] = []
    tried = world.services.cards.try_model("Theirs", job=Job(report=steps.append))
    assert len(theirs.requests) == asked
    rest, users = split(training_ratings(world.services.paths))
    assert tried.users == len(users)
    assert tried.ndcg10 == quality(model, tuple(rest.wire_ids), users).ndcg10
    assert tried.ndcg10 > tried.popularity > 0  # it learned from these very people
    assert steps[-1].done == steps[-1].total
    with pytest.raises(Cancelled):
        world.services.cards.try_model("Theirs", job=Job(cancelled=lambda: True))


def test_a_key_is_kept_by_its_address_and_goes_with_it(world, theirs):
    providers = world.services.providers
    assert not providers.find("Theirs").has_key
    providers.fetch("Theirs")
    assert "authorization" not in theirs.requests[-1].headers
    assert providers.set_key("Theirs", f" {KEY}\n").has_key
    providers.fetch("Theirs")
    assert theirs.requests[-1].headers["authorization"] == f"Bearer {KEY}"
    # A provider that moves does not take it along.
    with hostile() as other:
        providers.add("Theirs", other.address, replace=True)
        assert not providers.find("Theirs").has_key
        providers.fetch("Theirs")
        assert all("authorization" not in r.headers for r in other.requests)
    providers.add("Theirs", theirs.address, replace=True)
    assert not providers.find("Theirs").has_key  # it was forgotten with the address
    providers.add("Theirs", theirs.address, key=KEY)
    providers.add("Theirs", theirs.address)  # what is not said stays
    assert providers.find("Theirs").has_key
    assert not providers.set_key("Theirs", None).has_key


def test_what_is_no_key_is_refused_without_being_quoted(world):
    providers = world.services.providers
    providers.add("Theirs", "https://films.example")
    for key in ("", "  ", "two words", "ümlaut", "a\nb", "x" * 513, "a\x1b[31m"):
        with pytest.raises(ProviderError, match="This is no key") as caught:
            providers.set_key("Theirs", key)
        assert key.strip() == "" or key not in str(caught.value)
        with pytest.raises(ProviderError, match="This is no key"):
            providers.add("Other", "https://other.example", key=key)
    assert [info.name for info in providers.all()] == ["This computer", "Theirs"]
    with pytest.raises(ProviderError, match="needs no key"):
        providers.set_key("This computer", KEY)


def test_a_key_is_in_no_export_log_or_repr_and_leaves_with_its_provider(world, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    services = world.services
    info = services.providers.add("Theirs", "https://films.invalid", key=KEY)
    file = tmp_path / "export.json"
    services.data.export(file)
    assert KEY not in file.read_text(encoding="utf-8")
    with pytest.raises(ProviderError) as caught:
        services.providers.fetch("Theirs")
    texts = [repr(info), repr(services.providers.connect("Theirs")), str(caught.value), caplog.text]
    assert not any(KEY in text for text in texts)
    assert KEY not in repr(services.contacts.all())
    services.providers.remove("Theirs")
    stored = "SELECT count(*) FROM state WHERE value = ?"
    assert sql(services.paths.database, stored, values=[KEY]) == [(0,)]


def test_a_provider_that_is_removed_while_it_is_asked_leaves_nothing(world, theirs, monkeypatch):
    fetch, providers = HttpProvider.fetch, world.services.providers

    def removed_meanwhile(connection, now, **how):
        providers.remove("Theirs")
        return fetch(connection, now, **how)

    monkeypatch.setattr(HttpProvider, "fetch", removed_meanwhile)
    providers.fetch("Theirs")
    assert theirs.requests
    assert not any((world.paths.cache / "providers").rglob("*"))


def test_a_provider_is_removed_by_its_name_in_any_case(world):
    providers = world.services.providers
    providers.add("Film club", "https://films.example")
    providers.remove("film CLUB")
    assert [info.name for info in providers.all()] == ["This computer"]


def test_a_provider_that_was_removed_in_use_is_not_in_use_once_it_is_added_again(world):
    providers = world.services.providers
    providers.add("Film club", "https://films.example")
    providers.choose("Film club")
    providers.remove("Film club")
    providers.add("Film club", "https://other.example")
    assert providers.current() == "This computer"
