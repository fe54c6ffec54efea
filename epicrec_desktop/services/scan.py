"""List browser profiles with the user's consent, and scan them: visits, sightings, library."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TypeVar

from sqlalchemy import Connection

from epicrec_desktop.domain.errors import EpicRecError, HistoryError
from epicrec_desktop.domain.history import BrowserProfile, Sighting, StoredProfile
from epicrec_desktop.domain.messages import N_, Message
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.history.discovery import profile_key
from epicrec_desktop.history.snapshot import remove_stale_snapshots, snapshot, stale_snapshots
from epicrec_desktop.paths import private_folder
from epicrec_desktop.services.child_process import READER_FAILED, run_in_child
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.deleted_visits import Deletions, forgets_before, was_deleted
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.services.profile_reader import (
    ProfileFindings,
    RemainingVisits,
    read_profiles,
    read_remaining,
)
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.corrections import make_page_key
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.unlisted import MovieLookup

Found = TypeVar("Found")
_log = logging.getLogger(__name__)


LEFT_BEHIND = N_(
    "A private copy of a history could not be removed, because another program has it open. It was "
    "emptied where that was possible, and is removed at the next start."
)
"""Said where `ScanResult.stale_snapshots` is not 0."""


@dataclass(frozen=True)
class ScanResult:
    """What a scan did. `failures`: (profile label, message) of profiles that were not read.

    `stale_snapshots`: private copies of histories that another program has open, so that Windows
    does not let go of them yet. They are emptied, and removed at the next start.
    """

    profiles: int
    visits: int
    movies: int  # movies sighted
    new_confirmed: int
    new_suggested: int
    failures: tuple[tuple[str, Message], ...] = ()
    stale_snapshots: int = 0


class ScanService:
    """Reads what is new in the profiles agreed to, in a child process."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def scan(
        self,
        profiles: Sequence[BrowserProfile] | None = None,
        *,
        confirm_sure: bool = False,
        job: Job = UNATTENDED,
    ) -> ScanResult:
        """Scan these profiles, or all agreed to.

        `confirm_sure`: movies that were watched for certain become confirmed (the command line,
        where naming a profile is consent); otherwise what is found is a suggestion until the
        person confirms it.

        Raises `Cancelled`; the database is then as before.
        """
        chosen = self._chosen(profiles)
        if not chosen:
            return ScanResult(0, 0, 0, 0, 0)
        job.report(Progress("Preparing", 0, len(chosen)))
        findings = self._in_child(read_profiles, ProfileFindings, chosen, job)
        confirm = confirm_sure and profiles is not None
        return self._store_findings(chosen, findings, confirm_sure=confirm)

    def deletions(self, *, job: Job = UNATTENDED) -> Deletions:
        """Movies of the library that the person deleted from every browser that had them.

        Reads every profile agreed to in full, and changes nothing: they are the person's to forget.
        In doubt a movie was not deleted. It was if no page left in a browser may speak of it, and
        its first and its last visit are gone there, whatever their pages are taken for by now:
        titles change, and so do the catalog and the rules. Movies added by hand or imported are
        none of them, nor those that the browser may have forgotten itself, nor those of a profile
        that cannot be read. Raises `Cancelled`.
        """
        chosen = self._chosen(None)
        if not chosen:
            return Deletions(())
        job.report(Progress("Preparing", 0, len(chosen)))
        with self._context.database.read() as session:
            seen = {p.key: ProfileRepository(session).seen(p.key) for p in chosen}
        asked = {
            key: frozenset(m for s in visits.values() for m in (s.first, s.last))
            for key, visits in seen.items()
        }
        remaining = self._in_child(read_remaining, RemainingVisits, chosen, job, asked)
        there = {r.key: r for r in remaining if r.failure is None}
        now = self._context.now()
        forgets = {
            p.key: forgets_before(p.profile.family, there[p.key], now)
            for p in chosen
            if p.key in there
        }
        left: set[int] = set()
        gone: set[int] = set()
        with self._context.database.read() as session:
            repository, lookup = ProfileRepository(session), MovieLookup(session)
            there = {key: found.by_key(lookup.find) for key, found in there.items()}
            for profile in repository.all():
                known = seen.get(profile.key, {})
                for movie_id, visits in repository.seen(profile.key).items():
                    # What another scan has found in the meantime was not asked for.
                    is_gone = (
                        profile.key in there
                        and known.get(movie_id) == visits
                        and was_deleted(movie_id, visits, there[profile.key], forgets[profile.key])
                    )
                    (gone if is_gone else left).add(movie_id)
            records = LibraryRepository(session).all()
            from_browsers = {r.movie_id for r in records if not (r.by_hand or r.imports)}
        return Deletions(
            tuple(sorted((gone - left) & from_browsers)),
            tuple((r.label, r.failure) for r in remaining if r.failure is not None),
        )

    def _in_child(
        self,
        read: Callable[..., list[Found]],
        finding: Callable[..., Found],
        profiles: Sequence[StoredProfile],
        job: Job,
        *more: object,
    ) -> list[Found]:
        """Return what a process finds in copies of the profiles; it reaches nothing else.

        A profile that cannot be copied becomes a `finding` with a sentence.
        """
        folder = private_folder(self._context.paths.snapshots)
        remove_stale_snapshots(folder)
        failed, copies = [], []
        with ExitStack() as stack:
            for number, stored in enumerate(profiles):
                job.report(Progress("Copying the history", number, len(profiles)))
                profile = stored.profile
                try:
                    copy = stack.enter_context(
                        snapshot(profile.database, folder, cancelled=job.cancelled)
                    )
                except HistoryError as error:
                    failed.append(finding(stored.key, profile.label, failure=error.message))
                else:
                    copies.append(replace(stored, profile=replace(profile, database=copy)))
            found = []
            if copies:
                known = self._context.known_pages()
                found = run_in_child(read, (known, copies, *more), job=job)
        job.check()
        return [*found, *failed]

    def _chosen(self, profiles: Sequence[BrowserProfile] | None) -> list[StoredProfile]:
        with self._context.database.write() as session:
            make_page_key(session)
            repository = ProfileRepository(session)
            for profile in profiles or ():
                repository.agree(profile_key(profile), profile)
            wanted = {profile_key(p) for p in profiles} if profiles is not None else None
            return [
                stored
                for stored in repository.all()
                if stored.consent and (wanted is None or stored.key in wanted)
            ]

    def _store_findings(
        self,
        profiles_at_start: Sequence[StoredProfile],
        findings: Sequence[ProfileFindings],
        *,
        confirm_sure: bool,
    ) -> ScanResult:
        now = self._context.now()
        with self._context.database.write() as session:
            repository = ProfileRepository(session)
            findings = _still_wanted(profiles_at_start, repository.all(), findings)
            found_by_key = _local_keys(session, findings)
            for found in findings:
                if found.watermark is not None:
                    repository.record(
                        found.key,
                        found_by_key[found.key],
                        full=found.full,
                        watermark=found.watermark,
                        catalog_version=found.catalog_version,
                        now=now,
                    )
            # What earlier scans of a profile found is named for certain with it.
            seen = {movie_id for found in found_by_key.values() for movie_id, _ in found}
            named = repository.sighted(f.key for f in findings) if confirm_sure else ()
            confirmed, suggested = LibraryRepository(session).add_found(
                repository.verdicts(seen.union(named)), confirm_sure=confirm_sure, now=now
            )
            assign_periods(session)
        read = [found for found in findings if found.failure is None]
        _log.info("scan: %d profiles", len(read))
        return ScanResult(
            profiles=len(read),
            visits=sum(found.visits for found in read),
            movies=len(seen),
            new_confirmed=confirmed,
            new_suggested=suggested,
            failures=tuple((f.label, f.failure) for f in findings if f.failure is not None),
            stale_snapshots=stale_snapshots(self._context.paths.snapshots),
        )


