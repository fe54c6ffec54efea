"""`evaluate quantification`."""

import json
from typing import Any

import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.experiments import quantification


@pytest.fixture(scope="module")
def result(synthetic_catalog) -> dict[str, Any]:
    return quantification.run(ImportedCatalog(synthetic_catalog, None), seed=1)


def test_result_depends_on_the_seed(result, synthetic_catalog):
    imported = ImportedCatalog(synthetic_catalog, None)
    assert result == quantification.run(imported, seed=1)
    assert result["budgets"] != quantification.run(imported, seed=2)["budgets"]
    assert result["profile_size"] == 100


def test_run_returns_ten_budgets_a_curve_and_multi_level_budgets(result):
    found = json.loads(json.dumps(result))
    assert len(found["budgets"]) == 10
    assert found["mean"] == pytest.approx(sum(found["budgets"]) / 10)
    assert 0.04 <= min(found["budgets"]) <= max(found["budgets"]) <= 1
    curve = found["curve"]
    assert [round(point["epsilon"], 10) for point in curve] == [
        round(0.02 * k, 10) for k in range(1, 51)
    ]
    for point in curve:
        # The error holds 1/ε; a fit never fits better than exactly.
        assert 1 / point["epsilon"] <= point["smallest"] <= point["error"] <= point["largest"]
    assert curve[0]["error"] > 10 * curve[-1]["error"]
    multi = found["multi_level"]
    assert 1 <= len(multi["budgets"]) <= 10
    assert multi["mean"] == pytest.approx(sum(multi["budgets"]) / len(multi["budgets"]))
    assert all(0.04 <= budget <= 1 for budget in multi["budgets"])


def test_catalog_without_perturbable_movies_is_rejected():
    with pytest.raises(CatalogError, match="nothing to perturb"):
        quantification.run(ImportedCatalog(Catalog("empty", "1", ()), None))
