"""How blurring is shown: by the true mechanism, of nobody."""

from __future__ import annotations

import re

import numpy as np
import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.families import FAMILIES, IMPROVED, LEARNED
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.services.asked_question import Counting, counting_of, default_counting
from epicrec_desktop.services.demonstration import (
    BUDGET,
    PER_CATEGORY,
    WATCHED,
    _title,
    demonstrate,
)


def test_the_noise_is_that_of_the_budget() -> None:
    """One movie is in one category, so each number has discrete Laplace noise of scale 1/ε.

    Its mean size is 2a/(1 − a²) with a = exp(−ε). Of 6 × 400 draws the standard error is 2 % of
    the scale; 4 of them: a wrong alarm in 16,000 runs, and the seed is fixed.
    """
    source = NumpySource(np.random.default_rng(20261122))
    sizes = []
    for _ in range(400):
        shown = demonstrate(Counting(IMPROVED), source)
        sizes += [abs(n - t) for n, t in zip(shown.noisy, shown.true, strict=True)]
    a = np.exp(-float(BUDGET))
    expected = 2 * a / (1 - a**2)
    assert abs(np.mean(sizes) - expected) < 4 * 0.02 / float(BUDGET)


def test_a_learned_question_blurs_each_of_its_cells_as_much() -> None:
    """The noise of a cell has scale 1/ε whatever the question: 10 × 200 samples."""
    counting, source = default_counting(), NumpySource(np.random.default_rng(3))
    shown = [demonstrate(counting, source) for _ in range(200)]
    assert shown[0].categories == counting.question.cells
    sizes = [abs(n - t) for one in shown for n, t in zip(one.noisy, one.true, strict=True)]
    scale = 1 / float(BUDGET)
    assert abs(np.mean(sizes) - scale) < 4 * scale / np.sqrt(2_000)


def test_the_movies_that_are_named_for_a_cell_have_the_largest_weights(tmp_path) -> None:
    starter = load_starter()
    counting = counting_of(LEARNED, Paths.under(tmp_path), starter)
    old = next(cell for cell in counting.cells if cell.name == "Old Hollywood")
    years = {movie.label: movie.year for movie in starter.movies}
    assert all(1930 <= years[title] < 1965 for title in old.adds)
    assert not any(set(cell.adds) & set(cell.takes) for cell in counting.cells)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_list_and_what_is_said_of_it_agree(family: str) -> None:
    counting = default_counting() if family == LEARNED.key else Counting(FAMILIES[family])
    shown = demonstrate(counting, NumpySource(np.random.default_rng(1)))
    if family != LEARNED.key:
        assert shown.true == tuple(WATCHED.values())
        assert sum(shown.in_list) == shown.size
    assert 0 <= shown.watched <= min(shown.size, sum(WATCHED.values()))
    assert 0 < shown.size <= PER_CATEGORY * len(WATCHED)


def test_no_movie_of_it_exists_and_none_is_another() -> None:
    titles = [_title(item) for item in range(len(WATCHED) * PER_CATEGORY)]
    assert len(set(titles)) == len(titles)
    known = {re.sub(r"\W", "", movie.title).casefold() for movie in load_starter().movies}
    assert not known & {re.sub(r"\W", "", title).casefold() for title in titles}
