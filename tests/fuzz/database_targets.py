"""Targets that are SQLite databases: bytes become edits of pages, or values of rows."""

import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from typing import Any
from unittest import mock

from browser_databases import CHROMIUM_SCHEMA, FIREFOX_SCHEMA, GNOME_WEB_SCHEMA

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError, HistoryError
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.quantification import Quantification
from epicrec_desktop.services import mechanism_planner
from epicrec_desktop.store.tables import METADATA
from fuzz.folder import folder
from visits import read_visits

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
_SAFARI = """
CREATE TABLE history_items (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE,
    domain_expansion TEXT NULL, visit_count INTEGER NOT NULL);
CREATE TABLE history_visits (id INTEGER PRIMARY KEY AUTOINCREMENT, history_item INTEGER NOT NULL,
    visit_time REAL NOT NULL, title TEXT NULL, load_successful BOOLEAN NOT NULL DEFAULT 1);
"""


@dataclass(frozen=True)
class Family:
    """How a browser keeps a history: its tables, and how a page and a visit of it are written."""

    family: BrowserFamily
    name: str
    schema: str
    tables: tuple[str, str]
    page: str
    visit: str
    second: float  # of the browser's clock
    epoch_s: float  # before 1970

    def ticks(self, moment: datetime) -> int:
        """A moment as the browser writes it."""
        return int((moment.timestamp() + self.epoch_s) * self.second)


_FAMILIES = (
    Family(
        BrowserFamily.CHROMIUM,
        "History",
        CHROMIUM_SCHEMA,
        ("urls", "visits"),
        "urls (id, url, title) VALUES (?1, ?2, 'Heat (1995)')",
        "visits (id, url, visit_time) VALUES (?1, ?1, ?2)",
        1e6,
        11_644_473_600,
    ),
    Family(
        BrowserFamily.FIREFOX,
        "places.sqlite",
        FIREFOX_SCHEMA,
        ("moz_places", "moz_historyvisits"),
        "moz_places (id, url, title) VALUES (?1, ?2, 'Heat (1995)')",
        "moz_historyvisits (id, place_id, visit_date) VALUES (?1, ?1, ?2)",
        1e6,
        0,
    ),
    Family(
        BrowserFamily.SAFARI,
        "History.db",
        _SAFARI,
        ("history_items", "history_visits"),
        "history_items (id, url, visit_count) VALUES (?1, ?2, 1)",
        "history_visits (id, history_item, visit_time, title) VALUES (?1, ?1, ?2, 'Heat (1995)')",
        1,
        -978_307_200,
    ),
    Family(
        BrowserFamily.GNOME_WEB,
        "ephy-history.db",
        GNOME_WEB_SCHEMA,
        ("urls", "visits"),
        "urls (id, url, title) VALUES (?1, ?2, 'Heat (1995)')",
        "visits (id, url, visit_time, visit_type) VALUES (?1, ?1, ?2, 0)",
        1e6,
        0,
    ),
)
_ROWS = 12


def values(data: bytes) -> Iterator[Any]:
    """Values of every type that SQLite knows, from bytes; texts may be no UTF-8."""
    place = 0
    while place < len(data):
        kind, rest = data[place] % 6, data[place + 1 :]
        if kind == 0:
            yield None
            place += 1
        elif kind in (1, 2):
            yield struct.unpack("<q" if kind == 1 else "<d", rest[:8].ljust(8, b"\0"))[0]
            place += 9
        else:
            length = rest[0] * (200 if kind == 5 else 1) if rest else 0
            content = rest[1 : 1 + length]
            yield content if kind == 4 else content.decode("utf-8", "surrogateescape")
            place += 2 + len(content)


def edited(image: bytes, data: bytes) -> bytes:
    """An image with pieces of it replaced: three bytes of place, one of length, and the bytes."""
    made, place = bytearray(image), 0
    while place + 4 <= len(data):
        at = int.from_bytes(data[place : place + 3], "little") % len(made)
        length = data[place + 3] % 32
        piece = data[place + 4 : place + 4 + length]
        made[at : at + len(piece)] = piece
        place += 4 + max(1, length)
    return bytes(made)


