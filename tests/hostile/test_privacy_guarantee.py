"""What a provider publishes decides nothing but which movies may be named to it."""

import json
import shutil
from contextlib import closing
from fractions import Fraction
from unittest.mock import Mock

import pytest
from malicious_provider import catalog, movie

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.samples import SampleRepository
from losses import joint_loss, periods_of

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
SEEN = "imdb:tt0078748"
OTHERS = ("imdb:tt0133093", "imdb:tt0113277", "imdb:tt0034583", "imdb:tt0245429")


def counts(body: bytes) -> dict[str, float]:
    released: dict[str, float] = json.loads(body)["release"]["counts"]
    return released


def test_a_category_nobody_was_shown_opens_nothing(attack_services):
    """Every category of ours at No, overall at All; the provider has a nineteenth."""
    attack_services.provider.catalog = catalog(
        movie(categories=["Nineteenth"]), categories=[*CATEGORIES, "Nineteenth"]
    )
    attack_services.add(SEEN)
    choice = PrivacyChoice(ALL, dict.fromkeys(CATEGORIES, NO))
    attack_services.services.privacy.restore(choice)
    assert attack_services.services.releases.preview().level is NO
    assert attack_services.release().release is None
    assert attack_services.provider.releases == []


def test_its_category_does_not_open_a_movie_that_has_none_here(attack_services):
    attack_services.provider.catalog = catalog(movie("ml:999999", categories=["Comedy"]), movie())
    attack_services.add()
    with attack_services.services.context.database.write() as session:
        nameless = Movie("Without a category", 1999, (), movielens_id=999_999)
        imported = Catalog("mine", "1", (nameless,))
        (key,) = CatalogRepository(session).merge("movielens", imported, now=attack_services.moment)
    attack_services.services.library.add(int(key))
    attack_services.confirm(SEEN)
    attack_services.services.privacy.restore(PrivacyChoice(PERTURBED, {"Comedy": ALL}))
    preview = attack_services.services.releases.preview()
    assert (preview.open_items, preview.withheld_items) == (0, 1)
    release = attack_services.release().release
    assert "ml:999999" not in release.items
    assert b"999999" not in attack_services.provider.releases[0]


def test_whatever_it_publishes_the_budget_is_ours(attack_services):
    """One movie alone in a category, a version searched for: it once burned a month at ε = 1."""
    attack_services.services.privacy.use_mechanism(IMPROVED)
    ours = attack_services.services.privacy.budget()
    for version in range(2):
        attack_services.provider.catalog = catalog(
            movie(categories=["Alone"]),
            movie("imdb:tt0133093", categories=["Drama"]),
            categories=[*CATEGORIES, "Alone"],
            version=str(version),
        )
        attack_services.services.providers.add("Theirs", attack_services.provider.address)
        attack_services.services.providers.fetch("Theirs")
        assert attack_services.services.releases.preview(provider="Theirs").budget == ours
        assert attack_services.services.privacy.budget() == ours
    attack_services.services.providers.choose("Theirs")
    attack_services.confirm(SEEN)
    release = attack_services.release().release
    assert release.epsilon == ours.epsilon
    assert set(counts(release.payload)) == set(CATEGORIES)


def test_the_provider_asked_first_chooses_nothing_for_the_others(attack_services):
    attack_services.services.privacy.use_mechanism(IMPROVED)
    attack_services.provider.catalog = catalog(categories=["Horror", "Sci-Fi"])
    attack_services.add()
    attack_services.services.providers.add(
        "Theirs", attack_services.provider.address, trust=Fraction(1, 8)
    )
    attack_services.confirm(SEEN, *OTHERS)
    ours = attack_services.services.privacy.budget().epsilon
    first = attack_services.release().release
    assert first.epsilon == ours / 8
    assert set(counts(first.payload)) == set(CATEGORIES)
    releases = attack_services.services.releases
    second = releases.send(releases.propose(provider="This computer"))[0]
    assert (second.epsilon, second.joint) == (ours, ours)


def test_its_catalog_decides_neither_what_is_counted_nor_what_is_named(attack_services):
    """A list cut to its catalog, or with an id of its own, would carry the marks of it."""
    attack_services.services.privacy.use_mechanism(IMPROVED)
    attack_services.provider.catalog = catalog(movie("imdb:tt0000001", title="Something else"))
    attack_services.add(SEEN, *OTHERS)
    release = attack_services.release().release
    assert release.items
    assert set(release.items) <= attack_services.services.context.catalog().catalog.index.keys()
    assert "imdb:tt0000001" not in release.items
    (period,) = periods_of(attack_services.services).values()
    copy = period.copy_of(attack_services.provider.address)
    released = {name: value / copy.mechanism.multiplier for name, value in copy.noisy.items()}
    assert counts(release.payload) == pytest.approx(released)


def test_movies_are_shown_under_our_titles(attack_services):
    attack_services.provider.catalog = catalog(movie(title="A harmless film", year=1900))
    attack_services.add(SEEN)
    attack_services.services.privacy.set_overall(ALL)
    (shown,) = attack_services.services.releases.preview().items
    assert shown.label == "Alien (1979)"


def test_a_catalog_that_changes_every_day_makes_no_new_release(attack_services):
    attack_services.provider.catalog = lambda asked: catalog(
        movie(), movie("imdb:tt0133093"), version=str(asked), categories=[*CATEGORIES, f"C{asked}"]
    )
    attack_services.add(SEEN, *OTHERS)
    attack_services.release()
    for _ in range(3):
        attack_services.later(hours=27)
        attack_services.services.providers.refresh_public()
        assert attack_services.services.recommend.refresh().repeated
    assert len(set(attack_services.provider.releases)) == 1
    assert len(attack_services.services.ledger.entries()) == 1


