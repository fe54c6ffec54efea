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
from epicrec_desktop.store import models
from epicrec_desktop.store import ratings as imports
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.ratings import Imported, own_ratings, put_own
from epicrec_desktop.store.uncounted import (
    join_months,
    mark_counted,
    mark_uncounted,
    uncounted_movies,
)

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


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


def stored_periods(session: Session) -> dict[int, StoredPeriods]:
    """Return the period of every film that has one, also of those that are no longer listed."""
    rows = session.scalars(
        sa.select(models.LibraryRow).where(models.LibraryRow.release_period.is_not(None))
    )
    uncounted = uncounted_movies(session)
    return {
        row.movie_id: StoredPeriods(
            row.release_period, tuple(row.also_in or ()), row.movie_id in uncounted
        )
        for row in rows
        if row.release_period is not None
    }


class LibraryRestorer:
    """Puts films back in one session. `sampled` are all sampled periods, here or in the export;
    `exported_periods` those of the export, `opened` the one of them that its open period became.
    """

    def __init__(
        self,
        session: Session,
        *,
        sampled: Collection[str],
        exported_periods: Collection[str],
        opened: str | None,
        now: datetime,
    ) -> None:
        self._session, self._now = session, now
        self._sampled, self._exported_periods = frozenset(sampled), frozenset(exported_periods)
        self._opened = opened
        self._rows = {row.movie_id: row for row in session.scalars(sa.select(models.LibraryRow))}
        self._sighted = set(session.scalars(sa.select(models.SightingRow.movie_id)))
        self._imports = imports.by_movie(session)
        self._own = own_ratings(session)
        self._uncounted = set(uncounted_movies(session))

    def restore_movies(self, films: Iterable[ExportedMovie]) -> RestoredCounts:
        """Put them into the library; says what became of them."""
        done = RestoredCounts()
        sightings: dict[int, Sighting] = {}
        for film in films:
            done = self._row(film, done)
            if film.sighting is not None and film.movie_id not in self._sighted:
                sightings.setdefault(film.movie_id, film.sighting)
            done = replace(done, ratings=done.ratings + self._say(film))
        if sightings:
            ProfileRepository(self._session).restore(sightings.items())
        stale = uncounted_movies(self._session) - self._uncounted
        mark_counted(self._session, stale)
        mark_uncounted(self._session, self._uncounted)
        return done

    def _row(self, film: ExportedMovie, done: RestoredCounts) -> RestoredCounts:
        row = self._rows.get(film.movie_id)
        if row is None:
            row = models.LibraryRow(
                movie_id=film.movie_id, status=film.status.value, in_library=False
            )
            row.answered, row.by_hand, row.weight, row.also_in = False, False, 1.0, []
            row.changed = self._now
            self._session.add(row)
            self._rows[film.movie_id] = row
        self._join_periods(row, film)
        row.weight = min(row.weight, film.weight)  # never disclosed more than either was
        if not film.in_library:
            return done
        if not row.in_library:
            row.status, row.answered, row.by_hand = film.status.value, film.answered, film.by_hand
            row.in_library, row.changed = True, self._now
            return replace(done, new=done.new + 1)
        row.by_hand = row.by_hand or film.by_hand
        if film.answered and not row.answered:
            row.status, row.answered, row.changed = film.status.value, True, self._now
            return replace(done, answered=done.answered + 1)
        if film.answered and row.status != film.status.value:
            return replace(done, differing=done.differing + 1)
        return replace(done, known=done.known + 1)

    def _join_periods(self, row: models.LibraryRow, film: ExportedMovie) -> None:
        exported_periods = {name for name in film.also_in if name in self._exported_periods}
        own = {name for name in (row.release_period, *(row.also_in or ())) if name in self._sampled}
        period = self._opened if film.period == OPEN_PERIOD else film.period
        if period in self._exported_periods:
            exported_periods.add(str(period))
        months, counted = join_months(
            own,
            exported_periods,
            counted=(film.movie_id not in self._uncounted, not film.uncounted),
        )
        if months:
            row.release_period, *row.also_in = sorted(set(months))
            (self._uncounted.discard if counted else self._uncounted.add)(film.movie_id)
        elif film.period is not None:
            row.release_period = OPEN_PERIOD

    def _say(self, film: ExportedMovie) -> int:
        """Add what services and the user say of a movie that has no rating here; return 1 if so."""
        if not film.in_library:
            return 0
        known = {one.source: one for one in self._imports.get(film.movie_id, ())}
        pairs = ((one, known.get(one.source)) for one in film.imports)
        joined = (one if local is None else one.joined(local) for one, local in pairs)
        imports.put(self._session, ((film.movie_id, one) for one in joined))
        if film.own.empty or not self._own.get(film.movie_id, NOT_RATED).empty:
            return 0
        put_own(self._session, film.movie_id, film.own)
        self._own[film.movie_id] = film.own
        return 1
