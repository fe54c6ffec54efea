"""`evaluate circle`: a small circle over HTTP, with everything a large one has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.experiments import circle
from small_world import world


def made_up() -> ImportedCatalog:
    """Return well-known movies of the starter catalog with the small world's ratings."""
    ratings = world().ratings
    known = sorted(load_starter().movies, key=lambda movie: -movie.popularity)
    catalog = Catalog("made up", "1", tuple(known[: len(ratings.wire_ids)]))
    values = np.full(len(ratings.users), 4.0)
    return ImportedCatalog(catalog, PublicRatings.build(ratings.users, ratings.items, values))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_contributions_over_http_are_counted_trained_on_and_fetched(movielens: Path) -> None:
    found = circle.run(read_source(movielens), people=400, liars=(0.0, 0.05))
    alone, honest, lied_to = found["rows"]
    assert found["requests"] == 400 + 2 * 20
    assert [row["contributions"] for row in found["rows"]] == [0, 400, 400]
    assert alone["liars"] is None
    for row in (honest, lied_to):
        assert row["used"] in (0, 400)
        # So few are worth little; what is fetched is at least what the gate let through.
        assert row["ndcg10"] > 0.9 * alone["ndcg10"]
        assert row["seen"] <= 0.02
    assert found["users"] == 122


@pytest.mark.slow
def test_sending_contributions_can_be_cancelled() -> None:
    reports = []

    def report(progress: object, /) -> None:
        reports.append(str(getattr(progress, "step", "")))

    with pytest.raises(Cancelled):
        circle.run(
            made_up(),
            people=5_000,
            job=Job(report, lambda: any("HTTP" in step for step in reports[:-1])),
        )


def test_missing_ratings_raise_an_error() -> None:
    with pytest.raises(CatalogError, match="some hundred people"):
        circle.run(ImportedCatalog(load_starter(), None))
