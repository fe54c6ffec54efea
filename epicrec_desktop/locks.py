"""Lock files across processes; the operating system releases a lock when its process ends."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError, StoreError

_PAUSE_S = 0.05
PATIENCE_S = 5.0
"""How long `FileLock.held` waits by default."""
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP}
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _EXCLUSIVE, _AT_ONCE = 2, 1
    _VIOLATION, _PENDING = 33, 997  # somebody else holds it
    # Windows forbids others to read what is locked, so that a byte no file has is locked.
    _BYTE_HIGH = 0x7FFFFFFF

    class _Overlapped(ctypes.Structure):
        _fields_ = (
            ("internal", ctypes.c_void_p),
            ("internal_high", ctypes.c_void_p),
            ("offset", wintypes.DWORD),
            ("offset_high", wintypes.DWORD),
            ("event", wintypes.HANDLE),
        )

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.LockFileEx.argtypes = (
        wintypes.HANDLE,
        wintypes.DWORD,
        wintypes.DWORD,
        wintypes.DWORD,
        wintypes.DWORD,
        ctypes.POINTER(_Overlapped),
    )
    _kernel.UnlockFileEx.argtypes = (
        wintypes.HANDLE,
        wintypes.DWORD,
        wintypes.DWORD,
        wintypes.DWORD,
        ctypes.POINTER(_Overlapped),
    )

    def lock(descriptor: int, *, exclusive: bool) -> bool:
        """Lock an open file by `LockFileEx`, as on other systems below."""
        flags = _AT_ONCE | (_EXCLUSIVE if exclusive else 0)
        place = _Overlapped(offset_high=_BYTE_HIGH)
        handle = msvcrt.get_osfhandle(descriptor)
        if _kernel.LockFileEx(handle, flags, 0, 1, 0, ctypes.byref(place)):
            return True
        code = ctypes.get_last_error()
        if code in (_VIOLATION, _PENDING):
            return False
        raise ctypes.WinError(code)

    def unlock(descriptor: int) -> None:
        """Let go now: after a file is closed, Windows does so only when it finds the time."""
        place = _Overlapped(offset_high=_BYTE_HIGH)
        _kernel.UnlockFileEx(msvcrt.get_osfhandle(descriptor), 0, 1, 0, ctypes.byref(place))

else:
    import fcntl

    def lock(descriptor: int, *, exclusive: bool) -> bool:
        """Lock an open file, shared or exclusive, without waiting; False if others are in the way.

        Another handle of the same process is in the way too. Raises `OSError` where the file system
        knows no locks.
        """
        operation = (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB
        try:
            fcntl.flock(descriptor, operation)
        except OSError as error:
            if error.errno in _HELD:
                return False
            raise
        return True

    def unlock(descriptor: int) -> None:
        """Let go now, before the file is closed."""
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def open_private(path: str | os.PathLike[str], *, create: bool = True) -> int:
    """Return a descriptor of a lock file, which is empty and which only the user can open."""
    return os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o600)


def without_locks(folder: Path) -> StoreError:
    """Return the error of a drive whose file system knows no locks."""
    return StoreError(
        "The drive with {folder} cannot lock files, and two programs that write at once "
        "would spoil your data. Nothing was changed. Choose a folder on this computer.",
        folder=folder,
    )


def can_lock_ranges(folder: Path) -> bool:
    """Return whether a drive has locks on parts of a file, which SQLite uses; True in doubt.

    SQLite takes a drive without them for one where somebody else holds every lock.
    """
    if sys.platform != "win32":
        try:
            with tempfile.TemporaryFile(dir=folder) as probe:
                fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in _NO_LOCKS
    return True


class FileLock:
    """Holds a lock file, shared or exclusive. `acquire` is False when others are in the way."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self, *, exclusive: bool, patience: float = 0.0) -> bool:
        """Take the lock, replacing what this object held; wait for others for `patience` seconds.

        Raises `StoreError` where the file system knows no locks.
        """
        deadline = time.monotonic() + patience
        while not (taken := self._try(exclusive=exclusive)) and time.monotonic() < deadline:
            time.sleep(_PAUSE_S)
        return taken

    def _try(self, *, exclusive: bool) -> bool:
        self.release()
        descriptor = open_private(self._path)
        try:
            taken = lock(descriptor, exclusive=exclusive)
        except OSError:
            os.close(descriptor)
            raise without_locks(self._path.parent) from None
        if taken and self._is_of(descriptor):
            self._descriptor = descriptor
            return True
        os.close(descriptor)
        return False

    def _is_of(self, descriptor: int) -> bool:
        """Return whether the file is still there: it may have been removed with its folder."""
        if sys.platform == "win32":
            return True  # a file that is open stays; some drives number files anew for each look
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False

    @contextmanager
    def held(self, refusal: EpicRecError, *, patience: float = PATIENCE_S) -> Iterator[None]:
        """Hold the lock exclusively, once others let it go. Raises `refusal` where they do not."""
        if not self.acquire(exclusive=True, patience=patience):
            raise refusal
        try:
            yield
        finally:
            self.release()

    def release(self) -> None:
        """Release the lock and close the file."""
        if self._descriptor is not None:
            unlock(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None
