"""A lock that says a folder is in use, and that the system releases if the program dies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from epicrec_desktop import locks

LOCK_SUFFIX = ".lock"


@contextmanager
def hold_lock(lock: Path) -> Iterator[None]:
    """Hold a lock file for the duration of the block; removed afterwards.

    Raises `OSError` if the file cannot be made. A file system without locks is tolerated: then
    nothing tells other processes that the folder is in use.
    """
    descriptor = _create_locked(lock)
    try:
        yield
    finally:
        os.close(descriptor)
        remove_lock(lock)


def remove_lock(lock: Path) -> None:
    """Remove a lock file that nobody holds; a sweep removes it later if that fails."""
    with suppress(OSError):
        lock.unlink()


def is_locked(lock: Path) -> bool:
    """Whether a living process holds the lock file. A missing file is held by nobody."""
    try:
        descriptor = locks.open_private(lock, create=False)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def _create_locked(lock: Path) -> int:
    """Create and lock; again if a sweep removed the file between the two steps."""
    while True:
        descriptor = locks.open_private(lock)
        if _try_lock(descriptor) and _is_same_file(lock, descriptor):
            return descriptor
        os.close(descriptor)


def _is_same_file(lock: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _try_lock(descriptor: int) -> bool:
    try:
        return locks.lock(descriptor, exclusive=True)
    except OSError:  # a file system without locks
        return True
