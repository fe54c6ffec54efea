"""Writes what a terminal knows of `epicrec`: completion for bash, zsh and fish, and the man page.

    python packaging/terminal_help.py [--check]

Made from the parser into resources/terminal: `epicrec completion` prints them from there, the
packages of Linux lay them where each shell looks. `--check` writes nothing and ends with 1 where a
file is not what the parser says.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import shtab
from man_page import man_page

from epicrec_desktop.cli.arguments import build_parser
from epicrec_desktop.cli.tools import COMPLETIONS

FOLDER = Path(__file__).resolve().parents[1] / "resources" / "terminal"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    wrong = {name: text for name, text in files().items() if not _is(FOLDER / name, text)}
    for name, text in wrong.items():
        if not options.check:
            FOLDER.mkdir(parents=True, exist_ok=True)
            (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {'not what the parser says' if options.check else 'written'}")
    return 1 if options.check and wrong else 0


def files() -> dict[str, str]:
    """Every file's text by its name."""
    made = {name: _completion(shell) for shell, name in COMPLETIONS.items()}
    return {**made, "epicrec.1": man_page()}


def _completion(shell: str) -> str:
    """A script of shtab's, without its advice to whoever would install it by hand."""
    lines = shtab.complete(build_parser(), shell).splitlines()
    first = int(lines[0].startswith("#compdef"))  # zsh's own mark
    while lines[first].startswith("#") or not lines[first].strip():
        del lines[first]
    return "\n".join(lines).strip() + "\n"


def _is(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
