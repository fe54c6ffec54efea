"""`evaluate multiupp`: known gains, and what any run must satisfy."""

import json
from typing import Any

import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.experiments import multiupp

KNOWN_GAINS = {0.05: 5.0, 0.1: 3.4, 0.2: 2.7, 0.4: 1.4}


@pytest.fixture(scope="module")
def on_synthetic(synthetic_catalog) -> dict[str, Any]:
    return multiupp.run(
        ImportedCatalog(synthetic_catalog, None), draws=6, epsilons=(0.1, 0.3, 2.0), seed=5
    )


@pytest.mark.slow
def test_known_gains(latest_small_catalog):
    """The known gains are means over 20 draws of their own: both luck's widths count."""
    result = multiupp.run(ImportedCatalog(latest_small_catalog, None), draws=60)
    result = json.loads(json.dumps(result))
    for epsilon, known in KNOWN_GAINS.items():
        rows = {r["utility"]: r for r in result["rows"] if r["epsilon"] == epsilon}
        found = rows["mae"]
        allowed = (found["ci"] ** 2 + found["ci_20"] ** 2) ** 0.5
        assert abs(found["gain_mae"] - known) <= allowed
        assert allowed < 0.25 * known
        # Each utility is best at its own error.
        for utility in ("mae", "mse", "mael"):
            gain = f"gain_{utility}"
            # Means of gains are not medians of errors, hence the margin.
            best = max(row[gain] for row in rows.values())
            assert rows[utility][gain] >= best * 0.99
        assert rows["mael"]["gain_mael"] < 2.2  # the paper: up to 2


def test_gain_of_each_sample_is_at_least_one(on_synthetic):
    assert len(on_synthetic["rows"]) == 9
    for row in on_synthetic["rows"]:
        assert row[f"gain_{row['utility']}"] >= 1 - 1e-6
        assert row["kl"] >= 0
        assert row[row["utility"]] >= on_synthetic["floors"][row["utility"]] * (1 - 1e-6)
        (baseline,) = (b for b in on_synthetic["baseline"] if b["epsilon"] == row["epsilon"])
        assert baseline[row["utility"]] >= row[row["utility"]] * (1 - 1e-6)
        assert baseline["kl_median"] == pytest.approx(0, abs=1e-9)


def test_gain_is_one_above_the_sum_of_budgets(on_synthetic):
    """Σt = 1, so at ε = 2 every budget is met in full (theorem 2)."""
    assert on_synthetic["smallest_unconstrained_epsilon"] <= 1
    for row in on_synthetic["rows"]:
        if row["epsilon"] == 2.0:
            assert row["gain_mae"] == pytest.approx(1, abs=1e-5)
            assert row["mae"] == pytest.approx(on_synthetic["floors"]["mae"], rel=1e-5)
            assert row["mael"] == pytest.approx(0, abs=1e-5)


def test_catalog_without_categories_is_rejected():
    with pytest.raises(CatalogError, match="nothing to perturb"):
        multiupp.run(ImportedCatalog(Catalog("empty", "1", ()), None))
