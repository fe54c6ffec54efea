"""Files of the database as older versions of the program left them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from epicrec_desktop.domain.release import profile_of
from epicrec_desktop.store import integrity


def _list_releases_again(connection: sqlite3.Connection) -> None:
    """Give releases the columns of their movies, which are the payload's."""
    connection.execute("ALTER TABLE releases ADD COLUMN items JSON DEFAULT '[]' NOT NULL")
    connection.execute("ALTER TABLE releases RENAME COLUMN open_places TO open_items")
    for key, payload, places in connection.execute(
        "SELECT id, payload, open_items FROM releases"
    ).fetchall():
        items = profile_of(payload)
        named = [items[place] for place in json.loads(places)]
        connection.execute(
            "UPDATE releases SET items = ?, open_items = ? WHERE id = ?",
            (json.dumps(items), json.dumps(named), key),
        )


def make_older(path: Path, revision: str) -> None:
    """Take back what the migrations after `revision` changed in a closed database."""
    with closing(sqlite3.connect(path)) as connection, connection:
        _list_releases_again(connection)
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
        connection.execute("DELETE FROM checksums WHERE name = 'commits'")
