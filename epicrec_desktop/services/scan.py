"""Scan: profiles → visits → sightings → library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.tasks import IsCancelled, Report, never, quiet


@dataclass(frozen=True)
class ScanResult:
    """What a scan did. `failures`: (profile label, sentence) of profiles that were not read."""

    profiles: int
    visits: int
    movies: int  # movies sighted
    new_confirmed: int
    new_suggested: int
    failures: tuple[tuple[str, str], ...] = ()


class ScanService:
    """Reads what is new in the profiles agreed to, in a child process."""

    def scan(
        self,
        profiles: Sequence[BrowserProfile] | None = None,
        *,
        confirm_accepted: bool = False,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> ScanResult:
        """Scan these profiles, or all agreed to. Raises `Cancelled`; the database is then as before.

        `confirm_accepted`: movies of `accept` rows become confirmed (the command line, where naming
        a profile is consent); otherwise everything found is a suggestion until the person confirms it.
        """
        raise NotImplementedError
