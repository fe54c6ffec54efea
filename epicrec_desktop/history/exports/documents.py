"""JSON of any size, one entry at a time: nothing but the text and that entry is in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from epicrec_desktop.domain.json_text import JsonText
from epicrec_desktop.history.exports.problems import problem

ENTRIES = 5_000_000
"""Entries of a document that are read."""
_WINDOWS = (2_048, 65_536, 4_194_304)
"""Characters of an entry: most have some hundreds, and none may have more than the last."""
_NESTED = 3  # lists within objects that are looked into: Tautulli's are in response.data.data

Entry = tuple[str, Any]
"""The name of the list that an entry is in (empty for the document's own), and the entry."""


def entries(text: str) -> Iterator[Entry]:
    """The entries of the document's list, or of the lists that its object has.

    Other members of the object come as they are. Raises `HistoryError` where the text is no JSON,
    or an entry is too long.
    """
    reader = JsonText(text, _WINDOWS)
    try:
        for count, entry in enumerate(_of_value(reader, "", _NESTED)):
            if count >= ENTRIES:
                raise problem("too-many")
            yield entry
        reader.end()
    except ValueError:
        raise problem("damaged") from None


def _of_value(reader: JsonText, name: str, depth: int) -> Iterator[Entry]:
    sign = reader.peek()
    if sign == "[":
        yield from ((name, entry) for entry in reader.entries())
    elif sign == "{" and depth:
        for member in reader.members():
            yield from _of_value(reader, member, depth - 1)
    else:
        yield name, reader.value()
