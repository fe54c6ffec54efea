"""Store browser profiles: consent, watermarks, and the sightings found in each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.domain.history import (
    BrowserFamily,
    BrowserProfile,
    LibraryStatus,
    RuleEvidence,
    Seen,
    Sighting,
    StoredProfile,
    Verdict,
    Watermark,
    add_evidence,
    replace_evidence,
    weigh,
)
from epicrec_desktop.store.movie_rows import ImportRow, LibraryRow, ProfileRow, SightingRow
from epicrec_desktop.store.records import (
    Repository,
    insert,
    put_records,
    remove,
    remove_keys,
    select,
    table,
)

_PROFILES = table(ProfileRow).c
_SIGHTINGS = table(SightingRow).c


def joined(stored: Iterable[Iterable[RuleEvidence]]) -> list[RuleEvidence]:
    """Return the evidence for a movie in several profiles, by rule."""
    found = [item for one in stored for item in one]
    return add_evidence((), found) if len(found) > 1 else found


def new_row(movie_id: int, profile_id: int, sighting: Sighting) -> SightingRow:
    """Return a row for a movie that this profile had not shown before."""
    row = SightingRow(
        movie_id, profile_id, sighting.first_seen, sighting.last_seen, 0, pages=sighting.pages
    )
    return _with(row, sighting.rule_evidence)


def add_to(row: SightingRow, sighting: Sighting, *, full: bool) -> SightingRow:
    """Return the row with what a scan found.

    After a full read counts are those of the read, unless more was known (browsers forget); after
    an incremental one they add up.
    """
    join = replace_evidence if full else add_evidence
    found = row.replace(
        first_seen=min(row.first_seen, sighting.first_seen),
        last_seen=max(row.last_seen, sighting.last_seen),
        pages=_pages(sighting.pages, row.pages),
    )
    return _with(found, join(row.rule_evidence, sighting.rule_evidence))


def join_rows(row: SightingRow, other: SightingRow) -> SightingRow:
    """Return a row with what another one of the same profile, and now of the same movie, says."""
    found = row.replace(
        first_seen=min(row.first_seen, other.first_seen),
        last_seen=max(row.last_seen, other.last_seen),
        pages=_pages(row.pages, other.pages),
    )
    return _with(found, joined([row.rule_evidence, other.rule_evidence]))


def sightings_of(session: Connection, movie_id: int) -> list[SightingRow]:
    """Return what each profile's history says about a movie."""
    return select(session, SightingRow, _SIGHTINGS.movie_id == movie_id)


_MOST_PAGES = 100


def _pages(newer: Iterable[str], older: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*newer, *older)))[:_MOST_PAGES]


def _with(row: SightingRow, rule_evidence: Iterable[RuleEvidence]) -> SightingRow:
    seen = tuple(item.replace(dwell_s=round(item.dwell_s, 1)) for item in rule_evidence)
    return row.replace(rule_evidence=seen, count=sum(item.count for item in seen))


RESTORED = "restored"
"""The key of what is no profile: it has what an export says was seen, until a scan finds it."""


