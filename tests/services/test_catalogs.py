"""Tests of importing and training catalogs."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial

import pytest
from made_ratings import made_ratings
from movielens_files import folder, item_files

from epicrec_desktop.catalog import tmdb
from epicrec_desktop.catalog import wikidata as wikidata_source
from epicrec_desktop.catalog.tmdb import fetch_tmdb
from epicrec_desktop.catalog.wikidata import fetch_wikidata
from epicrec_desktop.domain.errors import Cancelled, CatalogError, EpicRecError
from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.door.pacing import RequestLimits
from epicrec_desktop.locks import FileLock
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.services.public_fetches import TMDB_KEY
from epicrec_desktop.settings import Settings
from local_http_server import Handler, LocalHttpServer, serving
from waiting import LIMIT_S


def test_numbers_of_the_100k_set_are_not_taken_for_movielens_ids(world, tmp_path):
    (heat,) = world.add("Heat (1995)")
    info = world.services.catalogs.import_path(folder(tmp_path / "100k", item_files()))
    assert info.ratings > 0
    movies = world.services.context.catalog().catalog.movies
    assert all(movie.movielens_id is None for movie in movies)
    (entry,) = world.services.library.entries(LibraryStatus.CONFIRMED)
    assert (entry.id, entry.movie.label) == (heat, "Heat (1995)")


def stored(world) -> dict[str, object]:
    """What an import changes: the catalog, its budget's inputs, ratings, model and samples."""
    stored = world.services.context.catalog().catalog
    files = [p for folder in (world.paths.ratings, world.paths.models) for p in folder.glob("*")]
    return {
        "version": stored.version,
        "size": stored.mean_profile_size,
        "movies": len(stored.movies),
        "files": sorted((p.name, p.stat().st_mtime_ns) for p in files),
    }


def test_the_catalog_is_described_without_building_a_model(world, monkeypatch):
    """Settings shows none, and one of tens of thousands of movies takes long to build."""
    monkeypatch.delattr(type(world.services.models), "current")
    assert world.services.catalogs.info().movies == len(
        world.services.context.catalog().catalog.movies
    )


def test_an_import_says_which_lines_it_skipped(world, tmp_path):
    files = item_files()
    first, rest = files["u.data"].split(b"\n", 1)
    files["u.data"] = b"\n".join([first, b"damaged", rest])
    info = world.services.catalogs.import_path(folder(tmp_path / "100k", files))
    assert list(map(str, info.notes)) == ["One damaged line of u.data was skipped: line 2."]


def test_an_import_that_cannot_be_trained_changes_nothing(world, tmp_path):
    """A set of one movie and one rating came into the catalog, and moved every later budget."""
    files = {
        "movies.csv": b"movieId,title,genres\n1,A Movie of Nobody (1999),Drama\n",
        "links.csv": b"movieId,imdbId,tmdbId\n1,9999998,\n",
        "ratings.csv": b"userId,movieId,rating,timestamp\n1,1,5.0,1\n",
    }
    before = stored(world)
    with pytest.raises(EpicRecError, match="nothing was changed"):
        world.services.catalogs.import_path(folder(tmp_path / "one", files))
    assert stored(world) == before


def test_an_import_cancelled_while_it_trains_changes_nothing(world, tmp_path):
    source = made_ratings(world.services.context.catalog().catalog.movies)
    steps: list[str] = []
    job = Job(lambda p: steps.append(str(p.step)), lambda: any("Testing" in s for s in steps))
    before = stored(world)
    with pytest.raises(Cancelled):
        world.services.catalogs.import_path(folder(tmp_path / "made", source), job=job)
    assert steps
    assert stored(world) == before


MOVIES = {
    "Q83495": ("The Matrix", "tt0133093", "1999-03-31"),
    "Q1": ("A film that no other catalog has", "tt9999999", "1999-05-01"),
}


def _rows() -> Iterator[dict[str, dict[str, str]]]:
    for item, (title, imdb, released) in MOVIES.items():
        for kind, value in (
            ("label", title),
            ("imdb", imdb),
            ("date", f"{released}T00:00:00Z"),
            ("links", "50"),
            ("genre", "drama film"),
            ("netflix", "20557937"),
        ):
            yield _row(item, kind, value)


def _answer(handler: Handler) -> None:
    handler.body(json.dumps({"results": {"bindings": list(_rows())}}).encode())


