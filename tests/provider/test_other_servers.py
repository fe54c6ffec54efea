"""Servers that know nothing of EpicRec: gorse, and an endpoint described by two paths."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import persona_world
from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.provider import gorse, published
from epicrec_desktop.provider.remote import HttpProvider
from gorse_server import GorseServer, item
from local_http_server import Handler, LocalHttpServer, serving
from small_world import release, world

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
PERSONAS = persona_world.personas()
ASKED = PERSONAS.movies[0]
COUNTS = {"Horror": 60.0, "Comedy": 0.0, "Action": 0.0, "Romance": 0.0, "Thriller": 0.0}


def named(movie: str) -> str:
    """Return a movie as other servers name it."""
    return movie.removeprefix("imdb:")


def ranked(movies: list[str], count: int) -> list[str]:
    """Rank as the small world's model does; movies without an id of IMDb have others here."""
    found = persona_world.ranked(tuple(f"imdb:{movie}" for movie in movies))
    return [named(movie) if movie.startswith("imdb:") else f"item-{movie}" for movie in found][
        :count
    ]


@contextmanager
def gorse_provider(folder: Path, server: GorseServer, **options: str) -> Iterator[HttpProvider]:
    with serving(server) as running:
        address = f"gorse+{running.address}#star"
        yield HttpProvider("Shop", address, folder, pause=0.0, **options)
    assert not server.refused


def ask_all(provider: HttpProvider) -> tuple[tuple[str, ...], ...]:
    while not provider.personas.ask(NOW, PERSONAS, UNATTENDED):
        pass
    asked = provider.personas.asked(PERSONAS.digest)
    return tuple(asked.lists)


EXPECTED = tuple(
    tuple(movie for movie in persona_world.ranked(movies) if movie.startswith("imdb:"))
    for movies in PERSONAS.movies
)


@pytest.mark.parametrize("sessions", [True, False])
def test_gorse_answers_as_to_a_user_and_keeps_none(tmp_path, *, sessions):
    server = GorseServer([], ranked, sessions=sessions, key="secret")
    with gorse_provider(tmp_path, server, key="secret") as provider:
        assert ask_all(provider) == EXPECTED
    assert not server.users
    assert len(set(server.met)) == (0 if sessions else len(PERSONAS.movies))
    feedback = [one for _, body in server.asked for one in body]
    asked = provider.personas.asked(PERSONAS.digest)
    assert asked.sent > len(json.dumps(feedback, separators=(",", ":")))
    assert [one["ItemId"] for one in feedback] == [named(f) for p in PERSONAS.movies for f in p]
    assert {one["FeedbackType"] for one in feedback} == {"star"}
    assert len({one["Timestamp"] for one in feedback}) == 1


def test_gorse_without_the_key_says_that_it_answers_members_only(tmp_path):
    server = GorseServer([], ranked, key="secret")
    with (
        gorse_provider(tmp_path, server) as provider,
        pytest.raises(ProviderError, match="members"),
    ):
        provider.personas.ask(NOW, PERSONAS, UNATTENDED)


def test_a_release_gives_gorse_its_movies_and_nothing_else(tmp_path):
    movies = [f for f in world().ids(world().of_kind(3)) if f.startswith("imdb:")][:5]
    server = GorseServer([], ranked)
    with gorse_provider(tmp_path, server) as provider:
        made = release((*movies, "wd:Q1"), counts=COUNTS, epsilon=1.0, limit=7, provider="Shop")
        answer = provider.recommend(made)
    assert (answer.known, answer.unknown) == (5, 1)
    assert 0 < len(answer.overall) <= 7
    ((operation, feedback),) = server.asked
    assert operation == "POST /api/session/recommend"
    assert sorted(one["ItemId"] for one in feedback) == sorted(map(named, movies))
    assert "Horror" not in json.dumps(feedback)


def test_after_a_failure_the_user_is_deleted_and_the_error_says_what_arrived(tmp_path):
    server = GorseServer([], ranked, sessions=False)
    server.failing = "GET /api/recommend/{user}"
    made, sent = release(ASKED, limit=7, provider="Shop"), "Your release was sent"
    with (
        gorse_provider(tmp_path, server) as provider,
        pytest.raises(ProviderError, match=sent) as caught,
    ):
        provider.recommend(made)
    assert caught.value.sent is True
    assert not server.users


