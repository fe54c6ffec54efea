"""The service's database, SQLite or PostgreSQL: engines and migrations."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.file_permissions import make_private

FIRST = "0001"
MIGRATIONS: dict[str, tuple[str, ...]] = {}
"""SQL of each revision after the first, for SQLite and PostgreSQL. It only adds: nodes of the
version before run on. Revisions are ordered as texts; a released one is never changed."""

HEAD = max(MIGRATIONS, default=FIRST)

CONNECT_SECONDS, STATEMENT_SECONDS, POOL_SECONDS, SILENT_SECONDS = 5, 10, 5, 15
"""How long to wait for a connection of PostgreSQL, a statement of it, one of the pool, and a
computer that acknowledges nothing: the system's own patience is a quarter of an hour."""

MIGRATION_LOCK = 0x45504943  # any numbers that nothing else locks
FOLD_LOCK = 0x45504944
log = logging.getLogger("epicrec_desktop.server")
READS = {"epicrec_begin": "BEGIN"}
"""The option of a connection that only reads, and so does not wait for whoever writes."""

_ALONE = {"epicrec_begin": "", "isolation_level": "AUTOCOMMIT"}
_WIPE = {
    "sqlite": ("PRAGMA busy_timeout = 1000", "PRAGMA wal_checkpoint(TRUNCATE)"),
    "postgresql": ("SET lock_timeout = '1s'", "VACUUM FULL pending", "VACUUM FULL sums"),
}
_SORT = (
    "SET statement_timeout = '120s'",
    "UPDATE receipts SET report = report",
    "RESET statement_timeout",
    "SET lock_timeout = '1s'",
    "CLUSTER receipts USING receipts_pkey",
)
MOST_SORTED = 1_000_000
"""Receipts that are sorted: so many take seconds, in which contributions wait."""


def create(address: str) -> sa.Engine:
    """Return an engine for an SQLAlchemy URL: `sqlite:///file` or `postgresql://…`.

    Raises `StoreError` with a sentence that leaves the address out, which may hold a password.
    """
    try:
        url = _url(address)
        engine = sa.create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args=_postgres_limits(url),
            pool_timeout=POOL_SECONDS,
        )
    except (ArgumentError, ImportError):
        raise StoreError(
            "The database address is none that can be used; nothing was changed. "
            "It looks like sqlite:///service.sqlite3 or postgresql://user@host/name."
        ) from None
    if url.get_backend_name() == "sqlite":
        sa.event.listen(engine, "connect", _configure_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _postgres_limits(url: sa.URL) -> dict[str, Any]:
    """Return arguments of psycopg that bound every wait; none for SQLite, which has its own."""
    if url.get_backend_name() != "postgresql":
        return {}
    limits: dict[str, Any] = {
        "connect_timeout": CONNECT_SECONDS,
        "tcp_user_timeout": 1000 * SILENT_SECONDS,
    }
    if "options" not in url.query:
        limits["options"] = (
            f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout={STATEMENT_SECONDS}s "
            "-c idle_in_transaction_session_timeout=60s"
        )
    return limits


def wipe(engine: sa.Engine) -> bool:
    """Remove deleted rows and previous sums from the files; return whether it was done.

    PostgreSQL keeps both until they are vacuumed, and SQLite keeps a log. It is not done while
    somebody else reads these tables, as pg_dump does.
    """
    return _run_alone(engine, _WIPE[engine.dialect.name])


def sort_receipts(engine: sa.Engine) -> bool:
    """Store PostgreSQL's receipts by hash and in one transaction; return whether it was done.

    Before, their places and their `xmin` tell the order in which they came. SQLite's tell nothing.
    """
    if engine.dialect.name != "postgresql":
        return True
    with engine.connect() as connection:
        number = connection.execute(sa.text("SELECT count(*) FROM receipts")).scalar() or 0
    return int(number) <= MOST_SORTED and _run_alone(engine, _SORT)


def _run_alone(engine: sa.Engine, statements: tuple[str, ...]) -> bool:
    """Run statements outside of transactions, on a connection that is closed then."""
    try:
        with engine.connect().execution_options(**_ALONE) as connection:
            connection.detach()
            for statement in statements:
                result = connection.exec_driver_sql(statement)
            # SQLite answers a checkpoint with 1 where somebody reads.
            return not (result.returns_rows and result.scalar())
    except SQLAlchemyError:
        return False


def unreachable() -> StoreError:
    """Return the error for a database that does not answer or cannot be opened."""
    return StoreError(
        "The service's database cannot be reached or read; it was left as it is. "
        "Check that it runs and that you may write to it."
    )


def sqlite_address(file: Path) -> str:
    """Return the SQLAlchemy URL of a file, whatever characters its path has."""
    return sa.URL.create("sqlite", database=str(file)).render_as_string()


def migrate(connection: sa.Connection, tables: sa.MetaData) -> None:
    """Bring the database to the newest revision, in the caller's transaction.

    A new one gets the tables as they are now. Raises `StoreError` where it is newer than this
    program.
    """
    if _revision(connection) == HEAD:
        return
    if connection.dialect.name == "postgresql":
        # Two services that start together take turns.
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    revision = _revision(connection)
    if revision is None:
        tables.create_all(connection)
        connection.execute(
            sa.text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        )
        connection.execute(sa.text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
        return
    if revision not in (FIRST, *MIGRATIONS):
        raise StoreError(
            "The service's database was made by a newer version; it was left as it is. "
            "Update the program."
        )
    for name, statements in MIGRATIONS.items():
        for statement in statements if name > revision else ():
            connection.execute(sa.text(statement))
    connection.execute(sa.text("UPDATE alembic_version SET version_num = :head"), {"head": HEAD})


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
    return str(found[0]) if len(found) == 1 else None


def _url(address: str) -> sa.URL:
    url = sa.make_url(address)
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ArgumentError("another kind of database")
    if url.get_backend_name() == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise ArgumentError("a database in memory is not shared between threads")
        _private_file(Path(str(url.database)))
    return url


def _private_file(file: Path) -> None:
    """Make the file before SQLite does, readable by its owner alone."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Not opened where it is there: closing it would take the locks of this process away.
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        if not os.access(file, os.R_OK | os.W_OK):
            raise PermissionError
        make_private(file)
    except OSError:
        raise StoreError(
            "The service's database file cannot be written; nothing was changed. "
            "Choose a file in a folder you may write to."
        ) from None


def _begin_sqlite(connection: sa.Connection) -> None:
    """Begin a writing transaction as one that waits: one that reads first would be refused."""
    connection.exec_driver_sql(
        connection.get_execution_options().get("epicrec_begin", "BEGIN IMMEDIATE")
    )


def _configure_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy begins them
    cursor = connection.cursor()
    for pragma in (
        *("busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL"),
        "secure_delete = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
