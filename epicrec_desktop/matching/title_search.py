"""Finding a movie by what somebody types: any of its titles, half a word, a slip of the hand.

The one search of the program: over the catalog, over the library, over recommendations. Titles and
queries are folded alike (letters without accents, lower case, no punctuation, numbers also as
digits), and a query is looked up in two ways: as a whole, against whole titles and how they begin,
and word by word, in any order. Everything here is pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from anyascii import anyascii
from numpy.typing import NDArray

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import check_current
from epicrec_desktop.matching.normalize import (
    ARTICLES,
    SPELLED_OTHERWISE,
    title_variants,
    title_words,
)
from epicrec_desktop.matching.sorted_texts import Arrays, SortedTexts

LONGEST = 200
"""Characters of a query, and of a title, that are looked at."""
MOST_WORDS = 12
"""Words of a query that are looked up one by one."""
LONG_TITLE = 12
"""Letters from which on a title may be mistyped twice."""

_WHOLE, _ALMOST, _BEGINS, _NEAR, _JOINED, _WORDS, _PREFIXES, _TYPOS = range(8)
"""How well a title fits, the best first: it is what was typed; but for a last letter; it begins
so; it is one edit away; it begins so, with its words joined otherwise; it has the words; it has
words that begin so; the same with slips."""
_NOT, _MANY = 99, 9
_TYPO_FITS = (_NEAR, *range(_TYPOS, _NOT))
_WORDED = {_NEAR: _ALMOST}
_FIRST = 6
"""So many that begin so come before what is one edit away: half a title is as likely as a slip."""
_SHORTEST_TITLE, _SHORTEST_WORD = 5, 4  # letters: shorter ones are too near to one another
_TWO_IN_A_WORD = 8  # letters of a word that may be mistyped twice
_NO_YEAR = -9

_WORD = re.compile(r"[a-z0-9]+")
_YEAR = re.compile(r"(?:18[789]|19\d|20\d)\d")
_PARTIAL_YEAR = re.compile(r"1[89]|18[789]|19\d|20\d?")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """What can be found: its titles, and what else is asked for. `also`: words beside the title."""

    titles: tuple[str, ...]
    year: int | None = None
    popularity: float = 0.0
    also: tuple[str, ...] = ()


def search_entry(movie: Movie) -> SearchEntry:
    """Return a movie with all titles that are known of it, as people write them."""
    titles = dict.fromkeys(
        variant
        for title in (movie.title, *movie.alternative_titles)
        for variant in title_variants(title[:LONGEST])
    )
    return SearchEntry(tuple(titles), movie.year, movie.popularity)


def other_title(movie: Movie, text: str) -> str:
    """Return which of its other titles these words mean; empty for the one that is shown."""
    titles = tuple(dict.fromkeys((movie.shown_title, movie.title, *movie.alternative_titles)))
    things = [search_entry(movie.replace(title=title, alternative_titles=())) for title in titles]
    found = TitleSearch(things).find(text).filtered
    return "" if not found or 0 in found else titles[found[0]]


def is_named(movie: Movie, text: str) -> bool:
    """Return whether a text names a movie without doubt, so that it may be taken unasked.

    It has words of a title, none mistyped. A year in it is the movie's, or a part of the title.
    """
    query = _parse_query(text)
    entry = search_entry(movie)
    if not TitleSearch([entry]).find(text).direct:
        return False
    if query.year is None or query.year == movie.year:
        return True
    return any(query.keys & _title_keys(title, _forms(title)) for title in entry.titles)


@dataclass(frozen=True, slots=True)
class Found:
    """Places of what was found, the best first.

    `direct` are those without a typing error, of the year that was typed; `named` those of them
    whose title is the text, or begins so.
    """

    places: tuple[int, ...] = ()
    direct: tuple[int, ...] = ()
    named: tuple[int, ...] = ()

    @property
    def filtered(self) -> tuple[int, ...]:
        """Return the rows that a filter shows: those that match, else similar ones."""
        return self.direct or self.places


def _folded(text: str) -> str:
    text = text[:LONGEST]
    if not text.isascii():
        # A sign may become many letters.
        text = anyascii(unicodedata.normalize("NFKC", text))[: 4 * LONGEST]
    return text.lower().replace("&", " and ")


def _plain_words(folded: str) -> list[str]:
    return _WORD.findall(folded.replace("'", "").replace("`", ""))


def _forms(text: str) -> list[str]:
    """Return a title folded, and as it is written where a keyboard has no umlauts."""
    text = text[:LONGEST]
    forms = [_folded(text)]
    if not text.isascii() and (spelled := text.translate(_UMLAUTS)) != text:
        forms.append(_folded(spelled))
    return forms


def _spellings(found: Sequence[str]) -> Iterator[str]:
    """Yield a title in one piece: as it is, and with its numbers as digits."""
    yield "".join(found)
    if not SPELLED_OTHERWISE.isdisjoint(found):
        yield "".join(title_words(" ".join(found)))


def _own_letters(text: str) -> str:
    """Return a text in one piece of its own letters, where they are not ours; else nothing.

    One of them becomes several of ours, and one slip of the hand would be many.
    """
    if text.isascii():
        return ""
    letters = filter(str.isalnum, unicodedata.normalize("NFKD", text[:LONGEST].casefold()))
    own = unicodedata.normalize("NFC", "".join(letters))
    return "" if own.isascii() else own


def _keys(text: str, folded: Iterable[str]) -> set[str]:
    keys = {_own_letters(text)}
    for form in folded:
        keys.update(_spellings(_plain_words(form)))
    keys.discard("")
    return keys


def _title_keys(text: str, folded: Sequence[str]) -> set[str]:
    """Return the same of a title, which is also looked for without its article."""
    keys = _keys(text, folded)
    for form in folded:
        found = _plain_words(form)
        if len(found) > 1 and found[0] in ARTICLES:
            keys.update(_spellings(found[1:]))
    return keys


def _number(word: str) -> tuple[str, ...]:
    """Return a word as `matching.normalize` reads numbers in the middle of a title: "ii" is "2"."""
    return title_words(f"x {word}")[1:] if word in SPELLED_OTHERWISE else ()


def _title_words(folded: Iterable[str]) -> set[str]:
    """Return all words that find a title: "Spider-Man II" has "spider", "spiderman", "ii", "2" …"""
    found: set[str] = set()
    for form in folded:
        parts = _plain_words(form)
        found.update(parts)
        chunks = form.split()
        if len(parts) != len(chunks) or "'" in form:
            found.update(_joined_words(chunks))
    for word in SPELLED_OTHERWISE & found:
        found.update(_number(word))
    return found


def _joined_words(chunks: Iterable[str]) -> Iterator[str]:
    for chunk in chunks:
        yield "".join(_plain_words(chunk))
        _, apostrophe, tail = chunk.partition("'")
        if apostrophe and len(tail) > 2:  # "l'avventura"
            yield from _plain_words(tail)


@dataclass(frozen=True, slots=True)
class _Query:
    """A query. `keys`: as a whole, without its year where it ends with one."""

    words: tuple[str, ...]
    keys: frozenset[str]
    year: int | None = None
    dated_keys: frozenset[str] = frozenset()

    @property
    def readings(self) -> Iterator[tuple[str, int | None]]:
        """Yield each key, and the year of its titles; None for those of any year."""
        yield from ((key, None) for key in self.keys)
        yield from ((key, self.year) for key in self.dated_keys)


def _parse_query(text: str) -> _Query:
    text = text[:LONGEST]
    forms = [_folded(text)]
    found = _plain_words(forms[0])[:MOST_WORDS]
    keys = frozenset(_keys(text, forms))
    years = [word for word in found if _YEAR.fullmatch(word)]
    if not years or len(found) == 1:
        return _Query(tuple(found), keys)
    rest = text.replace(years[-1], " ")
    dated = frozenset(_keys(rest, [_folded(rest)]))
    return _Query(tuple(found), keys, int(years[-1]), dated)


def _without_article(query: _Query) -> _Query | None:
    if len(query.words) < 2 or query.words[0] not in ARTICLES:
        return None
    return replace(query, words=query.words[1:], keys=frozenset(_spellings(query.words[1:])))


def _without_year(query: _Query) -> _Query | None:
    if query.year is None or not query.dated_keys:
        return None
    rest = tuple(word for word in query.words if word != str(query.year))
    return _Query(rest, query.dated_keys) if rest else None


_AT_ONCE = 1_000  # things between two looks at whether the making was cancelled
_STORED = ("place", "starts", "years", "letters")


class TitleSearch:
    """Finds places in a list of what is named. Made once, asked often, never changed."""

    def __init__(self, things: Sequence[SearchEntry]) -> None:
        """Raises `Cancelled` where the current job is: tens of thousands take seconds."""
        # In the order of fame: where two fit equally well, the first one is the better known.
        order = sorted(range(len(things)), key=lambda i: (-things[i].popularity, i))
        self._place = np.array(order, dtype=np.int64)
        starts: list[int] = []
        years: list[int] = []
        vocabulary: defaultdict[str, list[int]] = defaultdict(list)
        keys: defaultdict[str, list[int]] = defaultdict(list)
        title = 0
        for number, place in enumerate(order):
            if number % _AT_ONCE == 0:
                check_current()
            thing = things[place]
            starts.append(title)
            also = _title_words(form for text in thing.also for form in _forms(text))
            for text in thing.titles or ("",):
                forms = _forms(text)
                for word in also | _title_words(forms):
                    vocabulary[word].append(title)
                for key in _title_keys(text, forms):
                    keys[key].append(title)
                years.append(_NO_YEAR if thing.year is None else thing.year)
                title += 1
        self._starts = np.array(starts, dtype=np.int64)
        self._years = np.array(years, dtype=np.int64)
        self._words, self._keys = SortedTexts.made(vocabulary), SortedTexts.made(keys)
        self._letters = np.zeros(title, dtype=np.int32)  # of the longest spelling
        for key, titles in keys.items():
            self._letters[titles] = np.maximum(self._letters[titles], len(key))

    @classmethod
    def restored(cls, arrays: Arrays) -> TitleSearch:
        """Return the search that `arrays` was called on."""
        search = cls(())
        for name in _STORED:
            setattr(search, f"_{name}", arrays[f"titles.{name}"])
        search._words = SortedTexts.restored(arrays, "titles.words")
        search._keys = SortedTexts.restored(arrays, "titles.keys")
        return search

    def arrays(self) -> Arrays:
        """Return what it is made of, to be stored."""
        found = {f"titles.{name}": getattr(self, f"_{name}") for name in _STORED}
        return found | self._words.arrays("titles.words") | self._keys.arrays("titles.keys")

    def __len__(self) -> int:
        return len(self._place)

    def find(self, text: str, limit: int | None = None) -> Found:
        """Return what fits these words, best first; of things that fit alike the best known first.

        Nothing for a text without letters or digits. At most `limit`.
        """
        query: _Query | None = _parse_query(text)
        dated = True
        while query is not None and len(self) and (query.words or query.keys):
            best = np.minimum.reduceat(self._fit_of_each(query), self._starts)
            known = np.flatnonzero(best < _NOT)
            if known.size:
                found = self._ranked(best[known].astype(np.int64), known, limit)
                return found if dated else replace(found, direct=(), named=())
            query, dated = _without_year(query), False  # the year may be remembered wrongly
        return Found()

    def _ranked(
        self, fits: NDArray[np.int64], known: NDArray[np.int64], limit: int | None
    ) -> Found:
        begins = np.flatnonzero(fits == _BEGINS)[_FIRST:]
        value = (2 * fits) * len(self) + known
        value[begins] = (2 * _NEAR + 1) * len(self) + known[begins]
        order = np.arange(len(value))
        if limit is not None and limit < len(value):
            order = np.argpartition(value, limit)[:limit]
        order = order[np.argsort(value[order])]
        places = self._place[known[order]]
        slips = np.isin(fits[order], _TYPO_FITS)
        named = places[fits[order] <= _BEGINS]
        return Found(tuple(places.tolist()), tuple(places[~slips].tolist()), tuple(named.tolist()))

    def has_word(self, word: str) -> bool:
        """Return whether this is a word of any title."""
        return bool(self._words.exactly(word).size)

    def having(self, word: str) -> NDArray[np.int64]:
        """Return places of what has a word, or one that begins so; a year finds its movies."""
        if not len(self):
            return self._place
        fits = np.minimum.reduceat(self._by_word(word, alone=True), self._starts)
        return self._place[fits < _NOT]

    def _fit_of_each(self, query: _Query) -> NDArray[np.uint8]:
        """Return how well each title fits: the best of all ways."""
        fits = self._by_words(query)
        self._by_whole(query, fits)
        found = bool((fits < _NOT).any())
        bare = _without_article(query)
        if bare is not None and fits.min(initial=_NOT) >= _WORDS:
            for key in bare.keys:  # "the amelie" is Amélie, before movies with both words
                fits[self._keys.exactly(key)] = _WHOLE
        if found and (fits[fits < _NOT] != _NEAR).any():
            return fits
        bare = None if found else bare
        if bare is not None:
            fits = self._by_words(bare)
            self._by_whole(bare, fits)
        if found or not (fits < _NOT).any():
            self._match_typos(query, fits)
        if not (fits < _NOT).any():
            # Mark long titles that differ in two letters at any place; compares every title.
            for key, year in query.readings:
                if len(key) >= LONG_TITLE - 1:
                    titles = self._keys.numbers(place for place, _ in self._keys.scan(key, 2))
                    titles = titles[self._letters[titles] >= LONG_TITLE]
                    fits[self._of_year(titles, year)] = _TYPOS + 2
        return fits

    def _by_whole(self, query: _Query, fits: NDArray[np.uint8]) -> None:
        worded = fits < _TYPOS
        for wanted, titles in self._titles_of_whole_keys(query):
            # Where the words of the query are words of the title, nothing is joined or mistyped.
            own = worded[titles]
            fits[titles[own]] = np.minimum(fits[titles[own]], _WORDED.get(wanted, wanted))
            others = titles[~own]
            fits[others] = np.minimum(fits[others], _JOINED if wanted == _BEGINS else wanted)

    def _titles_of_whole_keys(self, query: _Query) -> Iterator[tuple[int, NDArray[np.int32]]]:
        for key, year in query.readings:
            for fit, titles in self._by_key(key):
                yield fit, self._of_year(titles, year)

    def _by_key(self, key: str) -> Iterator[tuple[int, NDArray[np.int32]]]:
        start, end = self._keys.beginning(key)
        yield _WHOLE, self._keys.exactly(key)
        yield _BEGINS, self._keys.at(start, end)
        almost = np.flatnonzero(self._keys.lengths[start:end] <= len(key) + 1) + start
        yield _ALMOST, self._keys.numbers(almost.tolist())
        if len(key) >= _SHORTEST_TITLE:
            yield _NEAR, self._keys.numbers(place for place, _ in self._keys.near(key, 1))

    def _of_year(self, titles: NDArray[np.int32], year: int | None) -> NDArray[np.int32]:
        """Return those of that year (None: any), or of one beside it: sources differ by one."""
        return titles if year is None else titles[np.abs(self._years[titles] - year) <= 1]

    def _by_words(self, query: _Query) -> NDArray[np.uint8]:
        """Titles that have every word, or words that begin so; a year may be the movie's."""
        worst = np.full(len(self._years), _WORDS, dtype=np.uint8)
        for word in query.words:
            np.maximum(worst, self._by_word(word, alone=len(query.words) == 1), out=worst)
        return worst

    def _by_word(self, word: str, *, alone: bool = False) -> NDArray[np.uint8]:
        fits = np.full(len(self._years), _NOT, dtype=np.uint8)
        if _YEAR.fullmatch(word):
            if not alone:
                fits[np.abs(self._years - int(word)) <= 1] = _PREFIXES
            fits[self._years == int(word)] = _WORDS
        elif _PARTIAL_YEAR.fullmatch(word):
            fits[self._years // 10 ** (4 - len(word)) == int(word)] = _PREFIXES
        start, end = self._words.beginning(word)
        fits[self._words.at(start, end)] = _PREFIXES
        for spelling in (word, *_number(word)):
            fits[self._words.exactly(spelling)] = _WORDS
        return fits

    def _match_typos(self, query: _Query, fits: NDArray[np.uint8]) -> None:
        """Match titles with one letter off, or two where they are long."""
        edits = np.zeros(len(self._years), dtype=np.uint8)
        for word in query.words:
            edits += np.minimum(self._edits(word), _MANY)  # of few words: no sum runs over
        allowed = 1 + (self._letters >= LONG_TITLE)
        fitting = edits <= allowed
        fits[fitting] = np.minimum(fits[fitting], _TYPOS + edits[fitting])

    def _edits(self, word: str) -> NDArray[np.uint8]:
        """Return how many edits bring each title to this word."""
        edits = np.full(len(self._years), _MANY, dtype=np.uint8)
        if len(word) >= _SHORTEST_WORD and not word.isdecimal():
            near = self._words.near(word, 2) if len(word) >= _TWO_IN_A_WORD else []
            near += self._words.near(word, 1)
            for place, distance in sorted(near, key=lambda found: -found[1]):
                edits[self._words.at(place, place + 1)] = distance
            if len(word) > _SHORTEST_WORD:
                edits[self._words.numbers(self._words.beginning_near(word))] = 1
        edits[self._by_word(word) < _NOT] = 0
        return edits
