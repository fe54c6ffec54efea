"""Read and match names of video files, as people, players and groups of releases write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from urllib.parse import unquote

from epicrec_desktop.domain.history import NO_MATCH, VIDEO_ENDINGS, Evidence, Match
from epicrec_desktop.matching.decisions import cap_at_review, decide, review
from epicrec_desktop.matching.keywords import ANY_YEAR, YEAR, is_other_medium
from epicrec_desktop.matching.normalize import is_long, is_one_word, key, title_words
from epicrec_desktop.matching.public_names import KNOWN_SERIES, WORDS
from epicrec_desktop.matching.reference_names import PEOPLE
from epicrec_desktop.matching.sites import Undated
from epicrec_desktop.matching.title_index import Fit, TitleIndex

VIDEO_FILE = re.compile(f"(?:{'|'.join(map(re.escape, VIDEO_ENDINGS))})$", re.IGNORECASE)

_SPACES = re.compile(r"[._\s]+")
EPISODE = re.compile(
    r"\bs\d{1,2} ?e\d{1,3}\b|\b\d{1,2}x\d{2}\b|\bseason \d|\b(?:ep|episode|folge) ?\d{1,3}\b|"
    r"^\[[^\]]{1,40}\] ?.{1,120} - \d{2,3}(?:v\d)?(?= |$|\()|第\d{1,3}[話话集]",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?P<series>.{2,60}?) [1-9]\d{2}(?!\d)")
"""A series with season and episode as one number: "Breaking Bad 501 Live Free or Die"."""
EXTRA = re.compile(
    r"\b(?:sample|trailer|featurettes?|extras?|soundtrack|deleted scenes?|behind the scenes|"
    r"making[ -]of|bloopers|gag reel|(?:audio )?commentary)\b|"
    r"-(?:behindthescenes|deleted|deletedscene|interview|scene|short|other|clip|ost)$|"
    r" (?:ost|review)$",
    re.IGNORECASE,
)
"""What comes with a movie, by the names that Plex, Jellyfin and Kodi ask for."""
_EXTRA_FOLDERS = frozenset(WORDS["folders of extras"])
_OTHER_FOLDERS = frozenset(WORDS["folders of other videos"])
_PLAIN_NAMES = frozenset(WORDS["menus of players"])
_PLAIN_NAME = re.compile(r"(?:cd|dis[ck]|dvd|main|part|teil|t|title)?\d*", re.IGNORECASE)
"""A word that discs and programs that copy them give to files: "cd1", "title00"."""
_WORDS_OF_RELEASES = frozenset(WORDS["words of releases"])
_CAMERA = re.compile(
    r"(?:vid|img|mvi|dsc[nf]?|pxl|gopr|g[xh]\d\d|mov|rec|signal|screen ?cast|screen ?recording|"
    r"whatsapp video|bildschirmaufnahme)[-_ .]?\d|[\d\W_]*\d{6,}[\d\W_]*$",
    re.IGNORECASE,
)
"""Names that cameras, telephones and screen recorders give."""
_RELEASE = re.compile(
    r"[\[(]?\b(?:480p|576p|720p|1080p|2160p|4k|uhd|hdr|blu-?ray|bdrip|brrip|dvdrip|dvd|web-?dl|"
    r"web-?rip|hdtv|x26[45]|h ?26[45]|hevc|xvid|divx|remastered|extended|unrated|directors cut|"
    r"proper|remux|multi|german|french|english|dubbed|subbed|cd\d)\b.*$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(rf"[(\[]{YEAR}[)\]]")
_DAY_OF_YEAR = re.compile(r"[-_. ](?:0\d|1[0-2])[-_. ][0-3]\d(?!\d)")
_EDITION = re.compile(
    r"[ ([-]+(?:extended|unrated|uncut|remastered|restored|redux|imax|open matte|"
    r"(?:(?:the )?(?:extended|unrated|imax|theatrical|criterion|ultimate|special|collectors?|final|"
    r"(?:\d{2}th )?anniversary|directors?(?: s|'s)?) (?:edition|cut|version|collection)))[\])]*$",
    re.IGNORECASE,
)
"""An edition that stands before the year: "The Fellowship of the Ring EXTENDED 2001"."""
_GROUP = re.compile(
    r"[\[【](?!\d{4}[\]】])[^\]】]{1,40}[\]】] ?|www [\w -]{2,40}? \w{2,4} ?[-–_] ?",
    re.IGNORECASE,
)
_GROUPS = 3
"""So many groups and addresses are looked for at the start of a name."""
_NUMBERING = re.compile(r"^\d{1,3}(?: ?[-–)] ?| )(?=\D)")
_CJK_TITLE = re.compile(r"[《「『](?P<title>[^》」』]{1,120})[》」』]")
_SECOND_TITLE = re.compile(r"^(?P<title>[^\[(]{2,160}?) ?[\[(](?P<second>[^\])]{2,160})[\])] ?$")
_BY_DIRECTOR = re.compile(
    rf"^(?P<title>.{{1,160}}?) ?[\[(](?P<director>[^,()\[\]]{{2,60}}), ?(?P<year>{YEAR})[\])]"
)
_YEAR_FIRST = re.compile(
    rf"^[\[(]?(?P<year>{YEAR})(?:[\])] ?[-–]?| ?[-–]) ?(?P<title>\D.{{0,160}}?)"
    r"(?: [-–] (?P<director>[^-–]{2,60}))?$"
)
_AFTER_DASH = re.compile(r"^(?P<before>[^-–]{2,60}) [-–] (?P<title>[^-–]{2,160})$")


class Medium(Enum):
    """What a video file is by its name."""

    MOVIE = auto()
    EPISODE = auto()
    EXTRA = auto()  # a trailer, a deleted scene
    RECORDING = auto()  # of a camera, a telephone or a screen, or among such


@dataclass(frozen=True, repr=False, slots=True)
class FileName:
    """What the name of a video file says. `__repr__` says nothing."""

    medium: Medium
    title: str = ""
    year: int | None = None


def read_file_name(path: str) -> FileName:
    """Return what the name of a file, as the path of its address, says it is."""
    name, folder = _name_and_folder(path)
    if _CAMERA.match(name):
        return FileName(Medium.RECORDING)
    if EXTRA.search(name) or folder.casefold() in _EXTRA_FOLDERS:
        return FileName(Medium.EXTRA)
    if any(_is_episode(text) for text in (name, folder)):
        return FileName(Medium.EPISODE)
    for text in (name, folder):
        for title, year in _readings(text):
            if text is name or _names_its_file(path, title, name):
                return FileName(Medium.MOVIE, title, year)
    if _is_among_other_videos(path):
        return FileName(Medium.RECORDING)
    bare = _without_groups(_RELEASE.sub("", name)).strip(" -[(")
    return FileName(Medium.MOVIE, bare or name)


def match_file_name(index: TitleIndex, rest: str, *, local: bool) -> Match:
    """Match a video file by its name, or by its folder's ("Heat (1995)/movie.mkv").

    A file on this computer (`local`) may go without its year, for review; none of a web server may.
    Videos of a person's own have a year as well: what a camera names is no movie, and "Rio 2011"
    without any sign of a release is asked about.
    """
    path = rest.partition("?")[0].partition("#")[0]
    name, folder = _name_and_folder(path)
    if not name or EXTRA.search(name) or folder.casefold() in _EXTRA_FOLDERS:
        return NO_MATCH
    recorded = _CAMERA.match(name) and not _is_release(name)
    if recorded or any(_is_episode(text) for text in (name, folder)):
        return NO_MATCH
    for text in (name, folder):
        match = dated(index, text, "file-title-year", Evidence.WATCHED)
        match = match if match.movies else _read(index, text)
        if match.movies:
            title, _ = next(_heads(text), (text, None))
            if text is not name and not _names_its_file(path, title, name):
                return NO_MATCH if is_one_word(title) else cap_at_review(match)
            plain = not _is_release(_parts(path)[-1 if text is name else -2])
            return cap_at_review(match) if plain and is_one_word(title) else match
    dated_otherwise = any(head for text in (name, folder) for head, _ in _heads(text))
    if dated_otherwise or not local or _is_among_other_videos(path):
        return NO_MATCH
    return _undated(index, _RELEASE.sub("", name).strip(" -[("))


def _undated(index: TitleIndex, bare: str) -> Match:
    """Return the match of a name without a year, perhaps behind a person's or a number."""
    match = decide(index.look_up(bare, None), "file", Evidence.WATCHED, Undated.CAREFUL)
    found = _AFTER_DASH.match(bare)
    if match.movies or not found:
        return match
    known = title_words(found["before"]) in PEOPLE or found["before"].isdecimal()
    if not known and not is_long(found["title"]):
        return NO_MATCH  # as a rule a song, behind who sings it
    hit = index.look_up(found["title"], None)
    return decide(hit, "file", Evidence.WATCHED, Undated.CAREFUL, weak=True)


