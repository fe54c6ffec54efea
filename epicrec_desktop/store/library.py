"""Store the library and the watchlist; the user's answers take precedence over every scan."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from epicrec_desktop.domain.history import (
    Decision,
    Evidence,
    LibraryStatus,
    RuleEvidence,
    Verdict,
    weigh,
)
from epicrec_desktop.domain.json_text import month
from epicrec_desktop.domain.preferences import NOT_RATED, OWN, OWN_STARS, OwnRating
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store import models
from epicrec_desktop.store.browser_profiles import joined
from epicrec_desktop.store.ratings import Imported, by_movie, forget_imports, own_ratings
from epicrec_desktop.store.raw_sql import marks, of_movie, parts, rows
from epicrec_desktop.store.uncounted import mark_counted, mark_uncounted, uncounted_movies
from epicrec_desktop.store.unlisted import drop_orphans

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


class WatchlistRepository:
    """Reads and changes the watchlist in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> list[int]:
        """Return local keys, the newest first, without movies the person has answered since."""
        query = """
            SELECT movie_id FROM watchlist w WHERE NOT EXISTS (
                SELECT 1 FROM library l WHERE l.movie_id = w.movie_id
                AND l.in_library AND l.status != ? AND l.changed >= w.added
            )
            ORDER BY added DESC, movie_id
        """
        return [key for (key,) in rows(self._session, query, [LibraryStatus.SUGGESTED.value])]

    def add(self, movie_id: int, *, now: datetime) -> None:
        """Put a movie on it; one that is there keeps its place."""
        row = self._session.get(models.WatchlistRow, movie_id)
        if row is None:
            self._session.add(models.WatchlistRow(movie_id=movie_id, added=now))
        elif movie_id not in self.all():
            row.added = now
        self._session.flush()

    def remove(self, *ids: int) -> None:
        """Take movies off it."""
        for some in parts(ids):
            gone = models.WatchlistRow.movie_id.in_(some)
            self._session.execute(sa.delete(models.WatchlistRow).where(gone))


@dataclass(frozen=True)
class LibraryRecord:
    """A movie of the library with the sum of its sightings, by local key."""

    movie_id: int
    status: LibraryStatus
    answered: bool
    by_hand: bool
    weight: float
    period: str | None
    evidence: Evidence
    rule: str
    decision: Decision
    confidence: float
    count: int
    first_seen: datetime | None
    last_seen: datetime | None
    brief_visit: bool  # a page named it for certain, but was opened once and left
    rule_evidence: tuple[RuleEvidence, ...]  # what each rule saw of it, the strongest first
    imports: tuple[Imported, ...] = ()  # what exports of other services say of it
    own: OwnRating = NOT_RATED  # what the person says of it

    @property
    def sure(self) -> bool:
        """Whether the movie may be taken as watched without asking."""
        return any(item.sure for item in self.rule_evidence)

    @property
    def watched(self) -> bool:
        """Whether the library says that the movie was watched: the user did, or a trace does."""
        return self.status is LibraryStatus.CONFIRMED and self.evidence is Evidence.WATCHED

    @property
    def looked_at(self) -> bool:
        """Whether the user is asked about a movie that nothing says was watched."""
        return self.status is LibraryStatus.SUGGESTED and self.evidence is not Evidence.WATCHED


_BY_HAND = Verdict(
    Decision.ACCEPT, Evidence.NONE, "by-hand", 1.0, 0, 0.0, brief_visit=False, sure=False
)
_IMPORTED = Verdict(
    Decision.REVIEW, Evidence.INTEREST, "imported", 0.7, 0, 0.0, brief_visit=False, sure=False
)


