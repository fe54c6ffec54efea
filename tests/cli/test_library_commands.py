"""Commands about movies: search, review, rate, watchlist, lists, tonight and the year."""

import io
import json
import random
import shutil
import sys
from datetime import date, timedelta

import pytest

from command_line import Epicrec
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.lab.benchmarks.scan_bench import write_history
from epicrec_desktop.paths import Paths
from sql import sql

PAGE = ("https://www.justwatch.com/us/movie/king-kong", "King Kong streaming: where to watch?")


@pytest.fixture(scope="module")
def scanned(started_today, tmp_path_factory) -> Epicrec:
    """Return the program over a scan of one page that may mean several movies; only read it."""
    folder = tmp_path_factory.mktemp("scanned")
    epicrec = Epicrec(shutil.copytree(started_today, folder / "base"))
    profile = write_history(folder / "browser", iter([PAGE]), 1)
    epicrec("scan", "--profile", str(profile.database))
    return epicrec


@pytest.fixture
def epicrec(scanned, tmp_path) -> Epicrec:
    """Return the program over a copy, to be changed."""
    return Epicrec(shutil.copytree(scanned.base, tmp_path / "base"))


def test_a_movie_is_found_by_any_of_its_titles_and_its_director(scanned):
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
    assert "Heat (1995)  2 h 50 min  " in scanned("library", "search", "Heat 1995").stdout
    assert scanned.json("library", "search", "Heat 1995")[0]["minutes"] == 170
    found = scanned.json("library", "search", "spielberg")
    assert {movie["why"] for movie in found} == {"directed by Steven Spielberg"}
    assert len(found) == 20


def test_nothing_found_and_a_limit(scanned):
    assert "No film is known" in scanned("library", "search", "qqqq", "\x1b[2J").stdout
    assert len(scanned.json("library", "search", "the", "--limit", "3")) == 3
    assert "at least 1" in scanned.problem("library", "search", "the", "--limit", "0")


def test_review_shows_the_movies_that_may_be_meant(scanned):
    (entry,) = scanned.json("library", "review")
    assert [movie["title"] for movie in entry["candidates"]] == ["King Kong"] * 3
    assert {"year": 2005, "director": "Peter Jackson"}.items() <= entry["candidates"][1].items()
    shown = scanned("library", "review").stdout
    assert shown.strip().startswith("Which one? King Kong")
    assert "2.  King Kong (2005)  Peter Jackson" in shown


def test_another_answer_changes_nothing(scanned):
    for answer in ("0", "4", "99999999", "tt0000001", "²", "the first"):
        assert "none of these" in scanned.problem("library", "review", "King Kong", answer)
    assert [e["status"] for e in scanned.json("library")] == ["suggested"]


@pytest.mark.parametrize("answer", ["2", "imdb:tt0360717", "tt0360717"])
def test_an_answer_confirms_the_movie(epicrec, answer):
    assert "King Kong (2005)" in epicrec("library", "review", "King Kong", answer).stdout
    statuses = {(e["title"], e["year"]): e["status"] for e in epicrec.json("library")}
    assert statuses == {("King Kong", 1933): "rejected", ("King Kong", 2005): "confirmed"}
    assert "No suggestion" in epicrec("library", "review").stdout


def test_none_of_them_is_an_answer_too_and_ends_the_question(epicrec):
    epicrec("library", "review", "King Kong", "none")
    assert [e["status"] for e in epicrec.json("library")] == ["rejected"]
    assert "answered already" in epicrec.problem("library", "review", "King Kong", "1")


@pytest.fixture
def rated(fresh, tmp_path) -> Epicrec:
    """Return the program over two movies watched, one of them rated by an import."""
    table = tmp_path / "films.csv"
    table.write_text("Title,Year,Rating10\nHeat,1995,\nAlien,1979,9\n", encoding="utf-8")
    fresh("library", "import", str(table))
    return fresh


def ratings(epicrec: Epicrec) -> dict[str, tuple[str | None, bool]]:
    return {m["title"]: (m["rating"], m["seen_again"]) for m in epicrec.json("library")}


