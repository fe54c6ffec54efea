"""Learn a question from public ratings, the same to the byte on every machine.

    question = learn_question("…", movies, users, items)

Each of the most watched movies gets a row of its own with Σ|a_ij| <= 1, other movies follow from
categories and years. The rows maximize what noisy cells explain of the users' tastes,

    tr(SA (AᵀSA + v·I)⁻¹ AᵀS),   v = 2/ε² over the median size,

S being the covariance of the users' histories after size and popularity are taken out, each scaled
by the root of its size: gradient steps (Adam), each row projected onto the L1 ball.

Nothing depends on how a machine rounds. Sums are of whole numbers below 2⁵³, which are exact in any
order and with any BLAS (`_fixed_point`); everything else is one correctly rounded operation at a
time, or Python's own floats in a fixed order. No logarithm, exponential or random generator is
used.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.domain.question import IntRow, IntRows, Question

MULTIPLIER = 50_000
WEIGHT = 1_000
"""Integer weights of categories and eras are at most this."""

ERAS = tuple(range(1920, 2030, 5))
"""First years of the spans that have a weight; older movies have the first one's."""

MOST_MOVIES, MOST_USERS, LEAST_HISTORY = 3_000, 5_000, 5

_BITS = 26  # of a factor in a sum over MOST_MOVIES or MOST_USERS terms, with another one of 13
_GRAM_BITS = 19  # of both factors in such a sum
_SHARE = 2_520  # a common multiple of the numbers of categories that a movie has
_RIDGE = 20  # movies that are assumed to follow no category or era
_LEAST = 1e-30


@dataclass(frozen=True)
class Steps:
    """How rows are learned: the same for every set and all budgets (docs/evaluation.md)."""

    cells: int = 16
    epsilon: float = 0.3
    steps: int = 600
    rate: float = 0.15


DEFAULT_STEPS = Steps()


