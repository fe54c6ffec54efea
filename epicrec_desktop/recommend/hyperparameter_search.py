"""Select a model's settings on the ratings it will be trained on.

The best settings depend on the number of people and the length of their histories: a penalty chosen
on 600 people gains half as much as the right one on 6,000. Some people are held out, models are
trained on the others, and the one with the largest NDCG@10 on the held-out people is selected:
coarse steps first, then finer ones around the best. Only these ratings decide; the quality of the
result has to be measured on people used for neither selection nor training.

The settings are those of the linear model (`linear_training.py`), of which regression with and
without the movie itself and item-item similarity are special cases.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats32
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.recommend import linear_training
from epicrec_desktop.recommend.factor_models import LinearModel
from epicrec_desktop.recommend.knowledge_model import Traits, trait_rows
from epicrec_desktop.recommend.linear_training import LinearSettings, Spectrum, train
from epicrec_desktop.recommend.metrics import HeldOut, find_positions, split
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ratings import Ratings, watch_matrix

SEARCH_SECONDS = 180.0
"""No further settings are tried after so long; what was found until then is used."""

MAX_TRAINING_USERS = 20_000
MAX_TRIALS = 800
MIN_TRIALS = 5
"""People whom models are trained on, and on whom they are compared, while searching."""

HELD_OUT = 0.2
FOLDS, FEW_PEOPLE = 4, 2_000
"""Of fewer people than this, so many different fifths are held out: a hundred are too few."""

EXPONENTS = (0.0, 0.25, 0.5)
REGULARIZATIONS = (0.2, 0.6, 2.0, 6.0, 20.0)
KNOWLEDGE = (10.0, 30.0, 3.0)
"""Weights of what movies have in common; where the first is no better than none, no other is."""

_SEED = 2024
_ROUNDS = 4
_BLOCK = 128  # people scored at a time
_STEP = message("Finding the best settings on people the model has not learned from")


@dataclass(frozen=True)
class Trial:
    """Evaluated settings, and NDCG@10 on the people held out during the search."""

    settings: LinearSettings
    ndcg10: float

    @property
    def document(self) -> dict[str, Any]:
        """Return the data for JSON."""
        return {"family": LinearModel.kind, **asdict(self.settings), "ndcg10": self.ndcg10}


@dataclass(frozen=True)
class Selection:
    """All trials, in order; `settings` are the best. `users` were held out."""

    attempts: tuple[Trial, ...]
    users: int

    @property
    def settings(self) -> LinearSettings:
        """Return the best settings; of equally good ones the first."""
        if not self.attempts:
            return LinearSettings()
        return max(self.attempts, key=lambda attempt: attempt.ndcg10).settings


Spectra = Sequence[Spectrum]
"""One for each fold."""


def select(
    ratings: Ratings,
    *,
    traits: Traits = (),
    factors: int = linear_training.FACTORS,
    seconds: float = SEARCH_SECONDS,
    job: Job = UNATTENDED,
) -> Selection:
    """Search the settings for these ratings; return the defaults for too few people.

    `traits` are what is known of movies. The same ratings give the same settings, unless time runs
    out. Raises `Cancelled`, and `EpicRecError` where there are no ratings.
    """
    folds = list(_folds(_some(ratings), traits))
    if not folds:
        watch_matrix(ratings)  # raises if there are no ratings
        return Selection((), 0)
    deadline = time.monotonic() + seconds
    search = _Search(folds, factors, deadline, job)
    search.run()
    return Selection(tuple(search.attempts), sum(len(fold.hidden) for fold in folds))


def select_and_train(ratings: Ratings, *, job: Job = UNATTENDED) -> ItemModel:
    """Find the settings on these ratings and train with them on all of them."""
    return train(ratings, select(ratings, job=job).settings, job=job)


def _some(ratings: Ratings) -> Ratings:
    """Return the ratings of at most so many people, always the same ones."""
    users = np.unique(ratings.users)
    most = MAX_TRAINING_USERS + MAX_TRIALS
    if len(users) <= most:
        return ratings
    taken = np.zeros(int(users[-1]) + 1, dtype=bool)
    taken[np.random.default_rng(_SEED).choice(users, most, replace=False)] = True
    return ratings.chosen(taken[ratings.users])


def _folds(ratings: Ratings, traits: Traits = ()) -> Iterator[_Fold]:
    """Yield training people with validation people; several times if there are few."""
    people = len(np.unique(ratings.users))
    share = min(HELD_OUT, MAX_TRIALS / max(people, 1))
    for number in range(FOLDS if people < FEW_PEOPLE else 1):
        rest, held = split(ratings, held_out=share, seed=_SEED + number)
        fold = _Fold.of(rest, held, traits) if len(rest.users) else None
        if fold is not None:
            yield fold


@dataclass(frozen=True)
class _Fold:
    """Training ratings as a sparse matrix, and validation people.

    `rows` are what the movies have in common, (t, n) sparse, `given` (v, n) sparse what the people
    watched, `hidden` the items to be found; `wanted` is how many were hidden, known or not.
    """

    matrix: Any
    rows: Any
    given: Any
    hidden: tuple[Positions, ...]
    wanted: tuple[int, ...]

    @classmethod
    def of(cls, ratings: Ratings, held: list[HeldOut], traits: Traits) -> _Fold | None:
        """Build the fold; return None if too few people are left for validation."""
        from scipy import sparse  # noqa: PLC0415

        selected, matrix = watch_matrix(ratings)
        index = {wire_id: i for i, wire_id in enumerate(selected)}
        place = find_positions(index, ratings.wire_ids)
        given = [items[items >= 0] for items in (place[user.given] for user in held)]
        known = [k for k, items in enumerate(given) if len(items)]
        if len(known) < MIN_TRIALS:
            return None
        starts = np.cumsum([0, *(len(given[k]) for k in known)])
        columns = np.concatenate([given[k] for k in known])
        csr: Any = sparse.csr_matrix
        shape = (len(known), len(selected))
        hidden = [place[held[k].hidden] for k in known]
        return cls(
            matrix,
            trait_rows(selected, traits),
            csr((np.ones(len(columns), dtype=np.float32), columns, starts), shape=shape),
            tuple(items[items >= 0] for items in hidden),
            tuple(len(items) for items in hidden),
        )

    def gains(self, spectrum: Spectrum, settings: LinearSettings) -> list[float]:
        """Return NDCG@10 of a linear model on each of the people."""
        factors, gain = spectrum.weights(settings, spectrum.regularization(settings))
        discounts = 1.0 / np.log2(np.arange(2, 12))
        ideal = np.cumsum(discounts)
        gains: list[float] = []
        for start in range(0, len(self.hidden), _BLOCK):
            rows = self.given[start : start + _BLOCK]
            scores = (rows @ factors) @ factors.T * gain
            scores[rows.nonzero()] = -np.inf
            for ranked, hidden, wanted in zip(
                _first(scores, 10), self.hidden[start:], self.wanted[start:], strict=False
            ):
                hits = np.isin(ranked, hidden)
                gains.append(float(hits @ discounts[: len(hits)]) / ideal[min(wanted, 10) - 1])
        return gains


def _first(scores: Floats32, places: int) -> NDArray[np.int64]:
    places = min(places, scores.shape[1])
    best = np.argpartition(-scores, places - 1, axis=1)[:, :places]
    order = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1, kind="stable")
    return np.take_along_axis(best, order, axis=1)


class _Search:
    def __init__(self, folds: Sequence[_Fold], factors: int, deadline: float, job: Job) -> None:
        self.attempts: list[Trial] = []
        self._folds = folds
        self._factors = factors
        self._deadline = deadline
        self._job = job
        self._expected = len(EXPONENTS) * len(REGULARIZATIONS) + 8

    def run(self) -> None:
        """Try the linear family coarsely, then finely around the best."""
        best: tuple[Trial, Spectra] | None = None
        for exponent in EXPONENTS:
            if self.attempts and self._late():
                break
            spectra = [self._spectrum(fold, exponent) for fold in self._folds]
            found = self._coarse(spectra, LinearSettings(self._factors, item_exponent=exponent))
            if best is None or found.ndcg10 > best[0].ndcg10:
                best = (found, spectra)
        if best is not None:
            best = self._informed(*best)
            self._fine(*best)

    def _informed(self, best: Trial, spectra: Spectra) -> tuple[Trial, Spectra]:
        """Try what is known of movies as a prior, as long as it improves."""
        exponent = best.settings.item_exponent
        for weight in KNOWLEDGE if self._folds[0].rows.shape[0] else ():
            if self._late():
                break
            informed = [self._spectrum(fold, exponent, weight) for fold in self._folds]
            found = self._coarse(informed, replace(best.settings, knowledge=weight))
            if found.ndcg10 > best.ndcg10:
                best, spectra = found, informed
            elif weight == KNOWLEDGE[0]:
                break
        return best, spectra

    def _spectrum(self, fold: _Fold, exponent: float, knowledge: float = 0.0) -> Spectrum:
        return linear_training.decompose(
            linear_training.with_knowledge(fold.matrix, fold.rows, knowledge),
            exponent,
            self._factors,
            popularity=linear_training.viewers(fold.matrix),
            rounds=_ROUNDS,
            job=Job(self._report_step, self._job.cancelled),
        )

    def _coarse(self, spectra: Spectra, start: LinearSettings) -> Trial:
        """Try λ in coarse steps until it gets worse on both sides of the best."""
        tried = []
        for strength in REGULARIZATIONS:
            tried.append(self._linear(spectra, replace(start, regularization=strength)))
            if len(tried) > 2 and tried[-1].ndcg10 < tried[-2].ndcg10 < tried[-3].ndcg10:
                break
        return max(tried, key=lambda attempt: attempt.ndcg10)

    def _fine(self, best: Trial, spectra: Spectra) -> None:
        """Vary one setting after another around the best; keep each improvement."""
        for change in (
            lambda at: (replace(at, gain=0.0), replace(at, gain=1.0)),
            lambda at: (replace(at, focus=0.0), replace(at, focus=0.25)),
            lambda at: _stronger(at, 0.6, 1.7),
            lambda at: _stronger(at, 0.8, 1.25),
        ):
            for settings in change(best.settings):
                if self._late():
                    return
                found = self._linear(spectra, settings)
                best = max(best, found, key=lambda attempt: attempt.ndcg10)

    def _linear(self, spectra: Spectra, settings: LinearSettings) -> Trial:
        gains: list[float] = []
        for fold, spectrum in zip(self._folds, spectra, strict=True):
            gains += fold.gains(spectrum, settings)
        self._job.check()
        attempt = Trial(settings, float(np.mean(gains)))
        self.attempts.append(attempt)
        self._report_step()
        return attempt

    def _report_step(self, _progress: Progress | None = None, /) -> None:
        """Report how far the search is; of one training that is a sign of activity alone."""
        done = min(len(self.attempts), self._expected)
        self._job.report(Progress(_STEP, done, self._expected))

    def _late(self) -> bool:
        self._job.check()
        return time.monotonic() > self._deadline


def _stronger(settings: LinearSettings, *factors: float) -> tuple[LinearSettings, ...]:
    return tuple(
        replace(settings, regularization=factor * settings.regularization) for factor in factors
    )
