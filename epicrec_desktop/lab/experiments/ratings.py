"""Value of a user's ratings for local ranking.

Public users are held out, fifth by fifth; models are trained on the others. A part of each user's
history is given with its ratings, and the liked films of the rest should be found. Weights for
liked and disliked films are chosen on half of the held-out users and measured on the other half.

A film is liked from 4 of 5 stars on, and disliked up to 2½ (`domain/preferences.py`), or by the
distance to the person's own mean, which is tried as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from epicrec_desktop.catalog.movie_facts import load_traits, named
from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.preferences import DISLIKED_TO, LIKED_FROM, Rating
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, Progress, check
from epicrec_desktop.lab.confidence import compared, half_width, resamples
from epicrec_desktop.lab.experiments.recommendation_folds import (
    User,
    folds,
    histories,
    training_ratings,
)
from epicrec_desktop.lab.figures import BLUE, GRAY, GREEN, RED, Series, Sheet, lines, series_of
from epicrec_desktop.lab.population import with_ids
from epicrec_desktop.recommend.hyperparameter_search import select_and_train
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.metrics import ndcg
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ranking import WEIGHTS, Alignment
from epicrec_desktop.recommend.selection import best

FOLDS = 5
INPUT_FRACTION = 0.8
PLACES = 10
LIKED = (1.0, 1.5, 2.0, 3.0)
DISLIKED = (1.0, 0.5, 0.0, -0.25, -0.5, -1.0)
FROM_MEAN = 0.1
"""So far from a person's own mean, of the whole scale, a film is liked or not."""

AS_GOOD = 0.995
"""What has this part of the best figure is as good; of those the one with fewest disliked films."""

TRAINED, KNOWN = "trained on public ratings", "what the program knows of films"
MODELS = (TRAINED, KNOWN)
SCALE, MEAN = "the scale", "the person's mean"
UNRATED, CHOSEN, IN_USE = "ratings not used", "chosen on the other users", "as in the program"


@dataclass(frozen=True)
class Weights:
    """Weights of liked and disliked films, and how a film is classified."""

    liked: float
    disliked: float
    middle: str = SCALE

    def of(self, values: Floats) -> Floats32:
        """Return the weight of each film by its rating, 0 to 1."""
        high, low = LIKED_FROM, DISLIKED_TO
        if self.middle == MEAN and len(values):
            high, low = values.mean() + FROM_MEAN, values.mean() - FROM_MEAN
        slack = 1e-9
        disliked = np.where(values <= low + slack, self.disliked, 1.0)
        return np.where(values >= high - slack, self.liked, disliked).astype(np.float32)


NOT_USED = Weights(1.0, 1.0)
PROGRAM = Weights(WEIGHTS[Rating.LIKED], WEIGHTS[Rating.DISLIKED])


@dataclass(frozen=True)
class _Tried:
    """One user as positions of a model; films that it does not have get positions never ranked."""

    model: ItemModel
    given: Positions
    values: Floats
    liked: Positions
    hidden: Positions
    disliked: Positions

    def measure(self, weights: Weights, measured: Measured) -> None:
        """Rank with these weights, and append the metrics to `measured`."""
        scores = self.model.scores(self.given, weights.of(self.values))
        allowed = np.ones(len(scores), dtype=bool)
        allowed[self.given] = False
        ranked = best(scores, allowed, PLACES, self.model.embeddings)
        measured.liked.append(ndcg(ranked, self.liked))
        measured.all.append(ndcg(ranked, self.hidden))
        measured.disliked.append(float(np.isin(ranked, self.disliked).sum()))


@dataclass
class Measured:
    """Metrics, one value per user: NDCG@10 of hidden liked films, NDCG@10 of all hidden films, and
    the number of disliked films among the ten.
    """

    liked: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    disliked: list[float] = field(default_factory=list)


def run(imported: ImportedCatalog, *, seed: int = 1, job: Job = UNATTENDED) -> dict[str, Any]:
    """Return rows {model, name, liked, disliked, middle, ndcg10, ci, over_unrated, …, all10,
    disliked10}.

    `rows` are of the test users (`judged_on`); `grid` has the same columns except intervals, of the
    users on whom weights were chosen (`tuned_on`). `ndcg10` is of the hidden films that were
    liked, `all10` of all hidden films; `disliked10` is how many disliked films are among the ten,
    per person. `over_unrated` is the ratio of `ndcg10` to ranking without ratings, with the bounds
    of its interval by a paired bootstrap over users. Raises `CatalogError` without ratings, or
    where too few people rated; `Cancelled`.
    """
    imported = with_ids(imported)
    public = imported.ratings
    if public is None or len(public) == 0:
        raise CatalogError(
            "What ratings are worth can only be measured on public ratings, and this catalog has "
            "none. Give a MovieLens folder with --catalog."
        )
    generator = np.random.default_rng(seed)
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        people = list(_people(imported.catalog, public, generator, job))
        halves = _halves(len(people), generator)
        if min(map(len, halves)) == 0:
            raise CatalogError(
                "Too few people rated enough films to hide some that they liked, so nothing was "
                "measured. Give a catalog with more ratings."
            )
        tuning, judging = ([people[i] for i in half] for half in halves)
        tried: dict[str, dict[Weights, Measured]] = {}
        for number, name in enumerate(MODELS):
            job.report(Progress("Choosing weights", number, len(MODELS)))
            tried[name] = _grid([person[name] for person in tuning], job.cancelled)
        chosen, rows = _chosen(tried), []
        for name in MODELS:
            rows += _judged(name, [person[name] for person in judging], chosen, generator)
    return {
        "users": len(people),
        "folds": FOLDS,
        "seed": seed,
        "tuned_on": len(tuning),
        "judged_on": len(judging),
        "rows": rows,
        "grid": [_row(name, "", w, m) for name in MODELS for w, m in tried[name].items()],
    }