def test_what_cannot_be_written_down_leaves_nothing_sampled(attack_services, monkeypatch):
    """Whatever makes the bytes impossible is found before the draw is committed."""
    from epicrec_desktop.domain.errors import PrivacyError
    from epicrec_desktop.recommend.wire_schema import WireError
    from epicrec_desktop.services import release_list

    refused = Mock(side_effect=WireError("/release/counts", "has a name that cannot be sent"))
    attack_services.add(SEEN)
    with monkeypatch.context() as patch:
        patch.setattr(release_list, "encode", refused)
        with pytest.raises(PrivacyError, match="nothing was blurred"):
            attack_services.release()
    with attack_services.services.context.database.read() as session:
        assert SampleRepository(session).periods() == {}
    assert attack_services.services.ledger.entries() == []
    assert attack_services.release().release is not None


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.services.privacy.set_overall(NO),
        lambda it: it.services.privacy.set_overall(ALL),
        lambda it: it.services.privacy.set_category("Horror", NO),
        lambda it: it.services.providers.add("Theirs", "https://other.example", replace=True),
        lambda it: it.services.providers.add("Theirs", it.provider.address, trust=Fraction(1, 8)),
        lambda it: it.later(days=40),
    ],
    ids=["no", "all", "a category", "another address", "less trust", "another month"],
)
def test_what_was_not_agreed_to_is_not_sent(attack_services, change):
    attack_services.add(SEEN)
    proposal = attack_services.services.releases.propose()
    change(attack_services)
    with pytest.raises(AgreementError, match="nothing was sent"):
        attack_services.services.recommend.release(proposal)
    assert attack_services.provider.releases == []
    assert attack_services.services.ledger.entries() == []


def test_a_movie_confirmed_meanwhile_is_not_sent_as_it_is(attack_services):
    attack_services.provider.catalog = catalog(movie(), movie("imdb:tt0133093", title="The Matrix"))
    attack_services.add(SEEN)
    attack_services.services.privacy.set_overall(ALL)
    proposal = attack_services.services.releases.propose()
    attack_services.confirm("imdb:tt0133093")
    with pytest.raises(AgreementError):
        attack_services.services.recommend.release(proposal)
    assert attack_services.provider.releases == []


def test_restored_copies_send_the_same_bytes(attack_services, provider):
    """An original and three restored copies of its data: one draw, and the account has it."""
    attack_services.add(SEEN, *OTHERS)
    paths = attack_services.services.paths
    attack_services.services.close()
    shutil.copytree(paths.data, attack_services.base / "backup")
    losses = []
    for _ in range(4):
        shutil.rmtree(paths.data)
        shutil.copytree(attack_services.base / "backup", paths.data)
        services = wiring.build(paths, now=lambda: attack_services.moment)
        proposal = services.releases.propose(provider="Theirs")
        services.releases.send(proposal)
        losses.append(joint_loss(services))
        services.close()
    assert len(provider.releases) == 4
    assert len({json.dumps(counts(body), sort_keys=True) for body in provider.releases}) == 1
    epsilon = losses[0]
    # What was confirmed after the copy was made may be drawn once more: that adds, from then on.
    assert losses == [epsilon, 2 * epsilon, 2 * epsilon, 2 * epsilon]
    assert "restored" in proposal.warnings


def test_a_copy_on_another_computer_counts_twice(attack_services):
    attack_services.add(SEEN)
    attack_services.release()
    epsilon = joint_loss(attack_services.services)
    paths = attack_services.services.paths
    attack_services.services.close()
    shutil.rmtree(paths.state)
    with closing(wiring.build(paths, now=lambda: attack_services.moment)) as services:
        assert joint_loss(services) == 2 * epsilon
        assert "copied" in services.releases.propose(provider="Theirs").warnings


def test_a_movie_of_two_rows_is_charged_for_both(attack_services):
    """An import without ids, and a newer one with: one movie was in two windows."""
    attack_services.add()
    bride = Movie("The Bride of Frankenstein", 1935, ("Horror",), imdb_id="tt0026138")
    old = bride.replace(title="Frankensteins Braut (1935)", imdb_id=None, movielens_id=1340)

    def merge(movie, version):
        with attack_services.services.context.database.write() as session:
            imported = Catalog("ml", version, (movie,))
            repository = CatalogRepository(session)
            return int(repository.merge("movielens", imported, now=attack_services.moment)[0])

    attack_services.services.library.add(merge(old, "1"))
    attack_services.release()
    attack_services.later(days=40)
    attack_services.confirm("imdb:tt0026138")
    attack_services.release()
    epsilon = max(e.release.epsilon for e in attack_services.services.ledger.entries())
    assert joint_loss(attack_services.services) == epsilon
    merge(bride.replace(movielens_id=1340), "2")
    assert joint_loss(attack_services.services) == 2 * epsilon


def test_the_same_tiers_give_the_same_bytes_whatever_the_library(attack_services, provider):
    """Two libraries with the same open movies, and one's tiers in the place of the other's."""
    attack_services.add(SEEN)
    attack_services.release()
    attack_services.confirm(*OTHERS)  # they wait for the next month: nothing of them is disclosed
    database = attack_services.services.context.database
    with database.write() as session:
        session.exec_driver_sql("DELETE FROM release_sends")
        session.exec_driver_sql("DELETE FROM releases")
    asked = len(provider.requests)
    attack_services.release()
    first, second = provider.releases
    assert first == second
    assert len(provider.requests) == asked + 1
