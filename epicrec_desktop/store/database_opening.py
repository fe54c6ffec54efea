"""Opens a database file: locks, creates, migrates, checks and restores it."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.progress import keep_trying
from epicrec_desktop.file_permissions import make_private
from epicrec_desktop.files import (
    make_private_file,
    overwrite_and_remove,
    replace_overwritten,
    work_file,
)
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import private_folder, wrapped_keys
from epicrec_desktop.store import commit_count, database_errors, driver, encryption, integrity
from epicrec_desktop.store.database import (
    LOCK_PATIENCE_S,
    Database,
    copies_of,
    copy_database,
    is_emptied,
    lock_of,
    remove_database,
    start_copy,
)
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.tables import METADATA

LIBRARY_IN_USE = N_(
    "Another EpicRec window or command is using the library. Nothing was changed. "
    "Close it, and try again."
)
NO_COPY = N_("There is no copy of your library that could be restored. Nothing was changed.")

MIGRATIONS: dict[str, tuple[str, ...]] = {
    "0002": (),  # movies that no catalog has get a checksum: all are computed after a migration
    "0003": ("ALTER TABLE movies ADD COLUMN local_titles JSON DEFAULT '{}' NOT NULL",),
    "0004": (),  # `imports` has the user's stars, which an older program would take for a service's
    "0005": tuple(
        f"ALTER TABLE sightings DROP COLUMN {name}"
        for name in ("evidence", "rule", "decision", "confidence")
    ),
    "0006": (
        "ALTER TABLE imports ADD COLUMN evidence VARCHAR DEFAULT 'watched' NOT NULL",
        "UPDATE imports SET evidence = 'interest' WHERE source = 'google' AND seen IS NULL",
    ),
    "0007": ("ALTER TABLE imports ADD COLUMN note VARCHAR",),
    "0008": tuple(
        f"ALTER TABLE {table} ADD COLUMN bytes_{way} INTEGER"
        for table in ("contacts", "release_sends", "contribution_sends")
        for way in ("sent", "received")
    ),
    "0009": (),  # the table of checksums has a count of commits
    "0010": (
        """CREATE TABLE film_lists (
            id INTEGER NOT NULL, name VARCHAR NOT NULL, note VARCHAR NOT NULL,
            CONSTRAINT pk_film_lists PRIMARY KEY (id),
            CONSTRAINT uq_film_lists_name UNIQUE (name))""",
        """CREATE TABLE listed_films (
            movie_id INTEGER NOT NULL, list_id INTEGER NOT NULL, place INTEGER NOT NULL,
            CONSTRAINT pk_listed_films PRIMARY KEY (movie_id, list_id),
            CONSTRAINT fk_listed_films_movie_id
                FOREIGN KEY(movie_id) REFERENCES movies (id) ON DELETE CASCADE,
            CONSTRAINT fk_listed_films_list_id
                FOREIGN KEY(list_id) REFERENCES film_lists (id) ON DELETE CASCADE)""",
    ),
    "0011": (
        """UPDATE releases SET open_items = CASE WHEN json_valid(CAST(payload AS TEXT)) THEN (
            SELECT json_group_array(movie.key)
            FROM json_each(CAST(payload AS TEXT), '$.profile') AS movie
            WHERE typeof(movie.key) = 'integer'
                AND movie.value IN (SELECT value FROM json_each(releases.open_items))
        ) ELSE '[]' END""",
        "ALTER TABLE releases RENAME COLUMN open_items TO open_places",
        "ALTER TABLE releases DROP COLUMN items",
    ),
    "0013": ("ALTER TABLE imports ADD COLUMN seen_by VARCHAR(10)",),
}
"""Statements by the revision that they lead to, oldest first; the first revision is "0001". Those
of a released version never change."""

HEAD = list(MIGRATIONS)[-1]
"""The newest revision: all tables of `tables.py`."""

_COPIES_LIFETIME_S = 30 * 86_400
_log = logging.getLogger(__name__)


def copy_offer(time: str) -> Message:
    """Return what the copy of the last sound start is, before it is put in place."""
    return message(
        "There is a copy of {time}. What you did since then is not in it; what was sent stays "
        "counted. The damaged file is kept for a month.",
        time=time,
    )


def open_database(
    path: Path, opened: Driver = PLAIN, ready_made: Callable[[], Path] | None = None
) -> Database:
    """Open the database at `path`, making or migrating it where needed.

    `opened` has its key, where it is encrypted. `ready_made` returns a file that a new one is a
    copy of, if there is such a file of this version; else a new one is empty.

    Raises `StoreError` with a sentence when it is newer than this program, damaged, or in use by
    another copy of the program while it must be migrated. The file is then as it was.
    """
    private_folder(path.parent)
    lock, changed = lock_of(path), _last_change(path)
    try:
        encryption.clean_up_if_unused(path, lock)
        opened = _fitting(path, opened)
        if _revision(path, opened) != HEAD:
            _acquire(lock, exclusive=True)
            opened = _fitting(path, opened)  # it may have been converted meanwhile
            _upgrade(path, opened, ready_made)
        _acquire(lock, exclusive=False)
        opened = _fitting(path, opened)
        _refuse_if_damaged(path, opened)
        _drop_old_copies(path, changed)
        lost = commit_count.lost(path, partial(integrity.stored, path, opened))
        if lost:
            _log.error("commits missing that were acknowledged: %d", lost)
        return Database(path, lock, opened, lost)
    # SQLite quotes what is damaged of a schema, and its words are then no UTF-8.
    except driver.errors(SQLAlchemyError, UnicodeDecodeError) as error:
        lock.release()
        _log.error("database cannot be opened: %s", type(error).__name__)
        raise database_errors.error_for(error, path) or database_errors.damaged(path) from None
    except BaseException:
        lock.release()
        raise


@contextmanager
def read_other(path: Path, opened: Driver = PLAIN) -> Iterator[Connection]:
    """Yield a session over the library of another person; nothing of it is changed or migrated.

    Raises `StoreError` where the file is of another version, cannot be read, or is being replaced.
    """
    lock = lock_of(path)
    engine = opened.engine(path, connect_args={"timeout": 5}, hide_parameters=True)
    try:
        _acquire(lock, exclusive=False, refusal=StoreError(LIBRARY_IN_USE))
        if _revision(path, opened) != HEAD:
            raise StoreError(
                "This library is of another version of EpicRec. Nothing was changed. Its person "
                "opens it once with this version first."
            )
        with engine.connect() as session:
            session.exec_driver_sql("PRAGMA query_only=ON")
            session.exec_driver_sql("PRAGMA temp_store=MEMORY")
            yield session
    except driver.errors(SQLAlchemyError, UnicodeDecodeError) as error:
        raise database_errors.error_for(error, path) or database_errors.damaged(path) from None
    finally:
        engine.dispose()
        lock.release()


def restore_start_copy(path: Path, opened: Driver) -> datetime:
    """Put the copy of the last sound start in the place of a damaged database; return its time.

    Or in the place of one that lacks commits which the copy has. The damaged one is kept beside it
    for a month. Raises `StoreError` where there is no sound copy, or while another one has the
    database open; nothing is changed then.
    """
    lock, copy = lock_of(path), start_copy(path)
    _acquire(lock, exclusive=True, refusal=StoreError(LIBRARY_IN_USE))
    work = work_file(path, "restoring")
    try:
        found, sums = (integrity.stored(file, opened) for file in (path, copy))
        if _is_sound(path, opened) and not commit_count.lacks(found, sums):
            raise StoreError("Your library is not damaged. Nothing was changed.")
        if not _is_sound(copy, opened):
            raise StoreError(NO_COPY)
        taken = datetime.fromtimestamp(copy.stat().st_mtime, UTC)
        remove_database(work)  # of a program that was killed
        copy_database(copy, work, opened)
        _set_aside(path, "before-restore")
        replace_overwritten(work, path)
        commit_count.forget(path)
    except driver.errors(UnicodeDecodeError):
        raise StoreError(NO_COPY) from None
    except OSError as error:
        explained = system_errors.sentence(error) or system_errors.NO_ANSWER
        raise StoreError(explained) from None
    finally:
        remove_database(work)
        lock.release()
    return taken


def _acquire(lock: FileLock, *, exclusive: bool, refusal: StoreError | None = None) -> None:
    def acquire() -> bool:
        return lock.acquire(exclusive=exclusive, patience=LOCK_PATIENCE_S)

    # Who has it exclusively, ends soon; who has it open, perhaps never.
    taken = acquire() if exclusive else keep_trying(acquire, database_errors.WAITING)
    if not taken:
        raise refusal or StoreError(
            "The database must be updated, but another EpicRec is using it. Nothing was "
            "changed. Close the other window or command, and try again."
        )


def _fitting(path: Path, opened: Driver) -> Driver:
    """Return the driver that opens the file as it is now: a plain one needs no key."""
    if driver.is_plain(path):
        return PLAIN
    if opened.key is None and wrapped_keys(path).exists():
        raise StoreError(
            "The library is encrypted, and it was not unlocked. Nothing was changed. "
            "Unlock it, and try again."
        )
    return opened


def _revision(path: Path, opened: Driver) -> str | None:
    """Return the revision of the file, None where there is no database yet."""
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


def _refuse_if_damaged(path: Path, opened: Driver) -> None:
    tables = integrity.differing(path, opened)
    if tables:
        _log.error("not as it was written: %s", ", ".join(tables))
        raise database_errors.damaged(path)


def _upgrade(path: Path, opened: Driver, ready_made: Callable[[], Path] | None) -> None:
    """Migrate a copy, check it, put it in place in one step. The caller locked it exclusively."""
    revision = _revision(path, opened)  # again: another process may have migrated meanwhile
    if revision == HEAD:
        return
    if revision is not None and revision not in ("0001", *MIGRATIONS):
        raise StoreError(
            "The database was made by a newer version of EpicRec. It was left as it is. "
            "Please update the program."
        )
    if is_emptied(path):
        raise database_errors.damaged(path)
    work = work_file(path, "migrating")
    remove_database(work)
    try:
        if revision is not None:
            copy_database(path, work, opened)
            _refuse_if_damaged(work, opened)
            _copy_file(work, path, f"before-{HEAD}")
            _migrate(work, opened)
        elif opened.key or not ready_made or not _copy_ready_made(ready_made(), work):
            make_private_file(work)
            _create(work, opened)
        with closing(opened.connect(work)) as connection:
            integrity.write(connection)
        encryption.check_sound(work, opened)
        make_private(work)
        for suffix in ("-wal", "-shm"):
            overwrite_and_remove(path.with_name(path.name + suffix))
        replace_overwritten(work, path)
    finally:
        remove_database(work)


def _copy_ready_made(file: Path, path: Path) -> bool:
    """Copy a database that ships with the program; return whether it is sound, and of now."""
    make_private_file(path)
    try:
        path.write_bytes(file.read_bytes())
        encryption.check_sound(path, PLAIN)
        return _revision(path, PLAIN) == HEAD
    except driver.errors(OSError, StoreError):  # a disk that is full refuses an empty one, too
        return False


def _create(path: Path, opened: Driver) -> None:
    """Make a new database of the newest revision; a test compares it with a migrated one."""
    engine = opened.engine(path)
    try:
        with engine.begin() as connection:
            METADATA.create_all(connection)
            connection.exec_driver_sql(
                "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
                " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
            )
            connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (HEAD,))
    finally:
        engine.dispose()


def _migrate(path: Path, opened: Driver) -> None:
    """Run the migrations that a copy of the database lacks, in one transaction.

    Revisions are ordered as texts. After an error the copy is of no use.
    """
    revision = _revision(path, opened)
    with closing(opened.connect(path)) as connection:
        connection.isolation_level = None
        connection.execute("PRAGMA secure_delete=ON")  # what is dropped, is gone
        connection.execute("BEGIN")
        for name, statements in MIGRATIONS.items():
            for statement in statements if name > str(revision) else ():
                connection.execute(statement)
        connection.execute("UPDATE alembic_version SET version_num = ?", (HEAD,))
        connection.execute("COMMIT")


def _is_sound(path: Path, opened: Driver) -> bool:
    try:
        return path.exists() and not integrity.differing(path, opened)
    except driver.errors(UnicodeDecodeError):
        return False


def _copy_file(source: Path, path: Path, name: str) -> Path:
    """Keep a file beside the database under this name, whole; its time is that of the copy."""
    work, stored = work_file(path, name), path.with_name(f"{path.name}.{name}")
    overwrite_and_remove(work)
    make_private_file(work)
    shutil.copyfile(source, work)
    replace_overwritten(work, stored)
    return stored


def _set_aside(path: Path, name: str) -> None:
    """Keep a damaged database, and move its log there, which fits no other one."""
    remove_database(path.with_name(f"{path.name}.{name}"))
    aside = _copy_file(path, path, name)
    for suffix in ("-wal", "-shm"):
        log = path.with_name(path.name + suffix)
        if log.exists():
            log.replace(aside.with_name(aside.name + suffix))


def _last_change(path: Path) -> float:
    """Return when a database was written to, before this start moves a killed program's log there.

    Of a file that is missing, long ago: its copies may be all that is left of it.
    """
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def _drop_old_copies(path: Path, changed: float) -> None:
    """Overwrite and remove copies made before an update once it has proven itself.

    They hold what the person may have had forgotten since. A month has passed by the last change of
    the database as well: one start with a clock that is ahead removes none.
    """
    now = min(time.time(), changed)
    for copy in copies_of(path):
        with suppress(OSError):
            if now - copy.stat().st_mtime > _COPIES_LIFETIME_S:
                overwrite_and_remove(copy)
