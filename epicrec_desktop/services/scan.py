"""Scan: profiles → visits → sightings → library."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.evidence import Sighting
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile, Visit, Watermark
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.history.discover import profile_key
from epicrec_desktop.history.reader import read_visits
from epicrec_desktop.history.snapshot import sweep
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.services.child import run_in_child
from epicrec_desktop.services.context import Context
from epicrec_desktop.services.remains import Remains, read_remains
from epicrec_desktop.services.windows import assign_windows
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database import open_database
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.profiles import ProfileRepository, Seen, StoredProfile

Found = TypeVar("Found")
_log = logging.getLogger(__name__)

# When browsers forget visits by themselves. Chromium: after 90 days.
_CHROMIUM_FORGETS = timedelta(days=88)
# Firefox: some after 60 days; of a history that is too large the oldest, down to those of a week
# (toolkit/components/places/PlacesExpiration).
_FIREFOX_FORGETS_SOME = timedelta(days=58)
_FIREFOX_KEEPS = timedelta(days=7)
_TIMES_KNOWN = 2  # visits of a movie: the first and the last


@dataclass(frozen=True)
class ScanResult:
    """What a scan did. `failures`: (profile label, sentence) of profiles that were not read."""

    profiles: int
    visits: int
    movies: int  # movies sighted
    new_confirmed: int
    new_suggested: int
    failures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Deleted:
    """Movies (local keys) of which no visit is left. `failures`: as of a `ScanResult`."""

    movies: tuple[int, ...]
    failures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ProfileFindings:
    """What reading one profile gave: sightings by local movie key, and how far it was read."""

    key: str
    label: str
    catalog_version: str
    visits: int = 0
    full: bool = True
    watermark: Watermark | None = None
    sightings: tuple[tuple[int, Sighting], ...] = ()
    failure: str | None = None


class _Finder(NamedTuple):
    """The matcher, as reading needs it."""

    wanted: Callable[[str, str], bool]
    find: Callable[[Iterable[Visit]], list[Sighting]]


class ScanService:
    """Reads what is new in the profiles agreed to, in a child process."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def scan(
        self,
        profiles: Sequence[BrowserProfile] | None = None,
        *,
        confirm_accepted: bool = False,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> ScanResult:
        """Scan these profiles, or all agreed to.

        `confirm_accepted`: movies of `accept` rows become confirmed (the command line, where naming
        a profile is consent); otherwise what is found is a suggestion until the person confirms it.

        Raises `Cancelled`; the database is then as before.
        """
        chosen = self._chosen(profiles)
        if not chosen:
            return ScanResult(0, 0, 0, 0, 0)
        report(Progress("Preparing", 0, len(chosen)))
        findings = self._in_child(read_profiles, chosen, report, cancelled)
        confirm = confirm_accepted and profiles is not None
        return self._keep(chosen, findings, confirm_accepted=confirm)

    def deleted(self, *, report: Report = quiet, cancelled: IsCancelled = never) -> Deleted:
        """Movies of the library that the person deleted from every browser that had them.

        Reads every profile agreed to in full, and changes nothing: they are the person's to forget.
        In doubt a movie was not deleted. It was if no page left in a browser may speak of it, and
        its first and its last visit are gone there, whatever their pages are taken for by now:
        titles change, and so do the catalog and the rules. Movies added by hand are none of them,
        nor those that the browser may have forgotten itself, nor those of a profile that cannot be
        read. Raises `Cancelled`.
        """
        chosen = self._chosen(None)
        if not chosen:
            return Deleted(())
        report(Progress("Preparing", 0, len(chosen)))
        with self._context.database.read() as session:
            seen = {p.key: ProfileRepository(session).seen(p.key) for p in chosen}
        asked = [
            (p, frozenset(m for s in seen[p.key].values() for m in (s.first, s.last)))
            for p in chosen
        ]
        remains = self._in_child(read_remains, asked, report, cancelled)
        there = {r.key: r for r in remains if r.failure is None}
        now = self._context.now()
        forgets = {
            p.key: _forgets_before(p.profile.family, there[p.key], now)
            for p in chosen
            if p.key in there
        }
        left: set[int] = set()
        gone: set[int] = set()
        with self._context.database.read() as session:
            repository = ProfileRepository(session)
            for profile in repository.all():
                known = seen.get(profile.key, {})
                for movie_id, visits in repository.seen(profile.key).items():
                    # What another scan has found in the meantime was not asked for.
                    is_gone = (
                        profile.key in there
                        and known.get(movie_id) == visits
                        and _is_gone(movie_id, visits, there[profile.key], forgets[profile.key])
                    )
                    (gone if is_gone else left).add(movie_id)
            listed = {r.movie_id for r in LibraryRepository(session).all() if not r.by_hand}
        return Deleted(
            tuple(sorted((gone - left) & listed)),
            tuple((r.label, r.failure) for r in remains if r.failure is not None),
        )

    def _in_child(
        self,
        read: Callable[..., list[Found]],
        asked: Sequence[object],
        report: Report,
        cancelled: IsCancelled,
    ) -> list[Found]:
        paths = self._context.paths
        try:
            found = run_in_child(read, (paths, asked), report=report, cancelled=cancelled)
        finally:
            sweep(paths.snapshots)  # a process that was killed has left its copy of a history
        check(cancelled)
        return found

    def _chosen(self, profiles: Sequence[BrowserProfile] | None) -> list[StoredProfile]:
        with self._context.database.write() as session:
            repository = ProfileRepository(session)
            for profile in profiles or ():
                repository.set_consent(profile_key(profile), profile, consent=True)
            wanted = {profile_key(p) for p in profiles} if profiles is not None else None
            return [
                stored
                for stored in repository.all()
                if stored.consent and (wanted is None or stored.key in wanted)
            ]

    def _keep(
        self,
        begun: Sequence[StoredProfile],
        findings: Sequence[ProfileFindings],
        *,
        confirm_accepted: bool,
    ) -> ScanResult:
        now = self._context.now()
        with self._context.database.write() as session:
            repository = ProfileRepository(session)
            findings = _still_wanted(begun, repository.all(), findings)
            for found in findings:
                if found.watermark is not None:
                    repository.record(
                        found.key,
                        found.sightings,
                        full=found.full,
                        watermark=found.watermark,
                        catalog_version=found.catalog_version,
                        now=now,
                    )
            # What earlier scans of a profile found is named for certain with it.
            seen = {movie_id for found in findings for movie_id, _ in found.sightings}
            named = repository.sighted(f.key for f in findings) if confirm_accepted else ()
            confirmed, suggested = LibraryRepository(session).found(
                repository.verdicts(seen.union(named)), confirm_accepted=confirm_accepted, now=now
            )
            assign_windows(session, now=now)
        read = [found for found in findings if found.failure is None]
        _log.info("scan: %d profiles, %d movies", len(read), len(seen))
        return ScanResult(
            profiles=len(read),
            visits=sum(found.visits for found in read),
            movies=len(seen),
            new_confirmed=confirmed,
            new_suggested=suggested,
            failures=tuple((f.label, f.failure) for f in findings if f.failure is not None),
        )


