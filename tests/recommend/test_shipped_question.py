"""The question that ships: made of its weights byte for byte, and how weights are learned."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from epicrec_desktop.catalog.movie_facts import model_traits
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.question import Question
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.ranking import Alignment

PACKAGING = Path(__file__).parents[2] / "packaging"


@pytest.fixture
def builder(monkeypatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PACKAGING))
    return import_module("question")


def test_the_shipped_question_is_made_of_its_weights(builder):
    shipped = load_question()
    rows = [*(shipped.categories[name] for name in CATEGORIES), *(row for _, row in shipped.eras)]
    made = builder.question_of(np.array(rows, dtype=float), builder.CELLS)
    assert made.to_text() == shipped.to_text()
    assert made.digest == shipped.digest


def test_a_shipped_question_is_not_written_over(builder):
    with pytest.raises(SystemExit, match="is shipped"):
        builder.main()


def explained(histories: Floats32, parts: Floats32, weights: Floats, noise: float) -> float:
    """Return how much of the users' tastes noisy cells of these weights explain."""
    rows = parts @ weights
    rows /= np.maximum(np.abs(rows).sum(axis=1, keepdims=True), 1e-6)
    sizes, popularity = histories.sum(axis=1), histories.sum(axis=0)
    share = popularity / popularity.sum()
    tastes = (histories - sizes[:, None] * share) / np.sqrt(sizes * len(sizes))[:, None]
    cells = tastes @ rows
    inner = np.linalg.inv(cells.T @ cells + noise * np.eye(rows.shape[1]))
    return float(np.trace(inner @ (cells.T @ tastes) @ (tastes.T @ cells)))


def test_learned_weights_explain_more_of_simulated_users(builder):
    starter = load_starter()
    model = KnowledgeModel.from_catalog(starter, model_traits())
    positions = Alignment.of(model, starter).movie
    few = builder.LearningSettings(cells=4, users=40, steps=25, popularity_power=0.0)
    histories = builder.simulate_users(model, few, np.random.default_rng(1))
    sizes = histories.sum(axis=1)
    assert 10 <= sizes.min() <= np.median(sizes) <= sizes.max() <= 600
    parts = builder.features(starter, positions)
    noise = 2.0 / few.epsilon**2 / float(np.median(sizes))
    random, learned = (
        builder.learn_weights(histories, parts, settings)
        for settings in (builder.LearningSettings(cells=4, steps=0), few)
    )
    reached = [explained(histories, parts, weights, noise) for weights in (random, learned)]
    assert reached[1] > 1.2 * reached[0]
    names = tuple(f"Cell {number}" for number in range(few.cells))
    question = builder.question_of(learned, names, "test")
    assert Question.from_text(question.to_text()) == question
