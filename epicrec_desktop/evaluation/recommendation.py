"""What a released profile is worth: rankings of hidden movies, on the service and on this computer.

Public users are split into those a model is trained on and those who are tried; the history of the
latter is told in part, released through the real engine, and what is hidden should be found. All
that is public in a trial (popularity, models, the aware scorer) is made of training users alone.

Beside the rankings stands the paper's measure, the loss of mean absolute error of predicted ratings
(figures 5b and 6b). It hides much: predicting a movie's usual rating for everyone loses little.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import Ratings as PublicRatings
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.evaluation.figures import BLUE, GRAY, GREEN, OCHRE, RED, Series, Sheet, lines
from epicrec_desktop.evaluation.rating_prediction import RatingModel
from epicrec_desktop.privacy.calibration import Calibration
from epicrec_desktop.privacy.perturbation import (
    Kind,
    Mechanism,
    calibrate_levels,
    draw,
    plan,
    sanitize,
)
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.privacy.sanitization import Rounding
from epicrec_desktop.recommend.als import Ratings, Training, train
from epicrec_desktop.recommend.aware import AwareScorer
from epicrec_desktop.recommend.metrics import ndcg, recall
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ranking import Alignment, Ranker, top
from epicrec_desktop.recommend.released import ReleasedScorer
from epicrec_desktop.recommend.wire import RecommendationRequest

EPSILONS = (0.1, 0.2, 0.3, 1.0)
USERS_TRAIN = 0.8
INPUT_FRACTION = 0.8
REPEATS = 3

TRUE = "true history on the service"
PUBLISHED = "as published"
PUBLISHED_TILT = "as published, popularity tilted by the counts"
IMPROVED = "improved"
IMPROVED_AWARE = "improved, aware scorer"
HERE = ", ranked here"
NOTHING = "no release"
POPULARITY = "popularity"

_PLACES = 20
_Z95 = 1.959964
_CHOICE = PrivacyChoice(ReleaseLevel.PERTURBED)
Ints = NDArray[np.int64]


@dataclass
class _Found:
    """Measures of one way to recommend at one budget: an entry per user, in the users' order."""

    ndcg: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)  # sums of |prediction − rating| per user


@dataclass(frozen=True)
class _User:
    """One user who is tried: catalog positions and ratings, told and hidden."""

    told: Ints
    hidden: Ints
    told_values: NDArray[np.float64]
    hidden_values: NDArray[np.float64]


@dataclass(frozen=True)
class _Trial:
    """What is public in one fold: made of its training users alone."""

    catalog: Catalog
    popularity: NDArray[np.float64]
    model: ItemModel
    alignment: Alignment
    ranker: Ranker
    released: ReleasedScorer
    aware: AwareScorer
    ratings: RatingModel


Key = tuple[str, float | None]


def run(
    imported: ImportedCatalog,
    *,
    users_train: float = USERS_TRAIN,
    input_fraction: float = INPUT_FRACTION,
    epsilons: Sequence[float] = EPSILONS,
    repeats: int = REPEATS,
    seed: int = 1,
    report: Report = quiet,
    cancelled: IsCancelled = never,
) -> dict[str, Any]:
    """Rows {name, epsilon, ndcg10, recall20, ci, mae_loss, over_popularity, over_popularity_ci}.

    `repeats` disjoint sets of users are tried, each with models of its own. `ci` is the half width
    of the 95 % interval of `ndcg10` over users; `mae_loss` is relative to the true history (None
    where a way predicts no ratings); `over_popularity` is the ratio of NDCG@10 to that of
    popularity, with the bounds of its interval by a paired bootstrap over users. Ranking here
    reads the true history and no release, so its rows are the same whatever was released. Raises
    `CatalogError` without ratings; `Cancelled`.
    """
    public = imported.ratings
    if public is None or len(public) == 0:
        raise CatalogError(
            "Recommendations can only be evaluated on public ratings, and this catalog has none. "
            "Give a MovieLens folder with --catalog."
        )
    if not (0.0 < users_train < 1.0 and 0.0 < input_fraction < 1.0):
        raise CatalogError("The shares of users and of histories must be between 0 and 1.")
    generator = np.random.default_rng(seed)
    folds = list(_folds(public, users_train, repeats, generator))
    calibration = calibrate_levels(imported.catalog.groups, _CHOICE)
    found: dict[Key, _Found] = {}
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        for number, held in enumerate(folds):
            report(Progress("Training on public users", number, len(folds)))
            trial = _prepare(imported.catalog, public, held, generator)
            check(cancelled)
            for user in _histories(public, held, input_fraction, generator):
                check(cancelled)
                _try(trial, user, calibration, epsilons, generator, found)
    return _result(found, folds, generator, seed)


