"""Read the catalog of a database without SQLAlchemy.

The process of a reader gets it as a database in memory, with what the user said of pages and
nothing else of the library, and never its key.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.records import Number
from epicrec_desktop.store import database_errors, driver
from epicrec_desktop.store.driver import PLAIN, Connection, Driver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_USERS = 50
"""Public users without whom ratings say nothing of the size of a profile, and so of no budget."""
OWN_SCALE = ("tmdb", "wikidata")
"""Sources whose popularity is no number of raters; the better one first."""

_AT_ONCE = 500  # keys in one statement
PAGE_KEY = "page_key"
"""The name of the key of this library's digests of pages."""
CATALOG_SUM = "catalog_sum"
"""The name of the checksum of the catalog's rows (`catalog_sum.py`)."""

Execute = Callable[[str], Iterable[Sequence[Any]]]
"""Run a statement and return its rows, in one transaction."""

_MOVIES = """
    SELECT id, raters, fame, nullif(figures, '{{}}'), title, year,
        nullif(alternative_titles, '[]'), nullif(site_ids, '[]'), named_by, {local_titles},
        imdb_id, wikidata_id, movielens_id, tmdb_id, starter_id
    FROM movies
"""
_LOCAL_TITLES = "nullif(local_titles, '{}')"
_Known = tuple[float | None, float | None, dict[str, float]]
"""Of a movie: raters, fame, and figures by source."""


def _reader(kind: Any) -> Callable[[str], Any]:
    decode = msgspec.json.Decoder(kind).decode

    def read(text: str) -> Any:
        try:
            return decode(text)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            return msgspec.convert(json.loads(text), kind)  # half a character in a title

    return read


_titles = _reader(tuple[str, ...])
_site_ids = _reader(tuple[tuple[str, str], ...])
_local_titles = _reader(dict[str, str])
_figures = _reader(dict[str, float])


@dataclass(frozen=True)
class StoredCatalog:
    """The catalog in use. `keys` (n,) are the local keys of its movies, in the catalog's order."""

    catalog: Catalog
    keys: tuple[int, ...]
    language: str = ""  # of its movies' local titles; empty for none
    sum: str = ""  # of its rows, as they were merged; empty where it is not known

    @cached_property
    def ids(self) -> NDArray[np.int64]:
        """Return `keys` as an array."""
        import numpy as np  # noqa: PLC0415 - a scan does without

        return np.array(self.keys, dtype=np.int64)

    @cached_property
    def position(self) -> dict[int, int]:
        """Return the position in the catalog of each local key."""
        return {key: i for i, key in enumerate(self.keys)}


Named = Number | Movie
"""A movie by a number; or one that no catalog has, which may be new here."""


@dataclass(frozen=True)
class KnownPages:
    """A catalog, and what the user said that pages stand for: places in it, or unlisted movies.

    `corrected` is by the digest of a page under `key`.
    """

    stored: StoredCatalog
    key: bytes
    corrected: Mapping[str, Named]


_OF_PAGES = {
    "movies": "WHERE sources != '' OR id IN (SELECT movie_id FROM corrected_pages)",
    "categories": "",
    "movie_categories": "",
    "catalog_sources": "",
    "corrected_pages": "",
    "state": f"WHERE key = '{PAGE_KEY}'",
}
"""Rows of the library that say what pages stand for."""


def copy_known_pages(file: Path, opened: Driver = PLAIN) -> bytes:
    """Return what a database file says of pages, as a plain database for `load_known_pages`.

    Raises `StoreError` where it cannot be read.
    """
    try:
        with closing(opened.connect(file)) as library:
            return _copy_rows(library) if opened.key else _copy_tables(library)
    except driver.errors(*database_errors.ODD) as error:
        raise database_errors.error_for(error, file) or database_errors.damaged(file) from None


def _copy_tables(library: Connection) -> bytes:
    library.execute("ATTACH ':memory:' AS copy")
    library.execute("BEGIN")
    for table, some in _OF_PAGES.items():
        library.execute(f"CREATE TABLE copy.{table} AS SELECT * FROM main.{table} {some}")  # noqa: S608
    library.execute("COMMIT")
    return library.serialize(name="copy")


def _copy_rows(library: Connection) -> bytes:
    """Return the same of an encrypted library: SQLCipher's driver cannot serialize."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        for connection in (library, copy):
            connection.execute("BEGIN")
        for table, some in _OF_PAGES.items():
            rows = library.execute(f"SELECT * FROM {table} {some}")  # noqa: S608 - our own
            columns = [name for name, *_ in rows.description]
            copy.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            places = ", ".join("?" * len(columns))
            copy.executemany(f"INSERT INTO {table} VALUES ({places})", rows)  # noqa: S608
        copy.execute("COMMIT")
        return copy.serialize()


def load_known_pages(copied: bytes) -> KnownPages:
    """Return what `copy_known_pages` copied."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(copied)
        execute = connection.execute
        stored = read_catalog(execute)
        key = next((row[0] for row in execute(_fact(PAGE_KEY))), "")
        pages = list(execute("SELECT page, movie_id FROM corrected_pages"))
        place: dict[int, Named] = {}
        if pages:
            place = {**stored.position, **read_movies(execute, "named_by IS NOT NULL", {})}
    meant = {page: place[movie] for page, movie in pages if movie in place}
    return KnownPages(stored, bytes.fromhex(key), meant)


