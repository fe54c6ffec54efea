"""Release: shown, agreed to, drawn once a window, committed to the ledger, then sent.

`propose` says what a release now would be; handing that to `commit` is the agreement, and anything
else is refused, whatever happened in between. Everything that leaves is made from the receiver's
copies of the windows, whose noise was drawn once. A second release with nothing newly eligible
sends the stored bytes, so noise cannot be averaged away. Open movies are the person's exact choice
and are listed as they are now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError, PrivacyError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.release import Release
from epicrec_desktop.domain.tasks import IsCancelled, Report, check, never_cancelled, no_progress
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.privacy.window import ReceiverCopy
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services.calendar import Calendar, Spending, read_calendar, read_spending
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.draws import (
    COPIED,
    ELSEWHERE,
    JOINED,
    RESTORED,
    DrawKeeper,
    Receiver,
    copies_of,
    draw_due,
    issue_windows,
    read_account,
)
from epicrec_desktop.services.payload import choose_movies, disclose, encode
from epicrec_desktop.services.people import PeopleService
from epicrec_desktop.services.planning import Planner
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.release_inputs import ReleaseInputs, read_inputs
from epicrec_desktop.services.windows import window_of
from epicrec_desktop.store.choices import ChoiceRepository, ProviderRepository
from epicrec_desktop.store.ledger import Draft, LedgerRepository

_EXACT = "exact"  # the mechanism's name in the ledger where nothing was perturbed
_ON_ITS_WAY = message(
    "No answer is on record, so the release may have arrived. Sending it again costs nothing."
)
FIRST = "first"
"""Nothing was released from this database yet: what was released before adds, unseen."""
WARNINGS = {
    FIRST: N_(
        "Nothing has been released from this library yet. If you released before, from "
        "another computer or before erasing, that still counts: what others know of "
        "the same movies adds up."
    ),
    RESTORED: N_(
        "This library was restored from an older copy. What was released after that "
        "copy was made is known and counted."
    ),
    COPIED: N_(
        "This library was copied from another computer, or the second copy of its "
        "blurred counts is lost. What was released is counted twice, as the other copy may "
        "release the same movies again."
    ),
    ELSEWHERE: N_(
        "There were releases from another library on this computer. What they revealed "
        "is counted too."
    ),
    JOINED: N_(
        "An export was brought back that had been released from in the same months as this "
        "library. What both revealed is counted."
    ),
}
"""What a person should know before a release, by the proposal's warnings."""


@dataclass(frozen=True)
class LedgerEntry:
    """A release with what became of it. `sent` are the times the stored bytes were answered.

    `uncertain`: they may also have left when no answer came.
    """

    release: Release
    sent: tuple[datetime, ...]
    error: Message | None  # why the last attempt failed
    uncertain: bool = False

    @property
    def may_have_left(self) -> bool:
        """Whether somebody elsewhere may have it."""
        return self.release.provider != THIS_COMPUTER and (bool(self.sent) or self.uncertain)


@dataclass(frozen=True)
class Proposal:
    """What a release now would be, as the person is shown it. Agreeing hands it to `commit`.

    `choice` are the levels of this release, `stored` those in force when it was made; `epsilon` the
    largest budget of what the receiver would hold, None where nothing is perturbed. `repeats`: the
    stored bytes go again. `due` are the windows that would be drawn. `warnings` say what else
    counts: `FIRST`, and why losses of before add ("restored", "copied", "elsewhere").
    """

    provider: str
    address: str | None
    choice: PrivacyChoice
    stored: PrivacyChoice
    level: ReleaseLevel
    open_items: tuple[str, ...]
    epsilon: Fraction | None
    mechanism: str | None
    repeats: bool
    due: tuple[str, ...]
    warnings: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class View:
    """What a proposal was read from: for a preview, and for the commit itself."""

    proposal: Proposal
    inputs: ReleaseInputs
    receiver: Receiver
    last: Release | None  # the entry that would be sent again


