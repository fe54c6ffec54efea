"""`library search` and `library review`: films by any title, and which one is meant."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from epicrec_desktop.cli import main
from epicrec_desktop.lab.benchmarks.scan_bench import write_history

PAGE = ("https://www.justwatch.com/us/movie/king-kong", "King Kong streaming: where to watch?")


@pytest.fixture(scope="module")
def scanned(tmp_path_factory) -> Path:
    """A folder after a scan of one page that may mean several films: made once, and copied."""
    base = tmp_path_factory.mktemp("scanned")
    profile = write_history(base / "browser", iter([PAGE]), 1)
    assert main(["--base-dir", str(base), "scan", "--profile", str(profile.database)]) == 0
    return base


@pytest.fixture
def epicrec(scanned, tmp_path, capsys):
    """Runs a command over a copy of the folder; its output. `code`: the exit code expected."""
    base = tmp_path / "base"
    shutil.copytree(scanned, base)

    def run(*arguments: str, code: int = 0) -> str:
        assert main(["--base-dir", str(base), *arguments]) == code
        captured = capsys.readouterr()
        return captured.err if code else captured.out

    return run


@pytest.mark.parametrize(
    ("typed", "title", "year"),
    [
        (("amelie",), "Amélie", 2001),
        (("das", "leben", "der", "anderen"), "The Lives of Others", 2006),
        (("metropolis 1927",), "Metropolis", 1927),
    ],
)
def test_a_film_is_found_by_any_of_its_titles(epicrec, typed, title, year):
    first = json.loads(epicrec("library", "search", *typed, "--json"))[0]
    assert (first["title"], first["year"], first["status"]) == (title, year, None)


def test_the_length_is_shown_where_it_is_known(epicrec):
    assert "Heat (1995)  2 h 50 min  " in epicrec("library", "search", "Heat 1995")
    assert json.loads(epicrec("library", "search", "Heat 1995", "--json"))[0]["minutes"] == 170


def test_the_title_that_was_meant_is_shown_beside(epicrec):
    line = epicrec("library", "search", "das leben der anderen").strip()
    assert line.startswith("The Lives of Others (2006)")
    assert line.endswith("Das Leben der Anderen")


def test_nothing_found_and_a_limit(epicrec):
    assert "No film is known" in epicrec("library", "search", "qqqq", "\x1b[2J")
    assert len(json.loads(epicrec("library", "search", "the", "--limit", "3", "--json"))) == 3
    assert "at least 1" in epicrec("library", "search", "the", "--limit", "0", code=1)


def test_review_shows_the_films_that_may_be_meant(epicrec):
    (entry,) = json.loads(epicrec("library", "review", "--json"))
    assert [film["title"] for film in entry["candidates"]] == ["King Kong"] * 3
    assert {"year": 2005, "director": "Peter Jackson"}.items() <= entry["candidates"][1].items()
    shown = epicrec("library", "review")
    assert shown.strip().startswith("Which one? King Kong")
    assert "2.  King Kong (2005)  Peter Jackson" in shown


@pytest.mark.parametrize("answer", ["2", "imdb:tt0360717", "tt0360717"])
def test_an_answer_confirms_the_film(epicrec, answer):
    assert "King Kong (2005)" in epicrec("library", "review", "King Kong", answer)
    statuses = {
        (e["title"], e["year"]): e["status"] for e in json.loads(epicrec("library", "--json"))
    }
    assert statuses == {("King Kong", 1933): "rejected", ("King Kong", 2005): "confirmed"}
    assert "No suggestion" in epicrec("library", "review")


def test_none_of_them_is_an_answer_too(epicrec):
    epicrec("library", "review", "King Kong", "none")
    assert [e["status"] for e in json.loads(epicrec("library", "--json"))] == ["rejected"]


@pytest.mark.parametrize("answer", ["0", "4", "99999999", "tt0000001", "²", "the first"])
def test_another_answer_changes_nothing(epicrec, answer):
    assert "none of these" in epicrec("library", "review", "King Kong", answer, code=1)
    assert [e["status"] for e in json.loads(epicrec("library", "--json"))] == ["suggested"]


def test_what_is_answered_is_not_asked_again(epicrec):
    epicrec("library", "review", "King Kong", "none")
    assert "answered already" in epicrec("library", "review", "King Kong", "1", code=1)


def test_a_director_finds_their_films_and_says_so(epicrec):
    first = json.loads(epicrec("library", "search", "spielberg", "--json"))[0]
    assert first["why"] == "directed by Steven Spielberg"
    assert epicrec("library", "search", "spielberg").count("directed by Steven Spielberg") == 20
