"""Copies and compares files of a browser as bytes; takes no locks and waits for nobody."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from epicrec_desktop.domain.tasks import IsCancelled, check
from epicrec_desktop.history.problems import problem, reading_errors, writing_errors

CHUNK = 1024 * 1024
_BINARY: int = getattr(os, "O_BINARY", 0)
# Without it, opening a pipe that nobody writes to would wait forever.
_NO_WAIT: int = getattr(os, "O_NONBLOCK", 0)


def copy_file(source: Path, target: Path, *, limit: int, cancelled: IsCancelled) -> None:
    """Copy to a new file that only the person can read (0600), in chunks.

    Raises `HistoryError` and `Cancelled`; `too-big` if the source turns out longer than `limit`.
    """
    with reading_errors():
        incoming = _open(source)
    with incoming:
        with writing_errors():
            outgoing = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
        try:
            copied = 0
            while chunk := _read(incoming):
                check(cancelled)
                copied += len(chunk)
                if copied > limit:
                    raise problem("too-big")
                with writing_errors():
                    _write(outgoing, chunk)
        finally:
            os.close(outgoing)


def files_equal(original: Path, copy: Path, cancelled: IsCancelled) -> bool:
    """Whether two files hold the same bytes."""
    with reading_errors():
        one = _open(original)
    with one, copy.open("rb") as other:
        while True:
            check(cancelled)
            chunk = _read(one)
            if chunk != other.read(CHUNK):
                return False
            if not chunk:
                return True


def read_head(path: Path, length: int) -> bytes:
    """The first bytes of a file; empty if it is missing."""
    with reading_errors():
        try:
            file = _open(path)
        except FileNotFoundError:
            return b""
        with file:
            return file.read(length)


def size(path: Path) -> int:
    """Bytes of a file; 0 if it is missing."""
    with reading_errors():
        try:
            return path.stat().st_size
        except FileNotFoundError:
            return 0


def _open(path: Path) -> BinaryIO:
    if not stat.S_ISREG(path.stat().st_mode):
        raise problem("not-a-file")
    descriptor = os.open(path, os.O_RDONLY | _BINARY | _NO_WAIT)
    file = os.fdopen(descriptor, "rb")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        file.close()
        raise problem("not-a-file")
    return file


def _read(file: BinaryIO) -> bytes:
    with reading_errors():
        return file.read(CHUNK)


def _write(descriptor: int, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
