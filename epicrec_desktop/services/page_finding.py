"""The finder of one user's pages, in the child process that reads histories and exports."""

from __future__ import annotations

from collections.abc import Sequence

from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.matching.page_finder import PageFinder
from epicrec_desktop.store.stored_catalog import KnownPages, Named


def finder_of(known: KnownPages) -> PageFinder:
    """Return what finds the movie of a page."""
    return PageFinder(Matcher(known.stored.catalog), known.key, known.corrected)


def named(finder: PageFinder, keys: Sequence[int], place: int) -> Named:
    """Return the movie at a place of the finder as it is known outside the child process."""
    return finder.unlisted(place) or keys[place]