def _forgets_before(family: BrowserFamily, remains: Remains, now: datetime) -> datetime:
    """A visit from before may be missing without anybody having deleted it."""
    if family is BrowserFamily.CHROMIUM:
        return now - _CHROMIUM_FORGETS
    # The oldest go first: where an older visit is left, it was not the size of the history.
    oldest = remains.oldest or now
    return min(max(oldest, now - _FIREFOX_FORGETS_SOME), now - _FIREFOX_KEEPS)


def _is_gone(movie_id: int, visits: Seen, remains: Remains, forgets_before: datetime) -> bool:
    """Whether every visit of a movie was deleted in a profile, and none forgotten by the browser.

    Only the first and the last are known by their time. Where the browser may have forgotten the
    first, and others were between them, that the last is gone says too little.
    """
    if movie_id in remains.movies or not remains.moments.isdisjoint((visits.first, visits.last)):
        return False
    oldest = visits.first if visits.count > _TIMES_KNOWN else visits.last
    return oldest > forgets_before


def _still_wanted(
    begun: Iterable[StoredProfile],
    now: Iterable[StoredProfile],
    findings: Iterable[ProfileFindings],
) -> list[ProfileFindings]:
    """Findings that may be kept, some of them emptied.

    Consent may have been withdrawn while a profile was read: then nothing of it stays. And another
    scan may have read the same visits in the meantime: added a second time, they would count twice,
    so what it kept stands, and the next scan goes on from there.
    """
    then = {profile.key: (profile.watermark, profile.catalog_version) for profile in begun}
    agreed = {p.key: (p.watermark, p.catalog_version) for p in now if p.consent}
    return [
        found
        if agreed[found.key] == then[found.key]
        else replace(found, watermark=None, sightings=())
        for found in findings
        if found.key in agreed
    ]


def read_profiles(
    paths: Paths,
    profiles: Sequence[StoredProfile],
    *,
    report: Report = quiet,
    cancelled: IsCancelled = never,
) -> list[ProfileFindings]:
    """Read and match profiles; runs in the child process. Raw rows never leave it.

    A profile that cannot be read becomes a finding with a sentence; the others are read all the
    same.
    """
    # Compiling the table of sites takes a third of a second: in the child, not at every start.
    from epicrec_desktop.matching.engine import Matcher  # noqa: PLC0415
    from epicrec_desktop.matching.evidence import collect  # noqa: PLC0415

    database = open_database(paths.database)
    try:
        with database.read() as session:
            stored = CatalogRepository(session).load()
    finally:
        database.close()
    report(Progress("Preparing the catalog", 0, len(profiles)))
    matcher = Matcher(stored.catalog)
    finder = _Finder(matcher.may_match, partial(collect, matcher, cancelled=cancelled))
    folder = private_folder(paths.snapshots)
    sweep(folder)
    findings = []
    for number, profile in enumerate(profiles):
        check(cancelled)
        report(Progress(f"Reading {profile.profile.label}", number, len(profiles)))
        try:
            fresh = profile.catalog_version == stored.catalog.version
            findings.append(
                _read_one(
                    profile,
                    finder,
                    folder,
                    since=profile.watermark if fresh else None,
                    ids=stored.ids.tolist(),
                    catalog_version=stored.catalog.version,
                    report=report,
                    cancelled=cancelled,
                )
            )
        except HistoryError as error:
            findings.append(
                ProfileFindings(
                    profile.key,
                    profile.profile.label,
                    stored.catalog.version,
                    failure=str(error),
                )
            )
    return findings


def _read_one(
    profile: StoredProfile,
    finder: _Finder,
    folder: Path,
    *,
    since: Watermark | None,
    ids: Sequence[int],
    catalog_version: str,
    report: Report,
    cancelled: IsCancelled,
) -> ProfileFindings:
    with read_visits(
        profile.profile,
        folder,
        since=since,
        wanted=finder.wanted,
        report=report,
        cancelled=cancelled,
    ) as history:
        sightings = finder.find(history.visits)
        return ProfileFindings(
            key=profile.key,
            label=profile.profile.label,
            catalog_version=catalog_version,
            visits=history.total,
            full=history.full,
            watermark=history.watermark,
            sightings=tuple((ids[s.movie], s) for s in sightings),
        )
