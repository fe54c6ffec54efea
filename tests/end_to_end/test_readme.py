"""What the README shows can be typed as it stands."""

import argparse
import os
import re
import shutil
from pathlib import Path

import pytest

from epicrec_desktop.cli import build_parser
from epicrec_desktop.console.arguments import commands
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
    known = _names(build_parser())
    page = README.parent / "docs" / "guide" / "terminal.md"
    table = page.read_text(encoding="utf-8").partition("| command | does |")[2]
    rows = table.partition("\n\n")[0].splitlines()
    named = {word for row in rows for word in re.findall(r"`([a-z]+)[^`]*`", row.split(" | ")[0])}
    assert named == known


ROOT = README.parent
_COMMAND = re.compile(r"(?:^|[\s`'(]|/bin/)(epicrec(?:-server|-lab)?) ([^`#\n]+)")
_TARGET = re.compile(r"(?:`|^ {4})make ([a-z][a-z-]*)\b", re.MULTILINE)


def test_every_command_option_and_target_of_the_documents_is_there():
    pytest.importorskip("fastapi", reason="epicrec-server needs the extra server")
    from epicrec_desktop.lab import cli as lab
    from epicrec_desktop.server import cli as server

    programs = {
        "epicrec": dict(commands(build_parser())),
        "epicrec-server": dict(commands(server.main.build_parser())),
        "epicrec-lab": dict(commands(lab.main.build_parser())),
    }
    targets = {
        target
        for line in re.findall(r"^([a-z][a-z -]*):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        for target in line.split()
    }
    missing, found = [], 0
    for file in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        text = file.read_text(encoding="utf-8")
        written = re.findall(r"`[^`\n]+`|^ {4}.+(?:\\\n.+)*", text, re.MULTILINE)
        for program, rest in (c for line in written for c in _COMMAND.findall(line)):
            unknown = _unknown(programs[program], rest.replace(r"\|", "|").replace("\\", " "))
            found += unknown is not None
            missing += [(file.name, program, word) for word in unknown or ()]
        missing += [("make", target) for target in _TARGET.findall(text) if target not in targets]
    assert found > 100
    assert missing == []


def _unknown(parsers: dict[str, argparse.ArgumentParser], line: str) -> list[str] | None:
    """Return what is no command or option there; None if the line is no call of the program.

    `[--out DIR]` and `confirm|reject` are read as a manual means them, and `evaluate NAME` as any.
    """
    words = iter(re.sub(r"[\[\]…]", " ", line).split())
    path, unknown = "", []
    for word in words:
        below = {name.rpartition(" ")[2] for name in parsers if _parent(name) == path}
        if word.startswith("--") and len(word) > 2:
            among = [path] if not (path and below) else [n for n in parsers if n.startswith(path)]
            actions = [parsers[name]._option_string_actions.get(word) for name in (*among, "")]
            action = next(filter(None, actions), None)
            unknown += [] if action else [word]
            if action is not None and action.nargs is None:
                next(words, None)
        elif below and not word.isupper():
            if not path and not set(word.split("|")) <= below:
                return None if not word.isalpha() or word.startswith("epicrec") else [word]
            unknown += sorted({*word.split("|")} - below)
            path = f"{path} {word.partition('|')[0]}".strip()
    return unknown


def _parent(name: str) -> str | None:
    return name.rpartition(" ")[0] if name else None


def _names(parser: argparse.ArgumentParser) -> set[str]:
    return set(parser._subparsers._group_actions[0].choices)
