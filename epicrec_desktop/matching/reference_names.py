"""Names of directors and actors beside titles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from epicrec_desktop.matching.normalize import title_words
from epicrec_desktop.matching.public_names import ACTORS, DIRECTORS, WORDS

PEOPLE = DIRECTORS | ACTORS
"""Names of directors and actors in words."""
_LONGEST = max(map(len, PEOPLE))
FIRST_WORDS = frozenset(name[0] for name in PEOPLE)
LAST_WORDS = frozenset(name[-1] for name in PEOPLE)
_OF_PEOPLE = frozenset(WORDS["people"])
_NAMED_FIRST = re.compile(r"^(?P<name>(?:[\w.-]+ ){0,3}[\w.-]+)(?:[’']s?|:)\s+(?=\S)")


def without_person(asked: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield what is left of words that begin or end with a director's or an actor's name.

    "kubricks the shining", "gone girl rosamund pike"
    """
    about = _OF_PEOPLE.issuperset  # the words ask about the person: "tom hanks interview"
    starts = asked[0] in FIRST_WORDS or asked[0].removesuffix("s") in FIRST_WORDS
    if not starts and asked[-1] not in LAST_WORDS:
        return
    for n in range(min(_LONGEST, len(asked) - 1), 0, -1):
        first, last = asked[:n], asked[-n:]
        owner = (*first[:-1], first[-1].removesuffix("s"))
        if starts and not PEOPLE.isdisjoint((first, owner)) and not about(asked[n:]):
            yield asked[n:]
        if last[-1] in LAST_WORDS and last in PEOPLE and not about(asked[:-n]):
            rest = asked[:-n]
            yield rest[:-1] if len(rest) > 1 and rest[-1] == "by" else rest


def title_after_director(name: str) -> str | None:
    """Return the title in "Stanley Kubrick's The Shining" or "David Lynch: Dune", or None."""
    owned = "'" in name or "’" in name or ":" in name
    found = _NAMED_FIRST.match(name) if owned else None
    if not found or title_words(found["name"]) not in DIRECTORS:
        return None
    return name[found.end() :]


def ends_with_director(text: str) -> bool:
    """Return whether a text ends with a director's possessive: "by Stanley Kubrick's"."""
    last = text.rsplit(None, 1)[-1] if text.strip() else ""
    name = re.sub(r"[’']s?$", "", last)
    return name != last and any(word in LAST_WORDS for word in title_words(name)[-1:])
