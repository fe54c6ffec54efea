"""`library search` and `library review`: films by any title, and which one is meant."""

import shutil

import pytest

from command_line import Epicrec
from epicrec_desktop.lab.benchmarks.scan_bench import write_history

PAGE = ("https://www.justwatch.com/us/movie/king-kong", "King Kong streaming: where to watch?")


@pytest.fixture(scope="module")
def scanned(started_today, tmp_path_factory) -> Epicrec:
    """Return the program over a scan of one page that may mean several films; only read it."""
    folder = tmp_path_factory.mktemp("scanned")
    epicrec = Epicrec(shutil.copytree(started_today, folder / "base"))
    profile = write_history(folder / "browser", iter([PAGE]), 1)
    epicrec("scan", "--profile", str(profile.database))
    return epicrec


@pytest.fixture
def epicrec(scanned, tmp_path) -> Epicrec:
    """Return the program over a copy, to be changed."""
    return Epicrec(shutil.copytree(scanned.base, tmp_path / "base"))


def test_a_film_is_found_by_any_of_its_titles(scanned):
    for typed, title, year in (
        ("amelie", "Amélie", 2001),
        ("das leben der anderen", "The Lives of Others", 2006),
        ("metropolis 1927", "Metropolis", 1927),
    ):
        first = scanned.json("library", "search", *typed.split())[0]
        assert (first["title"], first["year"], first["status"]) == (title, year, None)
    line = scanned("library", "search", "das leben der anderen").stdout.strip()
    assert line.startswith("The Lives of Others (2006)")
    assert line.endswith("Das Leben der Anderen")


def test_the_length_is_shown_where_it_is_known(scanned):
    assert "Heat (1995)  2 h 50 min  " in scanned("library", "search", "Heat 1995").stdout
    assert scanned.json("library", "search", "Heat 1995")[0]["minutes"] == 170


def test_nothing_found_and_a_limit(scanned):
    assert "No film is known" in scanned("library", "search", "qqqq", "\x1b[2J").stdout
    assert len(scanned.json("library", "search", "the", "--limit", "3")) == 3
    assert "at least 1" in scanned.problem("library", "search", "the", "--limit", "0")


def test_a_director_finds_their_films(scanned):
    found = scanned.json("library", "search", "spielberg")
    assert {film["why"] for film in found} == {"directed by Steven Spielberg"}
    assert len(found) == 20


def test_review_shows_the_films_that_may_be_meant(scanned):
    (entry,) = scanned.json("library", "review")
    assert [film["title"] for film in entry["candidates"]] == ["King Kong"] * 3
    assert {"year": 2005, "director": "Peter Jackson"}.items() <= entry["candidates"][1].items()
    shown = scanned("library", "review").stdout
    assert shown.strip().startswith("Which one? King Kong")
    assert "2.  King Kong (2005)  Peter Jackson" in shown


def test_another_answer_changes_nothing(scanned):
    for answer in ("0", "4", "99999999", "tt0000001", "²", "the first"):
        assert "none of these" in scanned.problem("library", "review", "King Kong", answer)
    assert [e["status"] for e in scanned.json("library")] == ["suggested"]


@pytest.mark.parametrize("answer", ["2", "imdb:tt0360717", "tt0360717"])
def test_an_answer_confirms_the_film(epicrec, answer):
    assert "King Kong (2005)" in epicrec("library", "review", "King Kong", answer).stdout
    statuses = {(e["title"], e["year"]): e["status"] for e in epicrec.json("library")}
    assert statuses == {("King Kong", 1933): "rejected", ("King Kong", 2005): "confirmed"}
    assert "No suggestion" in epicrec("library", "review").stdout


def test_none_of_them_is_an_answer_too_and_ends_the_question(epicrec):
    epicrec("library", "review", "King Kong", "none")
    assert [e["status"] for e in epicrec.json("library")] == ["rejected"]
    assert "answered already" in epicrec.problem("library", "review", "King Kong", "1")
