"""Video files opened in the browser: "Movie.Name.1999.1080p.mkv"."""

from __future__ import annotations

import re
from urllib.parse import unquote

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching.decisions import decide, review
from epicrec_desktop.matching.index import Fit, TitleIndex
from epicrec_desktop.matching.sites import Undated
from epicrec_desktop.matching.vocabulary import YEAR, is_other_medium

VIDEO_ENDINGS = (
    *(".mkv", ".mp4", ".m4v", ".avi", ".mov", ".webm", ".wmv", ".mpg", ".mpeg"),
    *(".ogv", ".ts", ".m2ts", ".flv", ".divx"),
)
VIDEO_FILE = re.compile(f"(?:{'|'.join(map(re.escape, VIDEO_ENDINGS))})$", re.IGNORECASE)

_SPACES = re.compile(r"[._\s]+")
_YEAR = re.compile(YEAR)
EPISODE = re.compile(r"\bs\d{1,2} ?e\d{1,3}\b|\b\d{1,2}x\d{2}\b|\bseason \d", re.IGNORECASE)
EXTRA = re.compile(r"\b(?:sample|trailer|featurette|extras?|soundtrack|deleted scenes?)\b", re.I)
_RELEASE = re.compile(
    r"[\[(]?\b(?:480p|576p|720p|1080p|2160p|4k|uhd|hdr|blu-?ray|bdrip|brrip|dvdrip|dvd|web-?dl|"
    r"web-?rip|hdtv|x26[45]|h ?26[45]|hevc|xvid|divx|remastered|extended|unrated|directors cut|"
    r"proper|remux|multi|german|french|english|dubbed|subbed|cd\d)\b.*$",
    re.IGNORECASE,
)


def match_file_name(index: TitleIndex, rest: str, *, local: bool) -> Match:
    """Match a video file by its name, or by its folder's ("Heat (1995)/movie.mkv").

    A file on this computer (`local`) may go without its year, for review; one of a web server
    may not.
    """
    path = unquote(rest.partition("?")[0].partition("#")[0])
    parts = [part for part in re.split(r"[/\\]+", path) if part]
    if not parts:
        return NO_MATCH
    name = _SPACES.sub(" ", VIDEO_FILE.sub("", parts[-1])).strip()
    folder = _SPACES.sub(" ", parts[-2]).strip() if len(parts) > 1 else ""
    if any(EPISODE.search(text) or is_other_medium(text) for text in (name, folder)):
        return NO_MATCH
    if EXTRA.search(name):
        return NO_MATCH
    for text in (name, folder):
        match = dated(index, text, "file-title-year", Evidence.WATCHED)
        if match is not None:
            return match
    if not local:
        return NO_MATCH
    hit = index.look_up(_RELEASE.sub("", name).strip(" -[("), None)
    return decide(hit, "file", Evidence.WATCHED, Undated.CAREFUL)


def dated(index: TitleIndex, text: str, rule: str, evidence: Evidence) -> Match | None:
    """The match of "Name 1999 …" by the last year that fits; None if no year stands there."""
    seen = False
    for found in reversed(list(_YEAR.finditer(text))):
        name = text[: found.start()].strip(" -([")
        if not name:
            continue
        seen = True
        hit = index.look_up_file(name, int(found.group()))
        if hit.fit is Fit.EXACT:
            return decide(hit, rule, evidence, Undated.NEVER)
        if hit.fit is Fit.NEAR:
            return review(hit, rule, evidence, 0.6)
    return NO_MATCH if seen else None
