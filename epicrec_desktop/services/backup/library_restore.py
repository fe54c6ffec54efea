"""Put movies of an export back into the library. What this computer says stays.

A movie keeps its period: the earliest that was sampled with it, wherever that was, so that no
later one counts it again. Of a movie that both have counted both periods are stored, and add up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.domain.history import LibraryStatus, Sighting
from epicrec_desktop.domain.preferences import NOT_RATED
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.services.backup.export_document import LibraryMovie, StoredMonths
from epicrec_desktop.store import ratings as imports
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.movie_rows import LibraryRow, SightingRow
from epicrec_desktop.store.ratings import own_ratings, put_own
from epicrec_desktop.store.records import put_records, select, table
from epicrec_desktop.store.uncounted import join_months, mark, uncounted_movies


@dataclass(frozen=True)
class RestoredCounts:
    """How many movies came in, got the answer of the export, were answered otherwise here, and were
    there already; and how many ratings came in."""

    new: int = 0
    answered: int = 0
    differing: int = 0
    known: int = 0
    ratings: int = 0


class LibraryRestorer:
    """Puts movies back in one session. `keys` gives local keys of public ids; `sampled` are all
    sampled periods, here or in the export; `exported_periods` those of the export, `opened` the one
    of them that its open period became.
    """

    def __init__(
        self,
        session: Connection,
        keys: Callable[[Iterable[str]], tuple[int, ...]],
        *,
        sampled: Collection[str],
        exported_periods: Collection[str],
        opened: str | None,
        now: datetime,
    ) -> None:
        self._session, self._keys, self._now = session, keys, now
        self._sampled, self._exported_periods = frozenset(sampled), frozenset(exported_periods)
        self._opened = opened
        self._rows = {row.movie_id: row for row in select(session, LibraryRow)}
        self._sighted = set(session.scalars(sa.select(table(SightingRow).c.movie_id)))
        self._imports = imports.by_movie(session)
        self._own = own_ratings(session)
        self._uncounted = set(uncounted_movies(session))

    def restore_movies(
        self, movies: Iterable[tuple[int, LibraryMovie | StoredMonths]]
    ) -> RestoredCounts:
        """Put them into the library, by their local keys; return what became of them."""
        done = RestoredCounts()
        sightings: dict[int, Sighting] = {}
        restored: set[int] = set()
        for key, part in movies:
            row = self._rows.get(key) or LibraryRow(
                key, LibraryStatus.SUGGESTED, self._now, in_library=False
            )
            self._rows[key] = row = self._join_periods(row, part)
            restored.add(key)
            if isinstance(part, StoredMonths):
                continue
            self._rows[key], done = self._restored(row, part, done)
            if key not in self._sighted and (sighting := part.sighting(key, self._keys)):
                sightings.setdefault(key, sighting)
            done = replace(done, ratings=done.ratings + self._say(key, part))
        put_records(self._session, [self._rows[key] for key in restored])
        if sightings:
            ProfileRepository(self._session).restore(sightings.items())
        stale = uncounted_movies(self._session) - self._uncounted
        mark(self._session, counted=stale, uncounted=self._uncounted)
        return done

    def _restored(
        self, row: LibraryRow, exported: LibraryMovie, done: RestoredCounts
    ) -> tuple[LibraryRow, RestoredCounts]:
        # Never disclosed more than either was.
        row = row.replace(weight=min(row.weight, exported.weight))
        if not row.in_library:
            said = exported.fields("status", "answered", "by_hand")
            row = row.replace(**said, in_library=True, changed=self._now)
            return row, replace(done, new=done.new + 1)
        row = row.replace(by_hand=row.by_hand or exported.by_hand)
        if exported.answered and not row.answered:
            row = row.replace(status=exported.status, answered=True, changed=self._now)
            return row, replace(done, answered=done.answered + 1)
        if exported.answered and row.status is not exported.status:
            return row, replace(done, differing=done.differing + 1)
        return row, replace(done, known=done.known + 1)

    def _join_periods(self, row: LibraryRow, exported: LibraryMovie | StoredMonths) -> LibraryRow:
        exported_periods = {name for name in exported.also_in if name in self._exported_periods}
        own = {name for name in (row.release_period, *row.also_in) if name in self._sampled}
        period = self._opened if exported.release_period == OPEN_PERIOD else exported.release_period
        if period in self._exported_periods:
            exported_periods.add(str(period))
        months, counted = join_months(
            {str(name) for name in own},
            exported_periods,
            counted=(row.movie_id not in self._uncounted, not exported.uncounted),
        )
        if months:
            (self._uncounted.discard if counted else self._uncounted.add)(row.movie_id)
            first, *others = sorted(set(months))
            return row.replace(release_period=first, also_in=tuple(others))
        return row if exported.release_period is None else row.replace(release_period=OPEN_PERIOD)

    def _say(self, key: int, exported: LibraryMovie) -> int:
        """Add what services and the user say of a movie that has no rating here; return 1 if so."""
        known = {one.source: one for one in self._imports.get(key, ())}
        pairs = ((one, known.get(one.source)) for one in exported.imported)
        joined = (one if local is None else one.joined(local) for one, local in pairs)
        imports.put_imports(self._session, ((key, one) for one in joined))
        said = self._own.get(key, NOT_RATED)
        rated = said.empty and not exported.own.empty
        own = replace(
            exported.own if rated else said,
            day=said.day or exported.own.day,
            note=said.note or exported.own.note,
        )
        if own != said:
            put_own(self._session, key, own)
            self._own[key] = own
        return int(rated)
