"""The question learned from public ratings: exact, the same everywhere, and good."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.question import Question
from epicrec_desktop.files import write_file
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend import learned_question as questions
from epicrec_desktop.recommend.learned_question import (
    RECOGNIZED,
    SHIPPED_BEFORE,
    known_questions,
    load_question,
    set_of,
    store_question,
)
from epicrec_desktop.recommend.question_learning import Steps, learn_question
from processes import python
from small_world import KINDS, world

FEW = Steps(cells=6, steps=40)
SMALL_WORLD = "173c2635bdb4d06c2e1407a25c919bc109a5685fded0156e752d0f12b704809f"
"""The digest of the small world's question, on every machine."""


def learned(steps: Steps = FEW) -> Question:
    ratings = world().ratings
    return learn_question("test", world().catalog.movies, ratings.users, ratings.items, steps=steps)


def explained(rows: Floats, epsilon: float = 0.3) -> float:
    """Return what noisy cells of these rows explain of the users' tastes, written down plainly."""
    ratings = world().ratings
    histories = np.zeros((int(ratings.users.max()) + 1, len(rows)))
    histories[ratings.users, ratings.items] = 1.0
    histories[:, [movie.wire_id is None for movie in world().catalog.movies]] = 0.0
    sizes = histories.sum(axis=1)
    share = histories.sum(axis=0) / histories.sum()
    tastes = (histories - sizes[:, None] * share) / np.sqrt(sizes * len(sizes))[:, None]
    cells = tastes @ rows
    noise = 2 / epsilon**2 / float(np.median(sizes))
    response = tastes.T @ cells
    inner = cells.T @ cells + noise * np.eye(rows.shape[1])
    return float(np.trace(response @ np.linalg.inv(inner) @ response.T))


def test_it_is_the_same_to_the_byte():
    assert learned().digest == SMALL_WORLD


@pytest.mark.parametrize("kernel", ["Nehalem", "Haswell"])
def test_it_does_not_depend_on_how_a_blas_adds(kernel):
    """OpenBLAS's kernels add in different orders; NumPy's own loops have other vectors."""
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]["version"]
    if sys.platform == "win32" and kernel == "Haswell" and blas.startswith("0.3.34"):
        # Only where a processor with AVX-512 is told to use it (OpenBLAS, issue 6013).
        pytest.skip("this OpenBLAS for Windows ends in Haswell's kernel")
    program = "import test_question_learning as t; print(t.learned().digest)"
    off = "AVX2 FMA3 AVX512F AVX512CD AVX512_SKX" if kernel == "Nehalem" else ""
    environment = {
        **os.environ,
        "OPENBLAS_CORETYPE": kernel,
        "OPENBLAS_NUM_THREADS": "2",
        "NPY_DISABLE_CPU_FEATURES": off,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = python("-c", program, check=True, cwd=Path(__file__).parent, env=environment)
    assert done.stdout.strip() == SMALL_WORLD


def test_its_rows_explain_nearly_all_that_can_be():
    movies = world().catalog.movies
    own = learned(Steps(cells=6, steps=150)).rows(movies) / 50_000
    kinds = np.zeros((len(movies), len(KINDS)))
    kinds[np.arange(len(movies)), np.arange(len(movies)) % len(KINDS)] = 1.0
    start = learned(Steps(cells=6, steps=1)).rows(movies) / 50_000
    # Six kinds are all the taste there is in this world, so nothing explains more.
    assert explained(own) > 0.85 * explained(kinds)
    assert explained(own) > 10 * explained(start)


def test_no_row_costs_more_than_the_multiplier_and_nearly_all_use_it():
    question = learned()
    costs = np.abs(question.rows(world().catalog.movies)).sum(axis=1)
    assert costs.max() <= question.multiplier
    assert np.mean(costs > 0.98 * question.multiplier) > 0.5


def test_movies_without_a_row_follow_from_categories_and_year():
    question = learned()
    unknown = [Movie("New", 1995, categories, imdb_id="tt9999999") for categories in KINDS]
    of_kind = [
        np.mean([question.rows([world().catalog.movies[i]])[0] for i in world().of_kind(kind)], 0)
        for kind in range(len(KINDS))
    ]
    guessed = question.rows(unknown)
    assert [int(np.argmax(row @ np.transpose(of_kind))) for row in guessed] == list(range(6))


def test_the_order_of_users_and_their_numbers_do_not_matter():
    ratings = world().ratings
    users: Ints = (ratings.users.astype(np.int64) + 3) * 5
    again = learn_question("test", world().catalog.movies, users, ratings.items, steps=FEW)
    assert again.digest == SMALL_WORLD


def test_it_needs_two_users():
    few = np.zeros(3, dtype=np.int64)
    with pytest.raises(ValueError, match="too few"):
        learn_question("test", world().catalog.movies, few, few)


@pytest.fixture
def published(monkeypatch) -> Question:
    """The small world as if it was a recognized set."""
    question = learned()
    known = questions.RecognizedSet("Small", question.name, question.cells, question.digest)
    monkeypatch.setattr(questions, "RECOGNIZED", {"small": known})
    return question


def test_only_the_published_question_is_stored_and_asked(tmp_path, published):
    paths = Paths.under(tmp_path)
    with pytest.raises(ValueError, match="no recognized set"):
        store_question(paths, learned(Steps(cells=6, steps=39)))
    assert known_questions(paths) == (load_question(), load_question(SHIPPED_BEFORE))
    store_question(paths, published)
    assert known_questions(paths) == (published, load_question(), load_question(SHIPPED_BEFORE))
    known = set_of(published.digest)
    assert known.title == "Small"
    assert set_of(load_question().digest) is None
    assert set_of(None) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-200],
        lambda text: text.replace("multiplier 50000", "multiplier 500"),
        lambda text: text.replace("movie", "film", 1),
        lambda text: text.replace(" 0 ", " 1 ", 1),
        lambda _: "\0",
    ],
)
def test_a_damaged_or_swapped_question_is_not_asked(tmp_path, published, damage):
    paths = Paths.under(tmp_path)
    store_question(paths, published)
    (file,) = paths.ratings.glob("question-*.txt")
    write_file(file, damage(file.read_text()).encode())
    assert known_questions(paths) == (load_question(), load_question(SHIPPED_BEFORE))


def test_movielens_as_published_makes_the_published_question(movielens):
    imported = read_source(movielens)
    assert imported.recognized == "ml-latest-small"
    known = RECOGNIZED["ml-latest-small"]
    question = learn_question(
        known.question,
        imported.catalog.movies,
        imported.ratings.users,
        imported.ratings.items,
        known.cells,
        series=load_question().series,
    )
    assert question.digest == known.digest
