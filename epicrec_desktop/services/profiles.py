"""List browser profiles, and store which of them may be read."""
# ruff: noqa: PLC0415 - the window asks for the last scan at its start, and reads no history there

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.unlisted import drop_orphans

if TYPE_CHECKING:
    from epicrec_desktop.history.browser_paths import Environment


@dataclass(frozen=True)
class KnownProfile:
    """A profile with what the person said about it."""

    profile: BrowserProfile
    consent: bool = False
    last_scan: datetime | None = None
    movies: int = 0  # movies sighted in it
    present: bool = True  # still on this computer


class ProfileService:
    """Which profiles there are, and which may be read."""

    def __init__(self, context: ServiceContext, environment: Environment | None = None) -> None:
        self._context = context
        self._environment = environment

    def discover(self) -> list[KnownProfile]:
        """Return all profiles found now, and those agreed to that are gone (`present` False)."""
        from epicrec_desktop.history.browser_paths import Environment
        from epicrec_desktop.history.discovery import discover, profile_key

        with self._context.database.read() as session:
            stored = {profile.key: profile for profile in ProfileRepository(session).all()}
        known = []
        for profile in discover(self._environment or Environment.current()):
            before = stored.pop(profile_key(profile), None)
            said = () if before is None else (before.consent, before.last_scan, before.movies)
            known.append(KnownProfile(profile, *said))
        gone = (one for one in stored.values() if one.consent)
        return known + [
            KnownProfile(
                p.profile,
                True,
                p.last_scan,
                p.movies,
                os.path.exists(p.profile.database),  # noqa: PTH110 - never raises: a drive may be gone
            )
            for p in gone
        ]

    def last_scan(self) -> datetime | None:
        """When a profile was scanned last; None if none that may be read ever was."""
        with self._context.database.read() as session:
            stored = ProfileRepository(session).all()
        return max((p.last_scan for p in stored if p.consent and p.last_scan), default=None)

    def at(self, path: Path) -> BrowserProfile:
        """Return the profile at a path: a folder, or a database of a history in it.

        Raises `HistoryError` with a sentence if there is none.
        """
        from epicrec_desktop.history.discovery import open_profile_at

        return open_profile_at(path)

    def set_consent(self, profiles: Sequence[BrowserProfile], *, consent: bool) -> None:
        """Agree to profiles, or revoke: that removes every sighting that came from them alone."""
        from epicrec_desktop.history.discovery import profile_key

        with self._context.database.write() as session:
            repository = ProfileRepository(session)
            for profile in profiles:
                if consent:
                    repository.agree(profile_key(profile), profile)
                else:
                    repository.revoke(profile_key(profile))
            if not consent:
                drop_orphans(session)
                recommendations.forget(session)  # they rest on what was just removed
        if not consent:
            self._context.database.scrub()
