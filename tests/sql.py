"""A database file as SQLite itself has it, past the program."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any


def sql(
    database: Path, *statements: str, values: Sequence[Any] | Mapping[str, Any] = ()
) -> list[Any]:
    """Return the rows that the last statement finds; what they change is committed."""
    with closing(sqlite3.connect(database)) as connection, connection:
        for statement in statements:
            rows = connection.execute(statement, values).fetchall()
    return rows
