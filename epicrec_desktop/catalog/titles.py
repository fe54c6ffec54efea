"""Titles as a person writes them, "The Matrix", from MovieLens's "Matrix, The (1999)"."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Articles that MovieLens moves behind a comma, in the languages of its movies. They count in
# exactly this spelling: "God, the" is no article that was moved.
_ARTICLES = (
    *("The", "A", "An"),
    *("Le", "La", "Les", "L'", "L’", "Un", "Une"),  # French (some Italian, Spanish, Catalan)
    *("Der", "Die", "Das", "Ein", "Eine"),  # German
    *("Il", "Lo", "I", "Gli", "Uno", "Una"),  # Italian
    *("El", "Los", "Las", "Els"),  # Spanish, Catalan
    *("O", "Os", "As", "Um", "Uma"),  # Portuguese
    *("De", "Het", "Een"),  # Dutch
    *("Den", "Det", "En", "Ett", "Et"),  # Swedish, Danish, Norwegian
    "Da",
)
ARTICLES = frozenset(_ARTICLES)

FIRST_YEAR, LAST_YEAR = 1870, 2100

# Spaces stand alone in the texts that these read, which `parse_title` sees to.
# "(1995)", "(1995–)", "(2006–2007)", "(2009– )"; ML-100K marks videos: "(1995) (V)".
_YEAR = re.compile(r"\((\d{4})(?: ?[-–—] ?(?:\d{4} ?)?)?\)(?: ?\((?:V|TV|VG)\))* ?\Z")
_ALSO_KNOWN_AS = re.compile(r"a\.?\s?k\.?\s?a\.?(?:\s+|:)", re.IGNORECASE)
_SEVERAL = re.compile(r" a\.?k\.?a\.? |; | / ", re.IGNORECASE)
# A group in parentheses that is a part of the title, not another title.
_PART = re.compile(r"(?:part|vol\.?|volume|chapter|episode|season)\s+\S+\Z", re.IGNORECASE)
_OPEN_ENDED = re.compile(r"(?::|-|–|\b(?:or|and|of))\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ParsedTitle:
    """A title as a person writes it, its year, and other titles of the same movie."""

    title: str
    year: int | None
    alternative_titles: tuple[str, ...] = ()


def parse_title(text: str) -> ParsedTitle:
    """Read a MovieLens title: year, moved articles, alternative titles in parentheses.

    Never raises; a text that says nothing but a year, or nothing at all, is the title as it is.
    """
    text = " ".join(text.split())
    rest, year = _split_year(text)
    rest, groups = _split_groups(rest)
    title = move_article(rest)
    others: dict[str, None] = {}
    for group in groups:
        for other in _names_in(group):
            if other and other != title:
                others[other] = None
    return ParsedTitle(title, year, tuple(others))


def move_article(title: str) -> str:
    """Put an article behind the last comma in front: "Vitelloni, I" is "I Vitelloni"."""
    head, comma, article = title.rpartition(", ")
    if not comma or article not in ARTICLES or not head.strip():
        return title
    return f"{article}{head}" if article.endswith(("'", "’")) else f"{article} {head}"


def _split_year(text: str) -> tuple[str, int | None]:
    found = _YEAR.search(text)
    if found is None:
        return text, None
    year, rest = int(found[1]), text[: found.start()].rstrip()
    if not rest or not FIRST_YEAR <= year <= LAST_YEAR:
        return text, None
    return rest, year


def _split_groups(text: str) -> tuple[str, list[str]]:
    """Take the groups in parentheses off the end that are other titles; in their order."""
    groups: list[str] = []
    while (start := _last_group(text)) is not None:
        rest, group = text[:start].rstrip(), text[start + 1 : -1].strip()
        if not rest or _PART.match(group) or _OPEN_ENDED.search(rest):
            break
        text = rest
        groups.insert(0, group)
    return text, groups


def _last_group(text: str) -> int | None:
    """Where the balanced group in parentheses that ends the text begins."""
    if not text.endswith(")"):
        return None
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            # "(500) Days" has its group in front; "Jungle(2)" is one word.
            return at if at > 0 and text[at - 1].isspace() else None
    return None


def _names_in(group: str) -> list[str]:
    also = _ALSO_KNOWN_AS.match(group)
    if also is None:
        return [move_article(group)]
    return [move_article(part.strip()) for part in _SEVERAL.split(group[also.end() :])]
