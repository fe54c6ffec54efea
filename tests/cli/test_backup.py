"""`export` and `import`: there and back in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicrec_desktop.cli import main


@pytest.fixture
def epicrec(capsys):
    """Runs a command over a folder; its output. `code`: the exit code expected."""

    def run(base: Path, *arguments: str, code: int = 0) -> tuple[str, str]:
        assert main(["--base-dir", str(base), *arguments]) == code
        captured = capsys.readouterr()
        return captured.out, captured.err

    return run


def test_an_export_is_shown_asked_about_and_brought_back(epicrec, tmp_path: Path) -> None:
    there, here, file = tmp_path / "there", tmp_path / "here", tmp_path / "all.json"
    epicrec(there, "library", "add", "Heat (1995)")
    epicrec(there, "export", str(file))
    out, _ = epicrec(here, "import", str(file), "--preview")
    assert "One movie comes into your library." in out
    assert json.loads(epicrec(here, "library", "--json")[0]) == []
    _, err = epicrec(here, "import", str(file), code=1)
    assert "Nothing was brought back. Add --yes" in err
    assert json.loads(epicrec(here, "library", "--json")[0]) == []
    done = json.loads(epicrec(here, "import", str(file), "--yes", "--json")[0])
    assert done["done"]
    assert done["movies"]["new"] == 1
    listed = json.loads(epicrec(here, "library", "--json")[0])
    assert [movie["title"] for movie in listed] == ["Heat"]
    out, _ = epicrec(here, "import", str(file))
    assert out.strip() == "Everything in this export is here already."


def test_each_import_names_the_other(epicrec, tmp_path: Path) -> None:
    base, file = tmp_path / "base", tmp_path / "all.json"
    epicrec(base, "export", str(file))
    _, err = epicrec(base, "library", "import", str(file), code=1)
    assert "This is an export of EpicRec itself" in err
    films = tmp_path / "films.csv"
    films.write_text("Title,Year\nHeat,1995\n", encoding="utf-8")
    assert "no export of EpicRec" in epicrec(base, "import", str(films), code=1)[1]
