"""Write records as JSON documents, attribute by attribute."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
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


def pieces(value: Any) -> Iterator[str]:
    """Yield a document as JSON text, indented by two, piece by piece.

    What is given by an iterator, the document or a member of it, is written as a list, one item at
    a time: tens of thousands of movies are never all there as text.
    """
    if isinstance(value, Mapping):
        yield "{"
        separator = "\n"
        for name, one in value.items():
            yield f"{separator}  {json.dumps(name, ensure_ascii=False)}: "
            yield from _list_pieces(one, 2) if isinstance(one, Iterator) else [_text(one, 2)]
            separator = ",\n"
        yield "\n}" if value else "}"
    elif isinstance(value, Iterator):
        yield from _list_pieces(value, 0)
    else:
        yield _text(value, 0)


def _list_pieces(items: Iterator[Any], indent: int) -> Iterator[str]:
    inner, begun = indent + 2, False
    for item in items:
        yield f"{',' if begun else '['}\n{' ' * inner}{_text(item, inner)}"
        begun = True
    yield f"\n{' ' * indent}]" if begun else "[]"


def _text(value: Any, indent: int) -> str:
    """Return a value as JSON within lines that are indented; texts have no line break in JSON."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return text.replace("\n", f"\n{' ' * indent}")
