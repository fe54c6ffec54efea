"""Writes files to places of the person's own: whole, or not at all, however the program ends.

Such a file holds the library. What a killed export had begun would lie beside it for ever, under a
name that the person does not know. So a note of it is on the disk before it is begun, and the next
start removes what a note names. Whoever writes holds the note's lock: what lives is left alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from epicrec_desktop import locks
from epicrec_desktop.files import create_file, partial_of, write_through

_SUFFIX = ".begun"
_MOST_BYTES = 65_536


def write_user_file(notes: Path, file: Path, content: bytes, *, replace: bool) -> None:
    """Write a file that the person alone can read; `notes` is a private folder of ours.

    Raises `FileExistsError` where there is something, unless told to `replace` it; else `OSError`.
    """
    if not replace and os.path.lexists(file):
        raise FileExistsError
    partial = partial_of(file.absolute())
    with _noted(notes, partial):
        write_through(partial, file, content, replace=replace)


def remove_partial_files(notes: Path) -> None:
    """Remove what killed exports had begun; a note stays while its folder is away."""
    for note in notes.glob(f".*{_SUFFIX}"):
        with suppress(OSError, ValueError):
            if _is_done(note):
                note.unlink(missing_ok=True)


@contextmanager
def _noted(notes: Path, partial: Path) -> Iterator[None]:
    note = notes / f"{partial.stem}{_SUFFIX}"
    try:
        create_file(note, os.fsencode(partial))
        descriptor = locks.open_private(note, create=False)
    except OSError:  # our own disk is full or read-only: that is when an export is wanted most
        yield
        return
    try:
        with suppress(OSError):  # where nothing can be locked, nobody starts either
            locks.lock(descriptor, exclusive=True)
        yield
    finally:
        os.close(descriptor)
        with suppress(OSError):
            note.unlink(missing_ok=True)


def _is_done(note: Path) -> bool:
    """Remove what a note names, where its writer is gone; whether nothing is left of it."""
    descriptor = locks.open_private(note, create=False)
    try:
        if not locks.lock(descriptor, exclusive=True):
            return False
        partial = Path(os.fsdecode(os.read(descriptor, _MOST_BYTES)))
        if partial.suffix != ".partial" or not partial.name.startswith("."):
            return True  # no note of ours
        if not partial.parent.is_dir():
            return False
        partial.unlink(missing_ok=True)
        return True
    finally:
        with suppress(OSError):
            locks.unlock(descriptor)
        os.close(descriptor)
