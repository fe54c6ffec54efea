"""`epicrec library year`."""

from __future__ import annotations

from pathlib import Path

from command_line import Epicrec

DIARY = """Date,Name,Year,Watched Date,Rating
2025-01-02,Heat,1995,2025-01-01,5
2025-03-02,Alien,1979,2025-03-01,4
2025-03-05,Aliens,1986,2025-03-04,
2024-03-05,Ran,1985,2024-03-04,
"""


def test_a_year_in_the_terminal(fresh: Epicrec, tmp_path: Path) -> None:
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


def test_an_empty_library_has_an_empty_year(fresh: Epicrec) -> None:
    assert fresh.json("library", "year")["films"] == []
