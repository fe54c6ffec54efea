"""A lock file that the window and the command line share.

Everybody who has the database open holds it shared; a migration, which replaces the file, holds it
exclusively. The operating system releases it when a process ends, however it ends.
"""

from __future__ import annotations

import os
from pathlib import Path

from epicrec_desktop import locks
from epicrec_desktop.domain.errors import StoreError


class FileLock:
    """Holds a lock file, shared or exclusive. `acquire` is False when others are in the way."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self, *, exclusive: bool) -> bool:
        """Take the lock without waiting, replacing what this object held.

        Raises `StoreError` where the file system knows no locks.
        """
        self.release()
        descriptor = locks.open_private(self._path)
        try:
            taken = locks.lock(descriptor, exclusive=exclusive)
        except OSError:
            os.close(descriptor)
            raise StoreError(
                "The drive with {folder} cannot lock files, and two programs that write at once "
                "would spoil your data. Nothing was changed. Choose a folder on this computer.",
                folder=self._path.parent,
            ) from None
        if taken:
            self._descriptor = descriptor
        else:
            os.close(descriptor)
        return taken

    def release(self) -> None:
        """Let go, and close the file."""
        if self._descriptor is not None:
            locks.unlock(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None
