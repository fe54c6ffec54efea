"""Commands `export`, `import` and `erase`."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from epicrec_desktop.cli import main
from epicrec_desktop.paths import Paths


@pytest.fixture
def epicrec(capsys):
    """Runs a command over a folder; its output. `code`: the exit code expected."""

    def run(base: Path, *arguments: str, code: int = 0) -> tuple[str, str]:
        assert main(["--base-dir", str(base), *arguments]) == code
        captured = capsys.readouterr()
        return captured.out, captured.err

    return run


def test_an_export_is_shown_confirmed_and_restored(epicrec, tmp_path: Path) -> None:
    there, here, file = tmp_path / "there", tmp_path / "here", tmp_path / "all.json"
    epicrec(there, "library", "add", "Heat (1995)")
    epicrec(there, "export", str(file))
    out, _ = epicrec(here, "import", str(file), "--preview")
    assert "One movie comes into your library." in out
    assert json.loads(epicrec(here, "library", "--json")[0]) == []
    _, err = epicrec(here, "import", str(file), code=1)
    assert "Nothing was restored. Add --yes" in err
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


@pytest.mark.parametrize("state", ["damaged", "newer", "damaged later on"])
def test_a_database_that_cannot_be_opened_can_be_erased(tmp_path: Path, state: str) -> None:
    base = ["--base-dir", str(tmp_path / "base")]
    assert main([*base, "library"]) == 0
    file = Paths.under(tmp_path / "base").database
    if state == "damaged":
        file.write_bytes(b"\x17" * 5000)
    elif state == "newer":
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
    else:
        content = file.read_bytes()
        file.write_bytes(content[:40960] + b"\x17" * (len(content) - 40960))
    assert main([*base, "erase"]) == 1
    assert file.exists()
    assert main([*base, "erase", "--yes"]) == 0
    assert [f for f in (tmp_path / "base").rglob("*") if f.is_file()] == []
