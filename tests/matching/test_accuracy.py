"""Matching is as accurate as it was accepted to be, and as it must be."""

import json

import pytest
from accuracy import PUBLIC_SAMPLE, of_held_out
from corpus_metrics import FIGURES, Score, figures, load_catalog, load_rows, score

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.history import Decision
from epicrec_desktop.matching.matcher import Matcher

LOWER_IS_BETTER = {"negatives_accepted", "hard_accepted"}


@pytest.fixture(scope="module")
def measured() -> Score:
    return score(Matcher(load_catalog()), load_rows())


def test_the_corpus_is_large_and_mixed():
    rows = load_rows()
    assert len(rows) >= 300
    assert sum(not row["movie_ids"] for row in rows) >= len(rows) / 3
    assert len({(row["url"], row["title"]) for row in rows}) == len(rows)


def test_accuracy_meets_its_aims(measured):
    assert measured.precision_found >= 0.95, measured.wrong
    assert measured.recall_found >= 0.92, measured.wrong
    assert measured.precision_accepted >= 0.98, measured.wrong
    assert measured.negatives_accepted <= 0.005, measured.wrong
    assert max(measured.hard_accepted.values()) <= 0.2, measured.wrong


def test_no_figure_is_worse_than_accepted(measured):
    kept = json.loads(FIGURES.read_text(encoding="utf-8"))
    worse = []
    for name, now in figures(measured).items():
        before = kept[name]
        pairs = (
            [(kind, before.get(kind), value) for kind, value in now.items()]
            if isinstance(now, dict)
            else [("", before, now)]
        )
        for kind, old, new in pairs:
            sign = -1 if name in LOWER_IS_BETTER else 1
            if old is not None and sign * new < sign * old:
                worse.append(f"{name} {kind}: {old} → {new}")
    assert not worse, (worse, measured.wrong)


def test_every_kind_of_the_accepted_figures_is_still_measured(measured):
    kept = json.loads(FIGURES.read_text(encoding="utf-8"))
    assert set(kept["kinds"]) <= set(measured.kinds)
    assert set(kept["hard_accepted"]) <= set(measured.hard_accepted)


def test_the_public_sample():
    """Rows about movies that the starter catalog has, and rows about no movie."""
    matcher = Matcher(load_starter())
    movies = matcher.catalog.movies
    known = {movie.imdb_id for movie in movies}
    lines = PUBLIC_SAMPLE.read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if known.issuperset(row["imdb_ids"])]
    assert len(rows) >= 130
    wrong = []
    for row in rows:
        match = matcher.match(row["url"], row["title"])
        evidence = "watched" if row["evidence"] == "watch" else row["evidence"]
        ids = [movies[i].imdb_id for i in match.movies[:1]]
        if ids != row["imdb_ids"] or match.evidence.value != evidence:
            wrong.append((row["kind"], row["title"], ids, match.rule))
        if not row["imdb_ids"]:
            assert match.decision is not Decision.ACCEPT
    assert len(wrong) <= 0.02 * len(rows), wrong


def test_the_held_out_rows():
    measured = of_held_out()
    assert sum(figure.rows for figure in measured.values()) >= 300
    for kind, figure in measured.items():
        assert figure.wrongly_accepted == 0, kind
        assert figure.suggested <= 0.03 * figure.rows, kind
        least = 0.95 if kind.startswith("ordinary") else 0.7
        assert figure.found >= least or "nothing" in kind, (kind, figure)
