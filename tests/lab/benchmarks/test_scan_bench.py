"""`bench scan`, on a small history: the made-up data is what it says, the report is consistent."""

from collections import Counter
from itertools import islice

import pytest

from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.history import Decision
from epicrec_desktop.lab.benchmarks import scan_bench
from epicrec_desktop.lab.benchmarks.scan_bench import pages, synthetic_catalog, write_history
from epicrec_desktop.matching.matcher import Matcher
from sql import sql
from visits import read_visits


@pytest.mark.parametrize("titles", [50, 7_000])
def test_the_catalog_has_that_many_movies_each_once(titles):
    catalog = synthetic_catalog(titles)
    assert len(catalog.movies) == titles
    assert len({(m.title, m.year) for m in catalog.movies}) == titles
    assert synthetic_catalog(titles) == catalog


def test_pages_are_the_same_for_a_seed_and_each_once():
    catalog = synthetic_catalog(300)
    first = list(islice(pages(catalog), 5_000))
    assert first == list(islice(pages(catalog), 5_000))
    assert len({url for url, _ in first}) == len(first)


def test_the_mix_is_a_persons():
    """Some pages name a movie, most do not, and both decisions come up."""
    catalog = synthetic_catalog(6_000)
    matcher = Matcher(catalog)
    decisions = Counter(
        matcher.match(url, title).decision for url, title in islice(pages(catalog), 10_000)
    )
    assert 0.03 < decisions[Decision.ACCEPT] / 10_000 < 0.12
    assert 0.003 < decisions[Decision.REVIEW] / 10_000 < 0.06


def test_the_history_is_read_whole(tmp_path):
    profile = write_history(tmp_path, pages(synthetic_catalog(50)), 500)
    written = sql(profile.database, "SELECT url, title FROM urls ORDER BY url")
    with read_visits(profile, tmp_path / "snapshots") as history:
        read = sorted((visit.url, visit.title) for visit in history.visits)
        assert (history.total, history.skipped) == (600, 0)
    assert read == [(url, title.strip()) for url, title in written]


@pytest.mark.slow
def test_report():
    found = scan_bench.run(rows=3_000, titles=100)
    assert (found["rows"], found["titles"], found["visits"]) == (3_000, 100, 3_600)
    assert found["rescan_visits"] == 1_200
    assert found["movies"] > 50
    assert found["paper_loop_ratio"] == pytest.approx(found["paper_loop_s"] / found["seconds"])
    assert found["seconds"] > 0
    assert found["rescan_s"] > 0
    assert found["peak_mb"] is None or 30 < found["peak_mb"] < 300


def test_sizes_that_are_none():
    with pytest.raises(CatalogError, match="at least one row"):
        scan_bench.run(rows=0)
