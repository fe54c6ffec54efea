"""Sightings in the database: rows from and to the traces they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from epicrec_desktop.domain.evidence import Sighting, Trace, add_up, read_again, weigh
from epicrec_desktop.domain.history import Decision, Evidence
from epicrec_desktop.store.models import SightingRow


def traces_of(row: SightingRow) -> list[Trace]:
    """What the rules saw; of a row that an earlier version wrote, the sum as one trace."""
    if not row.traces:
        return [
            Trace(
                row.rule,
                Decision(row.decision),
                Evidence(row.evidence),
                row.confidence,
                row.count,
            )
        ]
    return [
        Trace(rule, Decision(decision), Evidence(evidence), confidence, count, dwell_s)
        for rule, decision, evidence, confidence, count, dwell_s in row.traces
    ]


def joined(rows: Iterable[SightingRow]) -> list[Trace]:
    """The traces of one movie in several profiles, by rule."""
    traces: list[Trace] = []
    for row in rows:
        traces = add_up(traces, traces_of(row))
    return traces


def new_row(movie_id: int, profile_id: int, sighting: Sighting) -> SightingRow:
    """A row for a movie that this profile had not shown before."""
    row = SightingRow(
        movie_id=movie_id,
        profile_id=profile_id,
        first_seen=sighting.first_seen,
        last_seen=sighting.last_seen,
    )
    _set(row, sighting.traces)
    return row


def add_to(row: SightingRow, sighting: Sighting, *, full: bool) -> None:
    """Add what a scan found.

    After a full read counts are those of the read, unless more was known (browsers forget); after
    an incremental one they add up.
    """
    row.first_seen = min(row.first_seen, sighting.first_seen)
    row.last_seen = max(row.last_seen, sighting.last_seen)
    join = read_again if full else add_up
    _set(row, join(traces_of(row), sighting.traces))


def _set(row: SightingRow, traces: Sequence[Trace]) -> None:
    verdict = weigh(traces)
    row.count, row.rule, row.confidence = verdict.count, verdict.rule, verdict.confidence
    row.evidence, row.decision = verdict.evidence.value, verdict.decision.value
    row.traces = [
        [
            trace.rule,
            trace.decision.value,
            trace.evidence.value,
            trace.confidence,
            trace.count,
            round(trace.dwell_s, 1),
        ]
        for trace in traces
    ]
