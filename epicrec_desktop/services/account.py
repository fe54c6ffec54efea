"""Read what everything that left has cost, and the losses that other samples add to it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from sqlalchemy import Connection

from epicrec_desktop.domain.json_text import fraction
from epicrec_desktop.domain.release import SharedPeriods
from epicrec_desktop.privacy.accountant import Account, of_one_movie
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.services.periods import periods_of, read_periods
from epicrec_desktop.services.sampled_contribution import contributions_of
from epicrec_desktop.store.sample_file import CONTRIBUTED, RELEASED, LossCause, PriorLoss, Samples
from epicrec_desktop.store.samples import SampleRepository

Document = Mapping[str, Any]
_FINEST = 10**100
"""The largest denominator of a stored loss; that of a sum over many mechanisms may be larger."""


def read_account(session: Connection) -> Account:
    """Return the cost of everything that left."""
    samples = SampleRepository(session).read()
    contributed = contributions_of(samples.contributions)
    periods = read_periods(session)
    return Account(
        periods,
        tuple(_by_now(loss, periods, samples.twice) for loss in samples.prior_losses),
        samples.twice,
        {name: sampled.account for name, sampled in contributed.items()},
        samples.contributed_twice,
    )


def _by_now(prior_loss: PriorLoss, periods: Mapping[str, Period], twice: SharedPeriods) -> Fraction:
    """Return a prior loss as of now.

    Periods that a restored database had forgotten are stored here, and may have been sent
    since, or to a receiver trusted more; their movies may be in later periods too.
    """
    loss = fraction(prior_loss.loss)
    if prior_loss.why != LossCause.RESTORED or prior_loss.kind != RELEASED:
        return loss
    known = {name: periods[name].loss() for name in prior_loss.periods if name in periods}
    return max(loss, of_one_movie(known, twice))


def all_lost(samples: Samples, why: LossCause) -> list[PriorLoss]:
    """Return the loss of all samples of a library whose movies may be sampled again elsewhere.

    Where that library may live on, what it had sampled and not sent yet counts as sent.
    """
    library_id = samples.library_id
    lives_on = why == LossCause.COPIED
    return [
        *prior_loss_of(samples.periods, why, library_id, lives_on=lives_on, twice=samples.twice),
        *contribution_loss(samples.contributions, why, library_id, samples.contributed_twice),
    ]


def prior_loss_of(
    documents: Mapping[str, Document],
    why: LossCause,
    library_id: str | None = None,
    *,
    lives_on: bool = False,
    twice: SharedPeriods = (),
) -> list[PriorLoss]:
    """Return the loss of these periods, which other samples add to; none without a receiver.

    `lives_on`: the library that sampled them may still send those that no receiver has yet.
    `twice` are the periods of each movie that several of them counted.
    """
    losses = {
        name: period.mechanism.loss if lives_on and not period.issued else period.loss()
        for name, period in periods_of(documents).items()
    }
    loss = of_one_movie(losses, twice)
    names = tuple(sorted(documents))
    return [PriorLoss(_stored(loss), why, names, library_id)] if loss else []


def contribution_loss(
    documents: Mapping[str, Document],
    why: LossCause,
    library_id: str | None = None,
    twice: SharedPeriods = (),
) -> list[PriorLoss]:
    """Return the loss of these contributions, as `prior_loss_of` does for periods."""
    losses = {n: sampled.account.loss() for n, sampled in contributions_of(documents).items()}
    loss = of_one_movie(losses, twice)
    names = tuple(sorted(documents))
    return [PriorLoss(_stored(loss), why, names, library_id, CONTRIBUTED)] if loss else []


def _stored(loss: Fraction) -> str:
    """Return a loss as text. One whose fraction is long is rounded up: an export must be read."""
    if loss.denominator > _FINEST:
        loss = Fraction(ceil(loss * _FINEST), _FINEST)
    return str(loss)
