"""The release windows as the person sees them, and what was spent in them so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from sqlalchemy.orm import Session

from epicrec_desktop.privacy.accountant import Account, Meaning, in_words, parallel
from epicrec_desktop.services.copies import account
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.windows import first_window, next_window, open_window, window_of
from epicrec_desktop.store.ledger import DrawnWindow, LedgerRepository
from epicrec_desktop.store.library import LibraryRepository


@dataclass(frozen=True)
class Month:
    """A release window. `movies` are the confirmed ones that belong to it, known here alone."""

    name: str  # "2026-11"
    movies: int
    drawn: datetime | None  # None: nothing of it was released yet
    receivers: tuple[str, ...]  # names of those that have a copy
    joins: bool  # movies confirmed now belong to it


@dataclass(frozen=True)
class Calendar:
    """Every window from the first to the one that movies confirmed now join, oldest first.

    `waiting` movies belong to a window after this month's: they are in no release before it begins.
    """

    months: tuple[Month, ...]
    now: str
    waiting: int


@dataclass(frozen=True)
class Spending:
    """What all releases so far let an observer conclude of one movie that left through noise.

    `joint`: all providers elsewhere that put together what they have (where there are none, this
    computer's own); `alone`: each by its name, the most that one of this name has. None and empty
    before the first such release.
    """

    joint: Meaning | None
    alone: Mapping[str, Meaning]


def read_calendar(session: Session, now: datetime) -> Calendar:
    """The calendar at this moment. In a session that reads, nothing is changed."""
    ledger, library = LedgerRepository(session), LibraryRepository(session)
    drawn = ledger.windows()
    confirmed = set(library.confirmed())
    size = Counter(window for key, window in library.windows().items() if key in confirmed)
    names = receiver_names(ledger)
    first = first_window(session, now)
    current, joins = window_of(now), open_window(drawn, now, first)
    window = min([first, *drawn, *size])
    last = max([joins, *drawn, *size])
    months = []
    while window <= last:
        record = drawn.get(window)
        months.append(
            Month(
                name=window,
                movies=size[window],
                drawn=record.drawn if record is not None else None,
                receivers=_named(record, names),
                joins=window == joins,
            )
        )
        window = next_window(window)
    return Calendar(tuple(months), current, sum(m.movies for m in months if m.name > current))


def read_spending(session: Session) -> Spending:
    """What was spent, from the copies in the ledger."""
    ledger = LedgerRepository(session)
    windows = ledger.windows()
    spent: Account = account(windows)
    if not any(window.copies for window in windows.values()):
        return Spending(None, {})
    names = receiver_names(ledger)
    receivers = {copy.receiver for window in windows.values() for copy in window.copies}
    alone: dict[str, Fraction] = {}
    for receiver in sorted(receivers & names.keys()):
        name = names[receiver]  # a name may have stood for several addresses
        alone[name] = max(alone.get(name, Fraction(0)), spent.provider_loss(receiver))
    elsewhere = receivers - {THIS_COMPUTER}
    joint = parallel(w.loss_of(elsewhere or receivers) for w in spent.windows.values())
    return Spending(in_words(joint), {name: in_words(loss) for name, loss in alone.items()})


def receiver_names(ledger: LedgerRepository) -> dict[str, str]:
    """The name each receiver had at its last release."""
    oldest_first = reversed(ledger.entries())
    return {release.receiver: release.provider for release, _ in oldest_first}


def _named(window: DrawnWindow | None, names: Mapping[str, str]) -> tuple[str, ...]:
    if window is None:
        return ()
    found: Iterable[str] = (names.get(copy.receiver, copy.receiver) for copy in window.copies)
    return tuple(sorted({name for name in found if name}))
