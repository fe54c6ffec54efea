"""How every connection to the database is set up, and SQLAlchemy's engine over them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop.store import driver, integrity
from epicrec_desktop.store.driver import Driver

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.orm import Session


def session_of(engine: Engine) -> Session:
    """Return a session whose rows stay readable after it."""
    from sqlalchemy.orm import Session  # noqa: PLC0415 - as late as can be

    return Session(engine, expire_on_commit=False)


def prepare(connection: driver.Connection) -> None:
    """Set what holds for every connection of the program."""
    connection.isolation_level = None  # transactions are begun by a session, not by the driver
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",
        "temp_store=MEMORY",
        "busy_timeout=5000",
    ):
        connection.execute(f"PRAGMA {pragma}")


def engine_of(path: Path, opened: Driver) -> Engine:
    """Return the engine over a database; sessions of it write with checksums."""
    from sqlalchemy import event  # noqa: PLC0415 - as late as can be

    # An error's text would hold the values of the statement: movies of the person.
    engine = opened.engine(path, connect_args={"timeout": 5}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, record: object) -> None:
        prepare(connection)
        integrity.maintain(connection)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine
