"""Read and match copies of browser profiles in a process of its own; raw rows never leave it.

The process imports what is here, at every scan: SQLite, the readers and the matcher, and neither
SQLAlchemy nor NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from epicrec_desktop.confinement import confine
from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import NO_MATCH, Sighting, StoredProfile, Watermark
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.domain.records import Count, Moment
from epicrec_desktop.history.reader import read_copy
from epicrec_desktop.memory import rare_collection
from epicrec_desktop.store.stored_catalog import KnownPages, Named, StoredCatalog, load_known_pages

if TYPE_CHECKING:
    from epicrec_desktop.matching.page_finder import PageFinder


Found = TypeVar("Found")


def finder_of(known: KnownPages) -> PageFinder:
    """Return what finds the movie of a page; for the child process, since imports are slow."""
    from epicrec_desktop.matching.matcher import Matcher  # noqa: PLC0415
    from epicrec_desktop.matching.page_finder import PageFinder  # noqa: PLC0415

    return PageFinder(Matcher(known.stored.catalog), known.key, known.corrected)


def movie_or_key(finder: PageFinder, keys: Sequence[int], place: int) -> Named:
    """Return the movie at a place of the finder as it is known outside the child process."""
    return finder.unlisted(place) or keys[place]


@dataclass(frozen=True)
class ProfileFindings:
    """What reading one profile gave: sightings by movie, and how far it was read."""

    key: str
    label: str
    catalog_version: str = ""
    visits: Count = 0
    full: bool = True
    watermark: Watermark | None = None
    sightings: tuple[tuple[Named, Sighting], ...] = ()
    failure: Message | None = None


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


def read_profiles(
    known_pages: bytes, profiles: Sequence[StoredProfile], *, job: Job = UNATTENDED
) -> list[ProfileFindings]:
    """Read and match profiles whose databases are snapshots; runs in the child process.

    `known_pages` is of `copy_known_pages`. A profile that cannot be read becomes a finding with a
    sentence; the others are read all the same.
    """

    def read(profile: StoredProfile, finder: PageFinder, stored: StoredCatalog) -> ProfileFindings:
        from epicrec_desktop.matching.sightings import collect_sightings  # noqa: PLC0415

        version, ids = stored.catalog.version, stored.keys
        since = profile.watermark if profile.catalog_version == version else None
        with read_copy(
            profile.profile, since=since, wanted=finder.may_match, find=finder.match, job=job
        ) as history:
            sightings = collect_sightings(finder, history.visits, Job(cancelled=job.cancelled))
            return ProfileFindings(
                key=profile.key,
                label=profile.profile.label,
                catalog_version=version,
                visits=history.total,
                full=history.full,
                watermark=history.watermark,
                sightings=tuple(
                    (movie_or_key(finder, ids, s.movie), _by_key(s, ids)) for s in sightings
                ),
            )

    return _read_each(known_pages, profiles, read, ProfileFindings, job)


def read_remaining(
    known_pages: bytes,
    profiles: Sequence[StoredProfile],
    asked: Mapping[str, frozenset[datetime]],
    *,
    job: Job = UNATTENDED,
) -> list[RemainingVisits]:
    """Read snapshots of profiles in full; runs in the child process.

    `asked` are the moments to look for, by the profile's key; else as `read_profiles`.
    """

    def read(profile: StoredProfile, finder: PageFinder, stored: StoredCatalog) -> RemainingVisits:
        with read_copy(
            profile.profile, wanted=finder.may_match, find=finder.match, job=job
        ) as history:
            moments = history.remaining_visits(asked[profile.key])
            oldest = history.oldest
            positions = {
                movie for visit in history.visits for movie in (visit.match or NO_MATCH).movies
            }
        movies = frozenset(movie_or_key(finder, stored.keys, position) for position in positions)
        label = profile.profile.label
        return RemainingVisits(profile.key, label, movies, frozenset(moments), oldest)

    return _read_each(known_pages, profiles, read, RemainingVisits, job)


def _read_each(
    known_pages: bytes,
    profiles: Sequence[StoredProfile],
    read: Callable[[StoredProfile, PageFinder, StoredCatalog], Found],
    failed: Callable[..., Found],
    job: Job,
) -> list[Found]:
    with rare_collection():
        known = load_known_pages(known_pages)
        job.report(Progress("Preparing the catalog", 0, len(profiles)))
        finder = finder_of(known)
        confine((), {profile.profile.database.parent for profile in profiles})
        found = []
        for number, profile in enumerate(profiles):
            label = profile.profile.label
            job.step(message("Reading {profile}", profile=label), number, len(profiles))
            try:
                found.append(read(profile, finder, known.stored))
            except HistoryError as error:
                found.append(failed(profile.key, label, failure=error.message))
        return found


def _by_key(sighting: Sighting, ids: Sequence[int]) -> Sighting:
    """Return the sighting, with other movies that may be meant as local keys."""
    if not any(item.others for item in sighting.rule_evidence):
        return sighting
    rule_evidence = (
        t.replace(others=tuple(ids[i] for i in t.others)) for t in sighting.rule_evidence
    )
    return replace(sighting, rule_evidence=tuple(rule_evidence))
