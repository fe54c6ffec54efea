"""Release: drawn once a window, shown, agreed to, committed to the ledger, then sent.

`propose` says what a release now would be. `sample` draws the windows that are due, and gives
nobody anything; from then on the list is the real one. Handing `commit` the proposal whose list was
seen is the agreement, and anything else is refused, to the byte, whatever happened in between;
where nothing was drawn before, it draws. Everything that leaves is made from the receiver's copies
of the windows, whose noise was drawn once. A second release with nothing newly eligible sends the
stored bytes, so noise cannot be averaged away. Open movies are the person's exact choice and are
listed as they are now.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
)
from epicrec_desktop.domain.release import Release
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.mechanism_planner import Planner
from epicrec_desktop.services.period_calendar import (
    Calendar,
    Spending,
    read_calendar,
    read_spending,
)
from epicrec_desktop.services.periods import period_of
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.public_profiles import PublicProfilesService
from epicrec_desktop.services.release_inputs import ReleaseInputs, read_inputs
from epicrec_desktop.services.release_list import ReleaseList, build_list, issue_to
from epicrec_desktop.services.release_proposal import FIRST, Proposal, ProposalView
from epicrec_desktop.services.sampling import (
    Receiver,
    SampleStore,
    read_account,
    receiver_copies,
    sample_due,
)
from epicrec_desktop.store.choices import ChoiceRepository, ProviderRepository
from epicrec_desktop.store.ledger import Draft, LedgerRepository

_EXACT = "exact"  # the mechanism's name in the ledger where nothing was perturbed
_ON_ITS_WAY = message(
    "No answer is on record, so the release may have arrived. Sending it again costs nothing."
)


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
        sample_store: SampleStore,
        source: BitSource,
        public_profiles: PublicProfilesService,
    ) -> None:
        self._context = context
        self._planner = planner
        self._sample_store = sample_store
        self._source = source
        self._public_profiles = public_profiles

    def propose(
        self,
        connection: Provider,
        choice: PrivacyChoice | None = None,
        *,
        job: Job = UNATTENDED,
    ) -> ProposalView:
        """What a release now would be, under the stored levels or these. Changes nothing."""
        while True:
            levels = choice or stored_choice(self._context)
            mechanism = self._planner.plan(levels, job=job)
            public_profiles = self._public(mechanism)
            with self._context.database.write() as session, session.begin_nested() as trial:
                # Windows are assigned on trial and rolled back: a look must not fix anything.
                self._sample_store.settle(session, self._context.now())
                view = self._view(session, connection, levels, mechanism, public_profiles)
                trial.rollback()
            if choice is not None or view.proposal.stored == levels:
                return view

    def commit(
        self,
        connection: Provider,
        proposal: Proposal,
        *,
        job: Job = UNATTENDED,
    ) -> tuple[Release | None, bool]:
        """Draw what is due, write the ledger, and return the release and whether it is a repeat.

        None at No Release. After this the release may be sent; nothing was sent yet. Raises
        `AgreementError` if a release now would not be what was agreed to, to the byte where its
        list was seen; nothing is drawn then, and nobody is given anything.
        """
        if connection.address != proposal.address:
            raise _not_agreed()
        if proposal.choice.releases_nothing:
            return None, False
        mechanism = self._planner.plan(proposal.choice, job=job)
        public_profiles = self._public(mechanism)
        known_to_provider = frozenset() if proposal.repeats else ids_known_to(connection)
        job.check()
        with self._context.database.write() as session:
            now = self._context.now()
            view = self._agreed(session, connection, proposal, mechanism, public_profiles)
            if view is None:
                raise _not_agreed()
            release = view.last or self._make(session, view, known_to_provider, now)
            if proposal.sha256 not in (None, release.sha256):
                raise _not_agreed()
        self._sample_store.save()
        return release, view.last is not None

    def sample(
        self,
        connection: Provider,
        proposal: Proposal,
        *,
        job: Job = UNATTENDED,
    ) -> ProposalView:
        """Draw what is due, as `commit` does, and give it to nobody; the view that follows from it.

        This begins a release and fixes its list: there is no second draw. On the disk, in both
        places, when it returns; nothing is sent, and no connection is opened. Where another process
        drew meanwhile, its draw holds. Raises `AgreementError` if what would be drawn is not what
        was shown; nothing is drawn then.
        """
        if connection.address != proposal.address:
            raise _not_shown()
        mechanism = self._planner.plan(proposal.choice, job=job)
        public_profiles = self._public(mechanism)
        known_to_provider = (
            frozenset() if proposal.choice.releases_nothing else ids_known_to(connection)
        )
        job.check()
        with self._context.database.write() as session:
            view = self._agreed(session, connection, proposal, mechanism, public_profiles)
            if view is None:
                raise _not_shown()
            inputs = view.inputs
            if inputs.due:
                sampled = {**inputs.sampled, **sample_due(inputs, self._source)}
                # What cannot be encoded leaves nothing drawn, as at a commit.
                build_list(
                    inputs, view.receiver, issue_to(sampled, view.receiver), known_to_provider
                )
                self._sample_store.store_periods(
                    session, inputs.sampled, sampled, self._context.now()
                )
                view = self._view(session, connection, proposal.choice, mechanism, public_profiles)
        self._sample_store.save()
        return view

    def repeat(self, connection: Provider) -> Release | None:
        """The stored release to this provider if one now would say the same; draws nothing."""
        if stored_choice(self._context).releases_nothing:
            return None
        view = self.propose(connection)
        self._sample_store.save()
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

    def history(self, view: ProposalView) -> tuple[str, bool]:
        """Of what would be sent again: the month it was made in, and whether it ever arrived.

        Other levels can have made the same bytes before: then it is those that arrived.
        """
        last = view.last
        if last is None:
            return "", False
        with self._context.database.read() as session:
            arrived = LedgerRepository(session).arrived(last.receiver, last.sha256)
        return period_of(last.created), arrived

    def already_delivered(self, view: ProposalView) -> bool:
        """Whether all blurred counts that a release would be made from arrived there before."""
        newest = max(view.inputs.sampled, default=None)
        if view.inputs.due or newest is None:
            return False
        with self._context.database.read() as session:
            entries = LedgerRepository(session).entries()
        return any(
            release.receiver == view.receiver.key
            and release.period == newest
            and any(send.left for send in sends)
            for release, sends in entries
        )

    def release_list(self, view: ProposalView, connection: Provider) -> ReleaseList:
        """The list of what is proposed: the stored one, or the real one, which `commit` makes too.

        Where months are due it is an example, drawn from other bits and thrown away.
        """
        if view.last is not None:
            return ReleaseList(view.last.items, None, view.last.payload)
        if view.proposal.choice.releases_nothing:
            return ReleaseList((), None, b"")
        periods = {**view.inputs.sampled, **sample_due(view.inputs, self._source)}
        periods = issue_to(periods, view.receiver)
        return build_list(view.inputs, view.receiver, periods, ids_known_to(connection))

    def _public(self, mechanism: Mechanism | None) -> NDArray[np.int64] | None:
        """Public people to read noisy counts with, before a session is opened: it may take time."""
        return (
            self._public_profiles.profiles(self._context.catalog().catalog)
            if mechanism is not None
            else None
        )

    def _agreed(
        self,
        session: Session,
        connection: Provider,
        proposal: Proposal,
        mechanism: Mechanism | None,
        public_profiles: NDArray[np.int64] | None,
    ) -> ProposalView | None:
        """What a release now would be; None where that is not what was agreed to."""
        self._sample_store.settle(session, self._context.now())
        view = self._view(session, connection, proposal.choice, mechanism, public_profiles)
        # Where another process just drew or released the same, that is what was agreed to.
        sampled = replace(proposal, due=())
        same = view.proposal in (proposal, sampled, replace(sampled, repeats=True))
        return view if same else None

    def _view(
        self,
        session: Session,
        connection: Provider,
        levels: PrivacyChoice,
        mechanism: Mechanism | None,
        public_profiles: NDArray[np.int64] | None,
    ) -> ProposalView:
        now = self._context.now()
        inputs = read_inputs(
            session, self._context.catalog(), levels, mechanism, now, public_profiles
        )
        receiver = receiver_of(session, connection)
        ledger = LedgerRepository(session)
        last = (
            ledger.find(connection.name, inputs.fingerprint(receiver.key))
            if not inputs.due
            else None
        )
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
        return ProposalView(proposal, inputs, receiver, None if nothing else last)

    def _make(
        self, session: Session, view: ProposalView, known_to_provider: frozenset[str], now: datetime
    ) -> Release:
        """Draw and write a new entry. What cannot be encoded leaves nothing drawn."""
        inputs, periods = view.inputs, dict(view.inputs.sampled)
        if inputs.mechanism is not None:
            periods = issue_to({**periods, **sample_due(inputs, self._source)}, view.receiver)
        release_list = build_list(inputs, view.receiver, periods, known_to_provider)
        disclosure = release_list.disclosure
        self._sample_store.store_periods(session, inputs.sampled, periods, now)
        draft = Draft(
            provider=view.proposal.provider,
            receiver=view.receiver.key,
            level=inputs.level,
            mechanism=disclosure.mechanism if disclosure is not None else _EXACT,
            epsilon=disclosure.epsilon if disclosure is not None else None,
            joint=read_account(session).loss if disclosure is not None else None,
            period=max(periods) if disclosure is not None else None,
            fingerprint=inputs.fingerprint(view.receiver.key),
            items=release_list.items,
            open_items=tuple(sorted(set(inputs.open_items).intersection(release_list.items))),
            payload=release_list.payload,
        )
        return LedgerRepository(session).add(draft, now=now)


def _not_shown() -> AgreementError:
    return AgreementError(
        "The list would no longer be made as you were shown, so it was not made, and nothing was "
        "sent. Look at it again, and decide anew."
    )


def _not_agreed() -> AgreementError:
    return AgreementError(
        "What would be sent is no longer what you agreed to, so nothing was sent. "
        "Look at it again, and decide anew."
    )


def ids_known_to(connection: Provider) -> frozenset[str]:
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
    copies = receiver_copies(receiver, issue_to(inputs.sampled, receiver))
    return max(
        *(copy.mechanism.epsilon for copy in copies.values()),
        *(inputs.mechanism.epsilon * receiver.trust_in(name) for name in inputs.due),
        Fraction(0),
    )


def _warnings(ledger: LedgerRepository) -> tuple[str, ...]:
    first = () if ledger.receivers() else (FIRST,)
    return (*first, *dict.fromkeys(loss.why for loss in ledger.samples().prior_losses))
