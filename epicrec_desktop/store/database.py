"""An open database: sessions to read and write, its copies, and its lock.

SQLite in WAL mode with foreign keys, secure_delete and a busy timeout of 5 s. What is sorted stays
in memory: SQLite would put it into a temporary file, whose blocks nobody overwrites. A commit is on
the disk when it returns (`synchronous=FULL`), because it may permit something to leave. Writing
transactions begin with BEGIN IMMEDIATE, so that they wait their turn at the start instead of
failing at the end, and so that schema changes roll back too. Where somebody can cancel, they wait
without end.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.progress import attended, keep_trying
from epicrec_desktop.files import (
    make_private_file,
    overwrite_and_remove,
    replace_overwritten,
    work_file,
)
from epicrec_desktop.locks import FileLock
from epicrec_desktop.store import commit_count, database_errors, driver, integrity
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.records import TITLE_LANGUAGE, changes

LOCK_PATIENCE_S = 5.0
_BUSY_TIMEOUT = "PRAGMA busy_timeout=5000"
_log = logging.getLogger(__name__)


class Database:
    """An open database. Thread-safe: each `read()` or `write()` is a session of its own.

    `lost`: how many of the last commits it lacked when it was opened (`commit_count.py`).
    """

    def __init__(self, path: Path, lock: FileLock, opened: Driver = PLAIN, lost: int = 0) -> None:
        self._lock = lock
        self._lost = lost
        self.path = path
        self.driver = opened
        self._making = threading.Lock()
        self._made: Engine | None = None
        self._held = driver.OpenDatabase(path, opened)
        self._writes = 0
        self._commits = self._acknowledged = 0
        self._counting = threading.Lock()
        self._unnoticed: tuple[tuple[int | None, ...], tuple[int | None, ...]] = (), ()
        """The stamps after the last write that nobody shall notice, and the state before it."""
        self.title_language = ""
        """The language in which `read` and `write` give titles of movies to be shown, a code."""

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Yield a session that sees one moment of the database and changes nothing.

        Raises `StoreError` where the file, its rows or the disk are at fault.
        """
        with self._session(writing=False) as session:
            yield session

    @contextmanager
    def write(self, *, noticed: bool = True) -> Iterator[Connection]:
        """Yield a session whose changes are committed at the end, or not at all.

        Waits while another program writes, as long as the current job is not cancelled; where
        there is none, raises `StoreError` after the busy timeout. Raises as `read`, too.

        `noticed`: `state` is another one afterwards. Not so for what follows from the rest of the
        database, as a budget does: it changes nothing that was read before.
        """
        with self.trial() as session:
            session.begin()  # at once: also files that belong to a row are written by one at a time
            before, state, others = changes(session), self.state(), _data_version(session)
            yield session
            changed = changes(session) != before
            count = commit_count.raise_count(session) if changed else 0
            own = self._commits = self._commits + changed  # in the order of the counts
            session.commit()
            if changed and noticed:
                self._writes += 1
            elif changed:
                stamps = self._stamps()
                if _data_version(session) == others:
                    self._unnoticed = stamps, state
        if changed:
            with self._counting:
                commit_count.acknowledge(self.path, count, lower=bool(self._lost))
                self._acknowledged = max(self._acknowledged, own)

    @contextmanager
    def trial(self) -> Iterator[Connection]:
        """Yield a session as `write` gives, whose changes are rolled back at the end.

        Raises `StoreError` as `write`.
        """
        # SQLite goes on writing to a file that was removed: it would be lost in silence.
        if driver.file_identity(self.path) != self._held.identity:
            raise StoreError(system_errors.MOVED)
        with self._session(writing=True) as session:
            yield session

    def missing(self) -> commit_count.Missing | None:
        """Return what it lacked of the last commits when it was opened; None of a whole one."""
        if not self._lost:
            return None
        copy, now = (
            integrity.stored(path, self.driver) for path in (start_copy(self.path), self.path)
        )
        return commit_count.Missing(self._lost, commit_count.lacks(now, copy) > 0)

    def state(self) -> tuple[int | None, ...]:
        """Return a value that is another one after every write, here or by another program.

        Not after a write that is not to be `noticed`.
        """
        stamps, (unnoticed, before) = self._stamps(), self._unnoticed
        return before if stamps == unnoticed else stamps

    def commits_of_others(self) -> int | None:
        """Return a number that is another one after every commit of another program.

        None where commits are not counted beside the database, as on a full disk.
        """
        with self._counting:
            count = commit_count.acknowledged(self.path)
            return None if count is None else count - self._acknowledged

    def _stamps(self) -> tuple[int | None, ...]:
        stamps: list[int | None] = [self._writes]
        for path in (self.path, self.path.with_name(self.path.name + "-wal")):
            try:
                found = path.stat()
            except OSError:
                stamps.append(None)
            else:
                stamps += [found.st_mtime_ns, found.st_size]
        return tuple(stamps)

    @contextmanager
    def explaining_errors(self) -> Iterator[None]:
        """Around work with what was read: a fault of the disk or of the rows is reported as that.

        An odd value may be a mistake of the program, too: then the rows are looked at. Every
        `read` and `write` is within one.
        """
        try:
            yield
        except driver.errors(SQLAlchemyError) as error:
            explained = database_errors.error_for(error, self.path)
            if explained is None:
                raise
            _log.error("the database: %s", type(error).__name__)
            raise explained from None
        except database_errors.ODD as error:
            if not self._is_damaged():
                raise
            _log.error("odd values in the database: %s", type(error).__name__)
            raise database_errors.damaged(self.path) from None

    @property
    def _engine(self) -> Engine:
        with self._making:
            if self._made is None:
                self._made = engine_of(self.path, self.driver)
            return self._made

    @contextmanager
    def _session(self, *, writing: bool) -> Iterator[Connection]:
        """Yield a session; what it does not commit is rolled back."""
        with self.explaining_errors():
            options = {"writing": writing, TITLE_LANGUAGE: self.title_language}
            # Options of an engine would cost more than most statements.
            with self._engine.connect().execution_options(**options) as session:
                yield session

    def _is_damaged(self) -> bool:
        from epicrec_desktop.store.integrity import damaged_tables  # noqa: PLC0415 - seldom needed

        try:
            tables = damaged_tables(self.path, self.driver)
            tables += integrity.differing(self.path, self.driver)
        except driver.errors(UnicodeDecodeError):
            return True
        if tables:
            _log.error("damaged rows in %s", ", ".join(tables))
        return bool(tables)

    def lock_exclusively(self) -> bool:
        """Lock it exclusively, so that it may be removed; False if another one has it open.

        Waits a little, because a scan that was just cancelled has it open for a moment.
        """
        locked = self._lock.acquire(exclusive=True, patience=LOCK_PATIENCE_S)
        if not locked:
            self._lock.acquire(exclusive=False)
        return locked

    def scrub(self) -> None:
        """Remove what still holds the pages of what was just removed.

        The write-ahead log, as far as other connections let it (the last one to close empties it
        anyway), and copies made before an update.
        """
        for copy in copies_of(self.path):
            with suppress(OSError):
                overwrite_and_remove(copy)
        self.store_start_copy()
        with (
            closing(self.driver.connect(self.path)) as connection,
            suppress(*driver.refused()),  # others read; the last one to close empties it
        ):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def store_copy(self, why: str) -> Path:
        """Keep the database as it was committed last beside it, for a month: "….before-start".

        Another process may make one at the same moment. Raises `StoreError` where that fails.
        """
        stored = self.path.with_name(f"{self.path.name}.before-{why}")
        work = work_file(self.path, f"before-{why}-{secrets.token_hex(4)}")
        try:
            remove_database(work)
            copy_database(self.path, work, self.driver)
            replace_overwritten(work, stored)
        except driver.errors(OSError):
            raise StoreError(
                "No copy of the library could be kept beside it, so nothing was changed. Make room "
                "on the disk, and try again."
            ) from None
        finally:
            remove_database(work)
        return stored

    def store_start_copy(self, *, checked: bool = False) -> None:
        """Keep a copy of the sound database, to be restored where it is damaged later.

        Not where the one that is kept says the same or more, nor where there is no room for it.
        `checked`: it was found sound just now, when it was opened.
        """
        copy = start_copy(self.path)
        now = integrity.stored(self.path, self.driver)
        before = integrity.stored(copy, self.driver)
        if before is not None and (before == now or commit_count.lacks(now, before)):
            return
        with suppress(StoreError, *driver.errors(UnicodeDecodeError)):
            if checked or not integrity.differing(self.path, self.driver):
                self.store_copy("start")

    def close(self) -> None:
        """Close all connections and let go of the lock."""
        if self._made is not None:
            self._made.dispose()
        self._held.let_go()
        self._lock.release()


