"""A film named with its year inside a longer text: "Rewatched Broken Arrow (1996) last night"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from epicrec_desktop.matching.index import Fit, Hit, TitleIndex
from epicrec_desktop.matching.vocabulary import YEAR

PLAIN_YEAR = re.compile(rf"\s?[(\[]\s*(?P<year>{YEAR})\s*[)\]]")
"""A year alone in brackets."""

_MAX_WORDS = 14
_QUOTES = "\"“”‘’'*_~[( "
_TOKEN = re.compile(r"\S+")
_STOPS = frozenset(":|–—-•·\"“”‘'([)],.!?;/>»…*_~")

# Capitalized words that lead to a title; any word in lower case does too.
_LEADS = re.compile(
    r"(?:re)?watch(?:ed|ing)?|saw|seen?|of|about|in|is|was|for|on|lov(?:ed?|ing)|just|trailer|why|"
    r"(?:dis)?liked?|from|discuss(?:ed|ing|ion)?|finish(?:ed|ing)|revisit(?:ed|ing)?|to|how|"
    r"ra(?:te|ted|ting)|rank(?:ed|ing)?|the|i|my|and|with|recommend(?:ation)?|do|does|did|has|"
    r"best|favou?rite|movie|film|horror|thriller|comedy|today|tonight|finally|anyone|thoughts|"
    r"official|start(?:ed|ing)|tried|enjoy(?:ed|ing)?|hated?|appreciat(?:e|ion)|first|time|vs|"
    r"remember(?:ing)?|explain(?:ed|ing)?|underrated|overrated|classic|masterpiece|"
    r"react(?:s|ing|ion)?|review(?:s|ed|ing)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A title in a text, and where. `leads`: it begins the text or follows a break in it."""

    hit: Hit
    start: int
    end: int
    leads: bool


def mentions(index: TitleIndex, text: str) -> Iterator[Mention]:
    """Every "Title (YYYY)" whose title and year are exactly a catalog's movie.

    Of the words before the year the longest title is taken. A shorter one after a capitalized
    word is left: "Iron Sky Universe (2012)" does not mention a movie called "Universe".
    """
    if "(" not in text and "[" not in text:
        return
    for found in PLAIN_YEAR.finditer(text):
        year = int(found["year"])
        if not index.may_end(text[: found.start()].rstrip(_QUOTES), year):
            continue
        tokens = list(_TOKEN.finditer(text, 0, found.start()))[-_MAX_WORDS:]
        for token in tokens:
            start = token.start()
            name = text[start : found.start()].strip(_QUOTES)
            hit = index.look_up(name, year)
            if hit.fit is Fit.EXACT:
                before = text[:start].rstrip()
                leads = not before or before[-1] in _STOPS
                if leads or _is_lead(before):
                    yield Mention(hit, start, found.end(), leads)
                break


def _is_lead(before: str) -> bool:
    word = before.rsplit(None, 1)[-1]
    return word.islower() or _LEADS.fullmatch(word) is not None


def around(text: str, mention: Mention) -> str:
    """The text without the mention: what is said of the film."""
    return f"{text[: mention.start]} | {text[mention.end :]}"
