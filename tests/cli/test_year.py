"""`epicrec library year`."""

import json
import random
import sqlite3
from contextlib import closing
from datetime import date, timedelta

from command_line import Epicrec
from epicrec_desktop.paths import Paths

DIARY = """Date,Name,Year,Watched Date,Rating
2025-01-02,Heat,1995,2025-01-01,5
2025-03-02,Alien,1979,2025-03-01,4
2025-03-05,Aliens,1986,2025-03-04,
2024-03-05,Ran,1985,2024-03-04,
"""


def test_a_year_in_the_terminal(fresh, tmp_path):
    diary = tmp_path / "diary.csv"
    diary.write_text(DIARY, encoding="utf-8")
    fresh("library", "import", str(diary))
    fresh("library", "add", "The Matrix (1999)")
    found = fresh.json("library", "year")
    assert (found["year"], found["years"]) == (2025, [2025, 2024])
    assert [film["title"] for film in found["films"]] == ["Heat", "Alien", "Aliens"]
    assert found["months"][:3] == [1, 0, 2]
    assert found["undated"] == 1
    assert found["longest"]["title"] == "Heat"
    assert found["oldest"]["title"] == "Alien"
    shown = fresh("library", "year", "2024").stdout
    assert "2024: 1 film" in shown
    assert "Ran (1985)" in shown
    assert "1 film has no day" in shown
    assert "There are films in 2025, 2024." in fresh("library", "year", "1999").stdout


def test_an_empty_library_has_an_empty_year(fresh):
    assert fresh.json("library", "year")["films"] == []


FILMS = """
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
    with closing(sqlite3.connect(Paths.under(epicrec.base).database)) as database:
        return database.execute(query).fetchall()


def test_every_number_is_that_of_the_database(fresh, tmp_path):
    """Two exports over six years: films in both, watched again, in no catalog, and refused."""
    chance = random.Random(3)
    films = _rows(fresh, FILMS)
    diary = [*films[:60], *films[:9], ("A Film in No Catalog", 2019, "")]
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
        for day, (t, y, imdb) in zip(days[100:], films[50:], strict=False)
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
        minutes = [film["minutes"] or 0 for film in found["films"]]
        assert (found["minutes"], found["longest"]["minutes"]) == (sum(minutes), max(minutes))
