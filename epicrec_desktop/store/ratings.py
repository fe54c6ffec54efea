"""What the person says of a movie they watched, in the table that has what services say of it.

One place for both: a rating goes with its movie wherever that goes. No release reads it.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from epicrec_desktop.domain.ratings import NOT_RATED, OwnRating, Rating, resolved
from epicrec_desktop.store.models import OWN, ImportRow

_VALUES = {Rating.LIKED: 1.0, Rating.DISLIKED: 0.0, None: None}


def own_ratings(session: Session) -> dict[int, OwnRating]:
    """What the person said themselves, by the movie's local key."""
    rows = session.scalars(select(ImportRow).where(ImportRow.source == OWN))
    return {row.movie_id: _own(row) for row in rows}


def ratings(session: Session) -> dict[int, Rating]:
    """Which movies were liked and which not, by local key: in the person's words, or imported."""
    own: dict[int, OwnRating] = {}
    imported: dict[int, list[float]] = {}
    for row in session.scalars(select(ImportRow)):
        if row.source == OWN:
            own[row.movie_id] = _own(row)
        elif row.rating is not None:
            imported.setdefault(row.movie_id, []).append(row.rating)
    found = {
        key: resolved(own.get(key, NOT_RATED), imported.get(key, ())) for key in own | imported
    }
    return {key: rating for key, rating in found.items() if rating is not None}


def put_own(session: Session, movie_id: int, rating: OwnRating) -> OwnRating:
    """Keep what the person says of a movie; returns what they said before."""
    row = session.get(ImportRow, (movie_id, OWN))
    before = NOT_RATED if row is None else _own(row)
    if rating.empty:
        if row is not None:
            session.delete(row)
        return before
    if row is None:
        row = ImportRow(movie_id=movie_id, source=OWN)
        session.add(row)
    row.rating, row.again = _VALUES[rating.rating], rating.again
    return before


def _own(row: ImportRow) -> OwnRating:
    if row.rating is None:
        return OwnRating(None, row.again)
    return OwnRating(Rating.LIKED if row.rating > 0.5 else Rating.DISLIKED, row.again)
