"""The library: movies found, and what the person says of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus
from epicrec_desktop.domain.movies import Movie


@dataclass(frozen=True)
class LibraryEntry:
    """One movie of the library. `id` is the local key: it never leaves this computer."""

    id: int
    movie: Movie
    status: LibraryStatus
    evidence: Evidence
    rule: str
    decision: Decision
    confidence: float
    count: int
    first_seen: datetime | None
    last_seen: datetime | None
    weight: float = 1.0


class LibraryService:
    """Lists and changes the library; every change returns what undoes it."""

    def entries(self, status: LibraryStatus | None = None) -> list[LibraryEntry]:
        """The library, newest sighting first; suggestions the surest first."""
        raise NotImplementedError

    def set_status(self, ids: Sequence[int], status: LibraryStatus) -> Mapping[int, LibraryStatus]:
        """The person's answer; it wins over later scans. Returns the earlier statuses, for undo."""
        raise NotImplementedError

    def restore(self, earlier: Mapping[int, LibraryStatus]) -> None:
        """Undo a `set_status`."""
        raise NotImplementedError

    def set_weight(self, movie_id: int, weight: float) -> None:
        """How much of the budget this movie may cost: 1 usual, 0 never told."""
        raise NotImplementedError

    def search_catalog(self, text: str, limit: int = 20) -> list[tuple[int, Movie]]:
        """Movies of the catalog by title, best first, to add by hand."""
        raise NotImplementedError

    def add(self, movie_id: int) -> LibraryEntry:
        """Add a movie of the catalog by hand, confirmed."""
        raise NotImplementedError

    def forget(self, ids: Sequence[int]) -> None:
        """Remove movies and all sightings of them; a later scan may suggest them again."""
        raise NotImplementedError

    def counts(self) -> Mapping[LibraryStatus, int]:
        """How many movies have each status."""
        raise NotImplementedError

    def category_counts(self) -> Mapping[str, int]:
        """Confirmed movies per category, all 18 categories present."""
        raise NotImplementedError
