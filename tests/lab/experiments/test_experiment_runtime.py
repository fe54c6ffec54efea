"""`evaluate runtime`: every step of both systems is timed, on larger catalogs too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.experiments import runtime


def test_rows_and_plot(synthetic_catalog: Catalog, tmp_path: Path) -> None:
    imported = ImportedCatalog(synthetic_catalog, None)
    found = json.loads(json.dumps(runtime.run(imported, copies=(1, 4), repeats=1)))
    measured = {(r["system"], r["step"], r["items"]) for r in found["rows"]}
    assert measured == {
        (system, step, items)
        for system in ("S-EpicRec", "M-EpicRec")
        for step in ("calibration", "quantification", "perturbation")
        for items in (300, 1200)
    }
    seconds = {(r["system"], r["step"], r["items"]): r["seconds"] for r in found["rows"]}
    for items in (300, 1200):
        # Quantification has the calibration in it, and some thirty fits.
        whole = seconds["S-EpicRec", "quantification", items]
        assert whole > seconds["S-EpicRec", "perturbation", items] > 0
    pytest.importorskip("matplotlib", reason="the extra “plots” is not installed")
    (path,) = runtime.plot(found, tmp_path)
    assert path.stat().st_size > 10_000


def test_larger_catalogs_have_the_same_groups(synthetic_catalog: Catalog) -> None:
    larger = runtime._copied(synthetic_catalog.groups, 3)
    assert larger.items == 900
    assert (larger.matrix()[:300] == larger.matrix()[600:]).all()
    assert larger.sizes.sum() == 900


def test_catalog_without_categories_is_rejected() -> None:
    with pytest.raises(CatalogError, match="no categories"):
        runtime.run(ImportedCatalog(Catalog("empty", "1", ()), None))
