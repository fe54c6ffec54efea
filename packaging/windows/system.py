"""The Windows that packages are built on: the one that runs this, else Wine.

Releases are built on a real Windows (.github/workflows/release.yml), with the newest CPython and
the versions of requirements.lock; under Wine with those of requirements.txt, for tests.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

REAL = sys.platform == "win32"

if REAL:

    class EnvironmentMissingError(Exception):
        """Only Wine has to be there first."""

else:
    from environment import EnvironmentMissingError
    from windows import windows

__all__ = ["REAL", "Builder", "EnvironmentMissingError", "builder"]


class Builder(Protocol):
    """Runs programs of Windows."""

    def command(self, program: str, *arguments: str) -> list[str]:
        """Return what is run here for a program of Windows; `python` is CPython."""

    def variables(self, **more: str) -> dict[str, str]:
        """Return its environment variables."""

    def path(self, path: Path) -> str:
        """Return what Windows calls a file."""


class _Real:
    def command(self, program: str, *arguments: str) -> list[str]:
        return [sys.executable if program == "python" else program, *arguments]

    def variables(self, **more: str) -> dict[str, str]:
        return {**os.environ, **more}

    def path(self, path: Path) -> str:
        return str(path)


@contextmanager
def builder() -> Iterator[Builder]:
    """Yield the Windows to build on. Raises `EnvironmentMissingError`."""
    if REAL:
        yield _Real()
        return
    with windows() as running:
        yield running
