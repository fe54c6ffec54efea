"""Opens the database: private, migrated safely, one writer at a time.

SQLite in WAL mode with foreign keys, secure_delete and a busy timeout of 5 s. What is sorted stays
in memory: SQLite would put it into a temporary file, whose blocks nobody overwrites. A commit is on
the disk when it returns (`synchronous=FULL`), because it may permit something to leave. Writing
transactions begin with BEGIN IMMEDIATE, so that they wait their turn at the start instead of
failing at the end, and so that schema changes roll back too.
"""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.file_permissions import make_private
from epicrec_desktop.files import make_private_file, overwrite_and_remove, put_in_place, work_file
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import private_folder
from epicrec_desktop.store import database_errors, driver, encryption, integrity
from epicrec_desktop.store.connections import engine_of, prepare, session_of
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.later import models
from epicrec_desktop.store.plain import (
    TITLE_LANGUAGE,
    PlainSession,
    mapping_errors,
    mapping_is_loaded,
    rows,
)

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.orm import Session

HEAD = "0004"
"""The newest revision; a test holds it against the migrations folder."""

_KNOWN = ("0001", "0002", "0003", "0004")
_MIGRATIONS = Path(__file__).resolve().parent / "migrations"
_LOCK_PATIENCE_S = 5.0
_CHANGES = "SELECT total_changes()"
_COPIES_LIFETIME_S = 30 * 86_400
_log = logging.getLogger(__name__)


class Database:
    """An open database. Thread-safe: each `read()` or `write()` is a session of its own."""

    def __init__(self, path: Path, lock: FileLock, opened: Driver = PLAIN) -> None:
        self._lock = lock
        self.path = path
        self.driver = opened
        self._making = threading.Lock()
        self._made: Engine | None = None
        self._idle: dict[bool, list[driver.Connection]] = {True: [], False: []}
        self._held = driver.register_open(path, opened)
        self._writes = 0
        self.title_language = ""
        """The language in which `read` and `write` give titles of movies to be shown, a code."""

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that sees one moment of the database and changes nothing.

        Raises `StoreError` where the file, its rows or the disk are at fault.
        """
        with self._session(writing=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session whose changes are committed at the end, or not at all.

        Raises `StoreError` if another one writes for longer than the busy timeout, and as `read`.
        """
        with self.trial() as session:
            before = rows(session, _CHANGES)
            yield session
            changed = rows(session, _CHANGES) != before
            session.commit()
        self._writes += changed

    @contextmanager
    def trial(self) -> Iterator[Session]:
        """A session as `write` gives, whose changes are rolled back at the end.

        Raises `StoreError` as `write`.
        """
        self._check_place()
        with self._session(writing=True) as session:
            yield session

    def state(self) -> tuple[int | None, ...]:
        """Return a value that is another one after every write, here or by another program."""
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
        except driver.errors(*mapping_errors()) as error:
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
    def _session(self, *, writing: bool) -> Iterator[Session]:
        """Yield a session; what it does not commit is rolled back."""
        with self.explaining_errors():
            if mapping_is_loaded():
                engine = self._engine.execution_options(writing=writing)
                with session_of(engine) as session:
                    session.info[TITLE_LANGUAGE] = self.title_language
                    yield session
            else:
                with self._plain(writing=writing) as plain:
                    plain.info[TITLE_LANGUAGE] = self.title_language
                    yield cast("Session", plain)

    @contextmanager
    def _plain(self, *, writing: bool) -> Iterator[PlainSession]:
        """Yield a session without SQLAlchemy, which a command may never need."""
        try:
            connection = self._idle[writing].pop()
        except IndexError:
            connection = self.driver.connect(self.path, any_thread=True)
            prepare(connection)
            if writing:
                integrity.maintain(connection)
        session = PlainSession(connection, self.driver)
        try:
            session.begin(writing=writing)
            yield session
        finally:
            session.end()
            self._idle[writing].append(connection)

    def _check_place(self) -> None:
        """SQLite goes on writing to a file that was removed: it would be lost in silence."""
        if driver.place(self.path) != self._held.place:
            raise database_errors.store_error(system_errors.MOVED)

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
        deadline = time.monotonic() + _LOCK_PATIENCE_S
        while not self._lock.acquire(exclusive=True):
            if time.monotonic() > deadline:
                self._lock.acquire(exclusive=False)
                return False
            time.sleep(0.05)
        return True

    def scrub(self) -> None:
        """Remove what still holds the pages of what was just removed.

        The write-ahead log, as far as other connections let it (the last one to close empties it
        anyway), and copies made before an update.
        """
        for copy in _copies(self.path):
            with suppress(OSError):
                overwrite_and_remove(copy)
        self.store_start_copy()
        with (
            closing(self.driver.connect(self.path)) as connection,
            suppress(*driver.refused()),  # others read; the last one to close empties it
        ):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def store_copy(self, why: str) -> Path:
        """Keep the database as it is now beside it, for a month: "….before-import".

        Raises `StoreError` where that fails.
        """
        stored = self.path.with_name(f"{self.path.name}.before-{why}")
        work = work_file(self.path, f"before-{why}")
        try:
            _remove(work)
            _copy(self.path, work, self.driver)
            put_in_place(work, stored)
        except driver.errors(OSError):
            raise StoreError(
                "No copy of the library could be kept beside it, so nothing was changed. Make room "
                "on the disk, and try again."
            ) from None
        finally:
            _remove(work)
        return stored

    def store_start_copy(self) -> None:
        """Keep a copy of the sound database, to be restored where it is damaged later.

        Not where the one that is kept says the same, nor where there is no room for it.
        """
        copy = start_copy(self.path)
        now = integrity.stored(self.path, self.driver)
        if copy.exists() and integrity.stored(copy, self.driver) == now:
            return
        with suppress(StoreError, *driver.errors(UnicodeDecodeError)):
            if not integrity.differing(self.path, self.driver):
                self.store_copy("start")

    def link_log(self) -> None:
        """Before it is closed to be converted: keep its write-ahead log, to be overwritten."""
        encryption.link_log(self.path)

    def close(self) -> None:
        """Close all connections and let go of the lock."""
        for idle in self._idle.values():
            while idle:
                idle.pop().close()
        if self._made is not None:
            self._made.dispose()
        driver.let_go(self._held)
        self._lock.release()