class LibraryRepository:
    """Reads and changes the library in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(
        self, status: LibraryStatus | None = None, *, only: int | None = None
    ) -> list[LibraryRecord]:
        """Everything listed, or of one status, or one movie, in no particular order."""
        condition, keys = of_movie(only)
        query = f"""
            SELECT movie_id, status, answered, by_hand, weight, release_period FROM library
            WHERE in_library AND {condition}
        """  # noqa: S608
        listed = (
            rows(self._session, query, keys)
            if status is None
            else rows(self._session, f"{query} AND status = ?", [*keys, status.value])
        )
        sightings: dict[int, list[_Sighting]] = {}
        query = f"""
            SELECT movie_id, first_seen, last_seen, rule_evidence FROM sightings WHERE {condition}
        """  # noqa: S608
        for key, first_seen, last_seen, evidence in rows(self._session, query, keys):
            sightings.setdefault(key, []).append((first_seen, last_seen, json.loads(evidence)))
        imports = by_movie(self._session, only)
        own = own_ratings(self._session, only)
        return [
            _record(
                row, sightings.get(row[0], ()), imports.get(row[0], ()), own.get(row[0], NOT_RATED)
            )
            for row in listed
        ]

    def rule_evidence(self, movie_id: int) -> list[RuleEvidence]:
        """Return what the rules saw of a movie, in all profiles."""
        query = "SELECT rule_evidence FROM sightings WHERE movie_id = ?"
        return joined(json.loads(text) for (text,) in rows(self._session, query, [movie_id]))

    def confirmed(self, *, listed: bool = True) -> list[int]:
        """Return local keys of the confirmed movies, ascending; `listed`: known to a catalog.

        Those that no catalog has are left out of whatever leaves, or ranks.
        """
        unlisted = "AND movie_id NOT IN (SELECT id FROM movies WHERE named_by IS NOT NULL)"
        query = f"""
            SELECT movie_id FROM library WHERE in_library AND status = ?
            {unlisted if listed else ""} ORDER BY movie_id
        """  # noqa: S608
        return [key for (key,) in rows(self._session, query, [LibraryStatus.CONFIRMED.value])]

    def counts(self) -> dict[LibraryStatus, int]:
        """Return how many movies have each status."""
        query = "SELECT status, COUNT(*) FROM library WHERE in_library GROUP BY status"
        found = {LibraryStatus(status): number for status, number in rows(self._session, query)}
        return {status: found.get(status, 0) for status in LibraryStatus}

    def waiting(self) -> int:
        """Return how many suggestions something says were watched; not those only looked at."""
        query = """
            SELECT COUNT(*) FROM library l WHERE in_library AND status = ? AND (
                by_hand
                OR EXISTS (SELECT 1 FROM sightings s WHERE s.movie_id = l.movie_id AND evidence = ?)
                OR EXISTS (
                    SELECT 1 FROM imports i WHERE i.movie_id = l.movie_id AND evidence = ?
                    AND source NOT IN (?, ?)
                )
            )
        """
        watched = Evidence.WATCHED.value
        values = [LibraryStatus.SUGGESTED.value, watched, watched, OWN, OWN_STARS]
        ((number,),) = rows(self._session, query, values)
        return int(number)

    def set_status(
        self, ids: Sequence[int], status: LibraryStatus, *, now: datetime, answered: bool = True
    ) -> dict[int, LibraryStatus]:
        """Set the user's answer; return the previous statuses."""
        previous = {}
        for row in self._rows(ids):
            previous[row.movie_id] = LibraryStatus(row.status)
            row.status, row.answered, row.changed = status.value, answered, now
        self._session.flush()
        return previous

    def undo_status(self, previous: Mapping[int, LibraryStatus], *, now: datetime) -> None:
        """Restore statuses that `set_status` changed; a suggestion is open to scans again."""
        for row in self._rows(previous):
            row.status = previous[row.movie_id].value
            row.answered = previous[row.movie_id] is not LibraryStatus.SUGGESTED
            row.changed = now
        self._session.flush()

    def add_found(
        self, verdicts: Mapping[int, Verdict], *, confirm_sure: bool, now: datetime
    ) -> tuple[int, int]:
        """Add movies that a scan found; return how many are newly confirmed and newly suggested.

        A movie that the user answered for stays as they said.
        """
        known = {row.movie_id: row for row in self._rows(verdicts)}
        confirmed = suggested = 0
        for movie_id, verdict in verdicts.items():
            accept = confirm_sure and verdict.sure
            row = known.get(movie_id)
            is_new = row is None or not row.in_library
            if row is None:
                row = models.LibraryRow(
                    movie_id=movie_id, status=LibraryStatus.SUGGESTED, changed=now
                )
                self._session.add(row)
            row.in_library = True
            if row.answered:
                continue
            if accept and row.status != LibraryStatus.CONFIRMED:
                row.status, row.changed = LibraryStatus.CONFIRMED, now
                confirmed += 1
            elif is_new:
                suggested += 1
        self._session.flush()
        return confirmed, suggested

    def add(self, movie_id: int, *, now: datetime) -> None:
        """Add a movie by hand, confirmed."""
        answer(self._session, movie_id, LibraryStatus.CONFIRMED, now=now).by_hand = True
        self._session.flush()

    def add_imported(self, statuses: Mapping[int, LibraryStatus], *, now: datetime) -> None:
        """Put in movies that an export names, confirmed or suggested.

        A suggestion changes nothing that is listed.
        """
        known = {row.movie_id: row for row in self._rows(statuses)}
        new = []
        for movie_id, status in statuses.items():
            row, answered = known.get(movie_id), status is not LibraryStatus.SUGGESTED
            if row is None:
                state = {"status": status.value, "answered": answered, "changed": now}
                new.append({"movie_id": movie_id, **state})
            elif answered or not row.in_library:
                row.status, row.answered = status.value, answered
                row.in_library, row.changed = True, now
        self._session.flush()
        if new:
            self._session.execute(sa.insert(models.LibraryRow), new)

    def statuses(self) -> dict[int, LibraryStatus]:
        """Return the status of every movie listed, by its local key."""
        query = "SELECT movie_id, status FROM library WHERE in_library"
        return {key: LibraryStatus(status) for key, status in rows(self._session, query)}

    def refuse(self, movie_id: int, *, now: datetime) -> None:
        """Record that the user wants no recommendation of this movie, which may never have been
        sighted.
        """
        answer(self._session, movie_id, LibraryStatus.REJECTED, now=now)
        self._session.flush()

    def forget(self, ids: Sequence[int], *, now: datetime) -> None:
        """Remove movies from view, with sightings, ratings and what exports said of them.

        What stays is the number of the movie and its period: finding the movie again must
        not put it into a second period, which would cost its privacy twice.
        """
        for some in parts(ids):
            for table in (models.SightingRow, models.UnplacedRow):
                self._session.execute(sa.delete(table).where(table.movie_id.in_(some)))
        forget_imports(self._session, ids)
        for row in self._rows(ids):
            take_out(self._session, row, now=now)
        self._session.flush()
        drop_orphans(self._session)

    def set_weight(self, movie_id: int, weight: float) -> None:
        """Set the share of the budget that this movie may cost."""
        self._session.execute(
            sa.update(models.LibraryRow)
            .where(models.LibraryRow.movie_id == movie_id)
            .values(weight=weight)
        )

    def periods(self) -> dict[int, str]:
        """Return the period of every movie that has one, also of movies no longer listed."""
        query = "SELECT movie_id, release_period FROM library WHERE release_period IS NOT NULL"
        found = rows(self._session, query)
        for period in {period for _, period in found} - {OPEN_PERIOD}:
            month(period)  # raises `ValueError` where it is none
        return dict(found)

    def all_periods(self) -> dict[int, tuple[str, ...]]:
        """Return the periods of every movie that has one: its own, then others that counted it."""
        found = rows(self._session, "SELECT movie_id, also_in FROM library WHERE also_in != '[]'")
        others = {key: tuple(json.loads(also_in)) for key, also_in in found}
        return {key: (name, *others.get(key, ())) for key, name in self.periods().items()}

    def removed_since(self, sampled: Collection[str]) -> list[int]:
        """Return the listed movies that stopped being confirmed after their period was sampled.

        Forgotten movies are not among them: nothing names those.
        """
        query = f"""
            SELECT movie_id FROM library WHERE in_library AND status != ?
            AND release_period IN ({marks(sampled)})
        """  # noqa: S608 - "?"
        found = rows(self._session, query, [LibraryStatus.CONFIRMED.value, *sampled])
        uncounted = self.uncounted()
        return [key for (key,) in found if key not in uncounted]

    def uncounted(self) -> frozenset[int]:
        """Return the movies that belong to a sampled period and are not behind its numbers."""
        return uncounted_movies(self._session)

    def counted_twice(self) -> list[tuple[str, ...]]:
        """Return the periods of each film that several counted, before its rows were merged."""
        query = "SELECT release_period, also_in FROM library WHERE also_in != '[]'"
        found = rows(self._session, query)
        return [(period, *json.loads(others)) for period, others in found if period is not None]

    def weights(self) -> dict[int, Fraction]:
        """Weights that are not the usual 1, in hundredths, rounded down: never disclosed more."""
        query = "SELECT movie_id, weight FROM library WHERE weight != 1.0"
        return {key: _hundredths(weight) for key, weight in rows(self._session, query)}

    def assign_period(self, ids: Iterable[int], period: str = OPEN_PERIOD) -> None:
        """Assign movies to a period; one that has a period keeps it for ever."""
        for some in parts(ids):
            self._session.execute(
                sa.update(models.LibraryRow)
                .where(
                    models.LibraryRow.movie_id.in_(some), models.LibraryRow.release_period.is_(None)
                )
                .values(release_period=period)
            )

    def close_period(self, name: str, counted: Collection[int]) -> None:
        """Give the open period the name of its month.

        Movies not in `counted` are recorded as uncounted, since levels and catalogs change later.
        """
        waiting = {key for key, period in self.periods().items() if period == OPEN_PERIOD}
        self._session.execute(
            sa.update(models.LibraryRow)
            .where(models.LibraryRow.release_period == OPEN_PERIOD)
            .values(release_period=name)
        )
        mark_counted(self._session, counted)  # another movie had this key once
        mark_uncounted(self._session, waiting.difference(counted))

    def _rows(self, ids: Iterable[int]) -> list[models.LibraryRow]:
        found: list[models.LibraryRow] = []
        for some in parts(ids):
            found += self._session.scalars(
                sa.select(models.LibraryRow).where(models.LibraryRow.movie_id.in_(some))
            )
        return found


