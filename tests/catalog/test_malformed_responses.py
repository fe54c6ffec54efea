"""Numbers, depths and texts in catalogs no database takes: left out, or reported in a sentence."""

import gzip
import hashlib
import json
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from epicrec_desktop.catalog.pages import PageCache
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.catalog.tmdb import fetch_tmdb
from epicrec_desktop.catalog.wikidata import fetch_wikidata
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.door.pacing import RequestLimits
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database_opening import open_database
from local_http_server import serving

FAST = RequestLimits(pause_s=0.0, backoff_s=0.0, attempts=1)
DIGITS, BIG, DEEP = "9" * 5000, 10**30, "[" * 100_000 + "]" * 100_000
Merge = Callable[[Catalog], None]


@pytest.fixture
def merge(tmp_path) -> Merge:
    """Puts a catalog into a database: what is in it has to fit."""

    def into(catalog):
        file = tmp_path / "db" / "epicrec.sqlite3"
        with closing(open_database(file)) as database, database.write() as session:
            CatalogRepository(session).merge("theirs", catalog, now=datetime.now(UTC))

    return into


def of_tmdb(*movies: str, pages: str = "1") -> str:
    good = '{"id": 7, "title": "Good"}'
    return f'{{"total_pages": {pages}, "results": [{", ".join([good, *movies])}]}}'


TMDB = {
    "a number of 5,000 digits": of_tmdb(f'{{"id": {DIGITS}, "title": "A"}}'),
    "an id of 10^30": of_tmdb(f'{{"id": {BIG}, "title": "A"}}'),
    "a depth of 100,000": of_tmdb(DEEP),
    "half a character": of_tmdb('{"id": 8, "title": "\\ud800 A", "original_title": "\\udfff"}'),
    "pages without end": of_tmdb(pages="1e999"),
    "10^400 pages, of which one comes": of_tmdb(pages="1"),
    "pages that are no number": of_tmdb(pages='"2"'),
    "a popularity of 10^400": of_tmdb(f'{{"id": 8, "title": "A", "popularity": {10**400}}}'),
    "a genre of 10^30": of_tmdb(f'{{"id": 8, "title": "A", "genre_ids": [{BIG}, [], 28]}}'),
    "genres that are none": of_tmdb('{"id": 8, "title": "A", "genre_ids": 28}'),
}


@pytest.mark.parametrize("name", TMDB)
def test_tmdb(name, merge, tmp_path):
    with serving(lambda handler: handler.body(TMDB[name].encode())) as service:
        try:
            found = fetch_tmdb(
                tmp_path / "pages", "0" * 32, api=service.address, limits=FAST, years=(2000, 2000)
            )
        except CatalogError as error:
            error_text = str(error)
        else:
            error_text = ""
    if error_text:
        assert "TMDB does not answer as it should" in error_text
        return
    merge(found)
    assert "Good" in [movie.title for movie in found.movies]
    # What is kept is read again in the same way.
    again = fetch_tmdb(
        tmp_path / "pages", "0" * 32, api=service.address, limits=FAST, years=(2000, 2000)
    )
    assert again == found


def of_wikidata(kind: str = "label", value: str = "A", movie: str = "Q2", **more: str) -> str:
    said = {"type": "literal", "value": value, "xml:lang": "en", **more}
    row = {"film": {"value": f"x/{movie}"}, "kind": {"value": kind}, "value": said}
    good = {**row, "film": {"value": "x/Q1"}, "kind": {"value": "label"}}
    good["value"] = {"type": "literal", "value": "Good", "xml:lang": "en"}
    return json.dumps({"results": {"bindings": [good, row]}})


WIKIDATA = {
    "a number of 5,000 digits": of_wikidata().replace('"x/Q2"', DIGITS),
    "a depth of 100,000": of_wikidata().replace('"x/Q2"', DEEP),
    "half a character": of_wikidata(value="\ud800 A"),
    "half a character as a language": of_wikidata(**{"xml:lang": "\ud800"}),
    "pages of 10^290": of_wikidata("links", "1" + "0" * 290),
    "an id of 10^30": of_wikidata("tmdb", str(BIG), movie="Q1"),
}


@pytest.mark.parametrize("name", WIKIDATA)
def test_wikidata(name, merge, tmp_path):
    with serving(lambda handler: handler.body(WIKIDATA[name].encode())) as service:
        try:
            found = fetch_wikidata(
                tmp_path / "pages", endpoint=service.address, limits=FAST, years=(2000, 2000)
            )
        except CatalogError as error:
            error_text = str(error)
        else:
            error_text = ""
    if error_text:
        assert "Wikidata does not answer as it should" in error_text
        return
    merge(found)
    assert "Good" in [movie.title for movie in found.movies]


MOVIES = "movieId,title,genres\n" + "".join(
    f"{number},Film {number} (2000),Drama\n" for number in range(1, 9)
)
LINKS = "movieId,imdbId,tmdbId\n2,2,2\n3,3,3\n4,4,4\n5,5,5\n"
RATINGS = "userId,movieId,rating,timestamp\n1,1,4,1\n1,2,4,1\n2,1,4,1\n2,2,4,1\n3,3,3,1\n"
TABLES = {
    "a movie's id of 10^30": (f"{MOVIES}{BIG},A (2000),Drama\n", LINKS, RATINGS),
    "a movie's id of 5,000 digits": (f"{MOVIES}{DIGITS},A (2000),Drama\n", LINKS, RATINGS),
    "TMDB's id of 10^30": (MOVIES, f"{LINKS}1,1,{BIG}\n", RATINGS),
    "IMDb's id of 10^30": (MOVIES, f"{LINKS}1,{BIG},1\n", RATINGS),
    "a person's id of 10^30": (MOVIES, LINKS, f"{RATINGS}{BIG},1,4,1\n"),
    "a quote that does not close": (f'{MOVIES}9,"A (2000),Drama\n', LINKS, f'{RATINGS}"1,1,4,1\n'),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_movielens(name, merge, tmp_path):
    folder = tmp_path / "ml"
    folder.mkdir()
    for file, text in zip(("movies.csv", "links.csv", "ratings.csv"), TABLES[name], strict=True):
        folder.joinpath(file).write_text(text)
    found = read_source(folder)
    merge(found.catalog)
    assert len(found.catalog.movies) == 8


@pytest.mark.parametrize("text", [DEEP, DIGITS, '{"fingerprint": "f", "pages": {"2000": 5}}'])
def test_damaged_cached_pages_are_fetched_again(text, tmp_path):
    (tmp_path / "manifest.json").write_text(text)
    assert PageCache(tmp_path, "f", timedelta(days=1)).get("2000") is None
    packed = gzip.compress(text.encode())
    (tmp_path / "2000.json.gz").write_bytes(packed)
    entry = {"sha256": hashlib.sha256(packed).hexdigest(), "fetched": datetime.now(UTC).isoformat()}
    manifest = {"fingerprint": "f", "pages": {"2000": entry}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    kept = PageCache(tmp_path, "f", timedelta(days=1)).get("2000")
    assert kept is None or isinstance(kept, dict)
