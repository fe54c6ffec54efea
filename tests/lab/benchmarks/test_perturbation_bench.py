"""`bench perturbation`, on a small catalog: what it reports is consistent."""

import pytest

from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.benchmarks import perturbation_bench


def test_report(synthetic_catalog):
    found = perturbation_bench.run(synthetic_catalog, repeats=1)
    scaling = found["published_scaling"]
    assert found["here_s"] == pytest.approx(found["perturbation_s"] + found["quantification_s"])
    assert found["ratio"] == pytest.approx(found["published_s"] / found["here_s"])
    assert found["published_s"] == pytest.approx(
        scaling["calibration_s"] + scaling["sanitizations"] * scaling["sanitization_s"]
    )
    assert scaling["sanitizations"] >= 10 * 3 + 1
    assert found["peak_mb"] > 10


def test_a_catalog_without_categories():
    with pytest.raises(CatalogError, match="nothing to perturb"):
        perturbation_bench.run(Catalog("empty", "1", ()))
