"""`evaluate calibration`: the known answers."""

import json

import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.lab.experiments import calibration


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
