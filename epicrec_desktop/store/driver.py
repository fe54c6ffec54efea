"""How a database file is opened: plain by Python's own SQLite, or with its key by SQLCipher.

Both are SQLite and speak alike. SQLCipher (through `sqlcipher3`, which brings it compiled) encrypts
every page of the file, of the write-ahead log and of a journal with AES-256, and signs it. It is
loaded only where there is a key.
"""

from __future__ import annotations

import sqlite3
import sys
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from sqlalchemy import Engine

KEY_BYTES = 32
_MAGIC = b"SQLite format 3\0"
_PAGE_BYTES = 4096
_VALUES_OF_RANDOM, _ZEROS_OF_RANDOM = 240, 64
"""Random pages have nearly all 256 values and about 16 zeros; others do not."""

Connection = sqlite3.Connection
"""SQLCipher's has the same methods."""


@dataclass(frozen=True)
class Driver:
    """Opens a database with its key; without one it is a plain file."""

    key: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Load SQLCipher where there is a key, so that `errors` knows what it raises."""
        if self.key is not None:
            cipher()

    def connect(self, path: Path) -> Connection:
        """Return a connection; the caller closes it. Raises one of `errors`."""
        if self.key is None:
            return sqlite3.connect(path)
        connection = cipher().connect(str(path))
        _unlock(connection, self.key)
        return cast("Connection", connection)

    def engine(self, path: Path, **options: Any) -> Engine:
        """SQLAlchemy's engine over a file, each of whose connections has the key."""
        # A scan's own process opens a database without SQLAlchemy, whose import takes a while.
        from sqlalchemy import URL, create_engine, event  # noqa: PLC0415

        # Not a text: a path may hold what means something else in a URL.
        address = URL.create("sqlite", database=str(path))
        if self.key is None:
            return create_engine(address, **options)
        key, engine = self.key, create_engine(address, module=cipher(), **options)

        @event.listens_for(engine, "do_connect")
        def _unlocked(dialect: Any, record: object, places: Any, names: Any) -> Any:
            connection = dialect.connect(*places, **names)
            _unlock(connection, key)
            return connection

        return engine


PLAIN = Driver()


def cipher() -> Any:
    """Return the module of SQLCipher, which is a DB-API driver like `sqlite3`."""
    from sqlcipher3 import dbapi2  # noqa: PLC0415 - only with a key

    return dbapi2


def _unlock(connection: Any, key: bytes) -> None:
    connection.execute("PRAGMA cipher_log_level = NONE")  # damage is reported by its error alone
    connection.execute(f"PRAGMA key = {quoted(key)}")


def quoted(key: bytes) -> str:
    """Return a raw key in SQLCipher's notation, which needs no key derivation."""
    return f"\"x'{key.hex()}'\""


def errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """Return what the drivers raise, and others: SQLCipher's errors are a family of their own."""
    loaded = sys.modules.get("sqlcipher3.dbapi2")
    return (sqlite3.Error, *others) if loaded is None else (sqlite3.Error, loaded.Error, *others)


def refused() -> tuple[type[Exception], ...]:
    """Return the `OperationalError` of each driver."""
    loaded = sys.modules.get("sqlcipher3.dbapi2")
    own = sqlite3.OperationalError
    return (own,) if loaded is None else (own, loaded.OperationalError)


class OpenDatabase:
    """Says that this process has a database open, until `let_go` or the object's end."""

    def __init__(self, path: Path, opened: Driver) -> None:
        self.identity = file_identity(path)
        self.is_plain = opened.key is None
        _open_databases.add(self)

    def let_go(self) -> None:
        """Note that its connections are closed."""
        _open_databases.discard(self)


_open_databases: weakref.WeakSet[OpenDatabase] = weakref.WeakSet()


def file_identity(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at a path; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def looks_encrypted(path: Path) -> bool:
    """Return whether a file may be an encrypted database: whole pages, the first one random."""
    with path.open("rb") as stream:
        page = stream.read(_PAGE_BYTES)
    whole = len(page) == _PAGE_BYTES and path.stat().st_size % _PAGE_BYTES == 0
    return whole and len(set(page)) > _VALUES_OF_RANDOM and page.count(0) < _ZEROS_OF_RANDOM


def is_plain(path: Path) -> bool:
    """Return whether a file is an unencrypted database, or none yet.

    A database that this process has open is not read for it. With the first descriptor of a file
    that a process closes, POSIX takes away all of the process's locks on it, SQLite's too
    (sqlite.org/howtocorrupt.html, 2.2): another process then removes the write-ahead log under it,
    and what is written afterwards is lost.
    """
    there = file_identity(path)
    for held in list(_open_databases):
        if there is not None and held.identity == there:
            return held.is_plain
    try:
        with path.open("rb") as stream:
            begin = stream.read(len(_MAGIC))
    except FileNotFoundError:
        return True
    return not begin or begin == _MAGIC
