"""Starting with the session: one file of one person, gone with what is erased."""

import configparser
import os
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.autostart import IN_TRAY, Autostart, _quoted
from epicrec_desktop.services.erasing import erase_unopened
from processes import python

linux = pytest.mark.skipif(sys.platform == "win32", reason="Windows has a key of the registry")


@pytest.fixture
def paths(tmp_path) -> Paths:
    return Paths.under(tmp_path / 'it\'s 100 % "$HOME"')


@pytest.fixture
def login(paths, tmp_path, monkeypatch) -> Autostart:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return Autostart(paths)


def entry_of(folder: Path) -> configparser.SectionProxy:
    (file,) = (folder / "config" / "autostart").iterdir()
    parser = configparser.RawConfigParser()
    parser.optionxform = str
    parser.read_string(file.read_text(encoding="utf-8"))
    return parser["Desktop Entry"]


@linux
def test_it_is_off_until_wanted_and_off_again(login, tmp_path):
    assert not login.on
    login.set_on(True)
    assert login.on
    assert entry_of(tmp_path)["Exec"].endswith(f'"{IN_TRAY}"')
    assert Path(entry_of(tmp_path)["TryExec"]) == Path(login.command[0])
    login.set_on(False)
    assert not login.on
    login.set_on(False)


@linux
def test_the_folders_of_data_are_started_each_by_itself(login, tmp_path):
    other = Autostart(Paths.under(tmp_path / "other"))
    login.set_on(True)
    assert not other.on
    own = Autostart(Paths.default())
    assert own._file.name == "epicrec-desktop.desktop"
    assert "--base-dir" not in own.command


@linux
def test_the_words_of_its_line_are_those_that_start_it(login, tmp_path):
    """Read back by the rules of the Desktop Entry Specification: strings, then quoting."""
    login.set_on(True)
    line = entry_of(tmp_path)["Exec"].replace("\\\\", "\\")
    words, word, inside, escaped = [], "", False, False
    for character in line:
        if escaped:
            word, escaped = word + character, False
        elif inside and character == "\\":
            escaped = True
        elif character == '"':
            if inside:
                words.append(word.replace("%%", "%"))
            word, inside = "", not inside
        elif inside:
            word += character
    assert words == list(login.command)
    assert words[-2:] == [str(login._paths.data.parent), IN_TRAY]


@linux
def test_erasing_takes_it_away(login, paths):
    paths.data.mkdir(parents=True)
    login.set_on(True)
    erase_unopened(paths)
    assert not login.on


@linux
def test_without_a_home_everything_is_erased(paths, monkeypatch):
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    paths.data.mkdir(parents=True)
    (paths.data / "settings.json").write_text("{}")
    no_home = Mock(side_effect=RuntimeError("Could not determine home directory."))
    monkeypatch.setattr(Path, "home", no_home)
    erase_unopened(paths)
    assert not paths.data.exists()


@linux
def test_what_cannot_be_written_is_said(login, tmp_path):
    (tmp_path / "config").write_text("a file where a folder should be")
    with pytest.raises(EpicRecError, match="could not be changed"):
        login.set_on(True)
    assert not login.on


def test_a_line_break_is_in_no_desktop_file():
    with pytest.raises(OSError, match="line break"):
        _quoted("a\nExec=other")


@pytest.mark.skipif(os.environ.get("DISPLAY") is not None, reason="there is a display")
def test_the_argument_is_known():
    made = python("-m", "epicrec_desktop", "--help", check=True)  # fmt: skip
    assert IN_TRAY in made.stdout
