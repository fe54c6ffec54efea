"""A film named with its year inside a longer text: "Rewatched Broken Arrow (1996) last night"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from epicrec_desktop.matching.index import Fit, Hit, TitleIndex
from epicrec_desktop.matching.titles import YEAR

PLAIN_YEAR = re.compile(rf"\s?[(\[]\s*(?P<year>{YEAR})\s*[)\]]")
"""A year alone in brackets."""

_MAX_WORDS = 14
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

NOT_A_FILM = re.compile(
    r"\b(?:sound ?track|o\.?s\.?t|(?:main |opening |end )?theme(?: song)?|(?:original|film) score|"
    r"lyrics?|(?:official|music|lyric) (?:music )?video|official audio|audio|album|songs?|single|"
    r"vinyl|\d*cd|ep|lp|karaoke|remix|cover|mixtape|live (?:at|in|from|on|tour)|(?:in )?concert|"
    r"tour|orchestra|symphony|unplugged|"
    r"game ?play|walkthrough|long ?play|let'?s play|play ?through|speed ?run|games?|gaming|"
    r"ps ?[1-5]|psx|xbox|snes|nes|sega|genesis|mega drive|n64|gamecube|wii|switch|nintendo|"
    r"amiga|dos|atari|arcade|pinball|"
    r"audio ?books?|books?|novels?|noveli[sz]ation|unabridged|paperback|hardcover|isbn|comics?|"
    r"manga|"
    r"seasons?|episodes?|(?:tv|mini)[ -]?series|series|tv show|sitcom|pilot|podcast|"
    r"musical|broadway|west end|opera|ballet|stage|theatre|play|exhibition|festival|conference|"
    r"championships?|world cup|olympics|super bowl|election|battle|marathon|tickets|museum|"
    r"anniversary|biography|interview|obituary|born|died|toys?|lego|action figure|costume|car|"
    r"cocktail|recipe|t-?shirts?|hoodie|merch|\d+ (?:\w+ )?(?:movies|films))\b",
    re.IGNORECASE,
)
"""What stands beside a name and a year that are a record, a game, a book, a series or an event."""


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
    for found in PLAIN_YEAR.finditer(text):
        year = int(found["year"])
        tokens = list(_TOKEN.finditer(text, 0, found.start()))[-_MAX_WORDS:]
        for token in tokens:
            start = token.start()
            name = text[start : found.start()].strip("\"“”‘’'*_~[( ")
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
