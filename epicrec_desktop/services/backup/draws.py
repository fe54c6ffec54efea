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

from epicrec_desktop.services.draws import (
    COPIED,
    ELSEWHERE,
    JOINED,
    all_lost,
    contributed_loss,
    earlier_loss,
    restored,
)
from epicrec_desktop.store.draw_file import Draws, Earlier

Document = Mapping[str, Any]


@dataclass(frozen=True)
class TimedDraws:
    """Draws with the moment of each, by window; those of contributions are `contributed`."""

    draws: Draws
    drawn: Mapping[str, datetime]
    contributed: Mapping[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True)
class Joined:
    """What both come to. `theirs` are all windows that the export's library is known to have drawn,
    `taken` those of them that are new here, `twice` those that both drew, each for itself; the same
    of contributions in `contributions_taken` and `contributed_twice`.

    `copied`: the export is of another computer, or of a library that was erased here.
    """

    draws: Draws
    drawn: Mapping[str, datetime]
    theirs: frozenset[str]
    taken: tuple[str, ...]
    twice: tuple[str, ...]
    copied: bool
    contributed: Mapping[str, datetime] = field(default_factory=dict)
    contributions_taken: tuple[str, ...] = ()
    contributed_twice: tuple[str, ...] = ()


def join_draws(here: TimedDraws, export: TimedDraws) -> Joined:
    """The draws of this library after it has taken in an export."""
    kept, saved = here.draws, export.draws
    beside = kept.others.get(saved.epoch or "")
    from_here = saved.epoch in {kept.epoch, *kept.ours} or beside is not None
    if beside is not None and beside.count > saved.count:
        saved = restored(saved, beside)
    windows = dict(kept.windows)
    taken, twice = [], []
    for name, theirs in saved.windows.items():
        ours = windows.get(name)
        same_time = from_here or here.drawn.get(name) == export.drawn.get(name)
        if ours is None:
            windows[name] = theirs
            taken.append(name)
        elif same_time and _noise(ours) == _noise(theirs):
            windows[name] = _issued_to_both(ours, theirs)
        else:
            twice.append(name)
    contributions, told, told_twice = _join_contributions(kept, saved)
    earlier = _earlier(kept, saved, twice, told_twice, copied=not from_here)
    if beside is not None:  # its windows are held here now, and no longer only their loss
        earlier = tuple(e for e in earlier if (e.why, e.epoch) != (ELSEWHERE, saved.epoch))
    ours_too = (*kept.ours, saved.epoch) if beside is not None and saved.epoch else kept.ours
    others = {epoch: other for epoch, other in kept.others.items() if epoch != saved.epoch}
    after = replace(
        kept,
        windows=windows,
        earlier=earlier,
        ours=ours_too,
        others=others,
        contributions=contributions,
    )
    return Joined(
        replace(after, count=kept.count + 1) if after != kept else kept,
        {**{name: at for name, at in export.drawn.items() if name in taken}, **here.drawn},
        frozenset(saved.windows),
        tuple(sorted(taken)),
        tuple(sorted(twice)),
        copied=not from_here and bool(saved.windows or saved.contributions),
        contributed={
            **{name: at for name, at in export.contributed.items() if name in told},
            **here.contributed,
        },
        contributions_taken=tuple(sorted(told)),
        contributed_twice=tuple(sorted(told_twice)),
    )


def _join_contributions(
    kept: Draws, saved: Draws
) -> tuple[dict[str, Document], list[str], list[str]]:
    """All contributions, the months of those that are new here, and of those drawn by both."""
    contributions = dict(kept.contributions)
    taken, twice = [], []
    for name, theirs in saved.contributions.items():
        ours = contributions.get(name)
        if ours is None:
            contributions[name] = theirs
            taken.append(name)
        elif ours["payload"] == theirs["payload"]:
            contributions[name] = {**ours, "issued": {**theirs["issued"], **ours["issued"]}}
        else:
            twice.append(name)
    return contributions, taken, twice


def _noise(document: Document) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "issued"}


def _issued_to_both(ours: Document, theirs: Document) -> Document:
    """The window with everybody who has a copy of it, of two rungs the one that tells more."""
    issued = dict(ours["issued"])
    for receiver, rung in theirs["issued"].items():
        if receiver not in issued or Fraction(rung) > Fraction(issued[receiver]):
            issued[receiver] = rung
    return {**ours, "issued": issued}


def _earlier(
    kept: Draws, saved: Draws, twice: list[str], told_twice: list[str], *, copied: bool
) -> tuple[Earlier, ...]:
    """The losses that add: those of both, and what this join adds, once however often it is done.

    A loss without its library's name cannot be told from another one's, unless both are of one
    library: so the export's name is put on it.
    """
    same = saved.epoch == kept.epoch
    found = list(kept.earlier)
    for loss in saved.earlier:
        named = loss if same or loss.epoch else replace(loss, epoch=saved.epoch)
        if named not in found:
            found.append(named)
    both = {name: saved.windows[name] for name in twice}
    told = {name: saved.contributions[name] for name in told_twice}
    new = earlier_loss(both, JOINED, saved.epoch) + contributed_loss(told, JOINED, saved.epoch)
    if copied:
        new += all_lost(saved, COPIED)
    for loss in new:
        key = (loss.why, loss.epoch, loss.kind)
        known = [e for e in found if (e.why, e.epoch, e.kind) == key]
        if all(Fraction(loss.loss) > Fraction(e.loss) for e in known):
            found = [e for e in found if e not in known] + [loss]
    return tuple(found)
