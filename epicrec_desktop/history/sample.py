"""The history of an invented person, to try the program on without one's own.

It is written as a browser would, so that a sample goes the same way as real data.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from epicrec_desktop import resources
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.history.cleaning import CHROMIUM_EPOCH, to_ticks
from epicrec_desktop.history.discovery import HISTORY
from epicrec_desktop.paths import private_folder

SAMPLE_FILE = ("sample", "history.jsonl")

LINK = 0x30000000  # a link followed, begin and end of its chain

# Tables of Chromium's schema that hold history, with its indexes.
CHROMIUM_TABLES = """
    CREATE TABLE meta (key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
    CREATE TABLE urls (id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
        visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT 0 NOT NULL,
        last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
    CREATE TABLE visits (id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL,
        visit_time INTEGER NOT NULL, from_visit INTEGER, external_referrer_url TEXT,
        transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER,
        visit_duration INTEGER DEFAULT 0 NOT NULL,
        incremented_omnibox_typed_score BOOLEAN DEFAULT FALSE NOT NULL, opener_visit INTEGER,
        originator_cache_guid TEXT, originator_visit_id INTEGER, originator_from_visit INTEGER,
        originator_opener_visit INTEGER, is_known_to_sync BOOLEAN DEFAULT FALSE NOT NULL);
    """
CHROMIUM_INDEXES = """
    CREATE INDEX visits_url_index ON visits (url);
    CREATE INDEX visits_from_index ON visits (from_visit);
    CREATE INDEX visits_time_index ON visits (visit_time);
    CREATE INDEX urls_url_index ON urls (url);
    """


@dataclass(frozen=True)
class SampleRow:
    """One page of the sample: last visited `days_ago`, each of `visits` for `minutes`."""

    url: str
    title: str
    days_ago: int
    visits: int
    minutes: int = 2

    def times(self, now: datetime, row: int) -> Iterator[datetime]:
        """When it was visited, newest first: two days apart, at an hour that differs by row."""
        last = now - timedelta(days=self.days_ago, minutes=37 * row % 600)
        return (last - timedelta(days=2 * k) for k in range(self.visits))


def sample_rows() -> list[SampleRow]:
    """Return the sample as it ships.

    Raises `FileNotFoundError` when the installation is incomplete.
    """
    lines = resources.path(*SAMPLE_FILE).read_text(encoding="utf-8").splitlines()
    return [SampleRow(**json.loads(line)) for line in lines]


def write_sample_profile(folder: Path, now: datetime) -> BrowserProfile:
    """Write the sample as a Chromium profile below `folder`, replacing an earlier one.

    `now` is aware; the sample's days count back from it. Raises `OSError` if it cannot be written.
    """
    database = private_folder(folder / "Default") / HISTORY
    database.unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(CHROMIUM_TABLES + CHROMIUM_INDEXES)
        _insert(connection, sample_rows(), now)
    return BrowserProfile("Sample", BrowserFamily.CHROMIUM, "Invented person", database)


def write_sample_home(home: Path, now: datetime | None = None) -> Environment:
    """Write the sample as the only browser profile below `home`, and return where to look for it.

    For tests that drive the window and must not depend on the browsers of a computer. Raises
    `OSError` if the folder cannot be written.
    """
    write_sample_profile(home / ".config" / "chromium", now or datetime.now(UTC))
    return Environment("linux", home, {})


def _insert(connection: sqlite3.Connection, rows: Iterable[SampleRow], now: datetime) -> None:
    visits: list[tuple[int, int, int, int]] = []
    for page, row in enumerate(rows, start=1):
        ticks = [to_ticks(t, CHROMIUM_EPOCH) for t in row.times(now, page)]
        visits += [(time, page, row.minutes * 60_000_000, LINK) for time in ticks]
        connection.execute(
            "INSERT INTO urls (id, url, title, visit_count, last_visit_time) VALUES (?,?,?,?,?)",
            (page, row.url, row.title, row.visits, ticks[0]),
        )
    connection.executemany(
        "INSERT INTO visits (visit_time, url, visit_duration, transition) VALUES (?, ?, ?, ?)",
        sorted(visits),
    )
