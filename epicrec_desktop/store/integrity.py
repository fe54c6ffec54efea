"""Looks whether rows hold what the program writes: after something odd came out of a database.

SQLite stores any value in any column, and a disk that fails, or another program, changes bytes
without a checksum that would tell. Nothing of this is read at a start: it takes a second for a
hundred thousand movies.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Float, Integer, LargeBinary, Table

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus
from epicrec_desktop.domain.json_text import fraction, month
from epicrec_desktop.store.contacts import ContactKind, ContactOutcome
from epicrec_desktop.store.driver import PLAIN, Connection, Driver
from epicrec_desktop.store.ledger import SendKind
from epicrec_desktop.store.models import OWN, Base, UtcDateTime

Check = Callable[[Any], object]
"""Raises `ValueError`, `TypeError` or one of their kin for a value that nobody here wrote."""

ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What comes of reading such a value."""


class _Text(bytes):
    """A text of SQLite, before anybody takes it for UTF-8."""


def damaged_tables(path: Path, opened: Driver = PLAIN) -> list[str]:
    """Names of the tables in which a row is not as the program writes it; empty where all are.

    Raises one of `driver.errors` where the file cannot be read at all.
    """
    with closing(opened.connect(path)) as connection:
        connection.text_factory = _Text
        found = {
            table.name for table in Base.metadata.sorted_tables if not _is_sound(connection, table)
        }
        found |= {bytes(row[0]).decode() for row in connection.execute("PRAGMA foreign_key_check")}
    return sorted(found)


def _is_sound(connection: Connection, table: Table) -> bool:
    checks = [_check(table, column) for column in table.columns]
    names = ", ".join(column.name for column in table.columns)
    try:
        for row in connection.execute(f"SELECT {names} FROM {table.name}"):  # noqa: S608 - ours
            for check, value in zip(checks, row, strict=True):
                check(value)
    except ODD:
        return False
    return True


def _check(table: Table, column: Column[Any]) -> Check:
    of_type = next((check for kind, check in _TYPES if isinstance(column.type, kind)), _text)
    more = _MORE.get(f"{table.name}.{column.name}")

    def check(value: Any) -> None:
        if value is None:
            if not column.nullable:
                raise ValueError("nothing is there")
            return
        read = of_type(value)
        if more is not None:
            more(read)

    return check


def _text(value: Any) -> str:
    if not isinstance(value, _Text):
        raise TypeError("no text")
    return value.decode("utf-8")


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("no whole number")
    return value


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError("no number")
    return value


def _flag(value: Any) -> None:
    if value not in (0, 1):
        raise ValueError("neither yes nor no")


def _bytes(value: Any) -> None:
    if isinstance(value, _Text) or not isinstance(value, bytes):
        raise TypeError("no bytes")


def _moment(value: Any) -> None:
    if datetime.fromisoformat(_text(value)).tzinfo is None:
        raise ValueError("a time without its zone")


def _document(value: Any) -> Any:
    return json.loads(_text(value))


_TYPES: tuple[tuple[type, Check], ...] = (
    (UtcDateTime, _moment),
    (JSON, _document),
    (LargeBinary, _bytes),
    (Boolean, _flag),
    (Integer, _whole),
    (Float, _number),
)


def _one_of(kind: type[StrEnum]) -> Check:
    return kind


def _texts(value: Any) -> None:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError("no list of texts")


def _pairs(value: Any) -> None:
    for pair in _list(value):
        _texts(pair)
        if len(pair) != 2:
            raise ValueError("no pair")


def _figures(value: Any) -> None:
    for figure in _object(value).values():
        _number(figure)


def _rule_evidence(value: Any) -> None:
    for item in _list(value):
        _, decision, evidence, confidence, count, seconds, *_ = item
        Decision(decision), Evidence(evidence)
        _number(confidence), _whole(count), _number(seconds)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("no object")
    return value


def _source(value: str) -> object:
    return value if value == OWN else Service(value)


def _months(value: Any) -> None:
    for name in _list(value):
        month(name)


_MORE: Mapping[str, Check] = {
    "movies.alternative_titles": _texts,
    "movies.site_ids": _pairs,
    "movies.figures": _figures,
    "sightings.evidence": _one_of(Evidence),
    "sightings.decision": _one_of(Decision),
    "sightings.rule_evidence": _rule_evidence,
    "library.status": _one_of(LibraryStatus),
    "library.release_period": month,
    "library.also_in": _months,
    "imports.source": _source,
    "imports.seen": date.fromisoformat,
    "privacy_choices.level": _one_of(ReleaseLevel),
    "budgets.epsilon": fraction,
    "providers.trust": fraction,
    "providers.trust_before": fraction,
    "release_periods.name": month,
    "release_periods.document": _object,
    "releases.level": _one_of(ReleaseLevel),
    "releases.epsilon": fraction,
    "releases.joint": fraction,
    "releases.items": _texts,
    "releases.open_items": _texts,
    "contributions.name": month,
    "contributions.document": _object,
    "contributed_movies.period": month,
    "contributed_movies.also_in": _months,
    "contribution_sends.period": month,
    "contribution_sends.kind": _one_of(SendKind),
    "contacts.kind": _one_of(ContactKind),
    "contacts.outcome": _one_of(ContactOutcome),
    "recommendations.document": _object,
}
"""What a value must be beyond its type, by table and column."""
