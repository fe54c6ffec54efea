"""Overwrites files before they are removed: what a plain disk has of them is gone then.

Not in spare parts of a solid-state disk, on file systems that keep old versions, in snapshots and
backups: no program reaches those.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

_CHUNK = bytes(1 << 20)


def overwrite_file(file: Path) -> bool:
    """Zeros over every byte, onto the disk; whether that was possible."""
    with suppress(OSError), file.open("r+b", buffering=0) as stream:
        left = stream.seek(0, os.SEEK_END)
        stream.seek(0)
        while left > 0:
            left -= stream.write(_CHUNK[:left])
        os.fsync(stream.fileno())
        return True
    return False


def overwrite_and_remove(file: Path) -> bool:
    """Overwrite a file and remove it; whether every byte was overwritten, or there was none.

    One that has another name only loses this one: the other may still be needed. Raises `OSError`
    where it cannot be removed.
    """
    try:
        status = file.lstat()
    except FileNotFoundError:
        return True
    alone = stat.S_ISREG(status.st_mode) and status.st_nlink == 1
    overwritten = alone and overwrite_file(file)
    file.unlink(missing_ok=True)
    return overwritten
