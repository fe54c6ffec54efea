"""Match pages of sites that no table knows."""

from __future__ import annotations

import re
from urllib.parse import unquote

from epicrec_desktop.domain.history import NO_MATCH, VIDEO_ENDINGS, Evidence, Match
from epicrec_desktop.matching.decisions import cap_at_review, review
from epicrec_desktop.matching.file_names import EPISODE, EXTRA, VIDEO_FILE, dated
from epicrec_desktop.matching.keywords import (
    ANY_YEAR,
    YEAR,
    ascii_words,
    has_merchandise_keyword,
    is_other_medium,
    may_contain_year,
)
from epicrec_desktop.matching.mentions import (
    DOUBLE_WORDS,
    PLAIN_YEAR,
    double_feature,
    match_leading_title,
    may_be_double_feature,
)
from epicrec_desktop.matching.movie_words import (
    ASCII_WORDS,
    match_beside_movie_word,
    may_have_movie_word,
)
from epicrec_desktop.matching.normalize import key, page_text, title_words
from epicrec_desktop.matching.public_names import WORDS, any_of
from epicrec_desktop.matching.title_index import Fit, Hit, TitleIndex

SCENE_RELEASE = re.compile(
    r"(?<![A-Za-z0-9])(?:480p|576p|720p|1080[pi]|2160p|blu-?ray|bd-?rip|br-?rip|dvd-?rip|hd-?rip|web-?dl|"
    r"web-?rip|hdtv|remux|[xh][ .]?26[45]|hevc|xvid|yify|yts)(?![A-Za-z0-9])",
    re.IGNORECASE,
)
"""A word that stands in the names of releases and hardly anywhere else."""

_OTHER = re.compile(any_of("other releases"), re.IGNORECASE)
_HEAD = re.compile(
    r"^(?:(?:free )?download(?:ing)?|torrent|watch|magnet|subscene|subtitles? (?:for|of)?|"
    r"\[[^\]]{1,40}\]|details for|view|re|fwd)[\s:|»-]*",
    re.IGNORECASE,
)
_DOTS = re.compile(r"(?<=\w)[._](?=\w)|[._](?=\s|$)|(?<=\w)[._](?=[(\[])")
_EDGES = " -–—|:»[](){}\"'"
_MAX_HEADS = 4


def match_scene_release(index: TitleIndex, rule: str, evidence: Evidence, title: str) -> Match:
    """Match a page, as of sites of releases or subtitles, by the release that its title names."""
    text = page_text(title)
    if not SCENE_RELEASE.search(text) or EPISODE.search(text) or _OTHER.search(text):
        return NO_MATCH
    text = _DOTS.sub(" ", VIDEO_FILE.sub("", text))
    if is_other_medium(text) or EXTRA.search(text) or EPISODE.search(text):
        return NO_MATCH
    for name in _names(text):
        match = dated(index, name, rule, evidence)
        if match.movies:
            return match
    return NO_MATCH


def _names(text: str) -> list[str]:
    """Return the text, and what is left of it without what sites and groups write before a name."""
    found = []
    for _ in range(_MAX_HEADS):
        text = text.strip(_EDGES)
        found.append(text)
        shorter = _HEAD.sub("", text)
        if shorter == text:
            break
        text = shorter
    found.extend(part.strip(_EDGES) for part in re.split(r"\s[-–|]\s|\s/\s|::", text) if part)
    return found


MOVIE_PATH = re.compile(
    r"/(?:[\w-]+/){0,4}?(?:films?|movies?|filme?|pel[ií]culas?|cinema|cine|kino|films-and-events|"
    r"now-showing|film[_-]programmes?|screenings?|double-features?|[\w-]*(?:movie|film)-(?:subtitles|reviews?|versions?[\w-]*))/"
    r"(?:\d+/|[a-z]{2}/)*(?P<slug>[^/?#]+?)(?:\.html?)?/?(?:showtimes/?|tickets/?)?(?:$|[?#])",
)
"""A path that says that its last part is a movie."""

_YEAR_AT_END = re.compile(rf"[-_ (]+(?P<year>{YEAR})\)?$")
_SEGMENTS = re.compile(r"\s*[|•·–—»:/]\s*|\s+-\s+|,\s+")
_TAIL = re.compile(
    r"\s+(?:showtimes?|tickets?|trailer|review|subtitles?|blu-?ray|dvd|4k|uhd|35mm|70mm|streaming|"
    r"\(?(?:18|19|20)\d\d\)?)\b.*$",
    re.IGNORECASE,
)
_FORMATS = re.compile(r"[-_](?:35mm|70mm|16mm|4k|dcp|imax|restored|subtitles?)$", re.IGNORECASE)
_GENERAL = frozenset(WORDS["menus"])


_ONLINE_PLAYER = re.compile(
    r"^\W*(?:(?:free|hd|4k)\W+)?(?:watch|stream)\b.*\b(?:online|free|full movie|streaming)\b|"
    r"^\W*(?:ver|regarder|guarda|assistir|oglądaj|izle)\b.*\b(?:online|gratis|gratuit|en streaming|"
    r"completa|completo)\b|\bfull movie\b.*\bwatch\b.*\bonline\b|смотреть онлайн",
    re.IGNORECASE,
)
"""What sites that play movies call their pages: "Watch Heat (1995) Online Free"."""
_PLAYED = re.compile(
    rf"^\W*(?:watch|stream)(?: (?:movie|film|online))* (?P<name>\S.*?) (?P<year>{YEAR})(?=\s)",
    re.IGNORECASE,
)

