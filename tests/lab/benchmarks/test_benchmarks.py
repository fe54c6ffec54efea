"""`bench`: what each benchmark measures, and that what it reports is consistent."""

from functools import partial

import pytest

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.benchmarks import (
    import_bench,
    perturbation_bench,
    ranking_bench,
    search_bench,
)
from epicrec_desktop.recommend.ranking import Ranker


@pytest.mark.parametrize(
    "run",
    [
        partial(import_bench.run, 50, 300),
        partial(ranking_bench.run, (300,), rounds=5),
        partial(search_bench.run, 300, rounds=5),
    ],
    ids=["import", "ranking", "search"],
)
def test_it_can_be_cancelled(run):
    with pytest.raises(Cancelled):
        run(job=Job(cancelled=lambda: True))


def test_what_an_import_is_of_is_read_as_a_catalog_with_ratings(tmp_path):
    folder = tmp_path / "people"
    written = import_bench.write_folder(folder, 60, 300, 40.0)
    imported = read_source(folder)
    assert len(imported.ratings) == written
    assert imported.ratings.user_count == 60
    assert len(imported.catalog.movies) == 300
    assert imported.ratings.mean_profile_size == pytest.approx(40, rel=0.3)


def test_import_and_training_are_timed_with_their_progress(tmp_path):
    folder = tmp_path / "people"
    import_bench.write_folder(folder, 80, 300, 40.0)
    found = import_bench.measure(tmp_path / "base", folder)
    assert found["movies"] > 300  # the starter catalog's are there too
    assert found["model"] in {"linear", "als"}
    assert 0 < found["longest_silence_s"] < found["seconds"]
    assert found["reports"] > 10
    assert [step["from_s"] for step in found["steps"]] == sorted(
        step["from_s"] for step in found["steps"]
    )


def test_ranking_has_a_row_for_each_size():
    result = ranking_bench.run((300, 600), rounds=5)
    assert [row["items"] for row in result["rows"]] == [300, 600]
    for row in result["rows"]:
        assert 0 <= row["fold_in_ms"] <= row["p50_ms"] <= row["p99_ms"]
        # 128 factors in int8, 14 characters of id, a popularity, a scale and a gain
        assert row["model_mb"] * 1e6 == pytest.approx(row["items"] * (128 + 14 + 10), rel=0.02)


def test_a_round_is_everything_the_app_shows(monkeypatch):
    seen = []
    rank = Ranker.rank

    def watching(self, watched, **options):
        assert len(set(watched)) == 165
        ranking = rank(self, watched, **options)
        seen.append(ranking)
        return ranking

    monkeypatch.setattr(Ranker, "rank", watching)
    ranking_bench.run((2_000,), rounds=2)
    assert len(seen) == 3
    for ranking in seen:
        assert len(ranking.overall) == 60
        assert len(ranking.categories) == 18
        assert sum(len(found) == 30 for found in ranking.categories.values()) >= 15


def test_a_search_asks_in_several_ways():
    result = search_bench.run(300, rounds=5)
    assert result["movies"] == 300 <= result["titles"]
    assert result["queries"] == 30
    assert 0 <= result["p50_ms"] <= result["p99_ms"] <= result["slowest_ms"]


def test_perturbation_reports_what_its_parts_take(synthetic_catalog):
    found = perturbation_bench.run(synthetic_catalog, repeats=1)
    scaling = found["published_scaling"]
    assert found["here_s"] == pytest.approx(found["perturbation_s"] + found["quantification_s"])
    assert found["ratio"] == pytest.approx(found["published_s"] / found["here_s"])
    assert found["published_s"] == pytest.approx(
        scaling["calibration_s"] + scaling["sanitizations"] * scaling["sanitization_s"]
    )
    assert scaling["sanitizations"] >= 10 * 3 + 1
    assert found["peak_mb"] > 10


def test_a_catalog_without_categories_has_nothing_to_perturb():
    with pytest.raises(CatalogError, match="nothing to perturb"):
        perturbation_bench.run(Catalog("empty", "1", ()))


@pytest.mark.slow
def test_every_crowd_of_a_real_service_is_answered_and_it_recovers():
    pytest.importorskip("fastapi", reason="the service needs the extra `server`")
    from epicrec_desktop.lab.benchmarks import server_bench

    result = server_bench.run(500, clients=(1, 4), overload=40, seconds=1.0)
    assert [row["clients"] for row in result["rows"]] == [1, 4, 40]
    for row in result["rows"]:
        assert set(row["statuses"]) <= {200, 503}
        assert row["statuses"][200] > 0
        assert 0 < row["p50_ms"] <= row["p99_ms"]
        assert row["service_ms"] > 0
    assert result["rows"][0]["statuses"] == {200: sum(result["rows"][0]["statuses"].values())}
    assert result["recovered_s"] >= 0