def _is_release(written: str) -> bool:
    """Return whether a name has what only movies' have: the year in brackets, dots for spaces."""
    dotted = "." in VIDEO_FILE.sub("", written) and " " not in written
    spaced = _SPACES.sub(" ", written)
    return dotted or bool(_IN_BRACKETS.search(spaced) or _RELEASE.search(spaced))


def _names_its_file(path: str, title: str, name: str) -> bool:
    """Return whether the folder of a file, which has a movie's title and year, says what the file
    is: it is written as a release, or the file's name says no other thing."""
    found = set(title_words(_RELEASE.sub("", name))) - _PLAIN_NAMES
    others = {word for word in found if not _PLAIN_NAME.fullmatch(word)}
    return _is_release(_parts(path)[-2]) or not others or not others.isdisjoint(title_words(title))


def _is_among_other_videos(path: str) -> bool:
    """Return whether a folder of a path is one of songs, series, courses or recordings."""
    return any(part.casefold() in _OTHER_FOLDERS for part in _parts(path)[:-1])


def _is_episode(text: str) -> bool:
    numbered = _NUMBERED.match(text)
    if numbered is not None and key(numbered["series"]) in KNOWN_SERIES:
        return True
    return EPISODE.search(text) is not None or is_other_medium(text)


def _name_and_folder(path: str) -> tuple[str, str]:
    """Return the name of a file without its ending, and of its folder; empty without one."""
    parts = _parts(path)
    name = _SPACES.sub(" ", VIDEO_FILE.sub("", parts[-1])).strip() if parts else ""
    return name, _SPACES.sub(" ", parts[-2]).strip() if len(parts) > 1 else ""


