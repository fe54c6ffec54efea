"""Copy a browser database consistently into a private folder, without SQLite.

Reads the files as bytes, takes no database locks, and retries while the browser writes. A lock file
marks a snapshot folder as in use, so that snapshots of a killed process can be removed later.
"""

from __future__ import annotations

import logging
import os
import random
import secrets
import shutil
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from epicrec_desktop import locks
from epicrec_desktop.domain.errors import HistoryError, StoreError
from epicrec_desktop.domain.progress import IsCancelled, check
from epicrec_desktop.file_permissions import make_private
from epicrec_desktop.history.errors import problem, reading_errors, writing_errors
from epicrec_desktop.paths import private_folder

CHUNK = 1024 * 1024
_BINARY: int = getattr(os, "O_BINARY", 0)
# Without it, opening a pipe that nobody writes to would wait forever.
_NO_WAIT: int = getattr(os, "O_NONBLOCK", 0)


def copy_file(source: Path, target: Path, cancelled: IsCancelled) -> None:
    """Copy to a new file that only the person can read (0600), in chunks.

    Raises `HistoryError` and `Cancelled`; `too-big` if the source has more than `MAX_BYTES`.
    """
    with reading_errors():
        incoming = _open(source)
    with incoming, writing_errors():
        private = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
        with os.fdopen(private, "wb") as outgoing:
            copied = 0
            while chunk := _read(incoming):
                check(cancelled)
                copied += len(chunk)
                if copied > MAX_BYTES:
                    raise problem("too-big")
                outgoing.write(chunk)


def files_equal(original: Path, copy: Path, cancelled: IsCancelled) -> bool:
    """Return whether two files hold the same bytes."""
    with reading_errors():
        one = _open(original)
    with one, copy.open("rb") as other:
        while True:
            check(cancelled)
            chunk = _read(one)
            if chunk != other.read(CHUNK):
                return False
            if not chunk:
                return True


def read_head(path: Path, length: int) -> bytes:
    """Return the first bytes of a file; empty if it is missing."""
    with reading_errors():
        try:
            file = _open(path)
        except FileNotFoundError:
            return b""
        with file:
            return file.read(length)


def size(path: Path) -> int:
    """Bytes of a file; 0 if it is missing."""
    with reading_errors():
        try:
            return path.stat().st_size
        except FileNotFoundError:
            return 0


def _open(path: Path) -> BinaryIO:
    if not stat.S_ISREG(path.stat().st_mode):
        raise problem("not-a-file")
    descriptor = os.open(path, os.O_RDONLY | _BINARY | _NO_WAIT)
    file = os.fdopen(descriptor, "rb")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        file.close()
        raise problem("not-a-file")
    return file


def _read(file: BinaryIO) -> bytes:
    with reading_errors():
        return file.read(CHUNK)


_LOCK_SUFFIX = ".lock"


@contextmanager
def _hold_lock(lock: Path) -> Iterator[None]:
    """Hold a lock file for the duration of the block; removed afterwards.

    Raises `OSError` if the file cannot be made. A file system without locks is tolerated: then
    nothing tells other processes that the folder is in use.
    """
    held = locks.FileLock(lock)
    with suppress(StoreError):
        while not held.acquire(exclusive=True):
            pass  # a sweep removed the file between making and locking it
    try:
        yield
    finally:
        held.release()
        _remove_lock(lock)


def _remove_lock(lock: Path) -> None:
    """Remove a lock file that nobody holds; a sweep removes it later if that fails."""
    with suppress(OSError):
        lock.unlink()


def _is_locked(lock: Path) -> bool:
    """Return whether a living process holds the lock file. A missing file is held by nobody."""
    try:
        descriptor = locks.open_private(lock, create=False)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        return not locks.lock(descriptor, exclusive=True)
    except OSError:  # a file system without locks
        return False
    finally:
        os.close(descriptor)


MAX_BYTES = 2 * 1024**3
"""The largest history that is copied, log and journal included; heavy users have 0.3 GB."""

SQLITE_MAGIC = b"SQLite format 3\0"
JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_WAL_HEADER = 32
_ATTEMPTS = 12
_JOURNAL_WAIT_S = 2.0
_POLL_S = 0.05
_FRESH_S = 3.0  # coarser than any file system's modification times (FAT: 2 s)
_SPARE_BYTES = 16 * 1024 * 1024
_PREFIX = "snapshot-"
_PATIENCE_S = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8)
_log = logging.getLogger(__name__)


class _State(NamedTuple):
    """What must not change while the files are copied."""

    size: int
    mtime_ns: int
    inode: int
    wal_header: bytes


@contextmanager
def snapshot(database: Path, folder: Path, *, cancelled: IsCancelled) -> Iterator[Path]:
    """Yield a copy of a browser's database in a folder of its own (0700), removed afterwards.

    `folder` is the one for all snapshots; `remove_stale_snapshots` clears it of what a killed
    program left. The copy may come with `-wal` or `-journal`: open it with SQLite for reading and
    writing. Raises `HistoryError` (`missing`, `permission`, `not-a-file`, `empty`, `not-sqlite`,
    `too-big`, `disk-full`, `folder`, `busy`, `unreadable`) and `Cancelled`; nothing stays in either
    case. Close what was opened of the copy before the block ends: Windows removes no open file.
    """
    check(cancelled)
    _state(database)  # what cannot be read at all leaves no trace
    with _own_folder(folder) as own:
        copy = own / "copy.sqlite"
        _copy_consistently(database, copy, cancelled)
        yield copy


