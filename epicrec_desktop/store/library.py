"""Store the library and the watchlist; the user's answers take precedence over every scan."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec.structs import asdict
from sqlalchemy import Connection

from epicrec_desktop.domain.history import (
    Decision,
    Evidence,
    LibraryStatus,
    RuleEvidence,
    Verdict,
    weigh,
)
from epicrec_desktop.domain.json_text import month
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store.browser_profiles import joined, sightings_of
from epicrec_desktop.store.movie_rows import (
    ImportRow,
    LibraryRow,
    MovieRow,
    SightingRow,
    UnplacedRow,
    WatchlistRow,
)
from epicrec_desktop.store.ratings import Imported, by_movie, own_ratings, stars_of
from epicrec_desktop.store.records import (
    Repository,
    get,
    parts,
    put_records,
    remove,
    remove_keys,
    select,
    select_keys,
    table,
)
from epicrec_desktop.store.stored_catalog import categories_of
from epicrec_desktop.store.uncounted import mark, uncounted_movies
from epicrec_desktop.store.unlisted import drop_orphans

_LIBRARY = table(LibraryRow).c
_SIGHTINGS = table(SightingRow).c
_KEYS = sa.func.json_group_array(_LIBRARY.movie_id)
"""The keys of a group: tens of thousands of movies have few statuses, periods and weights."""
_JOINED = sa.select(*(_LIBRARY[name] for name in LibraryRow.__struct_fields__)).where(
    _LIBRARY.also_in != ()
)


class WatchlistRepository(Repository):
    """Reads and changes the watchlist in one session."""

    def all(self) -> list[int]:
        """Return local keys, the newest first, without movies the person has answered since."""
        wanted = table(WatchlistRow).c
        answered_since = sa.exists().where(
            _LIBRARY.movie_id == wanted.movie_id,
            _LIBRARY.in_library,
            _LIBRARY.status != LibraryStatus.SUGGESTED,
            _LIBRARY.changed >= wanted.added,
        )
        query = sa.select(wanted.movie_id).where(~answered_since)
        return list(self._session.scalars(query.order_by(wanted.added.desc(), wanted.movie_id)))

    def add(self, movie_id: int, *, now: datetime) -> None:
        """Put a movie on it; one that is there keeps its place."""
        if movie_id not in self.all():
            self.put({movie_id: now})

    def put(self, added: Mapping[int, datetime]) -> None:
        """Put movies on it that are not there, each with its time."""
        put_records(self._session, [WatchlistRow(key, moment) for key, moment in added.items()])

    def remove(self, *ids: int) -> None:
        """Take movies off it."""
        remove_keys(self._session, WatchlistRow, ids)


class LibraryRecord(LibraryRow, frozen=True, kw_only=True):
    """A movie of the library with the sum of its sightings."""

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
    def stars(self) -> int:
        """Halves of stars: the user's, else those of an import; 0 for none."""
        return stars_of(self.own, self.imports)[0]

    @property
    def watched(self) -> bool:
        """Whether the library says that the movie was watched: the user did, or a trace does."""
        return self.status is LibraryStatus.CONFIRMED and self.evidence is Evidence.WATCHED

    @property
    def looked_at(self) -> bool:
        """Whether the user is asked about a movie that nothing says was watched."""
        return self.status is LibraryStatus.SUGGESTED and self.evidence is not Evidence.WATCHED


class Part(NamedTuple):
    """A movie's periods, its own first ("" for none), and its weight as in `weights`."""

    periods: tuple[str, ...]
    weight: Fraction


_BY_HAND = Verdict(Decision.ACCEPT, Evidence.NONE, "by-hand", 1.0, 0, brief_visit=False)
_IMPORTED = Verdict(Decision.REVIEW, Evidence.INTEREST, "imported", 0.7, 0, brief_visit=False)


