"""Movies that belong to sampled periods and are behind the numbers of none of them.

They were refused, kept to oneself, withheld or named by a level, or in no catalog when their period
was sampled. Only this module decides whether a number counts a movie.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.raw_sql import rows

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_KEY = "uncounted"


def uncounted_movies(session: Session) -> frozenset[int]:
    """Return their local keys; never one of a movie that no sampled period has."""
    stored = StateRepository(session).get(_KEY)
    if stored is None:
        return frozenset()
    closed = rows(session, "SELECT movie_id FROM library WHERE release_period != ?", [OPEN_PERIOD])
    return frozenset(json.loads(stored)).intersection(key for (key,) in closed)


def mark_uncounted(session: Session, movies: Iterable[int]) -> None:
    """Record that no number counts these movies."""
    _store(session, uncounted_movies(session).union(movies))


def mark_counted(session: Session, movies: Iterable[int]) -> None:
    """Record that the numbers of their periods count these movies."""
    _store(session, uncounted_movies(session).difference(movies))


def _store(session: Session, movies: frozenset[int]) -> None:
    if movies != uncounted_movies(session):
        StateRepository(session).put(_KEY, json.dumps(sorted(movies)))


def join_months(
    one: Collection[str], other: Collection[str], *, counted: tuple[bool, bool]
) -> tuple[list[str], bool]:
    """Return the months of a movie that two rows say it belongs to, and whether any counts it.

    `one` and `other` are sampled months, `counted` says whose numbers have the movie. A month that
    did not count it is left out where another one did.
    """
    having = [*(one if counted[0] else ()), *(other if counted[1] else ())]
    return sorted(having or {*one, *other}), bool(having)
