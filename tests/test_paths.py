"""Paths of every kind: long ones, and those with characters that mean something elsewhere."""

import os
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from epicrec_desktop.paths import PORTABLE, Paths, long_form, plain_form, private_folder, reachable
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.database import sqlite_address
from epicrec_desktop.store.database_opening import open_database

ODD = ["a home with spaces", "Zoë Größe 映画", "100% of #1"]
if os.name != "nt":  # Windows allows no such names
    ODD.append('what? "this"')


def deep(folder: Path, characters: int = 330) -> Path:
    """A folder of which the path is longer than Windows allows by itself."""
    while len(str(folder)) < characters:
        folder /= "a folder within another one, äöü"
    return folder


@pytest.mark.parametrize("name", ODD)
def test_data_can_be_kept_in_an_odd_folder(tmp_path, name):
    paths = Paths.under(tmp_path / name)
    database = open_database(paths.database)
    database.close()
    assert paths.database.is_file()
    Storage(sqlite_address(paths.data / "service.sqlite3")).close()
    assert (paths.data / "service.sqlite3").is_file()


def test_data_can_be_kept_in_a_deep_folder(tmp_path):
    paths = Paths.under(deep(tmp_path))
    with closing(open_database(paths.database)) as database, database.write() as session:
        assert session.execute(text("SELECT count(*) FROM movies")).scalar() == 0
    assert len(str(paths.database)) > 330
    assert paths.database.is_file()
    assert private_folder(paths.snapshots).is_dir()


def test_a_short_path_stays_as_it_is(tmp_path):
    short = Path(tmp_path.anchor) / "data"
    assert reachable(short) == short


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (r"C:\Users\Zoë\data", r"\\?\C:\Users\Zoë\data"),
        ("C:/Users/a/data", r"\\?\C:\Users\a\data"),
        (r"\\server\share\data", r"\\?\UNC\server\share\data"),
        (r"\\?\C:\data", r"\\?\C:\data"),
        (r"\\?\UNC\server\share\data", r"\\?\UNC\server\share\data"),
    ],
)
def test_the_long_form_of_windows(path, expected):
    assert long_form(path) == expected
    assert long_form(plain_form(expected)) == expected


@given(st.lists(st.from_regex(r"[A-Za-zÄöß0-9 _-]{1,20}[a-z]", fullmatch=True), min_size=1))
def test_the_long_form_is_taken_once(parts):
    path = "C:\\" + "\\".join(parts)
    assert long_form(long_form(path)) == long_form(path) == "\\\\?\\" + path
    assert plain_form(long_form(path)) == plain_form(path) == path


def test_a_portable_bundle_keeps_everything_beside_the_program(tmp_path, monkeypatch):
    program = tmp_path / "stick" / "epicrec-desktop"
    program.parent.mkdir()
    program.touch()
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert not Paths.default().data.is_relative_to(tmp_path)
    (program.parent / PORTABLE).touch()
    paths = Paths.default()
    kept = reachable(tmp_path / "stick/kept")  # on Windows in its long form where it must be
    assert {paths.data.parent, paths.cache.parent, paths.state.parent} == {kept}


def test_only_a_bundle_is_portable(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / PORTABLE).touch()
    assert not Paths.default().data.is_relative_to(tmp_path)


WINDOWS = Paths(Path("/L/epicrec-desktop"), Path("/L/epicrec-desktop/Cache"), Path("/L/e-state"))
LINUX = Paths(Path("/s/epicrec-desktop"), Path("/c/epicrec-desktop"), Path("/t/epicrec-desktop"))
PORTABLE_ONE = Paths.under(Path("/stick/kept"))


@pytest.mark.parametrize("first", [WINDOWS, LINUX, PORTABLE_ONE], ids=["Windows", "Linux", "stick"])
def test_people_of_one_account_have_folders_that_hold_nothing_of_each_other(first):
    """Removing a whole folder of one, as erasing does, takes nothing of another one's."""
    ben, cleo = first.of_user("b" * 16), first.of_user("c" * 16)
    assert ben.of_user("c" * 16) == cleo
    assert ben.first == first == first.first
    everybody = {
        "first": (first.data, first.cache, first.state),
        "ben": (ben.data, ben.cache, ben.state),
        "cleo": (cleo.data, cleo.cache, cleo.state),
        "list": (first.users / "people.json",),
    }
    assert ben.users == cleo.users == first.users
    for name, own in everybody.items():
        for other, theirs in everybody.items():
            if name != other:
                assert not any(o.is_relative_to(mine) for o in theirs for mine in own), (
                    name,
                    other,
                )
    assert len({*everybody["ben"], *everybody["first"]}) == 6
    # A backup of the data restores no samples of any user.
    assert not ben.state.is_relative_to(ben.data)
    assert not ben.state.is_relative_to(first.users)
