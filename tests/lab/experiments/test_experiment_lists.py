"""`evaluate lists`: what any run must satisfy."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.lab.evaluate import EXPERIMENTS
from epicrec_desktop.lab.experiments import lists
from small_world import world


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    made = world()
    stars = np.full(len(made.ratings.users), 4.0)
    ratings = PublicRatings.build(made.ratings.users, made.ratings.items, stars)
    found = lists.run(ImportedCatalog(made.catalog, ratings), epsilons=(5.0,), repeats=2)
    return json.loads(json.dumps(found))


@pytest.mark.slow
def test_a_list_of_a_generous_budget_is_worth_more_than_popularity_to_anybody(
    result: dict[str, Any],
) -> None:
    used = [r for r in result["lists"] if (r["kind"], r["length"]) == lists.IN_USE]
    assert {row["scorer"] for row in used} == {lists.FULL, lists.ALS, lists.NEIGHBORS}
    for row in used:
        low, high = row["over_popularity_ci"]
        assert 1.0 < low <= row["over_popularity"] <= high
    best = max(row["ndcg10"] for row in result["whole"])
    assert all(row["ndcg10"] <= best + row["ci"] for row in result["lists"])


@pytest.mark.slow
def test_the_rule_that_others_chose_is_one_of_those_tried(
    result: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    tried = {(row["kind"], row["length"]) for row in result["lists"]}
    for one in result["chosen"].values():
        assert {tuple(rule) for rule in one["chosen"]} <= tried
    EXPERIMENTS["lists"].print_tables(result, Terminal(as_json=False))
    assert "of the list in use" in capsys.readouterr().out


def test_without_ratings_nothing_is_judged() -> None:
    with pytest.raises(CatalogError, match="public ratings"):
        lists.run(ImportedCatalog(world().catalog, None))
