"""A folder for files that a parser opens by name, of this process; it ends with the process."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path


@cache
def _made() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="fuzz-")


def folder() -> Path:
    """Return it."""
    return Path(_made().name)


def written(data: bytes, name: str = "file") -> Path:
    """Return a file in it that contains these bytes."""
    path = folder() / name
    path.write_bytes(data)
    return path
