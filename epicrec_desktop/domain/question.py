"""The learned question: what each movie adds to the cells that a release counts in.

A question is public. It holds one row of integers per category, one per span of years, and rows of
single movies by public id. A movie's row is its own where it has one, else follows from its
categories and year, and Σ|r_ij| is at most the multiplier M for every movie:

    v = categories · era(year) + Σ over its categories of category(c)
    r_j = v_j · M / Σ|v|, rounded towards zero

Movies of one series count together by their mean, so that a whole series costs what one movie does
(docs/privacy.md 10). Their rows have Σ|r_ij| <= M − k: one unit a cell is left for the rounding.

The text format has one word, one name and integers a line; its SHA-256 names the question:

    question knowledge-1
    multiplier 1000
    cell Old classics
    category Action 12 -3 …
    era 1960 4 0 …
    movie imdb:tt0133093 700 -300 …
    series imdb:tt0133093 imdb:tt0234215 …
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.movies import CATEGORIES, WIRE_ID, Movie

IntRows = NDArray[np.int64]
IntRow = tuple[int, ...]

MAX_CELLS = 64
MAX_MULTIPLIER = 1 << 16
MAX_MOVIES = 200_000
MAX_IN_SERIES = 10_000
MAX_BYTES = 20_000_000
MAX_NAME = 64
_LARGEST = 10**9  # of a category's or an era's weight
_FORMULA = "formula-1"  # names the rule of `_formula_rows`; part of every question's text


class QuestionError(ValueError):
    """The text is not a question, or one of its rows costs more than the multiplier."""


@dataclass(frozen=True)
class MovieKinds:
    """What rows and features by category and year depend on: tens of thousands of movies have few.

    `has` (g, c) is which categories a kind has, of 0/1 in order of their names, `era` (g,) the
    position of its era: -1 before the first one, -2 without a year. `of` (n,) is each movie's kind.
    """

    has: IntRows
    era: NDArray[np.int64]
    of: NDArray[np.int64]


@dataclass(frozen=True)
class Question:
    """Integer rows of movies in k cells.

    `categories` are weights (k,) by category, `eras` those of the years from a first year to the
    next era's, ascending, and `movies` the rows (k,) of single movies by public id. `series` are
    the public ids of movies that belong together; no movie is in two.
    """

    name: str
    multiplier: int
    cells: tuple[str, ...]
    categories: Mapping[str, IntRow]
    eras: tuple[tuple[int, IntRow], ...] = ()
    movies: Mapping[str, IntRow] = field(default_factory=dict)
    series: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        width = len(self.cells)
        _require(0 < width <= MAX_CELLS, "the number of cells is out of range")
        _require(len(set(self.cells)) == width, "two cells have one name")
        _require(not set(self.cells) & set(CATEGORIES), "a cell has the name of a category")
        _require(all(_is_name(name) for name in (self.name, *self.cells)), "a name is out of range")
        _require(0 < self.multiplier <= MAX_MULTIPLIER, "the multiplier is out of range")
        _require(self.categories.keys() <= set(CATEGORIES), "an unknown category")
        years = [year for year, _ in self.eras]
        _require(years == sorted(set(years)), "the eras are out of order")
        _require(len(self.movies) <= MAX_MOVIES, "there are too many movies")
        for row in (*self.categories.values(), *(row for _, row in self.eras)):
            _require(
                len(row) == width and all(abs(value) <= _LARGEST for value in row),
                "a weight is out of range",
            )
        for wire_id, row in self.movies.items():
            _require(WIRE_ID.match(wire_id) is not None, "a movie's id is none")
            _require(
                len(row) == width and sum(map(abs, row)) <= self.multiplier,
                "a movie costs more than the multiplier",
            )
        together = [wire_id for one in self.series for wire_id in one]
        _require(len(together) == len(set(together)) <= MAX_IN_SERIES, "a movie is in two series")
        _require(all(map(WIRE_ID.match, together)), "a movie's id is none")
        _require(not together or width < self.multiplier, "no unit is left for rounding")
        _require(
            all(len(one) > 1 and list(one) == sorted(one) for one in self.series)
            and list(self.series) == sorted(self.series),
            "the series are out of order",
        )

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the question's text, which names it in every release."""
        return hashlib.sha256(self.to_text().encode()).hexdigest()

    def rows(
        self,
        movies: Sequence[Movie],
        series: NDArray[np.int64] | None = None,
        kinds: MovieKinds | None = None,
    ) -> IntRows:
        """Return the integer rows (n, k) of these movies, Σ|r_ij| <= M each; M − k in a series.

        `series` as of `series_of`, and `kinds` as of `kinds_of`, where they are known.
        """
        rows = self._formula_rows(self.kinds_of(movies) if kinds is None else kinds)
        if self.movies:
            for i, movie in enumerate(movies):
                own = self.movies.get(movie.wire_id or "")
                if own is None and movie.movielens_id is not None:
                    own = self.movies.get(f"ml:{movie.movielens_id}")
                if own is not None:
                    rows[i] = own
        _require(
            bool((np.abs(rows).sum(axis=1) <= self.multiplier).all()),
            "a movie costs more than the multiplier",
        )
        inside = (self.series_of(movies) if series is None else series) >= 0
        most = self.multiplier - len(self.cells)
        rows[inside] = np.sign(rows[inside]) * (np.abs(rows[inside]) * most // self.multiplier)
        return rows

    def series_of(self, movies: Sequence[Movie]) -> NDArray[np.int64]:
        """Return the number of the series that each of these movies belongs to, (n,); else -1."""
        number = {wire_id: i for i, one in enumerate(self.series) for wire_id in one}
        found = np.full(len(movies), -1, dtype=np.int64)
        ids = {wire_id.partition(":")[2] for wire_id in number}
        for position, movie in enumerate(movies):
            # Most movies are in no series, and their names on the wire take long to make.
            if (
                movie.imdb_id in ids
                or movie.wikidata_id in ids
                or movie.starter_id in ids
                or str(movie.movielens_id) in ids
            ):
                names = (name for name in movie.wire_ids if name in number)
                found[position] = number.get(next(names, ""), -1)
        return found

    def features(self, kinds: MovieKinds) -> NDArray[np.float64]:
        """Return what tastes are assumed to follow, (n, f): categories, 0/1, and spans of years.

        A movie has its own span, and the ones beside it by half.
        """
        width = kinds.has.shape[1]
        found = np.zeros((len(kinds.has), width + len(self.eras)))
        found[:, :width] = kinds.has
        for shift, part in ((-1, 0.5), (0, 1.0), (1, 0.5)):
            near = kinds.era + shift
            (inside,) = np.nonzero((near >= 0) & (near < len(self.eras)))
            found[inside, width + near[inside]] = part
        return found[kinds.of]

    def kinds_of(self, movies: Sequence[Movie]) -> MovieKinds:
        """Return the kinds of these movies."""
        column = {name: j for j, name in enumerate(sorted(self.categories))}
        sets: dict[tuple[str, ...], int] = {}
        own = np.array([sets.setdefault(m.categories, len(sets)) for m in movies], dtype=np.int64)
        table = np.zeros((len(sets), len(column)), dtype=np.int64)
        for names, i in sets.items():
            table[i, [column[name] for name in names if name in column]] = 1
        years = np.array([movie.year or 0 for movie in movies], dtype=np.int64)
        starts = np.array([year for year, _ in self.eras], dtype=np.int64)
        era = np.where(years == 0, -2, np.searchsorted(starts, years, side="right") - 1)
        codes, of = np.unique(own * (len(starts) + 2) + era + 2, return_inverse=True)
        return MovieKinds(table[codes // (len(starts) + 2)], codes % (len(starts) + 2) - 2, of)

    def _formula_rows(self, kinds: MovieKinds) -> IntRows:
        """Return rows by category and year alone.

        Exact on every machine: the largest product, 36 · 10^9 · 2^16, is within 64 bits.
        """
        width = len(self.cells)
        has, era = kinds.has, kinds.era
        weights = np.array([self.categories[name] for name in sorted(self.categories)], np.int64)
        spans = np.array([*(row for _, row in self.eras), (0,) * width], np.int64)  # -1: of none
        values = has.sum(axis=1, keepdims=True) * spans[np.maximum(era, -1)]
        values += has @ weights.reshape(-1, width)
        total = np.maximum(np.abs(values).sum(axis=1, keepdims=True), 1)
        rows: IntRows = np.sign(values) * (np.abs(values) * self.multiplier // total)
        return rows[kinds.of]

    def to_text(self) -> str:
        """Return the question's text; equal questions have equal texts."""
        lines = [
            f"question {self.name}",
            f"rule {_FORMULA}",
            f"multiplier {self.multiplier}",
            *(f"cell {cell}" for cell in self.cells),
            *(_line("category", name, self.categories[name]) for name in sorted(self.categories)),
            *(_line("era", str(year), row) for year, row in self.eras),
            *(_line("movie", wire_id, self.movies[wire_id]) for wire_id in sorted(self.movies)),
            *(" ".join(["series", *one]) for one in self.series),
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Question:
        """Read what `to_text` wrote, and nothing else. Raises `QuestionError`.

        Lines that begin with "#" are comments.
        """
        _require(len(text) <= MAX_BYTES, "it is too long")
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        words: dict[str, list[str]] = {}
        for line in lines:
            word, _, rest = line.partition(" ")
            words.setdefault(word, []).append(rest)
        try:
            (name,), (rule,), (multiplier,) = (
                words.pop(word) for word in ("question", "rule", "multiplier")
            )
            _require(rule == _FORMULA, "its rule is another one")
            cells = tuple(words.pop("cell"))
            categories = dict(map(_row, words.pop("category", [])))
            eras = tuple((int(year), row) for year, row in map(_row, words.pop("era", [])))
            movies = dict(map(_row, words.pop("movie", [])))
            series = tuple(tuple(line.split(" ")) for line in words.pop("series", []))
            question = cls(name, int(multiplier), cells, categories, eras, movies, series)
        except QuestionError:
            raise
        except (KeyError, ValueError):
            raise QuestionError("a line is malformed") from None
        canonical = not words and question.to_text() == "\n".join([*lines, ""])
        _require(canonical, "it is not in canonical form")
        return question


def parts_in_series(
    users: NDArray[np.integer], items: NDArray[np.integer], series: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return which part of its row each pair (p,) of a user and a movie counts, (p,).

    That is 1 over the number of movies of its series that this user watched. `series` (n,) as of
    `Question.series_of`.
    """
    of = series[items]
    inside = of >= 0
    parts = np.ones(len(items))
    if inside.any():
        keys = users[inside].astype(np.int64) * (int(series.max()) + 1) + of[inside]
        _, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
        parts[inside] = 1.0 / counts[place]
    return parts


def _require(holds: bool, reason: str) -> None:
    if not holds:
        raise QuestionError(reason)


def _is_name(name: str) -> bool:
    return 0 < len(name) <= MAX_NAME and name.isprintable() and name == name.strip()


def _line(word: str, name: str, row: Iterable[int]) -> str:
    return " ".join([word, name, *map(str, row)])


def _row(text: str) -> tuple[str, IntRow]:
    name, *values = text.split(" ")
    return name, tuple(map(int, values))