def read_catalog(execute: Execute, language: str = "") -> StoredCatalog:
    """Return the whole catalog: every movie that some source has, in a stable order.

    Movies have their local titles in `language`, a code; empty: none.
    """
    movies = read_movies(execute, "sources != ''", categories_of(execute), language)
    sources = list(
        execute("SELECT name, users, mean_profile_size, series FROM catalog_sources ORDER BY name")
    )
    sizes = [size for _, users, size, _ in sources if users >= FEWEST_USERS]
    catalog = Catalog(
        name=" + ".join(name for name, *_ in sources) or "empty",
        version=read_version(execute),
        movies=tuple(movies.values()),
        mean_profile_size=sizes[-1] if sizes else None,
        series=tuple((name, year) for *_, found in sources for name, year in json.loads(found)),
    )
    known = next((row[0] for row in execute(_fact(CATALOG_SUM))), "")
    return StoredCatalog(catalog, tuple(movies), language, known)


def _fact(key: str) -> str:
    return f"SELECT value FROM state WHERE key = '{key}'"  # noqa: S608 - our own


def read_version(execute: Execute) -> str:
    """Return a short name of exactly these sources in these versions."""
    rows = execute("SELECT name, version FROM catalog_sources ORDER BY name")
    return hashlib.sha256(repr([tuple(row) for row in rows]).encode()).hexdigest()[:16]


def read_some_movies(execute: Execute, keys: Iterable[int], language: str = "") -> dict[int, Movie]:
    """Return movies by local key, also those no source has any more."""
    found: dict[int, Movie] = {}
    every = sorted(set(keys))
    for start in range(0, len(every), _AT_ONCE):
        wanted = every[start : start + _AT_ONCE]
        some = f"({', '.join(str(int(key)) for key in wanted)})"
        categories = categories_of(execute, f"WHERE movie_id IN {some}")
        found |= read_movies(execute, f"id IN {some}", categories, language)
    return found


def read_movies(
    execute: Execute, where: str, categories: Mapping[int, tuple[str, ...]], language: str = ""
) -> dict[int, Movie]:
    """Return movies by local key, ascending."""
    local = _LOCAL_TITLES if language else "NULL"
    rows = execute(f"{_MOVIES.format(local_titles=local)} WHERE {where} ORDER BY id")
    found: dict[int, Movie] = {}
    known: list[_Known] = []
    for row in rows:
        key, raters, fame, figures, title, year, also, at_sites, named_by, titles, *ids = row
        imdb, wikidata, movielens, tmdb, starter = ids
        known.append((raters, fame, _figures(figures) if figures else {}))
        found[key] = Movie(
            title,
            year,
            categories.get(key, ()),
            imdb,
            wikidata,
            movielens,
            tmdb,
            starter,
            _titles(also) if also else (),
            raters or 0.0,
            _site_ids(at_sites) if at_sites else (),
            named_by or "",
            local_title=_local_titles(titles).get(language, "") if titles else "",
            fame=fame or 0.0,
        )
    for movie, popularity in zip(found.values(), _popularities(known), strict=True):
        if movie.popularity != popularity:
            msgspec.structs.force_setattr(movie, "popularity", popularity)  # no one has it yet
    return found


def categories_of(execute: Execute, where: str = "") -> dict[int, tuple[str, ...]]:
    """Return categories by movie, in their order: one row a movie, one tuple for equal ones."""
    names = sorted(tuple(row) for row in execute("SELECT id, name FROM categories"))
    # Each pair of movie and category is there once, so that a sum of bits is their union.
    rows = execute(
        f"SELECT movie_id, SUM(1 << category_id) FROM movie_categories {where} GROUP BY movie_id"  # noqa: S608
    )
    tuples: dict[int, tuple[str, ...]] = {}
    found: dict[int, tuple[str, ...]] = {}
    for key, mask in rows:
        if mask not in tuples:
            tuples[mask] = tuple(name for at, name in names if mask >> at & 1)
        found[key] = tuples[mask]
    return found


def _popularities(known: Sequence[_Known]) -> list[float]:
    """Return the popularity of each movie on one scale, that of raters where they are known.

    A figure of another source is put on the scale by the movies that have both.
    """
    found = [raters for raters, *_ in known]
    columns = [[fame for _, fame, _ in known]]
    if any(figures for *_, figures in known):
        columns += [[figures.get(name) for *_, figures in known] for name in OWN_SCALE]
    for column in columns:
        pairs = list(zip(found, column, strict=True))
        ratios = [raters / figure for raters, figure in pairs if raters and figure]
        per_point = median(ratios) if ratios else 1.0
        found = [
            figure * per_point if raters is None and figure is not None else raters
            for raters, figure in pairs
        ]
    return [float(raters or 0.0) for raters in found]
