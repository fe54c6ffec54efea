"""Drawing windows, and keeping what was drawn in two places.

A window is drawn once: all rungs of it, as the first release in it or after it begins. It may be
given to nobody then, while its list is looked at: so it costs nothing yet, and is what every
release is made from, whenever one is agreed to. What was drawn is kept in the database and, without
any true count, in a small file that no backup of the data folder brings back
(`store/draw_file.py`). An epoch and a count of draws in both tell what happened:

    same epoch, the file counts more   the database was restored: the file's draws hold
    no file, though there are draws    the library was copied, or the file is lost
    another epoch                      the file is another library's of the same person; its draws
                                       are kept, for an export of it may be brought back

Contributions (`services/contributing/`) are drawn and kept by the same rules.

In each case movies may be drawn a second time that the other draws had too, so their loss is kept
as `earlier` and adds to everything the account says.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

import numpy as np
from sqlalchemy.orm import Session

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.exact import fraction
from epicrec_desktop.privacy.accountant import Account, parallel
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.privacy.window import LADDER, ReceiverCopy, Window, draw_window
from epicrec_desktop.services.contributing.drawn import DrawnContribution, contributions_of
from epicrec_desktop.services.release_inputs import ReleaseInputs
from epicrec_desktop.services.windows import read_windows, windows_of
from epicrec_desktop.store.choices import KnownProvider
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.draw_file import CONTRIBUTED, RELEASED, DrawFile, Draws, Earlier
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository

RESTORED, COPIED, ELSEWHERE = "restored", "copied", "elsewhere"
JOINED = "joined"
"""Another library was brought in that had drawn the same months (`services/backup/draws.py`)."""

_OTHERS = 12
"""Libraries of before on this computer of which every draw is kept; of older ones only the loss."""


@dataclass(frozen=True)
class Receiver:
    """Who gets a release: its address, or its name where it has none, and who it is known as."""

    key: str
    known_as: tuple[KnownProvider, ...] = ()

    def trust_in(self, window: str) -> Fraction:
        """The rung it is trusted with in a window: the lowest of its names'; a stranger has all."""
        return min((known.trust_in(window) for known in self.known_as), default=LADDER[0])


def read_account(session: Session, windows: Mapping[str, Window] | None = None) -> Account:
    """What everything that left costs, with these windows instead of those stored."""
    draws = LedgerRepository(session).draws()
    contributed = contributions_of(draws.contributions)
    windows = read_windows(session) if windows is None else windows
    return Account(
        windows,
        tuple(_by_now(loss, windows) for loss in draws.earlier),
        tuple(LibraryRepository(session).counted_twice()),
        {name: drawn.account for name, drawn in contributed.items()},
    )


def _by_now(earlier: Earlier, windows: Mapping[str, Window]) -> Fraction:
    """What an earlier loss has become.

    Windows that a restored database had forgotten are held here, and may have been given to
    somebody since, or to somebody trusted more; their movies may be in later windows too.
    """
    loss = fraction(earlier.loss)
    if earlier.why != RESTORED or earlier.kind != RELEASED:
        return loss
    return max(loss, parallel(windows[n].loss() for n in earlier.windows if n in windows))


def issue_windows(
    drawn: Mapping[str, Window], due: Mapping[str, Window], receiver: Receiver
) -> dict[str, Window]:
    """All windows, each with this receiver's rung given to it. Raises `PrivacyError`."""
    windows = {**drawn, **due}
    return {
        name: windows[name].issue(receiver.key, receiver.trust_in(name)) for name in sorted(windows)
    }


def draw_due(inputs: ReleaseInputs, source: BitSource) -> dict[str, Window]:
    """Draw the windows that are due. Changes nothing in the database.

    Raises `PrivacyError` if the noise would not keep the budget; then nothing is drawn.
    """
    mechanism, groups, choice = inputs.mechanism, inputs.catalog.groups, inputs.choice
    if mechanism is None:
        return {}
    values = (level.value for level in choice.levels(groups.categories))
    levels = dict(zip(groups.categories, values, strict=True))
    drawn = {}
    for name in inputs.due:
        items = inputs.members.get(name, {})
        positions = np.fromiter(items, dtype=np.int64, count=len(items))
        counts = mechanism.count(groups, choice, positions, list(items.values()))
        drawn[name] = draw_window(mechanism, levels, counts, source)
    return drawn


def copies_of(receiver: Receiver, windows: Mapping[str, Window]) -> dict[str, ReceiverCopy]:
    """What a receiver holds, by window."""
    held = ((name, window.copy_of(receiver.key)) for name, window in windows.items())
    return {name: copy for name, copy in held if copy is not None}


