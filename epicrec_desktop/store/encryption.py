"""Encrypts a plain database and decrypts an encrypted one: on a copy, swapped in one step.

The file is written again beside the old one, compared with it row by row, and replaces it. So
whatever ends the work leaves the old one or the new one, whole. What else is left has names of its
own, and the next start overwrites and removes it.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from epicrec_desktop.domain.errors import Cancelled, StoreError
from epicrec_desktop.domain.messages import N_, message
from epicrec_desktop.domain.progress import IsCancelled, Job, Progress, check
from epicrec_desktop.files import (
    make_private_file,
    overwrite_and_remove,
    replace_overwritten,
    work_file,
    work_files,
)
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import wrapped_keys
from epicrec_desktop.store import database_errors, driver
from epicrec_desktop.store.database import copies_of
from epicrec_desktop.store.driver import Connection, Driver, is_plain, quoted
from epicrec_desktop.system_errors import sentence

_STEPS = 20_000  # of SQLite's machine, between two looks at whether to stop
_PARTS = ("", "-wal", "-shm", "-journal")
_NOT_CONVERTED = N_(
    "The library could not be written anew without a fault, so it was left as it was. "
    "Please try again."
)


def convert(
    path: Path,
    before: Driver,
    after: Driver,
    *,
    job: Job,
    prepare_swap: Callable[[], None] = lambda: None,
) -> bool:
    """Write the database at `path` again as `after` opens it; one of the two drivers is plain.

    The caller holds the lock exclusively, and nobody has the file open. `prepare_swap` is called
    once the new file is whole, before it replaces the old one. Returns whether every file
    could be overwritten; copies made before an update or an import are removed, too.
    Raises `StoreError`, `Cancelled`; then the file is as it was.
    """
    work = work_file(path, "converting")
    clean_up(path)
    link_log(path)
    try:
        _write(path, work, before, after, job)
        _compare(path, work, before, after, job)
        job.check()
        prepare_swap()
        overwritten = _swap(path, work)
    except driver.errors(SQLAlchemyError) as error:
        job.check()
        raise database_errors.error_for(error, path) or StoreError(_NOT_CONVERTED) from None
    except OSError as error:
        raise StoreError(sentence(error) or _NOT_CONVERTED) from None
    finally:
        for part in _PARTS:
            with suppress(OSError):
                overwrite_and_remove(_beside(work, part))
    return clean_up(path, copies=True) and overwritten


def link_log(path: Path) -> None:
    """Give the write-ahead log a second name, so that it can be overwritten once SQLite let it go.

    `clean_up` does that. Not where the file system knows no second names.
    """
    with suppress(OSError):
        os.link(_beside(path, "-wal"), work_file(path, "old-wal"))


def clean_up_if_unused(path: Path, lock: FileLock) -> None:
    """Remove what a killed conversion or copy left, unless another one has the database open."""
    if any(True for _ in _leftovers(path)) and lock.acquire(exclusive=True):
        try:
            clean_up(path)
        finally:
            lock.release()


def clean_up(path: Path, *, copies: bool = False) -> bool:
    """Overwrite and remove what a conversion left; whether all of it was overwritten.

    With `copies` those made before an update or an import as well. A file that is still the
    database under a second name only loses that name.
    """
    whole = True
    every = copies_of(path) if copies else ()
    for file in (*_leftovers(path), *every):
        with suppress(OSError):
            same = path.exists() and file.samefile(path)
            whole = (overwrite_and_remove(file) or same) and whole
    return whole


def _leftovers(path: Path) -> Iterator[Path]:
    """Yield what a killed conversion, migration or copy left, and plain copies of an encrypted
    database. Without a key file it is no encrypted one: its first page is damaged, and a copy may
    be all that is left of it.
    """
    yield from work_files(path)
    copies = copies_of(path)
    if copies and wrapped_keys(path).exists() and not is_plain(path):
        yield from (copy for copy in copies if is_plain(copy))


def check_sound(path: Path, opened: Driver) -> None:
    """Raises one of `driver.errors` where the file of a database is not sound."""
    with closing(opened.connect(path)) as connection:
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("integrity check failed")
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise sqlite3.DatabaseError("foreign key check failed")
        if (
            opened.key is not None
            and connection.execute("PRAGMA cipher_integrity_check").fetchone()
        ):
            raise sqlite3.DatabaseError("a page is not as it was written")


def _write(path: Path, work: Path, before: Driver, after: Driver, job: Job) -> None:
    with closing(_connect(path, before)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        total = path.stat().st_size

        def look() -> bool:
            with suppress(OSError):
                job.report(
                    Progress(message("Writing it anew"), min(work.stat().st_size, total), total)
                )
            return job.cancelled()

        make_private_file(work)
        connection.execute(
            "ATTACH DATABASE ? AS target KEY ?",
            (str(work), quoted(after.key)[1:-1] if after.key is not None else ""),
        )
        # Nothing of the new file is needed before it is whole and `put_in_place` has synced it.
        connection.execute("PRAGMA target.journal_mode = OFF")
        connection.execute("PRAGMA target.synchronous = OFF")
        connection.set_progress_handler(look, _STEPS)
        try:
            connection.execute("SELECT sqlcipher_export('target')").fetchall()
        except driver.refused():
            if job.cancelled():
                raise Cancelled from None
            raise
        connection.set_progress_handler(None, 0)
        connection.execute("DETACH DATABASE target")


def _connect(path: Path, opened: Driver) -> Connection:
    """SQLCipher's connection to a plain file too: only it knows how to write the other kind."""
    keyed = opened.key is not None
    connection: Connection = opened.connect(path) if keyed else driver.cipher().connect(str(path))
    connection.isolation_level = None
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def _compare(path: Path, work: Path, before: Driver, after: Driver, job: Job) -> None:
    check_sound(work, after)
    with closing(before.connect(path)) as old, closing(after.connect(work)) as new:
        tables = _schema(old)
        if tables != _schema(new):
            raise StoreError(_NOT_CONVERTED)
        names = [name for kind, name, _ in tables if kind == b"table"]
        for done, name in enumerate(names):
            job.report(Progress(message("Comparing it with the old one"), done, len(names)))
            if _fingerprint(old, name, job.cancelled) != _fingerprint(new, name, job.cancelled):
                raise StoreError(_NOT_CONVERTED)


def _schema(connection: Connection) -> list[tuple[bytes, bytes, bytes | None]]:
    connection.text_factory = bytes
    return sorted(connection.execute("SELECT type, name, sql FROM sqlite_master"), key=repr)


def _fingerprint(connection: Connection, table: bytes, cancelled: IsCancelled) -> bytes:
    """Return a hash over all rows, their values and their types, in the order they are kept in."""
    name = '"' + table.decode().replace('"', '""') + '"'
    columns = [row[1].decode() for row in connection.execute(f"PRAGMA table_info({name})")]
    kinds = ", ".join(f'typeof("{column}")' for column in columns)
    summed = hashlib.sha256()
    rows = connection.execute(f"SELECT *, {kinds} FROM {name}")  # noqa: S608 - our own tables
    for number, row in enumerate(rows):
        if number % 4096 == 0:
            check(cancelled)
        summed.update(repr(row).encode())
    return summed.digest()


def _swap(path: Path, work: Path) -> bool:
    """Put the new file in place; return whether the old one was overwritten."""
    for part in ("-wal", "-shm"):  # emptied above; they would be read into the new file
        overwrite_and_remove(_beside(path, part))
    return replace_overwritten(work, path)


def _beside(path: Path, more: str) -> Path:
    return path.with_name(path.name + more)
