"""Browser profiles in the database: consent, watermarks, and the sightings that came from each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from epicrec_desktop.domain.evidence import Sighting, weigh
from epicrec_desktop.domain.history import (
    BrowserFamily,
    BrowserProfile,
    Decision,
    LibraryStatus,
    Watermark,
)
from epicrec_desktop.store import sightings as sighting_rows
from epicrec_desktop.store.models import HistoryProfileRow, ImportRow, LibraryRow, SightingRow

RESTORED = "restored"
"""The key of what is no profile: it has what an export says was seen, until a scan finds it."""


@dataclass(frozen=True)
class StoredProfile:
    """A profile with what is remembered of it."""

    key: str
    profile: BrowserProfile
    consent: bool
    watermark: Watermark | None
    catalog_version: str | None
    last_scan: datetime | None
    movies: int


@dataclass(frozen=True)
class Seen:
    """When a movie was visited first and last in a profile, and how often."""

    first: datetime
    last: datetime
    count: int


class ProfileRepository:
    """Reads and changes profiles in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> list[StoredProfile]:
        """Every profile the person was asked about."""
        counted = select(SightingRow.profile_id, func.count()).group_by(SightingRow.profile_id)
        sighted: dict[int, int] = dict(self._session.execute(counted).all())
        profiles = select(HistoryProfileRow).where(HistoryProfileRow.key != RESTORED)
        rows = self._session.scalars(profiles.order_by(HistoryProfileRow.id))
        return [_stored(row, sighted.get(row.id, 0)) for row in rows]

    def set_consent(self, key: str, profile: BrowserProfile, *, consent: bool) -> None:
        """Remember the person's answer for a profile."""
        row = self._row(key)
        if row is None:
            row = HistoryProfileRow(key=key)
            self._session.add(row)
        row.browser, row.family, row.name = profile.browser, profile.family.value, profile.name
        row.packaging, row.database = profile.packaging, str(profile.database)
        row.consent = consent
        self._session.flush()

    def revoke(self, key: str) -> None:
        """Withdraw consent: the profile's sightings go, and suggestions that rested on them alone.

        Movies the person confirmed or rejected themselves stay: they are the person's own words;
        and so do those that an export of another service names.
        """
        row = self._row(key)
        if row is None:
            return
        row.consent = False
        row.watermark_visit = row.watermark_fingerprint = row.last_scan = None
        self._session.execute(delete(SightingRow).where(SightingRow.profile_id == row.id))
        remaining = select(SightingRow.movie_id).union(select(ImportRow.movie_id))
        for entry in self._session.scalars(
            select(LibraryRow).where(
                LibraryRow.answered.is_(False),
                LibraryRow.by_hand.is_(False),
                LibraryRow.movie_id.not_in(remaining),
            )
        ):
            if entry.release_period is None:
                self._session.delete(entry)
            else:  # found again, it must not get a second window
                entry.in_library = False
                entry.status = LibraryStatus.SUGGESTED
        self._session.flush()

    def sighted(self, keys: Iterable[str]) -> list[int]:
        """Local keys of the movies that were seen in these profiles."""
        query = (
            select(SightingRow.movie_id)
            .join(HistoryProfileRow, HistoryProfileRow.id == SightingRow.profile_id)
            .where(HistoryProfileRow.key.in_(list(keys)))
        )
        return list(self._session.scalars(query.distinct()))

    def seen(self, key: str) -> dict[int, Seen]:
        """Local keys of the movies seen in a profile, and the visits that are known of each."""
        query = (
            select(
                SightingRow.movie_id,
                SightingRow.first_seen,
                SightingRow.last_seen,
                SightingRow.count,
            )
            .join(HistoryProfileRow, HistoryProfileRow.id == SightingRow.profile_id)
            .where(HistoryProfileRow.key == key)
        )
        rows = self._session.execute(query)
        return {movie_id: Seen(first, last, count) for movie_id, first, last, count in rows}

    def verdicts(self, movie_ids: Iterable[int]) -> dict[int, Decision]:
        """What everything that is known of each of these movies comes to, in all profiles."""
        wanted = set(movie_ids)
        if not wanted:
            return {}
        rows: dict[int, list[SightingRow]] = {}
        for row in self._session.scalars(select(SightingRow)):
            if row.movie_id in wanted:
                rows.setdefault(row.movie_id, []).append(row)
        return {key: weigh(sighting_rows.joined(found)).decision for key, found in rows.items()}

    def record(
        self,
        key: str,
        sightings: Iterable[tuple[int, Sighting]],
        *,
        full: bool,
        watermark: Watermark,
        catalog_version: str,
        now: datetime,
    ) -> None:
        """Add what a scan found: (local movie key, sighting) pairs, and how far it read."""
        row = self._row(key)
        if row is None:
            raise LookupError("the profile is not known")
        known = {
            s.movie_id: s
            for s in self._session.scalars(
                select(SightingRow).where(SightingRow.profile_id == row.id)
            )
        }
        restored = {s.movie_id: s for s in self._restored()}
        for movie_id, sighting in sightings:
            previous = known.get(movie_id)
            if previous is not None:
                sighting_rows.add_to(previous, sighting, full=full)
            elif (before := restored.get(movie_id)) is not None:
                # What an export says of it may be of the same visits: none counts twice.
                sighting_rows.add_to(before, sighting, full=True)
                before.profile_id = row.id
            else:
                self._session.add(sighting_rows.new_row(movie_id, row.id, sighting))
        row.watermark_visit, row.watermark_fingerprint = watermark.visit_id, watermark.fingerprint
        row.catalog_version, row.last_scan = catalog_version, now
        self._session.flush()

    def restore(self, sightings: Iterable[tuple[int, Sighting]]) -> None:
        """Keep what an export says was seen of movies that no profile here has shown."""
        row = self._row(RESTORED)
        if row is None:
            row = HistoryProfileRow(
                key=RESTORED, browser="", family=BrowserFamily.CHROMIUM.value, name="",
                packaging="", database="", consent=False,
            )  # fmt: skip
            self._session.add(row)
            self._session.flush()
        for movie_id, sighting in sightings:
            self._session.add(sighting_rows.new_row(movie_id, row.id, sighting))
        self._session.flush()

    def _restored(self) -> Iterable[SightingRow]:
        of = select(HistoryProfileRow.id).where(HistoryProfileRow.key == RESTORED)
        return self._session.scalars(select(SightingRow).where(SightingRow.profile_id.in_(of)))

    def _row(self, key: str) -> HistoryProfileRow | None:
        return self._session.scalar(select(HistoryProfileRow).where(HistoryProfileRow.key == key))


def _stored(row: HistoryProfileRow, movies: int) -> StoredProfile:
    watermark = None
    if row.watermark_visit is not None and row.watermark_fingerprint is not None:
        watermark = Watermark(row.watermark_visit, row.watermark_fingerprint)
    profile = BrowserProfile(
        row.browser, BrowserFamily(row.family), row.name, Path(row.database), row.packaging
    )
    return StoredProfile(
        row.key, profile, row.consent, watermark, row.catalog_version, row.last_scan, movies
    )
