"""Browser profiles and the person's consent to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from epicrec_desktop.domain.history import BrowserProfile


@dataclass(frozen=True)
class KnownProfile:
    """A profile with what the person said about it; `consent` starts as False."""

    profile: BrowserProfile
    consent: bool
    last_scan: datetime | None = None
    movies: int = 0  # movies sighted in it
    present: bool = True  # still on this computer


class ProfileService:
    """Which profiles there are, and which may be read."""

    def discover(self) -> list[KnownProfile]:
        """All profiles found now, and those agreed to earlier even if gone (`present` False)."""
        raise NotImplementedError

    def at(self, path: Path) -> BrowserProfile:
        """The profile at a path the person named: a folder, or its `History` or `places.sqlite`.

        Raises `HistoryError` with a sentence if there is none.
        """
        raise NotImplementedError

    def set_consent(self, profiles: Sequence[BrowserProfile], *, consent: bool) -> None:
        """Agree to profiles, or revoke: that removes every sighting that came from them alone."""
        raise NotImplementedError
