"""Files of the database as older versions of the program left them."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from epicrec_desktop.store import integrity
from epicrec_desktop.store.database_opening import MIGRATIONS

_BACK = {
    "0011": (
        "ALTER TABLE releases ADD COLUMN items JSON DEFAULT '[]' NOT NULL",
        """UPDATE releases SET items = json_extract(CAST(payload AS TEXT), '$.profile')
            WHERE json_valid(CAST(payload AS TEXT))""",
        """UPDATE releases SET open_places = (
            SELECT json_group_array(movie.value) FROM json_each(releases.items) AS movie
            WHERE movie.key IN (SELECT value FROM json_each(releases.open_places)))""",
        "ALTER TABLE releases RENAME COLUMN open_places TO open_items",
    ),
    "0005": tuple(
        f"ALTER TABLE sightings ADD COLUMN {name} VARCHAR"
        for name in ("evidence", "rule", "decision", "confidence")
    ),
}
"""What takes a migration back that is not undone by dropping what it added."""
_ADDED = re.compile(r"ALTER TABLE (\w+) ADD (COLUMN \w+)|CREATE (TABLE \w+)")


def _undone(migration: str) -> Iterator[str]:
    """Yield the statements that take a migration back."""
    if migration in _BACK:
        yield from _BACK[migration]
        return
    for statement in reversed(MIGRATIONS[migration]):
        if added := _ADDED.match(statement):
            table, column, whole = added.groups()
            yield f"DROP {whole}" if whole else f"ALTER TABLE {table} DROP {column}"


def make_older(path: Path, revision: str) -> None:
    """Take back what the migrations after `revision` changed in a closed database."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for name in reversed(MIGRATIONS):
            for statement in _undone(name) if revision < name else ():
                connection.execute(statement)
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        integrity.write(connection)
        if revision < "0009":
            connection.execute("DELETE FROM checksums WHERE name = 'commits'")
