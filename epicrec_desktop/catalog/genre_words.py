"""Genres of open data as MovieLens's 18 categories, by the words of their English names.

Wikidata has hundreds of film genres ("comedy horror film", "spaghetti Western"); their names are
made of a few words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from epicrec_desktop.domain.movies import CATEGORIES

_NAMES: dict[str, tuple[str, ...]] = {
    "Action": (
        "action", "martial arts", "superhero", "kung fu", "swashbuckler", "gun fu", "wuxia",
        "heroic bloodshed",
    ),
    "Adventure": ("adventure", "swashbuckler", "sea adventure", "road movie", "treasure"),
    "Animation": (
        "animated", "animation", "anime", "stop-motion", "claymation", "computer-animated",
        "cartoon",
    ),
    "Children": ("children's", "childrens", "family", "children"),
    "Comedy": (
        "comedy", "comedic", "parody", "satire", "satirical", "slapstick", "dramedy",
        "mockumentary", "spoof", "screwball", "farce",
    ),
    "Crime": (
        "crime", "gangster", "heist", "mafia", "mob", "caper", "detective", "police", "prison",
        "yakuza", "poliziotteschi", "film noir",
    ),
    "Documentary": ("documentary", "concert film", "nature documentary"),
    "Drama": (
        "drama", "melodrama", "biographical", "biopic", "dramedy", "docudrama", "tragedy",
        "coming-of-age", "tragicomedy",
    ),
    "Fantasy": ("fantasy", "fairy tale", "sword and sorcery", "mythological"),
    "Film-Noir": ("noir", "neo-noir"),
    "Horror": (
        "horror", "slasher", "splatter", "zombie", "giallo", "vampire", "werewolf", "gore",
        "haunted house",
    ),
    "Musical": ("musical",),
    "Mystery": ("mystery", "whodunit", "detective", "giallo"),
    "Romance": ("romance", "romantic", "love story"),
    "Sci-Fi": (
        "science fiction", "sci-fi", "cyberpunk", "dystopian", "post-apocalyptic", "space opera",
        "kaiju", "tokusatsu", "steampunk", "time travel",
    ),
    "Thriller": ("thriller", "spy", "suspense", "giallo", "techno-thriller"),
    "War": ("war", "anti-war", "military"),
    "Western": ("western", "spaghetti western", "red western", "acid western"),
}  # fmt: skip

# A name with these words says another thing than its parts do.
_EXCEPTIONS: dict[str, tuple[str, ...]] = {
    "musical comedy": ("Comedy", "Musical"),
    "cold war": (),
    "non-fiction": ("Documentary",),
    "live action": (),
    "live-action": (),
    "family saga": ("Drama",),
    "police procedural": ("Crime",),
    "war documentary": ("Documentary", "War"),
}

_PATTERNS = {
    name: re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
    for name, words in _NAMES.items()
}
_ORDER = {name: j for j, name in enumerate(CATEGORIES)}


def categories_of(genres: Iterable[str]) -> tuple[str, ...]:
    """The categories that these genres' English names stand for, in their order."""
    found: set[str] = set()
    for genre in genres:
        rest = genre.lower()
        exception = next((e for e in _EXCEPTIONS if e in rest), None)
        if exception is not None:
            found.update(_EXCEPTIONS[exception])
            rest = rest.replace(exception, " ")
        found.update(name for name, pattern in _PATTERNS.items() if pattern.search(rest))
    return tuple(sorted(found, key=_ORDER.__getitem__))
