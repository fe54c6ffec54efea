"""Parse JSON text one value at a time, and the exact numbers and months that it stores."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NoReturn

_BLANK = re.compile(r"[ \t\n\r]*")


class JsonText:
    """A text with a place in it. What is no JSON raises `ValueError`.

    `windows`: so many characters of a value are looked at first, then next; the last is the most.
    """

    def __init__(self, text: str, windows: tuple[int, ...]) -> None:
        self._text = text
        self._windows = windows
        self._at = 0
        self._decoder = json.JSONDecoder(parse_constant=_refuse)

    def peek(self) -> str:
        """Return the next character that is not blank; empty at the end."""
        found = _BLANK.match(self._text, self._at)
        assert found is not None  # it matches nothing, too
        self._at = found.end()
        return self._text[self._at : self._at + 1]

    def step_over(self, signs: str) -> str:
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
        for _ in self._parts("[]"):
            yield self.value()

    def members(self) -> Iterator[str]:
        """Step through an object: its names. Each value is stepped over before the next name."""
        for _ in self._parts("{}"):
            name = self.value()
            if not isinstance(name, str):
                raise ValueError("a member without a name")
            self.step_over(":")
            yield name

    def _parts(self, brackets: str) -> Iterator[None]:
        """Step over both brackets, and the commas between; yield ahead of each part."""
        end = brackets[1]
        self.step_over(brackets[0])
        if self.peek() == end:
            self.step_over(end)
            return
        while True:
            yield
            if self.step_over(f",{end}") == end:
                return

    def end(self) -> None:
        """Raise `ValueError` unless nothing follows."""
        if self.peek():
            raise ValueError("something follows the document")


def strict_json(body: bytes) -> Any:
    """Return JSON as RFC 8259 has it: UTF-8, and no NaN or Infinity. Raises `ValueError`."""
    return json.loads(body.decode("utf-8"), parse_constant=_refuse)


def json_object(text: bytes) -> dict[str, Any] | None:
    """Return a JSON object; None for anything else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _refuse(_name: str) -> NoReturn:
    raise ValueError("not a number")


_FRACTION = re.compile(r"[0-9]{1,4000}(?:/[0-9]{1,4000}|\.[0-9]{1,100})?")
_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
MONTH = _MONTH.pattern
"""A month as "2026-11"."""


def fraction(text: object) -> Fraction:
    """Return what `str` made of a fraction that is not negative. Raises `ValueError` otherwise.

    `Fraction` itself takes "1e999999999" too, and computes for minutes.
    """
    if not isinstance(text, str) or not _FRACTION.fullmatch(text):
        raise ValueError("not a fraction as it is kept")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError("not a fraction as it is kept") from None


def whole(value: object) -> int:
    """Return a whole number. Raises `ValueError` for any other value, such as "7" or 1.5."""
    if type(value) is not int:
        raise ValueError("not a whole number")
    return value


def month(text: object) -> str:
    """Return a month as "2026-11". Raises `ValueError` for anything else."""
    if not isinstance(text, str) or not _MONTH.fullmatch(text):
        raise ValueError("not a month as it is kept")
    return text