def remove_stale_snapshots(folder: Path) -> int:
    """Remove snapshots left behind by a program that was killed; returns how many.

    Snapshots that a living process holds stay. Never raises: what cannot be removed now is tried
    again at the next start.
    """
    removed = 0
    for entry in sorted(folder.glob(f"{_PREFIX}*")):
        if _is_locked(_lock_of(entry)):
            continue
        if entry.suffix == _LOCK_SUFFIX:
            _remove_lock(entry)
        else:
            removed += _remove_folder(entry, patience=_PATIENCE_S[:1])
    return removed


def stale_snapshots(folder: Path) -> int:
    """Return how many snapshots no living process holds and could not be removed."""
    return sum(
        entry.suffix != _LOCK_SUFFIX and not _is_locked(_lock_of(entry))
        for entry in folder.glob(f"{_PREFIX}*")
    )


@contextmanager
def _own_folder(folder: Path) -> Iterator[Path]:
    """Yield a new private folder under a lease, removed with all that is in it."""
    with ExitStack() as stack:
        with writing_errors():
            own = private_folder(folder) / f"{_PREFIX}{secrets.token_hex(8)}"
            stack.enter_context(_hold_lock(_lock_of(own)))
            stack.callback(_remove_folder, own)
            own.mkdir(mode=0o700)
            make_private(own)
        yield own


def _remove_folder(own: Path, patience: Sequence[float] = _PATIENCE_S) -> bool:
    """Remove a snapshot; False if it is still there.

    On Windows another program that has a file open, a virus scanner above all, is in the way for a
    moment. What stays even so is emptied where that is allowed, and tried again at the next start.
    """
    for pause in patience:
        time.sleep(pause)
        shutil.rmtree(own, ignore_errors=True)
        if not own.exists():
            return True
    with suppress(OSError):
        for file in own.iterdir():
            with suppress(OSError):
                os.truncate(file, 0)
    _log.warning("a copy of a history could not be removed yet: another program has it open")
    return False


def _lock_of(entry: Path) -> Path:
    return entry.with_suffix(_LOCK_SUFFIX)


def _copy_consistently(database: Path, copy: Path, cancelled: IsCancelled) -> None:
    deadline = time.monotonic() + _JOURNAL_WAIT_S
    while _hot_journal(database) and time.monotonic() < deadline:
        check(cancelled)
        time.sleep(_POLL_S)
    for attempt in range(1, _ATTEMPTS + 1):
        if _attempt(database, copy, cancelled):
            return
        check(cancelled)
        # Not in step with a browser that writes regularly.
        time.sleep(_POLL_S * min(attempt, 6) * random.uniform(0.5, 1.5))  # noqa: S311
    raise problem("busy")


def _attempt(database: Path, copy: Path, cancelled: IsCancelled) -> bool:
    """Copy once; False if the browser changed the files meanwhile."""
    before = _state(database)
    _check_sizes(database, before.size, copy.parent)
    with writing_errors():
        for part in ("", "-wal", "-journal"):
            _beside(copy, part).unlink(missing_ok=True)
    if before.wal_header and not _copy_beside(database, copy, "-wal", cancelled):
        return False
    copy_file(database, copy, cancelled)
    if read_head(copy, len(SQLITE_MAGIC)) != SQLITE_MAGIC:
        raise problem("not-sqlite")
    nonce = _hot_journal(database)
    if nonce and not _copy_beside(database, copy, "-journal", cancelled):
        return False
    # A journal truncated or restarted while it was copied would roll the copy back in part.
    if nonce and _hot_journal(database) != nonce:
        return False
    # Changed so recently (or, by a wrong clock, in the future) that mtime may hide a change.
    is_fresh = time.time() - before.mtime_ns / 1e9 < _FRESH_S
    if is_fresh and not files_equal(database, copy, cancelled):
        return False
    return _state(database) == before


def _state(database: Path) -> _State:
    with reading_errors():
        status = database.stat()
    if not stat.S_ISREG(status.st_mode):
        raise problem("not-a-file")
    if status.st_size == 0:
        raise problem("empty")
    wal_header = read_head(_beside(database, "-wal"), _WAL_HEADER)
    return _State(status.st_size, status.st_mtime_ns, status.st_ino, wal_header)


def _hot_journal(database: Path) -> bytes:
    """Return the random number of a journal that is to be rolled back; empty if there is none."""
    start = read_head(_beside(database, "-journal"), 16)
    return start[12:] if start.startswith(JOURNAL_MAGIC) else b""


def _check_sizes(database: Path, main: int, folder: Path) -> None:
    total = main + sum(size(_beside(database, part)) for part in ("-wal", "-journal"))
    if total > MAX_BYTES:
        raise problem("too-big")
    with writing_errors():
        free = shutil.disk_usage(folder).free
    if free < total + _SPARE_BYTES:
        raise problem("disk-full")


def _beside(database: Path, part: str) -> Path:
    return database.with_name(database.name + part)


def _copy_beside(database: Path, copy: Path, part: str, cancelled: IsCancelled) -> bool:
    """Copy the log or the journal; False if it has just gone."""
    source, target = _beside(database, part), _beside(copy, part)
    try:
        copy_file(source, target, cancelled)
    except HistoryError as error:
        if error.reason != "missing":
            raise
        return False
    return True