def test_a_movie_is_rated_and_the_rating_is_removed(rated):
    assert "disliked" in rated("library", "rate", "Heat (1995)", "disliked").stdout
    assert ratings(rated) == {"Heat": ("disliked", False), "Alien": (None, False)}
    assert "disliked, again" in rated("library", "rate", "heat", "again").stdout
    rated("library", "rate", "Heat", "liked")
    assert ratings(rated)["Heat"] == ("liked", True)
    rated("library", "rate", "Heat", "none")
    assert ratings(rated)["Heat"] == (None, False)


def test_the_day_of_a_movie_is_written_stays_with_ratings_and_goes(rated):
    def days():
        return {m["title"]: m["day"] for m in rated.json("library")}

    rated("library", "seen", "Heat (1995)", "2024-05-03")
    rated("library", "rate", "Heat", "liked")
    rated("library", "rate", "Heat", "none")
    assert days() == {"Heat": "2024-05-03", "Alien": None}
    table = rated.base / "mine.csv"
    rated("library", "export", str(table))
    assert "2024-05-03" in table.read_text(encoding="utf-8")
    for wrong in ("3 May 2024", "2024-13-01", "1890-01-01", "9999-01-01"):
        rated("library", "seen", "Heat", wrong, code=2)
    rated("library", "seen", "Heat", "none")
    assert days()["Heat"] is None


def test_only_a_watched_movie_can_be_rated(rated):
    rated("library", "reject", "Heat")
    assert "Confirm it first" in rated.problem("library", "rate", "Heat", "liked")
    assert ratings(rated)["Heat"] == (None, False)
    rated("library", "rate", "Heat", "superb", code=2)


def titles(rows: list[dict[str, object]]) -> set[object]:
    return {row["title"] for row in rows}


def test_movies_are_added_or_refused_by_a_title_without_accents_and_by_id(fresh):
    added = fresh.json("library", "add", "amelie", "imdb:tt0017136")
    assert titles(added) == {"Amélie", "Metropolis"}
    assert {row["status"] for row in added} == {"confirmed"}
    assert titles(added) <= titles(fresh.json("library"))
    (refused,) = fresh.json("library", "refuse", "tt0116282")  # as IMDb writes it
    assert (refused["title"], refused["status"]) == ("Fargo", "rejected")


def test_a_title_of_several_movies_is_asked_about_and_none_is_added(fresh):
    """Nor of none; a movie of 2025 that no catalog has is not taken for one that is near."""
    before = fresh.json("library")
    assert "No film of the catalog" in fresh.problem("library", "add", "qqqq zzzz wwww")
    for text in ("Heat 2025", "Pulp Fictoin 2019"):
        assert "for certain" in fresh.problem("library", "add", text)
    said = fresh.problem("library", "add", "amelie", "king kong")
    assert "King Kong (1933)" in said
    assert "King Kong (2005)" in said
    assert fresh.json("library") == before
    assert titles(fresh.json("library", "add", "King Kong 2005")) == {"King Kong"}


def test_the_watchlist(fresh):
    assert fresh.json("watchlist") == []
    assert "Nothing is kept" in fresh("watchlist").stdout
    kept = fresh.json("watchlist", "add", "das leben der anderen", "Metropolis 1927")
    assert titles(kept) == {"The Lives of Others", "Metropolis"}
    assert {movie["title"]: movie["minutes"] for movie in kept}["The Lives of Others"] == 137
    assert "2 h 17 min" in fresh("watchlist").stdout
    assert titles(fresh.json("watchlist", "remove", "metropolis")) == {"The Lives of Others"}
    assert "no single film" in fresh.problem("watchlist", "remove", "metropolis")


def test_forgetting_asks_and_without_anybody_to_ask_nothing_is_changed(fresh):
    fresh.json("library", "add", "amelie")
    assert "Nothing was changed" in fresh.problem("library", "forget", "amelie")
    shown = fresh.json("library", "forget", "amelie", code=1)
    assert titles(shown) == {"Amélie"}, "what it would forget"
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


def titles_of_list(document: dict[str, list[dict[str, str]]]) -> list[str]:
    return [movie["title"] for movie in document["films"]]


