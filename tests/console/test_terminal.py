"""What the command line writes of text that came from outside."""

import json
from pathlib import Path
from unittest.mock import Mock

import pytest

from epicrec_desktop.cli import main
from epicrec_desktop.cli.providers import read_key
from epicrec_desktop.console import extras
from epicrec_desktop.console.terminal import FORMAT, Terminal
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.progress import Progress

HOSTILE = "\x1b[2J\x1b]0;owned\x07Heat\u202e\nepicrec: All is well\x9b1m\0\ud800"


@pytest.fixture
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("way", ["say", "heading", "problem", "table"])
def test_a_strangers_text_moves_no_cursor_and_begins_no_line(way, capsys):
    terminal = Terminal(as_json=False)
    if way == "table":
        terminal.table([(HOSTILE, "1995"), ("Alien", HOSTILE)])
    else:
        getattr(terminal, way)(HOSTILE)
    out, err = capsys.readouterr()
    written = out + err
    assert "Heat" in written
    assert not set(written) & set("\x1b\x07\x9b\0\u202e\ud800")
    assert not [line for line in written.splitlines() if line.startswith("epicrec: All")]


@pytest.mark.usefixtures("wide")
def test_sentences_of_the_window_are_said_with_plain_spaces(capsys):
    Terminal(as_json=False).say_each([message("{percent}\u00a0% sure", percent=56), "at most"])
    assert capsys.readouterr().out == "56 % sure\nat most\n"


def test_an_endless_title_leaves_room_for_the_next_column(capsys):
    Terminal(as_json=False).table([("x" * 10_000, "1995"), ("Alien", "1979")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("…  1995")
    assert lines[1].endswith("  1979")


def test_json_is_exact_and_obeyed_by_no_terminal(capsys):
    Terminal(as_json=True).document({"title": HOSTILE})
    written = capsys.readouterr().out
    assert json.loads(written) == {"format": FORMAT, "title": HOSTILE}
    assert not set(written) & set("\x1b\x07\x9b\0\u202e\ud800")


def test_a_list_stays_a_list(capsys):
    Terminal(as_json=True).document([{"title": "Heat"}])
    assert json.loads(capsys.readouterr().out) == [{"title": "Heat"}]


def test_progress_shows_a_name_as_text(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    terminal = Terminal(as_json=False)
    terminal.report(Progress(f"Reading {HOSTILE}", 1, 2))
    written = capsys.readouterr().err
    assert written.startswith("\r\x1b[2K[")  # ours
    assert not set(written[5:]) & set("\x1b\x07\x9b\0\u202e\ud800\n")


def test_a_failure_is_one_document(tmp_path, capsys):
    """A program that reads stdout learns why, and never finds two documents."""
    folder = tmp_path / "a file"
    folder.touch()
    assert main(["--base-dir", str(folder), "--json", "library"]) == 1
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document.keys() == {"format", "error"}
    assert f"epicrec: {document['error']}\n" == err
    assert main(["--base-dir", str(folder), "library"]) == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("version", "parts", "file"),
    [
        ("1.2.0", object(), "'./epicrec_desktop-1.2.0-py3-none-any.whl[server]', or "),
        ("1.2.0", None, "'./epicrec_server-1.2.0-py3-none-any.whl[server]', or "),
        ("1.3.0.dev0", object(), None),  # there is no such file to be had
    ],
)
def test_an_extra_is_installed_from_what_there_is(version, parts, file, monkeypatch):
    monkeypatch.setattr(extras, "__version__", version)
    monkeypatch.setattr(extras, "find_spec", lambda _: parts)
    found = extras.how_to_install("server")
    assert found == (f"pip install {file}" if file else "") + (
        "in a checkout pip install '.[server]'"
    )


def test_a_failure_after_a_document_prints_no_second_one(capsys):
    terminal = Terminal(as_json=True)
    terminal.document({"done": 3})
    terminal.fail("The fourth could not be read.")
    out, err = capsys.readouterr()
    assert json.loads(out) == {"format": FORMAT, "done": 3}
    assert "The fourth" in err


def test_a_secret_that_is_not_typed_is_none(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("getpass.getpass", Mock(side_effect=EOFError))
    assert Terminal(as_json=False).secret("Passphrase") is None
    assert read_key(Path("-")) == ""
