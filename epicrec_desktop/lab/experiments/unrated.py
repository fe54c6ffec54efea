"""Where films stand that nobody rated: all ratings of every tenth film are hidden from training.

Users are held out fifth by fifth, with another tenth of the films each time. A part of a user's
films with ratings is given; the hidden films that the user watched are looked for among all films.
For popularity, a hidden film has the starter catalog's figure on the scale of the ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from epicrec_desktop.catalog.movie_facts import load_traits, named
from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.arrays import Floats, Floats32, Ints
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.confidence import half_width
from epicrec_desktop.lab.experiments.starter import known_people
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.completed_model import complete
from epicrec_desktop.recommend.hyperparameter_search import select_and_train
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.metrics import find_positions, ndcg
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.selection import top

FOLDS = 5
TENTHS = 10
GIVEN = 0.8
FEWEST_GIVEN = 3
PLACES = 10

POPULAR = "popularity"
KNOWN = "knowledge alone"
RATED = "ratings alone"
INFORMED = "ratings, with knowledge as prior"
ONE = "one model of both"
MODELS = (POPULAR, KNOWN, RATED, INFORMED, ONE)

Scores = Callable[[Positions], Floats32]
Mask = NDArray[np.bool_]


def run(imported: ImportedCatalog, *, seed: int = 1, job: Job = UNATTENDED) -> dict[str, Any]:
    """Return rows {model, place, place_ci, hidden, rated, rated_ci, all, all_ci}.

    `place`: of hidden films that a user watched, the share of all films behind them; `hidden`:
    NDCG@10 among the hidden films alone; `rated`: among the films with ratings alone; `all`: among
    all films, the user's hidden ones and those not given being looked for. Raises `CatalogError`
    without ratings; `Cancelled`.
    """
    starter = load_starter()
    people, _ = known_people(imported, starter)
    generator = np.random.default_rng(seed)
    order = generator.permutation(np.unique(people.users))
    tenth = generator.permutation(len(starter.movies)) % TENTHS
    found: dict[str, list[Floats]] = {name: [] for name in MODELS}
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        for number in range(FOLDS):
            job.report(Progress("Training on public users", number, FOLDS))
            held = np.sort(order[number::FOLDS])
            hidden = tenth == number
            used = ~np.isin(people.users, held) & ~hidden[people.films]
            methods = _methods(people.users[used], people.films[used], job)
            rated = np.bincount(people.films[used], minlength=len(hidden)) > 0
            for user in held.tolist():
                job.check()
                films = generator.permutation(people.of(user))
                for name, measures in _measured(methods, films, hidden, rated).items():
                    found[name].append(measures)
    return {
        "people": len(order),
        "folds": FOLDS,
        "seed": seed,
        "rows": [_row(name, np.array(found[name])) for name in MODELS],
    }


def _methods(users: Ints, films: Ints, job: Job) -> dict[str, Scores]:
    """Return each model's scores of all films of the starter catalog, for films that are given."""
    starter = load_starter()
    traits = named(load_traits(), starter)
    known = KnowledgeModel.from_catalog(starter, traits)
    wire_ids = list(known.wire_ids)
    ratings = Ratings(users, films, wire_ids)
    rated = select_and_train(ratings, job=job)
    informed = select_and_train(ratings, traits=traits, job=job)
    raters = np.bincount(films, minlength=len(wire_ids)).astype(np.float32)
    fame = known.records["popularity"].astype(np.float32)
    both = (raters > 0) & (fame > 0)
    popular = np.where(raters > 0, raters, fame * np.median(raters[both] / fame[both]))
    return {
        POPULAR: lambda given: popular,
        KNOWN: known.scores,
        RATED: _scores(rated, wire_ids),
        INFORMED: _scores(informed, wire_ids),
        ONE: _scores(complete(informed, known), wire_ids),
    }


def _scores(model: ItemModel, wire_ids: Sequence[str]) -> Scores:
    """Return the model's scores in the catalog's order; the least where it has no such film."""
    item = find_positions(model.index, wire_ids)
    there = item >= 0

    def scores(given: Positions) -> Floats32:
        own = model.scores(np.sort(item[given][there[given]]))
        found = np.full(len(item), own.min() - 1.0, dtype=np.float32)
        found[there] = own[item[there]]
        return found

    return scores


def _measured(
    methods: dict[str, Scores], films: Ints, hidden: Mask, rated: Mask
) -> dict[str, Floats]:
    """Return (place, hidden, rated, all) by model; {} for who watched too few of either.

    `hidden` (n,) and `rated` (n,) are the films that were hidden, and those with ratings.
    """
    others, looked_for = films[~hidden[films]], films[hidden[films]]
    count = round(GIVEN * len(others))
    if count < FEWEST_GIVEN or count == len(others) or not len(looked_for):
        return {}
    given, rest = np.sort(others[:count]), others[count:]
    allowed = np.ones(len(hidden), dtype=bool)
    allowed[given] = False
    both = np.concatenate([rest, looked_for])
    measured = {}
    for name, method in methods.items():
        scores = method(given)
        behind = (scores[looked_for][:, None] > scores[None, allowed]).mean()
        level = (scores[looked_for][:, None] == scores[None, allowed]).mean()
        measured[name] = np.array(
            [
                behind + level / 2,
                ndcg(top(scores, allowed & hidden, PLACES), looked_for),
                ndcg(top(scores, allowed & rated, PLACES), rest),
                ndcg(top(scores, allowed, PLACES), both),
            ]
        )
    return measured


def _row(name: str, measures: Floats) -> dict[str, Any]:
    row: dict[str, Any] = {"model": name, "users": len(measures)}
    for column, values in zip(("place", "hidden", "rated", "all"), measures.T, strict=True):
        row |= {column: float(values.mean()), f"{column}_ci": half_width(values)}
    return row
