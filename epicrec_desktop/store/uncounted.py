"""Movies that belong to sampled periods and are behind the numbers of none of them.

They were refused, kept to oneself, withheld or named by a level, or in no catalog when their period
was sampled. Only this module decides whether a number counts a movie.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.movie_rows import LibraryRow
from epicrec_desktop.store.records import select, table

_KEY = "uncounted"


def uncounted_movies(session: Connection) -> frozenset[int]:
    """Return their local keys; never one of a movie that no sampled period has."""
    stored = StateRepository(session).get(_KEY)
    if stored is None:
        return frozenset()
    library = table(LibraryRow).c
    closed = sa.select(library.movie_id).where(library.release_period != OPEN_PERIOD)
    return frozenset(json.loads(stored)).intersection(session.scalars(closed))


class StoredPeriods(NamedTuple):
    """The period a movie belongs to, and others that counted it as another movie.

    `uncounted`: it is behind the numbers of none of them.
    """

    release_period: str
    also_in: tuple[str, ...]
    uncounted: bool


def stored_periods(session: Connection) -> dict[int, StoredPeriods]:
    """Return the period of every movie that has one, also of those that are no longer listed."""
    rows = select(session, LibraryRow, table(LibraryRow).c.release_period.is_not(None))
    uncounted = uncounted_movies(session)
    return {
        row.movie_id: StoredPeriods(row.release_period, row.also_in, row.movie_id in uncounted)
        for row in rows
        if row.release_period is not None
    }


def mark(
    session: Connection, *, counted: Iterable[int] = (), uncounted: Iterable[int] = ()
) -> None:
    """Record which movies the numbers of their periods count, and which no number counts."""
    before = uncounted_movies(session)
    after = before.difference(counted).union(uncounted)
    if after != before:
        StateRepository(session).put(_KEY, json.dumps(sorted(after)))


def join_months(
    one: Collection[str], other: Collection[str], *, counted: tuple[bool, bool]
) -> tuple[list[str], bool]:
    """Return the months of a movie that two rows say it belongs to, and whether any counts it.

    `one` and `other` are sampled months, `counted` says whose numbers have the movie. A month that
    did not count it is left out where another one did.
    """
    having = [*(one if counted[0] else ()), *(other if counted[1] else ())]
    return sorted(having or {*one, *other}), bool(having)
