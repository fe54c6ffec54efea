"""Read wire documents: JSON in bounded memory, and its kind as it is declared.

A document is declared once, as a `msgspec.Struct` with its bounds: what is read, what is refused
and what OpenAPI says follow from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, TypeVar

import msgspec

from epicrec_desktop.domain.json_text import JsonText, strict_json

WINDOW = 16_384
"""Characters that a single item of a document may have, where it is read by `walk`."""

_MOST_MEMBERS = 100


def walk(body: bytes, key: str) -> Iterator[tuple[str, Any]]:
    """Yield the members of an object in order, those of the list named `key` one at a time.

    So ("name", "x"), ("movies", first), ("movies", second) …; nothing else is kept in memory than
    the text itself. Raises `ValueError`, also for an item of more than `WINDOW` characters, and
    `WireError` for too many members, of which each may have the same name.
    """
    text = JsonText(body.decode("utf-8"), (WINDOW,))
    for count, name in enumerate(text.members()):
        if count == _MOST_MEMBERS:
            raise WireError("", "has too many members")
        if name == key and text.peek() == "[":
            yield from ((name, entry) for entry in text.entries())
        else:
            yield name, text.value()
    text.end()


Schema = Mapping[str, Any]

Document = TypeVar("Document", bound=msgspec.Struct)

Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]
"""A SHA-256."""

LARGEST = 1e12
"""Numbers without bounds of their own are between this and its negative."""


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


def convert(document: object, kind: type[Document], pointer: str = "") -> Document:
    """Return a document as its declared kind. Raises `WireError` at a place that is not of it.

    It quotes nothing: places below a member whose name is the other side's choice are called "…".
    """
    names, config = kind.__struct_encode_fields__, kind.__struct_config__
    # First, as the error of msgspec would begin with the name.
    if config.forbid_unknown_fields and isinstance(document, dict) and document.keys() - {*names}:
        raise WireError(pointer, _UNKNOWN)
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        reason, at, place = str(error).rpartition(" - at ")
        if not at:
            reason, place = place, ""
    for sign, written in (("[...]", "/…"), ("[", "/"), ("]", ""), ("`", ""), (".", "/")):
        place = place.rpartition("$")[2].replace(sign, written)
    if missing := _MISSING.match(reason):
        raise WireError(f"{pointer}{place}/{missing[1]}", "is missing")
    raise WireError(pointer + place, _reason(reason))


_UNKNOWN = "has a member that is not part of the format"
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_EXPECTED = re.compile(r"Expected `([a-z| ]+)`(.*?)(?:, got `.*)?", re.DOTALL)
_NAMES = {
    "object": "an object", "array": "a list", "str": "text", "int": "a whole number",
    "float": "a number", "bool": "true or false",
}  # fmt: skip


def _reason(text: str) -> str:
    """Return why msgspec refuses a value, without the value."""
    if text.startswith("Object contains unknown field"):
        return _UNKNOWN
    if text == "Number out of range":
        return "must be a number that can be stored"
    if expected := _EXPECTED.fullmatch(text):
        kinds = " or ".join(_NAMES.get(name, name) for name in expected[1].split(" | "))
        return f"must be {kinds}{expected[2]}"
    return "is not one of the values that are allowed"


def check_lines(pointer: str, *texts: str) -> None:
    """Raise `WireError` unless each text can be shown in one line: no pattern says that."""
    if not all(map(str.isprintable, texts)):
        raise WireError(pointer, "must be printable text")


def schema_of(kind: type[msgspec.Struct]) -> Schema:
    """Return the JSON Schema of a declared document, without references and names of classes."""
    (schema,), parts = msgspec.json.schema_components([kind], ref_template="{name}")

    def whole(part: Any) -> Any:
        if isinstance(part, list):
            return [whole(one) for one in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return whole(parts[part["$ref"]])
        if isinstance(pattern := part.get("pattern"), str):  # others' "$" is the very end
            part = part | {"pattern": pattern.removesuffix(r"(?!\n)")}
        named = part.get("type") == "object"  # its "title" is the class; elsewhere, a field
        return {k: whole(part[k]) for k in part if not (named and k == "title")}

    found: Schema = whole(schema)
    return found
