"""Count commits in two places, so that the loss of the last ones is noticed at the next start.

A flipped bit in SQLite's write-ahead log ends it there: the transactions behind it are gone, and
what is left is sound. So each transaction that changes something raises a number in the table of
checksums, and once it is committed, the number is written into a small file beside the database.
Nobody waits for the disk to have that file: whatever ends the program between the two, or takes the
power away, leaves the file behind the database, never ahead of it.

A count begins at a random number, so that of another library is far away and proves nothing.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.locks import open_private
from epicrec_desktop.store.movie_rows import ChecksumRow
from epicrec_desktop.store.records import table

NAME = "commits"
"""Of the row of the count, among those of the tables."""

_COUNTS = table(ChecksumRow)
_RAISE = (
    sa.update(_COUNTS)
    .where(_COUNTS.c.name == NAME)
    # Of whatever bits of it were flipped, a whole number is made that fits the file.
    .values(value=(_COUNTS.c.value + 1).bitwise_and((1 << 63) - 1))
    .returning(_COUNTS.c.value)
)
_FAR = 1 << 20
_BYTES = 8  # of the number, and of its digest behind it


def first() -> int:
    """Return where the count of a new library begins."""
    return secrets.randbits(60)


def raise_count(session: sa.Connection) -> int:
    """Count the transaction of this session, which is about to be committed."""
    return int(session.scalar(_RAISE) or 0)


def acknowledge(path: Path, count: int, *, lower: bool = False) -> None:
    """Write the count of a commit beside the database at `path`, unless a later one is there.

    `lower`: also then, as the library is an older one. A full disk is no reason to fail.
    """
    if not lower and _behind(count, acknowledged(path)):
        return
    number = count.to_bytes(_BYTES, "big")
    with suppress(OSError), os.fdopen(open_private(_file(path)), "wb", 0) as stream:
        stream.write(number + _digest(number))


def forget(path: Path) -> None:
    """Remove the count beside the database at `path`, as an older one takes its place."""
    with suppress(OSError):
        _file(path).unlink(missing_ok=True)


def lacks(sums: Mapping[str, int] | None, others: Mapping[str, int] | None) -> int:
    """Return how many commits a database lacks that another one has, by the checksums of both."""
    return _behind((sums or {}).get(NAME), (others or {}).get(NAME))


def lost(path: Path, read: Callable[[], Mapping[str, int] | None]) -> int:
    """Return how many acknowledged commits a database lacks; `read` returns its checksums.

    They are read last: another program may be writing.
    """
    stored = acknowledged(path)
    return _behind((read() or {}).get(NAME), stored)


def _behind(count: int | None, other: int | None) -> int:
    """Return how far a count is behind another; 0 where that is one of another library."""
    distance = 0 if count is None or other is None else other - count
    return distance if 0 < distance < _FAR else 0


class Missing(NamedTuple):
    """How many of the last commits a library lacks, and whether a newer copy can be restored."""

    commits: int
    copy: bool

    def sentence(self, *, command: bool) -> Message:
        """Say so; `command`: with the command that restores the copy."""
        restore = message("There is a newer copy of it.")
        if command:
            restore = message("There is a newer copy: restore it with `epicrec restore`.")
        look = message(
            "Look whether your last answers are there, or import an export that has them."
        )
        return counted(
            "The last change to your library is missing: its file was damaged, or an older one "
            "took its place. What was sent stays counted. {advice}",
            "The last {count:,} changes to your library are missing: its file was damaged, or an "
            "older one took its place. What was sent stays counted. {advice}",
            count=self.commits,
            advice=restore if self.copy else look,
        )


def acknowledged(path: Path) -> int | None:
    """Return the count beside a database; None where there is none, or it is damaged."""
    try:
        stored = _file(path).read_bytes()
    except OSError:
        return None
    number = stored[:_BYTES]
    return int.from_bytes(number, "big") if stored[_BYTES:] == _digest(number) else None


def _file(path: Path) -> Path:
    return path.with_name(f"{path.name}.{NAME}")


def _digest(number: bytes) -> bytes:
    return hashlib.blake2b(number, digest_size=_BYTES, person=b"epicrec-commits").digest()
