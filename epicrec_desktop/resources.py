"""Finds the files that ship with the program: in a wheel, in a checkout and in a bundle."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """Return the `resources` folder.

    Raises `FileNotFoundError` when the installation is incomplete.
    """
    package = Path(__file__).resolve().parent
    candidates = [package / "resources", package.parent / "resources"]
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        candidates.insert(0, Path(bundle) / "epicrec_desktop" / "resources")
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError("The program's resources folder is missing; please install it again.")


def path(*parts: str) -> Path:
    """Return one file of the resources: `path("catalog", "starter.csv")`."""
    return root().joinpath(*parts)


def make_if_outdated(file: Path, script: str, sources: Iterable[Path]) -> None:
    """In a checkout, make a file of `catalog/` that is missing or older than what it is made of.

    `script`: what makes it, in `packaging/`, which an installation has not: a build made its file.
    """
    program = file.parents[2] / "packaging" / script
    if not program.exists():
        return
    newest = max(one.stat().st_mtime_ns for one in (program, *sources))
    if not file.exists() or file.stat().st_mtime_ns < newest:
        with suppress(OSError):  # a checkout that nobody may write: what is there is read
            runpy.run_path(str(program), run_name="__main__")


def sections(*parts: str) -> dict[str, list[str]]:
    """Return the lines of a file of names by section: "[name]" begins one, "#" a comment."""
    found: dict[str, list[str]] = {}
    for line in path(*parts).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            lines = found[line[1:-1]] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def words(*parts: str) -> dict[str, list[str]]:
    """Return the words of a file by section, which have commas between them."""
    return {name: " ".join(lines).split(", ") for name, lines in sections(*parts).items()}
