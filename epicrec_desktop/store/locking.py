"""A lock file that the window and the command line share.

Everybody who has the database open holds it shared; a migration, which replaces the file, holds it
alone. The operating system releases it when a process ends, however it ends.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

_SLOTS = 64  # Windows locks bytes: one each for those who share, all of them to be alone


class FileLock:
    """Holds a lock file, shared or alone. `acquire` returns False when others are in the way."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def acquire(self, *, alone: bool) -> bool:
        """Take the lock without waiting, replacing what this object held."""
        self.release()
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        file = os.fdopen(descriptor, "r+b")
        if _lock(file, alone=alone):
            self._file = file
            return True
        file.close()
        return False

    def release(self) -> None:
        """Let go; closing the file lets go of the lock."""
        if self._file is not None:
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes], *, alone: bool) -> bool:
        spans = [(0, _SLOTS)] if alone else [(slot, 1) for slot in range(_SLOTS)]
        for start, length in spans:
            file.seek(start)
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, length)
            except OSError:
                continue
            return True
        return False

else:
    import fcntl

    def _lock(file: IO[bytes], *, alone: bool) -> bool:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
