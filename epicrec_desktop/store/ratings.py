"""Store the user's ratings, and what exports of other services say of a movie."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.domain.preferences import (
    NOT_RATED,
    OWN,
    OWN_STARS,
    OwnRating,
    Rating,
    resolved,
)
from epicrec_desktop.domain.records import Share
from epicrec_desktop.store.movie_rows import ImportRow
from epicrec_desktop.store.records import put_records, remove, select, table

_IMPORTS = table(ImportRow).c


@dataclass(frozen=True, slots=True)
class Imported:
    """What one service's export says of a movie. `rating` is 0 to 1.

    `seen`: the last day it was watched. `again`: it was watched more than once. `seen_by`: a
    day on which it is known to have been, the first such: of a rating.
    """

    source: Service
    seen: date | None = None
    rating: Share | None = None
    again: bool = False
    evidence: Evidence = Evidence.WATCHED
    seen_by: date | None = None

    def joined(self, newer: Imported) -> Imported:
        """With what a later import of the same service says: its rating, and the last day."""
        seen = max(filter(None, (self.seen, newer.seen)), default=None)
        rating = self.rating if newer.rating is None else newer.rating
        evidence = max(self.evidence, newer.evidence, key=lambda one: one.strength)
        days = (self.seen_by, newer.seen_by) if seen is None else ()
        seen_by = min(filter(None, days), default=None)
        return Imported(self.source, seen, rating, self.again or newer.again, evidence, seen_by)


def stars_of(own: OwnRating, imports: Sequence[Imported]) -> tuple[int, Imported | None]:
    """Return halves of stars, 0 for none: the user's, else those of the last import with some,
    which is named; none of an import where the user says something else of the movie.
    """
    rated = [one for one in imports if one.rating is not None]
    if own.stars is not None or not rated or not own.empty:
        return own.stars or 0, None
    return max(1, round(10 * (rated[-1].rating or 0))), rated[-1]


Some = Collection[int] | sa.Select[Any] | None
"""Local keys of some movies, or a query of them; None: all movies."""


def by_movie(session: Connection, only: Some = None) -> dict[int, tuple[Imported, ...]]:
    """Return what services say of movies, by local key, in the order of sources."""
    columns = (_IMPORTS[name] for name in ("movie_id", *(one.name for one in fields(Imported))))
    query = sa.select(*columns).where(_IMPORTS.source.not_in(_OWN), *_only(only))
    found: dict[int, tuple[Imported, ...]] = {}
    for key, source, *said in session.execute(query.order_by(_IMPORTS.movie_id, _IMPORTS.source)):
        found[key] = (*found.get(key, ()), Imported(Service(source), *said))
    return found


def _only(only: Some) -> list[sa.ColumnElement[bool]]:
    """Return the conditions that only rows of these movies meet; None: of all."""
    return [] if only is None else [_IMPORTS.movie_id.in_(only)]


def put_imports(session: Connection, imported: Iterable[tuple[int, Imported]]) -> None:
    """Keep what exports say of movies, by local key, instead of what these sources said."""
    put_records(
        session,
        [
            ImportRow(
                key, one.source, one.seen, one.rating, one.again, one.evidence, seen_by=one.seen_by
            )
            for key, one in imported
        ],
    )


def drop(session: Connection, sources: Iterable[tuple[int, Service]]) -> None:
    """Forget what sources say of movies, by local key."""
    for movie_id, source in sources:
        remove(session, ImportRow, _IMPORTS.movie_id == movie_id, _IMPORTS.source == source)


_OWN = (OWN, OWN_STARS)
_VALUES = {Rating.LIKED: 1.0, Rating.DISLIKED: 0.0, None: None}


def own_ratings(session: Connection, only: Some = None) -> dict[int, OwnRating]:
    """Return what the person said themselves of movies, by local key."""
    found: dict[int, OwnRating] = {}
    for row in select(session, ImportRow, _IMPORTS.source.in_(_OWN), *_only(only)):
        found[row.movie_id] = _with_row(found.get(row.movie_id, NOT_RATED), row)
    return found


def ratings(session: Connection) -> dict[int, Rating]:
    """Return which movies were liked and which not, by local key: by the user, else as imported."""
    own: dict[int, OwnRating] = {}
    imported: dict[int, list[float]] = {}
    seen_again: set[int] = set()
    for row in select(session, ImportRow):
        if row.source in _OWN:
            own[row.movie_id] = _with_row(own.get(row.movie_id, NOT_RATED), row)
        elif row.rating is not None:
            imported.setdefault(row.movie_id, []).append(row.rating)
        elif row.again:
            seen_again.add(row.movie_id)
    # Who watches a movie again, and rates it nowhere, liked it.
    imported |= {key: [1.0] for key in seen_again if key not in imported}
    found = {
        key: resolved(own.get(key, NOT_RATED), imported.get(key, ())) for key in own | imported
    }
    return {key: rating for key, rating in found.items() if rating is not None}


def put_own(session: Connection, movie_id: int, rating: OwnRating) -> None:
    """Keep what the person says of a movie."""
    stars = rating.stars / 10 if rating.stars is not None else None
    said = [
        ImportRow(
            movie_id,
            OWN,
            rating.day,
            _VALUES[rating.rating],
            rating.again,
            note=rating.note or None,
        ),
        ImportRow(movie_id, OWN_STARS, None, stars),
    ]
    remove(session, ImportRow, _IMPORTS.source.in_(_OWN), *_only([movie_id]))
    kept = [row for row in said if row.seen or row.again or row.note or row.rating is not None]
    put_records(session, kept)


def _with_row(known: OwnRating, row: ImportRow) -> OwnRating:
    """Return what the person said, with one more row of it."""
    if row.source == OWN_STARS:
        return replace(known, stars=None if row.rating is None else round(10 * row.rating))
    answer = None
    if row.rating is not None:
        answer = Rating.LIKED if row.rating > 0.5 else Rating.DISLIKED
    return replace(known, rating=answer, again=row.again, day=row.seen, note=row.note or "")
