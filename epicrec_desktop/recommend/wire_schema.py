"""Validate wire documents: JSON in bounded memory, and a subset of JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from epicrec_desktop.domain.json_text import JsonText, strict_json

WINDOW = 16_384
"""Characters that a single item of a document may have, where it is read by `walk`."""


def walk(body: bytes, key: str) -> Iterator[tuple[str, Any]]:
    """Yield the members of an object in order, those of the list named `key` one at a time.

    So ("name", "x"), ("movies", first), ("movies", second) …; nothing else is kept in memory than
    the text itself. Raises `ValueError`, also for an item of more than `WINDOW` characters.
    """
    text = JsonText(body.decode("utf-8"), (WINDOW,))
    for name in text.members():
        if name == key and text.peek() == "[":
            yield from ((name, entry) for entry in text.entries())
        else:
            yield name, text.value()
    text.end()


Schema = Mapping[str, Any]

LARGEST = 1e12
LINE = "line"
"""The format of text that is shown in one line: printable characters alone."""
_PATTERNS: dict[str, re.Pattern[str]] = {}


class WireError(ValueError):
    """A document is not of the format. `pointer` (RFC 6901) says where, `reason` what is wrong."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer or 'the document'} {reason}")
        self.pointer = pointer
        self.reason = reason


def decode(body: bytes, most: int) -> Any:
    """Return `strict_json` of a body of bounded size. Raises `WireError`, which quotes nothing.

    `most`: of values, members and list entries together. Commas and brackets inside of texts count
    too, which a limit has to leave room for.
    """
    if sum(body.count(sign) for sign in (b",", b"[", b"{")) < most:
        with suppress(ValueError, RecursionError):
            return strict_json(body)
    raise WireError("", "is not valid JSON, or has too many values")


def check_schema(value: Any, schema: Schema, pointer: str = "") -> None:
    """Raise `WireError` at the first place that is not of the schema; it quotes nothing of it.

    Places below a member whose name is the other side's choice are called "…".
    """
    allowed = schema.get("type")
    if allowed is not None:
        for kind in (allowed,) if isinstance(allowed, str) else allowed:
            if _KINDS[kind](value):
                break
        else:
            raise WireError(pointer, f"must be {_named(allowed)}")
    if "enum" in schema and not any(type(value) is type(e) and value == e for e in schema["enum"]):
        raise WireError(pointer, "must be one of " + ", ".join(map(str, schema["enum"])))
    if "anyOf" in schema:
        _any_of(value, schema["anyOf"], pointer)
    if isinstance(value, str):
        _text(value, schema, pointer)
    elif isinstance(value, dict):
        _object(value, schema, pointer)
    elif isinstance(value, list):
        _list(value, schema, pointer)
    elif value is not None and type(value) is not bool:
        _number(value, schema, pointer)


def _any_of(value: Any, schemas: list[Schema], pointer: str) -> None:
    """Let the schema with the value's type say what is wrong."""
    for schema in schemas:
        if _KINDS[schema["type"]](value):
            check_schema(value, schema, pointer)
            return
    raise WireError(pointer, f"must be {_named([schema['type'] for schema in schemas])}")


def _text(value: str, schema: Schema, pointer: str) -> None:
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if most is not None and not least <= len(value) <= most:
        raise WireError(pointer, f"must be text of {least} to {most} characters")
    pattern = schema.get("pattern")
    if pattern is not None:
        if not value.isascii() or _known(pattern).fullmatch(value) is None:
            raise WireError(pointer, f"must be {schema.get('title', 'of the pattern')}")
    elif schema.get("format") == LINE and not value.isprintable():
        raise WireError(pointer, "must be printable text")


def _object(value: dict[str, Any], schema: Schema, pointer: str) -> None:
    properties, other = schema.get("properties", {}), schema.get("additionalProperties", True)
    if len(value) > schema.get("maxProperties", len(value)):
        raise WireError(pointer, "has too many entries")
    for name in schema.get("required", ()):
        if name not in value:
            raise WireError(f"{pointer}/{name}", "is missing")
    for name, member in value.items():
        if name in properties:
            check_schema(member, properties[name], f"{pointer}/{name}")
        elif other is False:
            raise WireError(pointer, "has a member that is not part of the format")
        elif other is not True:
            check_schema(name, schema.get("propertyNames", {}), pointer)
            check_schema(member, other, f"{pointer}/…")


def _list(value: list[Any], schema: Schema, pointer: str) -> None:
    most = schema.get("maxItems")
    if most is not None and len(value) > most:
        raise WireError(pointer, f"must not have more than {most} entries")
    if len(value) < schema.get("minItems", 0):
        raise WireError(pointer, "must not be empty")
    if "items" in schema:
        is_sound = _quick(schema["items"])
        for place, entry in enumerate(value):
            if not is_sound(entry):
                check_schema(entry, schema["items"], f"{pointer}/{place}")


def _quick(schema: Schema) -> Callable[[Any], bool]:
    """Return a test of long lists of short texts that says yes only to what is of the schema."""
    if schema.get("type") != "string" or not {"pattern", "maxLength"} <= schema.keys():
        return lambda _: False
    least, most = schema.get("minLength", 0), schema["maxLength"]
    matches = _known(schema["pattern"]).fullmatch

    def is_sound(value: Any) -> bool:
        return (
            type(value) is str
            and least <= len(value) <= most
            and value.isascii()
            and matches(value) is not None
        )

    return is_sound if "enum" not in schema and "anyOf" not in schema else lambda _: False


def _known(pattern: str) -> re.Pattern[str]:
    return _PATTERNS.get(pattern) or _PATTERNS.setdefault(pattern, re.compile(pattern))


def _number(value: float, schema: Schema, pointer: str) -> None:
    # Compared before anything is converted: an integer of any length is JSON.
    least, most = schema.get("minimum", -LARGEST), schema.get("maximum", LARGEST)
    if not least <= value <= most:
        raise WireError(pointer, f"must be a number from {least:g} to {most:g}")


def _named(kinds: str | list[str]) -> str:
    return " or ".join(_NAMES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))


_KINDS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
_NAMES = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