def learn_question(
    name: str,
    movies: Sequence[Movie],
    users: NDArray[np.integer],
    items: NDArray[np.integer],
    cells: tuple[str, ...] | None = None,
    steps: Steps = DEFAULT_STEPS,
    job: Job = UNATTENDED,
    *,
    series: tuple[tuple[str, ...], ...] = (),
) -> Question:
    """Return the question of these ratings; `users` and `items` (r,), each pair once.

    `items` are positions in `movies`; movies are named by their MovieLens numbers where they have
    one. A cell in which nothing is counted is left out. `cells` are the names of the others,
    `series` of public ids count by their mean. Raises ValueError for too few users.
    """
    # By their ids, so that the order of the source's table has no part in it.
    order = sorted(range(len(movies)), key=lambda i: (len(w := _public_id(movies[i])), w))
    movies = [movies[i] for i in order]
    tastes = _Tastes.of(movies, users, np.argsort(order)[items])
    learned = _learn_rows(tastes, _start(name, len(tastes.movies), steps.cells), steps, job)
    # Rows of integers have Σ|r_ij| <= M, rounded towards zero.
    whole = np.rint(np.abs(learned) * float(1 << 20)).astype(np.int64)
    total = np.maximum(whole.sum(axis=1, keepdims=True), 1 << 20)
    rows = np.asarray(np.sign(learned).astype(np.int64) * (whole * MULTIPLIER // total))
    rows = _in_order(rows[:, rows.any(axis=0)], tastes.popularity)
    chosen = [movies[i] for i in tastes.movies.tolist()]
    weights = _formula(chosen, tastes.popularity, rows)
    count = len(CATEGORIES)
    return Question(
        name,
        MULTIPLIER,
        cells or tuple(f"Cell {number + 1}" for number in range(rows.shape[1])),
        dict(zip(CATEGORIES, weights[:count], strict=True)),
        ((0, weights[count]), *zip(ERAS[1:], weights[count + 1 :], strict=True)),
        {_public_id(movie): tuple(row) for movie, row in zip(chosen, rows.tolist(), strict=True)},
        series,
    )


def _public_id(movie: Movie) -> str:
    """Return the id that depends on the table of movies alone, where there is one."""
    return f"ml:{movie.movielens_id}" if movie.movielens_id is not None else movie.wire_id or ""


@dataclass(frozen=True)
class _Tastes:
    """The users' tastes T (u, n) = (H − N·share) / √N as an operator; exact sums throughout.

    `watched` H (u, n) is 0/1, `sizes` N (u,), `movies` (n,) positions, ascending, and `popularity`
    (n,) how many of these users watched each.
    """

    watched: Any
    sizes: Floats
    movies: Ints
    popularity: Floats

    @classmethod
    def of(
        cls, movies: Sequence[Movie], users: NDArray[np.integer], items: NDArray[np.integer]
    ) -> _Tastes:
        named = np.array([bool(_public_id(movie)) for movie in movies], dtype=bool)
        popularity = np.where(named, np.bincount(items, minlength=len(movies)), 0)
        order = np.argsort(-popularity, kind="stable")[:MOST_MOVIES]
        chosen = np.sort(order[popularity[order] > 0])
        place = np.full(len(movies), -1, dtype=np.int64)
        place[chosen] = np.arange(len(chosen))
        usable = place[items] >= 0
        sizes = np.bincount(users[usable], minlength=1)
        people = np.flatnonzero(sizes >= LEAST_HISTORY)[:MOST_USERS]
        if len(people) < 2:
            raise ValueError("there are too few public users to learn from")
        number = np.full(len(sizes), -1, dtype=np.int64)
        number[people] = np.arange(len(people))
        usable &= number[np.where(usable, users, 0)] >= 0
        pairs = (number[users[usable]], place[items[usable]])
        watched: Any = sparse.csr_matrix(  # type: ignore[no-untyped-call]
            (np.ones(len(pairs[0])), pairs), shape=(len(people), len(chosen))
        )
        return cls(
            watched,
            sizes[people].astype(np.float64),
            chosen,
            np.bincount(pairs[1], minlength=len(chosen)).astype(np.float64),
        )

    def of_rows(self, rows: Floats) -> Floats:
        """Return T·rows, (u, k)."""
        whole, unit = _fixed_point(rows, _BITS)
        mean = self.popularity @ whole / self.popularity.sum()
        off = self.watched @ whole - self.sizes[:, None] * mean
        return np.asarray(off * unit / np.sqrt(self.sizes)[:, None])

    def to_movies(self, cells: Floats) -> Floats:
        """Return Tᵀ·cells over the number of users, (n, k)."""
        whole, unit = _fixed_point(cells / np.sqrt(self.sizes)[:, None], _BITS)
        total = self.sizes @ whole / self.popularity.sum()
        found = self.watched.T @ whole - self.popularity[:, None] * total
        return np.asarray(found * (unit / len(self.sizes)))


def _fixed_point(values: Floats, bits: int) -> tuple[Floats, float]:
    """Return whole numbers of at most so many bits, and the unit that they count in."""
    _, exponent = math.frexp(float(np.abs(values).max(initial=0.0)))
    return np.rint(np.ldexp(values, bits - exponent)), math.ldexp(1.0, exponent - bits)


def _gram(values: Floats) -> list[list[float]]:
    whole, unit = _fixed_point(values, _GRAM_BITS)
    found: list[list[float]] = ((whole.T @ whole) * (unit * unit)).tolist()
    return found


def _times(values: Floats, small: Sequence[Sequence[float]]) -> Floats:
    """Return values (n, k) times a small matrix (k, k), summed in order."""
    total = np.zeros_like(values)
    for j, row in enumerate(small):
        total += values[:, j, None] * np.array(row)
    return total


def _product(
    left: Sequence[Sequence[float]], right: Sequence[Sequence[float]]
) -> list[list[float]]:
    """Return the product of two small matrices, summed in order."""
    columns = list(zip(*right, strict=True))
    return [[_dot(row, column) for column in columns] for row in left]


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    total = 0.0  # not sum(): newer versions of Python compensate its rounding
    for a, b in zip(left, right, strict=True):
        total += a * b
    return total


def _solve(
    matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]
) -> list[list[float]]:
    """Return matrix⁻¹·right for a positive definite matrix, by elimination in a fixed order."""
    rows = [[*a, *b] for a, b in zip(matrix, right, strict=True)]
    for j, pivot in enumerate(rows):
        scaled = [value / pivot[j] for value in pivot]
        rows[j] = scaled
        for i, row in enumerate(rows):
            if i != j and row[j] != 0.0:
                factor = row[j]
                rows[i] = [a - factor * b for a, b in zip(row, scaled, strict=True)]
    return [row[len(matrix) :] for row in rows]


def _start(name: str, count: int, width: int) -> Floats:
    """Return rows (n, k) on the sphere to begin with: bytes of a hash of the name."""
    data = hashlib.shake_256(name.encode()).digest(2 * count * width)
    values = np.frombuffer(data, dtype="<i2").reshape(count, width).astype(np.float64)
    return np.asarray(values / np.maximum(np.abs(values).sum(axis=1, keepdims=True), 1.0))


def _learn_rows(tastes: _Tastes, rows: Floats, steps: Steps, job: Job) -> Floats:
    """Return the rows (n, k) after gradient steps; Σ|a_ij| is at most 1, or just above."""
    ordered = np.sort(tastes.sizes)
    noise = 2.0 / (steps.epsilon * steps.epsilon) / float(ordered[len(ordered) // 2])
    first, second = np.zeros_like(rows), np.zeros_like(rows)
    left_first, left_second = 1.0, 1.0
    for step in range(1, steps.steps + 1):
        job.step("Choosing what a release asks", step, steps.steps)
        gradient = _gradient(tastes, rows, noise)
        left_first, left_second = left_first * 0.9, left_second * 0.999
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * (gradient * gradient)
        rate = steps.rate * (1.0 - 0.9 * step / steps.steps) / (1.0 - left_first)
        rows = rows + rate * first / (np.sqrt(second / (1.0 - left_second)) + _LEAST)
        rows = _project(rows)
    return rows


def _gradient(tastes: _Tastes, rows: Floats, noise: float) -> Floats:
    """Return half the gradient (n, k) of what noisy cells of these rows explain."""
    cells = tastes.of_rows(rows)
    users = len(tastes.sizes)
    width = rows.shape[1]
    inner = [
        [value / users + (noise if i == j else 0.0) for j, value in enumerate(row)]
        for i, row in enumerate(_gram(cells))
    ]
    unit = [[float(i == j) for j in range(width)] for i in range(width)]
    inverse = _solve(inner, unit)
    response = tastes.to_movies(cells)
    explained = _product(_product(inverse, _gram(response)), inverse)
    ahead = tastes.to_movies(tastes.of_rows(_times(response, inverse)))
    return np.asarray(ahead - _times(response, explained))


def _project(rows: Floats) -> Floats:
    """Return the nearest rows with Σ|a_ij| <= 1."""
    whole = np.rint(np.abs(rows) * float(1 << 20))
    largest = -np.sort(-whole, axis=1)
    above = np.cumsum(largest, axis=1) - float(1 << 20)
    count = np.arange(1, rows.shape[1] + 1)
    last = (largest * count > above).sum(axis=1) - 1
    threshold = above[np.arange(len(rows)), last] / (last + 1)
    shrunk = np.maximum(whole - np.maximum(threshold, 0.0)[:, None], 0.0)
    return np.asarray(np.sign(rows) * shrunk / float(1 << 20))


def _in_order(rows: IntRows, popularity: Floats) -> IntRows:
    """Return the cells by how much is counted in them; the heavier side of each is positive."""
    weights = popularity.astype(np.int64)
    order = np.argsort(-(weights @ np.abs(rows)), kind="stable")
    rows = rows[:, order]
    return np.asarray(np.where(weights @ rows < 0, -rows, rows), dtype=np.int64)


def _formula(movies: Sequence[Movie], popularity: Floats, rows: IntRows) -> list[IntRow]:
    """Return the weights (c + e) of categories and eras that come nearest to the movies' rows."""
    names = {name: j for j, name in enumerate(CATEGORIES)}
    parts = np.zeros((len(movies), len(CATEGORIES) + len(ERAS)))
    for i, movie in enumerate(movies):
        own = sorted({names[category] for category in movie.categories if category in names})
        parts[i, own] = _SHARE // max(len(own), 1)
        if movie.year:
            era = sum(movie.year >= first for first in ERAS) - 1
            parts[i, len(CATEGORIES) + max(era, 0)] = _SHARE
    weights = np.floor(np.sqrt(popularity))
    gram = parts.T @ (parts * weights[:, None])
    gram[np.diag_indices(len(gram))] += float(_RIDGE * _SHARE * _SHARE)
    target = parts.T @ (rows * weights[:, None])
    found = _solve(gram.tolist(), target.tolist())
    largest = max((abs(value) for row in found for value in row), default=0.0) or 1.0
    return [tuple(round(value / largest * WEIGHT) for value in row) for row in found]
