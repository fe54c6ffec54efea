"""Every kind of trace of a film is found, and nothing is taken for one that is none."""

import json

import accuracy
import labeled_rows
import pytest

from epicrec_desktop.domain.history import Decision
from epicrec_desktop.matching.matcher import Matcher


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    return Matcher(labeled_rows.catalog())


def test_the_traces_are_many_and_mixed():
    rows = labeled_rows.all_traces()
    assert len(rows) > 1_500
    assert sum(not row.films for row in rows) > 150
    assert len({row.kind for row in rows}) > 20


def test_every_kind_is_found_as_well_as_stored_and_nothing_is_wrongly_accepted():
    measured = accuracy.of_traces()
    kinds = {row.kind for row in labeled_rows.all_traces() if row.films}
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


def test_several_films_of_one_title_are_asked_about(matcher):
    rows = [row for row in labeled_rows.all_traces() if row.mark == "several"]
    assert rows
    for row in rows:
        match = matcher.match(row.url, row.title)
        assert match.decision is Decision.WHICH, row.title
        fame = [matcher.catalog.movies[i].popularity for i in match.movies]
        assert fame == sorted(fame, reverse=True)
