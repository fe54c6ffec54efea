"""Match pages of sites that no table knows by a title beside a word for movies, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching.decisions import accept, review
from epicrec_desktop.matching.keywords import (
    ANY_YEAR,
    YEAR,
    ascii_words,
    has_merchandise_keyword,
    has_other_topic_keyword,
    is_other_medium,
)
from epicrec_desktop.matching.normalize import is_long
from epicrec_desktop.matching.public_names import WORDS, any_of
from epicrec_desktop.matching.title_index import Fame, Fit, TitleIndex

_WORDS = frozenset(WORDS["pages"])
_WITHOUT_SPACES = tuple(WORDS["pages without spaces"])
ASCII_WORDS = frozenset(word.encode() for word in _WORDS if word.isascii())
"""Words for movies that are written in ASCII."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SEGMENTS = re.compile(
    r"\s*[|•·–—»「」『』《》【】_]\s*|\s+[-:/]\s+|(?<=[\u3040-\u9fff\uac00-\ud7af])-"
)
_EDGE_WORDS = "|".join(sorted(map(re.escape, (*_WORDS, *_WITHOUT_SPACES)), key=len, reverse=True))
_HEAD = re.compile(
    rf"(?:{_EDGE_WORDS}|watch|ver|guarda|review|official|full|online|free|the)\b[\s:–-]{{0,8}}",
    re.IGNORECASE,
)
_TAIL = re.compile(
    rf"[\s:,–-]{{0,8}}(?:{_EDGE_WORDS}|online|full|hd|official|review|reviews|tickets|gratis|"
    r"completa?|subtitles?|онлайн|бесплатно|в хорошем качестве|مترجم|اون لاين)$",
    re.IGNORECASE,
)
_TWO_SCRIPTS = re.compile(
    r"(?P<local>[\u3040-\u9fff\uac00-\ud7af][^A-Za-z]*?)\s+(?P<other>[A-Za-z][^\u3040-\ud7af]*)"
)
"""A title and what it is called elsewhere: "花樣年華 In the Mood for Love"."""
_YEAR = re.compile(rf"\s*(?P<bracket>[(\[])?(?P<year>{YEAR})[)\]]?\s*$")
_NOT_ONE_MOVIE = frozenset(WORDS["lists and cinemas"])
_OTHER_HOSTS = re.compile(rf"(?:^|[./-])(?:{any_of('parts of other hosts')}|steam\w*)(?:[./-]|$)")
_LONGEST = 160


def may_have_movie_word(title: str) -> bool:
    """Return whether a page title has a word for movies; nothing else of it is looked at."""
    if title.isascii():
        return not ASCII_WORDS.isdisjoint(ascii_words(title))
    if not _WORDS.isdisjoint(_WORD.findall(title.lower())):
        return True
    return any(word in title for word in _WITHOUT_SPACES)


def match_beside_movie_word(index: TitleIndex, host: str, text: str) -> Match:
    """Return the movie whose title is a whole segment of a page's title, beside such a word.

    With a year of its own, and no other movie that shares both, it is accepted; else it is for
    review, and a title of one word only if its movie is famous. The page was looked at, whatever
    it says.
    """
    if len(text) > _LONGEST or not may_have_movie_word(text) or _OTHER_HOSTS.search(host):
        return NO_MATCH
    if is_other_medium(text):
        return NO_MATCH
    doubt = NO_MATCH
    site = _name_of_site(host, text)
    for named in _names(text):
        if named.title == site:
            continue
        hit = index.look_up(named.title, named.year)
        beside = text.replace(named.title, " ", 1)
        if hit.fit < Fit.UNDATED or has_merchandise_keyword(beside):
            continue
        if has_other_topic_keyword(beside) or not hit.certain:
            continue
        if hit.fit is Fit.EXACT and len(hit.movies) == 1 and _is_its_year(named, beside):
            return accept(hit, "film-word-title-year", Evidence.INTEREST, 0.9)
        dated = hit.fit is Fit.EXACT
        known = dated or is_long(named.title) or index.fame(hit) is not Fame.NONE
        famous = not hit.single or (named.spoken_of and index.fame(hit) is Fame.FAMOUS)
        if known and famous and not doubt.movies:
            doubt = review(hit, "film-word-undated", Evidence.INTEREST, 0.3)
    return doubt


def _name_of_site(host: str, text: str) -> str:
    """Return the last segment of a page's title if it names the site: "… - Elle", "… / X"."""
    *_, last = _SEGMENTS.split(text)
    return last if "".join(_WORD.findall(last.lower())) in host.split(".") else ""


@dataclass(frozen=True, slots=True)
class _Named:
    """What may be a title, and the year of its page.

    `bracketed`: the year is behind the title in brackets: "Heat (1995)". `dated`: it is so, or at
    the end of the title's segment, or alone in another one: "Heat | Film 1995". `spoken_of`: a word
    for movies is all that stands beside the title: "Heat trailer", "Heat | Film" and not "Heat |
    Film club".
    """

    title: str
    year: int | None
    bracketed: bool
    dated: bool
    spoken_of: bool


def _is_its_year(named: _Named, beside: str) -> bool:
    """Return whether a year is a title's own, and no list's or cinema's by the words beside it."""
    if named.bracketed or not named.dated:
        return named.bracketed
    return _NOT_ONE_MOVIE.isdisjoint(_WORD.findall(beside.lower()))


def _names(text: str) -> Iterator[_Named]:
    segments = [segment.strip() for segment in _SEGMENTS.split(text)]
    bares = [_without_words(segment) for segment in segments]
    years = {int(found) for found in ANY_YEAR.findall(text)}
    year_alone = any(map(ANY_YEAR.fullmatch, bares))
    alone = "《" in text or any(s and not bare for s, bare in zip(segments, bares, strict=True))
    for segment, bare in zip(segments, bares, strict=True):
        both = _TWO_SCRIPTS.fullmatch(bare)
        for name in dict.fromkeys((segment, bare, *(both.groups() if both else ()))):
            found = _YEAR.search(name)
            title = _without_words(name[: found.start()]) if found else name
            if not title or (len(segments) == 1 and title == text):
                continue
            spoken_of = alone or title != segment
            if found:
                bracketed = bool(found["bracket"]) and name[: found.start()].endswith(title)
                yield _Named(title, int(found["year"]), bracketed, dated=True, spoken_of=spoken_of)
            elif len(years) < 2:
                year = next(iter(years), None)
                yield _Named(title, year, bracketed=False, dated=year_alone, spoken_of=spoken_of)


def _without_words(segment: str) -> str:
    """Return a segment without words for movies at its ends, and without quotation marks."""
    name = f"{segment} "
    while found := _HEAD.match(name):
        name = name[found.end() :]
    name = name.rstrip()
    while found := _TAIL.search(name):
        name = name[: found.start()]
    return name.strip(" \"'“”„()[]:,–-")
