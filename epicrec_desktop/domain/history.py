"""Visits, matches and sightings (C-2): what is private and stays on this computer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class BrowserFamily(StrEnum):
    """How a browser keeps its history."""

    CHROMIUM = "chromium"
    FIREFOX = "firefox"
    SAFARI = "safari"  # a `History.db` that was brought over from a Mac


_NAMED_BY_FIREFOX = ("default-release", "default-esr")
"""Profiles that Firefox makes at its first start; "default", which it makes too, stays unused."""


@dataclass(frozen=True, slots=True)
class BrowserProfile:
    """A browser profile found on this computer.

    `database` is its `History` (Chromium), `places.sqlite` (Firefox) or `History.db` (Safari).
    """

    browser: str  # "Chrome", "Firefox", …, as a person says it
    family: BrowserFamily
    name: str  # the profile's own name, for the person
    database: Path
    packaging: str = "native"  # native, snap, flatpak, store

    @property
    def label(self) -> str:
        """Browser and profile name, for the person; without a name that nobody gave."""
        if self.name in _NAMED_BY_FIREFOX or self.name == self.browser:
            return self.browser
        return f"{self.browser} · {self.name}"


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far a profile has been read: the last visit id, and a fingerprint of that row.

    A mismatch of the fingerprint means history was cleared and ids are reused: read everything.
    """

    visit_id: int
    fingerprint: str


class Evidence(StrEnum):
    """What a row says: the movie was watched, or the person was interested in it."""

    WATCHED = "watched"
    INTEREST = "interest"
    NONE = "none"

    @property
    def strength(self) -> int:
        """For comparing: watched is worth more than interest, interest more than nothing."""
        return {"none": 0, "interest": 1, "watched": 2}[self.value]


class Decision(StrEnum):
    """What a match is worth: taken, asked about, asked which one is meant, or nothing."""

    ACCEPT = "accept"
    REVIEW = "review"
    WHICH = "which"
    NONE = "none"

    @property
    def strength(self) -> int:
        """For comparing: accept before review, a named movie before one of several."""
        return {"none": 0, "which": 1, "review": 2, "accept": 3}[self.value]


@dataclass(frozen=True, slots=True)
class Match:
    """What one row of history says about movies.

    `movies` are positions in the catalog the matcher was built on: all the movies that the row
    names (accept, review), or candidates of which it names one, most watched first (which). `rule`
    is a stable short name ("imdb-id", "letterboxd-title-year"); `confidence` in [0, 1].
    """

    decision: Decision = Decision.NONE
    movies: tuple[int, ...] = ()
    evidence: Evidence = Evidence.NONE
    rule: str = "none"
    confidence: float = 0.0


NO_MATCH = Match()


@dataclass(frozen=True, slots=True)
class Visit:
    """One row of a browser's history, in memory only, while it is matched.

    `__repr__` says nothing, so that no log or exception can hold it.
    """

    url: str
    title: str
    time: datetime  # aware, UTC; the last visit's, if several are folded into this one
    duration_s: float = 0.0  # all visits' together
    count: int = 1  # visits of the same page folded into this one
    first_time: datetime | None = None  # of the first of several; None: the same as `time`
    match: Match | None = None  # what the page was found to say when it was read; None: not asked

    def __repr__(self) -> str:
        return "Visit(…)"


class LibraryStatus(StrEnum):
    """What the person says of a movie found. The person's answer wins over any later scan."""

    SUGGESTED = "suggested"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
