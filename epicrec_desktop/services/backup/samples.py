"""What an export's draws are worth in the library that takes it in (privacy.md 7).

A window is drawn once, and nothing that was spent is forgotten:

    a month drawn only there       its noise is taken as it is, and holds here from now on
    the same draw in both          who was given a copy, there or here, has one
    two draws of one month         this library's holds; what the other gave away adds, as "joined"
    contributions                  by the same rules, month by month
    an export from elsewhere       that library may live on and release the same movies: what it had
                                   given away counts once more, as "copied"

An older export of a library that this computer knew later finds the later draws in the file beside
the database, and they hold. Taking in the same export again changes nothing. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from epicrec_desktop.services.sampling import (
    COPIED,
    ELSEWHERE,
    JOINED,
    all_lost,
    contribution_loss,
    prior_loss_of,
    restored,
)
from epicrec_desktop.store.sample_file import PriorLoss, Samples

Document = Mapping[str, Any]


@dataclass(frozen=True)
class TimedSamples:
    """Draws with the moment of each, by window; those of contributions are `contributed`."""

    samples: Samples
    sampled: Mapping[str, datetime]
    contributed: Mapping[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True)
class JoinedSamples:
    """What both come to. `exported` are all windows that the export's library is known to have
    drawn, `taken` those of them that are new here, `twice` those that both drew, each for itself;
    the same of contributions in `contributions_taken` and `contributed_twice`.

    `copied`: the export is of another computer, or of a library that was erased here.
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


def join_samples(here: TimedSamples, export: TimedSamples) -> JoinedSamples:
    """The draws of this library after it has taken in an export."""
    stored, saved = here.samples, export.samples
    beside = stored.others.get(saved.library_id or "")
    from_here = saved.library_id in {stored.library_id, *stored.ours} or beside is not None
    if beside is not None and beside.count > saved.count:
        saved = restored(saved, beside)
    periods = dict(stored.periods)
    taken, twice = [], []
    for name, exported in saved.periods.items():
        ours = periods.get(name)
        same_time = from_here or here.sampled.get(name) == export.sampled.get(name)
        if ours is None:
            periods[name] = exported
            taken.append(name)
        elif same_time and _noise(ours) == _noise(exported):
            periods[name] = _join_issued(ours, exported)
        else:
            twice.append(name)
    contributions, told, contributed_twice_names = _join_contributions(stored, saved)
    prior_losses = _join_prior_losses(
        stored, saved, twice, contributed_twice_names, copied=not from_here
    )
    if beside is not None:  # its windows are held here now, and no longer only their loss
        prior_losses = tuple(
            e for e in prior_losses if (e.why, e.library_id) != (ELSEWHERE, saved.library_id)
        )
    ours_too = (
        (*stored.ours, saved.library_id) if beside is not None and saved.library_id else stored.ours
    )
    others = {
        library_id: other
        for library_id, other in stored.others.items()
        if library_id != saved.library_id
    }
    after = replace(
        stored,
        periods=periods,
        prior_losses=prior_losses,
        ours=ours_too,
        others=others,
        contributions=contributions,
    )
    return JoinedSamples(
        replace(after, count=stored.count + 1) if after != stored else stored,
        {**{name: at for name, at in export.sampled.items() if name in taken}, **here.sampled},
        frozenset(saved.periods),
        tuple(sorted(taken)),
        tuple(sorted(twice)),
        copied=not from_here and bool(saved.periods or saved.contributions),
        contributed={
            **{name: at for name, at in export.contributed.items() if name in told},
            **here.contributed,
        },
        contributions_taken=tuple(sorted(told)),
        contributed_twice=tuple(sorted(contributed_twice_names)),
    )


def _join_contributions(
    stored: Samples, saved: Samples
) -> tuple[dict[str, Document], list[str], list[str]]:
    """All contributions, the months of those that are new here, and of those drawn by both."""
    contributions = dict(stored.contributions)
    taken, twice = [], []
    for name, exported in saved.contributions.items():
        ours = contributions.get(name)
        if ours is None:
            contributions[name] = exported
            taken.append(name)
        elif ours["payload"] == exported["payload"]:
            contributions[name] = {**ours, "issued": {**exported["issued"], **ours["issued"]}}
        else:
            twice.append(name)
    return contributions, taken, twice


def _noise(document: Document) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "issued"}


def _join_issued(ours: Document, exported: Document) -> Document:
    """The window with everybody who has a copy of it, of two rungs the one that tells more."""
    issued = dict(ours["issued"])
    for receiver, tier in exported["issued"].items():
        if receiver not in issued or Fraction(tier) > Fraction(issued[receiver]):
            issued[receiver] = tier
    return {**ours, "issued": issued}


def _join_prior_losses(
    stored: Samples,
    saved: Samples,
    twice: list[str],
    contributed_twice_names: list[str],
    *,
    copied: bool,
) -> tuple[PriorLoss, ...]:
    """The losses that add: those of both, and what this join adds, once however often it is done.

    A loss without its library's name cannot be told from another one's, unless both are of one
    library: so the export's name is put on it.
    """
    same = saved.library_id == stored.library_id
    found = list(stored.prior_losses)
    for loss in saved.prior_losses:
        named = loss if same or loss.library_id else replace(loss, library_id=saved.library_id)
        if named not in found:
            found.append(named)
    both = {name: saved.periods[name] for name in twice}
    told = {name: saved.contributions[name] for name in contributed_twice_names}
    new = prior_loss_of(both, JOINED, saved.library_id) + contribution_loss(
        told, JOINED, saved.library_id
    )
    if copied:
        new += all_lost(saved, COPIED)
    for loss in new:
        key = (loss.why, loss.library_id, loss.kind)
        known = [e for e in found if (e.why, e.library_id, e.kind) == key]
        if all(Fraction(loss.loss) > Fraction(e.loss) for e in known):
            found = [e for e in found if e not in known] + [loss]
    return tuple(found)
