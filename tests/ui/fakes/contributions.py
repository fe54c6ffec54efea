"""Contributions, in memory."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.contribution_service import ContributionProposal, Example, ExampleBit
from epicrec_desktop.services.contribution_status import (
    ContributionEntry,
    ContributionStatus,
    State,
)
from ui.fakes.base import ADDRESS, CLUB, FakeService
from ui.fakes.films import NOW


class FakeContributions(FakeService):
    """Nothing contributed, until a test does."""

    def _begin(self) -> None:
        self.rows: tuple[ContributionEntry, ...] = ()

    def filled(self) -> FakeContributions:
        """To three receivers, in every state that a person may have to do something about."""
        busy = message("{provider} asks to come back later. {kept}", provider="Cinema", kept="")
        self.rows = (
            self._made(CLUB, ADDRESS, State.SENT),
            self._made("Cinema", "https://cinema.example", State.WAITING, busy),
            self._made("Library", "https://library.example", State.WITHDRAWN),
        )
        return self

    def _made(
        self, name: str, address: str, state: State, error: Message | None = None
    ) -> ContributionEntry:
        payload = b'{"list":"0123456789abcdef","epsilon":"1","bits":"' + b"Ab3+" * 42 + b'"}'
        until = NOW + timedelta(hours=2) if state is State.WAITING else None
        sha256 = hashlib.sha256(payload).hexdigest()
        return ContributionEntry(
            "2026-11", NOW, name, address, state, NOW, error, until, payload, sha256
        )

    def status(self) -> ContributionStatus:
        self.enter("contributions.standing")
        bound = PosteriorBound.of(Fraction(1)) if self.rows else None
        return ContributionStatus(self.rows, bound, bound)

    def propose(self, provider: str) -> ContributionProposal:
        self.enter("contributions.propose")
        again = any(e.provider == provider and e.unsent for e in self.rows)
        done = any(e.provider == provider and e.state is State.SENT for e in self.rows)
        return ContributionProposal(
            provider=provider,
            address=ADDRESS,
            movies="0123456789abcdef",
            size=1_000,
            epsilon=Fraction(1),
            choice=PrivacyChoice(),
            period=None if again or done else "2026-11",
            again=("2026-11",) if again else (),
            disclosed=0 if again or done else 87,
            alone=PosteriorBound.of(Fraction(1)),
            after=PosteriorBound.of(Fraction(6, 5)),
        )

    def example(self) -> Example:
        self.enter("contributions.example")
        bits = tuple(
            ExampleBit(movie.label, place < 4, place % 3 != 0)
            for place, movie in enumerate(self.services.catalog[:8])
        )
        return Example(bits, size=1_000, watched=87, yes=304, true=64)

    def contribute(self, proposal: ContributionProposal, *, job=UNATTENDED) -> ContributionStatus:
        self.enter("contributions.contribute", job)
        others = tuple(e for e in self.rows if e.provider != proposal.provider)
        self.rows = (self._made(proposal.provider, proposal.address, State.SENT), *others)
        return self.status()

    def send_due(self, *, job=UNATTENDED) -> int:
        return 0

    def withdraw(self, receiver: str, *, job=UNATTENDED) -> ContributionStatus:
        self.enter("contributions.withdraw", job)
        self.rows = tuple(
            replace(e, state=State.WITHDRAWN) if e.receiver == receiver else e for e in self.rows
        )
        return self.status()
