"""Learn from a provider's answers to personas how it ranks, and apply that to a user, locally.

Each answer is a row of targets: 1 at the first place, less at later ones (`place_worth`), 0 for a
movie that is not in it, and `OWN` for the persona's own movies, which a provider leaves out. The
targets minus their mean are learned by kernel ridge regression on the personas' tastes,

    scores(u) = mean + k(u, P) (k(P, P) + RIDGE·I)⁻¹ (targets − mean).

A taste is the sum of the movies' factors, scaled to length 1. Nothing of the user enters before the
last product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.recommend.movie_factors import MovieFactors
from epicrec_desktop.recommend.personas import PersonaAnswers, PublicIds, place_worth

RIDGE = 0.3
OWN = 0.9

MAX_MOVIES = 5_000
"""Movies that are learned; a provider that names more is read as far as its most named ones."""

FIRST = 10


class PersonaReader:
    """Scores the movies of a provider's answers for any profile. Thread-safe."""

    def __init__(
        self, answers: PersonaAnswers, factors: MovieFactors, movie: Callable[[str], Movie | None]
    ) -> None:
        """`movie` finds what is known of a public id."""
        self._answers, self._factors, self._movie = answers, factors, movie
        self.movies = _most_named(answers)
        self._column = {wire_id: j for j, wire_id in enumerate(self.movies)}
        tastes = [self._taste(dict.fromkeys(one, 1.0)) for one in answers.personas]
        self._tastes = np.array(tastes)
        targets = self._targets()
        self._mean = targets.mean(axis=0)
        kernel = self._tastes @ self._tastes.T + RIDGE * np.eye(len(targets))
        self._inverse = np.linalg.inv(kernel)
        self._learned = (self._inverse @ (targets - self._mean)).astype(np.float32)

    def scores(self, profile: Mapping[str, float]) -> Floats32:
        """Return the score of each of `movies` for a profile: public ids with their weights."""
        near = self._tastes @ self._taste(profile)
        return np.asarray(self._mean + near.astype(np.float32) @ self._learned, dtype=np.float32)

    def _taste(self, profile: Mapping[str, float]) -> Floats:
        """Return what a profile likes, scaled to length 1; zeros as they are."""
        movies = [self._movie(wire_id) or _UNKNOWN for wire_id in profile]
        weights = np.array(list(profile.values()), dtype=float)
        taste = self._factors.of_profile(movies, weights)
        return np.asarray(taste / (float(np.sqrt((taste**2).sum())) or 1.0))

    def _targets(self) -> Floats32:
        """Return what the answers say of each movie, (personas, movies)."""
        targets = np.zeros((len(self._answers.lists), len(self.movies)), dtype=np.float32)
        worth = place_worth()
        for row, personas, listed in zip(
            targets, self._answers.personas, self._answers.lists, strict=True
        ):
            for value, wire_id in zip(worth, listed, strict=False):
                if wire_id in self._column:
                    row[self._column[wire_id]] = value
            row[[self._column[wire_id] for wire_id in personas if wire_id in self._column]] = OWN
        return targets

    @cached_property
    def guessed(self) -> tuple[float, float]:
        """Return how many of the first ten movies to a persona are guessed without it.

        And how many from their mean, as of a provider that tells everybody the same; both are means
        over personas, each of which is left out in turn. In closed form: leaving out row i of a
        ridge regression changes its prediction by (A R)_i / A_ii, A being the inverse and R the
        targets minus their mean.
        """
        targets = self._targets()
        count = len(targets)
        mean = (count * self._mean - targets) / max(count - 1, 1)
        change = self._learned / np.diag(self._inverse)[:, None].astype(np.float32)
        predicted = mean + (targets - self._mean) - change
        for i, watched in enumerate(self._answers.personas):
            own = [self._column[wire_id] for wire_id in watched if wire_id in self._column]
            for scores in (mean, predicted):
                scores[i, own] = -np.inf
        return self._hits(predicted), self._hits(mean)

    def _hits(self, scores: NDArray[Any]) -> float:
        """Return how many of the first movies answered are the first by these scores, as a mean."""
        first = min(FIRST, scores.shape[1]) - 1
        order = np.argpartition(-scores, first, axis=1)[:, : first + 1]
        hits = [
            sum(self._column.get(wire_id, -1) in best for wire_id in listed[:FIRST])
            for best, listed in zip(map(set, order.tolist()), self._answers.lists, strict=True)
        ]
        return float(np.mean(hits)) if hits else 0.0


_UNKNOWN = Movie("", None, ())


def _most_named(answers: PersonaAnswers) -> PublicIds:
    """Return the movies of the answers; the most named where there are too many."""
    movies = answers.movies
    if len(movies) <= MAX_MOVIES:
        return movies
    count = Counter(chain.from_iterable(answers.lists))
    return tuple(sorted(sorted(movies, key=lambda movie: (-count[movie], movie))[:MAX_MOVIES]))


def agreement(scores: NDArray[np.floating], others: NDArray[np.floating]) -> float:
    """Return the rank correlation of two scores of the same movies; 0 where there is none."""
    if len(scores) < 2 or np.ptp(scores) == 0 or np.ptp(others) == 0:
        return 0.0
    first, second = (np.argsort(np.argsort(v, kind="stable")) for v in (scores, others))
    return float(np.corrcoef(first.astype(np.float64), second.astype(np.float64))[0, 1])
