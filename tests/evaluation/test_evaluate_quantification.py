"""`evaluate quantification`."""

from __future__ import annotations

import json

import pytest

from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.evaluation import quantification


def test_ten_budgets_and_their_mean(latest_small_catalog: Catalog) -> None:
    found = json.loads(json.dumps(quantification.run(latest_small_catalog)))
    assert len(found["budgets"]) == 10
    assert found["mean"] == pytest.approx(sum(found["budgets"]) / 10)
    assert found["profile_size"] == pytest.approx(165.3, abs=0.05)
    # A mean of ten runs deviates by 0.016: this errs once in a thousand seeds, and 0 is not one.
    assert found["mean"] == pytest.approx(0.205, abs=0.055)


def test_the_seed_decides(made_up_catalog: Catalog) -> None:
    one = quantification.run(made_up_catalog, seed=1)
    assert one == quantification.run(made_up_catalog, seed=1)
    assert one["budgets"] != quantification.run(made_up_catalog, seed=2)["budgets"]
    assert one["profile_size"] == 100


def test_nothing_to_quantify() -> None:
    with pytest.raises(CatalogError, match="perturbed"):
        quantification.run(Catalog("empty", "1", ()))