class LibraryRepository(Repository):
    """Reads and changes the library in one session."""

    def all(
        self, status: LibraryStatus | None = None, *, only: int | None = None
    ) -> list[LibraryRecord]:
        """Everything listed, or of one status, or one movie, in no particular order."""
        conditions = [] if status is None else [_LIBRARY.status == status]
        conditions += [] if only is None else [_LIBRARY.movie_id == only]
        listed = select(self._session, LibraryRow, _LIBRARY.in_library, *conditions)
        columns = (
            _SIGHTINGS.movie_id,
            _SIGHTINGS.first_seen,
            _SIGHTINGS.last_seen,
            _SIGHTINGS.rule_evidence,
        )
        query, some = sa.select(*columns), None
        if conditions:
            some = sa.select(_LIBRARY.movie_id).where(_LIBRARY.in_library, *conditions)
            query = query.where(_SIGHTINGS.movie_id.in_(some))
        sightings: dict[int, list[_Sighting]] = {}
        for key, *seen in self._session.execute(query):
            sightings.setdefault(key, []).append(tuple(seen))
        imports = by_movie(self._session, some)
        own = own_ratings(self._session, some)
        return [
            _record(
                row,
                sightings.get(row.movie_id, ()),
                imports.get(row.movie_id, ()),
                own.get(row.movie_id, NOT_RATED),
            )
            for row in listed
        ]

    def rule_evidence(self, movie_id: int) -> list[RuleEvidence]:
        """Return what the rules saw of a movie, in all profiles."""
        return joined(row.rule_evidence for row in sightings_of(self._session, movie_id))

    def confirmed(self, *, listed: bool = True) -> list[int]:
        """Return local keys of the confirmed movies, ascending; `listed`: known to a catalog.

        Those that no catalog has are left out of whatever leaves, or ranks.
        """
        return sorted(json.loads(self._session.scalar(_confirmed(_KEYS, listed=listed)) or "[]"))

    def counts(self) -> dict[LibraryStatus, int]:
        """Return how many movies have each status."""
        query = sa.select(_LIBRARY.status, sa.func.count()).where(_LIBRARY.in_library)
        found: dict[LibraryStatus, int] = dict(
            self._session.execute(query.group_by(_LIBRARY.status)).all()
        )
        return {status: found.get(status, 0) for status in LibraryStatus}

    def waiting(self) -> int:
        """Return how many suggestions something says were watched; not those only looked at."""
        return sum(not record.looked_at for record in self.all(LibraryStatus.SUGGESTED))

    def are_listed(self, ids: Collection[int]) -> bool:
        """Return whether all of these movies are in the library."""
        return sum(row.in_library for row in self._rows(ids)) == len(ids)

    def put_status(self, statuses: Mapping[int, LibraryStatus], *, now: datetime) -> None:
        """Set the user's answers, also of movies that are not in the library.

        A suggestion is open to scans again, and is not put in.
        """
        known = {row.movie_id: row for row in self._rows(statuses)}
        rows = []
        for key, status in statuses.items():
            row = known.get(key) or LibraryRow(key, status, now, in_library=False)
            answered = status is not LibraryStatus.SUGGESTED
            if row.in_library or answered:
                put_in = status is LibraryStatus.CONFIRMED and not row.in_library
                by_hand = answered and (row.by_hand or put_in)
                row = row.replace(status=status, answered=answered, by_hand=by_hand)
                rows.append(row.replace(in_library=True, changed=now))
        put_records(self._session, rows)

    def add_found(
        self, verdicts: Mapping[int, Verdict], *, confirm_sure: bool, now: datetime
    ) -> tuple[int, int]:
        """Add movies that a scan found; return how many are newly confirmed and newly suggested.

        A movie that the user answered for stays as they said.
        """
        known = {row.movie_id: row for row in self._rows(verdicts)}
        rows = []
        confirmed = suggested = 0
        for movie_id, verdict in verdicts.items():
            accept = confirm_sure and verdict.sure
            before = known.get(movie_id)
            row = before or LibraryRow(movie_id, LibraryStatus.SUGGESTED, now)
            is_new = before is None or not row.in_library
            row = row.replace(in_library=True)
            if accept and not row.answered and row.status is not LibraryStatus.CONFIRMED:
                row = row.replace(status=LibraryStatus.CONFIRMED, changed=now)
                confirmed += 1
            elif is_new and not row.answered:
                suggested += 1
            rows.append(row)
        put_records(self._session, rows)
        return confirmed, suggested

    def add(self, movie_id: int, *, now: datetime) -> None:
        """Add a movie by hand, confirmed."""
        confirm(self._session, movie_id, now=now, by_hand=True)

    def undo_adding(self, ids: Iterable[int], *, now: datetime) -> None:
        """Take back the answers that put movies in; a movie stays where more is stored of it.

        It is confirmed where the user or an export says that it was watched, else suggested.
        """
        empty, rows = [], []
        for row in self._rows(ids):
            for one in self.all(only=row.movie_id):
                rated = one.own != NOT_RATED
                seen = rated or any(i.evidence is Evidence.WATCHED for i in one.imports)
                if not (seen or one.imports or one.rule_evidence):
                    empty.append(one.movie_id)
                    continue
                status = LibraryStatus.CONFIRMED if seen else LibraryStatus.SUGGESTED
                changed = row.changed if status is row.status else now
                left = row.replace(status=status, answered=seen, by_hand=row.by_hand and rated)
                rows.append(left.replace(changed=changed))
        put_records(self._session, rows)
        self.forget(empty, now=now)

    def add_imported(self, statuses: Mapping[int, LibraryStatus], *, now: datetime) -> None:
        """Put in movies that an export names, confirmed or suggested.

        A suggestion changes nothing that is listed.
        """
        known = {row.movie_id: row for row in self._rows(statuses)}
        rows = []
        for movie_id, status in statuses.items():
            row, answered = known.get(movie_id), status is not LibraryStatus.SUGGESTED
            if row is None:
                rows.append(LibraryRow(movie_id, status, now, answered=answered))
            elif answered or not row.in_library:
                said = {"status": status, "answered": answered, "in_library": True}
                rows.append(row.replace(**said, changed=now))
        put_records(self._session, rows)

    def statuses(self) -> dict[int, LibraryStatus]:
        """Return the status of every movie listed, by its local key."""
        query = sa.select(_LIBRARY.status, _KEYS).where(_LIBRARY.in_library)
        found = self._session.execute(query.group_by(_LIBRARY.status))
        return {key: status for status, keys in found for key in json.loads(keys)}

    def forget(self, ids: Sequence[int], *, now: datetime) -> None:
        """Remove movies from view, with sightings, ratings and what exports said of them.

        What stays is the number of the movie and its period: finding the movie again must
        not put it into a second period, which would cost its privacy twice.
        """
        for some in parts(ids):
            remove(self._session, SightingRow, _SIGHTINGS.movie_id.in_(some))
        remove_keys(self._session, UnplacedRow, ids)
        remove_keys(self._session, ImportRow, ids)
        for row in self._rows(ids):
            take_out(self._session, row, now=now)
        drop_orphans(self._session)

    def set_weight(self, movie_id: int, weight: float) -> None:
        """Set the share of the budget that this movie may cost."""
        this = sa.update(table(LibraryRow)).where(_LIBRARY.movie_id == movie_id)
        self._session.execute(this.values(weight=weight))

    def periods(self) -> dict[int, str]:
        """Return the period of every movie that has one, also of movies no longer listed."""
        query = sa.select(_LIBRARY.movie_id, _LIBRARY.release_period)
        found = self._session.execute(query.where(_LIBRARY.release_period.is_not(None)))
        periods: dict[int, str] = dict(found.all())
        for period in set(periods.values()):
            _check_period(period)
        return periods

    def unassigned(self) -> dict[int, tuple[str, ...]]:
        """Return the categories of every confirmed movie without a period that has a public id.

        Without those that have none: they are never blurred. A large library has many that wait
        for other levels, at each change of it.
        """
        return categories_of(
            self._session.exec_driver_sql,
            "WHERE movie_id IN (SELECT id FROM library JOIN movies ON id = movie_id"
            " WHERE in_library AND status = 'confirmed' AND release_period IS NULL"
            " AND named_by IS NULL AND COALESCE("
            "NULLIF(imdb_id, ''), NULLIF(wikidata_id, ''), movielens_id, NULLIF(starter_id, '')"
            ") IS NOT NULL)",
        )

    def confirmed_parts(self) -> dict[int, Part]:
        """Return what the confirmed movies that a catalog knows count, by local key."""
        same = (_LIBRARY.release_period, _LIBRARY.weight)
        query = _confirmed(*same, _KEYS).group_by(*same)
        found: dict[int, Part] = {}
        for period, weight, keys in self._session.execute(query):
            if period is not None:
                _check_period(period)
            part = Part((period or "",), _hundredths(weight))
            found.update(dict.fromkeys(json.loads(keys), part))
        for row in self._joined():
            if row.movie_id in found and row.release_period is not None:
                part = found[row.movie_id]
                found[row.movie_id] = part._replace(periods=(*part.periods, *row.also_in))
        return found

    def _joined(self) -> list[LibraryRow]:
        return [LibraryRow(*row) for row in self._session.execute(_JOINED).all()]

    def rows(self) -> dict[int, LibraryRow]:
        """Return the row of every movie listed, by local key; nothing of what was seen of it."""
        listed = select(self._session, LibraryRow, _LIBRARY.in_library)
        return {row.movie_id: row for row in listed}

    def uncounted(self) -> frozenset[int]:
        """Return the movies that belong to a sampled period and are not behind its numbers."""
        return uncounted_movies(self._session)

    def counted_twice(self) -> list[tuple[str, ...]]:
        """Return the periods of each movie that several counted, before its rows were merged."""
        return [
            (row.release_period, *row.also_in)
            for row in self._joined()
            if row.release_period is not None
        ]

    def weights(self) -> dict[int, Fraction]:
        """Weights that are not the usual 1, in hundredths, rounded down: never disclosed more."""
        query = sa.select(_LIBRARY.movie_id, _LIBRARY.weight).where(_LIBRARY.weight != 1.0)
        return {key: _hundredths(weight) for key, weight in self._session.execute(query)}

    def assign_period(self, ids: Iterable[int], period: str = OPEN_PERIOD) -> None:
        """Assign movies to a period; one that has a period keeps it for ever."""
        waits = sa.update(table(LibraryRow)).where(_LIBRARY.release_period.is_(None))
        for some in parts(ids):
            these = waits.where(_LIBRARY.movie_id.in_(some))
            self._session.execute(these.values(release_period=period))

    def close_period(self, name: str, counted: Collection[int]) -> None:
        """Give the open period the name of its month.

        Movies not in `counted` are recorded as uncounted, since levels and catalogs change later.
        """
        waiting = {key for key, period in self.periods().items() if period == OPEN_PERIOD}
        is_open = sa.update(table(LibraryRow)).where(_LIBRARY.release_period == OPEN_PERIOD)
        self._session.execute(is_open.values(release_period=name))
        # Another movie had the key of one that is counted once.
        mark(self._session, counted=counted, uncounted=waiting.difference(counted))

    def _rows(self, ids: Iterable[int]) -> list[LibraryRow]:
        return select_keys(self._session, LibraryRow, ids)


