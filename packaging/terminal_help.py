"""Write completion for bash, zsh and fish, and the man page, of each of the three programs.

    python packaging/terminal_help.py [--check]

Made from the parsers into resources/terminal: `epicrec completion` prints them from there, and the
Linux packages install those of `epicrec`. `--check` writes nothing and ends with 1 if a file is
outdated.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import shtab
from man_page import PROGRAMS, Program, man_page

from epicrec_desktop.console.arguments import COMPLETIONS

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
    """Return the text of every file by its name."""
    made = {}
    for program in PROGRAMS:
        for shell, name in COMPLETIONS.items():
            made[name.format(program=program.name)] = _completion(program, shell)
        made[f"{program.name}.1"] = man_page(program)
    return made


def _completion(program: Program, shell: str) -> str:
    """Return the script of shtab without its advice on installing it by hand."""
    lines = shtab.complete(program.build_parser(), shell).splitlines()
    first = int(lines[0].startswith("#compdef"))  # zsh's own mark
    while lines[first].startswith("#") or not lines[first].strip():
        del lines[first]
    return "\n".join(lines).strip() + "\n"


def _is(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
