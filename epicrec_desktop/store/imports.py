"""What exports of other services say of movies: the day, the rating and the source; no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from epicrec_desktop.domain.records import Service
from epicrec_desktop.store.models import OWN, ImportRow

_AT_ONCE = 500  # keys in one statement: SQLite takes 32,766, or 999 where it is old


@dataclass(frozen=True, slots=True)
class Imported:
    """What one service's export says of a movie. `rating` is 0 to 1."""

    source: Service
    seen: date | None = None
    rating: float | None = None

    @property
    def means_watched(self) -> bool:
        """Whether the movie was watched: a history without a player only shows interest."""
        return self.source is not Service.GOOGLE or self.seen is not None

    def joined(self, newer: Imported) -> Imported:
        """With what a later import of the same service says: its rating, and the last day."""
        seen = max(filter(None, (self.seen, newer.seen)), default=None)
        rating = self.rating if newer.rating is None else newer.rating
        return Imported(self.source, seen, rating)


def by_movie(session: Session) -> dict[int, tuple[Imported, ...]]:
    """What services say of every movie, by its local key, in the order of sources."""
    found: dict[int, tuple[Imported, ...]] = {}
    query = select(ImportRow).where(ImportRow.source != OWN)
    for row in session.scalars(query.order_by(ImportRow.movie_id, ImportRow.source)):
        found[row.movie_id] = (*found.get(row.movie_id, ()), _imported(row))
    return found


def put(session: Session, movie_id: int, imported: Imported) -> Imported | None:
    """Keep what an export says, instead of what this source said; returns that."""
    row = session.get(ImportRow, (movie_id, imported.source.value))
    before = _imported(row) if row is not None else None
    if row is None:
        row = ImportRow(movie_id=movie_id, source=imported.source.value)
        session.add(row)
    row.seen = imported.seen.isoformat() if imported.seen else None
    row.rating = imported.rating
    return before


def drop(session: Session, movie_id: int, source: Service) -> None:
    """Forget what one source says of a movie."""
    row = session.get(ImportRow, (movie_id, source.value))
    if row is not None:
        session.delete(row)


def forget_imports(session: Session, ids: Iterable[int]) -> None:
    """Forget all that exports, and the person, said of these movies."""
    keys = list(ids)
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        session.execute(delete(ImportRow).where(ImportRow.movie_id.in_(some)))


def _imported(row: ImportRow) -> Imported:
    return Imported(
        Service(row.source), date.fromisoformat(row.seen) if row.seen else None, row.rating
    )
