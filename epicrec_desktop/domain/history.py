"""Visits, matches and sightings, and how evidence of single pages adds up; all of it private."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from epicrec_desktop.domain.records import Count, Finite, Moment, Number, Record, Share


class BrowserFamily(StrEnum):
    """How a browser keeps its history."""

    CHROMIUM = "chromium"
    FIREFOX = "firefox"
    SAFARI = "safari"  # a `History.db` that was brought over from a Mac
    GNOME_WEB = "gnome-web"
    QUTEBROWSER = "qutebrowser"


_NAMED_BY_FIREFOX = ("default-release", "default-esr")
"""Profiles that Firefox makes at its first start; "default", which it makes too, stays unused."""


@dataclass(frozen=True, slots=True)
class BrowserProfile:
    """A browser profile found on this computer.

    `database` is its `History` (Chromium), `places.sqlite` (Firefox), or the others' only file.
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

    visit_id: Number
    fingerprint: str


class Evidence(StrEnum):
    """What a trace says of a movie: it was watched, looked at, or named only.

    Watched: played to the end or nearly, rated, logged, or a ticket after its day. Looked at: a
    trailer, an article, a page of a database, a search, a ticket page, a clip, an ad, a like, or a
    little played. A trace that says less never becomes one that says more: only the user says that
    a movie that was looked at was watched.
    """

    WATCHED = "watched"
    INTEREST = "interest"
    NONE = "none"

    @property
    def strength(self) -> int:
        """For comparing: watched is worth more than interest, interest more than nothing."""
        return _STRENGTH[self]


class Decision(StrEnum):
    """What a match is worth: taken, asked about, asked which one is meant, or nothing."""

    ACCEPT = "accept"
    REVIEW = "review"
    WHICH = "which"
    NONE = "none"

    @property
    def strength(self) -> int:
        """For comparing: accept before review, a named movie before one of several."""
        return _STRENGTH[self]


_STRENGTH: Mapping[StrEnum, int] = {
    kind: strength
    for order in (
        (Evidence.NONE, Evidence.INTEREST, Evidence.WATCHED),
        (Decision.NONE, Decision.WHICH, Decision.REVIEW, Decision.ACCEPT),
    )
    for strength, kind in enumerate(order)
}
"""Equal texts are equal keys: "none" is 0 in both."""


class Match(Record, frozen=True):
    """What one row of history says about movies.

    `movies` are positions in the catalog the matcher was built on: all the movies that the row
    names (accept, review), or candidates of which it names one, most watched first (which). `rule`
    is a stable short name ("imdb-id", "letterboxd-title-year"); `confidence` in [0, 1]. `page`: a
    keyed digest of the page, where the row's library keeps one. `if_new`: the page gave no year,
    and would be accepted if it was visited or written when the movie was new.
    """

    decision: Decision = Decision.NONE
    movies: tuple[int, ...] = ()
    evidence: Evidence = Evidence.NONE
    rule: str = "none"
    confidence: float = 0.0
    page: str = ""
    if_new: bool = False


NO_MATCH = Match()


class Visit(Record, frozen=True):
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
    at_most: Evidence = Evidence.WATCHED  # what the source says at most: a video that was liked

    def __repr__(self) -> str:
        return "Visit(…)"


class LibraryStatus(StrEnum):
    """What the person says of a movie found. The person's answer wins over any later scan."""

    SUGGESTED = "suggested"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"


CERTAIN = 0.99
"""No sum of evidence is worth more."""

BRIEF_VISIT_CONFIDENCE = 0.6
"""What a certain match is worth at most, if its page was opened once and left."""

LEAST_VIEW_S = 20.0
"""A page that was open this long was looked at; the usual page opened by accident is not."""

PLAYED_S = 60.0
"""A player that is known to have been open for less has shown no movie."""
VIDEO_ENDINGS = (
    *(".mkv", ".mp4", ".m4v", ".avi", ".mov", ".webm", ".wmv", ".mpg", ".mpeg"),
    *(".ogv", ".ts", ".m2ts", ".flv", ".divx"),
)
"""Of names of files that players open."""
UNDATED = datetime(2099, 12, 31, tzinfo=UTC)
"""The time of a visit whose source does not say when it was."""