def _insert(connection: sqlite3.Connection, table: str, given: Iterator[Any]) -> bool:
    """One row of these values; False where there are no more. What SQLite refuses is left out."""
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    row = [value for value, _ in zip(given, columns, strict=False)]
    row += [None] * (len(columns) - len(row))
    texts = ["CAST(? AS TEXT)" if isinstance(value, str) else "?" for value in row]
    raw = [v.encode("utf-8", "surrogateescape") if isinstance(v, str) else v for v in row]
    with suppress(sqlite3.Error):
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join(texts)})", raw)
    return any(value is not None for value in row)


@cache
def _history(place: int) -> bytes:
    """A sound history of a family, as an image."""
    kept = _FAMILIES[place]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(kept.schema)
        for number in range(1, 40):
            page = f"https://www.imdb.com/title/tt{number:07}/"
            connection.execute(f"INSERT INTO {kept.page}", (number, page))
            moment = NOW - timedelta(hours=number)
            connection.execute(f"INSERT INTO {kept.visit}", (number, kept.ticks(moment)))
        connection.commit()
        return connection.serialize()


def _rows(place: int, data: bytes) -> bytes:
    """A history whose rows are of these values, beside one that is sound."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(_history(place))
        given = values(data)
        for number in range(_ROWS):
            if not _insert(connection, _FAMILIES[place].tables[number % 2], given):
                break
        connection.commit()
        return connection.serialize()


def browsers(data: bytes) -> None:
    """A browser's database: which family, whether its pages or rows, and what becomes of them."""
    head, rest = data[:2].ljust(2, b"\0"), data[2:]
    place = head[0] % len(_FAMILIES)
    kept = _FAMILIES[place]
    file = folder() / "browser" / kept.name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes((edited(_history(place), rest)) if head[1] % 2 else _rows(place, rest))
    profile = BrowserProfile("Browser", kept.family, "Test", file)
    with suppress(HistoryError), read_visits(profile, folder() / "snapshots", now=NOW) as history:
        for visit in history.visits:
            f"{visit.url}{visit.title}".encode()
        history.remaining_visits([NOW])


COLUMNS = [
    (table.name, column.name)
    for table in METADATA.sorted_tables
    for column in table.columns
    if not column.primary_key
    and table.name in ("releases", "sends", "state", "windows", "contacts", "providers", "library")
]


@cache
def _library() -> wiring.Services:
    """A library with a release, once a process."""
    base = folder() / "base"
    shutil.rmtree(base, ignore_errors=True)
    found = Quantification((Fraction(1, 5),), solves=1)
    services = wiring.build(Paths.under(base), now=lambda: NOW)
    for name in ("imdb:tt0078748", "imdb:tt0113277"):
        key = services.library.find(name)
        assert key is not None
        services.library.add(key)
        services.library.rate(key, OwnRating(Rating.LIKED))
    services.privacy.set_overall(ReleaseLevel.PERTURBED)
    services.providers.add("Theirs", "http://127.0.0.1:9")
    with mock.patch.object(mechanism_planner, "quantify", return_value=found):
        services.recommend.release(services.releases.propose())
    with suppress(EpicRecError):
        services.providers.fetch("Theirs")
    return services


def ledger(data: bytes) -> None:
    """A value of the ledger, the draws or what is beside them, and then all that reads them."""
    services = _library()
    table, column = COLUMNS[int.from_bytes(data[:2], "little") % len(COLUMNS)]
    value = next(values(data[2:]), None)
    with closing(sqlite3.connect(services.paths.database)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        row = connection.execute(f"SELECT rowid, {column} FROM {table} LIMIT 1").fetchone()
        if row is None:
            return
        mark = "CAST(? AS TEXT)" if isinstance(value, str) else "?"
        raw = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
        try:
            change = f"UPDATE {table} SET {column} = {mark} WHERE rowid = ?"
            connection.execute(change, (raw, row[0]))
        except sqlite3.Error:
            return  # SQLite refuses it
        connection.commit()
        try:
            _read_all(services)
        finally:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (row[1], row[0]))
            connection.commit()


def _read_all(services: wiring.Services) -> None:
    with suppress(EpicRecError):
        entries = services.ledger.entries()
        for entry in entries:
            f"{entry.release.payload!r}{entry.sent}"
    with suppress(EpicRecError):
        services.contacts.all()
    with suppress(EpicRecError):
        services.providers.all()
    with suppress(EpicRecError):
        services.library.entries()
    with suppress(EpicRecError):
        services.data.export(folder() / "export", replace=True)
