"""Periods: a fixed public calendar of months, each sampled once (privacy.md 7).

A movie is assigned for ever to the first open period when it is first confirmed and eligible.
Eligible means that the levels let it leave through noise; a movie that is withheld or open takes
no part in any sample. A period is sampled at the first release in it, or at the first release
after it ends, even when empty. Periods have different movies, so adding or removing one movie
costs the budget of one period however long the app is used.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.json_text import month
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import ChoiceRepository, StateRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository

_FIRST = "first_window"

EARLIEST = "2026-10"
"""No calendar begins before the program did: a clock that stood still at its first start would have
hundreds of empty windows drawn, whose noise is in every release afterwards."""


_OLDEST = "2020-01"
"""Before any version of the program: what a database names before it is damage."""


def period_of(moment: datetime) -> str:
    """Return the period of a moment: its month in UTC, "2026-11"."""
    return moment.astimezone(UTC).strftime("%Y-%m")


def next_period(period: str) -> str:
    """Return the period after this one."""
    year, number = map(int, month(period).split("-"))
    return f"{year + number // 12:04d}-{number % 12 + 1:02d}"


def open_period(sampled: Collection[str], now: datetime, first: str = "") -> str:
    """Return the first period from `first` on that takes movies confirmed now.

    Usually this month's or the next. Later periods may be sampled already where the clock was
    wrong for a while; a movie assigned to one of those would never be released, nor would one
    assigned to a period before the first.
    """
    period = max(period_of(now), first)
    while period in sampled:
        period = next_period(period)
    return period


def due_periods(session: Session, sampled: Collection[str], now: datetime) -> list[str]:
    """Return the periods that a release now samples: this month's, and earlier ones.

    Where the clock was set back before the first period, that one is this month's.
    """
    period = first_period(session, now)
    current = max(period_of(now), period)
    due = []
    while period <= current:
        if period not in sampled:
            due.append(period)
        period = next_period(period)
    return due


def start_calendar(database: Database, now: datetime) -> None:
    """Store the month this installation began in, at its first start.

    Not when a movie first needs it: then the existing periods would disclose when that was.
    """
    with database.read() as session:
        known = StateRepository(session).get(_FIRST) is not None
    if not known:
        with database.write() as session:
            first_period(session, now)


def first_period(session: Session, now: datetime) -> str:
    """Return the month this installation began in; the first call stores it."""
    state = StateRepository(session)
    first = state.get(_FIRST)
    if first is None:
        first = max(period_of(now), EARLIEST)
        state.put(_FIRST, first)
    return max(month(first), _OLDEST)


def stored_first_period(session: Session) -> str | None:
    """Return the month this installation began in, if it is stored."""
    return StateRepository(session).get(_FIRST)


def restore_calendar(session: Session, first: str) -> None:
    """Let the calendar of a restored library begin when it began where it was exported."""
    known = stored_first_period(session)
    StateRepository(session).put(_FIRST, max(EARLIEST, min(first, known or first)))


def assign_periods(session: Session, *, now: datetime, choice: PrivacyChoice | None = None) -> None:
    """Assign every confirmed movie that became eligible to the first open period, for ever."""
    choice = choice or ChoiceRepository(session).load()
    library = LibraryRepository(session)
    assigned = library.periods()
    waiting = [key for key in library.confirmed() if key not in assigned]
    movies = CatalogRepository(session).movies(waiting)
    eligible = [
        key
        for key, movie in movies.items()
        if movie.wire_id is not None and choice.classify(movie.categories) is ItemClass.PERTURBED
    ]
    if eligible:
        period = open_period(LedgerRepository(session).periods(), now, first_period(session, now))
        library.assign_period(eligible, period)


def read_periods(session: Session) -> dict[str, Period]:
    """Return the sampled periods by name, oldest first."""
    return periods_of(LedgerRepository(session).periods())


def periods_of(documents: Mapping[str, Mapping[str, Any]]) -> dict[str, Period]:
    """Return stored periods by name. Raises `StoreError` where one is damaged."""
    try:
        return {month(name): Period.from_dict(document) for name, document in documents.items()}
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise StoreError(
            "What was drawn for your releases is damaged in the database, so nothing was sent. "
            "Restore a copy of it, or erase everything to start anew."
        ) from None
