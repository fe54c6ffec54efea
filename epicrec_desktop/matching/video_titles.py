"""Trailers, clips and reviews among videos of every kind: a title, its year, and a film word."""

from __future__ import annotations

import re

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching.decisions import accept, review
from epicrec_desktop.matching.keywords import (
    YEAR,
    has_movie_keyword,
    has_only_review_keyword,
    has_other_topic_keyword,
    is_other_medium,
    may_contain_year,
    may_have_movie_keyword,
)
from epicrec_desktop.matching.mentions import (
    Mention,
    both_films,
    mentions,
    text_without_mentions,
    two_films,
)
from epicrec_desktop.matching.reference_names import title_after_director
from epicrec_desktop.matching.sites import Rule
from epicrec_desktop.matching.title_index import NO_HIT, Fit, Hit, TitleIndex

_SITE_TAIL = re.compile(
    r"\s*(?:-|\||–|:)\s*(?:youtube(?: (?:movies|tv))?|vimeo|(?:video )?dailymotion|internet archive"
    r"\b.*)$|\s+on vimeo$",
    re.IGNORECASE,
)
_TRAILER = re.compile(
    r"\b(?:(?:official|theatrical|original|teaser|movie|film|hd|4k) (?:teaser )?trailer|"
    r"movie (?:review|clip|trailer|reaction)|full movie|film review|movieclips|ending explained|"
    r"honest trailers?|everything (?:wrong|great)|pitch meeting|"
    r"trailer\W{1,3}(?:deutsch|german|english|vf|vost\w*|legendado|dublado|subtitulado|español|ita|italiano|pl)|"
    r"bande[- ]annonce (?:vf|vo\w*)|"
    r"tráiler (?:oficial|en español|español)|zwiastun pl)\b",
    re.IGNORECASE,
)
_FOR_SALE = " - YouTube Movies"
_HEAD = re.compile(
    r"^(?:honest trailers?|everything (?:wrong|great) (?:with|about)|pitch meeting|"
    r"(?:the )?making of|behind the scenes of|the ending of)\b[\W_]*",
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


def match_video(index: TitleIndex, rule: Rule, title: str) -> Match:
    """Match a video by its title: accepted only with the year and a word that speaks of films."""
    text = title.removesuffix(" - YouTube")
    if title.endswith(_FOR_SALE):
        text = f"{title.removesuffix(_FOR_SALE)} - Movie trailer"  # a page of a film to rent
    elif text == title:
        text = _SITE_TAIL.sub("", title)
    found = list(mentions(index, text))
    if not (found or has_movie_keyword(text)) or is_other_medium(text):
        return NO_MATCH
    if found:
        return _mentioned(found, text, rule)
    text = title_after_director(text) or text
    head = _HEAD.match(text)
    if head:
        text = f"{text[head.end() :].rstrip('!?.')} | {head.group()}"
    hit, end = _at_start(index, text)
    context_text = text[end:]
    if has_other_topic_keyword(context_text) or not has_movie_keyword(context_text):
        return NO_MATCH
    return _judge(hit, context_text, rule)


def _judge(hit: Hit, context_text: str, rule: Rule) -> Match:
    if hit.fit is Fit.EXACT:
        return _dated(hit, context_text, rule)
    if hit.fit is Fit.NEAR:
        return review(hit, f"{rule.name}-title-year", _evidence(context_text), 0.5)
    if (
        hit.fit is Fit.UNDATED
        and not hit.single
        and (hit.certain or hit.part)
        and _TRAILER.search(context_text)
    ):
        return review(hit, f"{rule.name}-undated", _evidence(context_text), 0.5)
    return NO_MATCH


def _mentioned(found: list[Mention], text: str, rule: Rule) -> Match:
    """One film, or two that are compared; a video that names more is a list."""
    context_text = text_without_mentions(text, found)
    if has_other_topic_keyword(context_text):
        return NO_MATCH
    name = f"{rule.name}-title-year"
    about_film = has_movie_keyword(context_text)
    if two_films(found):
        return both_films(text, found, name, Evidence.INTEREST)
    if len({mention.hit.movies for mention in found}) != 1:
        return NO_MATCH
    hit = found[0].hit
    if about_film and not hit.part:
        return _dated(hit, context_text, rule)
    return review(hit, name, _evidence(context_text), 0.5)


def _dated(hit: Hit, context_text: str, rule: Rule) -> Match:
    """A title with its year: one word of a title may also be a phone's or a car's name."""
    name = f"{rule.name}-title-year"
    if hit.single and has_only_review_keyword(context_text):
        return review(hit, name, _evidence(context_text), 0.6)
    return accept(hit, name, _evidence(context_text), 0.93)


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


def _evidence(context_text: str) -> Evidence:
    whole = _WHOLE_FILM.search(context_text) and not _ABOUT_WHOLE.search(context_text)
    return Evidence.WATCHED if whole else Evidence.INTEREST


def may_be_video(_rest: str, title: str) -> bool:
    """A quick first look: False only where `match_video` finds nothing."""
    dated = ("(" in title or "[" in title) and may_contain_year(title)
    return dated or may_have_movie_keyword(title)
