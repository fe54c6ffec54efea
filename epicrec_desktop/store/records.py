"""Tables of records (`domain/records.py`).

From the fields of a record follow the columns of its table, how a value is stored and read, what
makes a stored row malformed (`check`), and how rows are read and written (`select`, `insert`,
`put_records`). Key columns come first in a table, the others in the order of the fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from inspect import signature
from itertools import islice
from operator import attrgetter
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
import msgspec.structs
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.types import UserDefinedType

from epicrec_desktop.domain.json_text import fraction
from epicrec_desktop.domain.messages import Message, dump, load
from epicrec_desktop.domain.records import Column, Record

METADATA = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""All tables; constraints have stable names, so that migrations can name them."""


TITLE_LANGUAGE = "title_language"
"""The option of a connection that has the language of movie titles, a code or empty."""
R = TypeVar("R", bound=Record)
_TABLES: dict[type[Record], sa.Table] = {}
_SELECTS: dict[type[Record], sa.Select[Any]] = {}
_MAKERS: dict[type[Record], Callable[..., Any]] = {}


def stored_in(name: str, *constraints: sa.Constraint) -> Callable[[type[R]], type[R]]:
    """Return a decorator that makes the table of a record."""

    def declare(record: type[R]) -> type[R]:
        fields = _types(record)
        ordered = sorted(fields, key=lambda field: not fields[field][1].key)
        columns = (_column(field, *fields[field]) for field in ordered)
        made = _TABLES[record] = sa.Table(name, METADATA, *columns, *constraints)
        names = record.__struct_fields__
        _SELECTS[record] = sa.select(*(made.c[name] for name in names))
        by_place = not any(p.kind is p.KEYWORD_ONLY for p in signature(record).parameters.values())
        _MAKERS[record] = (
            record if by_place else lambda *row: record(**dict(zip(names, row, strict=True)))
        )
        return record

    return declare


# Values


