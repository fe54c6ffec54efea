"""Release: drawn once a window, committed to the ledger, then sent.

Everything that leaves is made from the receiver's copies of the windows: integer counts that were
noised once. A second release with nothing newly eligible sends the stored bytes, so noise cannot be
averaged away. Open movies are the person's exact choice and are listed as they are now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.release import Release
from epicrec_desktop.domain.tasks import IsCancelled, Report, check, never, quiet
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.recommend.wire import RecommendationRequest, encode_request
from epicrec_desktop.services.calendar import Calendar, Spending, read_calendar, read_spending
from epicrec_desktop.services.composition import compose_items, told
from epicrec_desktop.services.context import Context
from epicrec_desktop.services.copies import (
    FULL_TRUST,
    Receiver,
    account,
    held_by,
    issue_copies,
    keep_copies,
)
from epicrec_desktop.services.planning import Planner
from epicrec_desktop.services.situation import (
    LIMIT,
    PER_CATEGORY,
    Situation,
    read_situation,
)
from epicrec_desktop.store.choices import ChoiceRepository, ProviderRepository
from epicrec_desktop.store.ledger import Draft, DrawnWindow, LedgerRepository, commit_release

_EXACT = "exact"  # the mechanism's name in the ledger where nothing was perturbed
_ON_ITS_WAY = (
    "No answer was noted, so the release may have arrived. Sending it again costs nothing."
)


@dataclass(frozen=True)
class LedgerEntry:
    """A release with what became of it. `sent` are the times the stored bytes went out."""

    release: Release
    sent: tuple[datetime, ...]
    error: str | None  # why the last attempt failed, as a sentence


class LedgerService:
    """Reads the ledger: releases, release windows, and what was spent."""

    def __init__(self, context: Context) -> None:
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
            )
            for release, sends in entries
        ]

    def calendar(self) -> Calendar:
        """The release windows, what is in them, and what waits."""
        with self._context.database.read() as session:
            return read_calendar(session, self._context.now())

    def spending(self) -> Spending:
        """What all releases so far let an observer conclude."""
        with self._context.database.read() as session:
            return read_spending(session)


class ReleaseService:
    """Commits releases. Sends nothing: that is the provider's part."""

    def __init__(self, context: Context, planner: Planner, source: BitSource) -> None:
        self._context = context
        self._planner = planner
        self._source = source

    def commit(
        self,
        connection: Provider,
        choice: PrivacyChoice | None = None,
        *,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> tuple[Release | None, bool]:
        """Draw what is due, write the ledger, and return the release and whether it is a repeat.

        None at No Release. After this the release may be sent; nothing was sent yet.
        """
        choice = choice or stored_choice(self._context)
        catalog = connection.catalog()
        if choice.summary(catalog.categories) is ReleaseLevel.NO:
            return None, False
        mechanism = self._planner.plan(catalog, choice, report=report, cancelled=cancelled)
        check(cancelled)
        now = self._context.now()
        with self._context.database.write() as session:
            situation = read_situation(session, catalog, choice, mechanism, now)
            receiver = receiver_of(session, connection)
            windows = issue_copies(situation, receiver, self._source, now)
            ledger = LedgerRepository(session)
            keep_copies(ledger, situation.drawn, windows)
            basis = situation.basis(windows, connection.address)
            stored = ledger.find(connection.name, basis)
        if stored is not None:
            return stored, True
        draft = self._draft(situation, windows, connection.name, receiver, basis)
        return commit_release(self._context.database, draft, now=now)

    def begin_send(self, release: Release) -> int:
        """Note in the ledger that the release is on its way, before it is.

        Until `settle_send` the entry says that it may have arrived: so it stays if the program
        dies on the way.
        """
        with self._context.database.write() as session:
            return LedgerRepository(session).record_send(
                release.id, now=self._context.now(), error=_ON_ITS_WAY
            )

    def settle_send(self, attempt: int, error: str | None) -> None:
        """Note in the ledger that the release was sent and answered, or why not."""
        with self._context.database.write() as session:
            LedgerRepository(session).settle_send(attempt, error=error)

    def _draft(
        self,
        situation: Situation,
        windows: Mapping[str, DrawnWindow],
        provider: str,
        receiver: Receiver,
        basis: str,
    ) -> Draft:
        held = held_by(receiver, windows)
        items = compose_items(situation, held, self._source)
        said = told(situation, held)
        epsilon = max(h.mechanism.epsilon for h in held.values()) if said is not None else None
        payload = encode_request(
            RecommendationRequest(
                profile=items,
                level=situation.level,
                mechanism=said.mechanism if said is not None else None,
                epsilon=float(epsilon) if epsilon is not None else None,
                counts=said.counts if said is not None else None,
                variance=said.variance if said is not None else None,
                limit=LIMIT,
                per_category=PER_CATEGORY,
            )
        )
        return Draft(
            provider=provider,
            receiver=receiver.key,
            level=situation.level,
            mechanism=said.mechanism if said is not None else _EXACT,
            epsilon=epsilon,
            joint=account(windows).loss if said is not None else None,
            window=max(windows) if said is not None else None,
            basis=basis,
            items=items,
            payload=payload,
        )


def receiver_of(session: Session, connection: Provider) -> Receiver:
    """Whom a release to this provider reaches.

    The address tells receivers apart: a name can be given to another one. One address under several
    names, or named by itself, is trusted as the least trusted of them.
    """
    if connection.address is None:
        return Receiver(connection.name)
    known = [
        provider.trust
        for provider in ProviderRepository(session).all()
        if provider.address == connection.address
    ]
    return Receiver(connection.address, min(known, default=FULL_TRUST))


def stored_choice(context: Context) -> PrivacyChoice:
    """The levels in force."""
    with context.database.read() as session:
        return ChoiceRepository(session).load()