_PLAYER_HEAD = re.compile(r"^\W*(?:watch|stream)(?: (?:movie|film|online))*\s+", re.IGNORECASE)
_PLAYER_TAIL = re.compile(
    r"\s+(?:full (?:hd )?movies?|online (?:free|hd|full)|(?:hd )?free online|streaming online|"
    r"(?:full )?(?:hd )?online)\b.*$",
    re.IGNORECASE,
)
_PLAYER_SLUG = re.compile(
    r"^(?:watch|stream)-|-(?:full-movie|online|free|hd|streaming)\b.*$|-\d{3,}$"
)
_DATED_SLUG = re.compile(
    rf"/(?:[\w-]+/)*(?P<slug>[a-z0-9-]+?)-(?P<year>{YEAR})-(?:full-movie|online|watch|free)\b"
)


def match_unknown_site(index: TitleIndex, host: str, rest: str, title: str) -> Match:
    """Match a page by "Title (YYYY)", by a release's name, by a movie's path and its title, or by a
    title beside a word for movies.
    """
    text = page_text(title)
    match = NO_MATCH
    if ("(" in text or "[" in text) and PLAIN_YEAR.search(text):
        about_movies = MOVIE_PATH.match(rest) is not None
        match = match_leading_title(index, text, about_movies=about_movies)
        if match.movies and _ONLINE_PLAYER.search(text):
            match = match.replace(evidence=Evidence.WATCHED, rule="online-player")
    played = _PLAYED.match(text) if not match.movies and _ONLINE_PLAYER.search(text) else None
    if played and not is_other_medium(text):
        hit = index.look_up(played["name"], int(played["year"]))
        if hit.fit is Fit.EXACT:
            match = review(hit, "online-player", Evidence.WATCHED, 0.3)
    if not match.movies and "-online" in rest:
        match = _played_by_address(index, rest, text)
    if not match.movies and may_contain_year(text) and SCENE_RELEASE.search(text):
        match = match_scene_release(index, "title-year-release", Evidence.INTEREST, text)
        match = cap_at_review(match)
    if not match.movies and text:
        found = MOVIE_PATH.match(rest)
        if found:
            match = cap_at_review(_movie_page(index, unquote(found["slug"]), text))
    if not match.movies:
        match = double_feature(index, text, "title-anywhere", Evidence.INTEREST)
    return match if match.movies else match_beside_movie_word(index, host, text)


def _played_by_address(index: TitleIndex, rest: str, text: str) -> Match:
    """Return the movie of "the-hunger-games-2012-online-free", if the page begins with it."""
    found = _DATED_SLUG.match(rest)
    if not found or is_other_medium(text) or not key(text).startswith(key(found["slug"])):
        return NO_MATCH
    hit = index.look_up(found["slug"].replace("-", " "), int(found["year"]))
    if hit.fit is not Fit.EXACT:
        return NO_MATCH
    return review(hit, "online-player", Evidence.WATCHED, 0.3)


_TITLE_WORDS = ASCII_WORDS | DOUBLE_WORDS
_UNCUT = 500  # characters of a title that is looked at as a whole: its last word is no half


def may_be_movie_page(rest: str, title: str) -> bool:
    """Return False only if `match_unknown_site` and `read_file` find nothing (quick check).

    A year in brackets or in a release's name, a double feature, a movie's path, a video file, or
    the fragment by which media servers have their pages.
    """
    if "#" in rest or "-online" in rest:
        return True
    if "." in rest and "." in rest[-6:] and rest.lower().endswith(VIDEO_ENDINGS):
        return True
    folders = rest.rpartition("/")[0]
    # What `MOVIE_PATH` has above a movie, and nearly no other path. (`any` takes longer.)
    if folders and (
        "film" in folders
        or "movie" in folders
        or "pel" in folders
        or "cine" in folders
        or "kino" in folders
        or "now-" in folders
        or "screening" in folders
        or "double-" in folders
    ):
        return True
    if ("1" in title or "2" in title) and may_contain_year(title):
        return True
    if title.isascii() and len(title) <= _UNCUT:
        return not _TITLE_WORDS.isdisjoint(ascii_words(title))
    return may_contain_year(title) or may_be_double_feature(title) or may_have_movie_word(title)


def _movie_page(index: TitleIndex, slug: str, text: str) -> Match:
    """Return a page whose path says movie, and whose title and address name the same one."""
    slug = _FORMATS.sub("", slug)
    dated = _YEAR_AT_END.search(slug)
    names = {key(slug), key(slug[: dated.start()])} if dated else {key(slug)}
    names.add(key(_PLAYER_SLUG.sub("", _PLAYER_SLUG.sub("", slug))))
    years = {int(year) for year in ANY_YEAR.findall(f"{dated['year'] if dated else ''} {text}")}
    for segment in _SEGMENTS.split(text):
        played = _PLAYER_TAIL.sub("", _PLAYER_HEAD.sub("", segment))
        for name in (segment, _TAIL.sub("", segment), played):
            name_key = key(name)
            if name_key and name_key in names and not _GENERAL.issuperset(title_words(name)):
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