def _parts(path: str) -> list[str]:
    """Return the folders of a path and the file, as they are written."""
    return [part for part in re.split(r"[/\\]+", unquote(path)) if part]


def _read(index: TitleIndex, text: str) -> Match:
    """Return the match of the first reading of a name that is a movie's title and year."""
    for title, year in _readings(text):
        hit = index.look_up_file(title, year)
        if hit.fit is Fit.EXACT:
            return decide(hit, "file-title-year", Evidence.WATCHED, Undated.NEVER)
    return NO_MATCH


def _without_groups(name: str) -> str:
    for _ in range(_GROUPS):
        found = _GROUP.match(name)
        name = name[found.end() :] if found else name
    return name


def _readings(text: str) -> Iterator[tuple[str, int]]:
    plain = _without_groups(text)
    if found := _BY_DIRECTOR.match(plain):
        yield found["title"].strip(" -"), int(found["year"])
    if found := _YEAR_FIRST.match(_RELEASE.sub("", plain).strip(" -[(")):
        yield found["title"].strip(" -"), int(found["year"])
    for head, year in _heads(plain):
        for name in (head, _NUMBERING.sub("", head)):
            yield from ((title, year) for title in _titles(name))
        if found := _CJK_TITLE.search(text):
            yield found["title"].strip(), year


def _heads(text: str) -> Iterator[tuple[str, int]]:
    """Yield what stands before each year that begins no date, and the year; the last one first."""
    for year in reversed(list(ANY_YEAR.finditer(text))):
        if not _DAY_OF_YEAR.match(text, year.end()):
            yield text[: year.start()].strip(" -(["), int(year.group())


def _titles(name: str) -> Iterator[str]:
    """Yield a title without its edition, then without a second title in brackets, then that."""
    bare = _EDITION.sub("", name).strip(" -([")
    if found := _SECOND_TITLE.match(bare):
        yield found["title"].strip()
        yield found["second"].strip()
    elif bare:
        yield bare


def _has_words_behind(text: str) -> bool:
    """Return whether several words that no release has stand behind a year, not in brackets: one
    word may be a language, or who made the release."""
    if text[:1] in {")", "]"}:
        return False
    words = title_words(_RELEASE.sub("", text))
    return sum(word not in _WORDS_OF_RELEASES for word in words) > 1


def dated(index: TitleIndex, text: str, rule: str, evidence: Evidence) -> Match:
    """Return the match of "Name 1999 …" by the last year that fits.

    A title of one word is asked about where other words stand behind the year: "F1 2025 British
    Grand Prix 1080p".
    """
    for name, year in _heads(text):
        hit = index.look_up_file(name, year)
        if hit.fit is Fit.EXACT:
            match = decide(hit, rule, evidence, Undated.NEVER)
            others = hit.single and _has_words_behind(text[text.rfind(str(year)) + 4 :])
            return cap_at_review(match) if others else match
        if hit.fit is Fit.NEAR:
            return review(hit, rule, evidence, 0.6)
    return NO_MATCH
