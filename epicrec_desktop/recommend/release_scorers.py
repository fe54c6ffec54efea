"""Scorers for perturbed releases.

`PopularityScorer` tilts popularity by noisy counts. `CategoryShareScorer` and `QuestionScorer` are
trained on public users and know how a release was made: in shares of categories, or in the cells of
a learned question.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.question import Question
from epicrec_desktop.domain.release import IMPROVED_NAMES, LEARNED_NAMES
from epicrec_desktop.files import replacing
from epicrec_desktop.recommend.als_training import Ratings, watch_matrix
from epicrec_desktop.recommend.metrics import nothing
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.wire import RecommendationRequest

SHARED = frozenset(IMPROVED_NAMES)
"""Mechanisms that share a movie out among its counted categories."""

ASSUMED_EPSILON = 0.1
"""The budget assumed where a release does not tell its own."""

SPREAD = 0.5
"""Standard deviation of people's counts, relative to the count that popularity would give."""

LEAST = 0.2
"""No category is thought to be watched less than this share of what popularity would give."""


@dataclass(frozen=True)
class PopularityScorer:
    """Scores the items of a model, whose categories are `membership`, shape (n, c)."""

    model: ItemModel
    categories: tuple[str, ...]
    membership: NDArray[np.bool_]
    _weights: Floats = field(init=False)
    _log_popularity: Floats = field(init=False)

    def __post_init__(self) -> None:
        counts = self.model.records["popularity"].astype(np.float64)
        weights = (
            counts / counts.sum() if counts.sum() > 0 else np.full_like(counts, 1 / len(counts))
        )
        object.__setattr__(self, "_weights", weights)
        object.__setattr__(self, "_log_popularity", np.log(counts + 0.5))

    def scores(self, request: RecommendationRequest, profile: Positions) -> Floats32:
        """Score all items, shape (n,), for a release at the level Perturbed.

        Movies without any of the counted categories were not perturbed: they are what the person
        chose to tell, and the model is asked with them.
        """
        counts = request.counts
        if not counts and len(profile) == 0:
            return self.model.popularity
        counted = self._counted(counts, profile)
        shared = request.mechanism in SHARED and counts is not None
        tilted = self._tilted(counted, self._variance(request, shared), shared)
        open_items = profile[~self.membership[profile][:, ~np.isnan(counted)].any(axis=1)]
        if len(open_items) == 0:
            return tilted.astype(np.float32)
        known = self.model.scores(open_items).astype(np.float64)
        return (_standardized(tilted) + _standardized(known)).astype(np.float32)

    def _counted(self, counts: Mapping[str, float] | None, profile: Positions) -> Floats:
        """The noisy count of each category, NaN where none was released, shape (c,)."""
        if counts is None:
            return np.asarray(self.membership[profile].sum(axis=0), dtype=np.float64)
        return np.array([counts.get(name, np.nan) for name in self.categories], dtype=np.float64)

    def _variance(self, request: RecommendationRequest, shared: bool) -> Floats:
        """Variance of the noise in each category's count, (c,).

        Where a release does not say it, the Laplace scale is taken as that of plain calibration, an
        upper bound that needs no knowledge of the mechanism: the most categories a movie has, over
        ε; with movies shared out, it is 1/ε.
        """
        counted = [name in (request.counts or self.categories) for name in self.categories]
        length = max(int(self.membership[:, counted].sum(axis=1).max(initial=0)), 1)
        scale = (1 if shared else length) / (request.epsilon or ASSUMED_EPSILON)
        disclosed = request.variance or {}
        return np.array([disclosed.get(name, 2.0 * scale**2) for name in self.categories])

    def _tilted(self, counted: Floats, variance: Floats, shared: bool) -> Floats:
        """Logarithm of popularity, plus that of how much more a movie's categories are watched."""
        usable = ~np.isnan(counted) & (self._weights @ self.membership > 0)
        if not usable.any():
            return self._log_popularity
        rows = self.membership[:, usable].astype(np.float64)
        length = np.maximum(rows.sum(axis=1), 1.0)
        share = self._weights @ (rows / length[:, None] if shared else rows)
        noisy = counted[usable]
        expected = max(float(noisy.sum() / share.sum()), 1.0) * share
        signal = (SPREAD * np.maximum(expected, 1.0)) ** 2
        shrunk = (noisy - expected) * signal / (signal + variance[usable])
        ratio = np.log(np.maximum(1.0 + shrunk / expected, LEAST))
        tilt: Floats = (rows @ ratio) / np.maximum(self.membership.sum(axis=1), 1)
        return self._log_popularity + tilt


