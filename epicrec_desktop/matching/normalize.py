"""Titles as keys: two spellings of the same title get the same key.

A key is compact (letters and digits only), so that a page title ("WALL·E", "Spider-Man 2"), a URL
slug ("wall-e") and a typed query ("spiderman 2") meet. Everything here is pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from anyascii import anyascii

# fmt: off
_NUMBER_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)
# "i" is left out: it is a pronoun more often than a number.
_ROMAN_NUMERALS = (
    "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv",
    "xvi", "xvii", "xviii", "xix", "xx",
)
# fmt: on
_NUMBERS = {word: str(n) for n, word in enumerate(_NUMBER_WORDS, start=1)}
_ROMAN = {word: str(n) for n, word in enumerate(_ROMAN_NUMERALS, start=2)}
_ABBREVIATIONS = {"vol": "volume", "pt": "part", "versus": "vs"}
_ENGLISH_ARTICLES = frozenset({"the", "a", "an"})
_LONG_TITLE = 3  # words, small ones aside
_SMALL_WORDS = _ENGLISH_ARTICLES | {"and"}

SPELLED_OTHERWISE = frozenset({*_NUMBERS, *_ROMAN, *_ABBREVIATIONS, "part"})
"""Words of which `words` makes others, or none."""

PLAIN = bytes(ord(chr(c).lower()) if c < 128 and chr(c).isalnum() else ord(" ") for c in range(256))
"""What stands for each byte of ASCII in a key: a letter in lower case, a digit, or a space."""

# fmt: off
ARTICLES = frozenset((
    "the", "a", "an", "le", "la", "les", "un", "une", "uno", "una", "der", "die", "das", "den",
    "dem", "ein", "eine", "il", "lo", "i", "gli", "el", "los", "las", "o", "os", "as", "um", "uma",
    "de", "het", "een", "det", "en", "et", "ett", "l",
))
# fmt: on
_TRAILING_ARTICLE = re.compile(
    rf"^(?P<rest>.+), (?P<article>{'|'.join(sorted(ARTICLES))}|l')$", re.IGNORECASE
)
_ARTICLE_BEFORE_COLON = re.compile(r"^(?P<rest>[^:]+), (?P<article>the|an?)(?=:)", re.IGNORECASE)
_TRAILING_GROUP = re.compile(r"^(?P<rest>.*\S)\s*\((?P<inside>[^()]*)\)$")
_YEAR_ONLY = re.compile(r"^(?:18|19|20)\d\d$")
_ALSO_KNOWN_AS = re.compile(r"(?:^|,?\s+)a\.?\s?k\.?\s?a\.?:?\s+", re.IGNORECASE)
# Words in brackets after a title that say which version it is, and are no title themselves.
_VERSION = re.compile(
    r"^(?:tv|v|part|pt|vol|volume|chapter|season|episode|director|extended|uncut|unrated|"
    r"special|short|english|dubbed|mini-?series|remastered|3-?d)\b",
    re.IGNORECASE,
)

VERSION_AT_END = re.compile(
    r"\s*[(\[](?:the )?(?:final cut|director[’']?s cut|extended(?: edition| cut| version)?|"
    r"special edition|collector[’']?s edition|theatrical(?: cut| version)?|unrated|uncut|"
    r"remastered|restored|4k[^()\[\]]*|uhd[^()\[\]]*|blu-?ray[^()\[\]]*|dvd[^()\[\]]*|"
    r"\d+th anniversary[^()\[\]]*)[)\]]$",
    re.IGNORECASE,
)
"""Which version of a movie it is, or on what disc."""

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_COUNTER = re.compile(r"^\(\d{1,2}\+?\)\s+(?=\S)")  # "(500) Days of Summer" keeps its number


class _Letters(dict[int, str]):
    """What `anyascii` makes of each character: it is asked once, not for every text."""

    def __missing__(self, code: int) -> str:
        self[code] = anyascii(chr(code))
        return self[code]


_LETTERS = _Letters()


@lru_cache(maxsize=8_192)  # a movie's page is asked for one name in several ways
def title_words(text: str) -> tuple[str, ...]:
    """Return the words of a title: ASCII, lower case, numbers as digits.

    Idempotent: the words of the joined words are the same words.
    """
    if not text.isascii():
        text = text.translate(_LETTERS)
    if "&" in text:
        text = text.replace("&", " and ")
    # As bytes every sign is looked up in a table, all at once: in half the time of a pattern.
    found = text.encode("ascii", "replace").translate(PLAIN, b"'`").decode().split()
    if SPELLED_OTHERWISE.isdisjoint(found):
        return tuple(found)
    first = 1 if found[0] in _ENGLISH_ARTICLES and len(found) > 1 else 0
    for i, word in enumerate(found):
        if i > first and word in _ROMAN:
            found[i] = _ROMAN[word]
        elif word in _NUMBERS:
            found[i] = _NUMBERS[word]
        elif word in _ABBREVIATIONS:
            found[i] = _ABBREVIATIONS[word]
    return tuple(_without_part(found) if "part" in found else found)


def _without_part(found: list[str]) -> list[str]:
    """Without "part" before a number: "Back to the Future 2" is "Back to the Future Part II"."""
    remaining: list[str] = []
    for word in reversed(found):
        if word != "part" or not remaining or not remaining[-1].isdecimal():
            remaining.append(word)
    return remaining[::-1]


def key(text: str) -> str:
    """Return the key of a title: its words without spaces; empty if it has none."""
    return "".join(title_words(text))


def without_article(found: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a title without a leading English article."""
    return found[1:] if len(found) > 1 and found[0] in _ENGLISH_ARTICLES else found


