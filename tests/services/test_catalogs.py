"""Tests of importing and training catalogs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

import pytest
from local_http_server import Handler, LocalHttpServer, serving
from made_ratings import made_ratings
from movielens_files import folder, item_files

from epicrec_desktop.catalog import detail_store, tmdb
from epicrec_desktop.catalog import wikidata as wikidata_source
from epicrec_desktop.catalog.detail_store import fetch_posters
from epicrec_desktop.catalog.json_client import RequestLimits
from epicrec_desktop.catalog.tmdb import fetch_tmdb
from epicrec_desktop.catalog.wikidata import fetch_wikidata
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.services.catalogs import TMDB_KEY


def test_numbers_of_the_100k_set_are_not_taken_for_movielens_ids(world, tmp_path) -> None:
    (heat,) = world.add("Heat (1995)")
    info = world.services.catalogs.import_path(folder(tmp_path / "100k", item_files()))
    assert info.ratings > 0
    movies = world.services.context.catalog().catalog.movies
    assert all(movie.movielens_id is None for movie in movies)
    (entry,) = world.services.library.entries(LibraryStatus.CONFIRMED)
    assert (entry.id, entry.movie.label) == (heat, "Heat (1995)")


def test_another_address_under_the_same_name_is_another_receiver(world, monkeypatch) -> None:
    from epicrec_desktop.provider.local import LocalProvider

    world.add("Heat (1995)")
    first = world.release()
    monkeypatch.setattr(LocalProvider, "address", "https://elsewhere.example")
    second = world.release()
    assert not second.repeated
    assert first.release is not None
    assert second.release is not None
    assert second.release.id != first.release.id
    assert second.release.period == first.release.period


@pytest.mark.slow
def test_cancelled_at_any_moment_of_adding_nothing_is_changed(world, tmp_path) -> None:
    """Movies, categories and ratings come together or not at all."""
    catalogs, paths = world.services.catalogs, world.services.paths
    before = catalogs.info()
    source = folder(
        tmp_path / "made", made_ratings(world.services.context.catalog().catalog.movies)
    )
    asked = 0

    def adding(progress: Progress, /) -> None:
        nonlocal asked
        asked += "Adding" in str(progress.step)

    for moment in range(1, 40):
        asked = 0
        try:
            catalogs.import_path(source, job=Job(adding, lambda: asked >= moment))  # noqa: B023
        except Cancelled:
            if not (paths.ratings / "movielens.npz").exists():
                assert catalogs.info() == before, moment
                continue
        break
    else:
        pytest.fail("it was never more than cancelled")
    assert moment > 5, "there are moments to cancel it"
    assert catalogs.info().ratings > 0


FILMS = {
    "Q83495": ("The Matrix", "tt0133093", "1999-03-31"),
    "Q1": ("A film that no other catalog has", "tt9999999", "1999-05-01"),
}


def _rows() -> Iterator[dict[str, dict[str, str]]]:
    for item, (title, imdb, released) in FILMS.items():
        for kind, value in (
            ("label", title),
            ("imdb", imdb),
            ("date", f"{released}T00:00:00Z"),
            ("links", "50"),
            ("genre", "drama film"),
            ("netflix", "20557937"),
        ):
            yield {
                "film": {"type": "uri", "value": f"http://www.wikidata.org/entity/{item}"},
                "kind": {"type": "literal", "value": kind},
                "value": {"type": "literal", "value": value, "xml:lang": "en"},
            }


def _answer(handler: Handler) -> None:
    handler.body(json.dumps({"results": {"bindings": list(_rows())}}).encode())


@pytest.fixture
def wikidata(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHttpServer]:
    with serving(_answer) as service:
        limits = RequestLimits(pause_s=0.0, attempts=1, silence_s=2.0)
        fetch = partial(fetch_wikidata, endpoint=service.address, limits=limits, years=(1999, 1999))
        monkeypatch.setattr(wikidata_source, "fetch_wikidata", fetch)
        yield service


def test_an_import_adds_and_the_library_stays(world, wikidata: LocalHttpServer) -> None:
    (key,) = world.add("The Matrix (1999)")
    before = world.services.catalogs.info()
    (seen,) = world.services.library.entries()
    for _ in range(2):
        after = world.services.catalogs.download("wikidata")
    assert after.movies == before.movies + 1
    (entry,) = world.services.library.entries()
    assert (entry.id, entry.status) == (key, seen.status)
    assert set(entry.movie.categories) >= set(seen.movie.categories)  # nothing is taken away
    assert entry.movie.wikidata_id == "Q83495"
    assert entry.movie.site_ids == (("netflix", "20557937"),)
    assert len(wikidata.asked) == 1  # the second import had the page


def test_a_service_that_is_down_changes_nothing(world, wikidata: LocalHttpServer) -> None:
    before = world.services.catalogs.info()
    wikidata.answer = lambda h: h.body(b"", status=503)
    with pytest.raises(CatalogError, match="The catalog you had is kept"):
        world.services.catalogs.download("wikidata")
    assert world.services.catalogs.info() == before


def test_cancelling_while_the_movies_are_put_in_changes_nothing(
    world, wikidata: LocalHttpServer
) -> None:
    before = world.services.catalogs.info()
    texts: list[str] = []
    with pytest.raises(Cancelled):
        world.services.catalogs.download(
            "wikidata",
            job=Job(
                lambda progress: texts.append(progress.text),
                lambda: any("Adding" in text for text in texts),
            ),
        )
    assert world.services.catalogs.info() == before


def test_a_name_that_is_none(world) -> None:
    with pytest.raises(CatalogError, match="no catalog named"):
        world.services.catalogs.download("nothing")


def test_tmdb_asks_for_a_key_first(world, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TMDB_KEY, raising=False)
    with pytest.raises(CatalogError, match="key of your own"):
        world.services.catalogs.download("tmdb")


def test_tmdb_describes_movies_and_its_posters_come_for_all(
    world, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A movie of the library gets its description; posters are fetched for the others too."""

    def answer(handler: Handler) -> None:
        if handler.path.endswith(".jpg"):
            handler.body(b"\xff\xd8\xff" + b"x" * 20)
            return
        films = [
            {"id": 603, "title": "The Matrix", "release_date": "1999-03-31", "overview": "Real?"},
            {"id": 604, "title": "Nobody saw this film", "release_date": "1999-05-01"},
        ]
        films = [{**film, "popularity": 9.0, "poster_path": f"/{film['id']}.jpg"} for film in films]
        handler.body(json.dumps({"results": films, "total_pages": 1}).encode())

    (key,) = world.add("The Matrix (1999)")
    world.services.context.settings.tmdb_key = "0" * 32
    with serving(answer) as service:
        limits = RequestLimits(pause_s=0.0, attempts=1, silence_s=2.0)
        fetch = partial(fetch_tmdb, api=service.address, limits=limits, years=(1999, 1999))
        monkeypatch.setattr(tmdb, "fetch_tmdb", fetch)
        images = partial(fetch_posters, images=service.address, limits=limits)
        monkeypatch.setattr(detail_store, "fetch_posters", images)
        world.services.catalogs.download("tmdb")
        assert world.services.catalogs.download_posters() == 2
        paths = [request.path for request in service.asked if request.path.endswith(".jpg")]
    assert paths == ["/603.jpg", "/604.jpg"]
    (entry,) = world.services.library.entries()
    assert (entry.id, entry.movie.tmdb_id) == (key, 603)
    assert world.services.catalogs.pack.overview(603) == "Real?"
    assert world.services.catalogs.pack.poster(604) is not None