def _standardized(values: Floats) -> Floats:
    """The values with mean 0 and deviation 1."""
    result: Floats = (values - values.mean()) / max(float(values.std()), 1e-12)
    return result


MECHANISM = IMPROVED_NAMES[0]
"""The mechanism's name on the wire."""

RIDGE = 100.0
"""Weight of the regression's penalty, in users. On latest-small 30 to 300 differ by 2 %, whatever
ε; on 6,000 synthetic people by a tenth of that: there is nothing to choose by ratings at hand."""

PRODUCTS = 0.5
"""What products of size and shares weigh against the shares themselves: their penalty is larger."""

ALIKE, SHRINKAGE_PEOPLE = 0.7, 30.0
"""People whose log of size differs by this count as about the same size; so many of them are
believed as much as everybody together."""

LEAST_SIZE, LARGEST_SIZE = 5.0, 20_000.0
_LEAST_NOISE = 1e-8
_SIZES, _RANGE = 32, 3.3  # values of N that are averaged over, in deviations of log N
_FARTHEST = 1e6  # standard deviations; no person's shares are that far from the mean


POWER = 1.0
"""Variance of what people of N movies have in a cell of a question grows with this power of N."""


@dataclass(frozen=True)
class QuestionScorer:
    """Scores the n items of a model for noisy cells of one learned question.

    `digest` names the question, `cells` its k cells. `mean` (k,) is what one movie of the mean
    public user adds to each, `energies` (k,) and `axes` (k, k) the eigenvalues and vectors of the
    users' covariance around it, per movie. `log_size` is the mean and deviation of log N, `weights`
    (2k + 3, n). One decomposition serves every size and budget, so an answer solves nothing.
    """

    digest: str
    cells: tuple[str, ...]
    mean: Floats
    energies: Floats
    axes: Floats
    log_size: tuple[float, float]
    weights: Floats32

    @classmethod
    def train(
        cls,
        question: Question,
        rows: Floats,
        model: ItemModel,
        ratings: Ratings,
        tick: Callable[[], None] = nothing,
    ) -> QuestionScorer:
        """Train on public users. `rows` (n, k) of the model's items, in shares of a movie.

        Raises ValueError where fewer than two users watched enough movies.
        """
        watched, place = _watched(model, ratings)
        tick()
        known = place >= 0
        in_cells = np.asarray(watched @ np.where(known[:, None], rows[place], 0.0))
        size = np.asarray(watched @ known.astype(np.float64)).ravel()
        usable = size >= LEAST_SIZE
        if usable.sum() < 2:
            raise ValueError("there are too few public users to train on")
        tick()
        size, in_cells = size[usable], in_cells[usable]
        logs = np.log(size)
        mean = in_cells.sum(axis=0) / size.sum()
        off = (in_cells - size[:, None] * mean) / size[:, None] ** (POWER / 2.0)
        energies, axes = np.linalg.eigh(off.T @ off / len(off))
        energies = np.maximum(energies, _LEAST_NOISE)
        features = np.zeros((len(usable), 2 * len(mean) + 3))
        features[usable] = _features(logs - logs.mean(), off @ axes / np.sqrt(energies))
        penalty = np.full(features.shape[1], RIDGE)
        penalty[0] = 0.0
        target = np.zeros((features.shape[1], len(model.records)))
        target[:, place[known]] = (watched.T @ features)[known].T
        tick()
        return cls(
            question.digest,
            question.cells,
            mean,
            energies,
            axes,
            (float(logs.mean()), max(float(logs.std()), 1e-3)),
            np.linalg.solve(features.T @ features + np.diag(penalty), target).astype(np.float32),
        )

    def supports(self, mechanism: str | None, counts: Mapping[str, float] | None) -> bool:
        """Whether a release gives every cell."""
        return mechanism in LEARNED_NAMES and counts is not None and set(self.cells) <= set(counts)

    def scores(self, counts: Mapping[str, float], epsilon: float) -> Floats32:
        """Score all items, shape (n,), for noisy cells of budget ε.

        Finite for every ε and count that the wire lets through.
        """
        noisy = np.array([counts[cell] for cell in self.cells], dtype=np.float64)
        center, deviation = self.log_size
        logs = _grid(center, deviation)
        sizes = np.exp(logs)[:, None]
        off = (noisy - sizes * self.mean) @ self.axes
        spread = sizes**POWER * self.energies + 2.0 / epsilon**2
        likely = -0.5 * (off**2 / spread + np.log(spread)).sum(axis=1)
        likely -= 0.5 * ((logs - center) / deviation) ** 2
        tastes = np.sqrt(self.energies) * sizes ** (POWER / 2.0) * off / spread
        # Cells that nobody has would give scores that no client reads.
        farthest = np.maximum(np.abs(tastes).max(axis=1, keepdims=True, initial=0.0), 1.0)
        tastes *= np.minimum(1.0, _FARTHEST / farthest)
        chance = np.exp(likely - likely.max())
        row = chance @ _features(logs - center, tastes) / chance.sum()
        scores: Floats32 = (row @ self.weights).astype(np.float32)
        return scores


