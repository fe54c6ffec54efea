"""Reads the visits of a browser profile from a private copy of its database."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.history import BrowserProfile, Visit, Watermark
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.history import rows
from epicrec_desktop.history.problems import of_sqlite, problem
from epicrec_desktop.history.schemas import (
    SCHEMAS,
    Columns,
    Schema,
    columns_of,
    count_unusable,
    select_last,
    select_oldest,
    select_pages,
    select_times,
    select_untitled,
)
from epicrec_desktop.history.snapshot import snapshot

_ROWS = 2000  # fetched, reported and checked for cancellation at a time
_BEFORE_ALL, _AFTER_ALL = -(2**63), 2**63 - 1
_TITLE_S = 15  # a browser that knows a page's title has written it by then
_NEWEST = 1_000  # visits: more are not made in that time
_LIMITS = {
    "longest": rows.MAX_VISIT_S * 1_000_000,
    "url_characters": rows.URL_CHARACTERS,
    "title_characters": rows.TITLE_CHARACTERS,
}
_HANDLER_STEPS = 100_000  # of SQLite's machine between two questions whether to stop

Wanted = Callable[[str, str], bool]
"""Asked of a page's URL and title as the browser keeps them. False: nothing is to be made of this
page, whatever cleaning makes of the two."""

_Row = tuple[object, object, int, int, int, int]  # as select_pages says
_Chunk = tuple[list[_Row], int]


@dataclass
class History:
    """What is new in a profile; use it inside the `with` of `read_visits`.

    visits:    read once, streamed; all visits of a page since the watermark are folded into one
               `Visit`. Iterating may raise `HistoryError` (`corrupt`, …) and `Cancelled`.
    watermark: pass it as `since` next time; keep it only if all visits were taken.
    full:      everything was read (first time, or the history was cleared and ids are reused):
               what was seen in this profile before is counted again, so replace, do not add.
    total:     rows of the visits table that are read, those that are no pages included.
    skipped:   visits that could not be used (no URL, an impossible time); final at the end.
    oldest:    time of the oldest visit of any kind, also if it is not read.
    still:     those of some moments (aware) at which there is still a visit, of whatever page.
    """

    visits: Iterator[Visit]
    watermark: Watermark
    full: bool
    total: int
    skipped: int = 0
    oldest: datetime | None = None
    still: Callable[[Iterable[datetime]], set[datetime]] = set


@contextmanager
def read_visits(
    profile: BrowserProfile,
    folder: Path,
    *,
    since: Watermark | None = None,
    wanted: Wanted | None = None,
    report: Report = quiet,
    cancelled: IsCancelled = never,
    now: datetime | None = None,
) -> Iterator[History]:
    """The visits of a profile since a watermark, or all; the copy is gone when the block ends.

    `folder` is the one for snapshots (0700). Pages that are not `wanted` are passed over early,
    which is most of the time of reading. `now` (aware) replaces the clock: later visits count
    as of now. When reading on, visits of the last seconds whose page has no title yet are left for
    the next time, with those after them: the browser writes a title when it knows it.
    Raises `HistoryError` (those of `snapshot`; `corrupt`, `schema`) and `Cancelled`.
    """
    schema = SCHEMAS[profile.family]
    report(Progress("Copying the history"))
    with (
        snapshot(profile.database, folder, cancelled=cancelled) as copy,
        closing(sqlite3.connect(copy, isolation_level=None)) as connection,
    ):
        _prepare(connection, cancelled)
        history = History(iter(()), Watermark(0, ""), full=True, total=0)
        history.still = partial(_still, connection, schema)
        clock = rows.Clock(schema.epoch, now or datetime.now(UTC))
        parameters = {"earliest": clock.earliest}
        with _told():
            columns = columns_of(connection, schema)
            after = _set_range(history, connection, schema, since)
            until = _hold_back(history, connection, schema, columns, clock, after)
            parameters |= {"after": after, "until": until}
            unusable = connection.execute(count_unusable(schema, columns), parameters).fetchone()
            history.skipped = unusable[0]
            (oldest,) = connection.execute(select_oldest(schema), parameters).fetchone()
            history.oldest = None if oldest is None else clock.time(oldest)
        parameters |= _LIMITS
        chunks = _chunks(connection, select_pages(schema, columns), parameters, cancelled)
        history.visits = _visits(history, _pages(chunks, wanted), clock, report)
        yield history


def _visits(
    history: History, chunks: Iterator[_Chunk], clock: rows.Clock, report: Report
) -> Iterator[Visit]:
    done = 0
    for chunk, visits in chunks:
        done += visits
        for raw_url, title, count, duration, first, last in chunk:
            url = rows.clean_url(raw_url)
            if url is None:
                history.skipped += count
                continue
            end = clock.time(last)
            start = end if first == last else clock.time(first)
            yield Visit(url, rows.clean_title(title), end, duration / 1e6, count, start)
        report(Progress("Reading the history", done, history.total))


def _pages(chunks: Iterator[list[_Row]], wanted: Wanted | None) -> Iterator[_Chunk]:
    """Pages to be read, and how many visits of all pages are passed with them."""
    for chunk in chunks:
        visits = sum(row[2] for row in chunk)
        yield (chunk if wanted is None else _only(chunk, wanted)), visits


def _only(chunk: list[_Row], wanted: Wanted) -> list[_Row]:
    """Rows that are wanted, and those that cleaning has to look at."""
    kept = []
    for row in chunk:
        url, title = row[0], row[1]
        if isinstance(url, str) and ":" in url and (title is None or isinstance(title, str)):
            if wanted(url, title or ""):
                kept.append(row)
        else:
            kept.append(row)
    return kept


def _chunks(
    connection: sqlite3.Connection, sql: str, parameters: dict[str, int], cancelled: IsCancelled
) -> Iterator[list[_Row]]:
    with _told():
        cursor = connection.execute(sql, parameters)
    while True:
        check(cancelled)
        with _told():
            chunk = cursor.fetchmany(_ROWS)
        if not chunk:
            return
        yield chunk


def _prepare(connection: sqlite3.Connection, cancelled: IsCancelled) -> None:
    """Nothing of the history on disk besides the copy, and no code of the database's own."""
    connection.text_factory = rows.decode
    connection.set_progress_handler(cancelled, _HANDLER_STEPS)
    with _told():
        for pragma in ("temp_store = MEMORY", "trusted_schema = OFF", "query_only = ON"):
            connection.execute(f"PRAGMA {pragma}")


