"""Matching is as accurate as it was accepted to be: on the corpus, on traces, in a real history."""

import json

import accuracy
import labeled_rows
import pytest
from accuracy import PUBLIC_SAMPLE, of_held_out
from labeled_rows import corpus_catalog, corpus_rows

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.history import Decision
from epicrec_desktop.matching.matcher import Matcher
from sql import sql


def test_the_corpus_is_large_and_mixed():
    rows = corpus_rows()
    assert len(rows) >= 300
    assert sum(not row["movie_ids"] for row in rows) >= len(rows) / 3
    assert len({(row["url"], row["title"]) for row in rows}) == len(rows)


def test_every_movie_of_the_corpus_is_found_and_nothing_else_is_accepted():
    matcher = Matcher(corpus_catalog())
    wrong = []
    for row in corpus_rows():
        match = matcher.match(row["url"], row["title"])
        ids = [matcher.catalog.movies[i].movielens_id for i in match.movies[:1]]
        if row["tier"] == "ordinary":
            right = (ids, match.evidence.value) == (row["movie_ids"], row["evidence"])
        else:
            right = match.decision is not Decision.ACCEPT
        if not right:
            wrong.append(f"{match.decision.value} {row['kind']}: {row['title']}")
    assert wrong == []


def test_every_kind_of_the_corpus_is_accepted_as_often_as_stored():
    measured = accuracy.of_corpus()
    stored = json.loads(accuracy.KEPT.read_text(encoding="utf-8"))["corpus"]
    assert set(stored) <= set(measured)
    pairs = {kind: (figure["accepted"], measured[kind].accepted) for kind, figure in stored.items()}
    assert {kind: pair for kind, pair in pairs.items() if pair[1] < pair[0]} == {}


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


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    return Matcher(labeled_rows.catalog())


def test_the_traces_are_many_and_mixed():
    rows = labeled_rows.all_traces()
    assert len(rows) > 1_500
    assert sum(not row.movies for row in rows) > 150
    assert len({row.kind for row in rows}) > 20


def test_every_kind_is_found_as_well_as_stored_and_nothing_is_wrongly_accepted():
    measured = accuracy.of_traces()
    kinds = {row.kind for row in labeled_rows.all_traces() if row.movies}
    missed = {kind: measured[kind].found for kind in kinds if measured[kind].found < 0.85}
    assert not missed
    rows = sum(measured[kind].rows for kind in kinds)
    assert sum(measured[kind].found * measured[kind].rows for kind in kinds) / rows >= 0.95
    assert {k: f.wrongly_accepted for k, f in measured.items() if f.wrongly_accepted} == {}
    stored = json.loads(accuracy.KEPT.read_text(encoding="utf-8"))["traces"]
    assert set(stored) <= set(measured)
    found = {kind: (figures["found"], measured[kind].found) for kind, figures in stored.items()}
    assert {kind: pair for kind, pair in found.items() if pair[1] < pair[0]} == {}


def test_unrelated_rows_suggest_nothing(matcher):
    silent = [row for row in labeled_rows.all_traces() if row.mark == "nothing"]
    assert len(silent) > 60
    assert [row.title for row in silent if matcher.match(row.url, row.title).movies] == []


def test_several_movies_of_one_title_are_asked_about(matcher):
    rows = [row for row in labeled_rows.all_traces() if row.mark == "several"]
    assert rows
    for row in rows:
        match = matcher.match(row.url, row.title)
        assert match.decision is Decision.WHICH, row.title
        fame = [matcher.catalog.movies[i].popularity for i in match.movies]
        assert fame == sorted(fame, reverse=True)


ACCEPTED = {
    "The Matrix (1999)",
    "Inception (2010)",
    "Interstellar (2014)",
    "Spirited Away (2001)",
    "The Shawshank Redemption (1994)",
    "The Godfather (1972)",
    "Alien (1979)",
    "Mad Max: Fury Road (2015)",
    "The Big Lebowski (1998)",
    "Das Boot (1981)",
    "Oldboy (2003)",
    "Parasite (2019)",
    "Dune: Part Two (2024)",
    # Pages that are only of movies, and famous ones.
    "Coco (2017)",
    "Heat (1995)",
    "Stalker (1979)",
}
ASKED = {"Blade Runner 2049 (2017)", "Casablanca (1942)", "Seven Samurai (1954)"}


def test_a_chromium_history(unpacked):
    pages = sql(unpacked / "chromium/Default/History", "SELECT url, title FROM urls")
    matcher = Matcher(load_starter())
    found: dict[Decision, set[str]] = {decision: set() for decision in Decision}
    for url, title in pages:
        match = matcher.match(url, title or "")
        found[match.decision] |= {matcher.catalog.movies[i].label for i in match.movies[:1]}
    assert found[Decision.ACCEPT] == ACCEPTED
    assert found[Decision.REVIEW] - ACCEPTED == ASKED
