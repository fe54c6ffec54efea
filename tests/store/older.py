"""Files of the database as older versions of the program left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from epicrec_desktop.store import integrity


def make_older(path: Path, revision: str) -> None:
    """Take back what the migrations after `revision` changed in a closed database."""
    with closing(sqlite3.connect(path)) as connection, connection:
        if revision < "0008":
            for table in ("contacts", "release_sends", "contribution_sends"):
                for way in ("sent", "received"):
                    connection.execute(f"ALTER TABLE {table} DROP COLUMN bytes_{way}")
        if revision < "0007":
            connection.execute("ALTER TABLE imports DROP COLUMN note")
        if revision < "0006":
            connection.execute("ALTER TABLE imports DROP COLUMN evidence")
        if revision < "0005":
            for name in ("evidence", "rule", "decision", "confidence"):
                connection.execute(f"ALTER TABLE sightings ADD COLUMN {name} VARCHAR")
        if revision < "0003":
            connection.execute("ALTER TABLE movies DROP COLUMN local_titles")
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        integrity.write(connection)
        if revision < "0011":
            connection.execute("DELETE FROM checksums WHERE name = 'commits'")
