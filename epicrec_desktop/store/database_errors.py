"""What SQLite refused, as a sentence: a full disk is no damage, and damage is no full disk."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from epicrec_desktop import locks, system_errors
from epicrec_desktop.domain.errors import DamagedError, StoreError
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.store import driver

BUSY = message(
    "Another EpicRec has been writing to the database for some time. "
    "Nothing was changed. Wait until it is done, and try again."
)
WAITING = message("Another EpicRec is writing to the library: waiting until it is done")
ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What comes of reading a value that the program did not write."""
_PRIMARY = 0xFF  # the lower byte; the others say where it happened
_REFUSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN)
_WHERE_IT_LOOKED = frozenset({sqlite3.SQLITE_IOERR, *_REFUSED})
_OF_LOCKS = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_IOERR})
_SENTENCES = {
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL), BUSY),
    **dict.fromkeys(_REFUSED, system_errors.NOT_ALLOWED),
    sqlite3.SQLITE_FULL: system_errors.FULL,
    sqlite3.SQLITE_NOMEM: system_errors.NO_MEMORY,
    sqlite3.SQLITE_IOERR: system_errors.NO_ANSWER,
}


def error_for(error: BaseException, path: Path) -> StoreError | None:
    """Return the user's error where system or file are at fault; None for a mistake of ours.

    `path` is the database's.
    """
    cause = getattr(error, "orig", None) or error  # SQLAlchemy wraps what the driver raised
    if isinstance(cause, MemoryError):
        return StoreError(system_errors.NO_MEMORY)
    if not isinstance(cause, driver.errors()):
        return None
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:  # the module's own: a text that is no UTF-8
        return damaged(path) if isinstance(cause, driver.refused()) else None
    return _error_for_code(code, path)


def is_busy(error: BaseException) -> bool:
    """Return whether the driver says that another one writes."""
    return (getattr(error, "sqlite_errorcode", 0) & _PRIMARY) == sqlite3.SQLITE_BUSY


def _error_for_code(code: int, path: Path) -> StoreError | None:
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return StoreError(system_errors.MOVED)
    primary = code & _PRIMARY
    if primary in _OF_LOCKS and not locks.can_lock_ranges(path.parent):
        return locks.without_locks(path.parent)
    explanation = _looked(path) if primary in _WHERE_IT_LOOKED else None
    explanation = explanation or _SENTENCES.get(primary)
    if explanation is None and primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path)
    return None if explanation is None else StoreError(explanation)


def damaged(path: Path) -> DamagedError:
    """Return the error of a damaged database, and what can be done."""
    from epicrec_desktop.store.database import start_copy  # noqa: PLC0415 - it imports this module

    if start_copy(path).exists():
        return DamagedError(
            "The database {path} is damaged or cannot be read. It was left as it is. "
            "There is a copy of the last start at which it was sound: restore it with "
            "`epicrec restore`, or start EpicRec again, which offers it.",
            path=path,
        )
    return DamagedError(
        "The database {path} is damaged or cannot be read. It was left as it is. "
        "Restore a copy, or move it away to start anew.",
        path=path,
    )


def _looked(path: Path) -> Message | None:
    """Why SQLite could not open or use a file, which it does not say: so it is tried."""
    if system_errors.is_full(path.parent):
        return system_errors.FULL
    try:
        for suffix in ("", "-wal", "-shm"):
            file = path.with_name(path.name + suffix)
            if not suffix or file.exists():
                with file.open("r+b"):
                    pass
        if not os.access(path.parent, os.W_OK):  # its log and index are made there
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path.parent))
    except OSError as error:
        return system_errors.sentence(error)
    return None
