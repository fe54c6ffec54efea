"""Periods: a period runs from one sampling to the next (privacy.md 7).

A movie is assigned for ever to the period that is open when it is first confirmed and eligible.
Eligible means that the levels let it leave through noise; a movie that is withheld or open takes
no part in any sample. The open period is sampled when a release asks for it, even when it is
empty; it then has the name of that month, and movies confirmed later belong to the next one. There
is one sample in a calendar month at most, and none that nobody asked for. Periods have different
movies, so adding or removing one movie costs the budget of one period however long the app is used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice
from epicrec_desktop.domain.errors import PrivacyError, StoreError
from epicrec_desktop.domain.json_text import month
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.store.choices import ChoiceRepository, StateRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.database_errors import ODD
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.samples import SampleRepository

if TYPE_CHECKING:
    from epicrec_desktop.privacy.mechanism import Mechanism
    from epicrec_desktop.privacy.period import Period


def assign_periods(session: Connection, *, choice: PrivacyChoice | None = None) -> None:
    """Assign every confirmed movie that became eligible to the open period, for ever."""
    choice = choice or ChoiceRepository(session).load()
    library = LibraryRepository(session)
    library.assign_period(
        key
        for key, categories in library.unassigned().items()
        if choice.classify(categories) is ItemClass.PERTURBED
    )


_CLOCK = "last_start"
_CONFIRM_CLOCK = message("If it is right, say so in the question before a release.")
_BACK, _AHEAD = timedelta(days=1), timedelta(days=62)


@dataclass(frozen=True)
class ClockJump:
    """The clock was at `last` when the program started or sampled, and is at `now`."""

    last: datetime
    now: datetime

    def days(self) -> dict[str, str]:
        """Return both dates."""
        return {"last": f"{self.last:%Y-%m-%d}", "now": f"{self.now:%Y-%m-%d}"}

    def error(self, instead: Message = _CONFIRM_CLOCK) -> PrivacyError:
        """Return the refusal to sample; `instead`: how the user says that the clock is right."""
        return PrivacyError(
            "The clock of this computer says {now}, and said {last} before, so nothing was blurred "
            "or sent. Set the clock. {instead}",
            **self.days(),
            instead=instead,
        )


def clock_jump(session: Connection, now: datetime) -> ClockJump | None:
    """Return how the clock jumped since the last start or sample; None where it did not.

    More than a day back, or more than two months ahead. A sample under a wrong month costs nothing
    but noise and takes the month's name, so it is asked about before.
    """
    stored = StateRepository(session).get(_CLOCK)
    if stored is None:
        return None
    last = datetime.fromisoformat(stored)
    return None if last - _BACK <= now <= last + _AHEAD else ClockJump(last, now)


def accept_clock(session: Connection, now: datetime) -> None:
    """Store that the clock is right now."""
    StateRepository(session).put(_CLOCK, now.astimezone(UTC).isoformat())


def record_start(database: Database, now: datetime) -> None:
    """Store when the program started, unless the clock jumped: that is asked about first."""
    with database.read() as session:
        stored = StateRepository(session).get(_CLOCK)
        if stored is not None and (
            clock_jump(session, now) or abs(now - datetime.fromisoformat(stored)) < _BACK
        ):
            return
    with database.write() as session:
        accept_clock(session, now)


def read_periods(session: Connection) -> dict[str, Period]:
    """Return the sampled periods by name, oldest first."""
    return periods_of(SampleRepository(session).periods())


def periods_of(documents: Mapping[str, Mapping[str, Any]]) -> dict[str, Period]:
    """Return stored periods by name. Raises `StoreError` where one is damaged."""
    if not documents:
        return {}
    from epicrec_desktop.privacy.period import Period  # noqa: PLC0415 - brings NumPy

    read: dict[int, Mechanism] = {}
    periods = {}
    try:
        for name, document in documents.items():
            mechanism = document["mechanism"]
            if id(mechanism) not in read:
                read[id(mechanism)] = _mechanism(json.dumps(mechanism))
            periods[month(name)] = Period.from_dict(document, read[id(mechanism)])
    except ODD:
        raise StoreError(
            "The blurred numbers of your releases are damaged in the database, so nothing was "
            "sent. Restore a copy of it, or erase everything to start anew."
        ) from None
    return periods


@lru_cache(maxsize=64)
def _mechanism(text: str) -> Mechanism:
    """Return a stored mechanism; its hundreds of rows are read, and its loss found, once."""
    from epicrec_desktop.privacy.mechanism import Mechanism  # noqa: PLC0415 - brings NumPy

    return Mechanism.from_dict(json.loads(text))
