"""What the program keeps is the person's alone."""

import os
from pathlib import Path
from unittest.mock import Mock

import pytest

from epicrec_desktop.file_permissions import make_private
from epicrec_desktop.paths import private_folder
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.database_opening import open_database
from private_files import is_private


def open_to_all(folder: Path) -> Path:
    folder.mkdir()
    if os.name != "nt":  # there the folder has the rights of the one above it
        folder.chmod(0o755)
    assert not is_private(folder)
    return folder


def test_a_folder_becomes_private_whether_it_was_there_or_not(tmp_path):
    assert is_private(private_folder(tmp_path / "new" / "deeper"))
    old = open_to_all(tmp_path / "old")
    assert is_private(private_folder(old))
    (old / "file").write_text("mine", encoding="utf-8")
    assert (old / "file").read_text(encoding="utf-8") == "mine"


def test_a_file_becomes_private(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    make_private(file)
    assert is_private(file)
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(os.name != "nt", reason="a folder's mode is enough elsewhere")
def test_what_is_in_a_folder_becomes_private_too(tmp_path):
    folder = open_to_all(tmp_path / "old")
    (folder / "sub").mkdir()
    (folder / "sub" / "file").write_text("before", encoding="utf-8")
    private_folder(folder)
    assert is_private(folder / "sub")
    assert is_private(folder / "sub" / "file")


@pytest.mark.skipif(os.name != "nt", reason="a folder's mode is enough elsewhere")
def test_what_comes_into_a_private_folder_is_private(tmp_path):
    folder = private_folder(tmp_path / "new")
    (folder / "later").write_text("after", encoding="utf-8")
    assert is_private(folder / "later")


def test_database_and_settings_are_private(tmp_path):
    folder = open_to_all(tmp_path / "data")
    open_database(folder / "epicrec.sqlite3").close()
    assert is_private(folder)
    assert is_private(folder / "epicrec.sqlite3")
    Settings().save(tmp_path / "settings.json")
    assert is_private(tmp_path / "settings.json")


@pytest.mark.skipif(os.name == "nt", reason="POSIX owners")
def test_files_of_other_accounts_are_reported_and_a_disk_without_permissions_is_not(
    tmp_path, monkeypatch
):
    refuse = Mock(side_effect=PermissionError(1, "Operation not permitted"))
    monkeypatch.setattr(Path, "chmod", refuse)
    make_private(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(PermissionError):
        make_private(tmp_path)
