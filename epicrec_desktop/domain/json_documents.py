"""Write records as JSON documents, attribute by attribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.records import Record


def document(record: object, names: str) -> dict[str, Any]:
    """Return attributes of a record as JSON, in this order; `window=period` renames `period`."""
    pairs = (name.partition("=")[::2] for name in names.split())
    return {name: plain(getattr(record, attribute or name)) for name, attribute in pairs}


def plain(value: Any) -> Any:
    """Return a value as JSON has it: records and dataclasses by field, enumerations by value,
    times in ISO format; fractions, paths and messages as text.
    """
    match value:
        case Message() | Fraction() | PurePath():
            return str(value)
        case Enum():
            return value.value
        case date():  # a `datetime` is one
            return value.isoformat()
        case Mapping():
            return {plain(name): plain(one) for name, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
    names: Sequence[str] = ()
    if isinstance(value, Record):
        names = value.__struct_fields__
    elif is_dataclass(value):
        names = [field.name for field in fields(value)]
    return document(value, " ".join(names)) if names else value
