"""DP-MultiUPP's recommendation case study on real users."""

import json

import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.lab.experiments import multiupp


@pytest.mark.slow
def test_methods_are_ordered_as_expected_on_real_users(movielens):
    found = multiupp.study_recommendations(read_source(movielens), users=50)
    assert found is not None
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
