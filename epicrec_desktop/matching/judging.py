"""From a hit in the title index to a match: what is accepted, what is asked about."""

from __future__ import annotations

from epicrec_desktop.domain.history import NO_MATCH, Decision, Evidence, Match
from epicrec_desktop.matching.index import Fit, Hit
from epicrec_desktop.matching.sites import Undated

MAX_CANDIDATES = 4
"""Twins offered for review, best first."""


def accept(hit: Hit, rule: str, evidence: Evidence, confidence: float) -> Match:
    """Take the hit's movie; several movies are never accepted."""
    if len(hit.movies) != 1:
        return review(hit, rule, evidence, confidence)
    return Match(Decision.ACCEPT, hit.movies, evidence, rule, confidence)


def review(hit: Hit, rule: str, evidence: Evidence, confidence: float) -> Match:
    """Ask about the hit's movies."""
    movies = hit.movies[:MAX_CANDIDATES]
    return Match(Decision.REVIEW, movies, evidence, rule, round(confidence / len(hit.movies), 3))


def judge(
    hit: Hit, rule: str, evidence: Evidence, undated: Undated, *, weak: bool = False
) -> Match:
    """What a hit on a page about one film is worth.

    `weak`: the page's own title did not name the film, or it may name a series.
    """
    if hit.fit is Fit.EXACT:
        return accept(hit, rule, evidence, 0.97 if hit.certain else 0.93)
    if hit.fit is Fit.NEAR:
        return review(hit, rule, evidence, 0.6)
    if hit.fit is not Fit.UNDATED or undated is Undated.NEVER:
        return NO_MATCH
    rule = f"{rule}-undated"
    if undated is Undated.OPEN and not (weak or hit.single) and hit.certain:
        return accept(hit, rule, evidence, 0.9)
    if undated is Undated.STRICT and hit.single:
        return NO_MATCH
    return review(hit, rule, evidence, 0.7)
