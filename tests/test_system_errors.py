"""What the system refused is named as what it is."""

import errno
import os
import sys
from pathlib import Path
from unittest.mock import Mock

import platformdirs
import pytest

from epicrec_desktop import __main__, system_errors
from epicrec_desktop.cli import main
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.store import sample_file

LONG = "x" * 300


def raised(action: object) -> BaseException:
    """Return what a call raises."""
    assert callable(action)
    try:
        action()
    except Exception as error:  # noqa: BLE001 - whatever it is
        return error
    raise AssertionError("nothing was refused")


@pytest.fixture
def without_home(monkeypatch) -> None:
    """As a service's user has it: no HOME, and no entry in the list of users."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)


def test_names_that_cannot_be_used(tmp_path):
    long = raised((tmp_path / LONG).stat)
    assert system_errors.sentence(long) == system_errors.TOO_LONG
    unencodable = raised("a\udcff".encode)
    assert system_errors.sentence(unencodable) == system_errors.NO_TEXT
    nobody = raised(lambda: Path("~nobody-of-this-name/x").expanduser())
    assert system_errors.sentence(nobody) == system_errors.NO_HOME


@pytest.mark.skipif(sys.platform != "linux", reason="Windows knows the home of every user")
def test_no_home_at_all(without_home):
    for unknown in (Path.home, lambda: platformdirs.user_data_dir("epicrec-desktop")):
        assert system_errors.sentence(raised(unknown)) == system_errors.NO_HOME


@pytest.mark.parametrize(
    ("base", "sentence"),
    [(LONG, system_errors.TOO_LONG), ("~nobody-of-this-name/x", system_errors.NO_HOME)],
)
def test_the_terminal_says_it_in_a_sentence(base, sentence, capsys, tmp_path):
    folder = base if base.startswith("~") else str(tmp_path / base)
    assert main(["--base-dir", folder, "browsers"]) == 1
    assert capsys.readouterr().err == f"epicrec: {sentence}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="Windows knows the home of every user")
def test_the_terminal_without_a_home(without_home, capsys):
    assert main(["browsers"]) == 1
    assert capsys.readouterr().err == f"epicrec: {system_errors.NO_HOME}\n"


def test_the_windows_check_says_it_in_a_line(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert __main__.main(["--selfcheck", "--base-dir", str(tmp_path / LONG)]) == 1
    assert capsys.readouterr().err == f"{system_errors.TOO_LONG}\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has lists of rights, and no sudo")
def test_whose_a_folder_is_that_cannot_be_used(tmp_path, monkeypatch):
    """Also where a folder is to be made within it; only below the home of the user."""
    monkeypatch.setenv("HOME", str(tmp_path))
    cache = tmp_path / ".cache"
    cache.mkdir()
    refused = PermissionError(errno.EACCES, "Permission denied", str(cache / "epicrec" / "new"))
    assert system_errors.sentence(refused) == system_errors.NOT_ALLOWED  # it is the user's own
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 4242)
    found = system_errors.sentence(refused)
    assert found is not None
    assert f"{cache} belongs to " in str(found)
    monkeypatch.setenv("HOME", str(tmp_path / "elsewhere"))
    assert system_errors.sentence(refused) == system_errors.NOT_ALLOWED


def test_a_second_copy_that_cannot_be_written_says_why_without_a_number(tmp_path, monkeypatch):
    """Not every error of a file has the system's word: it then says of which kind it is."""
    refuse = Mock(side_effect=BlockingIOError(f"of {tmp_path}"))
    monkeypatch.setattr(sample_file, "write_file", refuse)
    copy = sample_file.SampleFile(tmp_path / "draws.json")
    with pytest.raises(StoreError, match=r"\(BlockingIOError\)"):
        copy.write(sample_file.Samples("ab" * 16, 3))
