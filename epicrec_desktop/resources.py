"""Finds the files that ship with the program: in a wheel, in a checkout and in a bundle."""

from __future__ import annotations

import sys
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
