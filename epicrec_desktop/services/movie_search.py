"""Search movies by title, person, theme, country, tone, category and time, or by likeness.

Pure: a search is made of movies and of what they have in common. "spielberg", "korean revenge",
"nineties heist" and "like Arrival but lighter" are read as words of names; no model is asked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from epicrec_desktop import resources
from epicrec_desktop.catalog.movie_facts import Trait, public_ids
from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.matching.normalize import title_words
from epicrec_desktop.matching.sorted_texts import Arrays, SortedTexts, joined_lines, lines
from epicrec_desktop.matching.title_search import TitleSearch, search_entry

Positions = NDArray[np.int64]

CATEGORY, DECADE, LIKE, TITLE = "category", "decade", "like", "title"
"""Kinds of reasons beside the sections of traits."""
_WEIGHTS = {
    "directors": 4.0,
    "actors": 4.0,
    "series": 3.5,
    "countries": 3.0,
    "themes": 3.0,
    "subjects": 3.0,
    CATEGORY: 3.0,
    DECADE: 3.0,
    "tones": 2.5,
    "circles": 1.0,
}
_TITLE_WEIGHT = 1.5
_PEOPLE = ("directors", "actors")
_EXACT, _BEGINS, _NEAR = 1.0, 0.8, 0.5
_MORE = 0.5
"""What each further word of the query adds to a name that has several of them."""
_LEAST_PREFIX, _LEAST_TYPO = 3, 5  # letters
_MANY_WORDS = 3
"""From so many words on, a movie may lack one."""


class _Mood(Struct, frozen=True):
    """Words that ask for it, and what of a movie speaks for it, or against it."""

    words: tuple[str, ...]
    speaking: dict[str, float]


class _Words(Struct, frozen=True):
    """Words of searches; `resources/catalog/searches.toml` says what each kind is."""

    fillers: frozenset[str]
    amounts: frozenset[str]
    vague: frozenset[str]
    of_a_time: frozenset[str]
    decades: dict[str, str]
    times: dict[str, int]
    also: dict[str, str]
    adjectives: dict[str, str]
    moods: tuple[_Mood, ...]


_WORDS = msgspec.toml.decode(resources.path("catalog", "searches.toml").read_bytes(), type=_Words)

_LIKE = re.compile(
    r"^(?:(?:something|more|films?|movies?|filme?|etwas|mehr) )?"
    r"(?:like|similar to|wie|ähnlich wie) (?P<title>.+?)"
    r"(?:,? (?:but|only|just|aber|nur|and|und) (?P<rest>.+))?$",
    re.IGNORECASE,
)
_TONE_GAIN, _TONE_LEAST, _TONE_MOST = 0.15, 1.0, 4.0
_ALIKE = 0.2
"""What shared categories count without shared traits, which sum up to 1 for the nearest movie."""
_UNKNOWN = 0.5
"""What a movie that nobody rated counts beside 1.5 of the best known one."""
_MOVIES_OF_A_TRAIT = 10.0


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a movie was found: a section of traits or a kind above, and the name in it."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A found movie by its position, with reasons: none where its own title says it."""

    position: int
    reasons: tuple[Reason, ...] = ()


_SENTENCES = {
    "directors": "directed by {name}",
    "actors": "with {name}",
    "series": "series: {name}",
    "countries": "from {name}",
    DECADE: "{name}s",
    LIKE: "like {name}",
}


def in_english(reason: Reason) -> str:
    """Return a reason as the terminal shows it: "directed by Steven Spielberg"."""
    return _SENTENCES.get(reason.kind, "{name}").format(name=reason.name)


class _Facet(NamedTuple):
    reason: Reason
    positions: Positions


_Covered = Mapping[int, Mapping[int, float]]
"""Facets that have words of a query: which words, by their place, and what each counts."""


