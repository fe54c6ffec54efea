"""Title index: look up movies of a catalog by title and year, with typo tolerance."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum

from rapidfuzz import process
from rapidfuzz.distance import OSA

from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.records import Record
from epicrec_desktop.matching.normalize import (
    SPELLED_OTHERWISE,
    beginning,
    short_form,
    subtitles,
    title_variants,
    title_words,
    without_article,
    without_small_words,
)
from epicrec_desktop.matching.public_names import WORDS

_SHORTEST = 8  # letters of a title: shorter ones are too near to one another
_LONG = 15  # letters from which on two edits are one slip of the hand
_MOST = 5  # keys looked at: titles of one movie in several spellings
_BLOCK = 4  # letters at an end that must be right
_DIGITS = re.compile(r"\d+")


class FuzzyIndex:
    """Finds the nearest of many keys. Keys are letters and digits only.

    Candidates are those with the same first or the same last letters: an edit damages one end, two
    edits hardly ever both, so a few hundred keys are compared where there are a hundred thousand.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_end: dict[str, list[str]] = {}
        for key in dict.fromkeys(keys):
            if len(key) >= _SHORTEST:
                self._by_end.setdefault(key[:_BLOCK], []).append(key)
                self._by_end.setdefault("." + key[-_BLOCK:], []).append(key)

    def nearest(self, typed: str) -> list[str]:
        """Return the keys at one edit from this, or at two if it is long and none is at one.

        Digits are never mistyped: a number off is another part of a series. Empty for an equal key.
        """
        if len(typed) < _SHORTEST:
            return []
        allowed = 2 if len(typed) >= _LONG else 1
        candidates = {
            key
            for end in (typed[:_BLOCK], "." + typed[-_BLOCK:])
            for key in self._by_end.get(end, ())
            if abs(len(key) - len(typed)) <= allowed
        }
        found = process.extract(
            typed, candidates, scorer=OSA.distance, score_cutoff=allowed, limit=_MOST
        )
        numbers = _DIGITS.findall(typed)
        near = [(key, distance) for key, distance, _ in found if _DIGITS.findall(key) == numbers]
        if not near or near[0][1] == 0:
            return []
        return [key for key, distance in near if distance == near[0][1]]


class Fit(IntEnum):
    """How well a name and a year fit the catalog."""

    UNKNOWN = 0  # no movie has this title
    OTHER_YEAR = 1  # the title is there, the year is another: a movie the catalog does not have
    UNDATED = 2  # the title, and no year to check it by
    NEAR = 3  # the title and a year beside it (sources differ by one), or a part of it and the year
    EXACT = 4  # the title and the year


_OTHER_YEAR, _UNDATED, _EXACT = Fit.OTHER_YEAR, Fit.UNDATED, Fit.EXACT
"""Read in each look-up: an attribute of an `Enum` takes twenty times as long in Python 3.11."""


class Fame(IntEnum):
    """How well known a movie is: what a title means that several works may have."""

    NONE = 0
    WELL_KNOWN = 1
    FAMOUS = 2


class Hit(Record, frozen=True):
    """Movies (positions in the catalog, best first) that a name and a year stand for.

    `certain` is False if the title fits only without its article or its subtitle. `single`: the
    title is one word, articles aside, which as a name is weaker than several. `part`: the name is
    only a part of the title ("The Two Towers"). `other`: it is a short title of
    theirs beside their own, in another language for example.
    """

    fit: Fit
    movies: tuple[int, ...] = ()
    certain: bool = True
    single: bool = False
    part: bool = False
    other: bool = False


NO_HIT = Hit(Fit.UNKNOWN)

_NEAR_YEARS = 1
_FRANCHISE = 2  # titles that begin alike: "Harry Potter and the …"
_PART_WORDS = 2  # that a part of a title must have, articles aside
_SHORT_TITLE = 2  # words, articles aside
_RECENT_YEARS = 3  # before the newest movie of the catalog
_WELL_KNOWN = 2_000  # movies, the most watched first
_FAMOUS = 500
_COMMON_TITLES = 6  # titles that share a common word; in a catalog of over 6,000 movies more
_GENERAL = frozenset(WORDS["parts of titles"])

Found = defaultdict[str, list[int]]


