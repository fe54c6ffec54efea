"""A JSON text that is read one value at a time: no more than one is in memory beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

_BLANK = re.compile(r"[ \t\n\r]*")


class JsonText:
    """A text with a place in it. What is no JSON raises `ValueError`.

    `windows`: so many characters of a value are looked at first, then next; none may have more than
    the last.
    """

    def __init__(self, text: str, windows: tuple[int, ...]) -> None:
        self._text = text
        self._windows = windows
        self._at = 0
        self._decoder = json.JSONDecoder(parse_constant=_refuse)

    def peek(self) -> str:
        """The next character that is not blank; empty at the end."""
        found = _BLANK.match(self._text, self._at)
        assert found is not None  # it matches nothing, too
        self._at = found.end()
        return self._text[self._at : self._at + 1]

    def take(self, signs: str) -> str:
        """Step over one of these signs, and say which."""
        sign = self.peek()
        if not sign or sign not in signs:
            raise ValueError("another sign was expected")
        self._at += 1
        return sign

    def value(self) -> Any:
        """Step over a value of any kind, and return it."""
        self.peek()
        for size in self._windows:
            window = self._text[self._at : self._at + size]
            try:
                value, length = self._decoder.raw_decode(window)
            except RecursionError:
                raise ValueError("nested too deeply") from None
            except ValueError:
                if len(window) < size:
                    raise
                continue
            if length < size:  # else a number could go on behind it
                self._at += length
                return value
        raise ValueError("an item is too long, or no JSON")

    def entries(self) -> Iterator[Any]:
        """Step through a list."""
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            yield self.value()
            if self.take(",]") == "]":
                return

    def members(self) -> Iterator[str]:
        """Step through an object: its names. Each value is stepped over before the next name."""
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            name = self.value()
            if not isinstance(name, str):
                raise ValueError("a member without a name")
            self.take(":")
            yield name
            if self.take(",}") == "}":
                return

    def end(self) -> None:
        """Raise `ValueError` unless nothing follows."""
        if self.peek():
            raise ValueError("something follows the document")


def _refuse(_name: str) -> NoReturn:
    raise ValueError("not a number")
