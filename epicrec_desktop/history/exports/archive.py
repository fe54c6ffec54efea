"""Opens what is imported: a file, an archive or a folder. What is inside may be made to harm.

Nothing is unpacked onto the disk, no link is followed, and sizes are those of what was read, not
of what an archive says of itself.
"""

from __future__ import annotations

import contextlib
import io
import lzma
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from epicrec_desktop.history.errors import export_error

FILE_BYTES = 256 * 1024 * 1024
"""Of one table or document, unpacked."""
TOTAL_BYTES = 1024 * 1024 * 1024
"""Of all that an archive or a folder holds and is read."""
MOST_EXPANDED, _ALWAYS_READ = 100, 10_000_000
"""How many times its packed size a member may have, and the bytes that every one may have: tables
and documents shrink to a tenth. What is packed tighter is made to fill the memory.
"""
MEMBERS = 20_000
"""Of an archive or a folder that are looked at."""
_DIRECTORY_BYTES = 16 * 1024 * 1024  # of an archive's table of contents
_DEPTH = 8  # folders within folders
_ARCHIVES = 2  # archives within an archive or a folder
_HEAD = 512
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_ARCHIVE_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    RuntimeError,  # encrypted
    NotImplementedError,  # packed in a way that is not known here
    OverflowError,
    UnicodeDecodeError,
)


@dataclass(frozen=True, repr=False)
class Member:
    """One file: its name in the archive or folder, "/" between folders, and its bytes."""

    name: str
    data: bytes


def open_export(path: Path) -> Iterator[Member]:
    """Yield the files that may hold a table or a document, one after the other.

    Of an archive or a folder those that cannot be one are left out, and archives in it are opened
    as well. Raises `HistoryError`.
    """
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            yield from _of_folder(path)
        elif not stat.S_ISREG(mode):
            raise export_error("not-a-file")
        elif _is_archive(path):
            yield from _of_archive(path)
        else:
            with path.open("rb") as stream:
                data = stream.read(FILE_BYTES + 1)
            if len(data) > FILE_BYTES:
                raise export_error("too-big")
            yield Member(path.name, data)
    except FileNotFoundError:
        raise export_error("missing") from None
    except PermissionError:
        raise export_error("permission") from None
    except (OSError, ValueError):  # a name with a NUL is a ValueError
        raise export_error("unreadable") from None


def _is_archive(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(4) in _ZIP


class _LimitedFile(io.BufferedReader):
    """A file of which no more is read at once than a table of contents may have.

    `zipfile` refuses a longer one as cut off; it reads a member in as many pieces as it has.
    """

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or not 0 <= size <= _DIRECTORY_BYTES:
            size = _DIRECTORY_BYTES
        return super().read(size)


class _Left:
    """How many bytes, and how many members, may still be read of one import's file."""

    def __init__(self) -> None:
        self.bytes, self.members = TOTAL_BYTES, MEMBERS


def _of_archive(path: Path) -> Iterator[Member]:
    try:
        with _LimitedFile(io.FileIO(path, "rb")) as stream:
            yield from _of_zip(stream, "", _Left(), _ARCHIVES)
    except _ARCHIVE_ERRORS:
        raise export_error("archive") from None


def _of_zip(stream: BinaryIO, place: str, left: _Left, depth: int) -> Iterator[Member]:
    with zipfile.ZipFile(stream) as archive:
        for info in archive.infolist():
            left.members -= 1
            if left.members < 0:
                return
            if not info.filename or info.is_dir() or stat.S_ISLNK(info.external_attr >> 16):
                continue
            expanded = max(_ALWAYS_READ, MOST_EXPANDED * info.compress_size)
            with archive.open(info) as packed:
                data = _of_stream(packed, min(FILE_BYTES, left.bytes, expanded))
            yield from _members(place + info.filename, data, left, depth)


def _members(name: str, data: bytes | None, left: _Left, depth: int) -> Iterator[Member]:
    """Yield a member, or those of an archive that it is; one that is damaged has none."""
    if data is None:
        return
    left.bytes -= len(data)
    if not data.startswith(_ZIP):
        yield Member(name, data)
    elif depth:
        with contextlib.suppress(*_ARCHIVE_ERRORS, OSError, ValueError):
            inner = _LimitedFile(io.BytesIO(data))
            yield from _of_zip(inner, f"{name}/", left, depth - 1)


def _of_folder(folder: Path) -> Iterator[Member]:
    left = _Left()
    for parent, folders, files in os.walk(folder, followlinks=False):
        folders.sort()
        place = Path(parent).relative_to(folder)
        if len(place.parts) >= _DEPTH:
            folders.clear()
        for name in sorted(files):
            left.members -= 1
            if left.members < 0:
                return
            path = Path(parent, name)
            if not stat.S_ISREG(path.lstat().st_mode):
                continue
            with path.open("rb") as stream:
                data = _of_stream(stream, min(FILE_BYTES, left.bytes))
            yield from _members((place / name).as_posix(), data, left, _ARCHIVES)


def _of_stream(stream: IO[bytes], most: int) -> bytes | None:
    """Return a member's bytes; None where they are no text, or too many, as a video's are."""
    head = stream.read(_HEAD)
    if not (_may_be_text(head) or head.startswith(_ZIP)):
        return None
    rest = stream.read(most + 1)
    return None if len(head) + len(rest) > most else head + rest


def _may_be_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    zeros = head.count(0)
    if zeros and not (head[::2].count(0) == 0 or head[1::2].count(0) == 0):
        return False  # UTF-16 has them at every second place
    odd = sum(byte < 9 or 13 < byte < 32 for byte in head.replace(b"\0", b""))
    return odd * 20 <= len(head)  # a title may have a few
