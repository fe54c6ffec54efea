"""A lock that says a folder is in use, and that the system releases if the program dies."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SUFFIX = ".lock"


@contextmanager
def hold(lock: Path) -> Iterator[None]:
    """Hold a lock file for the duration of the block; removed afterwards.

    Raises `OSError` if the file cannot be made. A file system without locks is tolerated: then
    nothing tells other processes that the folder is in use.
    """
    descriptor = _create_locked(lock)
    try:
        yield
    finally:
        os.close(descriptor)
        discard(lock)


def discard(lock: Path) -> None:
    """Remove a lock file that nobody holds; a sweep removes it later if that fails."""
    with suppress(OSError):
        lock.unlink()


def is_held(lock: Path) -> bool:
    """Whether a living process holds the lock file. A missing file is held by nobody."""
    try:
        descriptor = os.open(lock, os.O_RDWR)
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
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        if _try_lock(descriptor) and _still_there(lock, descriptor):
            return descriptor
        os.close(descriptor)


def _still_there(lock: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _system_lock() -> Callable[[int], None]:
    if os.name == "nt":
        import msvcrt  # noqa: PLC0415 - Windows only

        return lambda descriptor: msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,no-any-return,unused-ignore]
    import fcntl  # noqa: PLC0415 - POSIX only

    return lambda descriptor: fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_lock = _system_lock()


def _try_lock(descriptor: int) -> bool:
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):  # held: EWOULDBLOCK, and EACCES on Windows
        return False
    except OSError:  # a file system without locks
        return True
    return True