def answer(
    session: Session, movie_id: int, status: LibraryStatus, *, now: datetime
) -> models.LibraryRow:
    """Let a movie be in the library with this status, which is the user's answer."""
    row = session.get(models.LibraryRow, movie_id)
    if row is None:
        row = models.LibraryRow(movie_id=movie_id)
        session.add(row)
    row.status, row.answered, row.in_library, row.changed = status.value, True, True, now
    return row


def take_out(session: Session, row: models.LibraryRow, *, now: datetime) -> None:
    """Remove a movie from the library; its number stays where it has a period."""
    if row.release_period is None:
        session.delete(row)
        return
    row.status, row.answered, row.by_hand = LibraryStatus.SUGGESTED.value, False, False
    row.in_library, row.weight, row.changed = False, 1.0, now


def _hundredths(weight: float) -> Fraction:
    """0.29 is 29 hundredths, although 100 * 0.29 is a little less than 29."""
    return Fraction(math.floor(100 * weight + 1e-9), 100)


_Sighting = tuple[str, str, list[list[Any]]]
"""When it was first and last seen, and what each rule saw."""


def _record(
    row: tuple[Any, ...],
    sightings: Sequence[_Sighting],
    imports: tuple[Imported, ...],
    own: OwnRating,
) -> LibraryRecord:
    movie_id, status, answered, added, weight, period = row
    rule_evidence = joined(evidence for *_, evidence in sightings)
    without_export = added or not imports
    verdict = weigh(rule_evidence) if rule_evidence else _BY_HAND if without_export else _IMPORTED
    said = added or (bool(answered) and status == LibraryStatus.CONFIRMED)
    watched = said or any(one.evidence is Evidence.WATCHED for one in imports)
    first = min((first for first, *_ in sightings), default=None)
    last = max((last for _, last, _ in sightings), default=None)
    return LibraryRecord(
        movie_id=movie_id,
        status=LibraryStatus(status),
        answered=bool(answered),
        by_hand=bool(added),
        weight=weight,
        period=period,
        evidence=Evidence.WATCHED if watched else verdict.evidence,
        rule=verdict.rule,
        decision=verdict.decision,
        confidence=verdict.confidence,
        count=verdict.count,
        first_seen=datetime.fromisoformat(first) if first else None,
        last_seen=datetime.fromisoformat(last) if last else None,
        brief_visit=verdict.brief_visit,
        rule_evidence=tuple(rule_evidence),
        imports=imports,
        own=own,
    )
