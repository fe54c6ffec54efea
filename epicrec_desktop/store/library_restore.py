"""Puts films of an export back into the library. What this computer says stays.

A film keeps its period: the earliest that was sampled with it, wherever that was, so that no
later one counts it again. Of a film that both have counted both periods are stored, and add up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from epicrec_desktop.domain.history import LibraryStatus, Sighting
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store import ratings as imports
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.movie_rows import LibraryRow, SightingRow
from epicrec_desktop.store.ratings import Imported, own_ratings, put_own
from epicrec_desktop.store.records import put, select, table
from epicrec_desktop.store.uncounted import (
    join_months,
    mark_counted,
    mark_uncounted,
    uncounted_movies,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection


class StoredPeriods(NamedTuple):
    """The period a film belongs to, and others that counted it as another film.

    `uncounted`: it is behind the numbers of none of them.
    """

    period: str
    also_in: tuple[str, ...]
    uncounted: bool = False


@dataclass(frozen=True)
class ExportedMovie:
    """A film as an export has it, found here. `in_library` is False where only its period is
    kept.
    """

    movie_id: int
    status: LibraryStatus
    in_library: bool = True
    answered: bool = False
    by_hand: bool = False
    weight: float = 1.0
    period: str | None = None
    also_in: tuple[str, ...] = ()
    uncounted: bool = False
    sighting: Sighting | None = None
    imports: tuple[Imported, ...] = ()
    own: OwnRating = NOT_RATED


@dataclass(frozen=True)
class RestoredCounts:
    """How many films came in, got the answer of the export, were answered otherwise here, and were
    there already; and how many ratings came in."""

    new: int = 0
    answered: int = 0
    differing: int = 0
    known: int = 0
    ratings: int = 0


def stored_periods(session: Connection) -> dict[int, StoredPeriods]:
    """Return the period of every film that has one, also of those that are no longer listed."""
    rows = select(session, LibraryRow, table(LibraryRow).c.release_period.is_not(None))
    uncounted = uncounted_movies(session)
    return {
        row.movie_id: StoredPeriods(row.release_period, row.also_in, row.movie_id in uncounted)
        for row in rows
        if row.release_period is not None
    }


class LibraryRestorer:
    """Puts films back in one session. `sampled` are all sampled periods, here or in the export;
    `exported_periods` those of the export, `opened` the one of them that its open period became.
    """

    def __init__(
        self,
        session: Connection,
        *,
        sampled: Collection[str],
        exported_periods: Collection[str],
        opened: str | None,
        now: datetime,
    ) -> None:
        self._session, self._now = session, now
        self._sampled, self._exported_periods = frozenset(sampled), frozenset(exported_periods)
        self._opened = opened
        self._rows = {row.movie_id: row for row in select(session, LibraryRow)}
        self._sighted = set(session.scalars(sa.select(table(SightingRow).c.movie_id)))
        self._imports = imports.by_movie(session)
        self._own = own_ratings(session)
        self._uncounted = set(uncounted_movies(session))

    def restore_movies(self, films: Iterable[ExportedMovie]) -> RestoredCounts:
        """Put them into the library; says what became of them."""
        done = RestoredCounts()
        sightings: dict[int, Sighting] = {}
        restored: set[int] = set()
        for film in films:
            done = self._row(film, done)
            restored.add(film.movie_id)
            if film.sighting is not None and film.movie_id not in self._sighted:
                sightings.setdefault(film.movie_id, film.sighting)
            done = replace(done, ratings=done.ratings + self._say(film))
        put(self._session, [self._rows[key] for key in restored])
        if sightings:
            ProfileRepository(self._session).restore(sightings.items())
        stale = uncounted_movies(self._session) - self._uncounted
        mark_counted(self._session, stale)
        mark_uncounted(self._session, self._uncounted)
        return done

    def _row(self, film: ExportedMovie, done: RestoredCounts) -> RestoredCounts:
        row = self._rows.get(film.movie_id) or LibraryRow(
            film.movie_id, film.status, self._now, in_library=False
        )
        # Never disclosed more than either was.
        row = self._join_periods(row, film).replace(weight=min(row.weight, film.weight))
        self._rows[film.movie_id] = row
        if not film.in_library:
            return done
        if not row.in_library:
            said = {"status": film.status, "answered": film.answered, "by_hand": film.by_hand}
            self._rows[film.movie_id] = row.replace(**said, in_library=True, changed=self._now)
            return replace(done, new=done.new + 1)
        row = self._rows[film.movie_id] = row.replace(by_hand=row.by_hand or film.by_hand)
        if film.answered and not row.answered:
            self._rows[film.movie_id] = row.replace(
                status=film.status, answered=True, changed=self._now
            )
            return replace(done, answered=done.answered + 1)
        if film.answered and row.status is not film.status:
            return replace(done, differing=done.differing + 1)
        return replace(done, known=done.known + 1)

    def _join_periods(self, row: LibraryRow, film: ExportedMovie) -> LibraryRow:
        exported_periods = {name for name in film.also_in if name in self._exported_periods}
        own = {name for name in (row.release_period, *row.also_in) if name in self._sampled}
        period = self._opened if film.period == OPEN_PERIOD else film.period
        if period in self._exported_periods:
            exported_periods.add(str(period))
        months, counted = join_months(
            {str(name) for name in own},
            exported_periods,
            counted=(film.movie_id not in self._uncounted, not film.uncounted),
        )
        if months:
            (self._uncounted.discard if counted else self._uncounted.add)(film.movie_id)
            first, *others = sorted(set(months))
            return row.replace(release_period=first, also_in=tuple(others))
        return row if film.period is None else row.replace(release_period=OPEN_PERIOD)

    def _say(self, film: ExportedMovie) -> int:
        """Add what services and the user say of a movie that has no rating here; return 1 if so."""
        if not film.in_library:
            return 0
        known = {one.source: one for one in self._imports.get(film.movie_id, ())}
        pairs = ((one, known.get(one.source)) for one in film.imports)
        joined = (one if local is None else one.joined(local) for one, local in pairs)
        imports.put(self._session, ((film.movie_id, one) for one in joined))
        said = self._own.get(film.movie_id, NOT_RATED)
        rated = said.empty and not film.own.empty
        own = replace(
            film.own if rated else said,
            day=said.day or film.own.day,
            note=said.note or film.own.note,
        )
        if own != said:
            put_own(self._session, film.movie_id, own)
            self._own[film.movie_id] = own
        return int(rated)
