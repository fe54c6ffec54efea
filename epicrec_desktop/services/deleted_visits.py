"""What the person deleted in the browsers, and can have forgotten here too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from epicrec_desktop.confinement import confine
from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import NO_MATCH, BrowserFamily, Seen, StoredProfile
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.domain.records import Moment
from epicrec_desktop.history.reader import read_copy
from epicrec_desktop.services.profile_reader import finder_of, named
from epicrec_desktop.store.stored_catalog import Named, load_known_pages

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


@dataclass(frozen=True)
class RemainingVisits:
    """What one profile still has: movies that a visit may speak of, and moments with a visit.

    `movies` are local keys: all candidates of every page, so that a page that several movies fit
    stands for each of them. `moments` are those asked for; `oldest` is that of the oldest visit.
    `failure`: a message if the profile was not read.
    """

    key: str
    label: str
    movies: frozenset[Named] = frozenset()
    moments: frozenset[Moment] = frozenset()
    oldest: Moment | None = None
    failure: Message | None = None

    def by_key(self, find: Callable[[Movie], int | None]) -> RemainingVisits:
        """With movies that no catalog has by their local keys, as far as they have one."""
        keys = (m if isinstance(m, int) else find(m) for m in self.movies)
        return replace(self, movies=frozenset(key for key in keys if key is not None))


def read_remaining(
    known_pages: bytes,
    profiles: Sequence[StoredProfile],
    asked: Mapping[str, frozenset[datetime]],
    *,
    job: Job = UNATTENDED,
) -> list[RemainingVisits]:
    """Read snapshots of profiles in full; runs in the child process.

    `known_pages` is of `copy_known_pages`, `asked` the moments to look for, by the profile's key. A
    profile that cannot be read becomes a sentence; the others are read all the same.
    """
    known = load_known_pages(known_pages)
    job.report(Progress("Preparing the catalog", 0, len(profiles)))
    finder, ids = finder_of(known), known.stored.keys
    confine((), {profile.profile.database.parent for profile in profiles})
    remaining = []
    for number, profile in enumerate(profiles):
        label = profile.profile.label
        job.step(message("Reading {profile}", profile=label), number, len(profiles))
        try:
            with read_copy(
                profile.profile, wanted=finder.may_match, find=finder.match, job=job
            ) as history:
                moments = history.remaining_visits(asked[profile.key])
                oldest = history.oldest
                positions = {
                    movie for visit in history.visits for movie in (visit.match or NO_MATCH).movies
                }
            movies = frozenset(named(finder, ids, position) for position in positions)
            remaining.append(
                RemainingVisits(profile.key, label, movies, frozenset(moments), oldest)
            )
        except HistoryError as error:
            remaining.append(RemainingVisits(profile.key, label, failure=error.message))
    return remaining


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
    """Return whether the user deleted every visit of a movie, and the browser forgot none
    itself.

    Only the first and the last are known by their time. Where the browser may have forgotten the
    first, and others were between them, that the last is gone says too little.
    """
    if movie_id in remaining.movies:
        return False
    if not remaining.moments.isdisjoint((visits.first, visits.last)):
        return False
    oldest = visits.first if visits.count > _TIMES_KNOWN else visits.last
    return oldest > forgotten_before
