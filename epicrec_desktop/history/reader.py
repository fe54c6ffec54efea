"""Reads the visits of a browser profile from a private copy of its database."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.history import BrowserProfile, Match, Visit, Watermark
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress, check
from epicrec_desktop.history import cleaning
from epicrec_desktop.history.errors import problem, sqlite_error
from epicrec_desktop.history.schemas import (
    SCHEMAS,
    Columns,
    Schema,
    columns_of,
    select_last,
    select_overview,
    select_pages,
    select_texts,
    select_times,
    select_untitled,
)

_ROWS = 200  # fetched and checked for cancellation at a time: few enough for a processor's cache
_REPORTED = 10 * _ROWS  # pages between two reports
_BEFORE_ALL, _AFTER_ALL = -(2**63), 2**63 - 1
_TITLE_S = 15  # a browser that knows a page's title has written it by then
_NEWEST = 1_000  # visits: more are not made in that time
_LIMITS = {
    "longest": cleaning.MAX_VISIT_S * 1_000_000,
    "url_characters": cleaning.URL_CHARACTERS,
    "title_characters": cleaning.TITLE_CHARACTERS,
}
_HANDLER_STEPS = 100_000  # of SQLite's machine between two questions whether to stop

Wanted = Callable[[str, str], bool]
"""Asked of a page's URL and title before they are cleaned. False: nothing is to be made of this
page, whatever cleaning makes of the two."""

Find = Callable[[str, str], Match]
"""What a page says by its URL and title, once they are cleaned."""

_Row = tuple[Any, ...]


@dataclass
class ProfileHistory:
    """What is new in a profile; use it inside the `with` of `read_copy`.

    visits:    read once, streamed; all visits of a page since the watermark are folded into one
               `Visit`. Iterating may raise `HistoryError` (`corrupt`, …) and `Cancelled`.
    watermark: pass it as `since` next time; keep it only if all visits were taken.
    full:      everything was read (first time, or the history was cleared and ids are reused):
               what was seen in this profile before is counted again, so replace, do not add.
    total:     rows of the visits table that are read, those that are no pages included.
    skipped:   visits that could not be used (no URL, an impossible time); final at the end.
    oldest:    time of the oldest visit of any kind, also if it is not read.
    remaining_visits: which of some moments (aware) still have a visit, of whatever page.
    """

    visits: Iterator[Visit]
    watermark: Watermark
    full: bool
    total: int
    skipped: int = 0
    oldest: datetime | None = None
    remaining_visits: Callable[[Iterable[datetime]], set[datetime]] = set


@contextmanager
def read_copy(
    profile: BrowserProfile,
    *,
    wanted: Wanted,
    find: Find,
    since: Watermark | None = None,
    job: Job = UNATTENDED,
    now: datetime | None = None,
) -> Iterator[ProfileHistory]:
    """Yield the visits of a profile whose database is a snapshot, since a watermark, or all.

    Only visits of pages in which `find` finds something are read, without URL and title, and what
    it found is in `Visit.match`; a page that is not `wanted` is passed over before it is cleaned,
    which is most of a history. `now` (aware) replaces the clock: later visits count as of now. When
    reading on, visits of the last seconds whose page has no title yet are left for the next time,
    with those after them: the browser writes a title when it knows it.
    Raises `HistoryError` (`corrupt`, `schema`) and `Cancelled`.
    """
    schema = SCHEMAS[profile.family]
    with ExitStack() as stack:
        connection = stack.enter_context(
            closing(sqlite3.connect(profile.database, isolation_level=None))
        )
        # Nothing of the history on disk besides the copy, and no code of the database's own.
        connection.text_factory = cleaning.decode
        connection.set_progress_handler(job.cancelled, _HANDLER_STEPS)
        with _translate_sqlite_errors():
            for pragma in ("temp_store = MEMORY", "trusted_schema = OFF", "query_only = ON"):
                connection.execute(f"PRAGMA {pragma}")
        history = ProfileHistory(iter(()), Watermark(0, ""), full=True, total=0)
        history.remaining_visits = partial(_find_remaining_visits, connection, schema)
        clock = cleaning.Clock(schema.epoch, now or datetime.now(UTC))
        with _translate_sqlite_errors():
            columns = columns_of(connection, schema)
            parameters = {"earliest": clock.earliest, **_LIMITS}
            reading = _Reading(connection, schema, columns, clock, job, parameters)
            after = _set_range(history, reading, since)
            until = _find_last_complete_visit(history, reading, after)
            parameters |= {"after": after, "until": until}
            overview = select_overview(schema, columns)
            oldest, unusable, without_page = reading.row(overview, parameters)
            history.oldest = None if oldest is None else clock.time(oldest)
            # Read by page, visits of no page are never seen.
            history.skipped = unusable + without_page
        visits = _visits(history, reading, wanted, find)
        # An unfinished query keeps the copy open, and Windows would not remove it.
        stack.enter_context(closing(visits))
        history.visits = visits
        yield history


@dataclass(frozen=True)
class _Reading:
    connection: sqlite3.Connection
    schema: Schema
    columns: Columns
    clock: cleaning.Clock
    job: Job
    parameters: dict[str, int]

    def row(self, sql: str, parameters: Mapping[str, int] | tuple[int, ...] = ()) -> _Row:
        row: _Row = self.connection.execute(sql, parameters).fetchone()
        return row

    def newest(self, until: int) -> Watermark | None:
        # Ids that are no numbers come after all numbers, and are reported as damage.
        condition = "WHERE v.id <= ? OR typeof(v.id) != 'integer' ORDER BY v.id DESC LIMIT 1"
        row = self.row(select_last(self.schema, condition), (until,))
        if row is None:
            return None
        if not isinstance(row[0], int):
            raise problem("schema")
        return Watermark(row[0], _fingerprint(row))

    def count(self, after: int, until: int) -> int:
        count = f"SELECT count(*) FROM {self.schema.visits} WHERE id > ? AND id <= ?"  # noqa: S608
        return int(self.row(count, (after, until))[0])

    def chunks(self, sql: str, **more: str) -> Iterator[list[_Row]]:
        with closing(self.connection.cursor()) as cursor:
            with _translate_sqlite_errors():
                cursor.execute(sql, {**self.parameters, **more})
            while True:
                check(self.job.cancelled)
                with _translate_sqlite_errors():
                    chunk = cursor.fetchmany(_ROWS)
                if not chunk:
                    return
                yield chunk


def _visits(
    history: ProfileHistory, reading: _Reading, wanted: Wanted, find: Find
) -> Generator[Visit, None, None]:
    """Yield the visits of pages that name something: pages once each, then their visits."""
    matches: dict[int, Match | None] = {}
    for chunk in _texts(history, reading):
        for page, raw_url, raw_title in chunk:
            try:
                url, title = raw_url.decode(), raw_title.decode() if raw_title else ""
            except (AttributeError, UnicodeDecodeError):  # a number, nothing, or no UTF-8
                url, title = cleaning.as_text(raw_url), cleaning.as_text(raw_title)
            if not wanted(url, title):
                continue
            cleaned = cleaning.clean_url(cleaning.truncate_at_nul(url))
            title = cleaning.clean_title(cleaning.truncate_at_nul(title))
            match = None if cleaned is None else find(cleaned, title)
            if match is None or match.movies:
                matches[page] = match
    sql = select_pages(reading.schema, reading.columns)
    for chunk in reading.chunks(sql, pages=json.dumps([k for k in matches if isinstance(k, int)])):
        for page, *figures in chunk:
            match = matches[page]
            if match is None:
                history.skipped += figures[0]
            else:
                count, duration, first, last = figures
                end = reading.clock.time(last)
                start = end if first == last else reading.clock.time(first)
                yield Visit("", "", end, duration / 1e6, count, start, match)
    reading.job.report(Progress("Reading the history", history.total, history.total))


def _texts(history: ProfileHistory, reading: _Reading) -> Iterator[list[_Row]]:
    """Pages in chunks: id, and URL and title as bytes."""
    count = f"SELECT count(*) FROM {reading.schema.pages}"  # noqa: S608 - a name of our tables
    sql = select_texts(reading.schema, reading.columns, new_only=not history.full)
    done, decode = 0, reading.connection.text_factory
    reading.connection.text_factory = bytes
    try:
        (pages,) = reading.row(count)
        for chunk in reading.chunks(sql):
            yield chunk
            done += len(chunk)
            if done % _REPORTED == 0:
                part = history.total * done // max(1, pages)
                reading.job.report(Progress("Reading the history", part, history.total))
    finally:
        reading.connection.text_factory = decode


def _set_range(history: ProfileHistory, reading: _Reading, since: Watermark | None) -> int:
    """Fill in watermark, `full` and `total`; returns the last visit id that is not read."""
    history.watermark = reading.newest(_AFTER_ALL) or history.watermark
    after = _BEFORE_ALL
    if since is not None and since.fingerprint:
        then = reading.row(select_last(reading.schema, "WHERE v.id = ?"), (since.visit_id,))
        if then is not None and _fingerprint(then) == since.fingerprint:
            history.full, after = False, since.visit_id
    history.total = reading.count(after, _AFTER_ALL)
    return after


def _find_last_complete_visit(history: ProfileHistory, reading: _Reading, after: int) -> int:
    """Return the last visit id to read, when reading on; `history` records that it ends there.

    A first read takes everything: it is what the person waits for.
    """
    if history.full:
        return _AFTER_ALL
    limits = {
        "recent": reading.clock.ticks_before(_TITLE_S),
        "now": reading.clock.ticks_before(0),
        "after": max(after, history.watermark.visit_id - _NEWEST),
        "until": _AFTER_ALL,
    }
    (untitled,) = reading.row(select_untitled(reading.schema, reading.columns), limits)
    if untitled is None:
        return _AFTER_ALL
    until: int = untitled - 1
    history.watermark = reading.newest(until) or history.watermark
    history.total = reading.count(after, until)
    return until


def _find_remaining_visits(
    connection: sqlite3.Connection, schema: Schema, moments: Iterable[datetime]
) -> set[datetime]:
    by_ticks = {cleaning.to_ticks(moment, schema.epoch): moment for moment in moments}
    with _translate_sqlite_errors():
        found = connection.execute(select_times(schema), (json.dumps(list(by_ticks)),)).fetchall()
    return {by_ticks[ticks] for (ticks,) in found}


def _fingerprint(row: tuple[Any, ...]) -> str:
    """Of id, time and page number: the URL cannot be guessed from it, and these never change.

    (Chromium changes a visit's transition and duration later.)
    """
    return hashlib.sha256(repr(row).encode()).hexdigest()[:32]


@contextmanager
def _translate_sqlite_errors() -> Iterator[None]:
    """Say what errors of SQLite mean; an interruption is a cancellation."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise Cancelled from None
        raise sqlite_error(error) from error
    except UnicodeDecodeError:  # of SQLite's own words, where it quotes what is damaged
        raise problem("corrupt") from None
