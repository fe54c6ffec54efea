"""Films by any of their titles, in the terminal: added, refused, kept for later, forgotten."""

import io
import sys

import pytest

from epicrec_desktop.console.terminal import Terminal


def titles(rows: list[dict[str, object]]) -> set[object]:
    return {row["title"] for row in rows}


def test_films_are_added_by_a_title_without_accents_and_by_id(fresh):
    added = fresh.json("library", "add", "amelie", "imdb:tt0017136")
    assert titles(added) == {"Amélie", "Metropolis"}
    assert {row["status"] for row in added} == {"confirmed"}
    assert titles(added) <= titles(fresh.json("library"))


def test_a_title_of_several_films_is_asked_about_and_none_is_added(fresh):
    before = fresh.json("library")
    said = fresh.problem("library", "add", "amelie", "king kong")
    assert "King Kong (1933)" in said
    assert "King Kong (2005)" in said
    assert fresh.json("library") == before
    assert titles(fresh.json("library", "add", "King Kong 2005")) == {"King Kong"}


def test_a_title_that_no_film_has(fresh):
    assert "No film of the catalog" in fresh.problem("library", "add", "qqqq zzzz wwww")


def test_a_refused_film_is_rejected(fresh):
    (refused,) = fresh.json("library", "refuse", "Fargo")
    assert refused["status"] == "rejected"


def test_the_watchlist(fresh):
    assert fresh.json("watchlist") == []
    assert "Nothing is kept" in fresh("watchlist").stdout
    kept = fresh.json("watchlist", "add", "das leben der anderen", "Metropolis 1927")
    assert titles(kept) == {"The Lives of Others", "Metropolis"}
    assert {film["title"]: film["minutes"] for film in kept}["The Lives of Others"] == 137
    assert "2 h 17 min" in fresh("watchlist").stdout
    assert titles(fresh.json("watchlist", "remove", "metropolis")) == {"The Lives of Others"}
    assert "no single film" in fresh.problem("watchlist", "remove", "metropolis")


def test_forgetting_asks_and_without_anybody_to_ask_nothing_is_changed(fresh):
    fresh.json("library", "add", "amelie")
    assert "Nothing was changed" in fresh("library", "forget", "amelie").stdout
    assert "Amélie" in titles(fresh.json("library"))
    assert "Forgotten." in fresh("library", "forget", "amelie", "--yes").stdout
    assert "Amélie" not in titles(fresh.json("library"))


@pytest.mark.parametrize(("typed", "agreed"), [("y\n", True), ("\n", False), ("no\n", False)])
def test_only_yes_is_yes(monkeypatch, typed, agreed):
    answers = io.StringIO(typed)
    monkeypatch.setattr(answers, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", answers)
    assert Terminal(as_json=False).agrees("Forget these?") is agreed


def test_a_line_is_whole_in_a_pipe_and_cut_on_a_screen(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "70")
    row = ("a" * 60, "b" * 60)
    Terminal(as_json=False).table([row])
    assert "b" * 60 in capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Terminal(as_json=False).table([row])
    assert max(map(len, capsys.readouterr().out.splitlines())) == 70


def test_typed_year_binds_when_a_film_is_added(fresh):
    """A film of 2025 that the catalog does not have is not taken for one that is near."""
    before = fresh.json("library")
    for text in ("Heat 2025", "Pulp Fictoin 2019"):
        assert "for certain" in fresh.problem("library", "add", text)
    assert fresh.json("library") == before
