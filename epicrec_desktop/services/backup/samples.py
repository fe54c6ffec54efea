"""Join the samples of an export with those of the library that restores it (privacy.md 7).

A period is sampled once, and no loss is forgotten:

    a month sampled only there     its noise is taken as it is, and holds here from now on
    the same sample in both        everybody who was given a copy, there or here, has one
    two samples of one month       this library's holds; the loss of the other is added, as "joined"
    contributions                  by the same rules, month by month
    a month that is to come, or    stays free here, and the loss of its noise is added, as "joined":
    asked an unknown question      it could not be read, or nothing would be due until then
    an export from elsewhere       that library may live on and release the same movies: its loss
                                   counts once more, as "copied"

Movies that both counted, in different months, are recorded with all their months (`Samples.twice`).
An older export of a library that this computer knew later finds the later samples in the file
beside the database, and they hold. Restoring the same export again changes nothing. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from epicrec_desktop.services.account import all_lost, contribution_loss, prior_loss_of
from epicrec_desktop.services.sample_recovery import (
    join_issued,
    join_recipients,
    merge_copies,
    sample_of,
)
from epicrec_desktop.store.sample_file import LossCause, PriorLoss, Samples, join_twice

Document = Mapping[str, Any]


@dataclass(frozen=True)
class TimedSamples:
    """Samples with the time of each, by month; those of contributions are `contributed`."""

    samples: Samples
    sampled: Mapping[str, datetime]
    contributed: Mapping[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True)
class JoinedMonths:
    """What both sampled, by month, and what became of the export's months.

    `taken` are new here, and `twice` were sampled by both, each for itself. `ahead` are to come,
    and `unknown` asked an unknown question. Of all but the first only the loss is kept.
    """

    documents: Mapping[str, Document]
    taken: tuple[str, ...]
    twice: tuple[str, ...]
    ahead: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def lost(self) -> tuple[str, ...]:
        """The months whose samples are not taken."""
        return (*self.twice, *self.ahead, *self.unknown)


@dataclass(frozen=True)
class JoinedSamples:
    """The samples of both, with the times of those that are here now.

    `exported` are all periods that the export's library is known to have sampled. `opened` is the
    period that the export's open one became, where that is known. `copied`: the export is from
    another computer, or of a library that was erased here.
    """

    both: TimedSamples
    periods: JoinedMonths
    contributions: JoinedMonths
    exported: frozenset[str]
    opened: str | None
    copied: bool


def join_samples(
    local: TimedSamples, export: TimedSamples, *, latest: str, is_known: Callable[[str], bool]
) -> JoinedSamples:
    """Return the samples of this library after it has restored an export.

    `latest` is the last month in which something can have been sampled; `is_known` says whether the
    question with a digest is known here.
    """
    stored, saved = local.samples, export.samples
    beside = stored.others.get(saved.library_id or "")
    was_local = saved.library_id in {stored.library_id, *stored.ours} or beside is not None
    opened = None
    if beside is not None:
        later = merge_copies(saved, beside)
        opened = min(later.periods.keys() - saved.periods.keys(), default=None)
        saved = later

    def is_same(name: str, ours: Document, exported: Document) -> bool:
        at_same_time = was_local or local.sampled.get(name) == export.sampled.get(name)
        return at_same_time and sample_of(ours) == sample_of(exported)

    def is_readable(document: Document) -> bool:
        question = document["mechanism"].get("question")
        return question is None or is_known(question)

    periods = _join(stored.periods, saved.periods, latest, is_same, join_issued, is_readable)
    contributions = _join(
        stored.contributions,
        saved.contributions,
        latest,
        lambda _, ours, exported: ours["payload"] == exported["payload"],
        join_recipients,
    )
    after = _after(stored, saved, periods, contributions, copied=not was_local)
    return JoinedSamples(
        TimedSamples(
            after.replace(count=stored.count + 1) if after != stored else stored,
            {**_times(export.sampled, periods), **local.sampled},
            {**_times(export.contributed, contributions), **local.contributed},
        ),
        periods,
        contributions,
        frozenset(saved.periods).difference(periods.ahead, periods.unknown),
        opened,
        copied=not was_local and bool(saved.periods or saved.contributions),
    )


def _after(
    stored: Samples,
    saved: Samples,
    periods: JoinedMonths,
    contributions: JoinedMonths,
    *,
    copied: bool,
) -> Samples:
    """Return the samples of the library, with all that is joined."""
    prior_losses = _join_prior_losses(stored, saved, periods.lost, contributions.lost, copied)
    ours_too = stored.ours
    if saved.library_id in stored.others:
        # Its periods are stored here now, and no longer only their loss.
        known = LossCause.ELSEWHERE, saved.library_id
        prior_losses = tuple(e for e in prior_losses if (e.why, e.library_id) != known)
        ours_too = (*stored.ours, str(saved.library_id))
    return stored.replace(
        periods=periods.documents,
        prior_losses=prior_losses,
        ours=ours_too,
        others={key: other for key, other in stored.others.items() if key != saved.library_id},
        contributions=contributions.documents,
        twice=join_twice(stored.twice, _without(saved.twice, periods.lost)),
        contributed_twice=join_twice(
            stored.contributed_twice, _without(saved.contributed_twice, contributions.lost)
        ),
    )


def _times(sampled: Mapping[str, datetime], joined: JoinedMonths) -> dict[str, datetime]:
    return {name: at for name, at in sampled.items() if name in joined.taken}


def _join(
    stored: Mapping[str, Document],
    saved: Mapping[str, Document],
    latest: str,
    is_same: Callable[[str, Document, Document], bool],
    join: Callable[[Document, Document], Document],
    is_readable: Callable[[Document], bool] = lambda _: True,
) -> JoinedMonths:
    documents = dict(stored)
    taken, twice, ahead, unknown = [], [], [], []
    for name, exported in sorted(saved.items()):
        ours = stored.get(name)
        if ours is None and name > latest:
            ahead.append(name)
        elif ours is None and not is_readable(exported):
            unknown.append(name)
        elif ours is None:
            documents[name] = exported
            taken.append(name)
        elif is_same(name, ours, exported):
            documents[name] = join(ours, exported)
        else:
            twice.append(name)
    return JoinedMonths(documents, tuple(taken), tuple(twice), tuple(ahead), tuple(unknown))


def _without(groups: Iterable[Sequence[str]], months: Collection[str]) -> list[list[str]]:
    """Return the periods of movies without these, whose loss is kept apart, as "joined"."""
    return [[name for name in periods if name not in months] for periods in groups]


def _join_prior_losses(
    stored: Samples, saved: Samples, lost: Sequence[str], reported_lost: Sequence[str], copied: bool
) -> tuple[PriorLoss, ...]:
    """Return the losses that add: those of both, and those of this join, once per export.

    `lost`, `reported_lost`: months of the export whose samples are not taken.

    A loss without the id of its library cannot be distinguished from that of another one, unless
    both are of one library: so it is given the id of the export's.
    """
    same = saved.library_id == stored.library_id
    found = list(stored.prior_losses)
    for loss in saved.prior_losses:
        named = loss if same or loss.library_id else loss.replace(library_id=saved.library_id)
        if named not in found:
            found.append(named)
    both = {name: saved.periods[name] for name in lost}
    reported = {name: saved.contributions[name] for name in reported_lost}
    new = prior_loss_of(
        both, LossCause.JOINED, saved.library_id, twice=saved.twice
    ) + contribution_loss(reported, LossCause.JOINED, saved.library_id, saved.contributed_twice)
    if copied:
        new += all_lost(saved, LossCause.COPIED)
    for loss in new:
        key = (loss.why, loss.library_id, loss.kind)
        known = [e for e in found if (e.why, e.library_id, e.kind) == key]
        if all(Fraction(loss.loss) > Fraction(e.loss) for e in known):
            found = [e for e in found if e not in known] + [loss]
    return tuple(found)
