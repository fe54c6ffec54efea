"""What reading passes over says nothing to the matcher: the two agree on every row."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import labeled_rows
import pytest
from corpus_metrics import load_rows

from epicrec_desktop.evaluation.benchmarks.synthetic_history import pages, write_history
from epicrec_desktop.history.reader import read_visits
from epicrec_desktop.matching.matcher import Matcher

NOISE = ("\0", " ", "é", "#", "(", "%", "/", "https://", "\t", ".mkv", "?", "http")


def _damaged(url: str, title: str, generator: random.Random) -> tuple[str, str]:
    noise, at = generator.choice(NOISE), generator.randrange(len(url) + 1)
    kind = generator.randrange(4)
    if kind == 0:
        return url[:at] + noise + url[at:], title
    if kind == 1:
        return url[at:], title
    if kind == 2:
        return url + noise, title
    return url, title[: generator.randrange(len(title) + 1)] + noise


@pytest.fixture(scope="module")
def rows() -> list[tuple[str, str]]:
    """Rows of every kind, as they are and damaged; every address once."""
    generator = random.Random(5)
    known = [(str(r["url"]), str(r["title"])) for r in load_rows()]
    known += [(t.url, t.title) for t in labeled_rows.all_traces()]
    made_up = pages(labeled_rows.catalog(), 3)
    known += [next(made_up) for _ in range(4_000)]
    known += [_damaged(url, title, generator) for url, title in known for _ in range(2)]
    return list(dict(known).items())


def test_nothing_that_matches_is_passed_over(rows: list[tuple[str, str]], tmp_path: Path) -> None:
    matcher = Matcher(labeled_rows.catalog())
    profile = write_history(tmp_path / "browser", iter(rows), len(rows))
    folder = tmp_path / "snapshots"
    folder.mkdir(mode=0o700)
    with read_visits(profile, folder) as history:
        every = [matcher.match(v.url, v.title) for v in history.visits]
    with read_visits(profile, folder, wanted=matcher.may_match, find=matcher.match) as history:
        said = [visit.match for visit in history.visits]
    expected = Counter(match for match in every if match.movies)
    assert Counter(said) == expected
    assert expected.total() > 2_000
    wanted = sum(matcher.may_match(u, t) for u, t in rows)
    assert wanted < 0.9 * len(rows), "it passes something over"
