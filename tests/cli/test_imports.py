"""`epicrec library import` and `export`, as a person or a script uses them."""

import zipfile

import pytest


@pytest.fixture
def archive(tmp_path) -> str:
    path = tmp_path / "letterboxd.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(
            "ratings.csv",
            "Date,Name,Year,Letterboxd URI,Rating\n2024-01-01,Heat,1995,u,4.5\n"
            "2024-01-01,\x1b[31mNo Such Film,2001,u,3\n2024-01-01,King Kong,,u,3\n",
        )
    return str(path)


def test_import_previews_adds_movies_and_adds_nothing_twice(fresh, archive, tmp_path):
    output = fresh("library", "import", archive, "--preview").stdout
    assert "Letterboxd" in output
    assert "Heat (1995)" in output
    assert "the catalog has no movie of this title" in output
    assert "\x1b" not in output
    assert "Nothing was changed" in output

    document = fresh.json("library", "import", archive)
    applied = document["applied"]
    assert (applied["confirmed"], applied["own"], applied["unplaced"]) == (2, 1, 1)
    (row,) = fresh.json("library", "unplaced")
    assert (row["title"], row["kind"]) == ("King Kong", "watched")
    which = next(e for e in document["entries"] if e["outcome"] == "which")
    assert len(which["movies"]) > 1
    assert "Nothing was new" in fresh("library", "import", archive).stdout

    taken = fresh.json("library", "import", archive, "--take", which["movies"][1])
    assert taken["applied"]["confirmed"] == 1
    listed = fresh.json("library")
    assert fresh.json("library", "unplaced") == []
    assert [m["in_catalog"] for m in listed if m["id"] is None] == [False]
    assert {(m["id"], m["status"], m["evidence"]) for m in listed if m["id"]} == {
        ("imdb:tt0113277", "confirmed", "watched"),
        (which["movies"][1], "confirmed", "watched"),
    }

    heat = next(m for m in listed if m["title"] == "Heat")
    said = {"source": "letterboxd", "rating": 0.9, "again": False, "evidence": "watched"}
    assert heat["imports"] == [{**said, "seen": None, "seen_by": "2024-01-01"}]

    table = tmp_path / "films.csv"
    fresh("library", "export", str(table))
    assert "Heat,1995,tt0113277,9," in table.read_text()
    assert "--force" in fresh.problem("library", "export", str(table))
    fresh("library", "export", str(table), "--force")


def test_each_file_that_cannot_be_read_is_reported_on_a_line(fresh, archive, tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all\n")
    done = fresh("library", "import", str(letter), str(tmp_path / "gone.zip"), code=1)
    assert [line.split(": ")[1] for line in done.stderr.strip().splitlines()] == [
        "letter.txt",
        "gone.zip",
    ]
    done = fresh("library", "import", str(letter), archive, code=1)
    assert "came into your library" in done.stdout
    unknown = fresh("library", "import", archive, "--take", "imdb:tt9999999", code=1)
    assert "Nothing was changed" in unknown.stderr


def test_movies_of_several_people_wait_for_a_person_that_is_there(fresh, tmp_path):
    netflix = tmp_path / "ViewingActivity.csv"
    netflix.write_text(
        "Profile Name,Start Time,Duration,Title,Supplemental Video Type\n"
        "Ash,2024-05-12 20:00:00,02:50:00,Heat (1995),\n"
        "Kim,2024-05-12 20:00:00,00:05:00,Fargo (1996),\n"
        "Kim,2024-05-12 20:00:00,02:00:00,King Kong,\n"
    )
    output = fresh("library", "import", str(netflix)).stdout
    assert "Nothing came in" in output
    assert "Nothing was new" not in output
    problem = fresh.problem("library", "import", str(netflix), "--person", "Kym")
    assert "There are: Ash, Kim" in problem
    assert fresh.json("library") == []
    applied = fresh.json("library", "import", str(netflix), "--person", "Kim")["applied"]
    assert (applied["confirmed"], applied["suggested"]) == (0, 1)


def test_a_row_of_ones_own_has_a_year_with_which_its_export_comes_in_again(fresh, tmp_path):
    table, export = tmp_path / "films.csv", str(tmp_path / "epicrec.json")
    table.write_text("title\nNo Such Film Anywhere\n")
    fresh("library", "import", str(table))
    for year in ("0", "-5", "99999", "9" * 30):
        problem = fresh.problem("library", "place", "1", "--own", "--year", year)
        assert "no year of a film" in problem
    assert len(fresh.json("library", "unplaced")) == 1
    fresh("library", "place", "1", "--own", "--year", "1999")
    fresh("export", export)
    assert "here already" in fresh("import", export, "--yes").stdout


def test_a_movie_is_not_corrected_to_itself(fresh, archive):
    fresh("library", "import", archive)
    before = fresh.json("library")
    problem = fresh.problem("library", "correct", "Heat (1995)", "Heat (1995)")
    assert "Nothing was changed" in problem
    assert fresh.json("library") == before
