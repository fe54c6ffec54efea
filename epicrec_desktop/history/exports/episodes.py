"""Recognize series, episodes and other rows of exports that are no movies, and lists of books,
records and games, which the titles of movies are on as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from epicrec_desktop import resources
from epicrec_desktop.history.exports.parsing import Row, column_name, first, plain

WORDS = resources.words("exports", "words.txt")


def _any(*sections: str) -> str:
    """Return a pattern of the words of these sections, without brackets around it."""
    return "|".join(re.escape(word) for section in sections for word in WORDS[section])


_NO_MOVIE = re.compile(
    r"seri|episod|season|staffel|folge|game|videospiel|podcast|music|musik|\bshow|track|album|"
    r"сериал|эпизод|игра",
    re.IGNORECASE,
)
_SERIES_MARK = re.compile(
    r"[(\[][^()\[\]]{0,20}\b(?:(?:mini)?series?|(?:mini)?serie de tv|s[ée]rie|сериал)\b"
    r"[^()\[\]]{0,20}[)\]]\s*$",
    re.IGNORECASE,
)
_SERIES_ADDRESS = re.compile(r"https?://[^/\s]{1,200}/(?:[a-z]{2}/)?(?:tv|shows?|series)/")
_SEASON_ID = re.compile(r"tt\d+_s\d+")
_YEARS = re.compile(r"\d{4}\s?[-–]\s?(?:\d{4}|\.\.\.|…|$)")
_EPISODE = re.compile(
    rf":\s*(?:{_any('beginnings of parts')})\s*"
    r"(?:\d+|one|two|three|four|five)?\s*(?:\([^)]*\)\s*)?:\s|"
    r":\s*(?:season|staffel|temporada|saison|stagione|episode|folge|episodio|épisode)\s*\d+\b|"
    r":\s*(?:limited|mini)[ -]?series?\b|"
    r"\bs\d{1,2}[ :.-]?e\d{1,3}\b|[-–,(]\s*(?:season|staffel|saison|temporada)\s*\d+\b|"
    r"\bseason \d+,? episode \d|:\s*\d{4}-\d\d-\d\d$|:\s*(?:19|20)\d\d:\s",
    re.IGNORECASE,
)
_SEASON_AT_END = re.compile(
    r"(?<!\bopen)\s(?:season|staffel|saison|temporada|stagione|seizoen|säsong|sezon|сезон)\s\d{1,2}$|"
    r"\bcomplete (?:(?:\w+ )?seasons?|(?:tv )?series)\b|\bkomplette (?:serie|\w+ staffel)\b",
    re.IGNORECASE,
)
"""A season on a shelf of discs: "Fargo Season 1", "Friends - The Complete Series"."""
_PARTS = frozenset(map(column_name, WORDS["column of series"]))
_COLON = re.compile(r"\s*[:：]\s*")


def _numbered(section: str) -> str:
    """Return a pattern of a numbered word: "Season 1", "1. évad", "2.ª temporada"."""
    either = _any(section)
    ordinal = r"\d{1,3}\s?(?:\.|\.?ª|ª|ª\.|-?[a-z]{1,2})?"
    return rf"(?:{either})\.?\s?\d{{1,3}}\b|{ordinal}\s(?:{either})\b"


_SEASON_SEGMENT = re.compile(
    rf"(?:{_numbered('seasons')}|第\s?\d{{1,3}}\s?(?:[季集話话期部]|シリーズ)|\d{{1,3}}\s?[화회]\b|"
    rf"dizi$|(?:{_any('limited series')})(?!\w))",
    re.IGNORECASE,
)
_SPELLED_SEGMENT = re.compile(rf"(?:{_any('seasons')})\s(?:{_any('numbers')})$", re.IGNORECASE)
"""An episode whose number is a word: "Episode Eight"; those of movies are numerals."""
_IN_BRACKETS = re.compile(rf"\((?:{_numbered('seasons')})\)\s*$", re.IGNORECASE)
_SPELLED_PART = re.compile(
    rf"(?:{_any('parts', 'chapters')})\s(?:{_any('numbers')})$", re.IGNORECASE
)
_PART_SEGMENT = re.compile(rf"{_numbered('parts')}|part [ivxl]+$", re.IGNORECASE)


def is_movie(kind: str) -> bool:
    """Return whether a kind of title, as services name them, is a movie; an empty one is."""
    return not _NO_MOVIE.search(plain(kind))


def is_of_series(row: Row, title: str, years: str = "") -> bool:
    """Return whether a row is of a series: by its season, page, years, or a mark in its title.

    Criticker's pages of series are below /tv/, or its ids end with a season, FilmAffinity writes
    "(Serie de TV)", and Kinopoisk the years "2004 – 2012".
    """
    address = first(row, "url", "link", "uri").lower()
    in_series = any(map(row.get, _PARTS.intersection(row)))
    if in_series or _YEARS.match(years) or _SERIES_ADDRESS.match(address):
        return True
    if _SEASON_ID.fullmatch(row.get("imdbid", "")):
        return True
    return _SERIES_MARK.search(title) is not None


def is_episode(title: str) -> bool:
    """Return whether a title names an episode: "Dark: Season 1: Secrets", not "Dune: Part Two".

    Netflix writes season, part and episode in the language of the account.
    """
    if any(mark.search(title) for mark in (_EPISODE, _IN_BRACKETS, _SEASON_AT_END)):
        return True
    name, *segments = _COLON.split(title)
    if len(segments) > 1 and segments[0].startswith(f"{name} "):
        return True  # a season that is named after its series: "Dark: Dark 2: Secrets"
    for place, segment in enumerate(segments, start=1):
        if _SEASON_SEGMENT.match(segment):
            return True
        if _SPELLED_SEGMENT.match(segment) and not segment.casefold().startswith("capítulo"):
            return True
        if place < len(segments) and _is_part(segment):
            return True
    return False


def is_part(title: str) -> bool:
    """Return whether a title ends with a part, as some movies and many series do: "Part One"."""
    segment = _COLON.split(title)[-1]
    return segment != title and _is_part(segment)


def _is_part(segment: str) -> bool:
    return bool(_PART_SEGMENT.match(segment) or _SPELLED_PART.match(segment))


_MEDIA = ("books", "games", "records")
_CONSOLE = re.compile(_any("platforms of games"))
_PLATFORM, _HOURS = frozenset({"platform", "platforms"}), frozenset({"hours", "playtime"})


def other_medium(columns: Iterable[str], rows: Iterable[Row | None] = ()) -> str | None:
    """Return what a table is a list of, by its columns without accents: "books", "records",
    "games"; None where it may be movies, also where it has a column that only those have.

    `rows`: the first ones, which say on what they are played ("Platform: PS5").
    """
    known = frozenset(columns)
    if not known.isdisjoint(WORDS["films"]):
        return None
    for medium in _MEDIA:
        if not known.isdisjoint(WORDS[medium]):
            return medium
    if not known & _PLATFORM:
        return None
    return "games" if known & _HOURS or _are_consoles(rows) else None


def _are_consoles(rows: Iterable[Row | None]) -> bool:
    """Return whether most of these rows are played on a console, or in a shop of games."""
    platforms = [text for row in rows if row and (text := first(row, *_PLATFORM))]
    consoles = [text for text in platforms if _CONSOLE.fullmatch(plain(text.casefold()))]
    return 2 * len(consoles) > len(platforms)
