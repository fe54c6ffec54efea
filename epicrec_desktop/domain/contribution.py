"""A contribution to training as it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class CommittedContribution:
    """A contribution as the database committed it. Only `store/contributions.py` builds one.

    `payload` is the exact request body: whoever is sent it once more, and whoever is asked to take
    it out again, gets these bytes. `id` is random, another one for each receiver.
    """

    id: UUID
    period: str  # "2026-11"
    sampled: datetime
    provider: str
    receiver: str  # its address
    payload: bytes
    sha256: str