def question_rows(question: Question, catalog: Catalog, positions: Positions) -> Floats:
    """Return the question's rows (m, k) of the movies at these positions; zeros at -1."""
    nobody = Movie("", None, ())
    movies = [catalog.movies[i] if i >= 0 else nobody for i in positions.tolist()]
    return np.asarray(question.rows(movies) / question.multiplier, dtype=np.float64)


@dataclass(frozen=True)
class CategoryShareScorer:
    """Scores the n items of a model for noisy shared counts.

    `mean` and `spread` (c,) of public users' shares of the categories, `log_size` the mean and
    deviation of log N. `means` (k, c) and `covariances` (k, c, c) are of the shares of people of
    about each of `sizes` (k,), values of log N. `weights` (2c + 3, n). `asked`, where it was
    trained, scores releases that count in the cells of a learned question.
    """

    categories: tuple[str, ...]
    mean: Floats
    spread: Floats
    log_size: tuple[float, float]
    sizes: Floats
    means: Floats
    covariances: Floats
    weights: Floats32
    asked: QuestionScorer | None = None

    @classmethod
    def train(
        cls,
        model: ItemModel,
        categories: tuple[str, ...],
        membership: NDArray[np.bool_],
        ratings: Ratings,
        tick: Callable[[], None] = nothing,
    ) -> CategoryShareScorer:
        """Train on public users. `membership` (n, c) of the model's items. `tick` now and then.

        Raises ValueError where fewer than two users watched movies that have categories.
        """
        rows = shared_rows(membership)
        watched, place = _watched(model, ratings)
        tick()
        shared = np.asarray(watched @ np.where((place >= 0)[:, None], rows[place], 0.0))
        count = len(shared)
        tick()
        size = shared.sum(axis=1)
        usable = size >= 1.0 - 1e-9
        if usable.sum() < 2:
            raise ValueError("there are too few public users to train on")
        shares, logs = shared[usable] / size[usable, None], np.log(size[usable])
        mean, covariance = shares.mean(axis=0), np.atleast_2d(np.cov(shares.T))
        spread = _spread(covariance)
        features = np.zeros((count, 2 * len(mean) + 3))
        features[usable] = _features(logs - logs.mean(), (shares - mean) / spread)
        penalty = np.full(features.shape[1], RIDGE)
        penalty[0] = 0.0
        gram = features.T @ features + np.diag(penalty)
        target = np.zeros((features.shape[1], len(membership)))
        target[:, place[place >= 0]] = (watched.T @ features)[place >= 0].T
        log_size = (float(logs.mean()), max(float(logs.std()), 1e-3))
        sizes = _grid(*log_size)
        tick()
        near = []
        for size in sizes:
            near.append(_near(size, logs, shares, mean, covariance))
            tick()
        return cls(
            categories,
            mean,
            spread,
            log_size,
            sizes,
            np.array([one[0] for one in near]),
            np.array([one[1] for one in near]),
            np.linalg.solve(gram, target).astype(np.float32),
        )

    @classmethod
    def for_catalog(
        cls,
        model: ItemModel,
        catalog: Catalog,
        ratings: Ratings,
        question: Question | None = None,
    ) -> CategoryShareScorer:
        """Train for a catalog's categories, and for a learned question where one is given.

        Raises ValueError where there are too few users.
        """
        movie = Alignment.of(model, catalog).movie
        trained = cls.train(model, catalog.categories, catalog.membership(movie), ratings)
        if question is None:
            return trained
        rows = question_rows(question, catalog, movie)
        return replace(trained, asked=QuestionScorer.train(question, rows, model, ratings))

    def supports(
        self,
        mechanism: str | None,
        counts: Mapping[str, float] | None,
        question: str | None = None,
    ) -> bool:
        """Whether a release is one that this was trained for.

        Either S-MAP with every category counted, or every cell of the learned question that
        `question` names by its digest. A category that no public user's movie has was not counted
        in training either.
        """
        if question is not None:
            return (
                self.asked is not None
                and question == self.asked.digest
                and self.asked.supports(mechanism, counts)
            )
        if mechanism != MECHANISM or counts is None:
            return False
        return all(
            name in counts or share == 0.0
            for name, share in zip(self.categories, self.mean.tolist(), strict=True)
        )

    def scores(
        self, counts: Mapping[str, float], epsilon: float, question: str | None = None
    ) -> Floats32:
        """Score all items, shape (n,), for noisy shared counts, or noisy cells, of budget ε.

        Finite for every ε and count that the wire lets through (`wire.MIN_EPSILON` and so on).
        """
        if question is not None and self.asked is not None:
            return self.asked.scores(counts, epsilon)
        noisy = np.array([counts.get(name, 0.0) for name in self.categories], dtype=np.float64)
        variances, rotations = self._decompositions
        size = np.exp(self.sizes)[:, None]
        off = noisy / size - self.means
        # Shares sum to 1, so their covariance alone is singular.
        blurred = variances + np.maximum(2.0 / (epsilon * size) ** 2, _LEAST_NOISE)
        rotated = np.einsum("kij,ki->kj", rotations, off)
        solution = np.einsum("kij,kj->ki", rotations, rotated / blurred)
        deviation_of_log_size = self.sizes - self.log_size[0]
        likely = (
            -0.5 * ((rotated**2 / blurred).sum(axis=1) + np.log(blurred).sum(axis=1))
            - len(noisy) * self.sizes
            - 0.5 * (deviation_of_log_size / self.log_size[1]) ** 2
        )
        expected = self.means + np.einsum("kij,kj->ki", self.covariances, solution)
        deviation = (expected - self.mean) / self.spread
        # Counts that nobody has would give scores that no client reads.
        largest = np.abs(deviation).max(axis=1, initial=1.0)
        deviation *= np.minimum(1.0, _FARTHEST / largest)[:, None]
        weights = np.exp(likely - likely.max())
        row = weights @ _features(deviation_of_log_size, deviation) / weights.sum()
        scores: Floats32 = (row @ self.weights).astype(np.float32)
        return scores

    @cached_property
    def _decompositions(self) -> tuple[Floats, Floats]:
        """Eigenvalues (k, c) and eigenvectors (k, c, c) of the covariances, computed once.

        Noise adds the same variance to every direction, so a release needs no further
        decomposition, whatever its budget. Rounding makes some eigenvalues slightly negative.
        """
        variances, rotations = np.linalg.eigh(self.covariances)
        return np.maximum(variances, 0.0), rotations


