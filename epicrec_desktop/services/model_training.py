"""Train a model on imported ratings, and measure its quality on users held out from it."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np

from epicrec_desktop.catalog.movie_facts import model_traits
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.domain.question import Question
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.privacy.mechanism import plan
from epicrec_desktop.recommend.hyperparameter_search import select
from epicrec_desktop.recommend.learned_question import known_questions, set_of, store_question
from epicrec_desktop.recommend.linear_training import train
from epicrec_desktop.recommend.metrics import HeldOut, quality, split
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.recommend.model_files import load, save
from epicrec_desktop.recommend.model_manifest import OWN_MODEL, ModelQuality, Points
from epicrec_desktop.recommend.model_quality import EPSILONS, MAX_TRIALS, Trials
from epicrec_desktop.recommend.question_learning import learn_question
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.release_scorers import PopularityScorer
from epicrec_desktop.recommend.share_scorer import CellRows, ShareScorer
from epicrec_desktop.recommend.training_data import ratings_digest

_REPORT_EVERY = 20  # people
_TESTING = N_("Testing the model on people it has not learned from")

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TrainingResult:
    """A model trained here, and how it did on public users held out from it."""

    model_id: str
    users: int
    held_out: int
    ndcg10: float
    recall20: float
    replaced: bool  # it is in use now; else the one before was better


@dataclass(frozen=True)
class Trained:
    """A model that is not stored yet, how it did, and the question that comes with it."""

    model: ItemModel
    result: TrainingResult
    question: Question | None = None


def store_trained(paths: Paths, trained: Trained) -> None:
    """Store the question, and the model where it replaces the one before."""
    if trained.question is not None:
        store_question(paths, trained.question)
    if trained.result.replaced:
        private_folder(paths.models)
        save(trained.model, paths.models / OWN_MODEL)


def train_model(
    paths: Paths, ratings: Ratings, catalog: Catalog, question: Question | None, job: Job
) -> Trained:
    """Train on public ratings of a catalog; nothing is stored. Raises `Cancelled`.

    `question` was learned with these ratings; None for the question known before.
    """
    content = ratings_digest(ratings)
    rest, held_out = split(ratings)
    traits = model_traits()
    found = select(rest, traits=traits, job=job)
    trial = train(rest, found.settings, traits=traits, job=job)
    job.check()
    asked = question or known_questions(paths)[0]
    measured = _measure(trial, catalog, rest, held_out, asked, job)
    known = _quality_in_use(paths.models / OWN_MODEL, content, tuple(ratings.wire_ids), held_out)
    replaced = known is None or measured.ndcg10 > known
    model = trial
    if replaced:
        job.check()
        model = train(ratings, found.settings, traits=traits, job=job)
        model.training = {
            "ratings": content,
            "held_out": measured.document,
            "searched_on": found.users,
            "tried": [attempt.document for attempt in found.attempts],
        }
    job.check()
    _log.info("training: NDCG@10 %.3f, replaced %s", measured.ndcg10, replaced)
    result = TrainingResult(
        model_id=model.id,
        users=int(np.unique(ratings.users).size),
        held_out=measured.users,
        ndcg10=measured.ndcg10,
        recall20=measured.recall20,
        replaced=replaced,
    )
    return Trained(model, result, question)


def _measure(
    model: ItemModel,
    catalog: Catalog,
    rest: Ratings,
    held_out: list[HeldOut],
    asked: Question,
    job: Job,
) -> ModelQuality:
    total = 2 * len(held_out) + 2 * len(EPSILONS) * min(len(held_out), MAX_TRIALS)
    tested = count()

    def tick() -> None:
        job.check()
        done = min(next(tested), total)
        if done % _REPORT_EVERY == 0:
            job.report(Progress(_TESTING, done, total))

    trials = Trials(model, rest.wire_ids, held_out, tick)
    measured = quality(model, tuple(rest.wire_ids), held_out, tick)
    released: Points = ()
    with suppress(ValueError):  # too few people
        released = _question_points(trials, catalog, rest, asked, job)
    published: Points = ()
    mechanism = plan(catalog.groups, PrivacyChoice(ReleaseLevel.PERTURBED), Fraction(1))
    if mechanism is not None:
        membership = catalog.membership(Alignment.of(model, catalog).movie)
        scorer = PopularityScorer(model, catalog.categories, membership)
        published = trials.published(scorer, mechanism.movie_scales)
    return ModelQuality(
        measured.ndcg10,
        measured.standard_error,
        measured.recall20,
        trials.popularity(),
        measured.users,
        released,
        published,
    )


def _question_points(
    trials: Trials, catalog: Catalog, rest: Ratings, asked: Question, job: Job
) -> Points:
    """Measure releases that ask a question; one of a recognized set is learned again from `rest`,
    as the published one knows the others.
    """
    if set_of(asked.digest) is not None:
        index, nobody = catalog.index, Movie("", None, ())
        known = (index.get(wire_id or "") for wire_id in rest.wire_ids)
        movies = [nobody if place is None else catalog.movies[place] for place in known]
        asked = learn_question(
            "held out", movies, rest.users, rest.items, job=job, series=asked.series
        )
    rows = CellRows.of(asked, catalog, Alignment.of(trials.model, catalog).movie)
    scorer = ShareScorer.train(
        asked.digest, asked.cells, rows, trials.model, rest, partial(job.step, _TESTING)
    )
    return trials.learned_question(rows, scorer)


def _quality_in_use(
    folder: Path, content: str, wire_ids: tuple[str | None, ...], held_out: list[HeldOut]
) -> float | None:
    """Return NDCG@10 of the model in use on these users; None if there is no model.

    For a model trained on these very ratings it is what was measured then: that model has seen
    all users since, and would look better than it is.
    """
    try:
        model = load(folder)
    except (FileNotFoundError, ModelError):
        return None
    measured = ModelQuality.of(model.training)
    if measured is not None and model.training.get("ratings") == content:
        return measured.ndcg10
    return quality(model, wire_ids, held_out).ndcg10
