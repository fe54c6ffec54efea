"""Statements in SQL, and what their parameters need."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:  # the process that reads a history needs no SQLAlchemy
    from sqlalchemy.orm import Session

Rows = list[tuple[Any, ...]]
Value = TypeVar("Value")

TITLE_LANGUAGE = "title_language"
"""Key of a session's `info`: the language of movie titles, a code or empty."""

_AT_ONCE = 500  # keys in one statement: SQLite takes 32,766, or 999 where it is old


def rows(session: Session, statement: str, parameters: Sequence[object] = ()) -> Rows:
    """Run a statement with `?` for its parameters; return its rows, as SQLite stores them."""
    session.flush()
    with session.connection().exec_driver_sql(statement, tuple(parameters)) as found:
        cursor = found.cursor if found.returns_rows else None
        return cast("Rows", cursor.fetchall()) if cursor is not None else []


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
