"""Notice that the program's own files were replaced while it runs, by an upgrade or a removal.

What is loaded keeps running. A bundle on Linux keeps its archive of modules open as well
(`packaging/modules.py`). A new process would be of the other version, and is refused.
"""

from __future__ import annotations

import sys
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import message

REPLACED = message(
    "EpicRec was updated or removed while it was running. What was stored is kept. "
    "Start it again, and repeat the last step."
)

_ARCHIVE = "_modules_descriptor"
"""Attribute of `sys` that `packaging/modules.py` sets: the open archive of modules."""


class ReplacedError(EpicRecError):
    """The program's files are of another version by now, so no process of ours is started."""


def _marker() -> Path:
    """Return the file that each version writes: the bundle's modules, or the package itself."""
    bundle = getattr(sys, "_MEIPASS", None)
    return (
        Path(__file__).with_name("__init__.py") if bundle is None else Path(bundle, "modules.pyz")
    )


def _stamp() -> tuple[int, int] | None:
    try:
        found = _marker().stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns  # no inode: FAT gives another one each time


_at_start = _stamp()


def descriptors() -> tuple[int, ...]:
    """Return what this process needs open to import modules: a bundle's archive on Linux."""
    found: int | None = getattr(sys, _ARCHIVE, None)
    return () if found is None else (found,)


def are_replaced() -> bool:
    """Return whether the files are others than at the start of this process, or gone."""
    return _stamp() != _at_start


def are_there() -> bool:
    """Return whether the program's files are there, in whatever version."""
    return _stamp() is not None


def require_unchanged() -> None:
    """Raise `ReplacedError` where the files were replaced."""
    if are_replaced():
        raise ReplacedError(REPLACED)
