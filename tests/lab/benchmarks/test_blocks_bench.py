"""`bench blocks`: every sampled rating is read, and each step says its memory."""

import pytest

pytest.importorskip("fastapi", reason="the benchmark is of the extra `lab`")

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.benchmarks import blocks_bench
from epicrec_desktop.recommend.linear_training import LinearSettings


def test_made_up_ratings_are_all_read_and_trained_on():
    found = blocks_bench.run(300, 200, settings=LinearSettings(4))
    rows = {
        (user, movie)
        for users, movies in blocks_bench._sampled(300, 200)
        for user, movie in zip(users.tolist(), movies, strict=True)
    }
    assert (found["rows"], found["ratings"], found["people"]) == (30_000, len(rows), 300)
    assert found["start_mb"] <= found["read_mb"] <= found["split_mb"] <= found["fit_mb"]


def test_it_can_be_cancelled():
    with pytest.raises(Cancelled):
        blocks_bench.run(300, 200, job=Job(cancelled=lambda: True))
