"""`evaluate unrated`: hidden films are ranked by one model, and those with ratings as before."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.evaluate import EXPERIMENTS
from epicrec_desktop.lab.experiments import unrated


def imported(people: int = 40) -> ImportedCatalog:
    """People who watch well-known films of before 1980, or of 2010 and later."""
    films = sorted((m for m in load_starter().movies if m.imdb_id), key=lambda m: -m.popularity)
    old = [m for m in films if (m.year or 0) < 1980][:60]
    new = [m for m in films if (m.year or 0) >= 2010][:60]
    generator = np.random.default_rng(1)
    own = [generator.permutation(60)[:30] + 60 * (user % 2) for user in range(people)]
    users = np.repeat(np.arange(people), 30)
    ratings = PublicRatings.build(users, np.concatenate(own), np.full(len(users), 4.0))
    return ImportedCatalog(Catalog("t", "1", (*old, *new)), ratings)


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    return json.loads(json.dumps(unrated.run(imported())))


def test_one_model_ranks_hidden_films_as_knowledge_and_others_as_ratings_do(
    result: dict[str, Any],
) -> None:
    rows = {row["model"]: row for row in result["rows"]}
    one, known, rated = (rows[n] for n in (unrated.ONE, unrated.KNOWN, unrated.RATED))
    assert one["place"] > rows[unrated.POPULAR]["place"]
    assert one["hidden"] == pytest.approx(known["hidden"], abs=0.05)
    assert one["rated"] == pytest.approx(rows[unrated.INFORMED]["rated"])
    assert rated["hidden"] < one["hidden"]
    assert one["all"] > rated["all"]


def test_the_table_names_every_model(
    result: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    EXPERIMENTS["unrated"].print_tables(result, Terminal(as_json=False))
    shown = capsys.readouterr().out
    assert all(name in shown for name in unrated.MODELS)
