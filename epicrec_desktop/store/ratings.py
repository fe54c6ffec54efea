"""Store the user's ratings, and what exports of other services say of a movie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.preferences import (
    NOT_RATED,
    OWN,
    OWN_STARS,
    OwnRating,
    Rating,
    resolved,
)
from epicrec_desktop.store import models
from epicrec_desktop.store.raw_sql import of_movie, parts, rows
from epicrec_desktop.store.records import METADATA, put_rows

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Imported:
    """What one service's export says of a movie. `rating` is 0 to 1.

    `seen`: the last day it was watched. `again`: it was watched more than once.
    """

    source: Service
    seen: date | None = None
    rating: float | None = None
    again: bool = False
    evidence: Evidence = Evidence.WATCHED

    @property
    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return document(self, "source seen rating again evidence")

    def joined(self, newer: Imported) -> Imported:
        """With what a later import of the same service says: its rating, and the last day."""
        seen = max(filter(None, (self.seen, newer.seen)), default=None)
        rating = self.rating if newer.rating is None else newer.rating
        evidence = max(self.evidence, newer.evidence, key=lambda one: one.strength)
        return Imported(self.source, seen, rating, self.again or newer.again, evidence)


def by_movie(session: Session, only: int | None = None) -> dict[int, tuple[Imported, ...]]:
    """Return what services say of every movie, or of one, by local key, in the order of sources."""
    found: dict[int, tuple[Imported, ...]] = {}
    condition, keys = of_movie(only)
    query = f"""
        SELECT movie_id, source, seen, rating, again, evidence FROM imports
        WHERE source NOT IN (?, ?) AND {condition} ORDER BY movie_id, source
    """  # noqa: S608
    for key, *values in rows(session, query, [OWN, OWN_STARS, *keys]):
        found[key] = (*found.get(key, ()), _imported(*values))
    return found


def put(session: Session, imported: Iterable[tuple[int, Imported]]) -> None:
    """Keep what exports say of movies, by local key, instead of what these sources said."""
    values = [{"movie_id": movie_id, **one.document} for movie_id, one in imported]
    put_rows(session, METADATA.tables["imports"], values)


def drop(session: Session, sources: Iterable[tuple[int, Service]]) -> None:
    """Forget what sources say of movies, by local key."""
    values = [{"movie": movie_id, "service": source.value} for movie_id, source in sources]
    if values:
        table = METADATA.tables["imports"]
        same = (
            table.c.movie_id == sa.bindparam("movie"),
            table.c.source == sa.bindparam("service"),
        )
        session.connection().execute(sa.delete(table).where(*same), values)


def forget_imports(session: Session, ids: Iterable[int]) -> None:
    """Forget all that exports, and the person, said of these movies."""
    for some in parts(ids):
        session.execute(sa.delete(models.ImportRow).where(models.ImportRow.movie_id.in_(some)))


def _imported(
    source: str, seen: str | None, rating: float | None, again: bool, evidence: str
) -> Imported:
    day = date.fromisoformat(seen) if seen else None
    return Imported(Service(source), day, rating, bool(again), Evidence(evidence))


_VALUES = {Rating.LIKED: 1.0, Rating.DISLIKED: 0.0, None: None}


def own_ratings(session: Session, only: int | None = None) -> dict[int, OwnRating]:
    """Return what the person said themselves of every movie, or of one, by local key."""
    condition, keys = of_movie(only)
    query = f"""
        SELECT movie_id, source, rating, again FROM imports WHERE source IN (?, ?) AND {condition}
    """  # noqa: S608
    found: dict[int, OwnRating] = {}
    for key, source, rating, again in rows(session, query, [OWN, OWN_STARS, *keys]):
        found[key] = _own(found.get(key, NOT_RATED), source, rating, again)
    return found


def ratings(session: Session) -> dict[int, Rating]:
    """Return which movies were liked and which not, by local key: the user's answer, else
    imported.
    """
    own: dict[int, OwnRating] = {}
    imported: dict[int, list[float]] = {}
    seen_again: set[int] = set()
    for key, source, rating, again in rows(
        session, "SELECT movie_id, source, rating, again FROM imports"
    ):
        if source in (OWN, OWN_STARS):
            own[key] = _own(own.get(key, NOT_RATED), source, rating, again)
        elif rating is not None:
            imported.setdefault(key, []).append(rating)
        elif again:
            seen_again.add(key)
    # Who watches a movie again, and rates it nowhere, liked it.
    imported |= {key: [1.0] for key in seen_again if key not in imported}
    found = {
        key: resolved(own.get(key, NOT_RATED), imported.get(key, ())) for key in own | imported
    }
    return {key: rating for key, rating in found.items() if rating is not None}


def put_own(session: Session, movie_id: int, rating: OwnRating) -> OwnRating:
    """Keep what the person says of a movie; returns what they said before."""
    before = NOT_RATED
    for source, value, again in (
        (OWN, _VALUES[rating.rating], rating.again),
        (OWN_STARS, rating.stars / 10 if rating.stars is not None else None, False),
    ):
        row = session.get(models.ImportRow, (movie_id, source))
        if row is not None:
            before = _own(before, source, row.rating, row.again)
        if value is not None or again:
            row = row or models.ImportRow(movie_id=movie_id, source=source)
            row.rating, row.again = value, again
            session.add(row)
        elif row is not None:
            session.delete(row)
    return before


def _own(known: OwnRating, source: str, rating: float | None, again: bool | int) -> OwnRating:
    """Return what the person said, with one more row of it."""
    if source == OWN_STARS:
        return replace(known, stars=None if rating is None else round(10 * rating))
    if rating is None:
        return replace(known, again=bool(again))
    answer = Rating.LIKED if rating > 0.5 else Rating.DISLIKED
    return replace(known, rating=answer, again=bool(again))
