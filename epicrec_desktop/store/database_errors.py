"""What SQLite refused, as a sentence: a full disk is no damage, and damage is no full disk."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import DamagedError, StoreError
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.store import driver

BUSY = message(
    "Another EpicRec has been writing to the database for some time. "
    "Nothing was changed. Wait until it is done, and try again."
)
ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What comes of reading a value that the program did not write."""
_PRIMARY = 0xFF  # the lower byte; the others say where it happened
_WHERE_IT_LOOKED = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})
_SENTENCES = {
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), BUSY),
    **dict.fromkeys((sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM), system_errors.NOT_ALLOWED),
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
        return store_error(system_errors.NO_MEMORY)
    if not isinstance(cause, driver.errors()):
        return None
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:  # the module's own: a text that is no UTF-8
        return damaged(path) if isinstance(cause, driver.refused()) else None
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return store_error(system_errors.MOVED)
    primary = code & _PRIMARY
    explanation = _looked(path) if primary in _WHERE_IT_LOOKED else None
    explanation = explanation or _SENTENCES.get(primary)
    if explanation is None and primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path)
    return None if explanation is None else store_error(explanation)


def store_error(explanation: Message) -> StoreError:
    """Return a sentence as an error."""
    return StoreError(explanation)


def damaged(path: Path) -> DamagedError:
    """Return the error of a damaged database."""
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
        with path.open("r+b"):
            return None
    except OSError as error:
        return system_errors.sentence(error)
