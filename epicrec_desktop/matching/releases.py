"""Names that releases of films go by: "WALL.E.2008.2160p.UHD.BluRay.x265-GROUP"."""

from __future__ import annotations

import re

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching.decisions import cap_at_review
from epicrec_desktop.matching.files import EPISODE, EXTRA, VIDEO_FILE, dated
from epicrec_desktop.matching.index import TitleIndex
from epicrec_desktop.matching.normalize import page_text
from epicrec_desktop.matching.sites.model import Rule
from epicrec_desktop.matching.vocabulary import is_other_medium

SCENE_RELEASE = re.compile(
    r"(?<![A-Za-z0-9])(?:480p|576p|720p|1080[pi]|2160p|blu-?ray|bd-?rip|br-?rip|dvd-?rip|hd-?rip|web-?dl|"
    r"web-?rip|hdtv|remux|[xh][ .]?26[45]|hevc|xvid|yify|yts)(?![A-Za-z0-9])",
    re.IGNORECASE,
)
"""A word that stands in the names of releases and hardly anywhere else."""

_OTHER = re.compile(
    r"\b(?:ost|flac|mp3|soundtrack|pack|collection|trilogy|quadrilogy|duology|anthology|saga|complete|"
    r"game|repack|fitgirl|epub|pdf|cbr|audiobook|season|seasons)\b",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"^(?:(?:free )?download(?:ing)?|torrent|watch|magnet|subscene|subtitles? (?:for|of)?|"
    r"\[[^\]]{1,40}\]|details for|view|re|fwd)[\s:|»-]*",
    re.IGNORECASE,
)
_DOTS = re.compile(r"(?<=\w)[._](?=\w)|[._](?=\s|$)|(?<=\w)[._](?=[(\[])")
_EDGES = " -–—|:»[](){}\"'"
_MAX_HEADS = 4


def match_scene_release(index: TitleIndex, rule: Rule, title: str) -> Match:
    """Match a page of a site of releases, or of subtitles, by the release that its title names."""
    return _read(index, rule.name, rule.evidence, title)


def match_scene_release_anywhere(index: TitleIndex, title: str) -> Match:
    """A page of any site whose title is a release's name: for review."""
    return cap_at_review(_read(index, "title-year-release", Evidence.INTEREST, title))


def _read(index: TitleIndex, rule: str, evidence: Evidence, title: str) -> Match:
    text = page_text(title)
    if not SCENE_RELEASE.search(text) or EPISODE.search(text) or _OTHER.search(text):
        return NO_MATCH
    text = _DOTS.sub(" ", VIDEO_FILE.sub("", text))
    if is_other_medium(text) or EXTRA.search(text) or EPISODE.search(text):
        return NO_MATCH
    for name in _names(text):
        match = dated(index, name, rule, evidence)
        if match is not None and match.movies:
            return match
    return NO_MATCH


def _names(text: str) -> list[str]:
    """The text, and what is left of it without what sites and groups write before a name."""
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
