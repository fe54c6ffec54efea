"""A provider is asked as nobody, and what is learned of it is shown and reaches nothing else."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.preferences import Filters
from epicrec_desktop.domain.release import (
    LEARNED,
    OVERALL,
    Learned,
    Recommendations,
    Row,
    Suggestion,
)
from epicrec_desktop.recommend.personas import persona_request
from epicrec_desktop.recommend.wire import RecommendationRequest, encode_answer, parse_request
from epicrec_desktop.services import personas
from epicrec_desktop.services.contacts import for_what
from epicrec_desktop.services.learned_row import EVERY, MOST, with_new
from epicrec_desktop.services.privacy_sentences import learned_sentences
from epicrec_desktop.store.choices import ProviderRepository, StateRepository
from epicrec_desktop.store.contacts import ContactKind
from gorse_server import GorseServer, item
from local_http_server import Handler, serving
from persona_world import WATCHED, FilmClub, few_personas

FEW = 40
"""Personas, of those that ship."""


@pytest.fixture
def club(world, monkeypatch) -> Iterator[FilmClub]:
    monkeypatch.setattr(personas, "load_personas", lambda: few_personas(FEW))
    made = FilmClub(world.services.context.catalog().catalog)
    with serving(made) as server:
        made.server = server
        world.services.providers.add("Film club", server.address)
        world.services.providers.choose("Film club")
        world.services.providers.fetch()
        yield made


def ask_all(world) -> None:
    """Ask on the schedule until all is answered."""
    while world.services.personas.ask_due() is False:
        pass


def learned_row(found: Recommendations) -> Row | None:
    return next((row for row in found.rows if row.name == LEARNED), None)


def test_at_no_release_the_row_of_the_provider_is_there(world, club):
    world.services.privacy.set_overall(ReleaseLevel.NO)
    world.add(*WATCHED)
    assert learned_row(world.services.recommend.refresh().recommendations) is None
    ask_all(world)
    result = world.services.recommend.refresh()
    assert result.release is None
    row = learned_row(result.recommendations)
    assert row.learned.guessed > row.learned.by_mean + 1
    assert row.learned.agrees
    assert {one.ranked for one in row.suggestions} == {LEARNED}
    own = [one for one in row.suggestions if one.title.startswith("Own ")]
    assert own  # movies that only the provider has, with the titles that it gives them
    watched = world.wire_ids()
    assert not watched & {one.wire_id for one in row.suggestions}
    # It is stored and read as it is, and no movie of a user was sent.
    stored = world.services.library.last_recommendations()
    assert learned_row(stored) == row
    asked = [
        request
        for request in club.asked
        if request not in map(persona_request, few_personas(FEW).movies)
    ]
    ours = world.services.context.catalog().catalog.index
    assert all(not set(json.loads(one)["profile"]) & set(ours) for one in asked)


@contextmanager
def other_server(kind: str, club: FilmClub) -> Iterator[tuple[str, list[object]]]:
    """A server that ranks as the club, and knows nothing of us; what it was asked for."""
    asked: list[object] = []

    def ranked(movies: list[str], count: int) -> list[str]:
        asked.append(movies)
        request = RecommendationRequest(
            tuple(f"imdb:{one}" for one in movies),
            ReleaseLevel.ALL,
            limit=count,
            exclude_profile=True,
        )
        found = club.recommender.answer(request).overall
        return [one.removeprefix("imdb:") for one, _ in found if one.startswith("imdb:")]

    def answer(handler: Handler) -> None:
        found = ranked(json.loads(handler.content)["items"], 100)
        handler.body(json.dumps({"items": found}).encode(), Content_Type="application/json")

    items = [
        item(str(movie.imdb_id), movie.title) for movie in club.catalog.movies if movie.imdb_id
    ]
    with serving(GorseServer(items, ranked) if kind == "gorse" else answer) as server:
        yield f"{kind}+{server.address}", asked


@pytest.mark.parametrize("kind", ["gorse", "json"])
def test_a_server_that_knows_nothing_of_us_is_asked_as_nobody(world, club, kind):
    with other_server(kind, club) as (address, asked):
        world.services.providers.add("Shop", address)
        world.services.providers.choose("shop")
        world.services.providers.fetch()
        asked.clear()
        seen = []
        for level in (ReleaseLevel.NO, ReleaseLevel.PERTURBED):
            world.services.privacy.set_overall(level)
            world.add(*WATCHED)
            ask_all(world)
            seen.append(list(asked))
            asked.clear()
            world.clock.moment += timedelta(days=31)
        row = learned_row(world.services.recommend.rank_locally())
        assert row.suggestions
        assert len(seen[0]) == FEW
        assert seen[0] == seen[1]
        asked.clear()
        world.release(PrivacyChoice(ReleaseLevel.ALL))
        (movies,) = asked
        assert {f"imdb:{movie}" for movie in movies} == world.wire_ids()
        with pytest.raises(ProviderError, match="takes no contributions"):
            world.services.contributions.propose("Shop")


def test_movies_only_the_provider_has_are_put_among_those_ranked_here(world, club):
    world.add(*WATCHED)
    before = world.services.recommend.rank_locally().rows[0]
    ask_all(world)
    after = world.services.recommend.rank_locally().rows[0]
    assert after.name == OVERALL
    new = [i for i, one in enumerate(after.suggestions) if one.ranked == LEARNED]
    assert 0 < len(new) <= MOST
    assert all(one.title.startswith("Own ") for one in after.suggestions if one.ranked == LEARNED)
    assert [one for one in after.suggestions if one.ranked != LEARNED] == list(before.suggestions)
    # Under filters, only what is known here.
    narrowed = world.services.recommend.narrowed(Filters(category="Horror")).recommendations
    assert learned_row(narrowed) is not None
    assert all(not s.title.startswith("Own ") for row in narrowed.rows for s in row.suggestions)


def test_requests_are_the_same_bytes_for_any_library(world, club):
    generator = np.random.default_rng(3)
    keys = world.services.context.catalog().keys
    seen: list[list[bytes]] = []
    for level in (ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL):
        world.services.privacy.set_overall(level)
        for key in generator.choice(keys, 12, replace=False).tolist():
            world.services.library.add(key)
        for key in generator.choice(keys, 5, replace=False).tolist():
            world.services.library.refuse(key)
        world.services.recommend.rank_locally()
        club.asked.clear()
        ask_all(world)
        seen.append(list(club.asked))
        world.services.recommend.rank_locally()
        world.clock.moment += timedelta(days=31)
    assert len(seen[0]) == FEW
    assert seen[0] == seen[1] == seen[2]


def test_nothing_learned_reaches_a_release_or_the_catalog(world, club):
    world.add(*WATCHED)
    choice = PrivacyChoice(ReleaseLevel.ALL)
    before = world.services.releases.preview(choice)
    catalog = world.services.context.catalog()
    ask_all(world)
    world.services.recommend.rank_locally()
    after = world.services.releases.preview(choice)
    assert (after.items, after.proposal.sha256) == (before.items, before.proposal.sha256)
    club.asked.clear()
    world.release(choice)
    (sent,) = club.asked
    assert set(json.loads(sent)["profile"]) == world.wire_ids()
    again = world.services.context.catalog()
    assert (again.catalog.version, again.keys) == (catalog.catalog.version, catalog.keys)


def test_only_the_provider_in_use_is_asked_once_a_month_and_the_log_has_it(world, club):
    asked = world.services.personas.ask_due
    world.services.providers.choose("This computer")
    assert asked() is None
    world.services.providers.choose("Film club")
    ask_all(world)
    assert asked() is None
    world.clock.moment += timedelta(days=29)
    assert asked() is None
    contacts = [c for c in world.services.contacts.all() if c.kind is ContactKind.PERSONAS]
    assert len(contacts) == -(-len(club.asked) // 50)
    assert not any(contact.asked for contact in contacts)
    assert "nothing about you" in str(for_what(contacts[0]))
    card = world.services.cards.card("Film club")
    assert card.personas.requests == len(club.asked) + 1  # also for lists, which it has not
    assert card.personas.sent == sum(contact.bytes_sent for contact in contacts)
    assert card.personas.received == sum(contact.bytes_received for contact in contacts)


def test_switched_off_it_is_not_asked_and_its_answers_are_gone(world, club):
    world.add(*WATCHED)
    ask_all(world)
    service = world.services.providers
    assert not service.set_as_nobody("film club", False).as_nobody
    assert world.services.personas.ask_due() is None
    assert learned_row(world.services.recommend.rank_locally()) is None
    assert service.set_as_nobody("Film club", True).as_nobody
    assert learned_row(world.services.recommend.rank_locally()) is None  # until it is asked again
    service.set_as_nobody("Film club", False)
    stored = world.services.paths.cache / "providers"
    assert any(stored.rglob("*"))
    service.remove("Film club")
    assert not any(stored.rglob("*"))  # nothing that it published or answered stays
    assert service.add("Film club", club.server.address).as_nobody  # as for one never met
    with pytest.raises(ProviderError):
        service.set_as_nobody("This computer", False)


@pytest.mark.parametrize("remove", [False, True])
def test_switched_off_by_another_process_while_it_is_asked(world, club, remove):
    usual, context = club.server.answer, world.services.context
    cache = world.services.providers.elsewhere("Film club").cache

    def switched_off(handler):
        with context.database.write() as session:
            if remove:
                ProviderRepository(session).remove("Film club")
            else:
                state = f"provider not asked as nobody {club.server.address}"
                StateRepository(session).put(state, "1")
        cache.drop()
        usual(handler)

    club.server.answer = switched_off
    asked = len(club.server.asked)
    assert world.services.personas.ask_due() is None
    assert len(club.server.asked) == asked + 1
    assert not list(context.paths.cache.rglob("personas*"))


def test_a_provider_that_does_not_answer_is_asked_again_a_day_later(world, club):
    club.server.answer = lambda handler: handler.body(b"", status=500)
    assert world.services.personas.ask_due() is False
    assert world.services.personas.ask_due() is None
    world.clock.moment += timedelta(days=2)
    club.server.answer = club
    ask_all(world)
    world.add(*WATCHED)
    assert learned_row(world.services.recommend.rank_locally()) is not None


@pytest.mark.parametrize(
    ("popularity", "said"), [(False, "agrees little"), (True, "the same films to everybody")]
)
def test_one_that_tells_everybody_the_same_is_labelled_and_not_put_into_rows(
    world, club, *, popularity, said
):
    order = np.argsort(club.recommender.model.popularity, kind="stable")
    if popularity:
        order = order[::-1]
    ids = [club.recommender.model.wire_ids[i] for i in order.tolist()]

    def same(handler):
        if handler.path != "/v1/recommendations":
            club(handler)
            return
        movies = json.loads(handler.content)["profile"]
        found = [movie for movie in ids if movie not in movies][:100]
        answer = replace(
            club.recommender.answer(parse_request(handler.content)),
            overall=tuple((movie, 0.0) for movie in found),
        )
        handler.body(encode_answer(answer), Content_Type="application/json")

    club.server.answer = same
    world.add(*WATCHED)
    ask_all(world)
    found = world.services.recommend.rank_locally()
    row = learned_row(found)
    assert row.learned.agrees is popularity
    assert row.learned.one_list or not popularity
    assert all(one.ranked != LEARNED for one in found.rows[0].suggestions)
    assert said in str(learned_sentences(row.learned, "Film club")[-1])


def test_a_pushed_movie_takes_no_more_places_than_it_may():
    def movie(name, ranked):
        return Suggestion(name, name, None, (), 0.0, ranked)

    local = [movie(f"ml:{i}", "here") for i in range(60)]
    pushed = [(movie(f"wd:Q{i}", LEARNED), 0) for i in range(100)]
    found = with_new(local, pushed)
    places = [i for i, one in enumerate(found) if one.ranked == LEARNED]
    assert places == [EVERY * (k + 1) - 1 for k in range(MOST)]
    assert [one for one in found if one.ranked == "here"] == local
    assert with_new(local[:3], pushed) == tuple(local[:3])
    assert with_new(local, [(pushed[0][0], 30)])[30] == pushed[0][0]


def test_sentences_say_how_well_it_is_known():
    sentences = list(map(str, learned_sentences(Learned(5.4, 2.0, 0.6, 450), "Film club")))
    assert len(sentences) == 2
    assert "450" in sentences[0]
    assert "54 of 100" in sentences[1]
    assert "20 by naming" in sentences[1]
