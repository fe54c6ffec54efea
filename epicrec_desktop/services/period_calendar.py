"""The calendar of periods, and what was spent in them so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from sqlalchemy import Connection

from epicrec_desktop.domain.months import open_month, period_of
from epicrec_desktop.domain.release import OPEN_PERIOD, THIS_COMPUTER
from epicrec_desktop.privacy.accountant import Account, sequential
from epicrec_desktop.privacy.period import NOTHING
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.account import read_account
from epicrec_desktop.services.periods import read_periods
from epicrec_desktop.services.sampled_contribution import contributions_of
from epicrec_desktop.store.choices import ProviderRepository
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.sample_file import LossCause
from epicrec_desktop.store.samples import SampleRepository


@dataclass(frozen=True)
class Month:
    """A period. `movies` counts the confirmed movies that its numbers count; it is never released.

    Movies that the user keeps to themselves are in no count, and not among them.
    """

    name: str  # "2026-11", when it was sampled, or can be first
    movies: int
    sampled: datetime | None  # None: the open period, which movies confirmed now join
    receivers: tuple[str, ...]  # names of those that have a copy


@dataclass(frozen=True)
class Calendar:
    """The sampled periods by month, then the open one, which movies confirmed now join."""

    months: tuple[Month, ...]
    now: str


@dataclass(frozen=True)
class Spending:
    """What all releases so far let an observer conclude of one movie that left through noise.

    `joint`: all providers elsewhere that combine what they have (where there are none, this
    computer's own); `alone`: each by its name, the most that one of this name has. None and empty
    before the first such release. Prior losses (a library that was restored, copied or lost) add to
    all of them. `contributed` is the part of it that contributions have; None where nothing was
    contributed. `series` is of a whole series counted in several months; None where that is not
    known, or one month has all. `causes` are why prior losses add.
    """

    joint: PosteriorBound | None
    alone: Mapping[str, PosteriorBound]
    contributed: PosteriorBound | None = None
    series: PosteriorBound | None = None
    causes: tuple[LossCause, ...] = ()

    @property
    def forgot_releases(self) -> bool:
        """Whether the ledger may lack lists that this library sent: it was restored since."""
        return LossCause.RESTORED in self.causes


def read_calendar(session: Connection, now: datetime) -> Calendar:
    """Return the calendar at this moment. In a session that reads, nothing is changed."""
    ledger, library = LedgerRepository(session), LibraryRepository(session)
    sampled, times = read_periods(session), SampleRepository(session).sampling_times()
    uncounted = library.uncounted()
    parts = library.confirmed_parts().items()
    size = Counter(part.periods[0] for key, part in parts if part.weight and key not in uncounted)
    names = ledger.receivers()
    months = []
    for name, period in sorted(sampled.items()):
        receivers = {names.get(receiver, receiver) for receiver in period.issued} - {""}
        months.append(Month(name, size[name], times[name], tuple(sorted(receivers))))
    months.append(Month(open_month(sampled, now), size[OPEN_PERIOD], None, ()))
    return Calendar(tuple(months), period_of(now))


def read_spending(session: Connection) -> Spending:
    """Return what was spent, from the copies in the ledger."""
    spent = read_account(session)
    contributed = contributions_of(ContributionRepository(session).documents()).values()
    given = {
        place: issue.name
        for contribution in contributed
        for place, issue in contribution.issued.items()
    }
    providers = {one.address: one.name for one in ProviderRepository(session).all()}
    names = providers | given | LedgerRepository(session).receivers()
    alone: dict[str, Fraction] = {}
    for receiver in sorted(spent.receivers):
        name = names.get(receiver, receiver)  # a name may have stood for several addresses
        alone[name] = max(alone.get(name, NOTHING), _loss_to(spent, [receiver]))
    together = spent.receivers - {THIS_COMPUTER} or spent.receivers
    joint = _loss_to(spent, together)
    series = None if spent.prior_losses else spent.series_loss_to(together)
    bounds = {name: PosteriorBound.of(loss) for name, loss in alone.items()}
    contribution = spent.contribution_loss
    causes = dict.fromkeys(one.why for one in SampleRepository(session).read().prior_losses)
    return Spending(
        PosteriorBound.of(joint) if joint else None,
        bounds,
        PosteriorBound.of(contribution) if contribution else None,
        PosteriorBound.of(series) if series is not None and series > joint else None,
        tuple(causes),
    )


def read_known_to(session: Connection, receiver: str) -> PosteriorBound | None:
    """Return the most that the receiver at this address has learned of one movie; None without."""
    loss = _loss_to(read_account(session), [receiver])
    return PosteriorBound.of(loss) if loss else None


def _loss_to(spent: Account, receivers: Collection[str]) -> Fraction:
    """Return what these have learned together. Who received prior losses is not known."""
    return spent.loss_to(receivers) + sequential(spent.prior_losses)
