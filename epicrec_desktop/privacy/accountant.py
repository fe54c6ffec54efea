"""The accountant: what everything that left costs together, in exact fractions.

A movie belongs to one window, so windows compose in parallel: adding or removing a movie costs what
its own window costs, however long the program is used. What this computer does not hold the windows
of (a library that was restored or copied, see `services/sampling.py`) may have had the same movies,
and adds. So do the windows of a film that was counted as two before they were known to be one.

Contributions have windows of their own, in which a movie is told of once. Their budget is beside
that of releases: a movie can be in both, so both add.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from epicrec_desktop.privacy.period import NOTHING, Period


@dataclass(frozen=True)
class Contributed:
    """A contribution that was drawn: its budget, and whom it was given to. All have the same bits,
    so that many know no more than one."""

    epsilon: Fraction
    receivers: frozenset[str]

    def loss(self, receivers: Collection[str] | None = None) -> Fraction:
        """What these (all, by default) have learned of one movie together."""
        held = self.receivers if receivers is None else self.receivers.intersection(receivers)
        return self.epsilon if held else NOTHING


@dataclass(frozen=True)
class Account:
    """All windows of a person by name, and what was spent besides.

    `prior_losses` are losses that these windows do not hold; `twice` the windows of each film that
    was counted in more than one; `contributed` the contributions by the window they were drawn in.
    """

    periods: Mapping[str, Period] = field(default_factory=dict)
    prior_losses: tuple[Fraction, ...] = ()
    twice: tuple[tuple[str, ...], ...] = ()
    contributed: Mapping[str, Contributed] = field(default_factory=dict)

    @property
    def loss(self) -> Fraction:
        """What adding or removing one movie costs, to all receivers together."""
        losses = {name: period.loss() for name, period in self.periods.items()}
        return self._of_one_movie(losses) + self.contribution_loss + sequential(self.prior_losses)

    @property
    def contribution_loss(self) -> Fraction:
        """The part of it that contributions have: a movie is told of in one of them."""
        return parallel(one.loss() for one in self.contributed.values())

    @property
    def moving_loss(self) -> Fraction:
        """What moving one movie from one window to another costs: the two costliest windows."""
        losses = sorted((period.loss() for period in self.periods.values()), reverse=True)
        contributed_losses = sorted((one.loss() for one in self.contributed.values()), reverse=True)
        return sequential((*losses[:2], *contributed_losses[:2])) + sequential(self.prior_losses)

    def loss_to(self, receivers: Collection[str]) -> Fraction:
        """What these receivers have learned of one movie, together, of the windows kept here."""
        losses = {name: period.loss(receivers) for name, period in self.periods.items()}
        contributed_losses = parallel(one.loss(receivers) for one in self.contributed.values())
        return self._of_one_movie(losses) + contributed_losses

    def _of_one_movie(self, losses: Mapping[str, Fraction]) -> Fraction:
        """The most of any window's loss, and of those of a film's windows together."""
        films = (sequential(losses.get(name, NOTHING) for name in film) for film in self.twice)
        return parallel((*losses.values(), *films))


def parallel(losses: Iterable[Fraction]) -> Fraction:
    """The loss of releases of which each item can be in one only: the largest."""
    return max(losses, default=NOTHING)


def sequential(losses: Iterable[Fraction]) -> Fraction:
    """The loss of releases that the same item can be in: their sum."""
    return sum(losses, NOTHING)
