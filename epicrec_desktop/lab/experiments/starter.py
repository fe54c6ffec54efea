"""Recommendation quality before any import: the built-in knowledge model on unseen users.

Users of public ratings, with their movies in the starter catalog, are held out fifth by fifth. A
part of each user's movies is given, and the rest should be found among all movies of the starter
catalog: by the knowledge model (`recommend/knowledge_model.py`), by a model trained on the ratings
of the other users, by popularity among these, and by a service with these ratings that gets a
release: of the improved family, or of the shipped question. The same is measured for histories
restricted to old or to new movies, for users with enough of them.

The knowledge model's weights were chosen on users with even numbers; the others have their own row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from epicrec_desktop.catalog.movie_facts import model_traits
from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.arrays import Floats32, Ints
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.confidence import quality, resamples
from epicrec_desktop.lab.experiments.recommendation_methods import EVERYTHING
from epicrec_desktop.lab.population import public_ratings
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.mechanism import Mechanism, plan, plan_question, sample
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.recommend.hyperparameter_search import select_and_train
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.metrics import ndcg
from epicrec_desktop.recommend.model import ItemModel, Positions
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.selection import top
from epicrec_desktop.recommend.share_scorer import CellRows, ShareScorer

FOLDS = 5
INPUT_FRACTION = 0.8
PLACES = 10
LEAST_OF_A_TIME = 10
"""So many movies of a time somebody must have watched to be tried with these alone."""

OLD, NEW = 1980, 2010

KNOWN = "what the program knows of films"
TRAINED = "trained on the other people"
POPULAR = "what the other people watched most"
EPSILON = 0.3
IMPROVED_RELEASE = f"a service, from 18 blurred categories at ε = {EPSILON}"
SHIPPED_RELEASE = f"a service, from the shipped question at ε = {EPSILON}"
MODELS = (KNOWN, TRAINED, POPULAR, IMPROVED_RELEASE, SHIPPED_RELEASE)

EVERYBODY = "everybody"
UNCHOSEN = "of whom nothing was chosen"
OLDER, NEWER = f"films before {OLD} alone", f"films from {NEW} on alone"
GROUPS = (EVERYBODY, UNCHOSEN, OLDER, NEWER)

Scores = Callable[[Positions], Floats32]
Tried = dict[str, float]
"""NDCG@10 of one user by model."""


def run(imported: ImportedCatalog, *, seed: int = 1, job: Job = UNATTENDED) -> dict[str, Any]:
    """Return rows {group, model, users, ndcg10, ci, of_trained, of_trained_ci, over_popularity, …}.

    `of_trained` is `ndcg10` as a share of that of the trained model, `over_popularity` of that of
    popularity (None where that finds nothing), with bounds by a paired bootstrap over users;
    `films` is the part of all ratings whose movies the starter catalog has. Raises `CatalogError`
    without ratings, or where too few of their movies are in it; `Cancelled`.
    """
    starter = load_starter()
    people, share = known_people(imported, starter)
    generator = np.random.default_rng(seed)
    years = np.array([movie.year or 0 for movie in starter.movies])
    found: dict[str, list[Tried]] = {group: [] for group in GROUPS}
    known = KnowledgeModel.from_catalog(starter, model_traits())
    order = generator.permutation(np.unique(people.users))
    for number in job.steps("Training on public users", range(FOLDS)):
        held = np.sort(order[number::FOLDS])
        methods = _methods(people, held, starter, known, generator, job)
        for user in held.tolist():
            job.check()
            first, last = np.searchsorted(people.users, [user, user + 1])
            own = people.items[first:last].astype(np.int64)
            for groups, movies in _movie_groups(own, user, years):
                tried = _tried(methods, generator.permutation(movies))
                for group in groups if tried else ():
                    found[group].append(tried)
    return {
        "people": len(order),
        "folds": FOLDS,
        "seed": seed,
        "films": share,
        "rows": [row for group in GROUPS for row in _rows(group, found[group], generator)],
    }


def known_people(imported: ImportedCatalog, starter: Catalog) -> tuple[Ratings, float]:
    """Return who watched which movies of the starter catalog, and their share of all ratings."""
    public = public_ratings(imported)
    place = {movie.imdb_id: i for i, movie in enumerate(starter.movies) if movie.imdb_id}
    places = np.array([place.get(movie.imdb_id or "", -1) for movie in imported.catalog.movies])
    items = places[public.items]
    in_starter = items >= 0
    names = [str(movie.wire_id) for movie in starter.movies]
    people = Ratings(public.users[in_starter].astype(np.int64), items[in_starter], names)
    if len(np.unique(people.users)) < 2 * FOLDS:
        raise CatalogError(
            "Too few people of these ratings watched films that the program knows, so nothing was "
            "measured. Give a MovieLens folder with --catalog."
        )
    return people, float(in_starter.mean())


def _methods(
    people: Ratings,
    held: Ints,
    starter: Catalog,
    known: KnowledgeModel,
    generator: np.random.Generator,
    job: Job,
) -> dict[str, Scores]:
    ratings = people.chosen(~np.isin(people.users, held))
    trained = select_and_train(ratings, job=job)
    popular = np.bincount(ratings.items, minlength=len(ratings.wire_ids)).astype(np.float32)
    return {
        KNOWN: _scores(known, starter),
        TRAINED: _scores(trained, starter),
        POPULAR: lambda given: popular,
        **_releases(trained, ratings, starter, NumpySource(generator)),
    }


def _scores(model: ItemModel, starter: Catalog) -> Scores:
    item = Alignment.of(model, starter).model_item
    return lambda given: _by_movie(model.scores(item[given][item[given] >= 0]), item)


def _by_movie(scores: Floats32, item: Ints) -> Floats32:
    """Return scores of a model's items by movie; -inf where `item`, its place in it, is -1."""
    return np.where(item >= 0, scores[item], -np.inf).astype(np.float32)


