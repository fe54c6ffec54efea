"""Databases as browsers write them, for tests: Chromium's and Firefox's tables with chosen rows."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.history.cleaning import CHROMIUM_EPOCH, UNIX_EPOCH, to_ticks

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

CHROMIUM_SCHEMA = """
CREATE TABLE urls (id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
    visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT 0 NOT NULL,
    last_visit_time INTEGER DEFAULT 0 NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL,
    visit_time INTEGER NOT NULL, from_visit INTEGER, transition INTEGER DEFAULT 0 NOT NULL,
    visit_duration INTEGER DEFAULT 0 NOT NULL);
CREATE INDEX visits_url_index ON visits (url);
"""
FIREFOX_SCHEMA = """
CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR,
    visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL, foreign_count INTEGER);
CREATE TABLE moz_historyvisits (id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER,
    visit_date INTEGER, visit_type INTEGER);
"""
GNOME_WEB_SCHEMA = """
CREATE TABLE hosts (id INTEGER PRIMARY KEY, url LONGVARCAR, title LONGVARCAR,
    visit_count INTEGER DEFAULT 0 NOT NULL, zoom_level REAL DEFAULT 0.0);
CREATE TABLE urls (id INTEGER PRIMARY KEY, host INTEGER REFERENCES hosts(id) ON DELETE CASCADE,
    url LONGVARCAR, title LONGVARCAR, sync_id LONGVARCAR, visit_count INTEGER DEFAULT 0 NOT NULL,
    typed_count INTEGER DEFAULT 0 NOT NULL, last_visit_time INTEGER,
    hidden_from_overview INTEGER DEFAULT 0);
CREATE TABLE visits (id INTEGER PRIMARY KEY,
    url INTEGER NOT NULL REFERENCES urls(id) ON DELETE CASCADE,
    visit_time INTEGER NOT NULL, visit_type INTEGER NOT NULL, referring_visit INTEGER);
"""
QUTEBROWSER_SCHEMA = """
CREATE TABLE History (url NOT NULL, title NOT NULL, atime INTEGER NOT NULL, redirect NOT NULL);
CREATE INDEX HistoryIndex ON History (url);
CREATE INDEX HistoryAtimeIndex ON History (atime);
CREATE TABLE CompletionHistory (url PRIMARY KEY, title NOT NULL, last_atime NOT NULL);
"""


@dataclass(frozen=True)
class Page:
    """One page and the times it was visited, in any type."""

    url: Any = "https://films.example/1"
    title: Any = "A page"
    times: tuple[Any, ...] = ()
    hidden: int = 0
    kind: int | None = None  # transition, or visit_type
    duration: Any = 0


def ago(**units: float) -> datetime:
    """A moment before `NOW`, by the units of a `timedelta`."""
    return NOW - timedelta(**units)


def chromium_ticks(time: datetime) -> int:
    return to_ticks(time, CHROMIUM_EPOCH)


def firefox_ticks(time: datetime) -> int:
    return to_ticks(time, UNIX_EPOCH)


def chromium(folder: Path, pages: Iterable[Page] = ()) -> BrowserProfile:
    """A Chromium profile folder with these pages, times as given."""
    database = _create(folder, "History", CHROMIUM_SCHEMA)
    add_chromium(database, pages)
    return BrowserProfile("Chrome", BrowserFamily.CHROMIUM, "Test", database)


def firefox(folder: Path, pages: Iterable[Page] = ()) -> BrowserProfile:
    """A Firefox profile folder with these pages, times as given."""
    database = _create(folder, "places.sqlite", FIREFOX_SCHEMA)
    with closing(sqlite3.connect(database)) as connection, connection:
        for page in pages:
            place = _insert(
                connection, "moz_places", url=page.url, title=page.title, hidden=page.hidden
            )
            for time in page.times:
                kind = 1 if page.kind is None else page.kind
                _insert(
                    connection,
                    "moz_historyvisits",
                    place_id=place,
                    visit_date=time,
                    visit_type=kind,
                )
    return BrowserProfile("Firefox", BrowserFamily.FIREFOX, "Test", database)


def add_chromium(database: Path, pages: Iterable[Page]) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        for page in pages:
            url = _insert(connection, "urls", url=page.url, title=page.title, hidden=page.hidden)
            for time in page.times:
                _insert(
                    connection,
                    "visits",
                    url=url,
                    visit_time=time,
                    transition=0x30000000 if page.kind is None else page.kind,
                    visit_duration=page.duration,
                )


def _create(folder: Path, name: str, schema: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / name)) as connection:
        connection.executescript(schema)
    return folder / name


def _insert(connection: sqlite3.Connection, table: str, **values: Any) -> int:
    marks = ", ".join("?" * len(values))
    cursor = connection.execute(
        f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values())
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid
