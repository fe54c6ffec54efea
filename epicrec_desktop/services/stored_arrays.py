"""Arrays made of public data, stored in the cache between starts: making them takes long.

A file begins with a fingerprint of what its arrays are made of. A file of something else, or a
damaged one, is read as none, and the caller makes the arrays again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.files import write_file

Arrays = Mapping[str, NDArray[Any]]
_Stored = dict[str, tuple[str, tuple[int, ...], bytes]]
"""The type, shape and bytes of each array."""


def read_arrays(file: Path, fingerprint: bytes) -> dict[str, NDArray[Any]] | None:
    """Return the stored arrays; None where they are made of something else, or damaged."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    size = len(fingerprint)
    known, checksum, body = content[:size], content[size : 2 * size], content[2 * size :]
    if known != fingerprint or checksum != hashlib.sha256(body).digest():
        return None
    try:
        stored = msgspec.msgpack.decode(body, type=_Stored)
    except msgspec.DecodeError:  # of another version of the program
        return None
    return {
        name: np.frombuffer(part, dtype=kind).reshape(shape)
        for name, (kind, shape, part) in stored.items()
    }


def write_arrays(file: Path, fingerprint: bytes, arrays: Arrays) -> None:
    """Store the arrays under a SHA-256; without room on the disk the next start makes them."""
    stored = {name: (a.dtype.str, a.shape, a.tobytes()) for name, a in arrays.items()}
    body = msgspec.msgpack.encode(stored)
    with suppress(OSError):
        write_file(file, fingerprint + hashlib.sha256(body).digest() + body, durable=False)
