"""`evaluate runtime`: every step of both systems is timed, on larger catalogs too."""

import json

import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.experiments import runtime


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


def test_larger_catalogs_have_the_same_groups(synthetic_catalog):
    larger = runtime._copied(synthetic_catalog.groups, 3)
    assert larger.items == 900
    assert (larger.matrix()[:300] == larger.matrix()[600:]).all()
    assert larger.sizes.sum() == 900


def test_catalog_without_categories_is_rejected():
    with pytest.raises(CatalogError, match="nothing to perturb"):
        runtime.run(ImportedCatalog(Catalog("empty", "1", ()), None))
