"""`bench ranking`: what it measures, and that it measures the app's own ranking."""

import pytest

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.benchmarks import ranking_bench
from epicrec_desktop.recommend.ranking import Ranker


def test_a_row_for_each_size():
    result = ranking_bench.run((300, 600), rounds=5)
    assert [row["items"] for row in result["rows"]] == [300, 600]
    for row in result["rows"]:
        assert 0 <= row["fold_in_ms"] <= row["p50_ms"] <= row["p99_ms"]
        # 128 factors in int8, 14 characters of id, a popularity, a scale and a gain
        assert row["model_mb"] * 1e6 == pytest.approx(row["items"] * (128 + 14 + 10), rel=0.02)


def test_a_round_is_everything_the_app_shows(monkeypatch):
    seen = []
    rank = Ranker.rank

    def watching(self, *arguments, **options):
        ranking = rank(self, *arguments, **options)
        seen.append(ranking)
        return ranking

    monkeypatch.setattr(Ranker, "rank", watching)
    ranking_bench.run((2_000,), rounds=2)
    assert len(seen) == 3
    for ranking in seen:
        assert ranking.known == 165
        assert len(ranking.overall) == 60
        assert len(ranking.categories) == 18
        assert sum(len(found) == 30 for found in ranking.categories.values()) >= 15


def test_it_can_be_cancelled():
    with pytest.raises(Cancelled):
        ranking_bench.run((300,), rounds=5, job=Job(cancelled=lambda: True))