def _local_keys(
    session: Connection, findings: Sequence[ProfileFindings]
) -> dict[str, list[tuple[int, Sighting]]]:
    """Return the sightings of each profile by local key; movies that no catalog has get one."""
    named = {movie for finding in findings for movie, _ in finding.sightings if type(movie) is int}
    if not named <= CatalogRepository(session).movies(named).keys():
        raise EpicRecError(READER_FAILED)
    unlisted = [m for one in findings for m, _ in one.sightings if isinstance(m, Movie)]
    keys = MovieLookup(session).keys(unlisted) if unlisted else {}
    found: dict[str, dict[int, Sighting]] = {finding.key: {} for finding in findings}
    for finding in findings:
        by_key = found[finding.key]
        for movie, sighting in finding.sightings:
            key = keys[movie] if isinstance(movie, Movie) else movie
            known = by_key.get(key)
            by_key[key] = sighting if known is None else known.joined(sighting)
    return {key: list(by_key.items()) for key, by_key in found.items()}


def _still_wanted(
    profiles_at_start: Iterable[StoredProfile],
    now: Iterable[StoredProfile],
    findings: Iterable[ProfileFindings],
) -> list[ProfileFindings]:
    """Findings that may be kept, some of them emptied.

    Consent may have been withdrawn while a profile was read: then nothing of it stays. And another
    scan may have read the same visits in the meantime: added a second time, they would count twice,
    so what it kept stands, and the next scan goes on from there.
    """
    then = {
        profile.key: (profile.watermark, profile.catalog_version) for profile in profiles_at_start
    }
    agreed = {p.key: (p.watermark, p.catalog_version) for p in now if p.consent}
    return [
        found
        if agreed[found.key] == then[found.key]
        else replace(found, watermark=None, sightings=())
        for found in findings
        if found.key in agreed
    ]
