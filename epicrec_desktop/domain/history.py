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


@dataclass(frozen=True, slots=True)
class BrowserProfile:
    """A browser profile found on this computer. `database` is its `History` or `places.sqlite`."""

    browser: str  # "Chrome", "Firefox", …, as a person says it
    family: BrowserFamily
    name: str  # the profile's own name, for the person
    database: Path
    packaging: str = "native"  # native, snap, flatpak, store

    @property
    def label(self) -> str:
        """Browser and profile name, for the person."""
        return f"{self.browser} · {self.name}"


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far a profile has been read: the last visit id, and a fingerprint of that row.

    A mismatch of the fingerprint means history was cleared and ids are reused: read everything.
    """

    visit_id: int
    fingerprint: str


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

    def __repr__(self) -> str:
        return "Visit(…)"


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
    """What a match is worth: taken, asked about, or nothing."""

    ACCEPT = "accept"
    REVIEW = "review"
    NONE = "none"

    @property
    def strength(self) -> int:
        """For comparing: accept is worth more than review, review more than nothing."""
        return {"none": 0, "review": 1, "accept": 2}[self.value]


@dataclass(frozen=True, slots=True)
class Match:
    """What one row of history says about movies.

    `movies` are positions in the catalog the matcher was built on, best first. `rule` is a stable
    short name ("imdb-id", "letterboxd-title-year"); `confidence` in [0, 1].
    """

    decision: Decision = Decision.NONE
    movies: tuple[int, ...] = ()
    evidence: Evidence = Evidence.NONE
    rule: str = "none"
    confidence: float = 0.0


NO_MATCH = Match()


class LibraryStatus(StrEnum):
    """What the person says of a movie found. The person's answer wins over any later scan."""

    SUGGESTED = "suggested"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
