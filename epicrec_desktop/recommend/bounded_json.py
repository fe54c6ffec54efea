"""JSON from outside, read in bounded memory: counted before it is made, or an item at a time.

A megabyte of `{},` is three bytes a value on the wire and seventy in memory. So a document is
refused before anything is made of it (`decode`), or is never there as a whole (`walk`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from epicrec_desktop.domain.json_text import JsonText

WINDOW = 16_384
"""Characters that a single item of a document may have, where it is read by `walk`."""


def decode(body: bytes, most: int) -> Any:
    """Read JSON as RFC 8259 has it: UTF-8, and no NaN or Infinity. Raises `ValueError`.

    `most`: of values, members and list entries together. Commas and brackets inside of texts count
    too, which a limit has to leave room for.
    """
    if sum(body.count(sign) for sign in (b",", b"[", b"{")) >= most:
        raise ValueError("too many values")
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refuse)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def walk(body: bytes, key: str) -> Iterator[tuple[str, Any]]:
    """The members of an object in their order, those of the list named `key` one entry at a time.

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


def _refuse(_name: str) -> NoReturn:
    raise ValueError("not a number")
