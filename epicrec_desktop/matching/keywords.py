"""Words that say what a page is about: movies, or something else of the same name.

Every row of a movie site, a forum or a video site is asked these questions, so single words are
looked up in sets, and regular expressions are left for phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from epicrec_desktop.matching.normalize import PLAIN
from epicrec_desktop.matching.public_names import WORDS, any_of

YEAR = r"(?<!\d)(?:18[89]\d|19\d\d|20[0-3]\d)(?!\d)"
"""A year that a movie can be of."""
ANY_YEAR = re.compile(YEAR)

_WORD = re.compile(r"[^\W_]+")


def has_century(text: str) -> bool:
    """Return False only if no `YEAR` is in a text (quick check)."""
    return "19" in text or "20" in text or "18" in text


def may_contain_year(title: str) -> bool:
    """Return False only if no `YEAR` is in a title or its `page_text` (quick check)."""
    if has_century(title):
        return True
    # Marks that are not seen may stand between the digits.
    return not title.isascii() and any(c.isdecimal() for c in title)


def ascii_words(text: str) -> list[bytes]:
    """Return the words of a text in ASCII, in lower case: `_WORD`, in half the time."""
    return text.encode().translate(PLAIN).split()


class _Words(NamedTuple):
    """Single words, in lower case; `ascii` has them as bytes."""

    every: frozenset[str]
    ascii: frozenset[bytes]


def _word_sets(words: Iterable[str]) -> _Words:
    every = frozenset(words)
    return _Words(every, frozenset(word.encode() for word in every))


def _has_any(known: _Words, text: str) -> bool:
    if text.isascii():
        return not known.ascii.isdisjoint(ascii_words(text))
    return not known.every.isdisjoint(_WORD.findall(text))


_MEDIUM_WORDS = _word_sets((*WORDS["media"], *WORDS["seasons"], *WORDS["series"]))
_EPISODE = re.compile(r"s\d{1,2}[ :.·,-]*ep?\.?\d")
_SEASON = any_of("seasons")
_WITHOUT_SPACES = re.compile(r"[季集話话]|시즌|シーズン|视剧|視劇")
"""What stands within longer words of languages without spaces."""
_OTHER_MEDIUM = re.compile(
    rf"{_SEASON} ?\d{{1,2}}(?!\d)|"
    rf"(?<!\d)\d{{1,2}}(?:[.ªºa]|st|nd|rd|th|e|er|re|ère|ème)? {_SEASON}|{any_of('series')}|"
    r"第.{1,3}[季集話话]|시즌 ?\d|シーズン ?\d|电视剧|電視劇|"
    r"\b(?:tv|mini|web)[ -]?(?:mini[ -]?)?(?:series|show)\b|"
    r"\bs\d{1,2}[ :.·,-]*ep?\.?\d{1,3}\b|\bvideo ?game\b|"
    r"\bpodcast\b|сериал|\bs[eé]rie(?:[ -]de)?[ -](?:tv\b|t[eé]l[eé]vis)|\bmini-?s[eé]rie\b|"
    r"\btv[ -]?serie[ns]?\b|\bfernsehserie\b|\btv[ -]seri[aá]l\b|\(s[eé]ri(?:[aá]l|es?)\b|"
    r"\bseri[aá]l\)|\bserial tv\b|\btelenovela\b|\bdizisi?\b",
)


def is_other_medium(text: str) -> bool:
    """Return whether a page title says that it is about a series, a game or a podcast."""
    text = text.lower()
    if not (
        _has_any(_MEDIUM_WORDS, text)
        or _EPISODE.search(text)
        or (not text.isascii() and _WITHOUT_SPACES.search(text))
    ):
        return False
    return _OTHER_MEDIUM.search(text) is not None


_MOVIE_WORDS = _word_sets(WORDS["videos about films"])
_MOVIE_PHRASES = re.compile("|".join(map(re.escape, WORDS["phrases about films"])))
# The first word of each phrase that is written in ASCII: of "kill counts" and "annonces" too.
_PHRASE_WORDS = _word_sets(
    re.split("[- ]", phrase)[0] for phrase in WORDS["phrases about films"] if phrase.isascii()
)
_MOVIE_KEYWORD_HINT = _MOVIE_WORDS.ascii | _PHRASE_WORDS.ascii
_OF_MANY_THINGS = frozenset({"review", "reviews"})


def has_only_review_keyword(text: str) -> bool:
    """Return whether the only movie word is one that phones, cars and books have as well."""
    found = _MOVIE_WORDS.every.intersection(_WORD.findall(text.lower()))
    return bool(found) and found <= _OF_MANY_THINGS


def has_movie_keyword(text: str) -> bool:
    """Return whether a video's title has a word of trailers, clips or reviews."""
    text = text.lower()
    if _has_any(_MOVIE_WORDS, text):
        return True
    may_have_phrase = not text.isascii() or _has_any(_PHRASE_WORDS, text)
    return may_have_phrase and _MOVIE_PHRASES.search(text) is not None


def may_have_movie_keyword(title: str) -> bool:
    """Return a quick first look: False only where `has_movie_keyword` is."""
    return not title.isascii() or not _MOVIE_KEYWORD_HINT.isdisjoint(ascii_words(title))


_OTHER_WORDS = _word_sets(WORDS["other topics"])
_OTHER_PHRASES = re.compile(
    rf"{any_of('phrases of other topics')}|\b(?:\d+cd|\d+ (?:\w+ )?(?:movies|films))\b|"
    r"(?<!trailer )(?<!teaser )(?<!clip )(?<!oficial )#\d{1,3}$"
)


def has_other_topic_keyword(text: str) -> bool:
    """Return whether the text beside a name is of records, games, books, series or wares."""
    text = text.lower()
    return _has_any(_OTHER_WORDS, text) or _OTHER_PHRASES.search(text) is not None


_MERCHANDISE = re.compile(any_of("merchandise"))


def has_merchandise_keyword(text: str) -> bool:
    """Return whether the text beside a movie's name on a movie page is a record, game or ware."""
    return _MERCHANDISE.search(text.lower()) is not None