def open_database(path: Path, opened: Driver = PLAIN) -> Database:
    """Open the database at `path`, making or migrating it where needed.

    `opened` has its key, where it is encrypted. Raises `StoreError` with a sentence when it is
    newer than this program, damaged, or in use by another copy of the program while it must be
    migrated. The file is then as it was.
    """
    private_folder(path.parent)
    lock = lock_of(path)
    try:
        encryption.clean_up_if_unused(path, lock)
        opened = _fitting(path, opened)
        if _revision(path, opened) != HEAD:
            _acquire(lock, exclusive=True)
            opened = _fitting(path, opened)  # it may have been converted meanwhile
            _upgrade(path, opened)
        _acquire(lock, exclusive=False)
        opened = _fitting(path, opened)
        _refuse_if_damaged(path, opened)
        _drop_old_copies(path)
        return Database(path, lock, opened)
    # SQLite quotes what is damaged of a schema, and its words are then no UTF-8.
    except driver.errors(*mapping_errors(), UnicodeDecodeError) as error:
        lock.release()
        _log.error("database cannot be opened: %s", type(error).__name__)
        raise database_errors.error_for(error, path) or database_errors.damaged(path) from None
    except BaseException:
        lock.release()
        raise


@contextmanager
def read_other(path: Path, opened: Driver = PLAIN) -> Iterator[Session]:
    """Yield a session over the library of another person; nothing of it is changed or migrated.

    Raises `StoreError` where the file is of another version, cannot be read, or is being replaced.
    """
    lock = lock_of(path)
    engine = opened.engine(path, connect_args={"timeout": 5}, hide_parameters=True)
    try:
        _acquire(lock, exclusive=False, refusal=in_use())
        if _revision(path, opened) != HEAD:
            raise StoreError(
                "This library is of another version of EpicRec. Nothing was changed. Its person "
                "opens it once with this version first."
            )
        with session_of(engine) as session:
            session.connection().exec_driver_sql("PRAGMA query_only=ON")
            session.connection().exec_driver_sql("PRAGMA temp_store=MEMORY")
            yield session
    except driver.errors(*mapping_errors(), UnicodeDecodeError) as error:
        raise database_errors.error_for(error, path) or database_errors.damaged(path) from None
    finally:
        engine.dispose()
        lock.release()


def _refuse_if_damaged(path: Path, opened: Driver) -> None:
    tables = integrity.differing(path, opened)
    if tables:
        _log.error("not as it was written: %s", ", ".join(tables))
        raise database_errors.damaged(path)


def start_copy(path: Path) -> Path:
    """Return where the copy of the last sound start is, if there is one."""
    return path.with_name(f"{path.name}.before-start")


def restore_start_copy(path: Path, opened: Driver) -> datetime:
    """Put the copy of the last sound start in the place of a damaged database; return its time.

    The damaged one is kept beside it for a month. Raises `StoreError` where there is no sound copy,
    or while another one has the database open; nothing is changed then.
    """
    lock, copy = lock_of(path), start_copy(path)
    _acquire(lock, exclusive=True, refusal=in_use())
    work = work_file(path, "restoring")
    try:
        if _is_sound(path, opened):
            raise StoreError("Your library is not damaged. Nothing was changed.")
        if not copy.exists() or not _is_sound(copy, opened):
            raise _no_copy()
        taken = datetime.fromtimestamp(copy.stat().st_mtime, UTC)
        _copy(copy, work, opened)
        _set_aside(path, "before-restore")
        put_in_place(work, path)
    except driver.errors(UnicodeDecodeError):
        raise _no_copy() from None
    except OSError as error:
        explained = system_errors.sentence(error) or system_errors.NO_ANSWER
        raise database_errors.store_error(explained) from None
    finally:
        _remove(work)
        lock.release()
    return taken


