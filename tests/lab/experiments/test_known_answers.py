"""`evaluate` calibration, case study, multiupp, quantification and runtime: the known answers."""

import json
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.lab.experiments import calibration, multiupp, quantification, runtime


def test_calibration_matches_known_values(latest_small_catalog):
    found = json.loads(json.dumps(calibration.run(ImportedCatalog(latest_small_catalog, None))))
    assert [round(z, 2) for z in found["figure4"]["z"]] == [3.61, 2.36, 3.34, 2.36, 1.38]
    catalog = found["catalog"]
    assert (catalog["items"], catalog["categories"]) == (9742, 18)
    assert (catalog["groups"], catalog["maximal_rows"]) == (869, 166)
    assert catalog["mean_z"] == pytest.approx(7.7893, abs=5e-5)
    assert catalog["plain_laplace"] == 10
    assert catalog["mean_z"] == pytest.approx(sum(catalog["z"].values()) / 18)


def test_categories_without_movies_have_no_scale():
    movies = (
        Movie("A", 2000, ("Drama", "War")),
        Movie("B", 2001, ("Drama",)),
        Movie("C", 2002, ()),
    )
    catalog = calibration.run(ImportedCatalog(Catalog("tiny", "1", movies), None))["catalog"]
    assert catalog["z"] == pytest.approx({"Drama": 2.0, "War": 2.0})
    assert (catalog["items"], catalog["groups"], catalog["maximal_rows"]) == (3, 3, 1)
    empty = calibration.run(ImportedCatalog(Catalog("empty", "1", ()), None))["catalog"]
    assert (empty["z"], empty["mean_z"]) == ({}, 0.0)


def test_a_catalog_without_movies_is_plotted(tmp_path):
    pytest.importorskip("matplotlib", reason="the extra “plots” is not installed")
    empty = calibration.run(ImportedCatalog(Catalog("empty", "1", ()), None))
    (path,) = (sheet.save(tmp_path / "empty") for sheet in calibration.plot(empty))
    assert path.exists()


@pytest.mark.slow
def test_methods_are_ordered_as_expected_on_real_users(movielens):
    found = multiupp.study_recommendations(read_source(movielens), users=50)
    found = json.loads(json.dumps(found))
    rows = {row["name"]: row for row in found["rows"]}
    true, popular = rows["true history"], rows["popularity"]
    assert true["mae_loss"] == true["rating_loss"] == 0
    # Most of a rating is the movie's: nobody's profile costs little more than a blurred one.
    assert 0 < rows["DP-MultiUPP"]["rating_loss"] < popular["rating_loss"] + 0.05 < 0.3
    assert popular["mae_loss"] is None
    # The true history finds much more than popularity does; counts alone find less than that.
    assert true["ndcg10"] > popular["ndcg10"] + 0.05
    for name in ("DP-MultiUPP", "sanitized without noise"):
        assert rows[name]["ndcg10"] < popular["ndcg10"]
    # The paper's measure calls this one better than the truth.
    assert rows["sanitized without noise"]["mae_loss"] < 0


def test_case_study_is_none_without_ratings(synthetic_catalog):
    assert multiupp.study_recommendations(ImportedCatalog(synthetic_catalog, None)) is None


def test_case_study_has_no_rows_where_everybody_rated_one_movie(synthetic_catalog):
    people = np.arange(40)
    ratings = PublicRatings.build(people, people % 5, np.ones(40))
    found = multiupp.study_recommendations(ImportedCatalog(synthetic_catalog, ratings))
    assert (found["users"], found["rows"]) == (0, [])


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


@pytest.mark.parametrize("experiment", [multiupp, quantification, runtime])
def test_a_catalog_without_categories_is_rejected(experiment):
    with pytest.raises(CatalogError, match="nothing to perturb"):
        experiment.run(ImportedCatalog(Catalog("empty", "1", ()), None))


@pytest.fixture(scope="module")
def result(synthetic_catalog) -> dict[str, Any]:
    return quantification.run(ImportedCatalog(synthetic_catalog, None), seed=1)


def test_result_depends_on_the_seed(result, synthetic_catalog):
    imported = ImportedCatalog(synthetic_catalog, None)
    assert result == quantification.run(imported, seed=1)
    assert result["budgets"] != quantification.run(imported, seed=2)["budgets"]
    assert result["profile_size"] == 100


def test_run_returns_ten_budgets_and_multi_level_budgets(result):
    found = json.loads(json.dumps(result))
    assert len(found["budgets"]) == 10
    assert found["mean"] == pytest.approx(sum(found["budgets"]) / 10)
    assert 0.04 <= min(found["budgets"]) <= max(found["budgets"]) <= 1
    multi = found["multi_level"]
    assert 1 <= len(multi["budgets"]) <= 10
    assert multi["mean"] == pytest.approx(sum(multi["budgets"]) / len(multi["budgets"]))
    assert all(0.04 <= budget <= 1 for budget in multi["budgets"])


def test_each_step_is_measured_for_each_size(synthetic_catalog):
    imported = ImportedCatalog(synthetic_catalog, None)
    found = json.loads(json.dumps(runtime.run(imported, copies=(1, 4), repeats=1)))
    measured = {(r["system"], r["step"], r["items"]) for r in found["rows"]}
    assert measured == {
        (system, step, items)
        for system in ("S-EpicRec", "M-EpicRec")
        for step in ("calibration", "quantification", "perturbation")
        for items in (300, 1200)
    }
    assert all(r["seconds"] > 0 for r in found["rows"])