def test_a_list_from_its_first_movie_to_its_end(fresh, tmp_path):
    assert fresh.json("lists") == []
    assert "No list yet" in fresh("lists").stdout
    fresh.json("lists", "add", "Winter", "Fargo", "metropolis 1927")
    added = fresh.json("lists", "add", " winter", "amelie", "Fargo")
    assert (added["name"], titles_of_list(added)) == ("Winter", ["Fargo", "Metropolis", "Amélie"])
    assert "1.  Fargo (1996)" in fresh("lists", "show", "Winter").stdout
    moved = fresh.json("lists", "move", "Winter", "amelie", "1")
    assert titles_of_list(moved) == ["Amélie", "Fargo", "Metropolis"]
    assert titles_of_list(fresh.json("lists", "remove", "Winter", "Fargo 1996")) == [
        "Amélie",
        "Metropolis",
    ]
    assert "no single film of the list" in fresh.problem("lists", "remove", "Winter", "Fargo")
    edited = fresh.json("lists", "edit", "Winter", "--name", "Snow", "--note", "By the fire.")
    assert (edited["name"], edited["note"]) == ("Snow", "By the fire.")
    assert titles_of_list(edited) == ["Amélie", "Metropolis"]
    fresh.json("lists", "add", "Empty")
    assert "this name already" in fresh.problem("lists", "edit", "Empty", "--name", "SNOW")
    file = tmp_path / "snow.csv"
    assert fresh.json("lists", "export", "Snow", str(file))["films"] == 2
    assert file.read_text(encoding="utf-8").splitlines()[1].startswith("Amélie,2001,tt")
    assert "something at" in fresh.problem("lists", "export", "Snow", str(file))
    assert [one["name"] for one in fresh.json("lists", "delete", "snow")] == ["Empty"]
    assert "no list “Snow”" in fresh.problem("lists", "show", "Snow")
    assert fresh.json("library") == [], "a list says of no film that it was watched"


def test_a_movie_for_two_in_the_terminal(fresh, tmp_path):
    fresh("library", "add", "Alien (1979)", "Arrival (2016)", "The Matrix (1999)")
    table = tmp_path / "friend.csv"
    table.write_text("Title,Year\nArrival,2016\nThe Piano,1993\n", encoding="utf-8")
    found = fresh.json("tonight", "--with", str(table), "--minutes", "120")
    assert found["with"] == "friend"
    assert found["films"]
    assert all(movie["minutes"] <= 120 for movie in found["films"])
    assert "The Piano" not in {movie["title"] for movie in found["films"]}
    assert "you both watched Arrival (2016)" in fresh("tonight", "--with", str(table)).stdout
    fresh("people", "add", "Anna")
    for words, problem in (
        (("anna",), "Anna has no movies"),
        (("Nobody",), "neither a file nor"),
        (("",), "neither a file nor"),
        (("anna", "--minutes", "0"), "at least 1 minute"),
    ):
        assert problem in fresh("tonight", "--with", *words, code=1).stderr


def test_an_account_of_several_asks_whose_list(fresh, tmp_path):
    fresh("library", "add", "Alien (1979)", "Arrival (2016)")
    table = tmp_path / "ViewingActivity.csv"
    table.write_text(
        "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,"
        "Bookmark,Latest Bookmark,Country\n"
        "Mia,2025-01-01 20:00:00,01:56:00,,Interstellar,,TV,01:56:00,01:56:00,US\n"
        "Tom,2025-01-02 20:00:00,01:56:00,,The Grand Budapest Hotel,,TV,01:56:00,01:56:00,US\n",
        encoding="utf-8",
    )
    assert "There are: Mia, Tom" in fresh.problem("tonight", "--with", str(table))


DIARY = """Date,Name,Year,Watched Date,Rating
2025-01-02,Heat,1995,2025-01-01,5
2025-03-02,Alien,1979,2025-03-01,4
2025-03-05,Aliens,1986,2025-03-04,
2024-03-05,Ran,1985,2024-03-04,
"""


