"""A database with damaged rows: whatever a column contains is reported.

A value that takes for ever to read fails by the time limit that every test has.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError, StoreError
from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import Paths
from epicrec_desktop.store import ratings
from epicrec_desktop.store.library import WatchlistRepository
from epicrec_desktop.store.movie_lists import MovieList
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.store.tables import METADATA
from epicrec_desktop.store.unlisted import MovieLookup, put_unplaced
from epicrec_desktop.wiring import Services
from reading import reading_here

DAMAGE: dict[str, Any] = {
    "a word": "nonsense",
    "no text": "",
    "bytes": b"\xff\xfe\x00",
    "no UTF-8": "CAST(x'ff28c328' AS TEXT)",
    "a fraction without an end": "1e999999999",
    "a depth without an end": "[" * 100_000,
    "another document": '{"a": 1}',
    "another list": "[[1, 2], null]",
    "a month without a next": "9999-12",
    "before all months": "0000-00",
    "below zero": -1,
    "a large number": 2**62,
    "infinity": float("inf"),
}
COLUMNS = [(t.name, c.name) for t in METADATA.sorted_tables for c in t.columns]
KEYS = {("library", "movie_id"), ("watchlist", "movie_id"), ("unplaced", "movie_id")}


@pytest.fixture(scope="module")
def lived_in(prepared, tmp_path_factory) -> Iterator[Services]:
    """Services with a row in every table that a person fills."""
    base = tmp_path_factory.mktemp("rows")
    shutil.copytree(prepared, base, dirs_exist_ok=True)
    services = wiring.build(Paths.under(base))
    now = datetime.now(UTC)
    with reading_here():
        services.scan.scan([write_sample_profile(base / "sample", now)])
    keys = [services.library.find(name) for name in ("imdb:tt0078748", "imdb:tt0113277")]
    for key in keys:
        assert key is not None
        services.library.add(key)
        services.library.rate(key, OwnRating(Rating.LIKED))
    with services.context.database.write() as session:
        said = Imported(Service.LETTERBOXD, date(2024, 1, 1), 1.0)
        ratings.put_imports(session, [(int(keys[0] or 0), said)])
        WatchlistRepository(session).add(5, now=now)
        lookup = MovieLookup(session)
        row = lookup.key(Movie("Night Ferry", None, (), named_by="netflix"))
        put_unplaced(session, {row: (RecordKind.WATCHED, MatchReason.UNKNOWN)})
    services.lists.add(MovieList("Of two", "Seen twice.", (5, int(keys[0] or 0))))
    sighted = next(e.id for e in services.library.entries() if e.rule_evidence)
    services.unlisted.correct(sighted, services.unlisted.add("Salt Road", 2025))
    services.privacy.set_overall(ReleaseLevel.PERTURBED)
    services.providers.add("Theirs", "http://127.0.0.1:9")
    with pytest.raises(EpicRecError):
        services.providers.fetch("Theirs")
    services.recommend.release(services.releases.propose())
    with pytest.raises(EpicRecError):
        services.contributions.contribute(services.contributions.propose("Theirs"))
    yield services
    services.close()


@contextmanager
def damaged(file: Path, table: str, column: str, value: Any) -> Iterator[bool]:
    """One row of a table with this value in a column; False where SQLite itself refuses it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        used = "id IN (SELECT movie_id FROM library)" if table == "movies" else "1"
        row = connection.execute(
            f"SELECT rowid, {column} FROM {table} WHERE {used} LIMIT 1"
        ).fetchone()
        assert row is not None, f"no row in {table}"
        raw = isinstance(value, str) and value.startswith("CAST(")
        try:
            connection.execute(
                f"UPDATE {table} SET {column} = {value if raw else '?'} WHERE rowid = ?",
                (row[0],) if raw else (value, row[0]),
            )
        except sqlite3.Error:
            connection.rollback()
            yield False
            return
        connection.commit()
        try:
            yield True
        finally:
            # The column may be the key itself.
            is_key = column == "id" or (table, column) in KEYS
            at = value if is_key else row[0]
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (row[1], at))
            connection.commit()


def _export(services: Services, table: str, column: str, name: str, file: Path) -> None:
    told = ""
    with damaged(services.paths.database, table, column, DAMAGE[name]):
        try:
            services.data.export(file, replace=True)
            services.data.export_movies(file, replace=True)
        except StoreError as error:
            told = str(error)
    expected = "is damaged or cannot be read. It was left as it is"
    assert not told or expected in told, (table, column, name)


def test_an_export_of_a_damaged_row_is_whole_or_says_why_not(lived_in, tmp_path):
    """Each column has another damage than its neighbor; all of them take a minute."""
    for (table, column), name in zip(COLUMNS, cycle(DAMAGE)):
        _export(lived_in, table, column, name, tmp_path / "out")


@pytest.mark.slow
@pytest.mark.parametrize("name", DAMAGE)
def test_every_damage_of_every_column(lived_in, tmp_path, name):
    for table, column in COLUMNS:
        _export(lived_in, table, column, name, tmp_path / "out")


def test_values_that_once_broke_an_export_are_reported(lived_in, tmp_path):
    for table, column, name in (
        ("providers", "trust", "a fraction without an end"),
        ("releases", "epsilon", "a fraction without an end"),
        ("releases", "joint", "a fraction without an end"),
        ("movies", "alternative_titles", "a depth without an end"),
        ("movies", "title", "no UTF-8"),
        ("library", "status", "a word"),
        ("releases", "created", "a word"),
        ("releases", "open_places", "bytes"),
    ):
        with (
            damaged(lived_in.paths.database, table, column, DAMAGE[name]),
            pytest.raises(StoreError, match="is damaged or cannot be read"),
        ):
            lived_in.data.export(tmp_path / "out", replace=True)


def test_a_mistake_of_the_program_is_not_called_damage(lived_in):
    with pytest.raises(ValueError, match="ours"), lived_in.context.database.read():
        raise ValueError("ours")
