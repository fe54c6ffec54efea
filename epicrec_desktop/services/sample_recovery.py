"""Join the samples of the database with those of the file beside it (`store/sample_file.py`).

A library id and the samples in both detect what happened:

    same id, the file has more         the database was restored: the file's samples apply
    same id, other numbers             the database was damaged: the file's samples apply
    no file, but samples exist         the library was copied, or the file was lost
    another id                         the file belongs to another library of this user

In all cases but the second a movie may be sampled twice, so the earlier loss is kept as prior loss
and added to the account. The account never shrinks.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from epicrec_desktop.domain.release import SharedPeriods
from epicrec_desktop.services.account import all_lost, contribution_loss, prior_loss_of
from epicrec_desktop.store.database_errors import ODD
from epicrec_desktop.store.sample_file import (
    CONTRIBUTED,
    RELEASED,
    LossCause,
    PriorLoss,
    Samples,
    join_twice,
)

_log = logging.getLogger(__name__)
Document = Mapping[str, Any]

_OTHERS = 12
"""Earlier libraries on this computer whose samples are all kept; of older ones only the loss is."""


def reconcile(stored: Samples, beside: Samples | None) -> Samples:
    """Return what the database should hold, given what the file does."""
    if (
        stored.library_id is not None
        and beside is not None
        and beside.library_id == stored.library_id
    ):
        return merge_copies(stored, beside)
    lost: list[PriorLoss] = []
    others = dict(stored.others)
    if beside is not None:
        lost += [loss for loss in beside.prior_losses if loss not in stored.prior_losses]
        lost += all_lost(beside, LossCause.ELSEWHERE)
        others |= beside.others
        if beside.library_id is not None and (beside.periods or beside.contributions):
            others[beside.library_id] = beside.replace(others={}, ours=())
    if stored.library_id is not None:
        lost += all_lost(stored, LossCause.COPIED)
    if stored.library_id is not None and beside is None and not stored.count:
        return stored  # nothing was sampled yet: the file is written again
    return stored.replace(
        library_id=secrets.token_hex(16),
        prior_losses=(*stored.prior_losses, *lost),
        others=dict(list(others.items())[-_OTHERS:]),
    )


def merge_copies(stored: Samples, beside: Samples) -> Samples:
    """Return the samples of both copies of a library; of two samples of a period the file's.

    The file has a checksum, and what was sent was in it before. Movies of periods that the database
    had forgotten may be confirmed again and be in a later period: their loss is kept. A period that
    was forgotten before, and not sampled since, adds no second time.
    """
    forgotten = {n: d for n, d in beside.periods.items() if n not in stored.periods}
    unreported = {n: d for n, d in beside.contributions.items() if n not in stored.contributions}
    newer = beside if beside.count > stored.count else stored
    prior_losses = newer.prior_losses
    if beside.count == stored.count:
        prior_losses = tuple(dict.fromkeys((*stored.prior_losses, *beside.prior_losses)))
    lost = (
        *_forgotten(_unknown(beside, forgotten, RELEASED), stored.library_id, beside.twice),
        *contribution_loss(
            _unknown(beside, unreported, CONTRIBUTED),
            LossCause.RESTORED,
            stored.library_id,
            beside.contributed_twice,
        ),
    )
    return Samples(
        stored.library_id,
        max(stored.count, beside.count),
        (*prior_losses, *lost),
        _documents(stored.periods, beside.periods, join_issued),
        newer.others or stored.others,
        newer.ours or stored.ours,
        _documents(stored.contributions, beside.contributions, join_recipients),
        join_twice(stored.twice, beside.twice),
        join_twice(stored.contributed_twice, beside.contributed_twice),
    )


def _documents(
    stored: Mapping[str, Document],
    beside: Mapping[str, Document],
    join: Callable[[Document, Document], Document],
) -> dict[str, Document]:
    """Return the documents of both by month, each with everybody who has a copy of it."""
    documents = {**beside, **stored}
    for name in stored.keys() & beside.keys():
        if stored[name] == beside[name]:
            continue
        if sample_of(stored[name]) != sample_of(beside[name]):
            _log.warning("a sample differed from its second copy, which is used instead")
        try:
            documents[name] = join(beside[name], stored[name])
        except ODD:
            documents[name] = beside[name]
    return documents


def sample_of(document: Document) -> dict[str, Any]:
    """Return a stored sample without who was given a copy of it."""
    return {name: value for name, value in document.items() if name != "issued"}


def join_issued(ours: Document, other: Document) -> Document:
    """Return a period with everybody who has a copy of it, of two tiers the less private one."""
    issued = dict(ours["issued"])
    for receiver, tier in other["issued"].items():
        if receiver not in issued or Fraction(tier) > Fraction(issued[receiver]):
            issued[receiver] = tier
    return ours if issued == ours["issued"] else {**ours, "issued": issued}


def join_recipients(ours: Document, other: Document) -> Document:
    """Return a contribution with everybody who was given it."""
    return {**ours, "issued": {**other["issued"], **ours["issued"]}}


def _forgotten(
    documents: Mapping[str, Document], library_id: str | None, twice: SharedPeriods
) -> list[PriorLoss]:
    """Return the loss of periods that a database had forgotten.

    It is kept where nobody has a copy too: one may be given later, and then it counts (`_by_now`).
    """
    named = tuple(sorted(documents))
    return prior_loss_of(documents, LossCause.RESTORED, library_id, twice=twice) or (
        [PriorLoss("0", LossCause.RESTORED, named, library_id)] if named else []
    )


def _unknown(beside: Samples, documents: Mapping[str, Document], kind: str) -> dict[str, Document]:
    """Return those that no earlier restore has counted."""
    before = (e for e in beside.prior_losses if (e.why, e.kind) == (LossCause.RESTORED, kind))
    known = {name for loss in before for name in loss.periods}
    return {name: document for name, document in documents.items() if name not in known}