class LedgerService:
    """Reads the ledger: releases, release windows, and what was spent."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def entries(self) -> list[LedgerEntry]:
        """Every release, newest first."""
        with self._context.database.read() as session:
            entries = LedgerRepository(session).entries()
        return [
            LedgerEntry(
                release,
                tuple(send.time for send in sends if send.error is None),
                sends[-1].error if sends else None,
                any(send.left is not False for send in sends),
            )
            for release, sends in entries
        ]

    def calendar(self) -> Calendar:
        """The release windows, what is in them, and what waits."""
        with self._context.database.read() as session:
            return read_calendar(session, self._context.now())

    def joint_loss(self) -> Fraction:
        """What adding or removing one movie costs, to all receivers together, so far."""
        with self._context.database.read() as session:
            return read_account(session).loss

    def spending(self) -> Spending:
        """What all releases so far let an observer conclude."""
        with self._context.database.read() as session:
            return read_spending(session)


class ReleaseService:
    """Proposes and commits releases. Sends nothing: that is the provider's part."""

    def __init__(
        self,
        context: ServiceContext,
        planner: Planner,
        keeper: DrawKeeper,
        source: BitSource,
        people: PeopleService,
    ) -> None:
        self._context = context
        self._planner = planner
        self._keeper = keeper
        self._source = source
        self._people = people

    def propose(
        self,
        connection: Provider,
        choice: PrivacyChoice | None = None,
        *,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> View:
        """What a release now would be, under the stored levels or these. Changes nothing."""
        while True:
            levels = choice or stored_choice(self._context)
            mechanism = self._planner.plan(levels, report=report, cancelled=cancelled)
            people = self._public(mechanism)
            with self._context.database.write() as session, session.begin_nested() as trial:
                # Windows are assigned on trial and rolled back: a look must not fix anything.
                self._keeper.settle(session, self._context.now())
                view = self._view(session, connection, levels, mechanism, people)
                trial.rollback()
            if choice is not None or view.proposal.stored == levels:
                return view

    def commit(
        self,
        connection: Provider,
        proposal: Proposal,
        *,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> tuple[Release | None, bool]:
        """Draw what is due, write the ledger, and return the release and whether it is a repeat.

        None at No Release. After this the release may be sent; nothing was sent yet. Raises
        `AgreementError` if a release now would not be what was agreed to; nothing is drawn then.
        """
        if connection.address != proposal.address:
            raise _not_agreed()
        if proposal.choice.releases_nothing:
            return None, False
        mechanism = self._planner.plan(proposal.choice, report=report, cancelled=cancelled)
        people = self._public(mechanism)
        nameable = frozenset() if proposal.repeats else nameable_by(connection)
        check(cancelled)
        with self._context.database.write() as session:
            now = self._context.now()
            self._keeper.settle(session, now)
            view = self._view(session, connection, proposal.choice, mechanism, people)
            # Where another process just released the same, its bytes are what was agreed to.
            if view.proposal not in (proposal, replace(proposal, repeats=True, due=())):
                raise _not_agreed()
            release = view.last or self._make(session, view, nameable, now)
        self._keeper.keep()
        return release, view.last is not None

    def repeat(self, connection: Provider) -> Release | None:
        """The stored release to this provider if one now would say the same; draws nothing."""
        if stored_choice(self._context).releases_nothing:
            return None
        view = self.propose(connection)
        self._keeper.keep()
        return view.last

    def begin_send(self, release: Release) -> int:
        """Note in the ledger that the release is on its way, before it is.

        Until `settle_send` the entry says that it may have arrived: so it stays if the program
        dies on the way.
        """
        with self._context.database.write() as session:
            return LedgerRepository(session).record_send(
                release.id, now=self._context.now(), error=_ON_ITS_WAY
            )

    def settle_send(
        self, attempt: int, error: Message | None = None, *, left: bool | None = True
    ) -> None:
        """Note in the ledger that the release was sent and answered, or why not.

        `left`: whether it left all the same; None: it may have.
        """
        with self._context.database.write() as session:
            LedgerRepository(session).settle_send(attempt, error=error, left=left)

    def history(self, view: View) -> tuple[str, bool]:
        """Of what would be sent again: the month it was made in, and whether it ever arrived."""
        if view.last is None:
            return "", False
        with self._context.database.read() as session:
            sends = LedgerRepository(session).sends(view.last.id)
        return window_of(view.last.created), any(send.error is None for send in sends)

    def told(self, view: View) -> bool:
        """Whether all blurred counts that a release would be made from arrived there before."""
        newest = max(view.inputs.drawn, default=None)
        if view.inputs.due or newest is None:
            return False
        with self._context.database.read() as session:
            entries = LedgerRepository(session).entries()
        return any(
            release.receiver == view.receiver.key
            and release.window == newest
            and any(send.left for send in sends)
            for release, sends in entries
        )

    def example(self, view: View, nameable: frozenset[str]) -> tuple[str, ...]:
        """Movies of a release like the one proposed: drawn from other bits and thrown away."""
        due = draw_due(view.inputs, self._source)
        copies = copies_of(view.receiver, issue_windows(view.inputs.drawn, due, view.receiver))
        return choose_movies(view.inputs, copies, nameable)

    def _public(self, mechanism: Mechanism | None) -> NDArray[np.int64] | None:
        """Public people to read noisy counts with, before a session is opened: it may take time."""
        return (
            self._people.profiles(self._context.catalog().catalog)
            if mechanism is not None
            else None
        )

    def _view(
        self,
        session: Session,
        connection: Provider,
        levels: PrivacyChoice,
        mechanism: Mechanism | None,
        people: NDArray[np.int64] | None,
    ) -> View:
        now = self._context.now()
        inputs = read_inputs(session, self._context.catalog(), levels, mechanism, now, people)
        receiver = receiver_of(session, connection)
        ledger = LedgerRepository(session)
        last = ledger.find(connection.name, inputs.basis(receiver.key)) if not inputs.due else None
        nothing = levels.releases_nothing
        proposal = Proposal(
            provider=connection.name,
            address=connection.address,
            choice=levels,
            stored=ChoiceRepository(session).load(),
            level=ReleaseLevel.NO if nothing else inputs.level,
            open_items=() if nothing else inputs.open_items,
            epsilon=_epsilon(inputs, receiver),
            mechanism=mechanism.name if mechanism is not None else None,
            repeats=last is not None and not nothing,
            due=() if nothing else inputs.due,
            warnings=() if nothing else _warnings(ledger),
        )
        return View(proposal, inputs, receiver, None if nothing else last)

    def _make(
        self, session: Session, view: View, nameable: frozenset[str], now: datetime
    ) -> Release:
        """Draw and write a new entry. What cannot be encoded leaves nothing drawn."""
        inputs, windows = view.inputs, dict(view.inputs.drawn)
        copies: Mapping[str, ReceiverCopy] = {}
        if inputs.mechanism is not None:
            windows = issue_windows(windows, draw_due(inputs, self._source), view.receiver)
            copies = copies_of(view.receiver, windows)
        items, said = choose_movies(inputs, copies, nameable), disclose(inputs, copies)
        try:
            payload = encode(inputs, items, said)
        except WireError as error:
            raise PrivacyError(
                "The release could not be put into its format ({reason}), so nothing "
                "was sent and nothing was blurred. Please report this as a fault of "
                "the program.",
                reason=str(error),
            ) from None
        self._keeper.keep_windows(session, inputs.drawn, windows, now)
        draft = Draft(
            provider=view.proposal.provider,
            receiver=view.receiver.key,
            level=inputs.level,
            mechanism=said.mechanism if said is not None else _EXACT,
            epsilon=said.epsilon if said is not None else None,
            joint=read_account(session).loss if said is not None else None,
            window=max(windows) if said is not None else None,
            basis=inputs.basis(view.receiver.key),
            items=items,
            open_items=tuple(sorted(set(inputs.open_items).intersection(items))),
            payload=payload,
        )
        return LedgerRepository(session).add(draft, now=now)


def _not_agreed() -> AgreementError:
    return AgreementError(
        "What would be sent is no longer what you agreed to, so nothing was sent. "
        "Look at it again, and decide anew."
    )


def nameable_by(connection: Provider) -> frozenset[str]:
    """The public ids that a provider's published catalog has: all that it says about a release."""
    return frozenset(connection.catalog().index)


def receiver_of(session: Session, connection: Provider) -> Receiver:
    """Whom a release to this provider reaches.

    The address tells receivers apart: a name can be given to another one. One address under several
    names is trusted as the least trusted of them.
    """
    if connection.address is None:
        return Receiver(connection.name)
    known = ProviderRepository(session).all()
    return Receiver(
        connection.address, tuple(one for one in known if one.address == connection.address)
    )


def level_chosen(context: ServiceContext) -> bool:
    """Whether the person said what may leave: chose a level, or agreed to a release before."""
    with context.database.read() as session:
        return ChoiceRepository(session).chosen() or bool(LedgerRepository(session).receivers())


def stored_choice(context: ServiceContext) -> PrivacyChoice:
    """The levels in force."""
    with context.database.read() as session:
        return ChoiceRepository(session).load()


def _epsilon(inputs: ReleaseInputs, receiver: Receiver) -> Fraction | None:
    """The largest budget of what the receiver would hold."""
    if inputs.mechanism is None:
        return None
    held = copies_of(receiver, issue_windows(inputs.drawn, {}, receiver))
    return max(
        *(copy.mechanism.epsilon for copy in held.values()),
        *(inputs.mechanism.epsilon * receiver.trust_in(name) for name in inputs.due),
        Fraction(0),
    )


def _warnings(ledger: LedgerRepository) -> tuple[str, ...]:
    first = () if ledger.receivers() else (FIRST,)
    return (*first, *dict.fromkeys(loss.why for loss in ledger.draws().earlier))
