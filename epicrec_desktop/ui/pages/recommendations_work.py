"""What the Recommendations page asks of the services, off the screen's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.release import Recommendations, Suggestion
from epicrec_desktop.domain.tasks import Report

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class Start:
    """What the page begins with: the last result, and whether there is anything to rank."""

    latest: Recommendations | None
    confirmed: int
    suggested: int


def rank_again(services: Services, report: Report) -> tuple[Recommendations, frozenset[str]]:
    """Rank with the history as it is now, and the wire ids of all answered movies; for a worker."""
    entries = services.library.entries()
    answered = [e.movie for e in entries if e.status is not LibraryStatus.SUGGESTED]
    known = frozenset(wire for movie in answered if (wire := movie.wire_id))
    return services.recommend.rank_here(report=report), known


def load_start(services: Services) -> Start:
    """Ask the services; for a worker."""
    counts = services.library.counts()
    return Start(
        services.recommend.latest(),
        counts.get(LibraryStatus.CONFIRMED, 0),
        counts.get(LibraryStatus.SUGGESTED, 0),
    )


def add_seen(services: Services, suggestion: Suggestion) -> bool:
    """Add a suggested movie to the library; False if the catalog does not have it."""
    for movie_id, movie in services.library.search_catalog(suggestion.title, 50):
        if movie.wire_id == suggestion.wire_id:
            services.library.add(movie_id)
            return True
    return False