def utc_text(moment: datetime) -> str:
    """Return an aware time as the database has it: ISO 8601 in UTC. Raises `ValueError`."""
    if moment.tzinfo is None:
        raise ValueError("times in the database carry their zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _text(value: object) -> str:
    """Return a value that is a text. Raises `ValueError`."""
    return value if type(value) is str else msgspec.convert(value, str)


def _moment(text: object) -> datetime:
    moment = datetime.fromisoformat(_text(text))
    if moment.tzinfo is None:
        raise ValueError("a time without its zone")
    return moment


_TO_TEXT: Mapping[type, Callable[[Any], str]] = {
    datetime: utc_text, date: date.isoformat, Fraction: str, Message: dump, Path: str,
}  # fmt: skip
_FROM_TEXT: Mapping[type, Callable[[Any], object]] = {
    datetime: _moment, Fraction: fraction, Path: Path,
    date: lambda text: date.fromisoformat(_text(text)), Message: lambda text: load(_text(text)),
}  # fmt: skip


def read_value(value: object, kind: Any) -> Any:
    """Return a stored value as the type of its field. Raises `ValueError`, which quotes nothing."""
    try:
        reader = _FROM_TEXT.get(kind)
        return reader(value) if reader else msgspec.convert(value, kind, dec_hook=_decode)
    except (TypeError, ValueError):
        raise ValueError("no value of its column") from None


def _decode(kind: type, value: object) -> object:
    return _FROM_TEXT[kind](value)


def _encode(value: object) -> str:
    for kind, write in _TO_TEXT.items():
        if isinstance(value, kind):
            return write(value)
    raise TypeError(f"no column stores {type(value).__name__}")


class Text(UserDefinedType[Any]):
    """A value stored as text: an enumeration, a time, a fraction, a message."""

    cache_ok = True

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def get_col_spec(self, **_options: object) -> str:
        """Return the type's name in SQL."""
        length = {datetime: 32, date: 10}.get(self.kind)
        return f"VARCHAR({length})" if length else "VARCHAR"

    def bind_processor(self, dialect: sa.Dialect) -> Callable[[Any], str | None]:
        """Return what writes a value. A time without a zone is a mistake and refused."""

        def write(value: Any) -> str | None:
            if value is None or type(value) is str:
                return value
            return str(value.value) if isinstance(value, Enum) else _encode(value)

        return write

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return what reads a value. It raises `ValueError` where no program stored it."""
        kind = self.kind
        known: dict[object, Any] = {None: None}  # tables repeat few values, but for times
        if isinstance(kind, type) and issubclass(kind, Enum):
            known |= {one.value: one for one in kind}

        def read(value: Any) -> Any:
            return known[value] if value in known else read_value(value, kind)

        return read


class Json(UserDefinedType[Any]):
    """A list, mapping or structure, stored as JSON."""

    cache_ok = True

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def get_col_spec(self, **_options: object) -> str:
        """Return the type's name in SQL."""
        return "JSON"

    def bind_processor(self, dialect: sa.Dialect) -> Callable[[Any], str | None]:
        """Return what writes a value; None is nothing, and no `null`."""
        encode = msgspec.json.Encoder(enc_hook=_encode).encode

        def write(value: Any) -> str | None:
            try:
                return None if value is None else encode(value).decode()
            except UnicodeEncodeError:  # half a character, which `json` can write
                return json.dumps(msgspec.to_builtins(value, enc_hook=_encode))

        return write

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return what reads a value. It raises `ValueError` where no program stored it."""
        decode = msgspec.json.Decoder(self.kind, dec_hook=_decode).decode

        def read(text: Any) -> Any:
            try:
                return None if text is None else decode(text)
            except (TypeError, ValueError):
                pass
            try:
                return read_value(json.loads(text), self.kind)  # half a character
            except (RecursionError, TypeError, ValueError):
                raise ValueError("no value of its column") from None

        return read


# Tables


@cache
def _types(record: type[Record]) -> dict[str, tuple[Any, Column, bool]]:
    """Return type, column and whether it may be empty, by the name of a field."""
    hints = get_type_hints(record, include_extras=True)
    return {name: _field(hints[name]) for name in record.__struct_fields__}


def _field(hint: Any) -> tuple[Any, Column, bool]:
    column, optional = Column(), False
    if get_origin(hint) is Annotated:
        kind, *more = get_args(hint)
        columns = [one for one in more if isinstance(one, Column)]
        limits = [one for one in more if not isinstance(one, Column)]
        if columns:
            kind, _, optional = _field(kind)
            return Annotated[kind, *limits] if limits else kind, columns[0], optional
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        optional = True
        hint = Union[tuple(one for one in get_args(hint) if one is not NoneType)]  # noqa: UP007
    return hint, column, optional


_PLAIN: Mapping[type, type[sa.types.TypeEngine[Any]]] = {
    bool: sa.Boolean, int: sa.Integer, float: sa.Double, str: sa.String, bytes: sa.LargeBinary,
}  # fmt: skip


def _sql_type(kind: Any) -> sa.types.TypeEngine[Any]:
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if bare in _PLAIN:
        return _PLAIN[bare]()
    text = bare in _FROM_TEXT or (isinstance(bare, type) and issubclass(bare, Enum))
    return Text(kind) if text else Json(kind)


def table(record: type[Record]) -> sa.Table:
    """Return the table of a record."""
    return _TABLES[record]


def _column(name: str, kind: Any, column: Column, optional: bool) -> sa.Column[Any]:
    gone = "CASCADE" if column.owned else None
    refers = [sa.ForeignKey(f"{column.refers}.id", ondelete=gone)] if column.refers else []
    return sa.Column(
        name, _sql_type(kind), *refers, primary_key=column.key, nullable=optional,
        unique=column.unique or None, index=column.index or None, server_default=column.default,
    )  # fmt: skip


# Rows


class Repository:
    """Reads and writes in one session."""

    def __init__(self, session: Connection) -> None:
        self._session = session


def changes(session: Connection) -> int:
    """Return how many rows this connection to the database ever changed."""
    return int(cast("Any", session.connection.dbapi_connection).total_changes)


def select(
    session: Connection,
    record: type[R],
    *conditions: sa.ColumnElement[bool],
    order: Sequence[Any] = (),
    limit: int | None = None,
) -> list[R]:
    """Return the records that meet all conditions over the columns of `table(record)`."""
    query = _SELECTS[record]
    if conditions:
        query = query.where(*conditions)
    if order:
        query = query.order_by(*order)
    if limit is not None:
        query = query.limit(limit)
    make = _MAKERS[record]
    return [make(*row) for row in session.execute(query).all()]


def select_keys(session: Connection, record: type[R], keys: Iterable[object]) -> list[R]:
    """Return the records that have one of these values in their first key column."""
    column = next(iter(table(record).primary_key))
    return [row for some in parts(keys) for row in select(session, record, column.in_(some))]


def get(session: Connection, record: type[R], *key: object) -> R | None:
    """Return the record with this key."""
    names = [column.name for column in table(record).primary_key]
    row = session.execute(_by_key(record), dict(zip(names, key, strict=True))).first()
    return _MAKERS[record](*row) if row is not None else None


# SQLAlchemy takes longer to make a statement than SQLite to run it, so that each is made once.


@cache
def _by_key(record: type[Record]) -> sa.Select[Any]:
    keys = (column == sa.bindparam(column.name) for column in table(record).primary_key)
    return _SELECTS[record].where(*keys)


_DIALECT = SQLiteDialect(paramstyle="qmark")


_Writers = list[tuple[int, Callable[[Any], Any]]]


@cache
def _upsert(record: type[Record]) -> tuple[str, Callable[[Any], Any], _Writers]:
    """Return the text, what gives the fields in its order, and what writes some, by their place."""
    into, names = table(record), record.__struct_fields__
    adding = sqlite_insert(into).values(dict.fromkeys(names))
    keys = [column.name for column in into.primary_key]
    rest = {name: adding.excluded[name] for name in names if name not in keys}
    if rest:
        adding = adding.on_conflict_do_update(index_elements=keys, set_=rest)
    else:
        adding = adding.on_conflict_do_nothing(index_elements=keys)
    compiled = adding.compile(dialect=_DIALECT)
    order = compiled.positiontup or ()
    types = (into.c[name].type.dialect_impl(_DIALECT) for name in order)
    writers = (kind.bind_processor(_DIALECT) for kind in types)
    written: _Writers = [(at, write) for at, write in enumerate(writers) if write is not None]
    return str(compiled), attrgetter(*order), written


_KEY = "key of the row"


@cache
def _update(made: sa.Table, names: tuple[str, ...]) -> sa.Update:
    (column,) = made.primary_key
    fields: dict[str, sa.BindParameter[Any]] = {name: sa.bindparam(name) for name in names}
    return sa.update(made).where(column == sa.bindparam(_KEY)).values(fields)


_insert = cache(sa.insert)


def values(record: Record) -> dict[str, Any]:
    """Return the fields of a record by name, without a key that the database is to give."""
    found = msgspec.structs.asdict(record)
    if not found.get("id", True):
        del found["id"]
    return found


def insert(session: Connection, record: Record) -> int:
    """Store a new record; return the key of its row, 0 where the table gives none."""
    done = session.execute(_insert(table(type(record))), values(record))
    key = done.inserted_primary_key
    return int(key[0]) if key and isinstance(key[0], int) else 0


def put_records(session: Connection, records: Iterable[Record]) -> None:
    """Store records of one kind, each in place of the one with its key; one without gets one."""
    new: list[Record] = []
    known: list[Record] = []
    for record in records:
        (known if getattr(record, "id", True) else new).append(record)
    if new:
        session.execute(_insert(table(type(new[0]))), [values(record) for record in new])
    if known:
        text, fields, writers = _upsert(type(known[0]))
        rows = [[*fields(record)] for record in known]
        for place, write in writers:
            for row in rows:
                row[place] = write(row[place])
        session.exec_driver_sql(text, [tuple(row) for row in rows])


def change(session: Connection, record: type[Record], key: object, **fields: object) -> None:
    """Set fields of the row of this key; nothing where there is none."""
    session.execute(_update(table(record), tuple(fields)), {_KEY: key, **fields})


def remove(session: Connection, record: type[Record], *conditions: sa.ColumnElement[bool]) -> None:
    """Delete the rows that meet all conditions."""
    session.execute(sa.delete(table(record)).where(*conditions))


def remove_keys(session: Connection, record: type[Record], keys: Iterable[object]) -> None:
    """Delete the rows that have one of these values in their first key column."""
    column = next(iter(table(record).primary_key))
    for some in parts(keys):
        remove(session, record, column.in_(some))


_AT_ONCE = 500  # keys in one statement: SQLite takes 32,766, or 999 where it is old
Value = TypeVar("Value")


def parts(values: Iterable[Value], size: int = _AT_ONCE) -> Iterator[list[Value]]:
    """Yield the values, so many at a time."""
    rest = iter(values)
    while some := list(islice(rest, size)):
        yield some


# Rows that no program stored


def check(column: sa.Column[Any]) -> Callable[[Any], object]:
    """Return what raises `ValueError` for a value of the driver that the column may not have.

    Texts are bytes here, of the subclass `StoredText`: before anybody takes them for UTF-8.
    """
    (record,) = (record for record, made in _TABLES.items() if made is column.table)
    kind, _, optional = _types(record)[column.name]
    of_json = isinstance(column.type, Json)

    def checked(value: Any) -> object:
        if value is None and optional:
            return None
        if isinstance(value, StoredText) and kind is not bytes:
            text = value.decode("utf-8")
            return read_value(json.loads(text) if of_json else text, kind)
        if of_json or isinstance(column.type, (Text, sa.String)) or isinstance(value, StoredText):
            raise ValueError("no value of its column")
        return read_value(bool(value) if kind is bool and value in (0, 1) else value, kind)

    return checked


class StoredText(bytes):
    """A text of SQLite as it is stored."""
