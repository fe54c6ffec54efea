"""Evidence adds up: from visits to one sighting per movie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop.domain.history import Decision, Evidence, Match, Sighting, Visit
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.matching.engine import Matcher

_EVERY = 2_048  # visits between two looks at the person's wish to stop
_CONFIDENCE_LIMIT = 0.99

_STRENGTH = {Evidence.NONE: 0, Evidence.INTEREST: 1, Evidence.WATCHED: 2}
_WORTH = {Decision.NONE: 0, Decision.REVIEW: 1, Decision.ACCEPT: 2}


@dataclass(slots=True)
class _Tally:
    first: datetime
    last: datetime
    count: int
    best: Match
    evidence: Evidence
    rules: dict[str, float]  # confidence by rule: the same rule twice tells nothing new

    def add(self, visit: Visit, match: Match) -> None:
        self.first = min(self.first, visit.first_time or visit.time)
        self.last = max(self.last, visit.time)
        self.count += visit.count
        if _rank(match) > _rank(self.best):
            self.best = match
        if _STRENGTH[match.evidence] > _STRENGTH[self.evidence]:
            self.evidence = match.evidence
        self.rules[match.rule] = max(match.confidence, self.rules.get(match.rule, 0.0))

    def confidence(self) -> float:
        """That not every rule is wrong, rules taken as independent."""
        doubt = 1.0
        for confidence in self.rules.values():
            doubt *= 1.0 - confidence
        return round(min(_CONFIDENCE_LIMIT, 1.0 - doubt), 4)


def collect(
    matcher: Matcher,
    visits: Iterable[Visit],
    cancelled: IsCancelled = never,
    report: Report = quiet,
) -> list[Sighting]:
    """Match every visit and add up what they say: one sighting per movie, in catalog order.

    A sighting has the best decision and the strongest evidence seen, and the rule of the visit
    that was worth most. A visit that fits several movies counts for the one that other visits
    name, else for its best candidate. Raises `Cancelled`.
    """
    tallies: dict[int, _Tally] = {}
    ambiguous: list[tuple[Visit, Match]] = []
    for n, visit in enumerate(visits):
        if n % _EVERY == 0:
            check(cancelled)
            report(Progress("Looking for movies", n))
        match = matcher.match(visit.url, visit.title)
        if len(match.movies) == 1:
            _add(tallies, match.movies[0], visit, match)
        elif match.movies:
            ambiguous.append((visit, match))
    named = frozenset(tallies)
    for visit, match in ambiguous:
        movie = next((i for i in match.movies if i in named), match.movies[0])
        _add(tallies, movie, visit, match)
    check(cancelled)
    return [_sighting(movie, tally) for movie, tally in sorted(tallies.items())]


def _add(tallies: dict[int, _Tally], movie: int, visit: Visit, match: Match) -> None:
    tally = tallies.get(movie)
    if tally is None:
        tallies[movie] = _Tally(
            visit.first_time or visit.time,
            visit.time,
            visit.count,
            match,
            match.evidence,
            {match.rule: match.confidence},
        )
    else:
        tally.add(visit, match)


def _rank(match: Match) -> tuple[int, int, float]:
    return _WORTH[match.decision], _STRENGTH[match.evidence], match.confidence


def _sighting(movie: int, tally: _Tally) -> Sighting:
    return Sighting(
        movie,
        tally.first,
        tally.last,
        tally.count,
        tally.evidence,
        tally.best.rule,
        tally.best.decision,
        tally.confidence(),
    )