def shared_rows(membership: NDArray[np.bool_]) -> Floats:
    """Each movie shared out evenly among its categories: rows of sum 1, or 0 without any."""
    rows = membership.astype(np.float64)
    shared: Floats = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1.0)
    return shared


def _watched(model: ItemModel, ratings: Ratings) -> tuple[Any, Positions]:
    """Who watched what (u, k), sparse, each pair once; and the model's item of each column, or −1.

    Sums over millions of ratings are products with it: a list of pairs, each with the features of
    its person, has gigabytes. Raises ValueError where there are no ratings.
    """
    try:
        wire_ids, matrix = watch_matrix(ratings)
    except EpicRecError:
        raise ValueError("there are no public ratings to train on") from None
    place = np.array([model.index.get(wire_id, -1) for wire_id in wire_ids], dtype=np.int64)
    return matrix, place


def _spread(covariance: Floats) -> Floats:
    """Standard deviations of the shares; 1 for a category that has none."""
    variance = np.diag(covariance)
    return np.where(variance > 0, np.sqrt(np.maximum(variance, 0.0)), 1.0)


def _features(logs: Floats, shares: Floats) -> Floats:
    """(u, 2c + 3): 1, log N less its mean and that squared, standardized shares, and products."""
    products = PRODUCTS * logs[:, None] * shares
    return np.column_stack([np.ones(len(logs)), logs, logs**2, shares, products])