class DrawKeeper:
    """Keeps both places in step."""

    def __init__(self, database: Database, file: DrawFile) -> None:
        self._database = database
        self._file = file

    def begin(self, now: datetime) -> None:
        """At a start: see whether the library was restored or copied, and give it its epoch."""
        with self._database.read() as session:
            kept = LedgerRepository(session).draws()
        if _settled(kept, self._beside()) != kept:
            with self._database.write() as session:
                self.settle(session, now)
        self.keep()

    def _beside(self) -> Draws | None:
        """What the file knows; None where it is missing, or holds no windows that can be."""
        found = self._file.read()
        try:
            windows_of({} if found is None else found.windows)
            contributions_of({} if found is None else found.contributions)
        except StoreError:
            return None
        return found

    def settle(self, session: Session, now: datetime) -> None:
        """Bring the database up to what the file knows, in a writing session."""
        ledger = LedgerRepository(session)
        kept = ledger.draws()
        settled = _settled(kept, self._beside())
        if settled != kept:
            ledger.keep_draws(settled, now=now)

    def keep_windows(
        self,
        session: Session,
        before: Mapping[str, Window],
        after: Mapping[str, Window],
        now: datetime,
    ) -> None:
        """Write windows that were drawn or given to one more receiver: this charges them."""
        changed = {n: w.to_dict() for n, w in after.items() if w != before.get(n)}
        if changed:
            ledger = LedgerRepository(session)
            draws = ledger.draws()
            windows = {**draws.windows, **changed}
            ledger.keep_draws(
                replace(draws, count=draws.count + len(changed), windows=windows), now=now
            )

    def keep_contributions(
        self, session: Session, changed: Mapping[str, DrawnContribution], now: datetime
    ) -> None:
        """Write contributions that were drawn or given to one more receiver: this charges them."""
        ledger = LedgerRepository(session)
        draws = ledger.draws()
        documents = {name: drawn.to_dict() for name, drawn in changed.items()}
        after = {**draws.contributions, **documents}
        if after != draws.contributions:
            count = draws.count + len(documents)
            ledger.keep_draws(replace(draws, count=count, contributions=after), now=now)

    def keep(self) -> None:
        """Write the file, unless it says the same. Before anything is sent, and after the commit.

        Raises `StoreError`: then nothing may be sent.
        """
        with self._database.read() as session:
            kept = LedgerRepository(session).draws()
        if self._file.read() != kept:
            self._file.write(kept)


def _settled(kept: Draws, beside: Draws | None) -> Draws:
    """What the database should say, after a look at the file."""
    if kept.epoch is not None and beside is not None and beside.epoch == kept.epoch:
        return restored(kept, beside) if beside.count > kept.count else kept
    lost: list[Earlier] = []
    others = dict(kept.others)
    if beside is not None:
        lost += [loss for loss in beside.earlier if loss not in kept.earlier]
        lost += all_lost(beside, ELSEWHERE)
        others |= beside.others
        if beside.epoch is not None and (beside.windows or beside.contributions):
            others[beside.epoch] = replace(beside, others={}, ours=())
    if kept.epoch is not None:
        lost += all_lost(kept, COPIED)
    if kept.epoch is not None and beside is None and not kept.count:
        return kept  # nothing was drawn yet: the file is written anew
    return replace(
        kept,
        epoch=secrets.token_hex(16),
        earlier=(*kept.earlier, *lost),
        others=dict(list(others.items())[-_OTHERS:]),
    )


def restored(kept: Draws, beside: Draws) -> Draws:
    """The file's draws hold. Movies they had may be confirmed again, and be in a later window.

    A window that was forgotten before, and not drawn since, adds no second time.
    """
    forgotten = {n: d for n, d in beside.windows.items() if n not in kept.windows}
    untold = {n: d for n, d in beside.contributions.items() if n not in kept.contributions}
    lost = (
        *_forgotten(_unknown(beside, forgotten, RELEASED), kept.epoch),
        *contributed_loss(_unknown(beside, untold, CONTRIBUTED), RESTORED, kept.epoch),
    )
    return Draws(
        kept.epoch,
        beside.count,
        (*beside.earlier, *lost),
        {**kept.windows, **beside.windows},
        beside.others or kept.others,
        beside.ours or kept.ours,
        {**kept.contributions, **beside.contributions},
    )


def _forgotten(documents: Mapping[str, Mapping[str, Any]], epoch: str | None) -> list[Earlier]:
    """The loss of windows that a database had forgotten. Kept also where nobody has a copy: one
    may be given later, and then it counts (`_by_now`)."""
    named = tuple(sorted(documents))
    return earlier_loss(documents, RESTORED, epoch) or (
        [Earlier("0", RESTORED, named, epoch)] if named else []
    )


def _unknown(
    beside: Draws, documents: Mapping[str, Mapping[str, Any]], kind: str
) -> dict[str, Mapping[str, Any]]:
    """Those that no restore before has counted."""
    before = (e for e in beside.earlier if (e.why, e.kind) == (RESTORED, kind))
    known = {name for loss in before for name in loss.windows}
    return {name: document for name, document in documents.items() if name not in known}


def all_lost(draws: Draws, why: str) -> list[Earlier]:
    """The loss of all that a library drew, where other draws of the same movies add to it.

    Where that library may live on, what it had drawn and given to nobody is taken as given.
    """
    return [
        *earlier_loss(draws.windows, why, draws.epoch, lives_on=why == COPIED),
        *contributed_loss(draws.contributions, why, draws.epoch),
    ]


def earlier_loss(
    documents: Mapping[str, Mapping[str, Any]],
    why: str,
    epoch: str | None = None,
    *,
    lives_on: bool = False,
) -> list[Earlier]:
    """The loss of these windows, which other draws add to; nothing where nobody has a copy.

    `lives_on`: those that nobody has a copy of may be given to somebody where this cannot be seen.
    """
    losses = (
        window.mechanism.loss if lives_on and not window.issued else window.loss()
        for window in windows_of(documents).values()
    )
    loss = parallel(losses)
    return [Earlier(str(loss), why, tuple(sorted(documents)), epoch)] if loss else []


def contributed_loss(
    documents: Mapping[str, Mapping[str, Any]], why: str, epoch: str | None = None
) -> list[Earlier]:
    """As `earlier_loss`, of contributions."""
    loss = parallel(drawn.account.loss() for drawn in contributions_of(documents).values())
    names = tuple(sorted(documents))
    return [Earlier(str(loss), why, names, epoch, CONTRIBUTED)] if loss else []