def confirm(session: Connection, movie_id: int, *, now: datetime, by_hand: bool) -> None:
    """Let a movie be in the library, confirmed by the user."""
    status = LibraryStatus.CONFIRMED
    row = get(session, LibraryRow, movie_id) or LibraryRow(movie_id, status, now)
    by_hand = by_hand or row.by_hand
    said = row.replace(status=status, answered=True, in_library=True, by_hand=by_hand)
    put_records(session, [said.replace(changed=now)])


def take_out(session: Connection, row: LibraryRow, *, now: datetime) -> None:
    """Remove a movie from the library; its number stays where it has a period."""
    if row.release_period is None:
        remove_keys(session, LibraryRow, [row.movie_id])
        return
    unanswered = row.replace(status=LibraryStatus.SUGGESTED, answered=False, by_hand=False)
    put_records(session, [unanswered.replace(in_library=False, weight=1.0, changed=now)])


def _confirmed(*columns: sa.ColumnElement[Any], listed: bool = True) -> sa.Select[Any]:
    """Return a query of the confirmed movies; `listed` as in `confirmed`."""
    query = sa.select(*columns).where(
        _LIBRARY.in_library, _LIBRARY.status == LibraryStatus.CONFIRMED
    )
    if listed:
        movies = table(MovieRow).c
        unlisted = sa.select(movies.id).where(movies.named_by.is_not(None))
        query = query.where(_LIBRARY.movie_id.not_in(unlisted))
    return query