def _set_range(
    history: History, connection: sqlite3.Connection, schema: Schema, since: Watermark | None
) -> int:
    """Fill in watermark, `full` and `total`; returns the last visit id that is not read."""
    last = _newest(connection, schema, _AFTER_ALL)
    if last is not None:
        history.watermark = last
    after = _BEFORE_ALL
    if since is not None and since.fingerprint:
        then = connection.execute(
            select_last(schema, "WHERE v.id = ?"), (since.visit_id,)
        ).fetchone()
        if then is not None and _fingerprint(then) == since.fingerprint:
            history.full, after = False, since.visit_id
    history.total = _count(connection, schema, after, _AFTER_ALL)
    return after


def _hold_back(
    history: History,
    connection: sqlite3.Connection,
    schema: Schema,
    columns: Columns,
    clock: rows.Clock,
    after: int,
) -> int:
    """The last visit id to read, when reading on; `history` is told that it ends there.

    A first read takes everything: it is what the person waits for.
    """
    if history.full:
        return _AFTER_ALL
    limits = {
        "recent": clock.ticks_before(_TITLE_S),
        "now": clock.ticks_before(0),
        "after": max(after, history.watermark.visit_id - _NEWEST),
        "until": _AFTER_ALL,
    }
    (untitled,) = connection.execute(select_untitled(schema, columns), limits).fetchone()
    if untitled is None:
        return _AFTER_ALL
    until: int = untitled - 1
    history.watermark = _newest(connection, schema, until) or history.watermark
    history.total = _count(connection, schema, after, until)
    return until


def _newest(connection: sqlite3.Connection, schema: Schema, until: int) -> Watermark | None:
    # Ids that are no numbers come after all numbers, and are told.
    condition = "WHERE v.id <= ? OR typeof(v.id) != 'integer' ORDER BY v.id DESC LIMIT 1"
    row = connection.execute(select_last(schema, condition), (until,)).fetchone()
    if row is None:
        return None
    if not isinstance(row[0], int):
        raise problem("schema")
    return Watermark(row[0], _fingerprint(row))


def _count(connection: sqlite3.Connection, schema: Schema, after: int, until: int) -> int:
    count = f"SELECT count(*) FROM {schema.visits} WHERE id > ? AND id <= ?"  # noqa: S608
    (number,) = connection.execute(count, (after, until)).fetchone()
    return int(number)


def _still(
    connection: sqlite3.Connection, schema: Schema, moments: Iterable[datetime]
) -> set[datetime]:
    by_ticks = {rows.to_ticks(moment, schema.epoch): moment for moment in moments}
    with _told():
        found = connection.execute(select_times(schema), (json.dumps(list(by_ticks)),)).fetchall()
    return {by_ticks[ticks] for (ticks,) in found}


def _fingerprint(row: tuple[Any, ...]) -> str:
    """Of id, time and page number: the URL cannot be guessed from it, and these never change.

    (Chromium changes a visit's transition and duration later.)
    """
    return hashlib.sha256(repr(row).encode()).hexdigest()[:32]


@contextmanager
def _told() -> Iterator[None]:
    """Say what errors of SQLite mean; an interruption is a cancellation."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise Cancelled from None
        raise of_sqlite(error) from error