def _releases(
    model: ItemModel, ratings: Ratings, starter: Catalog, source: NumpySource
) -> dict[str, Scores]:
    alignment, groups = Alignment.of(model, starter), starter.groups
    membership, question = starter.membership(alignment.movie), load_question()
    asked = AskedQuestion.of(question, starter.movies)
    rows = CellRows.of(question, starter, alignment.movie)
    budget = Fraction(EPSILON).limit_denominator(1000)

    def released(
        mechanism: Mechanism | None, asked: AskedQuestion | None, scorer: ShareScorer
    ) -> Scores:
        def scores(given: Positions) -> Floats32:
            assert mechanism is not None
            counts = mechanism.count(groups, EVERYTHING, given, asked=asked)
            noisy = mechanism.in_movies(sample(mechanism, counts, source))
            return _by_movie(scorer.scores(noisy, EPSILON), alignment.model_item)

        return scores

    return {
        IMPROVED_RELEASE: released(
            plan(groups, EVERYTHING, budget, family=IMPROVED),
            None,
            ReleaseScorer.train(model, starter.categories, membership, ratings).shares,
        ),
        SHIPPED_RELEASE: released(
            plan_question(asked, groups, EVERYTHING, budget),
            asked,
            ShareScorer.train(question.digest, question.cells, rows, model, ratings),
        ),
    }


def _movie_groups(movies: Ints, user: int, years: Ints) -> Iterator[tuple[tuple[str, ...], Ints]]:
    """Yield the user's movies, and those of a period with enough of them, with their groups."""
    yield (EVERYBODY, UNCHOSEN) if user % 2 else (EVERYBODY,), movies
    for group, of_time in ((OLDER, years[movies] < OLD), (NEWER, years[movies] >= NEW)):
        if of_time.sum() >= LEAST_OF_A_TIME:
            yield (group,), movies[of_time]


def _tried(methods: Mapping[str, Scores], movies: Ints) -> Tried:
    """Return NDCG@10 by model of shuffled movies, the first given; {} where none are left."""
    count = round(INPUT_FRACTION * len(movies))
    if not 0 < count < len(movies):
        return {}
    given, hidden = np.sort(movies[:count]), movies[count:]
    tried = {}
    for name, method in methods.items():
        scores = method(given)
        allowed = np.ones(len(scores), dtype=bool)
        allowed[given] = False
        tried[name] = ndcg(top(scores, allowed, PLACES), hidden)
    return tried


def _rows(
    group: str, tried: Sequence[Tried], generator: np.random.Generator
) -> Iterator[dict[str, Any]]:
    if not tried:
        return
    draws = resamples(len(tried), generator)
    values = {name: np.array([one[name] for one in tried]) for name in MODELS}
    for name in MODELS:
        popular = values[POPULAR] if values[POPULAR].any() else None
        trained = values[TRAINED]
        yield {
            "group": group,
            "model": name,
            "users": len(tried),
            **quality(values[name], draws, of_trained=trained, over_popularity=popular),
        }
