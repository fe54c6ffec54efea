"""Turn a hit in the title index into a match: accepted, for review, or none."""

from __future__ import annotations

from collections.abc import Iterable

from epicrec_desktop.domain.history import NO_MATCH, Decision, Evidence, Match
from epicrec_desktop.matching.sites.model import Undated
from epicrec_desktop.matching.title_index import Fame, Fit, Hit

MAX_CANDIDATES = 8
"""Films of one title that are offered, most watched first."""


def accept(hit: Hit, rule: str, evidence: Evidence, confidence: float) -> Match:
    """Return the hit's movie as accepted; of several, the question which one."""
    if len(hit.movies) != 1:
        return ask_which(hit, rule, evidence, confidence)
    return Match(Decision.ACCEPT, hit.movies, evidence, rule, confidence)


def review(hit: Hit, rule: str, evidence: Evidence, confidence: float) -> Match:
    """Return the hit's movie for review; of several, the question which one."""
    if len(hit.movies) != 1:
        return ask_which(hit, rule, evidence, confidence)
    return Match(Decision.REVIEW, hit.movies, evidence, rule, confidence)


def ask_which(hit: Hit, rule: str, evidence: Evidence, confidence: float) -> Match:
    """Return the question which of the hit's movies is meant."""
    movies = hit.movies[:MAX_CANDIDATES]
    return Match(Decision.WHICH, movies, evidence, rule, round(confidence / len(hit.movies), 3))


def review_all(movies: Iterable[int], rule: str, evidence: Evidence, confidence: float) -> Match:
    """Return all these movies for review: a page that names them need not be about each."""
    return Match(Decision.REVIEW, tuple(dict.fromkeys(movies)), evidence, rule, confidence)


def cap_at_review(match: Match) -> Match:
    """Return the match, for review instead of accepted: such a page is weak evidence."""
    if match.decision is not Decision.ACCEPT:
        return match
    return Match(Decision.REVIEW, match.movies, match.evidence, match.rule, 0.6)


def decide(
    hit: Hit,
    rule: str,
    evidence: Evidence,
    undated: Undated,
    *,
    weak: bool = False,
    newer: bool = False,
    fame: Fame = Fame.NONE,
) -> Match:
    """Return the match of a hit on a page about one film.

    `weak`: the page's own title did not name the film, or it may name a series. `newer`: a work
    that the catalog does not have yet may have the same title (`TitleIndex.may_be_newer`). `fame`:
    how well known the movie is, where nothing else says that the title is another work's.
    """
    if hit.fit is Fit.EXACT:
        return accept(hit, rule, evidence, 0.97 if hit.certain else 0.93)
    if hit.fit is Fit.NEAR:
        return review(hit, rule, evidence, 0.6)
    if hit.fit is not Fit.UNDATED or undated is Undated.NEVER:
        return NO_MATCH
    rule = f"{rule}-undated"
    one_word = hit.single and fame is not Fame.FAMOUS
    trusting = undated is Undated.OPEN or (undated is Undated.SERVICE and not newer)
    known = undated is Undated.CAREFUL and fame is not Fame.NONE and not newer
    # In another language, series and newer films are not known by name.
    weak = weak or one_word or hit.other or not hit.certain or not (trusting or known)
    if not weak:
        return accept(hit, rule, evidence, 0.9)
    if undated is Undated.STRICT and hit.single:
        return NO_MATCH
    return review(hit, rule, evidence, 0.7)
