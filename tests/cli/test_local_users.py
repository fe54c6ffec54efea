"""`epicrec people`, and `--person` before every other command."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.cli import main
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import close_log
from epicrec_desktop.services.local_users import LIST, LocalUsers


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    yield
    close_log()


@pytest.fixture
def base(tmp_path) -> Path:
    return tmp_path / "base"


def epicrec(capsys, base: Path, *words: str, code: int = 0) -> tuple[str, str]:
    assert main(["--base-dir", str(base), *words]) == code
    close_log()  # every command is a process of its own
    done = capsys.readouterr()
    return done.out, done.err


def test_a_single_user_sees_no_list_and_nothing_is_written(base, capsys):
    out, err = epicrec(capsys, base, "people")
    assert "One person" in out
    assert err == ""
    assert not base.exists()
    _, err = epicrec(capsys, base, "library")
    assert err == ""
    assert not (base / "data-people").exists()


def test_two_people_have_a_library_each(base, capsys):
    epicrec(capsys, base, "library", "add", "Heat")
    out, _ = epicrec(capsys, base, "people", "add", "Ben")
    assert "epicrec people rename “Person 1”" in out
    assert "not protected from each other" in out
    epicrec(capsys, base, "people", "rename", "person 1", "Anna")
    out, err = epicrec(capsys, base, "--person", "ben", "library")
    assert "No movies yet" in out
    assert err == ""
    epicrec(capsys, base, "library", "add", "--person", "Ben", "Alien")  # after the command too
    out, err = epicrec(capsys, base, "library", "--json")
    assert [movie["title"] for movie in json.loads(out)] == ["Heat"]
    assert err == "For Anna; --person NAME means somebody else.\n"
    out, _ = epicrec(capsys, base, "people", "list", "--json")
    users = json.loads(out)
    assert [user["name"] for user in users] == ["Anna", "Ben"]
    assert Path(users[0]["folder"]) == Paths.under(base).data
    # The id works as well, and stays when somebody is renamed.
    found = Path(users[1]["folder"]).name
    epicrec(capsys, base, "people", "rename", "Ben", "Benno")
    out, _ = epicrec(capsys, base, "--person", found, "library")
    assert "Alien" in out


def test_a_name_that_nobody_has_is_a_problem_in_one_line(base, capsys):
    epicrec(capsys, base, "people", "add", "Ben")
    _, err = epicrec(capsys, base, "--person", "Cl\x1beo", "library", code=1)
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert "There are: Person 1, Ben" in err
    _, err = epicrec(capsys, base / "other", "--person", "Ben", "library", code=1)
    assert "Nobody here" in err
    assert not (base / "other").exists()


def test_with_several_people_erase_wants_a_name(base, capsys):
    epicrec(capsys, base, "library", "add", "Heat")
    epicrec(capsys, base, "people", "add", "Ben")
    epicrec(capsys, base, "--person", "Ben", "library")
    _, err = epicrec(capsys, base, "erase", "--yes", code=1)
    assert "--person NAME erase" in err
    ben = LocalUsers(Paths.under(base)).find("Ben")
    folder = LocalUsers(Paths.under(base)).paths_for(ben).data
    assert folder.exists()
    out, _ = epicrec(capsys, base, "--person", "Ben", "erase", "--yes")
    assert "taken off the list" in out
    assert not folder.exists()
    assert sorted(found.name for found in base.iterdir()) == ["cache", "data", "state"]
    out, err = epicrec(capsys, base, "library")
    assert "Heat" in out
    assert err == ""


def test_somebody_is_removed_after_a_question(base, capsys):
    epicrec(capsys, base, "people", "add", "Ben")
    _, err = epicrec(capsys, base, "people", "remove", "Ben", code=1)
    assert "--yes" in err
    assert LocalUsers(Paths.under(base)).read().several
    out, _ = epicrec(capsys, base, "people", "remove", "Ben", "--yes", "--json")
    assert json.loads(out)["removed"]
    assert not LocalUsers(Paths.under(base)).read().several
    _, err = epicrec(capsys, base, "people", "remove", "Person 1", "--yes", code=1)
    assert "epicrec erase" in err


def test_the_sample_is_nobodys(base, capsys):
    epicrec(capsys, base, "people", "add", "Ben")
    _, err = epicrec(capsys, base, "--person", "Ben", "run", "--sample", code=1)
    assert "nobody's" in err


def test_a_damaged_list_is_said_and_the_command_is_done(base, capsys):
    epicrec(capsys, base, "library", "add", "Heat")
    epicrec(capsys, base, "people", "add", "Ben")
    epicrec(capsys, base, "--person", "Ben", "library")
    (base / "data-people" / LIST).write_bytes(b"{")
    out, err = epicrec(capsys, base, "library")
    assert "Heat" in out
    assert "damaged" in err
    out, _ = epicrec(capsys, base, "--person", "Ben", "library")
    assert "No movies yet" in out


def test_whose_export_and_whose_library_are_two_things(base, capsys, tmp_path):
    """`library import` had an option --person before: a person of the export."""
    epicrec(capsys, base, "people", "add", "Ben")
    file = tmp_path / "watched.csv"
    file.write_text("Date,Name,Year,Letterboxd URI\n2024-01-02,Heat,1995,https://boxd.it/1\n")
    epicrec(capsys, base, "--person", "Ben", "library", "import", str(file))
    out, _ = epicrec(capsys, base, "--person", "Ben", "library")
    assert "Heat" in out
    out, _ = epicrec(capsys, base, "library")
    assert "No movies yet" in out


def test_everybody_is_erased_at_once(base, capsys, monkeypatch):
    """As the uninstaller does; also where nobody was added."""
    epicrec(capsys, base, "library")
    epicrec(capsys, base, "people", "add", "Ben")
    epicrec(capsys, base, "--person", "Ben", "library")
    epicrec(capsys, base, "erase", "--everybody", code=1)
    assert LocalUsers(Paths.under(base)).read().several
    users = LocalUsers(Paths.under(base))
    with closing(wiring.build(users.paths_for(users.find("Ben")))):
        _, err = epicrec(capsys, base, "erase", "--everybody", "--yes", code=1)
    assert "Ben: Another EpicRec window" in err
    assert [user.name for user in LocalUsers(Paths.under(base)).read().users] == ["Ben"]
    epicrec(capsys, base, "erase", "--everybody", "--yes")
    assert list(base.iterdir()) == []
    epicrec(capsys, base, "library")
    epicrec(capsys, base, "erase", "--everybody", "--yes")
    assert list(base.iterdir()) == []
