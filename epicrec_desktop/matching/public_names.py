"""Public names and words that ship with the program: titles that several works share, people, and
what is written beside titles."""

from __future__ import annotations

import re

from epicrec_desktop import resources
from epicrec_desktop.matching.normalize import key, title_words

_NAMES = resources.sections("catalog", "names.txt")
WORDS = resources.words("catalog", "words.txt")


def any_of(section: str) -> str:
    """Return a regular expression for a whole word or phrase of a section of `WORDS`."""
    return rf"\b(?:{'|'.join(map(re.escape, WORDS[section]))})\b"


def _keys(*sections: str) -> frozenset[str]:
    return frozenset(key(name) for section in sections for name in _NAMES[section])


AMBIGUOUS_TITLES = _keys("series", "games")
"""Titles of movies that a television series has, or a game."""
KNOWN_SERIES = _keys("series alone")
"""Names of series that begin no movie's title."""
REMADE_TITLES = _keys("remade")
"""Titles of movies that another, newer movie has."""
REFILMED_TITLES = _keys("series") & _keys("books and plays")
"""Titles of books that were both filmed and made a series: another one follows sooner or later."""
SEVERAL_WORKS = AMBIGUOUS_TITLES | REMADE_TITLES
SHARED_TITLES = _keys("shared")
"""Further titles of several words that games, series, plays or other movies have."""
OTHER_SUBJECTS = _keys("books and plays", "people, places and other works")
"""Names by which an encyclopedia's unqualified page is not about the movie."""


def _directors() -> frozenset[tuple[str, ...]]:
    """Return names in words: whole ones, and last names that are no ordinary word."""
    names: set[tuple[str, ...]] = set()
    for text in _NAMES["directors"]:
        whole = title_words(text.rstrip("-"))
        names.add(whole)
        if not text.endswith("-"):
            names.add(whole[-1:])
    return frozenset(names)


DIRECTORS = _directors()
"""Names in words (`normalize.title_words`): ("stanley", "kubrick") and ("kubrick",)."""
ACTORS = frozenset(title_words(name) for name in _NAMES["actors"])
"""Full names in words."""
