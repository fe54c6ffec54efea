"""How blurring is shown: by the true mechanism, of nobody."""

from __future__ import annotations

import re

import numpy as np

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.privacy.randomness import NumpySource
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
        shown = demonstrate(source)
        sizes += [abs(n - t) for n, t in zip(shown.noisy, shown.true, strict=True)]
    a = np.exp(-float(BUDGET))
    expected = 2 * a / (1 - a**2)
    assert abs(np.mean(sizes) - expected) < 4 * 0.02 / float(BUDGET)


def test_the_list_and_what_is_said_of_it_agree() -> None:
    shown = demonstrate(NumpySource(np.random.default_rng(1)))
    assert shown.true == tuple(WATCHED.values())
    assert 0 <= shown.watched <= min(sum(shown.movie_counts), sum(shown.true))
    assert all(0 <= count <= PER_CATEGORY for count in shown.movie_counts)
    assert sum(shown.movie_counts) > 0


def test_no_movie_of_it_exists_and_none_is_another() -> None:
    titles = [_title(item) for item in range(len(WATCHED) * PER_CATEGORY)]
    assert len(set(titles)) == len(titles)
    known = {re.sub(r"\W", "", movie.title).casefold() for movie in load_starter().movies}
    assert not known & {re.sub(r"\W", "", title).casefold() for title in titles}
