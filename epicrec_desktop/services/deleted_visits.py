"""What the person deleted in the browsers, and can have forgotten here too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from epicrec_desktop.domain.history import BrowserFamily, Seen
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.services.profile_reader import RemainingVisits

# When browsers forget visits by themselves. Chromium: after 90 days.
_CHROMIUM_FORGETS = timedelta(days=88)
# Firefox: some after 60 days; of a history that is too large the oldest, down to those of a week
# (toolkit/components/places/PlacesExpiration).
_FIREFOX_FORGETS_SOME = timedelta(days=58)
_FIREFOX_KEEPS = timedelta(days=7)
# Safari: after a year, or after as little as a day, as the person has set it there.
_SAFARI_KEEPS = timedelta(days=1)
_TIMES_KNOWN = 2  # visits of a movie: the first and the last


@dataclass(frozen=True)
class Deletions:
    """Movies (local keys) of which no visit is left. `failures`: as of a `ScanResult`."""

    movies: tuple[int, ...]
    failures: tuple[tuple[str, Message], ...] = ()


def forgets_before(family: BrowserFamily, remaining: RemainingVisits, now: datetime) -> datetime:
    """Return the time before which a visit may be missing without having been deleted."""
    if family is BrowserFamily.CHROMIUM:
        return now - _CHROMIUM_FORGETS
    if family is BrowserFamily.SAFARI:
        return now - _SAFARI_KEEPS
    if family is not BrowserFamily.FIREFOX:  # kept until the person deletes them
        return remaining.oldest or now
    # The oldest go first: where an older visit is left, it was not the size of the history.
    oldest = remaining.oldest or now
    return min(max(oldest, now - _FIREFOX_FORGETS_SOME), now - _FIREFOX_KEEPS)


def was_deleted(
    movie_id: int, visits: Seen, remaining: RemainingVisits, forgotten_before: datetime
) -> bool:
    """Return whether the user deleted every visit of a movie, and the browser forgot none itself.

    Only the first and the last are known by their time. Where the browser may have forgotten the
    first, and others were between them, that the last is gone says too little.
    """
    if movie_id in remaining.movies:
        return False
    if not remaining.moments.isdisjoint((visits.first, visits.last)):
        return False
    oldest = visits.first if visits.count > _TIMES_KNOWN else visits.last
    return oldest > forgotten_before
