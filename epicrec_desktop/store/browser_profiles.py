"""Store browser profiles: consent, watermarks, and the sightings found in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from epicrec_desktop.domain.history import (
    BrowserFamily,
    BrowserProfile,
    Decision,
    Evidence,
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
from epicrec_desktop.store import models
from epicrec_desktop.store.raw_sql import rows

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def evidence_of(stored: list[list[Any]]) -> list[RuleEvidence]:
    """Return what each rule saw, from the column `rule_evidence`."""
    return [
        RuleEvidence(
            rule, Decision(decision), Evidence(evidence), confidence, count, dwell_s, tuple(*others)
        )
        for rule, decision, evidence, confidence, count, dwell_s, *others in stored
    ]


def joined(stored: Iterable[list[list[Any]]]) -> list[RuleEvidence]:
    """Return the evidence for a movie in several profiles, by rule, from `rule_evidence`."""
    rule_evidence: list[RuleEvidence] = []
    for one in stored:
        rule_evidence = add_evidence(rule_evidence, evidence_of(one))
    return rule_evidence


def new_row(movie_id: int, profile_id: int, sighting: Sighting) -> models.SightingRow:
    """Return a row for a movie that this profile had not shown before."""
    row = models.SightingRow(
        movie_id=movie_id,
        profile_id=profile_id,
        first_seen=sighting.first_seen,
        last_seen=sighting.last_seen,
        pages=list(sighting.pages),
    )
    _set(row, sighting.rule_evidence)
    return row


def add_to(row: models.SightingRow, sighting: Sighting, *, full: bool) -> None:
    """Add what a scan found.

    After a full read counts are those of the read, unless more was known (browsers forget); after
    an incremental one they add up.
    """
    row.first_seen = min(row.first_seen, sighting.first_seen)
    row.last_seen = max(row.last_seen, sighting.last_seen)
    row.pages = _pages(sighting.pages, row.pages)
    join = replace_evidence if full else add_evidence
    _set(row, join(evidence_of(row.rule_evidence), sighting.rule_evidence))


def join_rows(row: models.SightingRow, other: models.SightingRow) -> None:
    """Add to a row what another one of the same profile, and now of the same film, says."""
    row.first_seen = min(row.first_seen, other.first_seen)
    row.last_seen = max(row.last_seen, other.last_seen)
    row.pages = _pages(row.pages, other.pages)
    _set(row, joined([row.rule_evidence, other.rule_evidence]))


def sightings_of(session: Session, movie_id: int) -> list[models.SightingRow]:
    """Return what each profile's history says about a movie."""
    rows = sa.select(models.SightingRow).where(models.SightingRow.movie_id == movie_id)
    return list(session.scalars(rows))


_MOST_PAGES = 100


def _pages(newer: Iterable[str], older: Iterable[str]) -> list[str]:
    return list(dict.fromkeys((*newer, *older)))[:_MOST_PAGES]


def _set(row: models.SightingRow, rule_evidence: Sequence[RuleEvidence]) -> None:
    verdict = weigh(rule_evidence)
    row.count, row.rule, row.confidence = verdict.count, verdict.rule, verdict.confidence
    row.evidence, row.decision = verdict.evidence.value, verdict.decision.value
    row.rule_evidence = [
        [
            item.rule,
            item.decision.value,
            item.evidence.value,
            item.confidence,
            item.count,
            round(item.dwell_s, 1),
            *([list(item.others)] if item.others else []),
        ]
        for item in rule_evidence
    ]


RESTORED = "restored"
"""The key of what is no profile: it has what an export says was seen, until a scan finds it."""


