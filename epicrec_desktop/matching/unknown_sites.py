"""Pages of sites that no table knows: for review at most, whatever they say."""

from __future__ import annotations

import re
from urllib.parse import unquote

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching.decisions import cap_at_review, review
from epicrec_desktop.matching.file_names import (
    SCENE_RELEASE,
    VIDEO_ENDINGS,
    match_scene_release_anywhere,
)
from epicrec_desktop.matching.keywords import (
    YEAR,
    has_merchandise_keyword,
    is_other_medium,
    may_contain_year,
)
from epicrec_desktop.matching.mentions import (
    PLAIN_YEAR,
    double_feature,
    match_leading_title,
    may_be_double_feature,
)
from epicrec_desktop.matching.normalize import key, page_text, words
from epicrec_desktop.matching.title_index import Fit, Hit, TitleIndex

FILM_PATH = re.compile(
    r"/(?:[\w-]+/){0,4}?(?:films?|movies?|filme?|pel[ií]culas?|cinema|cine|kino|films-and-events|"
    r"now-showing|film[_-]programmes?|screenings?|double-features?|[\w-]*(?:movie|film)-(?:subtitles|reviews?|versions?[\w-]*))/"
    r"(?:\d+/|[a-z]{2}/)*(?P<slug>[^/?#]+?)(?:\.html?)?/?(?:showtimes/?|tickets/?)?(?:$|[?#])",
)
"""A path that says that its last part is a film."""

_YEAR = re.compile(YEAR)
_YEAR_AT_END = re.compile(rf"[-_ (]+(?P<year>{YEAR})\)?$")
_SEGMENTS = re.compile(r"\s*[|•·–—»:/]\s*|\s+-\s+|,\s+")
_TAIL = re.compile(
    r"\s+(?:showtimes?|tickets?|trailer|review|subtitles?|blu-?ray|dvd|4k|uhd|35mm|70mm|streaming|"
    r"\(?(?:18|19|20)\d\d\)?)\b.*$",
    re.IGNORECASE,
)
_FORMATS = re.compile(r"[-_](?:35mm|70mm|16mm|4k|dcp|imax|restored|subtitles?)$", re.IGNORECASE)
# fmt: off
_GENERAL = frozenset((
    "home", "watch", "player", "video", "movie", "movies", "film", "films", "search", "login",
    "tickets", "now", "playing", "coming", "soon", "showtimes", "calendar", "about", "index",
    "all", "new", "popular", "trailer", "news", "browse", "genre", "top",
))
# fmt: on


def match_unknown_site(index: TitleIndex, rest: str, title: str) -> Match:
    """Match a page by "Title (YYYY)", by a release's name, or by a film's path and its title."""
    text = page_text(title)
    match = NO_MATCH
    if ("(" in text or "[" in text) and PLAIN_YEAR.search(text):
        about_films = FILM_PATH.match(rest) is not None
        match = match_leading_title(index, text, about_films=about_films)
    if not match.movies and may_contain_year(text) and SCENE_RELEASE.search(text):
        match = match_scene_release_anywhere(index, text)
    if not match.movies and text:
        found = FILM_PATH.match(rest)
        if found:
            match = cap_at_review(_film_page(index, unquote(found["slug"]), text))
    if not match.movies:
        match = double_feature(index, text, "title-anywhere", Evidence.INTEREST)
    return match


def may_be_film_page(rest: str, title: str) -> bool:
    """A quick first look: False only where `match_unknown_site` and `read_file` find nothing.

    A year in brackets or in a release's name, a double feature, a film's path, a video file, or
    the fragment by which media servers have their pages.
    """
    return (
        may_contain_year(title)
        # What `FILM_PATH` has, and nearly no other path. (Single tests: `any` takes longer.)
        or "film" in rest
        or "movie" in rest
        or "pel" in rest
        or "cine" in rest
        or "kino" in rest
        or "now-" in rest
        or "screening" in rest
        or "double-" in rest
        or may_be_double_feature(title)
        or "#" in rest
        or ("." in rest[-6:] and rest.lower().endswith(VIDEO_ENDINGS))
    )


def _film_page(index: TitleIndex, slug: str, text: str) -> Match:
    """A page whose path says film, and whose title and address name the same one."""
    slug = _FORMATS.sub("", slug)
    dated = _YEAR_AT_END.search(slug)
    names = {key(slug), key(slug[: dated.start()])} if dated else {key(slug)}
    years = {int(year) for year in _YEAR.findall(f"{dated['year'] if dated else ''} {text}")}
    for segment in _SEGMENTS.split(text):
        for name in (segment, _TAIL.sub("", segment)):
            name_key = key(name)
            if name_key and name_key in names and not _GENERAL.issuperset(words(name)):
                beside = text.replace(segment, " ", 1)
                if has_merchandise_keyword(beside) or is_other_medium(text):
                    return NO_MATCH
                return _judge(index, name, years)
    return NO_MATCH


def _judge(index: TitleIndex, name: str, years: set[int]) -> Match:
    for year in sorted(years):
        hit = index.look_up(name, year)
        if hit.fit is Fit.EXACT:
            return review(hit, "title-year-anywhere", Evidence.INTEREST, 0.5)
    hit = index.look_up(name, None) if not years else Hit(Fit.UNKNOWN)
    if hit.fit is not Fit.UNDATED or not hit.certain:
        return NO_MATCH
    return review(hit, "title-anywhere-undated", Evidence.INTEREST, 0.3)
