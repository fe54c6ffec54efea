"""The accountant: what everything that left costs together, in exact fractions.

A movie belongs to one period, so periods compose in parallel: adding or removing a movie costs what
its own period costs, however long the program is used. What this computer does not hold the periods
of (a library that was restored or copied, see `services/account.py`) may have had the same movies,
and adds. So do the periods of a movie that was counted as two before they were known to be one.

Movies of one series cost what one movie does in a period that counts by series; a series whose
movies are in several periods costs all of them together.

Contributions have periods of their own, in which a movie is reported once. Their budget is beside
that of releases: a movie can be in both, so both add.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from epicrec_desktop.domain.release import SharedPeriods
from epicrec_desktop.privacy.period import NOTHING, Period


@dataclass(frozen=True)
class Contributed:
    """A sampled contribution: its budget, and whom it was given to. All have the same bits,
    so that many know no more than one."""

    epsilon: Fraction
    receivers: frozenset[str]

    def loss(self, receivers: Collection[str] | None = None) -> Fraction:
        """Return what these (all, by default) have learned of one movie together."""
        held = self.receivers if receivers is None else self.receivers.intersection(receivers)
        return self.epsilon if held else NOTHING


@dataclass(frozen=True)
class Account:
    """All periods of a user by name, and what was spent besides.

    `prior_losses` are losses that these periods do not hold; `twice` the periods of each movie that
    was counted in more than one; `contributed` the contributions by the period they were sampled
    in; `contributed_twice` the periods of each movie that more than one of them reported.
    """

    periods: Mapping[str, Period] = field(default_factory=dict)
    prior_losses: tuple[Fraction, ...] = ()
    twice: SharedPeriods = ()
    contributed: Mapping[str, Contributed] = field(default_factory=dict)
    contributed_twice: SharedPeriods = ()

    @property
    def loss(self) -> Fraction:
        """What adding or removing one movie costs, to all receivers together."""
        losses = {name: period.loss() for name, period in self.periods.items()}
        prior_loss = sequential(self.prior_losses)
        return of_one_movie(losses, self.twice) + self.contribution_loss + prior_loss

    @property
    def contribution_loss(self) -> Fraction:
        """Return the part of the loss that contributions have."""
        losses = {name: one.loss() for name, one in self.contributed.items()}
        return of_one_movie(losses, self.contributed_twice)

    @property
    def receivers(self) -> frozenset[str]:
        """Whoever was given a period or a contribution."""
        given = (period.issued for period in self.periods.values())
        contributed = (one.receivers for one in self.contributed.values())
        return frozenset().union(*given, *contributed)

    def loss_to(self, receivers: Collection[str]) -> Fraction:
        """Return what these receivers together have learned of one movie from stored periods."""
        losses = {name: period.loss(receivers) for name, period in self.periods.items()}
        contributed = {name: one.loss(receivers) for name, one in self.contributed.items()}
        return of_one_movie(losses, self.twice) + of_one_movie(contributed, self.contributed_twice)

    def series_loss_to(self, receivers: Collection[str]) -> Fraction | None:
        """Return what these receivers together have learned of a whole series, all of it or none.

        Every period counts its own part of a series, so they add. None where something counted each
        movie by itself: what several of them cost then depends on how many there are.
        """
        asked = [period for period in self.periods.values() if period.loss(receivers)]
        contributed = any(one.loss(receivers) for one in self.contributed.values())
        if contributed or not all(period.mechanism.by_series for period in asked):
            return None
        return sequential(period.loss(receivers) for period in asked)


def of_one_movie(losses: Mapping[str, Fraction], twice: Iterable[Sequence[str]]) -> Fraction:
    """Return the largest loss of one movie: of any period, or of all periods that counted it.

    `losses` are by period; `twice` the periods of each movie that several of them counted.
    """
    movies = (sequential(losses.get(name, NOTHING) for name in periods) for periods in twice)
    return parallel((*losses.values(), *movies))


def parallel(losses: Iterable[Fraction]) -> Fraction:
    """Return the loss of releases of which each item can be in one only: the largest."""
    return max(losses, default=NOTHING)


def sequential(losses: Iterable[Fraction]) -> Fraction:
    """Return the loss of releases that the same item can be in: their sum."""
    return sum(losses, NOTHING)
