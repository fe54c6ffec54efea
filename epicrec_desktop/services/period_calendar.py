"""The calendar of periods, and what was spent in them so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from sqlalchemy.orm import Session

from epicrec_desktop.privacy.accountant import sequential
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.periods import (
    first_period,
    next_period,
    open_period,
    period_of,
    read_periods,
)
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.sampling import contributions_of, read_account
from epicrec_desktop.store.ledger import ContributionRepository, LedgerRepository
from epicrec_desktop.store.library import LibraryRepository


@dataclass(frozen=True)
class Month:
    """A period. `movies` counts the confirmed movies assigned to it; it is never released.

    Movies that the user keeps to themselves are in no count, and not among them.
    """

    name: str  # "2026-11"
    movies: int
    sampled: datetime | None  # None: nothing of it was released yet
    receivers: tuple[str, ...]  # names of those that have a copy
    joins: bool  # movies confirmed now belong to it


@dataclass(frozen=True)
class Calendar:
    """Every period from the first to the one that movies confirmed now join, oldest first.

    `waiting` movies are assigned to a later period: they are in no release before it begins.
    """

    months: tuple[Month, ...]
    now: str
    waiting: int


@dataclass(frozen=True)
class Spending:
    """What all releases so far let an observer conclude of one movie that left through noise.

    `joint`: all providers elsewhere that combine what they have (where there are none, this
    computer's own); `alone`: each by its name, the most that one of this name has. None and empty
    before the first such release. Prior losses (a library that was restored or copied) add to
    `joint`: who received those is not known. `contributed` is the part of it that contributions
    have; None where nothing was contributed.
    """

    joint: PosteriorBound | None
    alone: Mapping[str, PosteriorBound]
    contributed: PosteriorBound | None = None


def read_calendar(session: Session, now: datetime) -> Calendar:
    """Return the calendar at this moment. In a session that reads, nothing is changed."""
    ledger, library = LedgerRepository(session), LibraryRepository(session)
    sampled, times = read_periods(session), ledger.sampled()
    weights = library.weights()
    confirmed = {key for key in library.confirmed() if weights.get(key, 1) > 0}
    size = Counter(period for key, period in library.periods().items() if key in confirmed)
    names = ledger.receivers()
    first = first_period(session, now)
    current, joins = period_of(now), open_period(sampled, now, first)
    period = min([first, *sampled, *size])
    last = max([joins, *sampled, *size])
    months = []
    while period <= last:
        record = sampled.get(period)
        months.append(
            Month(
                name=period,
                movies=size[period],
                sampled=times.get(period),
                receivers=_named(record, names),
                joins=period == joins,
            )
        )
        period = next_period(period)
    return Calendar(tuple(months), current, sum(m.movies for m in months if m.name > current))


def read_spending(session: Session) -> Spending:
    """Return what was spent, from the copies in the ledger."""
    spent = read_account(session)
    receivers = {receiver for period in spent.periods.values() for receiver in period.issued}
    receivers |= {
        one for contribution in spent.contributed.values() for one in contribution.receivers
    }
    if not receivers:
        return Spending(None, {})
    contributed = contributions_of(ContributionRepository(session).documents()).values()
    given = {
        place: issue.name
        for contribution in contributed
        for place, issue in contribution.issued.items()
    }
    names = given | LedgerRepository(session).receivers()
    alone: dict[str, Fraction] = {}
    for receiver in sorted(receivers & names.keys()):
        name = names[receiver]  # a name may have stood for several addresses
        alone[name] = max(alone.get(name, Fraction(0)), spent.loss_to([receiver]))
    elsewhere = receivers - {THIS_COMPUTER}
    joint = spent.loss_to(elsewhere or receivers) + sequential(spent.prior_losses)
    bounds = {name: PosteriorBound.of(loss) for name, loss in alone.items()}
    contribution = spent.contribution_loss
    return Spending(
        PosteriorBound.of(joint), bounds, PosteriorBound.of(contribution) if contribution else None
    )


def _named(period: Period | None, names: Mapping[str, str]) -> tuple[str, ...]:
    if period is None:
        return ()
    found = {names.get(receiver, receiver) for receiver in period.issued}
    return tuple(sorted(found - {""}))
