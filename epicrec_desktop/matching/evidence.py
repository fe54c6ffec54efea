"""From visits to one sighting per movie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop.domain.evidence import Sighting, Trace, add_up
from epicrec_desktop.domain.history import Match, Visit
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.matching.engine import Matcher

_EVERY = 2_048  # visits between two looks at the person's wish to stop


@dataclass(slots=True)
class _Tally:
    first: datetime
    last: datetime
    traces: list[Trace]

    def add(self, visit: Visit, trace: Trace) -> None:
        self.first = min(self.first, visit.first_time or visit.time)
        self.last = max(self.last, visit.time)
        self.traces = add_up(self.traces, [trace])


def collect(
    matcher: Matcher,
    visits: Iterable[Visit],
    cancelled: IsCancelled = never,
    report: Report = quiet,
) -> list[Sighting]:
    """Match every visit and add up what they say: one sighting per movie, in catalog order.

    A visit that fits several movies counts for the one that other visits name, else for its best
    candidate. Raises `Cancelled`.
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
    return [
        Sighting(movie, tally.first, tally.last, tuple(tally.traces))
        for movie, tally in sorted(tallies.items())
    ]


def _add(tallies: dict[int, _Tally], movie: int, visit: Visit, match: Match) -> None:
    trace = Trace(
        match.rule, match.decision, match.evidence, match.confidence, visit.count, visit.duration_s
    )
    tally = tallies.get(movie)
    if tally is None:
        first = visit.first_time or visit.time
        tallies[movie] = _Tally(first, visit.time, [trace])
    else:
        tally.add(visit, trace)