def test_a_user_whom_the_server_does_not_delete_is_deleted_before_anything_else(tmp_path):
    server = GorseServer([item("tt0078748", "Alien (1979)")], ranked, sessions=False)
    server.failing = "DELETE /api/user/{user}"
    made = release(ASKED, limit=7, provider="Shop")
    with gorse_provider(tmp_path, server) as provider:
        assert provider.recommend(made).overall, "the answer is whole"
        assert gorse.left_users(provider.cache) == tuple(server.users) != ()
        met = len(server.met)
        with pytest.raises(ProviderError, match=r"did not delete .* Nothing was sent") as caught:
            provider.recommend(made)
        assert caught.value.sent is False
        with pytest.raises(ProviderError, match=r"did not delete .* Nothing about you"):
            provider.personas.ask(NOW, PERSONAS, UNATTENDED)
        assert len(server.met) == met
        assert "1 movie" in str(provider.fetch(NOW)), "what it publishes is fetched"
        assert server.users
        server.failing = ""
        provider.fetch(NOW)
        assert (gorse.left_users(provider.cache), server.users) == ((), {})
        assert provider.recommend(made).overall


def test_users_that_are_no_users_are_not_deleted(tmp_path):
    with gorse_provider(tmp_path, GorseServer([], ranked)) as provider:
        for body in (b'["../items", "epicrec-0123456789abcdef/"]', b"{}", b"[7]", b"\xff"):
            provider.cache.put("left", body)
            assert gorse.left_users(provider.cache) == ()


def test_movies_that_went_with_the_first_question_were_sent(tmp_path):
    server = GorseServer([], ranked, sessions=False)

    def silent(handler):
        """Close the connection without an answer to feedback."""
        if handler.path == "/api/feedback":
            handler.close_connection = True
        else:
            server(handler)

    with serving(silent) as running:
        provider = HttpProvider("Shop", f"gorse+{running.address}#star", tmp_path, pause=0.0)
        with pytest.raises(ProviderError, match="Your release was sent") as caught:
            provider.recommend(release(ASKED, limit=7, provider="Shop"))
        deleted = [one.path for one in running.asked if one.command == "DELETE"]
    assert caught.value.sent is True
    assert len(deleted) == 1


def test_cancelling_deletes_the_user(tmp_path):
    server = GorseServer([], ranked, sessions=False)
    made = release(ASKED, limit=7, provider="Shop")
    with gorse_provider(tmp_path, server) as provider, pytest.raises(Cancelled):
        provider.recommend(made, cancelled=lambda: bool(server.users))
    assert server.met
    assert not server.users


def test_the_catalog_of_gorse_has_its_movies_by_the_ids_of_imdb(tmp_path, monkeypatch):
    monkeypatch.setattr(gorse, "_PAGE", 2)
    items = [
        item("tt0078748", "Alien (1979)", "Horror", "Space"),
        item("B00042", "Kettle"),
        item("tt0081505", " The  Shining "),
        item("tt0000001", ""),
        item("imdb:tt0083658", "Blade Runner (1982)"),
    ]
    server = GorseServer(items, ranked)
    with gorse_provider(tmp_path, server) as provider:
        assert not provider.has_catalog()
        assert "3 movies" in str(provider.fetch(NOW))
        again = HttpProvider("Shop", str(provider.address), tmp_path)
        for one in (provider, again):
            assert [(m.title, m.year, m.categories, m.imdb_id) for m in one.catalog().movies] == [
                ("Alien", 1979, ("Horror",), "tt0078748"),
                ("The Shining", None, (), "tt0081505"),
                ("Blade Runner", 1982, (), "tt0083658"),
            ]
        version = provider.catalog().version
        provider.fetch(NOW)
        assert provider.catalog().version == version
        server.items["tt0000001"] = item("tt0000001", "Now it has a title")
        provider.fetch(NOW)
        assert provider.catalog().version != version, "what was learned of it is learned again"
    assert {operation for operation, _ in server.asked} == {"GET /api/items"}
    assert provider.model() is None