class RuleEvidence(Record, frozen=True, array_like=True):
    """All visits under one rule that speak of one movie.

    `dwell_s`: seconds, 0 if not known. `others`: movies that they may as well speak of, most
    watched first, where the decision is `which`.
    """

    rule: str
    decision: Decision
    evidence: Evidence
    confidence: Share
    count: Count = 1
    dwell_s: Finite = 0.0
    others: tuple[Number, ...] = ()

    @property
    def played(self) -> bool:
        """Whether the movie was watched, and not only a player opened and closed."""
        return self.evidence is Evidence.WATCHED and not 0 < self.dwell_s < PLAYED_S

    @property
    def sure(self) -> bool:
        """Whether it alone lets the movie be taken as watched without asking."""
        return self.decision is Decision.ACCEPT and self.played

    @property
    def rank(self) -> tuple[int, int, float, str]:
        """For comparing: a sure match before a doubtful one, watched before interest."""
        return self.decision.strength, self.evidence.strength, self.confidence, self.rule


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the evidence of all rules for one movie comes to. `rule` is the strongest one.

    `brief_visit`: the movie was certain, but the page was opened once, and not for long. `sure`:
    the movie may be taken as watched without asking. A certain page about a movie does not make
    sure what an uncertain one played, so one rule has to say both.
    """

    decision: Decision
    evidence: Evidence
    rule: str
    confidence: float
    count: int
    brief_visit: bool
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Sighting:
    """All that one profile's history says about one movie, added up; no URL, no page title.

    `movie` is a position in the matcher's movies; `rule_evidence` has one per rule, the strongest
    first; `pages` are keyed digests of the pages.
    """

    movie: Number
    first_seen: Moment
    last_seen: Moment
    rule_evidence: tuple[RuleEvidence, ...]
    pages: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """What the evidence in this profile comes to."""
        return weigh(self.rule_evidence)

    def joined(self, other: Sighting) -> Sighting:
        """With another one of the same movie, from other pages."""
        return Sighting(
            self.movie,
            min(self.first_seen, other.first_seen),
            max(self.last_seen, other.last_seen),
            tuple(add_evidence(self.rule_evidence, other.rule_evidence)),
            (*self.pages, *other.pages),
        )


def weigh(rule_evidence: Sequence[RuleEvidence]) -> Verdict:
    """Add up what is known of one movie; `rule_evidence` is not empty.

    Accepted is a movie that a page named for certain, and that was played, or visited at least
    twice, or looked at for `LEAST_VIEW_S`. A page that was opened once and left, or of which
    nothing more is known, is a suggestion: it may have been an accident. The movie counts as
    watched if a player was open for `PLAYED_S`, or for a time that is not known.
    """
    best = max(rule_evidence, key=lambda item: item.rank)
    count = sum(item.count for item in rule_evidence)
    dwell_s = sum(item.dwell_s for item in rule_evidence)
    played = any(item.played for item in rule_evidence)
    meant = count > 1 or dwell_s >= LEAST_VIEW_S or best.played
    brief_visit = best.decision is Decision.ACCEPT and not meant
    # That not every rule is wrong, rules taken as independent; one rule twice adds nothing.
    doubt = 1.0
    for item in rule_evidence:
        doubt *= 1.0 - item.confidence
    confidence = round(min(CERTAIN, 1.0 - doubt), 4)
    return Verdict(
        decision=Decision.REVIEW if brief_visit else best.decision,
        evidence=Evidence.WATCHED if played else Evidence.INTEREST,
        rule=best.rule,
        confidence=min(confidence, BRIEF_VISIT_CONFIDENCE) if brief_visit else confidence,
        count=count,
        brief_visit=brief_visit,
        sure=any(item.sure for item in rule_evidence),
    )


def add_evidence(
    previous: Iterable[RuleEvidence], later: Iterable[RuleEvidence]
) -> list[RuleEvidence]:
    """Join evidence by rule: counts and times are added. The strongest comes first."""
    joined: dict[str, RuleEvidence] = {}
    for item in (*previous, *later):
        known = joined.get(item.rule)
        joined[item.rule] = item if known is None else _join(known, item)
    return sorted(joined.values(), key=lambda item: item.rank, reverse=True)


def replace_evidence(
    previous: Sequence[RuleEvidence], later: Sequence[RuleEvidence]
) -> list[RuleEvidence]:
    """Return the evidence after everything was read again: no visit counts twice.

    The rules may be others than before, because the catalog knows more by now. Visits that the
    browser has forgotten since still count, for rules that have fewer now, the strongest first;
    their time is what is missing of the time known before. Reading it once more changes nothing.
    """
    now = {item.rule: item for item in later}
    forgotten = sum(t.count for t in previous) - sum(t.count for t in later)
    merged: list[RuleEvidence] = []
    for item in sorted(previous, key=lambda item: item.rank, reverse=True):
        left = now.get(item.rule)
        missing = item.count - (left.count if left else 0)
        count = min(forgotten, missing)
        if count > 0:
            missing_s = max(0.0, item.dwell_s - (left.dwell_s if left else 0.0))
            share = missing_s * count / missing
            merged.append(item.replace(count=count, dwell_s=share))
            forgotten -= count
    return add_evidence(later, merged)


def _join(one: RuleEvidence, other: RuleEvidence) -> RuleEvidence:
    best = max(one, other, key=lambda item: item.rank)
    others = tuple(dict.fromkeys((*best.others, *one.others, *other.others)))
    return best.replace(
        count=one.count + other.count, dwell_s=one.dwell_s + other.dwell_s, others=others
    )


@dataclass(frozen=True)
class StoredProfile:
    """A profile with what is remembered of it."""

    key: str
    profile: BrowserProfile
    consent: bool
    watermark: Watermark | None
    catalog_version: str | None
    last_scan: datetime | None
    movies: int


@dataclass(frozen=True)
class Seen:
    """When a movie was visited first and last in a profile, and how often."""

    first: datetime
    last: datetime
    count: int