def _grid(center: float, deviation: float) -> Floats:
    """Values of log N that are thought of, where there are people."""
    low = min(max(center - _RANGE * deviation, np.log(LEAST_SIZE)), center)
    high = max(min(center + _RANGE * deviation, np.log(LARGEST_SIZE)), center)
    return np.linspace(low, high, _SIZES)


def _near(
    log_size: float, logs: Floats, shares: Floats, mean: Floats, covariance: Floats
) -> tuple[Floats, Floats]:
    """Mean (c,) and covariance (c, c) of the shares of people of about this size.

    Drawn towards those of everybody, the more the fewer they are.
    """
    near = np.exp(-0.5 * ((logs - log_size) / ALIKE) ** 2)
    total = float(near.sum())
    people = total * total / float(near @ near) if total > _LEAST_NOISE else 0.0
    if people <= 1.0:
        return mean, covariance
    own = near @ shares / total
    deviation_of_log_size = shares - own
    sample_weight = people / (people + SHRINKAGE_PEOPLE)
    like = (deviation_of_log_size.T * near) @ deviation_of_log_size / total
    return sample_weight * own + (1.0 - sample_weight) * mean, sample_weight * like + (
        1.0 - sample_weight
    ) * covariance


_KEY = "key"
_ASKED = "asked."


def save_scorer(scorer: CategoryShareScorer, file: Path, key: str) -> None:
    """Keep the scorer, in place of an earlier one, in one step. Raises `OSError`."""
    arrays = _arrays(scorer, "")
    if scorer.asked is not None:
        arrays |= _arrays(scorer.asked, _ASKED)
    if any(array.dtype.hasobject for array in arrays.values()):
        raise TypeError("a scorer is made of arrays, numbers and names")
    with replacing(file, durable=False) as stream:  # a spoiled one is trained again
        # Without allow_pickle: before NumPy 2.1 that was taken for one more array.
        np.savez(stream, **{_KEY: np.asarray(key), **arrays})


def load_scorer(file: Path, key: str) -> CategoryShareScorer | None:
    """The scorer kept under this key; None where there is none, or the file is damaged."""
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            if archive[_KEY].item() != key:
                return None
            asked = f"{_ASKED}digest" in archive.files
            return CategoryShareScorer(
                **_values(archive, CategoryShareScorer, ""),
                asked=QuestionScorer(**_values(archive, QuestionScorer, _ASKED)) if asked else None,
            )
    except (OSError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile, zlib.error):
        return None


def _arrays(scorer: CategoryShareScorer | QuestionScorer, prefix: str) -> dict[str, Any]:
    """Return the fields of a scorer as arrays, under names with this prefix."""
    return {
        prefix + field.name: np.asarray(getattr(scorer, field.name))
        for field in fields(scorer)
        if field.name != "asked"
    }


def _values(archive: Any, kind: type[Any], prefix: str) -> dict[str, Any]:
    """Read what `_arrays` made of a scorer of this kind."""
    return {
        field.name: _value(archive[prefix + field.name], field)
        for field in fields(kind)
        if field.name != "asked"
    }


def _value(array: Any, field: Any) -> Any:
    """What was kept of a field, an array again only where the field is one."""
    if array.ndim == 0:
        return array.item()
    return tuple(array.tolist()) if str(field.type).startswith("tuple") else array