def test_a_hostile_list_of_items_ends_in_an_error_or_within_bounds(tmp_path, monkeypatch):
    monkeypatch.setattr(gorse, "_PAGE", 2)
    monkeypatch.setattr(gorse, "_MOST_PAGES", 3)
    many = [item(f"tt{number:07}", "T" * 20) for number in range(9)]
    with serving(lambda handler: None) as server:
        provider = HttpProvider("Shop", f"gorse+{server.address}#star", tmp_path, pause=0.0)

        def fetch(**document):
            body = json.dumps(document).encode()
            server.answer = lambda handler: handler.body(body, Content_Type="application/json")
            return provider.fetch(NOW)

        for cursor in ("\ud800", 7, None, "x" * 401):
            server.asked.clear()
            with pytest.raises(ProviderError, match="did not answer as"):
                fetch(Cursor=cursor, Items=[])
            assert len(server.asked) == 1, "none of it is sent back"
        odd = [{"ItemId": value, "Comment": value} for value in (None, 7, nested(200), {})]
        assert "does not list" in str(fetch(Cursor="", Items=odd[:2]))
        assert "does not list" in str(fetch(Cursor="", Items=odd[2:]))
        server.asked.clear()
        assert "2 movies" in str(fetch(Cursor="again", Items=many))
        assert len(server.asked) == 3
        monkeypatch.setattr(published, "MAX_CATALOG_BYTES", 100)
        with pytest.raises(ProviderError, match="did not answer as"):
            fetch(Cursor="", Items=many)


def endpoint(answer: Callable[[list[str]], object]) -> Callable[[Handler], None]:
    def respond(handler: Handler) -> None:
        found = answer(json.loads(handler.content)["query"]["seen"])
        handler.body(json.dumps(found).encode(), Content_Type="application/json")

    return respond


def rows(movies: list[str]) -> object:
    found = [{"id": movie, "title": "T"} for movie in ranked(movies, 500)]
    return {"data": {"results": [*found, found[0]]}}


@contextmanager
def plain(folder: Path) -> Iterator[tuple[HttpProvider, LocalHttpServer]]:
    with serving(endpoint(rows)) as server:
        address = f"json+{server.address}/recommend#query.seen:data.results.id"
        yield HttpProvider("Shop", address, folder, key="secret", pause=0.0), server


def test_an_endpoint_gets_movies_at_one_path_and_names_them_at_another(tmp_path):
    with plain(tmp_path) as (provider, server):
        assert ask_all(provider) == EXPECTED
        assert [json.loads(one.content) for one in server.asked] == [
            {"query": {"seen": list(map(named, movies))}} for movies in PERSONAS.movies
        ]
        assert {(one.path, one.headers["Authorization"]) for one in server.asked} == {
            ("/recommend", "Bearer secret")
        }


def test_ids_that_no_movie_has_are_left_out_of_an_answer(tmp_path):
    strange = ["tt٠٠٧٨٧٤٨", "ml:٧", f"ml:{'7' * 200}", "wd:Q7\n", "tt0078748"]
    with plain(tmp_path) as (provider, server):
        server.answer = endpoint(lambda movies: {"data": {"results": [{"id": f} for f in strange]}})
        assert ask_all(provider) == (("imdb:tt0078748",),) * len(PERSONAS.movies)


def test_an_endpoint_is_tested_with_a_made_up_person(tmp_path):
    with plain(tmp_path) as (provider, server):
        assert not provider.has_catalog()
        assert "does not list its movies" in str(provider.fetch(NOW))
        assert provider.has_catalog()
        assert provider.catalog().movies == ()
        later = NOW + timedelta(days=3)
        assert not provider.published.is_due(later), "it has nothing to fetch again"
        (asked,) = server.asked
        movies = persona_world.few_personas(1).movies[0]
        assert json.loads(asked.content) == {"query": {"seen": list(map(named, movies))}}


def nested(depth: int) -> object:
    document: object = []
    for _ in range(depth):
        document = [document]
    return document


def test_the_certificate_of_another_server_is_known(certificate, tmp_path):
    """Without it "About" would say that the service runs on this computer."""
    items = [item("tt0078748", "Alien (1979)")]
    with serving(GorseServer(items, ranked), certificate) as server:
        address = f"gorse+{server.address}#star"
        provider = HttpProvider("Shop", address, tmp_path, certificate=certificate.certificate)
        provider.fetch(NOW)
    contact = provider.published.last_contact()
    assert contact.certificate.issuer == "EpicRec test"


NO_ANSWERS: dict[str, object] = {
    "another form": {"results": []},
    "no list": {"data": {"results": 7}},
    "a list within": {"data": {"results": [{"id": ["tt0078748"]}]}},
    "lists in lists": {"data": nested(480)},
    "numbers": {"data": {"results": [{"id": 78748}]}},
    "null": None,
}


def test_an_answer_of_another_form_is_refused(tmp_path):
    with plain(tmp_path) as (provider, server):
        for name, document in NO_ANSWERS.items():
            server.answer = endpoint(lambda movies, document=document: document)
            with pytest.raises(ProviderError, match="did not answer as a recommendation service"):
                provider.personas.ask(NOW, PERSONAS, UNATTENDED)
            assert provider.personas.asked(PERSONAS.digest) is None, name
