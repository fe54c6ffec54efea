"""Sightings in the database: rows from and to the evidence they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from epicrec_desktop.domain.evidence import (
    RuleEvidence,
    Sighting,
    add_evidence,
    replace_evidence,
    weigh,
)
from epicrec_desktop.domain.history import Decision, Evidence
from epicrec_desktop.store.models import SightingRow


def evidence_of(row: SightingRow) -> list[RuleEvidence]:
    """Return what each rule saw."""
    return [
        RuleEvidence(
            rule, Decision(decision), Evidence(evidence), confidence, count, dwell_s, tuple(*others)
        )
        for rule, decision, evidence, confidence, count, dwell_s, *others in row.rule_evidence
    ]


def joined(rows: Iterable[SightingRow]) -> list[RuleEvidence]:
    """The evidence for one movie in several profiles, by rule."""
    rule_evidence: list[RuleEvidence] = []
    for row in rows:
        rule_evidence = add_evidence(rule_evidence, evidence_of(row))
    return rule_evidence


def new_row(movie_id: int, profile_id: int, sighting: Sighting) -> SightingRow:
    """A row for a movie that this profile had not shown before."""
    row = SightingRow(
        movie_id=movie_id,
        profile_id=profile_id,
        first_seen=sighting.first_seen,
        last_seen=sighting.last_seen,
    )
    _set(row, sighting.rule_evidence)
    return row


def add_to(row: SightingRow, sighting: Sighting, *, full: bool) -> None:
    """Add what a scan found.

    After a full read counts are those of the read, unless more was known (browsers forget); after
    an incremental one they add up.
    """
    row.first_seen = min(row.first_seen, sighting.first_seen)
    row.last_seen = max(row.last_seen, sighting.last_seen)
    join = replace_evidence if full else add_evidence
    _set(row, join(evidence_of(row), sighting.rule_evidence))


def join_rows(row: SightingRow, other: SightingRow) -> None:
    """Add to a row what another one of the same profile, and now of the same film, says."""
    row.first_seen = min(row.first_seen, other.first_seen)
    row.last_seen = max(row.last_seen, other.last_seen)
    _set(row, joined([row, other]))


def _set(row: SightingRow, rule_evidence: Sequence[RuleEvidence]) -> None:
    verdict = weigh(rule_evidence)
    row.count, row.rule, row.confidence = verdict.count, verdict.rule, verdict.confidence
    row.evidence, row.decision = verdict.evidence.value, verdict.decision.value
    row.rule_evidence = [
        [
            item.rule,
            item.decision.value,
            item.evidence.value,
            item.confidence,
            item.count,
            round(item.dwell_s, 1),
            *([list(item.others)] if item.others else []),
        ]
        for item in rule_evidence
    ]