def _data_version(session: Connection) -> int:
    """Return a number that is another one after every commit of another connection."""
    raw = cast("Any", session.connection.dbapi_connection)
    return int(raw.execute("PRAGMA data_version").fetchone()[0])


def prepare(connection: driver.Connection) -> None:
    """Set what holds for every connection of the program."""
    connection.isolation_level = None  # the session begins transactions, not the driver
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",
        "temp_store=MEMORY",
    ):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(_BUSY_TIMEOUT)


def engine_of(path: Path, opened: Driver) -> Engine:
    """Return the engine over a database; sessions of it write with checksums."""
    # An error's text would hold the values of the statement: movies of the person.
    engine = opened.engine(path, connect_args={"timeout": 5}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, record: object) -> None:
        prepare(connection)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        if writing and "maintained" not in connection.info:  # a third of a start, for who writes
            integrity.maintain(cast("Any", connection.connection.dbapi_connection))
            connection.info["maintained"] = True
        if writing and attended():
            raw = cast("Any", connection.connection.dbapi_connection)
            keep_trying(lambda: _begin_writing(raw), database_errors.WAITING)
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _begin_writing(connection: driver.Connection) -> bool:
    """Begin to write; False if another program still writes after a moment.

    SQLite knows that it does: the system takes the lock of a program that ended.
    """
    connection.execute("PRAGMA busy_timeout=500")
    try:
        connection.execute("BEGIN IMMEDIATE")
    except driver.errors() as error:
        if not database_errors.is_busy(error):
            raise
        return False
    finally:
        connection.execute(_BUSY_TIMEOUT)
    return True


def lock_of(path: Path) -> FileLock:
    """Return the lock of a database, not yet held."""
    return FileLock(path.with_name(path.name + ".lock"))


def start_copy(path: Path) -> Path:
    """Return where the copy of the last sound start is, if there is one."""
    return path.with_name(f"{path.name}.before-start")


def is_emptied(path: Path) -> bool:
    """Return whether nothing is left of a database, as after a crash, and there is a copy of it."""
    return path.exists() and path.stat().st_size == 0 and start_copy(path).exists()


def copies_of(path: Path) -> list[Path]:
    """Return all copies that are kept beside a database."""
    return list(path.parent.glob(f"{path.name}.before-*"))


def copy_database(source: Path, target: Path, opened: Driver) -> None:
    """Copy a database into a new file, which only the user can read from its first byte on."""
    make_private_file(target)
    with closing(opened.connect(source)) as old, closing(opened.connect(target)) as new:
        old.backup(new)


def remove_database(path: Path) -> None:
    """Overwrite and remove a database with its logs, if there is one."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        overwrite_and_remove(path.with_name(path.name + suffix))
