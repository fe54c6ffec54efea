"""Title index: exact titles of a catalog → movies, with what the year says about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.matching.normalize import (
    short_form,
    title_variants,
    without_article,
    words,
)


class Fit(IntEnum):
    """How well a name and a year fit the catalog."""

    UNKNOWN = 0  # no movie has this title
    OTHER_YEAR = 1  # the title is there, the year is another: a movie the catalog does not have
    UNDATED = 2  # the title, and no year to check it by
    NEAR = 3  # the title, and a year beside it (sources differ by one)
    EXACT = 4  # the title and the year


@dataclass(frozen=True, slots=True)
class Hit:
    """Movies (positions in the catalog, best first) that a name and a year stand for.

    `certain` is False if the title fits only without its article or its subtitle. `single`: the
    title is one word, articles aside, which as a name is weaker than several.
    """

    fit: Fit
    movies: tuple[int, ...] = ()
    certain: bool = True
    single: bool = False


NO_HIT = Hit(Fit.UNKNOWN)

_NEAR_YEARS = 1


class TitleIndex:
    """Looks names up in a catalog: no word search, no fuzzy search, whole titles only."""

    def __init__(self, catalog: Catalog) -> None:
        self._movies = catalog.movies
        exact: dict[str, set[int]] = {}
        loose: dict[str, set[int]] = {}
        short: dict[str, set[int]] = {}
        plain: dict[str, set[int]] = {}
        self._endings: set[tuple[str, int]] = set()
        for i, movie in enumerate(catalog.movies):
            for variant in _titles(movie):
                found = words(variant)
                if not found:
                    continue
                exact.setdefault("".join(found), set()).add(i)
                if movie.year is not None:
                    self._endings.add((_last_word(variant), movie.year))
                loose.setdefault("".join(without_article(found)), set()).add(i)
                if "and" in found[1:-1]:
                    plain.setdefault("".join(w for w in found if w != "and"), set()).add(i)
                head = short_form(variant)
                if head:
                    short.setdefault("".join(words(head)), set()).add(i)
        self._exact = {k: self._best_first(v) for k, v in exact.items()}
        self._loose = {k: self._best_first(v) for k, v in loose.items()}
        self._short = {k: self._best_first(v) for k, v in short.items() if k}

        self._plain = {k: self._best_first(v) for k, v in plain.items()}

    def _best_first(self, movies: Iterable[int]) -> tuple[int, ...]:
        def rank(i: int) -> tuple[float, int, int]:
            return -self._movies[i].popularity, -(self._movies[i].year or 0), i

        return tuple(sorted(movies, key=rank))

    def look_up(self, name: str, year: int | None) -> Hit:
        """What a name with a year (None: not told) stands for."""
        return self.look_up_words(words(name), year)

    def look_up_words(self, found: list[str], year: int | None) -> Hit:
        """The same, for a name already in words (see `normalize.words`)."""
        if not found:
            return NO_HIT
        single = len(without_article(found)) == 1
        whole = "".join(found)
        hit = self._dated(self._exact.get(whole, ()), year, single, certain=True)
        if hit.fit in {Fit.EXACT, Fit.UNDATED}:
            return hit
        significant = "".join(without_article(found))
        loose = self._dated(self._loose.get(significant, ()), year, single, certain=False)
        if loose.fit > hit.fit:
            hit = loose
        if year is not None and hit.fit in {Fit.UNKNOWN, Fit.OTHER_YEAR}:
            short = self._dated(self._short.get(whole, ()), year, single, certain=False)
            if short.fit is Fit.EXACT:
                return Hit(Fit.NEAR, short.movies, certain=False, single=single)
        return hit

    def look_up_file(self, name: str, year: int) -> Hit:
        """As `look_up`, for names in which a sign may be lost: "Harold.Maude.1971"."""
        hit = self.look_up(name, year)
        if hit.fit in {Fit.EXACT, Fit.NEAR}:
            return hit
        found = words(name)
        lost = self._dated(self._plain.get("".join(found), ()), year, single=False, certain=False)
        return lost if lost.fit is Fit.EXACT else hit

    def may_end(self, text: str, year: int) -> bool:
        """Whether any title of this year ends with the last word of a text: a quick first look."""
        return (_last_word(text), year) in self._endings

    def _dated(
        self, movies: tuple[int, ...], year: int | None, single: bool, *, certain: bool
    ) -> Hit:
        if not movies:
            return NO_HIT
        if year is None:
            return Hit(Fit.UNDATED, movies, certain, single)
        same = tuple(i for i in movies if self._movies[i].year == year)
        if same:
            return Hit(Fit.EXACT, same, certain, single)
        near = tuple(i for i in movies if _is_near(self._movies[i].year, year))
        if near:
            return Hit(Fit.NEAR, near, certain, single)
        return Hit(Fit.OTHER_YEAR)


def _last_word(text: str) -> str:
    # A word before it, so that a number is read as in the middle of a title.
    found = words(f"x {text.rsplit(None, 1)[-1]}") if text.strip() else []
    return found[-1] if found else ""


def _is_near(known: int | None, told: int) -> bool:
    return known is None or abs(known - told) <= _NEAR_YEARS


def _titles(movie: Movie) -> list[str]:
    titles = title_variants(movie.title)
    for other in movie.alternative_titles:
        titles.extend(title_variants(other))
    return titles