def test_a_year_in_the_terminal(fresh, tmp_path):
    assert fresh.json("library", "year")["films"] == []
    diary = tmp_path / "diary.csv"
    diary.write_text(DIARY, encoding="utf-8")
    fresh("library", "import", str(diary))
    fresh("library", "add", "The Matrix (1999)")
    found = fresh.json("library", "year")
    assert (found["year"], found["years"]) == (2025, [2025, 2024])
    assert [movie["title"] for movie in found["films"]] == ["Heat", "Alien", "Aliens"]
    assert found["months"][:3] == [1, 0, 2]
    assert found["undated"] == 1
    assert found["longest"]["title"] == "Heat"
    assert found["oldest"]["title"] == "Alien"
    shown = fresh("library", "year", "2024").stdout
    assert "2024: 1 film" in shown
    assert "Ran (1985)" in shown
    assert "1 film has no day" in shown
    assert "There are films in 2025, 2024." in fresh("library", "year", "1999").stdout


MOVIES = """
    SELECT title, year, imdb_id FROM movies
    WHERE imdb_id IS NOT NULL AND year < 2018 AND instr(title, '"') = 0 ORDER BY imdb_id LIMIT 90
"""
BY_SQL = """
    SELECT CAST(substr(day, 1, 4) AS INTEGER) AS seen_in, count(*), min(day), max(day),
        sum(substr(day, 6, 2) = '03'), sum(year BETWEEN 1990 AND 1999), min(year)
    FROM library JOIN movies ON movies.id = movie_id
    JOIN (SELECT movie_id, max(seen) AS day FROM imports GROUP BY movie_id) USING (movie_id)
    WHERE in_library AND status = 'confirmed' AND day IS NOT NULL GROUP BY 1 ORDER BY 1 DESC
"""


def _rows(epicrec: Epicrec, query: str) -> list[tuple]:
    return sql(Paths.under(epicrec.base).database, query)


def test_every_number_is_that_of_the_database(fresh, tmp_path):
    """Two exports over six years: movies in both, watched again, in no catalog, and refused."""
    chance = random.Random(3)
    movies = _rows(fresh, MOVIES)
    diary = [*movies[:60], *movies[:9], ("A Film in No Catalog", 2019, "")]
    days = [date(2019, 1, 1) + timedelta(days=chance.randrange(2000)) for _ in range(200)]
    table = [f'{day},"{t}",{y},{day},4' for day, (t, y, _) in zip(days, diary, strict=False)]
    file = tmp_path / "diary.csv"
    file.write_text("\n".join(["Date,Name,Year,Watched Date,Rating", *table]), "utf-8")
    watched = [
        {
            "watched_at": f"{day}T12:30:00.000Z",
            "action": "watch",
            "type": "movie",
            "movie": {"title": t, "year": y, "ids": {"imdb": imdb}},
        }
        for day, (t, y, imdb) in zip(days[100:], movies[50:], strict=False)
    ]
    (tmp_path / "history.json").write_text(json.dumps(watched), "utf-8")
    for name in ("diary.csv", "history.json"):
        fresh("library", "import", str(tmp_path / name))
    fresh("library", "reject", "--", fresh.json("library", "year")["films"][0]["id"])
    counted = _rows(fresh, BY_SQL)
    assert len(counted) == 6
    for year, count, first, last, march, nineties, oldest in counted:
        found = fresh.json("library", "year", str(year))
        assert found["years"] == [row[0] for row in counted]
        assert (len(found["films"]), found["months"][2]) == (count, march)
        assert (found["first"]["day"], found["last"]["day"]) == (first, last)
        assert (found["decades"].get("1990", 0), found["oldest"]["year"]) == (nineties, oldest)
        minutes = [movie["minutes"] or 0 for movie in found["films"]]
        assert (found["minutes"], found["longest"]["minutes"]) == (sum(minutes), max(minutes))


def test_a_damaged_title_of_the_catalog_is_reported_once_and_mended(fresh):
    movie = fresh.json("library", "search", "Heat 1995")[0]
    sql(Paths.under(fresh.base).database, "UPDATE movies SET title = 'Heau' WHERE title = 'Heat'")
    assert "damaged on the disk" in fresh("library").stderr
    assert fresh.json("library", "search", "Heat 1995")[0] == movie
    assert "damaged" not in fresh("library").stderr
