"""Commands `export`, `import` and `erase`."""

import shutil

import pytest

from command_line import Epicrec
from epicrec_desktop.paths import Paths
from epicrec_desktop.store.database import start_copy
from sql import sql


def test_an_export_is_shown_confirmed_and_restored(fresh, started_today, tmp_path):
    here, file = Epicrec(shutil.copytree(started_today, tmp_path / "here")), tmp_path / "all.json"
    fresh("library", "add", "Heat (1995)")
    fresh("export", str(file))
    assert "One movie comes into your library." in here("import", str(file), "--preview").stdout
    assert here.json("library") == []
    assert "Nothing was restored. Add --yes" in here("import", str(file), code=1).stderr
    assert here.json("library") == []
    done = here.json("import", str(file), "--yes")
    assert done["done"]
    assert done["movies"]["new"] == 1
    assert [movie["title"] for movie in here.json("library")] == ["Heat"]
    again = here("import", str(file)).stdout
    assert again.strip() == "Everything in this export is here already."


def test_each_import_names_the_other(fresh, tmp_path):
    file, movies = tmp_path / "all.json", tmp_path / "films.csv"
    fresh("export", str(file))
    refused = fresh("library", "import", str(file), code=1)
    assert "This is an export of EpicRec itself" in refused.stderr
    movies.write_text("Title,Year\nHeat,1995\n", encoding="utf-8")
    assert "no export of EpicRec" in fresh("import", str(movies), code=1).stderr


@pytest.mark.parametrize("state", ["damaged", "newer", "damaged later on"])
def test_a_database_that_cannot_be_opened_can_be_erased(fresh, state):
    file = Paths.under(fresh.base).database
    if state == "damaged":
        file.write_bytes(b"\x17" * 5000)
    elif state == "newer":
        sql(file, "UPDATE alembic_version SET version_num = '9999'")
        assert "newer version" in fresh.problem("library")
    else:
        content = file.read_bytes()
        file.write_bytes(content[:40960] + b"\x17" * (len(content) - 40960))
    fresh("erase", code=1)
    assert file.exists()
    fresh("erase", "--yes")
    assert [f for f in fresh.base.rglob("*") if f.is_file()] == []


def test_without_a_copy_there_is_nothing_to_agree_to(fresh):
    start_copy(Paths.under(fresh.base).database).unlink()
    for words in ((), ("--yes",)):
        problem = fresh.problem("restore", *words)
        assert "There is no copy" in problem
        assert "--yes" not in problem
