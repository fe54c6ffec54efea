"""Release: drawn once a window, committed to the ledger, then sent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop.domain.release import Release


@dataclass(frozen=True)
class LedgerEntry:
    """A release with what became of it. `sent` are the times the stored bytes went out."""

    release: Release
    sent: tuple[datetime, ...]
    error: str | None  # why the last attempt failed, as a sentence


class LedgerService:
    """Reads the ledger."""

    def entries(self) -> list[LedgerEntry]:
        """Every release, newest first."""
        raise NotImplementedError
