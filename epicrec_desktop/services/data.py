"""The person's data as a whole: take it along, or leave nothing."""

from __future__ import annotations

from pathlib import Path


class DataService:
    """Export and erase."""

    def export(self, file: Path) -> None:
        """Write library, choices and ledger as one JSON document, readable by the person alone."""
        raise NotImplementedError

    def erase(self) -> list[str]:
        """Remove everything this program keeps; one sentence per thing that was removed."""
        raise NotImplementedError