def _check_period(name: str) -> None:
    """Raise `ValueError` where a stored name is of no period."""
    if name != OPEN_PERIOD:
        month(name)


def _hundredths(weight: float) -> Fraction:
    """0.29 is 29 hundredths, although 100 * 0.29 is a little less than 29."""
    return Fraction(math.floor(100 * weight + 1e-9), 100)


_Sighting = tuple[datetime, datetime, tuple[RuleEvidence, ...]]
"""When it was first and last seen, and what each rule saw."""


def _record(
    row: LibraryRow, sightings: Sequence[_Sighting], imports: tuple[Imported, ...], own: OwnRating
) -> LibraryRecord:
    rule_evidence = joined(evidence for *_, evidence in sightings) if sightings else ()
    without_export = row.by_hand or not imports
    verdict = weigh(rule_evidence) if rule_evidence else _BY_HAND if without_export else _IMPORTED
    said = row.by_hand or (row.answered and row.status is LibraryStatus.CONFIRMED)
    watched = said or any(one.evidence is Evidence.WATCHED for one in imports)
    return LibraryRecord(
        **asdict(row),
        evidence=Evidence.WATCHED if watched else verdict.evidence,
        rule=verdict.rule,
        decision=verdict.decision,
        confidence=verdict.confidence,
        count=verdict.count,
        first_seen=min((first for first, *_ in sightings), default=None),
        last_seen=max((last for _, last, _ in sightings), default=None),
        brief_visit=verdict.brief_visit,
        rule_evidence=tuple(rule_evidence),
        imports=imports,
        own=own,
    )