class MovieSearch:
    """Finds positions among movies. Made once (`stored_search`), asked often, never changed.

    `traits` are what movies have in common, each with the public ids of its movies.
    """

    def __init__(
        self, movies: Sequence[Movie], traits: Iterable[tuple[Trait, Sequence[str]]] = ()
    ) -> None:
        self._movies = movies
        self.titles = TitleSearch([search_entry(movie) for movie in movies])
        self._facets = [*self._of_traits(traits), *self._of_movies()]
        people: set[str] = set()
        for facet in self._facets:
            if facet.reason.kind in _PEOPLE:
                people.update(title_words(facet.reason.name))
        vocabulary: defaultdict[str, list[int]] = defaultdict(list)
        for number, facet in enumerate(self._facets):
            for word in _words_of(facet.reason, people):
                vocabulary[word].append(number)
        self._words = SortedTexts.made(dict(vocabulary))

    @classmethod
    def restored(cls, movies: Sequence[Movie], arrays: Arrays) -> MovieSearch:
        """Return the search over these movies that `arrays` was called on."""
        search = cls(())
        search._movies = movies
        search.titles = TitleSearch.restored(arrays)
        search._words = SortedTexts.restored(arrays, "words")
        ends, positions = arrays["facets.ends"].tolist(), arrays["facets.positions"]
        reasons = lines(arrays["facets.reasons"])
        search._facets = [
            _Facet(Reason(*reason.split("\t")), positions[start:end])
            for reason, start, end in zip(reasons, [0, *ends][:-1], ends, strict=True)
        ]
        return search

    def arrays(self) -> Arrays:
        """Return what it is made of, to be stored."""
        reasons = (f"{facet.reason.kind}\t{facet.reason.name}" for facet in self._facets)
        return {
            **self.titles.arrays(),
            **self._words.arrays("words"),
            "facets.reasons": joined_lines(reasons),
            "facets.positions": self._joined_positions(),
            "facets.ends": np.cumsum([len(f.positions) for f in self._facets], dtype=np.int64),
        }

    @cached_property
    def _fame(self) -> Floats:
        known = np.array([movie.popularity for movie in self._movies], dtype=np.float64)
        return np.asarray(known / max(known.max(initial=0.0), 1.0))

    def _of_traits(self, traits: Iterable[tuple[Trait, Sequence[str]]]) -> Iterator[_Facet]:
        place = {name: i for i, movie in enumerate(self._movies) for name in public_ids(movie)}
        for trait, ids in traits:
            found = np.array(sorted({place[i] for i in ids if i in place}), dtype=np.int64)
            if found.size:
                yield _Facet(Reason(trait.section, trait.name), found)

    def _of_movies(self) -> Iterator[_Facet]:
        categories: defaultdict[str, list[int]] = defaultdict(list)
        decades: defaultdict[int, list[int]] = defaultdict(list)
        for position, movie in enumerate(self._movies):
            for name in movie.categories:
                categories[name].append(position)
            if movie.year:
                decades[movie.year // 10 * 10].append(position)
        for kind, having in ((CATEGORY, categories), (DECADE, decades)):
            for value, positions in having.items():
                yield _Facet(Reason(kind, str(value)), np.array(positions, dtype=np.int64))

    @cached_property
    def _by_position(self) -> tuple[Positions, Positions]:
        """Return each position once for each facet that it has, ascending, and the facet."""
        positions = self._joined_positions()
        facets = np.repeat(np.arange(len(self._facets)), [f.positions.size for f in self._facets])
        order = np.argsort(positions, kind="stable")
        return positions[order], facets[order]

    def _facets_at(self, position: int) -> list[int]:
        positions, facets = self._by_position
        start, end = np.searchsorted(positions, (position, position + 1))
        found: list[int] = facets[start:end].tolist()
        return found

    def _joined_positions(self) -> Positions:
        return np.concatenate([np.zeros(0, np.int64), *(f.positions for f in self._facets)])

    def find(
        self, text: str, limit: int = 60, names: Mapping[str, str] | None = None
    ) -> tuple[Hit, ...]:
        """Return what fits, best first.

        Titles that are or begin as the text, then what all words name, then other titles; what is
        near in spelling only where nothing else is found. `names`: names in the user's language.
        """
        found = self.titles.find(text)
        like = _LIKE.match(text.strip())
        if like is not None and not found.named:
            hits = self._alike(like["title"], like["rest"] or "", limit, names or {})
            if hits:
                return hits
        by_words = self._by_words(text, limit, names or {})
        order = [
            *(Hit(place) for place in found.named),
            *by_words,
            *(Hit(place) for place in found.direct),
        ] or [Hit(place) for place in found.places]
        reasons = {hit.position: hit.reasons for hit in by_words}
        places = list(dict.fromkeys(hit.position for hit in order))[:limit]
        return tuple(Hit(place, reasons.get(place, ())) for place in places)

    # Words

    def _by_words(self, text: str, limit: int, names: Mapping[str, str]) -> list[Hit]:
        words = [word for word in title_words(text)[:12] if word not in _WORDS.fillers]
        if not words:
            return []
        covered = self._covered(words, names)
        scores = np.zeros((len(words), len(self._movies)))
        for number, values in covered.items():
            positions = self._facets[number].positions
            for word, value in values.items():
                row = scores[word]
                row[positions] = np.maximum(row[positions], value)
        if not scores.any():
            return []
        for typed, row in zip(words, scores, strict=True):
            titled = self.titles.having(typed)
            row[titled] = np.maximum(row[titled], _TITLE_WEIGHT)
        has = (scores > 0).sum(axis=0)
        least = len(words) - (len(words) >= _MANY_WORDS)
        fits = np.flatnonzero(has >= max(least, 1))
        if has.max() == len(words):
            fits = np.flatnonzero(has == len(words))
        total = scores[:, fits].sum(axis=0) + self._fame[fits]
        best = fits[np.argsort(-total, kind="stable")][:limit]
        return [Hit(int(at), self._reasons(int(at), covered)) for at in best]

    def _covered(self, words: Sequence[str], names: Mapping[str, str]) -> _Covered:
        quality: defaultdict[int, dict[int, float]] = defaultdict(dict)  # by facet and word

        def add(facets: Iterable[int], word: int, value: float) -> None:
            for facet in facets:
                quality[facet][word] = max(value, quality[facet].get(word, 0.0))

        for number, word in enumerate(words):
            for spelling in dict.fromkeys((word, *_WORDS.adjectives.get(word, "").split())):
                add(self._words.exactly(spelling).tolist(), number, _EXACT)
                if len(spelling) >= _LEAST_PREFIX:
                    begin = self._words.at(*self._words.beginning(spelling.removesuffix("s")))
                    add(self._starting_with(begin.tolist(), word), number, _BEGINS)
            add(self._localized(word, names), number, _EXACT)
        found = {word for values in quality.values() for word in values}
        for number, word in enumerate(words):
            if (
                number not in found
                and len(word) >= _LEAST_TYPO
                and not self.titles.having(word).size
            ):
                near = self._words.numbers(place for place, _ in self._words.near(word, 1))
                add(near.tolist(), number, _NEAR)
        covered = {}
        for facet, values in quality.items():
            weight = _WEIGHTS[self._facets[facet].reason.kind] * (1 + _MORE * (len(values) - 1))
            covered[facet] = {word: weight * value for word, value in values.items()}
        return covered

    def _starting_with(self, facets: list[int], word: str) -> list[int]:
        """Return facets with a word that begins so; no people where the word is one of a title:
        "heat" is a movie, and not the beginning of Heather.
        """
        if not self.titles.has_word(word):
            return facets
        return [n for n in facets if self._facets[n].reason.kind not in _PEOPLE]

    def _localized(self, word: str, names: Mapping[str, str]) -> list[int]:
        """Return facets whose name in the user's language has this word, or one that begins so."""
        if len(word) <= _LEAST_PREFIX:
            return []
        stem = word[: max(_LEAST_PREFIX + 1, len(word) - 2)]
        meant = {
            name
            for name, shown in names.items()
            if any(part.startswith(stem) for part in title_words(shown))
        }
        return [n for n, facet in enumerate(self._facets) if facet.reason.name in meant]

    def _reasons(self, position: int, covered: _Covered) -> tuple[Reason, ...]:
        best: dict[int, tuple[float, Reason]] = {}
        for number in self._facets_at(position):
            for word, value in covered.get(number, {}).items():
                if word not in best or value > best[word][0]:
                    best[word] = value, self._facets[number].reason
        return tuple(dict.fromkeys(best[word][1] for word in sorted(best)))

    # Likeness

    def _alike(
        self, title: str, rest: str, limit: int, names: Mapping[str, str]
    ) -> tuple[Hit, ...]:
        """Return movies like the one of this title; of the rest, moods rank and words select."""
        seeds = self.titles.find(title, 1).places
        if not seeds:
            return ()
        seed = seeds[0]
        near = self._nearness(seed)
        wanted, others = _split_moods(rest)
        for mood in wanted:
            tone = self._tone(mood)
            gain = np.clip(tone - tone[seed], 0.0, _TONE_MOST)
            near *= np.where(gain >= _TONE_LEAST, 1 + _TONE_GAIN * gain, 0.0)
        named: dict[int, tuple[Reason, ...]] = {}
        for word in (one for one in others if one in _WORDS.times):
            years = np.array([movie.year or 0 for movie in self._movies])
            near *= _WORDS.times[word] * (years - years[seed]) > 0
        others = [word for word in others if word not in _WORDS.times]
        if others:
            hits = self._by_words(" ".join(others), len(self._movies), names)
            named = {hit.position: hit.reasons for hit in hits}
            near *= np.isin(np.arange(len(near)), list(named))
        near[seed] = 0.0
        order = np.argsort(-near, kind="stable")[:limit]
        like = Reason(LIKE, self._movies[seed].shown_title)
        return tuple(
            Hit(int(at), (like, *named.get(int(at), ()), *self._moods(int(at), wanted)))
            for at in order
            if near[at] > 0
        )

    def _nearness(self, seed: int) -> Floats:
        """Return how near each movie is, (n,): shared traits by rarity, and shared categories."""
        near = np.zeros(len(self._movies))
        kinds = np.zeros(len(self._movies))
        for number in self._facets_at(seed):
            facet = self._facets[number]
            if facet.reason.kind == CATEGORY:
                kinds[facet.positions] += self._rarity(facet)
            elif facet.reason.kind != DECADE and not _is_of_a_time(facet.reason):
                near[facet.positions] += _MOVIES_OF_A_TRAIT / (
                    _MOVIES_OF_A_TRAIT + facet.positions.size
                )
        near[seed] = kinds[seed] = 0.0
        near /= max(near.max(initial=0.0), 1e-9)
        kinds /= np.maximum(np.sqrt(self._breadth * self._breadth[seed]), 1e-9)
        return np.asarray((near + _ALIKE) * kinds * (_UNKNOWN + self._fame))

    def _rarity(self, facet: _Facet) -> float:
        return float(np.log1p(len(self._movies) / facet.positions.size))

    @cached_property
    def _breadth(self) -> Floats:
        """Return the sum of the rarities of each movie's categories, (n,)."""
        breadth = np.zeros(len(self._movies))
        for facet in self._facets:
            if facet.reason.kind == CATEGORY:
                breadth[facet.positions] += self._rarity(facet)
        return breadth

    def _tone(self, mood: Mapping[str, float]) -> Floats:
        """Return how much speaks for a mood in each movie, (n,)."""
        tone = np.zeros(len(self._movies))
        for facet in self._facets:
            if facet.reason.kind in ("tones", "themes", CATEGORY):
                tone[facet.positions] += mood.get(facet.reason.name, 0.0)
        return tone

    def _moods(self, position: int, wanted: Sequence[Mapping[str, float]]) -> list[Reason]:
        reasons = [self._facets[n].reason for n in self._facets_at(position)]
        values = [(sum(w.get(r.name, 0.0) for w in wanted), r) for r in reasons]
        best = max(values, key=lambda pair: pair[0], default=(0.0, Reason("", "")))
        return [best[1]] if best[0] >= 1 else []


def _split_moods(rest: str) -> tuple[list[Mapping[str, float]], list[str]]:
    moods: list[Mapping[str, float]] = []
    others = []
    for word in title_words(rest):
        mood = next((one.speaking for one in _WORDS.moods if word in one.words), None)
        if mood is not None:
            moods.append(mood)
        elif word not in _WORDS.fillers | _WORDS.amounts:
            others.append(word)
    return moods, others


def _is_of_a_time(reason: Reason) -> bool:
    """Return whether movies of this facet share only when they came out and who saw them."""
    words = set(title_words(reason.name)) - _WORDS.fillers
    of_a_time = _WORDS.vague | {*_WORDS.decades.values(), *filter(str.isdecimal, words)}
    return reason.kind in ("circles", "themes") and set() < words <= of_a_time | _WORDS.of_a_time


def _words_of(reason: Reason, people: set[str]) -> set[str]:
    if reason.kind == DECADE:
        known = _WORDS.decades.get(reason.name)
        years = (reason.name, reason.name[-2:]) if known else (reason.name,)
        both = {f"{year}{end}" for year in years for end in ("s", "er")}
        return {*both, known} if known else both
    found = set(title_words(f"{reason.name} {_WORDS.also.get(reason.name, '')}"))
    found -= _WORDS.fillers
    if reason.kind in ("circles", "themes"):
        found -= set(_WORDS.decades.values())
    if reason.kind == "circles":
        found = {word for word in found - _WORDS.vague - people if not word.isdecimal()}
    return found