def _folds(
    public: PublicRatings, users_train: float, repeats: int, generator: np.random.Generator
) -> Iterator[Ints]:
    """Disjoint sets of users to hold out."""
    order = generator.permutation(public.user_count)
    size = max(1, round((1.0 - users_train) * len(order)))
    for start in range(0, min(repeats, max(1, len(order) // size)) * size, size):
        yield np.sort(order[start : start + size])


def _prepare(
    catalog: Catalog, public: PublicRatings, held: Ints, generator: np.random.Generator
) -> _Trial:
    """Train on everybody else."""
    others = ~np.isin(public.users, held)
    users, items = public.users[others].astype(np.int64), public.items[others].astype(np.int64)
    popularity = np.bincount(items, minlength=len(catalog.movies)).astype(np.float64)
    ratings = Ratings(users, items, [movie.wire_id for movie in catalog.movies])
    model = train(ratings, Training(threads=1))
    alignment = Alignment.of(model, catalog)
    membership = catalog.matrix[alignment.movie] > 0
    return _Trial(
        catalog,
        popularity,
        model,
        alignment,
        Ranker(model, catalog),
        ReleasedScorer(model, catalog.categories, membership),
        AwareScorer.train(model, catalog.categories, membership, ratings),
        RatingModel.train(
            users,
            items,
            public.values[others].astype(np.float64),
            len(catalog.movies),
            generator,
        ),
    )


def _histories(
    public: PublicRatings, held: Ints, input_fraction: float, generator: np.random.Generator
) -> Iterator[_User]:
    """The users held out, each history split at random; without those it cannot be split for."""
    for user in held.tolist():
        where = generator.permutation(np.flatnonzero(public.users == user))
        count = round(input_fraction * len(where))
        if 0 < count < len(where):
            items, values = public.items[where].astype(np.int64), public.values[where]
            yield _User(
                items[:count],
                items[count:],
                values[:count].astype(np.float64),
                values[count:].astype(np.float64),
            )


def _try(
    trial: _Trial,
    user: _User,
    calibration: Calibration,
    epsilons: Sequence[float],
    generator: np.random.Generator,
    found: dict[Key, _Found],
) -> None:
    """Every way to recommend for one user."""

    def note(name: str, epsilon: float | None, ranked: Ints, release: Ints | None) -> None:
        one = found.setdefault((name, epsilon), _Found())
        one.ndcg.append(ndcg(ranked, user.hidden))
        one.recall.append(recall(ranked, user.hidden))
        if release is not None:
            one.errors.append(_rating_error(trial.ratings, user, release))

    def served(scores: NDArray[np.floating]) -> Ints:
        allowed = trial.alignment.movie >= 0
        allowed[_known(trial, user.told)] = False  # the app leaves out what was watched
        return trial.alignment.movie[top(scores.astype(np.float32), allowed, _PLACES)]

    def asked(items: Ints) -> Ints:
        return served(trial.model.scores(_known(trial, items)))

    nobody = np.zeros(0, dtype=np.int64)
    here = np.array([r.movie for r in trial.ranker.rank(user.told.tolist(), limit=_PLACES).overall])
    note(TRUE, None, asked(user.told), user.told)
    note(TRUE + HERE, None, here, None)
    note(NOTHING + HERE, None, here, None)
    note(POPULARITY, None, served(trial.model.popularity), nobody)
    for epsilon in epsilons:
        for kind, name in ((Kind.PUBLISHED, PUBLISHED), (Kind.IMPROVED, IMPROVED)):
            counts, movies = _release(trial, user, kind, epsilon, calibration, generator)
            note(name, epsilon, asked(movies), movies)
            note(name + HERE, epsilon, here, None)
            if kind is Kind.PUBLISHED:
                request = RecommendationRequest(
                    (), ReleaseLevel.PERTURBED, "S-DPDP", epsilon, counts
                )
                note(PUBLISHED_TILT, epsilon, served(trial.released.scores(request, nobody)), None)
            else:
                note(IMPROVED_AWARE, epsilon, served(trial.aware.scores(counts, epsilon)), None)


def _known(trial: _Trial, movies: Ints) -> Ints:
    """The model's items for these catalog positions."""
    items = trial.alignment.model_item[movies]
    return items[items >= 0]


def _release(
    trial: _Trial,
    user: _User,
    kind: Kind,
    epsilon: float,
    calibration: Calibration,
    generator: np.random.Generator,
) -> tuple[dict[str, float], Ints]:
    """A release of the told movies through the engine: noisy counts, and the list of movies."""
    groups = trial.catalog.groups
    mechanism = plan(
        groups,
        _CHOICE,
        Fraction(epsilon).limit_denominator(10**6),
        kind=kind,
        calibration=calibration,
    )
    assert mechanism is not None
    source = NumpySource(generator)
    noisy = draw(mechanism, mechanism.count(groups, _CHOICE, user.told), source)
    improved = kind is Kind.IMPROVED
    movies = sanitize(
        groups,
        _CHOICE,
        mechanism,
        noisy,
        source,
        rounding=Rounding.GROUPS if improved else Rounding.COINS,
        popularity=trial.popularity if improved else None,
    )
    return _counts(mechanism, noisy), movies


def _counts(mechanism: Mechanism, noisy: Sequence[int]) -> dict[str, float]:
    pairs = zip(mechanism.categories, noisy, strict=True)
    return {name: value / mechanism.multiplier for name, value in pairs}


def _rating_error(ratings: RatingModel, user: _User, release: Ints) -> float:
    """Σ |prediction − rating| over the hidden movies.

    A released movie that was watched has the user's own rating; one that the noise put there has
    the rating that is usual for it, since there is no other.
    """
    own = dict(zip(user.told.tolist(), user.told_values.tolist(), strict=True))
    usual = ratings.usual(release)
    values = np.array([own.get(i, u) for i, u in zip(release.tolist(), usual, strict=True)])
    predicted = ratings.predict(release, values, user.hidden)
    return float(np.abs(predicted - user.hidden_values).sum())


def _result(
    found: Mapping[Key, _Found], folds: Sequence[Ints], generator: np.random.Generator, seed: int
) -> dict[str, Any]:
    popular = np.array(found[(POPULARITY, None)].ndcg)
    served = np.array(found[(TRUE, None)].ndcg)
    here = np.array(found[(NOTHING + HERE, None)].ndcg)
    users = len(popular)
    draws = generator.integers(users, size=(2_000, users))
    raw = sum(found[(TRUE, None)].errors)
    rows = []
    for (name, epsilon), one in found.items():
        gains = np.array(one.ndcg)
        ratio, low, high = _ratio(gains, popular, draws)
        rows.append(
            {
                "name": name,
                "epsilon": epsilon,
                "ndcg10": float(gains.mean()),
                "recall20": float(np.mean(one.recall)),
                "ci": _Z95 * float(gains.std(ddof=1)) / users**0.5 if users > 1 else 0.0,
                "mae_loss": sum(one.errors) / raw - 1.0 if one.errors and raw > 0 else None,
                "over_popularity": ratio,
                "over_popularity_ci": [low, high],
            }
        )
    ratio, low, high = _ratio(here, served, draws)
    return {
        "users": users,
        "folds": len(folds),
        "seed": seed,
        "here_over_service": {"ratio": ratio, "ci": [low, high]},
        "rows": sorted(rows, key=lambda row: (row["epsilon"] is not None, row["epsilon"] or 0.0)),
    }


def _ratio(
    values: NDArray[np.float64], base: NDArray[np.float64], draws: Ints
) -> tuple[float, float, float]:
    """Ratio of two means over the same users, and its 95 % interval by a paired bootstrap."""
    least = 1e-12
    ratios = values[draws].mean(axis=1) / np.maximum(base[draws].mean(axis=1), least)
    low, high = np.quantile(ratios, [0.025, 0.975])
    return float(values.mean() / max(base.mean(), least)), float(low), float(high)


def plot(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """NDCG@10 over ε, with what does not depend on ε as level lines."""
    sheet = Sheet(
        "What a released profile is worth",
        f"NDCG@10 of hidden movies, {result['users']} public users, with 95 % intervals",
    )
    (axes,) = sheet.panels
    axes.set_xscale("log")
    axes.set_xlabel("privacy budget ε")
    budgets = sorted({row["epsilon"] for row in result["rows"] if row["epsilon"] is not None})
    wanted = (
        (NOTHING + HERE, "ranked here, at any level", GREEN, "--"),
        (IMPROVED_AWARE, IMPROVED_AWARE, GREEN, "-"),
        (IMPROVED, IMPROVED, OCHRE, "-"),
        (PUBLISHED_TILT, "published, counts tilt", BLUE, "-"),
        (PUBLISHED, PUBLISHED, RED, "-"),
        (POPULARITY, POPULARITY, GRAY, "--"),
    )
    lines(axes, [_series(result, budgets, *one) for one in wanted], from_zero=True)
    return [sheet.save(folder, "recommendation")]


def _series(
    result: Mapping[str, Any],
    budgets: Sequence[float],
    name: str,
    label: str,
    color: str,
    style: str,
) -> Series:
    rows = [row for row in result["rows"] if row["name"] == name]
    if rows[0]["epsilon"] is None:
        level = rows[0]["ndcg10"]
        return Series(
            label, list(budgets), [level] * len(budgets), color, style=style, marker=False
        )
    return Series(
        label,
        [row["epsilon"] for row in rows],
        [row["ndcg10"] for row in rows],
        color,
        interval=[row["ci"] for row in rows],
        style=style,
    )
