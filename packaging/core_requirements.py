"""Prints what the core needs, one requirement a line: everything of pyproject.toml but Qt.

The tests of the core pass in an environment that has only this (`make test-core`).
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

QT = ("pyside6", "shiboken6", "pytest-qt")


def core_requirements(pyproject: Path) -> list[str]:
    """The dependencies, the server extra and the dev group, without what is Qt."""
    document = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    project = document["project"]
    wanted = [
        *project["dependencies"],
        *project["optional-dependencies"]["server"],
        *document["dependency-groups"]["dev"],
    ]
    return [requirement for requirement in wanted if not name(requirement).startswith(QT)]


def name(requirement: str) -> str:
    """The name in "PySide6-Essentials>=6.8", in lower case."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    return found[0].lower() if found else ""


if __name__ == "__main__":
    print("\n".join(core_requirements(Path(__file__).resolve().parent.parent / "pyproject.toml")))
