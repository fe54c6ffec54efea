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

Movies that both counted, in different months, are recorded with all their months
(`Samples.twice`). An older export of a library that this computer knew later finds the later
samples in the file beside the database, and they hold. Restoring the same export again changes
nothing. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

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
class JoinedSamples:
    """The samples of both. `exported` are all periods that the export's library is known to have
    sampled, `taken` those of them that are new here, `twice` those that both sampled, each for
    itself; the same of contributions in `contributions_taken` and `contributed_twice`. `ahead` are
    periods, `contributions_ahead` those of contributions, that are to come, and `unknown` those
    of unknown questions: their losses are kept, and nothing else.

    `opened` is the period that the export's open one became, where that is known.

    `copied`: the export is from another computer, or of a library that was erased here.
    """

    samples: Samples
    sampled: Mapping[str, datetime]
    exported: frozenset[str]
    taken: tuple[str, ...]
    twice: tuple[str, ...]
    copied: bool
    contributed: Mapping[str, datetime] = field(default_factory=dict)
    contributions_taken: tuple[str, ...] = ()
    contributed_twice: tuple[str, ...] = ()
    opened: str | None = None
    ahead: tuple[str, ...] = ()
    contributions_ahead: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


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
    periods, taken, twice, ahead, unknown = _join_periods(
        stored,
        saved,
        lambda name: was_local or local.sampled.get(name) == export.sampled.get(name),
        latest,
        is_known,
    )
    contributions, reported, reported_twice, reported_ahead = _join_contributions(
        stored, saved, latest
    )
    lost, reported_lost = [*twice, *ahead, *unknown], [*reported_twice, *reported_ahead]
    prior_losses = _join_prior_losses(stored, saved, lost, reported_lost, copied=not was_local)
    if beside is not None:  # its periods are stored here now, and no longer only their loss
        known = LossCause.ELSEWHERE, saved.library_id
        prior_losses = tuple(e for e in prior_losses if (e.why, e.library_id) != known)
    ours_too = (
        (*stored.ours, saved.library_id) if beside is not None and saved.library_id else stored.ours
    )
    others = {key: other for key, other in stored.others.items() if key != saved.library_id}
    after = replace(
        stored,
        periods=periods,
        prior_losses=prior_losses,
        ours=ours_too,
        others=others,
        contributions=contributions,
        twice=join_twice(stored.twice, _without(saved.twice, lost)),
        contributed_twice=join_twice(
            stored.contributed_twice, _without(saved.contributed_twice, reported_lost)
        ),
    )
    return JoinedSamples(
        replace(after, count=stored.count + 1) if after != stored else stored,
        {**{name: at for name, at in export.sampled.items() if name in taken}, **local.sampled},
        frozenset(saved.periods).difference(ahead, unknown),
        tuple(sorted(taken)),
        tuple(sorted(twice)),
        copied=not was_local and bool(saved.periods or saved.contributions),
        contributed={
            **{name: at for name, at in export.contributed.items() if name in reported},
            **local.contributed,
        },
        contributions_taken=tuple(sorted(reported)),
        contributed_twice=tuple(sorted(reported_twice)),
        opened=opened,
        ahead=tuple(sorted(ahead)),
        contributions_ahead=tuple(sorted(reported_ahead)),
        unknown=tuple(sorted(unknown)),
    )


class _Periods(NamedTuple):
    """The periods of both, and what became of those of the export."""

    periods: dict[str, Any]
    taken: list[str]
    twice: list[str]
    ahead: list[str]
    unknown: list[str]


def _join_periods(
    stored: Samples,
    saved: Samples,
    at_same_time: Callable[[str], bool],
    latest: str,
    is_known: Callable[[str], bool],
) -> _Periods:
    found = _Periods(dict(stored.periods), [], [], [], [])
    for name, exported in saved.periods.items():
        ours = found.periods.get(name)
        question = exported["mechanism"].get("question")
        if ours is None and name > latest:
            found.ahead.append(name)
        elif ours is None and question is not None and not is_known(question):
            found.unknown.append(name)
        elif ours is None:
            found.periods[name] = exported
            found.taken.append(name)
        elif at_same_time(name) and sample_of(ours) == sample_of(exported):
            found.periods[name] = join_issued(ours, exported)
        else:
            found.twice.append(name)
    return found


def _without(groups: Iterable[Sequence[str]], months: Collection[str]) -> list[list[str]]:
    """Return the periods of movies without these, whose loss is kept apart, as "joined"."""
    return [[name for name in periods if name not in months] for periods in groups]


def _join_contributions(
    stored: Samples, saved: Samples, latest: str
) -> tuple[dict[str, Document], list[str], list[str], list[str]]:
    """Return all contributions, and the months new here, sampled by both, and to come."""
    contributions = dict(stored.contributions)
    taken, twice, ahead = [], [], []
    for name, exported in saved.contributions.items():
        ours = contributions.get(name)
        if ours is None and name > latest:
            ahead.append(name)
        elif ours is None:
            contributions[name] = exported
            taken.append(name)
        elif ours["payload"] == exported["payload"]:
            contributions[name] = join_recipients(ours, exported)
        else:
            twice.append(name)
    return contributions, taken, twice, ahead


def _join_prior_losses(
    stored: Samples, saved: Samples, lost: list[str], reported_lost: list[str], *, copied: bool
) -> tuple[PriorLoss, ...]:
    """Return the losses that add: those of both, and those of this join, once per export.

    `lost`, `reported_lost`: months of the export whose samples are not taken.

    A loss without the id of its library cannot be distinguished from that of another one, unless
    both are of one library: so it is given the id of the export's.
    """
    same = saved.library_id == stored.library_id
    found = list(stored.prior_losses)
    for loss in saved.prior_losses:
        named = loss if same or loss.library_id else replace(loss, library_id=saved.library_id)
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
