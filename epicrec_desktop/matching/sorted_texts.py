"""Texts in order with a number each, looked up whole, by their beginning, and with slips."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

Arrays = dict[str, NDArray[Any]]
"""What a search is made of, by name, so that it can be stored."""

_PARTS = ("starts", "numbers", "turned", "letters")
_PART = 4
_DIGITS = re.compile(r"\d+")
_LAST = "\U0010ffff"


def joined_lines(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Return texts, none of which has a line break, as bytes."""
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)


def lines(stored: NDArray[np.uint8]) -> list[str]:
    """Return the texts of `joined_lines`; none is empty."""
    return stored.tobytes().decode().split("\n") if stored.size else []


def _letters(texts: Sequence[str]) -> NDArray[np.uint32]:
    """Return which letters each text has, as bits; some letters share one. No text is empty."""
    if not texts:
        return np.zeros(0, dtype=np.uint32)
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), dtype="<u4")
    bits = np.left_shift(np.uint32(1), codes % np.uint32(32), dtype=np.uint32)
    starts = np.cumsum([0, *map(len, texts[:-1])])
    found: NDArray[np.uint32] = np.bitwise_or.reduceat(bits, starts)
    return found


def _in_order(texts: Iterable[str]) -> list[str]:
    """Sorted, in parts: a worker that sorts hundreds of thousands at once holds up the screen."""
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for text in texts:
        parts[text[:_PART]].append(text)
    return [text for part in sorted(parts) for text in sorted(parts[part])]


class SortedTexts:
    """Strings in order, each with numbers: all of a beginning, or of an end, are one stretch."""

    def __init__(self, texts: list[str], *parts: NDArray[Any]) -> None:
        """`parts` are `_PARTS`: the numbers of text i are from `starts[i]` to `starts[i + 1]`;
        `turned` are the places of the texts in the order of their ends.
        """
        self.texts = texts
        self._starts, self._numbers, self._turned, self._letters = parts
        self.lengths = np.fromiter(map(len, texts), np.int64, len(texts))

    @classmethod
    def made(cls, pairs: dict[str, list[int]]) -> SortedTexts:
        """Return these texts with their numbers."""
        texts = _in_order(pairs)
        sizes = np.fromiter((len(pairs[text]) for text in texts), np.int32, len(texts))
        starts = np.concatenate(([0], np.cumsum(sizes, dtype=np.int32)))
        flat = (number for text in texts for number in pairs[text])
        numbers = np.fromiter(flat, np.int32, int(starts[-1]))
        place = {text[::-1]: number for number, text in enumerate(texts)}
        turned = np.fromiter((place[text] for text in _in_order(place)), np.int32, len(texts))
        return cls(texts, starts.astype(np.int32), numbers, turned, _letters(texts))

    @classmethod
    def restored(cls, arrays: Arrays, name: str) -> SortedTexts:
        """Return what `arrays` gave under this name."""
        parts = (arrays[f"{name}.{part}"] for part in _PARTS)
        return cls(lines(arrays[f"{name}.texts"]), *parts)

    def arrays(self, name: str) -> Arrays:
        """Return what it is made of."""
        parts = (self._starts, self._numbers, self._turned, self._letters)
        found = {f"{name}.{part}": array for part, array in zip(_PARTS, parts, strict=True)}
        return {**found, f"{name}.texts": joined_lines(self.texts)}

    def exactly(self, text: str) -> NDArray[np.int32]:
        """Return the numbers of this text."""
        place = bisect_left(self.texts, text)
        if place < len(self.texts) and self.texts[place] == text:
            return self.at(place, place + 1)
        return self.at(0, 0)

    def beginning(self, text: str) -> tuple[int, int]:
        """From where to where the texts begin so."""
        return bisect_left(self.texts, text), bisect_left(self.texts, text + _LAST)

    def at(self, start: int, end: int) -> NDArray[np.int32]:
        """Return the numbers of a stretch of texts."""
        return self._numbers[self._starts[start] : self._starts[end]]

    def numbers(self, places: Iterable[int]) -> NDArray[np.int32]:
        """Return the numbers of some texts."""
        parts = [self.at(place, place + 1) for place in places]
        return np.concatenate(parts) if parts else self.at(0, 0)

    def near(self, text: str, edits: int) -> list[tuple[int, int]]:
        """Return texts within so many edits that begin or end as this one does, by distance.

        One edit leaves nearly a half at one end as it is. Two edits may damage both ends: `scan`
        finds those.
        """
        prefix_length = (len(text) - 1) // 2 if edits == 1 else max((len(text) - 2) // 3, 1)
        start, end = self.beginning(text[:prefix_length])
        tail = text[::-1][:prefix_length]
        first, last = self._ending(tail), self._ending(tail + _LAST)
        there = np.zeros(len(self.texts), dtype=bool)
        there[start:end] = there[self._turned[first:last]] = True
        return self._within(text, np.flatnonzero(there), edits)

    def _ending(self, tail: str) -> int:
        """Return where in `_turned` the texts begin that, read backwards, are not before this."""
        every = range(len(self.texts))
        return bisect_left(every, tail, key=lambda at: self.texts[self._turned[at]][::-1])

    def scan(self, text: str, edits: int) -> list[tuple[int, int]]:
        """Return the same of all texts."""
        return self._within(text, np.arange(len(self.texts)), edits)

    def _within(self, text: str, places: NDArray[np.int64], edits: int) -> list[tuple[int, int]]:
        places = places[np.abs(self.lengths[places] - len(text)) <= edits]
        # One edit takes a letter away, or puts one in, or both.
        differing_bits = self._letters[places] ^ _letters([text])[0]
        fitting = places[np.bitwise_count(differing_bits) <= 2 * edits].tolist()
        found = process.extract(
            text,
            [self.texts[place] for place in fitting],
            scorer=OSA.distance,
            score_cutoff=edits,
            limit=None,
        )
        numbers = _DIGITS.findall(text)  # a number off is another part of a series
        return [
            (fitting[at], int(distance))
            for other, distance, at in found
            if distance and _DIGITS.findall(other) == numbers
        ]

    def beginning_near(self, text: str) -> list[int]:
        """Return places of texts that begin with this, one letter in its second half mistyped."""
        start, end = self.beginning(text[: len(text) // 2])
        found: set[int] = set()
        for length in (len(text) - 1, len(text), len(text) + 1):
            heads = [self.texts[place][:length] for place in range(start, end)]
            near = process.extract(text, heads, scorer=OSA.distance, score_cutoff=1, limit=None)
            found.update(start + at for _, _, at in near)
        return sorted(found)
