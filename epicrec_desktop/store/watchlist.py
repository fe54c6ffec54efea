"""The watchlist in the database: what the person wants to watch. No release ever reads it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.store.models import LibraryRow, WatchlistRow


class WatchlistRepository:
    """Reads and changes the watchlist in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> list[int]:
        """Local keys, the newest first, without movies the person has answered meanwhile."""
        answered = select(LibraryRow.movie_id).where(
            LibraryRow.in_library, LibraryRow.status != LibraryStatus.SUGGESTED.value
        )
        return list(
            self._session.scalars(
                select(WatchlistRow.movie_id)
                .where(WatchlistRow.movie_id.not_in(answered))
                .order_by(WatchlistRow.added.desc(), WatchlistRow.movie_id)
            )
        )

    def add(self, movie_id: int, *, now: datetime) -> None:
        """Put a movie on it; one that is there keeps its place."""
        if self._session.get(WatchlistRow, movie_id) is None:
            self._session.add(WatchlistRow(movie_id=movie_id, added=now))
            self._session.flush()

    def remove(self, movie_id: int) -> None:
        """Take a movie off it."""
        self._session.execute(delete(WatchlistRow).where(WatchlistRow.movie_id == movie_id))