class ProfileRepository:
    """Reads and changes profiles in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> list[StoredProfile]:
        """Return every profile the person was asked about."""
        counts = "SELECT profile_id, COUNT(*) FROM sightings GROUP BY profile_id"
        sighted: dict[int, int] = dict(rows(self._session, counts))
        query = """
            SELECT id, key, browser, family, name, database, packaging, consent, watermark_visit,
                watermark_fingerprint, catalog_version, last_scan
            FROM history_profiles WHERE key != ? ORDER BY id
        """
        found = rows(self._session, query, [RESTORED])
        return [_stored(values, movies=sighted.get(key, 0)) for key, *values in found]

    def set_consent(self, key: str, profile: BrowserProfile, *, consent: bool) -> None:
        """Remember the person's answer for a profile."""
        row = self._row(key)
        if row is None:
            row = models.HistoryProfileRow(key=key)
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
        self._session.execute(
            sa.delete(models.SightingRow).where(models.SightingRow.profile_id == row.id)
        )
        remaining = sa.select(models.SightingRow.movie_id).union(
            sa.select(models.ImportRow.movie_id)
        )
        for entry in self._session.scalars(
            sa.select(models.LibraryRow).where(
                models.LibraryRow.answered.is_(False),
                models.LibraryRow.by_hand.is_(False),
                models.LibraryRow.movie_id.not_in(remaining),
            )
        ):
            if entry.release_period is None:
                self._session.delete(entry)
            else:  # found again, it must not get a second period
                entry.in_library = False
                entry.status = LibraryStatus.SUGGESTED
        self._session.flush()

    def sighted(self, keys: Iterable[str]) -> list[int]:
        """Return local keys of the movies that were seen in these profiles."""
        query = (
            sa.select(models.SightingRow.movie_id)
            .join(
                models.HistoryProfileRow,
                models.HistoryProfileRow.id == models.SightingRow.profile_id,
            )
            .where(models.HistoryProfileRow.key.in_(list(keys)))
        )
        return list(self._session.scalars(query.distinct()))

    def seen(self, key: str) -> dict[int, Seen]:
        """Return local keys of the movies seen in a profile, with the known visits of each."""
        query = (
            sa.select(
                models.SightingRow.movie_id,
                models.SightingRow.first_seen,
                models.SightingRow.last_seen,
                models.SightingRow.count,
            )
            .join(
                models.HistoryProfileRow,
                models.HistoryProfileRow.id == models.SightingRow.profile_id,
            )
            .where(models.HistoryProfileRow.key == key)
        )
        rows = self._session.execute(query)
        return {movie_id: Seen(first, last, count) for movie_id, first, last, count in rows}

    def verdicts(self, movie_ids: Iterable[int]) -> dict[int, Verdict]:
        """Return the verdict on each of these movies from the evidence of all profiles."""
        wanted = set(movie_ids)
        if not wanted:
            return {}
        rows: dict[int, list[list[list[Any]]]] = {}
        for row in self._session.scalars(sa.select(models.SightingRow)):
            if row.movie_id in wanted:
                rows.setdefault(row.movie_id, []).append(row.rule_evidence)
        return {key: weigh(joined(found)) for key, found in rows.items()}

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
                sa.select(models.SightingRow).where(models.SightingRow.profile_id == row.id)
            )
        }
        restored = {s.movie_id: s for s in self._restored()}
        for movie_id, sighting in sightings:
            previous = known.get(movie_id)
            if previous is not None:
                add_to(previous, sighting, full=full)
            elif (before := restored.get(movie_id)) is not None:
                # What an export says of it may be of the same visits: none counts twice.
                add_to(before, sighting, full=True)
                before.profile_id = row.id
            else:
                self._session.add(new_row(movie_id, row.id, sighting))
        row.watermark_visit, row.watermark_fingerprint = watermark.visit_id, watermark.fingerprint
        row.catalog_version, row.last_scan = catalog_version, now
        self._session.flush()

    def restore(self, sightings: Iterable[tuple[int, Sighting]]) -> None:
        """Keep what an export says was seen of movies that no profile here has shown."""
        row = self._row(RESTORED)
        if row is None:
            row = models.HistoryProfileRow(
                key=RESTORED, browser="", family=BrowserFamily.CHROMIUM.value, name="",
                packaging="", database="", consent=False,
            )  # fmt: skip
            self._session.add(row)
            self._session.flush()
        for movie_id, sighting in sightings:
            self._session.add(new_row(movie_id, row.id, sighting))
        self._session.flush()

    def _restored(self) -> Iterable[models.SightingRow]:
        of = sa.select(models.HistoryProfileRow.id).where(models.HistoryProfileRow.key == RESTORED)
        return self._session.scalars(
            sa.select(models.SightingRow).where(models.SightingRow.profile_id.in_(of))
        )

    def _row(self, key: str) -> models.HistoryProfileRow | None:
        return self._session.scalar(
            sa.select(models.HistoryProfileRow).where(models.HistoryProfileRow.key == key)
        )


def _stored(row: Sequence[Any], *, movies: int) -> StoredProfile:
    """Return a profile, from the columns that `ProfileRepository.all` reads."""
    key, browser, family, name, database, packaging, consent, *rest = row
    visit, fingerprint, catalog_version, last_scan = rest
    return StoredProfile(
        key,
        BrowserProfile(browser, BrowserFamily(family), name, Path(database), packaging),
        bool(consent),
        None if visit is None or fingerprint is None else Watermark(visit, fingerprint),
        catalog_version,
        None if last_scan is None else datetime.fromisoformat(last_scan),
        movies,
    )