def _is_sound(path: Path, opened: Driver) -> bool:
    try:
        return path.exists() and not integrity.differing(path, opened)
    except driver.errors(UnicodeDecodeError):
        return False


def _no_copy() -> StoreError:
    return StoreError(
        "There is no copy of your library that could be restored. Nothing was changed."
    )


def _copy_file(source: Path, path: Path, name: str) -> Path:
    """Keep a file beside the database under this name, whole; its time is that of the copy."""
    work, stored = work_file(path, name), path.with_name(f"{path.name}.{name}")
    make_private_file(work)
    shutil.copyfile(source, work)
    put_in_place(work, stored)
    return stored


def _set_aside(path: Path, name: str) -> None:
    """Keep a damaged database, and move its log there, which fits no other one."""
    _remove(path.with_name(f"{path.name}.{name}"))
    aside = _copy_file(path, path, name)
    for suffix in ("-wal", "-shm"):
        log = path.with_name(path.name + suffix)
        if log.exists():
            log.replace(aside.with_name(aside.name + suffix))


def lock_of(path: Path) -> FileLock:
    """The lock of a database, not yet held."""
    return FileLock(path.with_name(path.name + ".lock"))


def _fitting(path: Path, opened: Driver) -> Driver:
    """How the file as it is now is opened: a key is of no use to a plain one."""
    if driver.is_plain(path):
        return PLAIN
    if opened.key is None and encryption.wrapped_keys(path).exists():
        raise StoreError(
            "The library is encrypted, and it was not unlocked. Nothing was changed. "
            "Unlock it, and try again."
        )
    return opened


def _acquire(lock: FileLock, *, exclusive: bool, refusal: StoreError | None = None) -> None:
    deadline = time.monotonic() + _LOCK_PATIENCE_S
    while not lock.acquire(exclusive=exclusive):
        if time.monotonic() > deadline:
            raise refusal or StoreError(
                "The database must be updated, but another EpicRec is using it. Nothing was "
                "changed. Close the other window or command, and try again."
            )
        time.sleep(0.05)


def in_use() -> StoreError:
    """Return the error where another one has the library open."""
    return StoreError(
        "Another EpicRec window or command is using the library. Nothing was changed. "
        "Close it, and try again."
    )


def _revision(path: Path, opened: Driver) -> str | None:
    """The revision of the file, None where there is no database yet."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    with closing(opened.connect(path)) as connection:
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except driver.refused() as error:
            if "no such table" not in str(error):
                raise
            raise StoreError(
                "The file {path} is not a database of EpicRec. It was left as it is. "
                "Move it away, or choose another folder.",
                path=path,
            ) from None
    return str(row[0]) if row else None


def _upgrade(path: Path, opened: Driver) -> None:
    """Migrate a copy, check it, put it in place in one step. The caller locked it exclusively."""
    revision = _revision(path, opened)  # again: another process may have migrated meanwhile
    if revision == HEAD:
        return
    if revision is not None and revision not in _KNOWN:
        raise StoreError(
            "The database was made by a newer version of EpicRec. It was left as it is. "
            "Please update the program."
        )
    work = work_file(path, "migrating")
    _remove(work)
    try:
        if revision is not None:
            _copy(path, work, opened)
            _refuse_if_damaged(work, opened)
            _copy_file(work, path, f"before-{HEAD}")
            _migrate(work, opened)
        else:
            make_private_file(work)
            _create(work, opened)
        with closing(opened.connect(work)) as connection:
            integrity.write(connection)
        encryption.check_sound(work, opened)
        make_private(work)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        put_in_place(work, path)
    finally:
        _remove(work)


def _drop_old_copies(path: Path) -> None:
    """Remove copies made before an update once it has proven itself.

    They hold what the person may have had forgotten since.
    """
    for copy in _copies(path):
        with suppress(OSError):
            if time.time() - copy.stat().st_mtime > _COPIES_LIFETIME_S:
                copy.unlink()


def _copies(path: Path) -> list[Path]:
    return list(path.parent.glob(f"{path.name}.before-*"))


def _copy(source: Path, target: Path, opened: Driver) -> None:
    """Copy a database into a new file, which only the user can read from its first byte on."""
    make_private_file(target)
    with closing(opened.connect(source)) as old, closing(opened.connect(target)) as new:
        old.backup(new)


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _create(path: Path, opened: Driver) -> None:
    """Make a new database of the newest revision, as the migrations would, without Alembic.

    That both make the same is tested.
    """
    engine = opened.engine(path)
    try:
        with engine.begin() as connection:
            models.Base.metadata.create_all(connection)
            connection.exec_driver_sql(
                "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
                " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
            )
            connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (HEAD,))
    finally:
        engine.dispose()


def _migrate(path: Path, opened: Driver) -> None:
    from alembic import command  # noqa: PLC0415 - slow to import, and needed once a version
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    engine = opened.engine(path)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA secure_delete=ON")  # what is dropped, is gone
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
