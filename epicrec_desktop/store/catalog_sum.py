"""The checksum of the public catalog, by which a row that the disk changed is noticed.

A merge stores it. SQLite joins all rows to one text, in the order of their keys, so that Python
handles none of them: ten thousand movies take 15 ms. They are checked after a start.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from sqlalchemy import Connection, Float

from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.movie_rows import MovieRow
from epicrec_desktop.store.records import table
from epicrec_desktop.store.stored_catalog import CATALOG_SUM

# Versions of SQLite differ in the last digits that they write of a float.
_COLUMNS = [
    f"CAST({column.name} * 1000000 AS INTEGER)" if isinstance(column.type, Float) else column.name
    for column in table(MovieRow).columns
]
_MOVIES = f"""
    SELECT CAST(group_concat(printf('{"%s|" * len(_COLUMNS)}', {", ".join(_COLUMNS)})) AS BLOB)
    FROM movies NOT INDEXED WHERE sources != ''
"""  # noqa: S608 - our own names
_CATEGORIES = """
    SELECT CAST(group_concat(movie_id * 64 + category_id) AS BLOB)
    FROM (SELECT * FROM movie_categories ORDER BY movie_id, category_id)
    WHERE movie_id NOT IN (SELECT id FROM movies WHERE named_by IS NOT NULL)
"""


_DAMAGED = "damaged_sources"
"""The name of the sources that are still to be merged again, a line each."""


def store_sum(session: Connection, damaged: Iterable[str] = ()) -> None:
    """Store the checksum of the catalog as it is now, and which sources' rows were damaged."""
    StateRepository(session).put(CATALOG_SUM, _sum(session))
    StateRepository(session).put(_DAMAGED, "\n".join(sorted(damaged)))


def damaged_sources(session: Connection) -> set[str] | None:
    """Return the sources to merge again: all, where the catalog is not as it was merged.

    None where its checksum is not known.
    """
    stored = StateRepository(session).get(CATALOG_SUM)
    if stored is None or not stored.startswith(_of_columns()):
        return None
    if stored != _sum(session):
        return set(session.exec_driver_sql("SELECT name FROM catalog_sources").scalars())
    return set((StateRepository(session).get(_DAMAGED) or "").splitlines())


def _sum(session: Connection) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for statement in (_MOVIES, _CATEGORIES):
        digest.update(session.exec_driver_sql(statement).scalar() or b"")
    return _of_columns() + digest.hexdigest()


def _of_columns() -> str:
    """Return what a checksum begins with: after a migration it is another one."""
    return hashlib.blake2b(_MOVIES.encode(), digest_size=4).hexdigest() + ":"
