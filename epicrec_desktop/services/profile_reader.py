"""Read and match copies of browser profiles in a process of its own; raw rows never leave it.

The process imports what is here, at every scan: SQLite, the readers and the matcher, and neither
SQLAlchemy nor NumPy.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from epicrec_desktop.confinement import confine
from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import Sighting, StoredProfile, Watermark
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.domain.records import Count
from epicrec_desktop.history.reader import read_copy
from epicrec_desktop.store.stored_catalog import KnownPages, Named, load_known_pages

if TYPE_CHECKING:
    from epicrec_desktop.matching.page_finder import PageFinder


def finder_of(known: KnownPages) -> PageFinder:
    """Return what finds the movie of a page; for the child process, since imports are slow."""
    from epicrec_desktop.matching.matcher import Matcher  # noqa: PLC0415
    from epicrec_desktop.matching.page_finder import PageFinder  # noqa: PLC0415

    return PageFinder(Matcher(known.stored.catalog), known.key, known.corrected)


def named(finder: PageFinder, keys: Sequence[int], place: int) -> Named:
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


def read_profiles(
    known_pages: bytes, profiles: Sequence[StoredProfile], *, job: Job = UNATTENDED
) -> list[ProfileFindings]:
    """Read and match profiles whose databases are snapshots; runs in the child process.

    `known_pages` is of `copy_known_pages`. A profile that cannot be read becomes a finding with a
    sentence; the others are read all the same.
    """
    with _without_collection():
        known = load_known_pages(known_pages)
        job.report(Progress("Preparing the catalog", 0, len(profiles)))
        finder, stored = finder_of(known), known.stored
    confine((), {profile.profile.database.parent for profile in profiles})
    findings = []
    for number, profile in enumerate(profiles):
        job.step(message("Reading {profile}", profile=profile.profile.label), number, len(profiles))
        try:
            fresh = profile.catalog_version == stored.catalog.version
            findings.append(
                _read_one(
                    profile,
                    finder,
                    since=profile.watermark if fresh else None,
                    ids=stored.keys,
                    catalog_version=stored.catalog.version,
                    job=job,
                )
            )
        except HistoryError as error:
            findings.append(
                ProfileFindings(
                    profile.key,
                    profile.profile.label,
                    stored.catalog.version,
                    failure=error.message,
                )
            )
    return findings


@contextmanager
def _without_collection() -> Iterator[None]:
    """Make objects within without garbage collection: they live until the process ends."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if on:
            gc.enable()


def _read_one(
    profile: StoredProfile,
    finder: PageFinder,
    *,
    since: Watermark | None,
    ids: Sequence[int],
    catalog_version: str,
    job: Job,
) -> ProfileFindings:
    from epicrec_desktop.matching.sightings import collect_sightings  # noqa: PLC0415

    with read_copy(
        profile.profile, since=since, wanted=finder.may_match, find=finder.match, job=job
    ) as history:
        sightings = collect_sightings(finder, history.visits, Job(cancelled=job.cancelled))
        return ProfileFindings(
            key=profile.key,
            label=profile.profile.label,
            catalog_version=catalog_version,
            visits=history.total,
            full=history.full,
            watermark=history.watermark,
            sightings=tuple((named(finder, ids, s.movie), _by_key(s, ids)) for s in sightings),
        )


def _by_key(sighting: Sighting, ids: Sequence[int]) -> Sighting:
    """Return the sighting, with other movies that may be meant as local keys."""
    if not any(item.others for item in sighting.rule_evidence):
        return sighting
    rule_evidence = (
        t.replace(others=tuple(ids[i] for i in t.others)) for t in sighting.rule_evidence
    )
    return replace(sighting, rule_evidence=tuple(rule_evidence))