def _people(
    catalog: Catalog, public: PublicRatings, generator: np.random.Generator, job: Job
) -> Iterator[dict[str, _Tried]]:
    """Return users with a liked film to hide, by the model that was not trained on them."""
    known = KnowledgeModel.from_catalog(catalog, named(load_traits(), load_starter()))
    most = float(public.values.max())
    for number, held in enumerate(folds(public, 1.0 - 1.0 / FOLDS, FOLDS, generator)):
        job.report(Progress("Training on public users", number, FOLDS))
        trained = select_and_train(training_ratings(catalog, public, held), job=job)
        models = {TRAINED: trained, KNOWN: known}
        places = {name: Alignment.of(m, catalog).model_item for name, m in models.items()}
        for user in histories(public, held, INPUT_FRACTION, generator):
            job.check()
            if (user.hidden_values / most >= LIKED_FROM).any():
                yield {n: _tried(m, places[n], user, most) for n, m in models.items()}


def _tried(model: ItemModel, place: Positions, user: User, most: float) -> _Tried:
    given, hidden = place[user.given], place[user.hidden]
    known = given >= 0
    hidden = np.where(hidden >= 0, hidden, -1 - np.arange(len(hidden)))
    stars = user.hidden_values / most
    return _Tried(
        model,
        given[known],
        user.given_values[known] / most,
        hidden[stars >= LIKED_FROM],
        hidden,
        hidden[stars <= DISLIKED_TO],
    )


def _halves(people: int, generator: np.random.Generator) -> tuple[list[int], list[int]]:
    order = generator.permutation(people).tolist()
    return sorted(order[: people // 2]), sorted(order[people // 2 :])


def _grid(people: Sequence[_Tried], cancelled: IsCancelled) -> dict[Weights, Measured]:
    found: dict[Weights, Measured] = {}
    for middle in (SCALE, MEAN):
        for liked in LIKED:
            for disliked in DISLIKED:
                check(cancelled)
                found[Weights(liked, disliked, middle)] = _measured(
                    people, Weights(liked, disliked, middle)
                )
    return found


def _measured(people: Sequence[_Tried], weights: Weights) -> Measured:
    measured = Measured()
    for person in people:
        person.measure(weights, measured)
    return measured


def _chosen(tried: Mapping[str, Mapping[Weights, Measured]]) -> Weights:
    """Return, among weights as good as the best, those that list the fewest disliked films.

    One pair serves all models: its quality is the mean of its gains over them.
    """

    def gain(weights: Weights) -> float:
        return float(
            np.mean(
                [np.mean(t[weights].liked) / np.mean(t[NOT_USED].liked) for t in tried.values()]
            )
        )

    def disliked(weights: Weights) -> float:
        return float(np.mean([np.mean(t[weights].disliked) for t in tried.values()]))

    gains = {weights: gain(weights) for weights in tried[MODELS[0]]}
    height = AS_GOOD * max(gains.values())
    return min((w for w, found in gains.items() if found >= height), key=disliked)


def _judged(
    model: str, people: Sequence[_Tried], chosen: Weights, generator: np.random.Generator
) -> list[dict[str, Any]]:
    base = _measured(people, NOT_USED)
    samples = resamples(len(people), generator)
    rows = []
    for name, weights in ((UNRATED, NOT_USED), (CHOSEN, chosen), (IN_USE, PROGRAM)):
        measured = _measured(people, weights)
        liked = np.array(measured.liked)
        rows.append(
            _row(model, name, weights, measured)
            | {"ci": half_width(liked)}
            | compared("over_unrated", liked, np.array(base.liked), samples)
        )
    return rows


def _row(model: str, name: str, weights: Weights, measured: Measured) -> dict[str, Any]:
    return {
        "model": model,
        "name": name,
        "liked": weights.liked,
        "disliked": weights.disliked,
        "middle": weights.middle,
        "ndcg10": float(np.mean(measured.liked)),
        "all10": float(np.mean(measured.all)),
        "disliked10": float(np.mean(measured.disliked)),
    }


def plot(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """Plot NDCG@10 of liked films over the weight of a disliked one, on the tuning users."""
    sheet = Sheet(
        "What ratings are worth in ranking",
        f"NDCG@10 of hidden films that were liked, {result['tuned_on']} public users",
        panels=2,
    )
    for axes, model in zip(sheet.panels, MODELS, strict=True):
        series = list(_lines(result["grid"], model))
        lines(axes, series, heading=model, x_label="how much a disliked film counts")
    return [sheet.save(folder, "ratings")]


def _lines(grid: Sequence[Mapping[str, Any]], model: str) -> Iterator[Series]:
    for liked, color in zip(LIKED, (GRAY, BLUE, GREEN, RED), strict=True):
        rows = [
            row
            for row in grid
            if (row["model"], row["liked"], row["middle"]) == (model, liked, SCALE)
        ]
        label = f"a liked one counts {liked:g}"
        yield series_of(rows, "disliked", "ndcg10", label, color)
