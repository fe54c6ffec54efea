"""Checksums of the user's tables, and a search for rows that the program would not write.

A checksum is the sum of the digests of all rows of a table, so adding, changing or removing a row
changes it without reading the others. Triggers do that; they are temporary, so each connection that
writes makes its own (`maintain`), and what anything else writes to the file is a difference. Public
tables of the catalog have none: they are large, and one sum of their own (`catalog_sum.py`).

SQLite stores any value in any column, and a disk that fails, or another program, changes bytes
without notice. `damaged_tables` reads all rows, a second for a hundred thousand movies; it is not
called at a start.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from epicrec_desktop.store import commit_count, records
from epicrec_desktop.store.database_errors import ODD
from epicrec_desktop.store.driver import PLAIN, Connection, Driver, errors, refused
from epicrec_desktop.store.records import StoredText
from epicrec_desktop.store.tables import METADATA

_SUMS = "checksums"

_WITHOUT = ("movie_categories", _SUMS, "alembic_version")
"""Tables without a checksum: public ones, and those that say what the others are."""
_OWN_MOVIES = "movies"
"""Of this table only the movies that no catalog has are summed, which are the user's own."""
_PUBLIC_COLUMNS = ("local_titles",)

_SCHEMA = "schema"
_MASK = (1 << 60) - 1  # two of them fit into an integer of SQLite