@pytest.fixture
def wikidata(monkeypatch) -> Iterator[LocalHttpServer]:
    with serving(_answer) as service:
        limits = RequestLimits(pause_s=0.0, attempts=1, backoff_s=0.0, silence_s=LIMIT_S)
        fetch = partial(fetch_wikidata, endpoint=service.address, limits=limits, years=(1999, 1999))
        monkeypatch.setattr(wikidata_source, "fetch_wikidata", fetch)
        yield service


def test_an_import_adds_and_the_library_stays(world, wikidata):
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


def test_a_service_that_is_down_changes_nothing(world, wikidata):
    before = world.services.catalogs.info()
    wikidata.answer = lambda h: h.body(b"", status=503)
    with pytest.raises(EpicRecError, match="catalog you had is kept"):
        world.services.catalogs.download("wikidata")
    assert world.services.catalogs.info() == before


def test_cancelling_while_the_movies_are_put_in_changes_nothing(world, wikidata):
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


def _movie_or_series(handler: Handler) -> None:
    """Answer for 1999 and 2000: a movie each, and a series of the name of one of 1999."""
    query = handler.parameters["query"]
    rows = []
    if "wd:Q5398426" in query:
        for kind, value in (("label", "Heat"), ("date", "2000-02-01T00:00:00Z")):
            rows.append(_row("Q77", kind, value))
    else:
        year = "2000" if '>= "2000-01-01' in query else "1999"
        for kind, value in (
            ("label", f"Film of {year}"),
            ("imdb", f"tt999{year}"),
            ("date", f"{year}-05-01T00:00:00Z"),
            ("genre", "drama film"),
        ):
            rows.append(_row(f"Q{year}", kind, value))
    handler.body(json.dumps({"results": {"bindings": rows}}).encode())


def _row(item: str, kind: str, value: str) -> dict[str, dict[str, str]]:
    return {
        "film": {"type": "uri", "value": f"http://www.wikidata.org/entity/{item}"},
        "kind": {"type": "literal", "value": kind},
        "value": {"type": "literal", "value": value, "xml:lang": "en"},
    }


@pytest.fixture
def years(world, monkeypatch) -> Iterator[LocalHttpServer]:
    """Wikidata on this computer; it is the year 2000."""
    with serving(_movie_or_series) as service:
        limits = RequestLimits(pause_s=0.0, attempts=1, silence_s=LIMIT_S)
        fetch = partial(wikidata_source.fetch_year, endpoint=service.address, limits=limits)
        monkeypatch.setattr(wikidata_source, "fetch_year", fetch)
        world.services.context.now = lambda: datetime(2000, 6, 1, tzinfo=UTC)
        yield service


def test_an_update_adds_the_movies_of_two_years_and_a_later_one_keeps_them(world, years):
    catalogs = world.services.catalogs
    before = catalogs.info()
    assert catalogs.update().movies == before.movies + 2
    assert len(years.asked) == 4  # movies and series of two years
    world.services.context.now = lambda: datetime(2001, 6, 1, tzinfo=UTC)
    catalogs.update(since=2000)
    titles = {movie.title for movie in world.services.context.catalog().catalog.movies}
    assert {"Film of 1999", "Film of 2000"} <= titles
    with pytest.raises(CatalogError, match="no films of 2002"):
        catalogs.update(since=2002)


def test_series_of_an_update_make_an_undated_title_a_question(world, years):
    page = "https://www.netflix.com/title/81"
    catalog = world.services.context.catalog().catalog
    assert Matcher(catalog).match(page, "Heat | Netflix").movies
    world.services.catalogs.update()
    catalog = world.services.context.catalog().catalog
    assert ("Heat", 2000) in catalog.series
    assert Matcher(catalog).match(page, "Heat | Netflix").decision is not Decision.ACCEPT


