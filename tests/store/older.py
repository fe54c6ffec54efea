"""Files of the database as older versions of the program left them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from epicrec_desktop.store import integrity

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
    "0010": ("DROP TABLE listed_films", "DROP TABLE film_lists"),
    "0008": tuple(
        f"ALTER TABLE {table} DROP COLUMN bytes_{way}"
        for table in ("contacts", "release_sends", "contribution_sends")
        for way in ("sent", "received")
    ),
    "0007": ("ALTER TABLE imports DROP COLUMN note",),
    "0006": ("ALTER TABLE imports DROP COLUMN evidence",),
    "0005": tuple(
        f"ALTER TABLE sightings ADD COLUMN {name} VARCHAR"
        for name in ("evidence", "rule", "decision", "confidence")
    ),
    "0003": ("ALTER TABLE movies DROP COLUMN local_titles",),
}
"""What takes a migration back, the newest first."""


def make_older(path: Path, revision: str) -> None:
    """Take back what the migrations after `revision` changed in a closed database."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for name, statements in _BACK.items():
            for statement in statements if revision < name else ():
                connection.execute(statement)
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        integrity.write(connection)
        if revision < "0009":
            connection.execute("DELETE FROM checksums WHERE name = 'commits'")
