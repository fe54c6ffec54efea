"""Exact numbers as they are kept: text that says no more than it has characters."""

from __future__ import annotations

import re
from fractions import Fraction

_FRACTION = re.compile(r"[0-9]{1,4000}(?:/[0-9]{1,4000}|\.[0-9]{1,100})?")
_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")


def fraction(text: object) -> Fraction:
    """What `str` made of a fraction that is not negative. Raises `ValueError` for anything else.

    `Fraction` itself takes "1e999999999" too, and computes for minutes.
    """
    if not isinstance(text, str) or not _FRACTION.fullmatch(text):
        raise ValueError("not a fraction as it is kept")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError("not a fraction as it is kept") from None


def month(text: object) -> str:
    """A month as "2026-11". Raises `ValueError` for anything else."""
    if not isinstance(text, str) or not _MONTH.fullmatch(text):
        raise ValueError("not a month as it is kept")
    return text