def test_movies_of_this_year_are_fetched_once_a_week_and_only_after_a_yes(world, years):
    catalogs, settings = world.services.catalogs, world.services.settings
    assert not catalogs.update_if_due()
    assert not years.asked
    settings.films_of_year = True
    settings.save(world.paths.settings, "films_of_year")
    assert catalogs.update_if_due()
    assert not catalogs.update_if_due()
    world.services.context.now = lambda: datetime(2000, 6, 7, tzinfo=UTC)
    assert not catalogs.update_if_due()
    world.services.context.now = lambda: datetime(2000, 6, 10, tzinfo=UTC)
    years.answer = lambda h: h.body(b"", status=503)
    stored = world.services.context.catalog().catalog.version
    assert (
        not catalogs.update_if_due() or world.services.context.catalog().catalog.version == stored
    )
    asked = len(years.asked)
    assert not catalogs.update_if_due()  # a service that is down is not asked again before its time
    assert len(years.asked) == asked
    assert Settings.load(world.paths.settings).films_of_year_due > "2000-06-17"
    years.answer = _movie_or_series
    world.services.context.now = lambda: datetime(1999, 6, 1, tzinfo=UTC)  # a clock set back
    assert catalogs.update_if_due()


def test_an_update_by_the_clock_follows_what_the_user_withdrew_elsewhere(world, years):
    """A command has loaded the settings while the user says no, and removes a key, in a window."""
    path = world.paths.settings
    loaded, window = world.services.settings, Settings(films_of_year=True, tmdb_key="0" * 32)
    loaded.films_of_year, loaded.tmdb_key = window.films_of_year, window.tmdb_key
    window.save(path)
    window.tmdb_key = ""
    window.save(path, "tmdb_key")
    assert world.services.catalogs.update_if_due()
    assert not Settings.load(path).tmdb_key
    window.films_of_year = False
    window.save(path, "films_of_year")
    asked = len(years.asked)
    world.services.context.now = lambda: datetime(2000, 6, 30, tzinfo=UTC)
    assert not world.services.catalogs.update_if_due()
    assert len(years.asked) == asked
    assert not Settings.load(path).films_of_year


def test_an_update_that_waits_while_everything_is_erased_writes_no_settings(world, monkeypatch):
    catalogs, settings, path = (
        world.services.catalogs,
        world.services.settings,
        world.paths.settings,
    )
    settings.films_of_year = True
    settings.save(path, "films_of_year")

    @contextmanager
    def held(lock, refusal, patience):
        settings.erased = True
        path.unlink()
        yield

    monkeypatch.setattr(FileLock, "held", held)
    monkeypatch.setattr(catalogs, "update", lambda **_: None)
    catalogs.update_if_due()
    assert not path.exists()


def test_what_a_cancelled_update_fetched_is_kept(world, years):
    texts: list[str] = []
    with pytest.raises(Cancelled):
        world.services.catalogs.update(
            job=Job(
                lambda progress: texts.append(progress.text),
                lambda: any("2000" in text for text in texts),
            )
        )
    titles = {movie.title for movie in world.services.context.catalog().catalog.movies}
    assert "Film of 1999" in titles
    assert "Film of 2000" not in titles


def test_what_cannot_be_downloaded_is_refused(world, monkeypatch):
    monkeypatch.delenv(TMDB_KEY, raising=False)
    for name, sentence in (("nothing", "no catalog named"), ("tmdb", "key of your own")):
        with pytest.raises(CatalogError, match=sentence):
            world.services.catalogs.download(name)


def test_tmdb_adds_movies_and_how_popular_they_are(world, monkeypatch):
    """A movie of the library gets its number, and stays the same movie."""
    entries = [
        {"id": 603, "title": "The Matrix", "release_date": "1999-03-31", "popularity": 85.3},
        {"id": 604, "title": "Nobody saw this film", "popularity": 9.0},
    ]
    answer = json.dumps({"results": entries, "total_pages": 1}).encode()
    (key,) = world.add("The Matrix (1999)")
    world.services.context.settings.tmdb_key = "0" * 32
    with serving(lambda handler: handler.body(answer)) as service:
        limits = RequestLimits(pause_s=0.0, attempts=1, backoff_s=0.0, silence_s=LIMIT_S)
        fetch = partial(fetch_tmdb, api=service.address, limits=limits, years=(1999, 1999))
        monkeypatch.setattr(tmdb, "fetch_tmdb", fetch)
        world.services.catalogs.download("tmdb")
    (entry,) = world.services.library.entries()
    assert (entry.id, entry.movie.tmdb_id) == (key, 603)
    movies = world.services.context.catalog().catalog.movies
    (added,) = (movie for movie in movies if movie.title == "Nobody saw this film")
    assert 0 < added.popularity < entry.movie.popularity
