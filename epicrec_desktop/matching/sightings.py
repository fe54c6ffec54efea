"""From visits to one sighting per movie."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from epicrec_desktop.domain.history import (
    Decision,
    Evidence,
    Match,
    RuleEvidence,
    Sighting,
    Visit,
    add_evidence,
)
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.matching.decisions import accept_if_new, by_day, limit_to, released_by
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.matching.page_finder import PageFinder
from epicrec_desktop.matching.sites import SITES, Undated

_Key = tuple[str, Decision, Evidence, float, tuple[int, ...]]
_Sum = tuple[int, float]  # visits, seconds
_EARLIEST, _LATEST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)

_BY_TITLE_ALONE = ("-undated", "-title-cue")
_SERVICE_RULES = frozenset(
    f"{rule.name}-undated"
    for site in SITES
    for rule in site.rules
    if rule.undated in {Undated.SERVICE, Undated.CAREFUL}
)
"""Rules of services that show a movie only when it is out."""
MOST_PAGES = 100
"""Pages remembered of one movie, so that a correction holds for them."""
_EVERY = 2_048  # visits between two looks at the person's wish to stop


@dataclass(slots=True)
class _Tally:
    """What is known of one movie; sums by rule, decision and evidence."""

    first: datetime = _LATEST
    last: datetime = _EARLIEST
    sums: dict[_Key, _Sum] = field(default_factory=dict)
    pages: dict[str, None] = field(default_factory=dict)

    def add(self, visit: Visit, match: Match, others: tuple[int, ...] = ()) -> None:
        self.first = min(self.first, visit.first_time or visit.time)
        self.last = max(self.last, visit.time)
        key = match.rule, match.decision, match.evidence, match.confidence, others
        count, dwell_s = self.sums.get(key, (0, 0.0))
        self.sums[key] = count + visit.count, dwell_s + visit.duration_s
        if match.page and len(self.pages) < MOST_PAGES:
            self.pages[match.page] = None

    def rule_evidence(self) -> tuple[RuleEvidence, ...]:
        """Return one per rule, the strongest first."""
        every = [
            RuleEvidence(rule, decision, evidence, confidence, count, dwell_s, others)
            for (rule, decision, evidence, confidence, others), (count, dwell_s) in sorted(
                self.sums.items(), key=lambda item: item[0][:1] + item[0][3:]
            )
        ]
        return tuple(add_evidence((), every))


def without_later_movies(match: Match, movies: Sequence[Movie], year: int) -> Match:
    """Return what a visit of this year says: no movie was watched before it came out.

    A title alone then names another work. An id or a title with its year still names the movie,
    and the page was looked at, not watched. Trailers and searches by title alone may be about a
    movie of the next year.
    """
    released = released_by(year, match.movies, movies)
    if len(released) == len(match.movies):
        return match
    if not match.rule.endswith(_BY_TITLE_ALONE):
        return match.replace(evidence=Evidence.INTEREST)
    if match.evidence is not Evidence.WATCHED and match.rule not in _SERVICE_RULES:
        released = released_by(year + 1, match.movies, movies)
    return limit_to(released, match)


def collect_sightings(
    matcher: Matcher | PageFinder, visits: Iterable[Visit], job: Job = UNATTENDED
) -> list[Sighting]:
    """Match every visit and add up what they say: one sighting per movie, in the matcher's order.

    A visit that names two movies counts for both. One that may speak of several counts for the one
    that other visits name, else for the most watched, and its evidence has the others. Raises
    `Cancelled`.
    """
    tallies: defaultdict[int, _Tally] = defaultdict(_Tally)
    ambiguous: list[tuple[Visit, Match]] = []
    for n, visit in enumerate(visits):
        if n % _EVERY == 0:
            job.check()
            job.report(Progress("Looking for movies", n))
        match = visit.match or matcher.match(visit.url, visit.title)
        first_time = visit.first_time or visit.time  # a page is about one work at every visit
        match = without_later_movies(match, matcher.movies, visit.time.year)
        match = accept_if_new(match, matcher.movies, first_time.year)
        if visit.at_most is not Evidence.WATCHED and match.evidence is Evidence.WATCHED:
            match = match.replace(evidence=visit.at_most)
        if match.decision is Decision.WHICH:
            ambiguous.append((visit, match))
            continue
        for movie in match.movies:
            tallies[movie].add(visit, match)
    named = frozenset(tallies)
    for visit, match in ambiguous:
        known = [i for i in match.movies if i in named]
        first, *further = by_day(match.movies, matcher.movies, visit.time.year)
        if known:
            tallies[known[0]].add(visit, match)
        else:
            tallies[first].add(visit, match, tuple(further))
    job.check()
    return [
        Sighting(movie, tally.first, tally.last, tally.rule_evidence(), tuple(tally.pages))
        for movie, tally in sorted(tallies.items())
    ]
