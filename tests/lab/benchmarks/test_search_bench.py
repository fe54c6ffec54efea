"""`bench search`: what it measures."""

import pytest

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.benchmarks import search_bench


def test_it_asks_in_several_ways():
    result = search_bench.run(300, rounds=5)
    assert result["movies"] == 300 <= result["titles"]
    assert result["queries"] == 30
    assert 0 <= result["p50_ms"] <= result["p99_ms"] <= result["slowest_ms"]


def test_it_can_be_cancelled():
    with pytest.raises(Cancelled):
        search_bench.run(300, rounds=5, job=Job(cancelled=lambda: True))