class ProfileRepository(Repository):
    """Reads and changes profiles in one session."""

    def all(self) -> list[StoredProfile]:
        """Return every profile the person was asked about."""
        counts = sa.select(_SIGHTINGS.profile_id, sa.func.count())
        sighted: dict[int, int] = dict(
            self._session.execute(counts.group_by(_SIGHTINGS.profile_id)).all()
        )
        others = _PROFILES.key != RESTORED
        rows = select(self._session, ProfileRow, others, order=[_PROFILES.id])
        return [_stored(row, movies=sighted.get(row.id, 0)) for row in rows]

    def agree(self, key: str, profile: BrowserProfile) -> None:
        """Remember that the person lets a profile be read."""
        said = (profile.browser, profile.family.value, profile.name, profile.packaging)
        row = ProfileRow(key, *said, str(profile.database), consent=True)
        if (before := self._row(key)) is not None:
            read = ("id", "watermark_visit", "watermark_fingerprint", "catalog_version")
            row = row.replace(**{name: getattr(before, name) for name in (*read, "last_scan")})
        put_records(self._session, [row])

    def revoke(self, key: str) -> None:
        """Withdraw consent: the profile's sightings go, and suggestions that rested on them alone.

        Movies the person confirmed or rejected themselves stay: they are the person's own words;
        and so do those that an export of another service names.
        """
        row = self._row(key)
        if row is None:
            return
        unread = {"watermark_visit": None, "watermark_fingerprint": None, "last_scan": None}
        put_records(self._session, [row.replace(consent=False, **unread)])
        remove(self._session, SightingRow, _SIGHTINGS.profile_id == row.id)
        library = table(LibraryRow).c
        remaining = sa.select(_SIGHTINGS.movie_id).union(sa.select(table(ImportRow).c.movie_id))
        rested = select(
            self._session,
            LibraryRow,
            ~library.answered,
            ~library.by_hand,
            library.movie_id.not_in(remaining),
        )
        # Found again, one with a period must not get a second one.
        kept = [entry for entry in rested if entry.release_period is not None]
        suggested = {"in_library": False, "status": LibraryStatus.SUGGESTED}
        put_records(self._session, [entry.replace(**suggested) for entry in kept])
        gone = [entry.movie_id for entry in rested if entry.release_period is None]
        remove_keys(self._session, LibraryRow, gone)

    def sighted(self, keys: Iterable[str]) -> list[int]:
        """Return local keys of the movies that were seen in these profiles."""
        these = sa.select(_PROFILES.id).where(_PROFILES.key.in_(list(keys)))
        query = sa.select(_SIGHTINGS.movie_id).where(_SIGHTINGS.profile_id.in_(these))
        return list(self._session.scalars(query.distinct()))

    def seen(self, key: str) -> dict[int, Seen]:
        """Return local keys of the movies seen in a profile, with the known visits of each."""
        rows = self._rows(key)
        return {row.movie_id: Seen(row.first_seen, row.last_seen, row.count) for row in rows}

    def verdicts(self, movie_ids: Iterable[int]) -> dict[int, Verdict]:
        """Return the verdict on each of these movies from the evidence of all profiles."""
        wanted = set(movie_ids)
        if not wanted:
            return {}
        found: dict[int, list[tuple[RuleEvidence, ...]]] = {}
        query = sa.select(_SIGHTINGS.movie_id, _SIGHTINGS.rule_evidence)
        for movie_id, rule_evidence in self._session.execute(query):
            if movie_id in wanted:
                found.setdefault(movie_id, []).append(rule_evidence)
        return {key: weigh(joined(evidence)) for key, evidence in found.items()}

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
        profile = self._row(key)
        if profile is None:
            raise LookupError("the profile is not known")
        known = {row.movie_id: row for row in self._rows(key)}
        restored = {row.movie_id: row for row in self._rows(RESTORED)}
        rows = []
        for movie_id, sighting in sightings:
            if (previous := known.get(movie_id)) is not None:
                rows.append(add_to(previous, sighting, full=full))
            elif (before := restored.get(movie_id)) is not None:
                # What an export says of it may be of the same visits: none counts twice.
                rows.append(add_to(before, sighting, full=True).replace(profile_id=profile.id))
            else:
                rows.append(new_row(movie_id, profile.id, sighting))
        put_records(self._session, rows)
        read = {"watermark_visit": watermark.visit_id, "catalog_version": catalog_version}
        read |= {"watermark_fingerprint": watermark.fingerprint, "last_scan": now}
        put_records(self._session, [profile.replace(**read)])

    def restore(self, sightings: Iterable[tuple[int, Sighting]]) -> None:
        """Keep what an export says was seen of movies that no profile here has shown."""
        row = self._row(RESTORED)
        profile_id = row.id if row else insert(self._session, _NO_PROFILE)
        put_records(
            self._session, [new_row(key, profile_id, sighting) for key, sighting in sightings]
        )

    def _rows(self, key: str) -> list[SightingRow]:
        profile = sa.select(_PROFILES.id).where(_PROFILES.key == key)
        return select(self._session, SightingRow, _SIGHTINGS.profile_id.in_(profile))

    def _row(self, key: str) -> ProfileRow | None:
        found = select(self._session, ProfileRow, _PROFILES.key == key)
        return found[0] if found else None


_NO_PROFILE = ProfileRow(RESTORED, "", BrowserFamily.CHROMIUM.value, "", "", "")


def _stored(row: ProfileRow, *, movies: int) -> StoredProfile:
    visit, fingerprint = row.watermark_visit, row.watermark_fingerprint
    family, database = BrowserFamily(row.family), Path(row.database)
    return StoredProfile(
        row.key,
        BrowserProfile(row.browser, family, row.name, database, row.packaging),
        row.consent,
        None if visit is None or fingerprint is None else Watermark(visit, fingerprint),
        row.catalog_version,
        row.last_scan,
        movies,
    )