def without_small_words(found: Iterable[str]) -> list[str]:
    """Return the words of a title without articles and "and", wherever they stand."""
    return [word for word in found if word not in _SMALL_WORDS]


def is_one_word(title: str) -> bool:
    """Return whether a title is one word, a leading article of any language aside."""
    found = title_words(title)
    return len(found) == 1 or (len(found) == 2 and found[0] in ARTICLES)


def is_long(title: str) -> bool:
    """Return whether a title has so many words, small ones aside, that few works share it."""
    return len(without_small_words(title_words(title))) >= _LONG_TITLE


def has_number_or_subtitle(title: str) -> bool:
    """Return whether a title ends with a number or has a subtitle, as one movie among several:
    few other works can have it ("Blade Runner 2049", "Mad Max: Fury Road")."""
    return _NUMBER_AT_END.search(title) is not None or bool(subtitles(title))


# Not a spelled number alone: "Air Force One" is no part.
_NUMBER_AT_END = re.compile(
    r"\d$|\b[ivx]{1,4}$|\b(?:part|chapter|vol\.|volume) \w+$", re.IGNORECASE
)


@lru_cache(8)  # what finds the movie of a page, and what takes its digest, ask for the same one
def page_text(title: str) -> str:
    """Return a page title without marks that are not seen, doubled spaces and a "(3) " counter."""
    if not title.isascii():
        title = _INVISIBLE.sub("", title)
    title = " ".join(title.split())
    return _COUNTER.sub("", title) if title.startswith("(") else title


def _article_in_front(title: str) -> str:
    if ", " not in title:
        return title
    found = _TRAILING_ARTICLE.match(title)
    if found:
        article = found["article"]
        return f"{article}{'' if article.endswith(chr(39)) else ' '}{found['rest']}"
    found = _ARTICLE_BEFORE_COLON.match(title)
    if found:
        return f"{found['article']} {found['rest']}{title[found.end() :]}"
    return title


@lru_cache(maxsize=8_192)  # asked again for each page that may be about the movie
def title_variants(title: str) -> tuple[str, ...]:
    """Return every title that a catalog's title stands for, the main one first.

    Knows MovieLens's "Matrix, The", "Hate (Haine, La) (1995)" and
    "Seven (a.k.a. Se7en) (1995)"; a title written as a person writes it comes back as it is.
    """
    title = title.strip()
    if not (title[-1:] == ")" or ", " in title or "k" in title or "K" in title):
        return (title,) if title else ()  # neither brackets, "Matrix, The", nor "a.k.a."
    main, inside = title, []
    while main.endswith(")") and (found := _TRAILING_GROUP.match(main)):
        if not _YEAR_ONLY.match(found["inside"]):
            inside.append(found["inside"].strip())
        elif main == title:
            title = found["rest"]
        main = found["rest"]
    parts = _ALSO_KNOWN_AS.split(main) if "k" in main or "K" in main else [main]
    for text in reversed(inside):
        if not _VERSION.match(text):
            parts.extend(_ALSO_KNOWN_AS.split(text))
    if any(_VERSION.match(text) for text in inside):
        parts[0] = title  # "Che (Part One)" is not "Che"
    elif inside:
        parts.append(title)
    variants = [_article_in_front(part.strip()) for part in parts if part.strip()]
    return tuple(dict.fromkeys(variants))


def short_form(title: str) -> str | None:
    """Return what precedes the subtitle: "Star Wars" of "Star Wars: Episode IV - A New Hope"."""
    head, separator, _ = title.partition(": ")
    if not separator:
        head, separator, _ = title.partition(" - ")
    return head if separator and len(head) > 2 else None


_SUBTITLE = re.compile(r": | - ")


def subtitles(title: str) -> list[str]:
    """Return what comes after each colon or dash: "The Two Towers"; empty if there is none."""
    if ": " not in title and " - " not in title:
        return []
    return [title[found.end() :] for found in _SUBTITLE.finditer(title)]


_JOINT = re.compile(r" (?:of|vs\.?|or|and the|in the|from|who|that) ", re.IGNORECASE)


def beginning(title: str) -> str | None:
    """Return what people call a long title by: "Eternal Sunshine" of "… of the Spotless Mind"."""
    found = _JOINT.search(title)
    head = title[: found.start()] if found else ""
    return head if len(without_article(title_words(head))) > 1 else None
