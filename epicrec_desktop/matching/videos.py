"""Trailers, clips and reviews among videos of every kind: a title, its year, and a film word."""

from __future__ import annotations

import re

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching.index import NO_HIT, Fit, Hit, TitleIndex
from epicrec_desktop.matching.judging import accept, review
from epicrec_desktop.matching.mentions import Mention, around, mentions
from epicrec_desktop.matching.sites import Rule
from epicrec_desktop.matching.vocabulary import (
    YEAR,
    is_other_medium,
    speaks_of_film,
    speaks_of_other,
    speaks_of_review_alone,
)

_SITE_TAIL = re.compile(
    r"\s*(?:-|\||–|:)\s*(?:youtube(?: (?:movies|tv))?|vimeo|(?:video )?dailymotion|internet archive"
    r"\b.*)$|\s+on vimeo$",
    re.IGNORECASE,
)
_TRAILER = re.compile(
    r"\b(?:(?:official|theatrical|original|teaser|movie|film|hd|4k) (?:teaser )?trailer|"
    r"movie (?:review|clip|trailer|reaction)|full movie|film review|movieclips)\b",
    re.IGNORECASE,
)
_WHOLE_FILM = re.compile(
    r"\b(?:full (?:length )?(?:movie|film|feature)|film complet|pel[ií]cula completa|ganzer film|"
    r"film completo|полный фильм|filme completo)\b",
    re.IGNORECASE,
)
_ABOUT_WHOLE = re.compile(r"\b(?:reviews?|reaction|recap|explained|trailer|analysis)\b", re.I)
_BREAK = re.compile(
    r"\s*[|•·–—(\[]|\s-\s|\s-$|:\s(?=\W*(?:the )?(?:official|theatrical|original|movie|film|"
    r"trailer|teaser|clip|scene|review|everything|ending|first|honest|full|deleted))|"
    r"\s(?=(?:official|theatrical|original|trailer|teaser|movie|film|clip|scene|review|"
    rf"reaction|explained|ending|full|final|restored|modern|4k|hd|uhd|#\d|{YEAR})\b)",
    re.IGNORECASE,
)
_YEAR = re.compile(YEAR)


def read_video(index: TitleIndex, rule: Rule, title: str) -> Match:
    """Match a video by its title: accepted only with the year and a word that speaks of films."""
    text = title.removesuffix(" - YouTube")
    if text == title:
        text = _SITE_TAIL.sub("", title)
    found = list(mentions(index, text))
    if not (found or speaks_of_film(text)) or is_other_medium(text):
        return NO_MATCH
    if found:
        return _mentioned(found, text, rule)
    hit, end = _at_start(index, text)
    said = text[end:]
    if speaks_of_other(said) or not speaks_of_film(said):
        return NO_MATCH
    return _judge(hit, said, rule)


def _judge(hit: Hit, said: str, rule: Rule) -> Match:
    if hit.fit is Fit.EXACT:
        return _dated(hit, said, rule)
    if hit.fit is Fit.NEAR:
        return review(hit, f"{rule.name}-title-year", _evidence(said), 0.5)
    if hit.fit is Fit.UNDATED and not hit.single and hit.certain and _TRAILER.search(said):
        return review(hit, f"{rule.name}-undated", _evidence(said), 0.5)
    return NO_MATCH


def _mentioned(found: list[Mention], text: str, rule: Rule) -> Match:
    movies = tuple(dict.fromkeys(i for mention in found for i in mention.hit.movies))
    first = found[0]
    said = around(text, first)
    if speaks_of_other(said):
        return NO_MATCH
    hit = Hit(Fit.EXACT, movies, first.hit.certain, first.hit.single)
    if speaks_of_film(said):
        return _dated(hit, said, rule)
    return review(hit, f"{rule.name}-title-year", Evidence.INTEREST, 0.5)


def _dated(hit: Hit, said: str, rule: Rule) -> Match:
    """A title with its year: one word of a title may also be a phone's or a car's name."""
    name = f"{rule.name}-title-year"
    if hit.single and speaks_of_review_alone(said):
        return review(hit, name, _evidence(said), 0.6)
    return accept(hit, name, _evidence(said), 0.93)


def _at_start(index: TitleIndex, text: str) -> tuple[Hit, int]:
    """The longest title that the text begins with, whole up to a break, and where it ends.

    With a year anywhere after it, the year must fit: another year is another movie.
    """
    best, best_end = NO_HIT, 0
    for found in _BREAK.finditer(text):
        end = found.start()
        name = text[:end]
        for year in _YEAR.findall(text[end:]) or [None]:
            hit = index.look_up(name, int(year) if year else None)
            if (hit.fit, end) > (best.fit, best_end):
                best, best_end = hit, end
    return best, best_end


def _evidence(said: str) -> Evidence:
    whole = _WHOLE_FILM.search(said) and not _ABOUT_WHOLE.search(said)
    return Evidence.WATCHED if whole else Evidence.INTEREST
