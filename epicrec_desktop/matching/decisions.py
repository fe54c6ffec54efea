"""Turn a hit in the title index into a match: accepted, for review, or none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from epicrec_desktop.domain.history import NO_MATCH, Decision, Evidence, Match
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.matching.normalize import has_number_or_subtitle, is_long, key
from epicrec_desktop.matching.public_names import SEVERAL_WORKS, SHARED_TITLES
from epicrec_desktop.matching.sites import Undated
from epicrec_desktop.matching.title_index import Fame, Fit, Hit, TitleIndex

MAX_CANDIDATES = 8
"""Movies of one title that are offered, most watched first."""
_NEW_FOR = 10
"""Years for which a movie comes before better known ones of its title, where one is asked for."""
_NEW_YEARS = 1
"""Years around its own in which a movie is new: trailers come before, sources differ by one."""


def accept(hit: Hit, rule: str, evidence: Evidence, confidence: float) -> Match:
    """Return the hit's movie as accepted; of several, the question which one."""
    return _decided(Decision.ACCEPT, hit, rule, evidence, confidence)


def review(hit: Hit, rule: str, evidence: Evidence, confidence: float) -> Match:
    """Return the hit's movie for review; of several, the question which one."""
    return _decided(Decision.REVIEW, hit, rule, evidence, confidence)


def _decided(
    decision: Decision, hit: Hit, rule: str, evidence: Evidence, confidence: float
) -> Match:
    if len(hit.movies) == 1:
        return Match(decision, hit.movies, evidence, rule, confidence)
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


def may_be_new(index: TitleIndex, name: str, hit: Hit) -> bool:
    """Return whether a title without a year means its movie on a page from when that was new.

    It is a well-known movie's main title, of which neither a series nor another movie is known. One
    word that other titles have as well is enough only for a famous movie.
    """
    common = hit.single and not index.is_unshared_word(name)
    return (
        hit.fit is Fit.UNDATED
        and hit.certain
        and not hit.other
        and index.fame(hit) >= (Fame.FAMOUS if common else Fame.WELL_KNOWN)
        and index.is_main_title(name, hit)
        and key(name) not in SEVERAL_WORKS
        and not index.is_series(name)
    )


def names_one_movie(index: TitleIndex, name: str, hit: Hit) -> bool:
    """Return whether no other work is known to have a title: that of a well-known movie, long, and
    with a number or a subtitle, as one of several has it."""
    unshared = is_long(name) and has_number_or_subtitle(name) and key(name) not in SHARED_TITLES
    return unshared and may_be_new(index, name, hit)


def mark_if_new(match: Match, *, likely: bool) -> Match:
    """Return a match for review of one movie, marked as accepted while that movie is new."""
    if not likely or match.decision is not Decision.REVIEW or len(match.movies) != 1:
        return match
    return match.replace(if_new=True)


def is_new(movie: Movie, year: int) -> bool:
    """Return whether a movie was new in a year."""
    return movie.year is not None and abs(year - movie.year) <= _NEW_YEARS


def accept_if_new(match: Match, movies: Sequence[Movie], year: int) -> Match:
    """Return a marked match as accepted if its movie was new in the year of the visit or page.

    A work of the same title that came out later did not exist then.
    """
    if not match.if_new or not is_new(movies[match.movies[0]], year):
        return match
    return match.replace(decision=Decision.ACCEPT, confidence=0.9, if_new=False)


def released_by(year: int, found: Sequence[int], movies: Sequence[Movie]) -> tuple[int, ...]:
    """Return the movies that came out in this year or before, or whose year is not known."""
    return tuple(i for i in found if (movies[i].year or 0) <= year)


def limit_to(released: tuple[int, ...], match: Match) -> Match:
    """Return a match of those of its movies alone; one that is left of several is for review."""
    if not released:
        return NO_MATCH
    decision = Decision.REVIEW if len(released) == 1 else match.decision
    return match.replace(movies=released, decision=decision)


def date_article(match: Match, movies: Sequence[Movie], year: int) -> Match:
    """Return what an article of this year says by a title alone: it is about no later movie."""
    released = released_by(year + _NEW_YEARS, match.movies, movies)
    if len(released) < len(match.movies):
        match = limit_to(released, match)
    return accept_if_new(match, movies, year)


def by_day(found: Sequence[int], movies: Sequence[Movie], year: int) -> tuple[int, ...]:
    """Return movies of one title in the order in which a trace of this year may mean them.

    Those that were new then come first, the newest on top; then as before, by fame.
    """

    def age(i: int) -> int:
        return year - (movies[i].year or 0)

    new = sorted((i for i in found if -_NEW_YEARS <= age(i) <= _NEW_FOR), key=age)
    return tuple(dict.fromkeys((*new, *found)))


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
    """Return the match of a hit on a page about one movie.

    `weak`: the page's own title did not name the movie, or it may name a series. `newer`: a work
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
    # In another language, series and newer movies are not known by name.
    weak = weak or one_word or hit.other or not hit.certain or not (trusting or known)
    if not weak:
        return accept(hit, rule, evidence, 0.9)
    if undated is Undated.STRICT and hit.single:
        return NO_MATCH
    return review(hit, rule, evidence, 0.7)
