"""Titles that are a letter or two away from what somebody typed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

_SHORTEST = 8  # letters of a title: shorter ones are too near to one another
_LONG = 15  # letters from which on two edits are one slip of the hand
_MOST = 5  # keys looked at: titles of one film in several spellings
_BLOCK = 4  # letters at an end that must be right
_DIGITS = re.compile(r"\d+")


class FuzzyIndex:
    """Finds the nearest of many keys. Keys are letters and digits only.

    Candidates are those with the same first or the same last letters: an edit damages one end, two
    edits hardly ever both, so a few hundred keys are compared where there are a hundred thousand.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_end: dict[str, list[str]] = {}
        for key in dict.fromkeys(keys):
            if len(key) >= _SHORTEST:
                self._by_end.setdefault(key[:_BLOCK], []).append(key)
                self._by_end.setdefault("." + key[-_BLOCK:], []).append(key)

    def nearest(self, typed: str) -> list[str]:
        """The keys at one edit from this, or at two if it is long and none is at one.

        Digits are never mistyped: a number off is another part of a series. Empty if a key is the
        same.
        """
        if len(typed) < _SHORTEST:
            return []
        allowed = 2 if len(typed) >= _LONG else 1
        candidates = {
            key
            for end in (typed[:_BLOCK], "." + typed[-_BLOCK:])
            for key in self._by_end.get(end, ())
            if abs(len(key) - len(typed)) <= allowed
        }
        found = process.extract(
            typed, candidates, scorer=OSA.distance, score_cutoff=allowed, limit=_MOST
        )
        near = [(key, distance) for key, distance, _ in found if _numbers(key) == _numbers(typed)]
        if not near or near[0][1] == 0:
            return []
        return [key for key, distance in near if distance == near[0][1]]


def _numbers(key: str) -> list[str]:
    return _DIGITS.findall(key)
