"""Statements in SQL, through the driver alone where nothing has loaded SQLAlchemy yet.

A session over mapped tables runs the same statements (`rows`), so that each is written once.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

from epicrec_desktop.store import driver

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from epicrec_desktop.store.driver import Connection, Driver

Rows = list[tuple[Any, ...]]
Value = TypeVar("Value")

TITLE_LANGUAGE = "title_language"
"""Key of a session's `info`: the language of movie titles, a code or empty."""

_AT_ONCE = 500  # keys in one statement: SQLite takes 32,766, or 999 where it is old


def rows(session: Session, statement: str, parameters: Sequence[object] = ()) -> Rows:
    """Run a statement with `?` for its parameters; return its rows, as SQLite stores them."""
    if isinstance(session, RawSession):
        return session.rows(statement, parameters)
    session.flush()
    with session.connection().exec_driver_sql(statement, tuple(parameters)) as found:
        cursor = found.cursor if found.returns_rows else None
        return cast("Rows", cursor.fetchall()) if cursor is not None else []


def utc_text(moment: datetime) -> str:
    """Return an aware time as the database has it: ISO 8601 in UTC. Raises `ValueError`."""
    if moment.tzinfo is None:
        raise ValueError("times in the database carry their zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def marks(parameters: Collection[object]) -> str:
    """Return "?, ?" for two parameters."""
    return ", ".join("?" * len(parameters))


def of_movie(movie_id: int | None) -> tuple[str, list[int]]:
    """Return a condition that only rows of this movie, if any, meet, and its parameters."""
    return ("TRUE", []) if movie_id is None else ("movie_id = ?", [movie_id])


def parts(values: Iterable[Value], size: int = _AT_ONCE) -> Iterator[list[Value]]:
    """Yield the values, so many at a time."""
    rest = iter(values)
    while some := list(islice(rest, size)):
        yield some


def mapping_is_loaded() -> bool:
    """Return whether this process has loaded SQLAlchemy: then a session costs little."""
    return "sqlalchemy.orm" in sys.modules


def mapping_errors() -> tuple[type[Exception], ...]:
    """Return what SQLAlchemy raises, if it is loaded."""
    loaded = sys.modules.get("sqlalchemy.exc")
    return () if loaded is None else (loaded.SQLAlchemyError,)


class RawSession:
    """A transaction over the driver.

    Anything but `rows` and `commit` opens a session of SQLAlchemy in the same transaction.
    """

    def __init__(self, connection: Connection, opened: Driver) -> None:
        self._connection = connection
        self._driver = opened
        self._mapped: Session | None = None
        self.info: dict[Any, Any] = {}

    def begin(self, *, writing: bool) -> None:
        """Begin the transaction. Raises one of `driver.errors`."""
        self._connection.execute("BEGIN IMMEDIATE" if writing else "BEGIN")

    def rows(self, statement: str, parameters: Sequence[object]) -> Rows:
        """Run a statement and return its rows."""
        if self._mapped is not None:
            self._mapped.flush()
        return self._connection.execute(statement, parameters).fetchall()

    def __getattr__(self, name: str) -> Any:
        if self._mapped is None:
            self._mapped = _session_within(self._connection, self._driver)
        return getattr(self._mapped, name)

    def commit(self) -> None:
        """Commit what was changed. Raises one of `driver.errors`."""
        if self._mapped is not None:
            self._mapped.flush()
        self._connection.commit()

    def end(self) -> None:
        """End the transaction; what was not committed is rolled back."""
        if self._mapped is not None:
            self._mapped.close()
        with suppress(*driver.errors()):
            self._connection.rollback()


class _InTransaction:
    """A connection whose transaction somebody else ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def commit(self) -> None:
        """Leave the transaction as it is."""

    rollback = close = commit


def _session_within(connection: Connection, opened: Driver) -> Session:
    """Return a session of SQLAlchemy in the transaction that this connection is in."""
    from sqlalchemy import create_engine  # noqa: PLC0415 - see above
    from sqlalchemy.orm import Session  # noqa: PLC0415
    from sqlalchemy.pool import StaticPool  # noqa: PLC0415

    engine = create_engine(
        "sqlite://",
        creator=lambda: cast("Any", _InTransaction(connection)),
        poolclass=StaticPool,
        hide_parameters=True,
        **({} if opened.key is None else {"module": driver.cipher()}),
    )
    return Session(engine, expire_on_commit=False)