def digests(connection: Connection) -> dict[str, str]:
    """Return an SQL expression for the digest of a row of each table that has a checksum.

    `{row}` stands before each column: "NEW." in a trigger. The columns are those of the file, in
    its order, so a file of an older version has the sums that its program wrote. Texts are read as
    bytes: drivers differ in what they make of a zero in a text.
    """
    names = connection.execute(
        "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    found = {}
    for (name,) in sorted(names):
        if name not in _WITHOUT:
            columns = connection.execute(f"PRAGMA main.table_info({_quoted(name)})").fetchall()
            digest = f"row_digest({', '.join(filter(None, map(_argument, columns)))})"
            if name == _OWN_MOVIES:
                digest = f"CASE WHEN {{row}}named_by IS NULL THEN 0 ELSE {digest} END"
            found[name] = digest
    return found


def _argument(column: tuple[Any, ...]) -> str:
    """Return a column of `PRAGMA table_info` as an argument of the digest."""
    _, name, kind, *_ = column
    if name in _PUBLIC_COLUMNS:
        return ""
    value = f"{{row}}{_quoted(name)}"
    return f"CAST({value} AS BLOB)" if kind.startswith(("VARCHAR", "JSON")) else value


def _quoted(name: str) -> str:
    """Return a name as SQL has it, also where a flipped bit put a sign into it."""
    escaped = name.replace('"', '""').replace("{", "{{").replace("}", "}}")
    return f'"{escaped}"'


def row_digest(*values: object) -> int:
    """Return 60 bits of a digest of a row, the same on every system and version of Python."""
    parts = [v if type(v) is bytes else str(v).encode("utf-8", "replace") for v in values]
    digest = hashlib.blake2b(b"\x1f".join(parts), digest_size=8).digest()
    return int.from_bytes(digest, "big") & _MASK


def maintain(connection: Connection) -> None:
    """Let what this connection writes be counted in the checksums."""
    connection.create_function("row_digest", -1, row_digest)
    connection.execute("PRAGMA recursive_triggers = ON")  # a replaced row is a removed one, too
    for table, digest in digests(connection).items():
        old, new = (digest.format(row=row) for row in ("OLD.", "NEW."))
        for event, change in (
            ("INSERT", f"+ {new}"),
            ("DELETE", f"- {old}"),
            ("UPDATE", f"- {old} + {new}"),
        ):
            connection.execute(
                f"CREATE TEMP TRIGGER {_quoted(f'checksum_{event}_{table}')} "  # noqa: S608 - our own
                f"AFTER {event} ON main.{_quoted(table)} {_when(table, event)} BEGIN "
                f"UPDATE {_SUMS} SET value = (value {change}) & {_MASK} "
                f"WHERE name = '{table}'; END"
            )


def _when(table: str, event: str) -> str:
    """Return the condition of a trigger: a catalog has thousands of movies that are not counted."""
    if table != _OWN_MOVIES:
        return ""
    rows = {"INSERT": ("NEW",), "DELETE": ("OLD",)}.get(event, ("OLD", "NEW"))
    return "WHEN " + " OR ".join(f"{row}.named_by IS NOT NULL" for row in rows)


def read(connection: Connection) -> dict[str, int]:
    """Return the stored checksums. Raises one of `driver.errors`."""
    return dict(connection.execute(f"SELECT name, value FROM {_SUMS}"))  # noqa: S608 - our own


def write(connection: Connection) -> None:
    """Store the checksums of what is in the file now, and the count of commits that it had."""
    count = read(connection).get(commit_count.NAME, commit_count.first())
    connection.execute(f"DELETE FROM {_SUMS}")  # noqa: S608 - our own
    connection.executemany(
        f"INSERT INTO {_SUMS} (name, value) VALUES (?, ?)",  # noqa: S608 - our own
        [*_computed(connection), (commit_count.NAME, count)],
    )
    connection.commit()


def differing(path: Path, opened: Driver = PLAIN) -> list[str]:
    """Return the tables that are not as they were written, by checksums, pages and foreign keys.

    Raises one of `driver.errors`, or `UnicodeDecodeError`, where they cannot be read at all.
    """
    with closing(opened.connect(path)) as connection:
        connection.isolation_level = None
        connection.execute("BEGIN")  # one moment of it, whoever writes meanwhile
        try:
            stored = read(connection)
        except refused() as error:
            if "no such table" in str(error):
                return [_SUMS]
            raise
        stored.pop(commit_count.NAME, None)
        computed = dict(_computed(connection))
        found = {name for name in {*stored, *computed} if stored.get(name) != computed.get(name)}
        if _OWN_MOVIES not in stored:
            found.discard(_OWN_MOVIES)  # written before these had one
        for table in (*(computed.keys() - {_SCHEMA, _OWN_MOVIES}), _SUMS):
            # The indexes as well: a row that an index does not name is not found, nor updated.
            name = _quoted(table)
            if connection.execute(f"PRAGMA integrity_check({name})").fetchone() != ("ok",):
                found.add(table)
            if connection.execute(f"PRAGMA foreign_key_check({name})").fetchone() is not None:
                found.add(table)
    return sorted(found)


def _computed(connection: Connection) -> Iterator[tuple[str, int]]:
    connection.create_function("row_digest", -1, row_digest)
    schema = "SELECT row_digest(type, name, tbl_name, sql) FROM sqlite_master"
    yield _SCHEMA, sum(row[0] for row in connection.execute(schema)) & _MASK
    for table, digest in digests(connection).items():
        rows = connection.execute(
            f"SELECT {digest.format(row='')} FROM {_quoted(table)} NOT INDEXED"  # noqa: S608 - ours
        )
        yield table, sum(row[0] for row in rows) & _MASK


def stored(path: Path, opened: Driver = PLAIN) -> dict[str, int] | None:
    """Return the checksums that a file has; None where it cannot be read, or there is none."""
    if not path.exists():  # SQLite would make it
        return None
    try:
        with closing(opened.connect(path)) as connection:
            return read(connection)
    except errors(UnicodeDecodeError):
        return None


def damaged_tables(path: Path, opened: Driver = PLAIN) -> list[str]:
    """Names of the tables in which a row is not as the program writes it; empty where all are.

    Raises one of `driver.errors` where the file cannot be read at all.
    """
    with closing(opened.connect(path)) as connection:
        connection.text_factory = StoredText
        found = {table.name for table in METADATA.sorted_tables if not _is_sound(connection, table)}
        found |= {bytes(row[0]).decode() for row in connection.execute("PRAGMA foreign_key_check")}
    return sorted(found)


def _is_sound(connection: Connection, table: sa.Table) -> bool:
    checks = [records.check(column) for column in table.columns]
    names = ", ".join(column.name for column in table.columns)
    try:
        for row in connection.execute(f"SELECT {names} FROM {table.name}"):  # noqa: S608 - ours
            for check, value in zip(checks, row, strict=True):
                check(value)
    except ODD:
        return False
    return True