class TitleIndex:
    """Looks names up in a catalog: whole titles, and parts that stand for one of them alone."""

    def __init__(self, catalog: Catalog) -> None:
        self._movies = catalog.movies
        self._endings: set[int] = set()
        self._own: set[str] = set()
        self._misspellings: FuzzyIndex | None = None
        ranked = sorted(range(len(catalog.movies)), key=self._rank)
        rank = {i: place for place, i in enumerate(ranked)}
        self._fame = self._known(ranked)
        exact, loose, plain, short, part = (Found(list) for _ in range(5))
        # What several titles begin with: "harrypotter" of "Harry Potter and the …".
        parts = (movie.title.partition(" and the ") for movie in catalog.movies)
        heads = Counter("".join(title_words(head)) for head, joint, _ in parts if joint)
        franchises = frozenset(key for key, count in heads.items() if count >= _FRANCHISE)
        counts = Counter(word for movie in catalog.movies for word in set(title_words(movie.title)))
        most = max(_COMMON_TITLES, len(catalog.movies) // 1_000)
        self._common_words = frozenset(word for word, count in counts.items() if count >= most)
        self._shared_words = frozenset(word for word, count in counts.items() if count > 1)
        self._series = _series(catalog)
        self._newest_year = max((movie.year or 0 for movie in catalog.movies), default=0)
        for i, movie in enumerate(catalog.movies):
            own = title_variants(movie.title)
            others = (v for title in movie.alternative_titles for v in title_variants(title))
            for place, variant in enumerate((*own, *others)):
                found = title_words(variant)
                if not found:
                    continue
                whole, significant = "".join(found), "".join(without_article(found))
                if place < len(own):
                    self._own.update((whole, significant))
                exact[whole].append(i)
                if movie.year is not None:
                    self._endings.add(_ending(found, movie.year))
                if significant != whole:
                    loose[significant].append(i)
                bare = "".join(without_small_words(found))
                if bare not in {whole, significant, ""}:
                    plain[bare].append(i)
                for head in filter(None, (short_form(variant), beginning(variant))):
                    short["".join(title_words(head))].append(i)
                for name in _keys_of_parts(variant, found, franchises):
                    part[name].append(i)
        short.pop("", None)
        single = {k: v for k, v in part.items() if len(set(v)) == 1 and k not in exact}
        self._exact, self._loose, self._plain, self._short, self._part = (
            _best_first(found, rank) for found in (exact, loose, plain, short, single)
        )

    def _known(self, ranked: list[int]) -> dict[int, Fame]:
        """Return the movies well known by their popularity, or by the starter catalog's figure.

        The raters of a public set may have stopped rating before a movie came out.
        """
        famed = [i for i in ranked if self._movies[i].fame > 0]
        famed.sort(key=lambda i: -self._movies[i].fame)
        known = dict.fromkeys((*famed[:_WELL_KNOWN], *ranked[:_WELL_KNOWN]), Fame.WELL_KNOWN)
        return known | dict.fromkeys((*famed[:_FAMOUS], *ranked[:_FAMOUS]), Fame.FAMOUS)

    def _rank(self, i: int) -> tuple[float, int, int]:
        return -self._movies[i].popularity, -(self._movies[i].year or 0), i

    def look_up(self, name: str, year: int | None) -> Hit:
        """Return the hit of a name and a year (None: unknown)."""
        return self.look_up_words(title_words(name), year)

    def look_up_words(self, found: tuple[str, ...], year: int | None) -> Hit:
        """Return the same, for a name already in words (see `normalize.title_words`)."""
        if not found:
            return NO_HIT
        bare = without_article(found)
        single = len(bare) == 1
        whole = "".join(found)
        significant = whole if bare is found else "".join(bare)
        exact = self._exact.get(whole, ())
        if exact and year is None:
            exact = self._families(whole, exact)
        hit = self._dated(exact, year, single, certain=True)
        if hit.fit is _UNDATED and self._own.isdisjoint((whole, significant)):
            return hit.replace(other=len(bare) <= _SHORT_TITLE)
        if hit.fit is _EXACT or hit.fit is _UNDATED:
            return hit
        without = self._loose.get(significant, ())
        if significant != whole:
            without = _merged(self._exact.get(significant, ()), without)
        loose = self._dated(without, year, single, certain=False)
        if loose.fit > hit.fit:
            hit = loose
        return hit if hit.fit > _OTHER_YEAR else self._by_part(whole, significant, year, hit)

    def _families(self, whole: str, movies: tuple[int, ...]) -> tuple[int, ...]:
        """Return the movies of an undated title, and remakes that have it in this language, too.

        A catalog may know that title of the older one alone: both have the same main title. What a
        title means in one language it means in all.
        """
        found = list(movies)
        for i in movies:
            own = self._own_keys((i,))
            if whole not in own:
                found += (
                    j
                    for key in own
                    for j in self._exact.get(key, ())
                    if j not in movies and not own.isdisjoint(self._own_keys((j,)))
                )
        return tuple(dict.fromkeys(found))

    def _own_keys(self, movies: tuple[int, ...]) -> frozenset[str]:
        """Return the movies' main titles, and their spellings, as keys."""
        return frozenset(
            "".join(title_words(one))
            for i in movies
            for one in title_variants(self._movies[i].title)
        )

    def keys(self, name: str, hit: Hit) -> frozenset[str]:
        """Return the keys of a name and of the main titles of the movies that have it.

        What has a movie's title in one language, a series or a remake, has it in all.
        """
        return self._own_keys(hit.movies) | {"".join(title_words(name))}

    def _by_part(self, whole: str, significant: str, year: int | None, hit: Hit) -> Hit:
        """By what stands before a subtitle, with its year; or by a subtitle."""
        movies = self._part.get(significant, ())
        if year is None:
            part = self._dated(movies, None, single=False, certain=False)
            return Hit(part.fit, part.movies, certain=False, part=True) if movies else hit
        short = self._dated(self._short.get(whole, ()), year, single=False, certain=False)
        part = self._dated(movies, year, single=False, certain=False)
        for found in (short, part):
            if found.fit is _EXACT:
                return Hit(Fit.NEAR, found.movies, certain=False, part=True)
        return hit

    def look_up_file(self, name: str, year: int) -> Hit:
        """As `look_up`, for names in which a sign may be lost: "Harold.Maude.1971"."""
        hit = self.look_up(name, year)
        if hit.fit in {_EXACT, Fit.NEAR}:
            return hit
        lost = self._without_small_words(title_words(name), year)
        return lost if lost.fit is _EXACT else hit

    def look_up_query(self, found: tuple[str, ...], year: int | None) -> Hit:
        """As `look_up_words`, for what people type: small words, or a subtitle, may be missing."""
        hit = self.look_up_words(found, year)
        if hit.fit > _OTHER_YEAR or not found:
            return hit
        lost = self._without_small_words(found, year)
        if lost.fit > _OTHER_YEAR:
            return lost
        movies = self._short.get("".join(found), ())
        if year is None and len(movies) == 1 and "".join(found) not in self._exact:
            return Hit(_UNDATED, movies, certain=False, single=len(found) == 1, part=True)
        return hit

    def look_up_mistyped(self, found: tuple[str, ...], year: int | None) -> Hit:
        """Return the one title that is a letter or two away from what was typed; never certain."""
        if self._misspellings is None:
            self._misspellings = FuzzyIndex((*self._exact, *self._loose))
        names = self._misspellings.nearest("".join(without_article(found)))
        names = names or self._misspellings.nearest("".join(found))
        near = {_merged(self._exact.get(name, ()), self._loose.get(name, ())) for name in names}
        return self._dated(near.pop(), year, False, certain=False) if len(near) == 1 else NO_HIT

    def may_end(self, text: str, year: int) -> bool:
        """Return whether any title of this year ends with the last word of a text (quick check)."""
        if not text.strip():
            return False
        # A word before it, so that a number is read as in the middle of a title.
        found = title_words(f"x {text.rsplit(None, 1)[-1]}")
        return _ending(found, year) in self._endings

    def may_be_newer(self, name: str, hit: Hit) -> bool:
        """Return whether a work that the catalog does not have yet may have this title.

        True for an old movie whose title is short and made of words that many titles share:
        remakes and series take such names. False for a movie of the catalog's last years.
        """
        found = without_article(title_words(name))
        if len(found) > _SHORT_TITLE or not self._common_words.issuperset(found):
            return False
        return not self.is_recent(hit)

    def is_recent(self, hit: Hit) -> bool:
        """Return whether one of the movies is of the catalog's last years."""
        oldest_recent = self._newest_year - _RECENT_YEARS
        return any((self._movies[i].year or 0) >= oldest_recent for i in hit.movies)

    def is_main_title(self, name: str, hit: Hit) -> bool:
        """Return whether a name has the words of a main title, and not only the letters of one or
        the words of one in another language: "Hitman" is not "Hit Man"."""
        found = without_article(title_words(name))
        titles = (title for i in hit.movies for title in title_variants(self._movies[i].title))
        return any(without_article(title_words(title)) == found for title in titles)

    def fame(self, hit: Hit) -> Fame:
        """Return how well known the best known movie of a hit is."""
        return max((self._fame.get(i, Fame.NONE) for i in hit.movies), default=Fame.NONE)

    def is_unshared_word(self, name: str) -> bool:
        """Return whether a name is one word, articles aside, that at most one title has."""
        found = without_article(title_words(name))
        return len(found) == 1 and found[0] not in self._shared_words

    def is_series(self, name: str, by: int | None = None) -> bool:
        """Return whether a television series has this name, that began `by` a year."""
        began = self._series.get("".join(title_words(name)))
        return began is not None and (by is None or began <= by)

    def has_word(self, hit: Hit, word: str) -> bool:
        """Return whether a title of the movies found has this word, not only its letters:
        "Watch Men" has those of "Watchmen"."""
        movies = (self._movies[i] for i in hit.movies)
        return any(word in title_words(t) for m in movies for t in (m.title, *m.alternative_titles))

    def _without_small_words(self, found: tuple[str, ...], year: int | None) -> Hit:
        bare = "".join(without_small_words(found))
        movies = _merged(
            *(known.get(bare, ()) for known in (self._plain, self._exact, self._loose))
        )
        return self._dated(movies, year, single=False, certain=False)

    def _dated(
        self, movies: tuple[int, ...], year: int | None, single: bool, *, certain: bool
    ) -> Hit:
        if not movies:
            return NO_HIT
        if year is None:
            return Hit(_UNDATED, movies, certain, single)
        same = tuple(i for i in movies if self._movies[i].year == year)
        if same:
            return Hit(_EXACT, same, certain, single)
        years = ((i, self._movies[i].year) for i in movies)
        near = tuple(i for i, at in years if at is None or abs(at - year) <= _NEAR_YEARS)
        if near:
            return Hit(Fit.NEAR, near, certain, single)
        return Hit(_OTHER_YEAR)


def _best_first(
    found: Mapping[str, list[int]], rank: Mapping[int, int]
) -> dict[str, tuple[int, ...]]:
    """Return keys of titles with their movies, best first. Most keys have one movie, whose tuple
    they share."""
    alone = {i: (i,) for i in rank}
    return {
        key: alone[movies[0]]
        if len(movies) == 1
        else tuple(sorted(set(movies), key=rank.__getitem__))
        for key, movies in found.items()
    }


def _series(catalog: Catalog) -> dict[str, int]:
    """Return the first year of each series by its name in letters; 0 where it is not known."""
    found: dict[str, int] = {}
    for name, year in catalog.series:
        letters = "".join(title_words(name))
        found[letters] = min(found.get(letters, year or 0), year or 0)
    return found


def _merged(*found: tuple[int, ...]) -> tuple[int, ...]:
    some = [movies for movies in found if movies]
    if len(some) <= 1:
        return some[0] if some else ()
    return tuple(dict.fromkeys(i for movies in some for i in movies))


def _ending(found: tuple[str, ...], year: int) -> int:
    """Return a number for a last word and a year; that two have the same does no harm.

    At the end of a title "V" is a number.
    """
    last = found[-1] if found else ""
    return hash(title_words(f"x {last}")[-1] if last in SPELLED_OTHERWISE else last) ^ year


def _keys_of_parts(
    variant: str, found: tuple[str, ...], franchises: frozenset[str]
) -> Iterator[str]:
    """Yield keys of parts used as titles: the subtitle, or what follows a franchise."""
    names = [title_words(text) for text in subtitles(variant)]
    head, joint, tail = variant.partition(" and the ")
    if joint and "".join(title_words(head)) in franchises:
        names.append(title_words(tail))
    for name in names:
        bare = without_article(name)
        if len(bare) >= _PART_WORDS and len(bare) < len(found) and not _GENERAL.issuperset(bare):
            yield "".join(bare)
