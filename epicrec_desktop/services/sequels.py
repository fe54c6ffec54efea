"""Which movies of a catalog follow an earlier one, by what their titles say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.movies import Catalog, Movie

SOON = 15
"""Years in which "Babe: Pig in the City" follows "Babe"; a later film of that name is another."""

_NUMBERED = re.compile(
    r"(?P<first>.{2,}?)(?:[:,] |[ ]| - )"
    r"(?:(?:Part|Chapter|Vol\.|Volume|Episode) )?"
    r"(?P<number>[2-9]|1\d|II|III|IV|V|VI|VII|VIII|IX|X|Two|Three|Four|Five)(?=$|[ :,])"
)
_ROMAN = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_WORDS = ("Two", "Three", "Four", "Five")
_NUMBERS = {name: n for names in (_ROMAN, _WORDS) for n, name in enumerate(names, start=2)}
_ARTICLE = re.compile(r"^(the|a|an) ")


def follows_by_title(catalog: Catalog) -> NDArray[np.bool_]:
    """Movies called like an earlier one of the catalog and a number or more words, (n,).

    "Jaws 2", "The Raid 2" after "The Raid: Redemption", "Avatar: The Way of Water". Nobody makes
    more than one a year: "Super 8" came a year after "Super", and is none. Of two movies that
    share no category, as "Exodus" and a documentary of that name, none follows the other.
    """
    began: dict[str, int] = {}
    named: dict[str, dict[int, set[str]]] = {}  # by title: the categories there were in a year
    for movie in catalog.movies:
        if movie.year:
            years = named.setdefault(movie.title.casefold(), {})
            years.setdefault(movie.year, set()).update(movie.categories)
            for name in _beginnings(movie.title):
                began[name] = min(movie.year, began.get(name, movie.year))
    follows = np.zeros(len(catalog.movies), dtype=bool)
    for position, movie in enumerate(catalog.movies):
        if movie.year:
            follows[position] = _counts_on(movie, movie.year, began) or _goes_on(
                movie, movie.year, named.get(_before_colon(movie.title), {})
            )
    return follows


def _goes_on(movie: Movie, year: int, earlier: Mapping[int, set[str]]) -> bool:
    """Whether one of those that are called like its beginning is like it, and not long ago."""
    return bool(_before_colon(movie.title)) and any(
        categories & set(movie.categories) and 0 < year - other < SOON
        for other, categories in earlier.items()
    )


def _counts_on(movie: Movie, year: int, began: dict[str, int]) -> bool:
    """Whether it has a number behind the name of a movie that is old enough for it."""
    found = _NUMBERED.match(movie.title)
    first = None if found is None else began.get(_bare(found["first"]))
    if found is None or first is None:
        return False
    number = _NUMBERS.get(found["number"]) or int(found["number"])
    return year - first >= number - 1


def _beginnings(title: str) -> Iterator[str]:
    """What a later part may be called by: the whole title, and what is before its colon."""
    yield _bare(title)
    if before := _before_colon(title):
        yield _bare(before)


def _before_colon(title: str) -> str:
    before, colon, _ = title.partition(": ")
    return before.casefold() if colon else ""


def _bare(name: str) -> str:
    """Without case and article: "The Incredibles" for "Incredibles 2"."""
    return _ARTICLE.sub("", name.casefold())
