"""What the README shows can be typed as it stands."""

import argparse
import os
import re
import shutil
from pathlib import Path

import pytest

from epicrec_desktop.cli import build_parser
from processes import python

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_window_can_be_driven_as_shown(started_today, tmp_path):
    pytest.importorskip("PySide6", reason="this test opens the window")
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    base = Path(shutil.copytree(started_today, tmp_path / "base"))
    program = tmp_path / "driven.py"
    ending = "\nwindow.close()\nprint(len(window.services.ledger.entries()))\n"
    # As it stands, without a guard of its own: reading the browsers must not run it again.
    program.write_text(
        code.replace("/tmp/epicrec-test", base.as_posix()) + ending, encoding="utf-8"
    )
    # No browser is installed where this home folder is: the example brings its own history.
    home = tmp_path / "empty"
    places = {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home / "AppData" / "Local"}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
    done = python(
        str(program),
        env={
            **environment,
            **{k: str(v) for k, v in places.items()},
            "QT_QPA_PLATFORM": "offscreen",
        },
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == 0  # a rehearsal is no release


def test_every_command_of_the_table_is_there():
    commands = _names(build_parser())
    page = README.parent / "docs" / "guide" / "terminal.md"
    table = page.read_text(encoding="utf-8").partition("| command | does |")[2]
    rows = table.partition("\n\n")[0].splitlines()
    named = {word for row in rows for word in re.findall(r"`([a-z]+)[^`]*`", row.split(" | ")[0])}
    assert named == commands


ROOT = README.parent
_COMMAND = re.compile(
    r"(?<![\w/.-])(epicrec(?:-server|-lab)?) (?:--base-dir \S+ |--person \w+ |--json )*"
    r"(?!epicrec)([a-z]+)\b"
)
_TARGET = re.compile(r"(?:`|^ {4})make ([a-z][a-z-]*)\b", re.MULTILINE)


def test_every_command_and_target_of_the_documents_is_there():
    pytest.importorskip("fastapi", reason="epicrec-server needs the extra server")
    from epicrec_desktop.lab import cli as lab
    from epicrec_desktop.server import cli as server

    parsers = {"epicrec": build_parser, "epicrec-server": server.main.build_parser}
    known = {name: _names(build()) for name, build in parsers.items()}
    known["epicrec-lab"] = _names(lab.main.build_parser())
    targets = {
        target
        for line in re.findall(r"^([a-z][a-z -]*):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        for target in line.split()
    }
    missing = []
    for file in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        text = file.read_text(encoding="utf-8")
        missing += [pair for pair in _COMMAND.findall(text) if pair[1] not in known[pair[0]]]
        missing += [("make", target) for target in _TARGET.findall(text) if target not in targets]
    assert missing == []


def _names(parser: argparse.ArgumentParser) -> set[str]:
    return set(parser._subparsers._group_actions[0].choices)
