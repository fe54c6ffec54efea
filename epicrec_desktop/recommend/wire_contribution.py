"""A contribution to training on the wire: the one place where both sides read the format.

    {"list": "1f0c…", "epsilon": "1", "bits": "…"}

`list` names a public list of movies, which ships with the program: what is asked is ours, and no
provider's. `bits` is base64 of a bit for each movie in the list's order, the first the highest of
its byte, and zeros to the end of the last byte: each is flipped by chance
(`privacy/randomized_response.py`), so every contribution to a list has the same length.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from epicrec_desktop import resources
from epicrec_desktop.recommend.wire_schema import WireError, convert, decode

EPSILON = Fraction(1)
"""The budget of a contribution: a constant, so that nobody is singled out by their own."""

MAX_CONTRIBUTION_BYTES = 10_000
_MOST_VALUES = 16
_LISTS = ("movies-1.txt",)
"""The newest last. An older one stays as long as somebody may have contributed to it."""


class ContributionDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A contribution as it is sent."""

    list: Annotated[str, Meta(pattern="^[0-9a-f]{16}$", max_length=16)]
    epsilon: Literal["1"]
    bits: Annotated[str, Meta(pattern="^[A-Za-z0-9+/]*={0,2}$", max_length=8_000)]


@dataclass(frozen=True)
class PublicList:
    """Movies that are asked for, the same for everybody, under a name that their ids give."""

    movies: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return a name for these movies in this order, and for no others."""
        return hashlib.sha256("\n".join(self.movies).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Contribution:
    """What one user contributed of one period: bits (k,) for the movies of a list."""

    movies: PublicList
    epsilon: Fraction
    bits: tuple[bool, ...]

    @property
    def packed(self) -> bytes:
        """Return the bits, eight to a byte."""
        return np.packbits(np.array(self.bits, dtype=bool)).tobytes()


@cache
def public_lists() -> tuple[PublicList, ...]:
    """Return the lists this program knows, the newest last."""
    files = (resources.path("contributions", name) for name in _LISTS)
    return tuple(PublicList(tuple(file.read_text(encoding="ascii").split())) for file in files)


def find_public_list(name: str) -> PublicList | None:
    """Return the list of this name, if this program knows it."""
    return next((known for known in public_lists() if known.name == name), None)


def unpack(packed: bytes, movies: int) -> NDArray[np.bool_]:
    """Return the bits (k,) of a contribution to a list of so many movies."""
    return np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=movies).astype(bool)


def encode_contribution(movies: PublicList, epsilon: Fraction, bits: Sequence[bool]) -> bytes:
    """Return the bytes of a contribution; the same contribution has the same bytes."""
    contribution = Contribution(movies, epsilon, tuple(bits))
    document = {
        "list": movies.name,
        "epsilon": str(epsilon),
        "bits": base64.b64encode(contribution.packed).decode("ascii"),
    }
    return json.dumps(document, separators=(",", ":")).encode()


def parse_contribution(body: bytes) -> Contribution:
    """Read a contribution. Raises `WireError`, which never quotes it."""
    document = convert(decode(body, _MOST_VALUES), ContributionDocument)
    movies = find_public_list(document.list)
    if movies is None:
        raise WireError("/list", "is no list that this program knows")
    count = len(movies.movies)
    try:
        packed = base64.b64decode(document.bits, validate=True)
    except (binascii.Error, ValueError):
        raise WireError("/bits", "is not base64") from None
    if len(packed) != (count + 7) // 8 or unpack(packed, 8 * len(packed))[count:].any():
        raise WireError("/bits", "does not have a bit for each movie of the list")
    if base64.b64encode(packed).decode("ascii") != document.bits:
        raise WireError("/bits", "is not written as base64 is")
    return Contribution(movies, Fraction(document.epsilon), tuple(unpack(packed, count).tolist()))
