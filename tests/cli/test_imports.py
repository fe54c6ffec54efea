"""`epicrec library import` and `export`, as a person or a script uses them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from epicrec_desktop.cli import main


@pytest.fixture
def epicrec(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["--base-dir", str(tmp_path / "base"), *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "letterboxd.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(
            "ratings.csv",
            "Date,Name,Year,Letterboxd URI,Rating\n2024-01-01,Heat,1995,u,4.5\n"
            "2024-01-01,\x1b[31mNo Such Film,2001,u,3\n2024-01-01,King Kong,,u,3\n",
        )
    return path


def test_import_shows_takes_in_and_adds_nothing_twice(epicrec, archive, tmp_path: Path) -> None:
    code, out, _ = epicrec("library", "import", archive, "--preview")
    assert code == 0
    assert "Letterboxd" in out
    assert "Heat (1995)" in out
    assert "the catalog has no movie of this title" in out
    assert "\x1b" not in out
    assert "Nothing was changed" in out

    code, out, _ = epicrec("library", "import", archive, "--json")
    document = json.loads(out)
    assert code == 0
    applied = document["applied"]
    assert (applied["confirmed"], applied["own"], applied["unplaced"]) == (2, 1, 1)
    (row,) = json.loads(epicrec("library", "unplaced", "--json")[1])
    assert (row["title"], row["kind"]) == ("King Kong", "watched")
    which = next(e for e in document["entries"] if e["outcome"] == "which")
    assert len(which["movies"]) > 1
    assert "Nothing was new" in epicrec("library", "import", archive)[1]

    taken = json.loads(
        epicrec("library", "import", archive, "--take", which["movies"][1], "--json")[1]
    )
    assert taken["applied"]["confirmed"] == 1
    listed = json.loads(epicrec("library", "--json")[1])
    assert json.loads(epicrec("library", "unplaced", "--json")[1]) == []
    assert [m["in_catalog"] for m in listed if m["id"] is None] == [False]
    assert {(m["id"], m["status"], m["evidence"]) for m in listed if m["id"]} == {
        ("imdb:tt0113277", "confirmed", "watched"),
        (which["movies"][1], "confirmed", "watched"),
    }

    heat = next(m for m in listed if m["title"] == "Heat")
    assert heat["imports"] == [
        {"source": "letterboxd", "seen": None, "rating": 0.9, "again": False}
    ]

    table = tmp_path / "films.csv"
    assert epicrec("library", "export", table)[0] == 0
    assert "Heat,1995,tt0113277,9," in table.read_text()
    code, _, err = epicrec("library", "export", table)
    assert code == 1
    assert "--force" in err
    assert epicrec("library", "export", table, "--force")[0] == 0


def test_what_cannot_be_read_is_a_line_each(epicrec, archive, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all\n")
    code, _, err = epicrec("library", "import", letter, tmp_path / "gone.zip")
    assert code == 1
    assert [line.split(":")[1].strip() for line in err.strip().splitlines()] == [
        "letter.txt",
        "gone.zip",
    ]
    code, out, err = epicrec("library", "import", letter, archive)
    assert code == 1
    assert "came into your library" in out
    code, _, err = epicrec("library", "import", archive, "--take", "imdb:tt9999999")
    assert code == 1
    assert "Nothing was changed" in err
