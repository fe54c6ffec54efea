"""A provider elsewhere that the door asks: this process names a row or a schedule, and no bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, never_cancelled
from epicrec_desktop.domain.release import CommittedContribution, Release
from epicrec_desktop.provider.personas import AskedPersonas
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.recommend.personas import PersonaSet

Ask = Callable[[str, Sequence[Any], Job], Any]
"""Has an entry of the door's list done (`services/door_entries.py`)."""


class DoorProvider(HttpProvider):
    """Reads what is stored here; everything that is sent is sent by the door."""

    def __init__(self, ask: Ask, name: str, address: str, cache_folder: Path, **options: Any):
        super().__init__(name, address, cache_folder, **options)
        self._ask = ask
        self.personas = _Personas(ask, name, self._exchanges)

    def post(self, release: Release, cancelled: IsCancelled) -> bytes:
        """Have the row of the ledger sent."""
        answer: bytes = self._ask("release", [release.id], Job(cancelled=cancelled))
        return answer

    def fetch(self, now: datetime, *, job: Job = UNATTENDED) -> Message:
        """Have what it publishes fetched and stored."""
        said: Message = self._ask("published", [self.name, str(self.address)], job)
        return said

    def contribute(
        self,
        committed: CommittedContribution,
        *,
        withdraws: bool,
        cancelled: IsCancelled = never_cancelled,
    ) -> None:
        """Have it counted, or removed from the sums."""
        row = [committed.period, committed.receiver, withdraws]
        self._ask("contribution", row, Job(cancelled=cancelled))


class _Personas(AskedPersonas):
    def __init__(self, ask: Ask, name: str, *parts: Any) -> None:
        super().__init__(*parts)
        self._ask, self._name = ask, name

    def ask(self, now: datetime, personas: PersonaSet, job: Job) -> bool:
        return bool(self._ask("personas", [self._name, self._exchanges.address], job))
