"""What the Recommendations page asks of the services, off the screen's thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.ratings import OwnRating, Rating
from epicrec_desktop.domain.release import Recommendations, Row, Suggestion
from epicrec_desktop.domain.tasks import Report
from epicrec_desktop.ui.recommendations.text import WATCHLIST

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

SEEN, LIKED, DISLIKED, REFUSED = "seen", "liked", "disliked", "refused"
LATER, NOT_LATER = "later", "not later"
WATCHED = (SEEN, LIKED, DISLIKED)
"""Answers that put a movie among those watched."""

ABOUT_THE_MOVIE = (*WATCHED, REFUSED)
"""Answers after which it is not recommended anymore."""


@dataclass(frozen=True)
class StartData:
    """What the page begins with: the last result, and whether there is anything to rank."""

    latest: Recommendations | None
    confirmed: int
    suggested: int
    watchlist: Row


@dataclass(frozen=True)
class SavedFeedback:
    """An answer that was kept; `undo` takes it back, on a worker."""

    answer: str
    suggestion: Suggestion
    watchlist: Row
    undo: Callable[[], object]


def rank_locally(services: Services, report: Report) -> tuple[Recommendations, frozenset[str]]:
    """Rank with the history as it is now, and the wire ids of all answered movies; for a worker."""
    entries = services.library.entries()
    answered = [e.movie for e in entries if e.status is not LibraryStatus.SUGGESTED]
    known = frozenset(wire for movie in answered if (wire := movie.wire_id))
    return services.recommend.rank_locally(report=report), known


def load_start(services: Services) -> StartData:
    """Ask the services; for a worker."""
    counts = services.library.counts()
    return StartData(
        _without_refused(services, services.recommend.latest()),
        counts.get(LibraryStatus.CONFIRMED, 0),
        counts.get(LibraryStatus.SUGGESTED, 0),
        watchlist(services),
    )


def _without_refused(services: Services, latest: Recommendations | None) -> Recommendations | None:
    """The last result without movies refused since: a refusal is heard at once and for ever."""
    if latest is None:
        return None
    rejected = services.library.entries(LibraryStatus.REJECTED)
    refused = {entry.movie.wire_id for entry in rejected}
    rows = [
        replace(row, suggestions=tuple(s for s in row.suggestions if s.wire_id not in refused))
        for row in latest.rows
    ]
    # What was said of a provider that is not asked any more is nobody's concern.
    asked = next((info.name for info in services.providers.all() if info.current), "")
    notes = latest.notes if latest.provider == asked else ()
    rows_left = tuple(row for row in rows if row.suggestions)
    return replace(latest, rows=rows_left, notes=notes)


def watchlist(services: Services) -> Row:
    """The watchlist as a row of its own, the newest first."""
    movies = [movie for _, movie in services.library.watchlist()]
    return Row(WATCHLIST, "here", tuple(_suggestion(movie) for movie in movies))


def _suggestion(movie: Movie) -> Suggestion:
    return Suggestion(
        movie.wire_id or "", movie.title, movie.year, movie.categories, 0.0, WATCHLIST
    )


def save_feedback(services: Services, suggestion: Suggestion, answer: str) -> SavedFeedback | None:
    """Keep what the person said of a suggestion; None if the catalog does not have the movie."""
    library = services.library
    key = library.find(suggestion.wire_id)
    if key is None:
        return None
    wanted = suggestion.wire_id in {movie.wire_id for _, movie in library.watchlist()}
    if answer in (LATER, NOT_LATER):
        library.watch_later(key, answer == LATER)
        return SavedFeedback(
            answer, suggestion, watchlist(services), lambda: library.watch_later(key, wanted)
        )
    entries = {entry.id: entry.status for entry in library.entries()}
    earlier = entries.get(key)
    before: OwnRating | None = None
    if answer in WATCHED:
        library.add(key)
    else:
        library.refuse(key)
    if answer in (LIKED, DISLIKED):
        before = library.rate(key, OwnRating(Rating(answer)))

    def undo() -> None:
        if before is not None:
            library.rate(key, before)
        if earlier is None:
            library.withdraw(key)
        else:
            library.restore({key: earlier})
        library.watch_later(key, wanted)

    return SavedFeedback(answer, suggestion, watchlist(services), undo)
