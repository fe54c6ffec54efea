"""What the system refused, as a sentence: a full disk, a missing right, no memory.

These are no faults of the program, and can happen at every file that is touched. Each is reported
as what it is, and what can be done, wherever no better sentence is at hand.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path

from epicrec_desktop import program_files
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import Message, message

FULL = message(
    "The disk is full. What was stored before is kept, and the last step was not done. "
    "Make room, and try again."
)
NOT_ALLOWED = message(
    "The system does not let EpicRec read or write its files: the folder is read-only, or belongs "
    "to somebody else. What was stored before is kept. Allow it, and try again."
)
TOO_LONG = message(
    "A name in the path of a file or folder is too long for its disk. What was stored is kept. "
    "Choose a shorter one."
)
NO_TEXT = message(
    "The name of a file or folder is no text in UTF-8, and has to be written down as one. "
    "What was stored is kept. Rename it, and try again."
)
NO_HOME = message(
    "The system does not say where a home folder is. Nothing was changed. "
    "Set HOME to yours, write paths in full, and try again."
)
TOO_MANY_OPEN = message(
    "The system opens no more files for EpicRec. What was stored before is kept. "
    "Close other programs, and try again."
)
MOVED = message(
    "A folder that EpicRec uses was moved or removed meanwhile. The last step was not done. "
    "Close EpicRec, put the folder back, and start it again."
)
NO_ANSWER = message(
    "The disk with EpicRec's data does not answer as it should. What was stored before is kept. "
    "Look whether it is connected, and try again."
)
NO_MEMORY = message(
    "There was not enough memory for this. What was stored before is kept. "
    "Close other programs, and try again."
)
FILE_IN_USE = message(
    "Another program holds a file of EpicRec open. What was stored before is kept. "
    "Close it, or wait a moment, and try again."
)

_BY_NUMBER = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), FULL),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), NOT_ALLOWED),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), TOO_MANY_OPEN),
    **dict.fromkeys((errno.EIO, errno.ENXIO, errno.ENODEV), NO_ANSWER),
    errno.ENOMEM: NO_MEMORY,
    errno.ENAMETOOLONG: TOO_LONG,
}
if hasattr(errno, "ESTALE"):  # a network drive that went away
    _BY_NUMBER[errno.ESTALE] = NO_ANSWER
_BY_WINDOWS = {
    **dict.fromkeys((39, 112), FULL),
    **dict.fromkeys((32, 33), FILE_IN_USE),
    **dict.fromkeys((21, 53, 55, 59, 64, 1117), NO_ANSWER),
    19: NOT_ALLOWED,
    206: TOO_LONG,
}
_LITTLE = 256 * 1024
"""Bytes: less than SQLite needs for a write with its log."""


def sentence(error: BaseException) -> Message | None:
    """Return the sentence for what the system refused; None for anything else.

    Connections are not meant: whoever makes one says what became of it.
    """
    if isinstance(error, MemoryError):
        return NO_MEMORY
    if isinstance(error, UnicodeEncodeError) and "surrogates" in error.reason:
        return NO_TEXT
    if isinstance(error, RuntimeError) and "home directory" in str(error):
        return NO_HOME  # pathlib and platformdirs have no class of their own for it
    if not isinstance(error, OSError) or isinstance(error, ConnectionError | TimeoutError):
        return None
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        # Whether the folder of a file is missing, and not the file alone.
        named = isinstance(error.filename, str) and error.filename
        return MOVED if named and not Path(error.filename).parent.is_dir() else None
    windows = _BY_WINDOWS.get(getattr(error, "winerror", None) or 0)
    found = windows or _BY_NUMBER.get(error.errno or 0)
    return _of_another_user(error.filename) or found if found == NOT_ALLOWED else found


def reason_of(error: OSError) -> str:
    """Return the system's word for an error, or else its kind; its text could name a file."""
    return error.strerror or type(error).__name__


def error_for(error: BaseException) -> EpicRecError | None:
    """Return the same as an error for a person; any error may come of an upgrade meanwhile."""
    explained = sentence(error)
    if explained is None and program_files.are_replaced():
        explained = program_files.REPLACED
    return None if explained is None else EpicRecError(explained)


def _of_another_user(file: object) -> Message | None:
    """Return whose a file is, or the nearest folder over it, where that is not this user's."""
    if sys.platform == "win32" or not isinstance(file, str):
        return None
    import pwd  # noqa: PLC0415 - not on Windows

    place = Path(file).absolute()
    while (owner := _owner_of(place)) is None and place != place.parent:
        place = place.parent
    if owner is None or owner == os.geteuid() or _belongs_to_system(place):
        return None
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        name = str(owner)
    return message(
        "{place} belongs to {owner}, so EpicRec cannot use it: a program that was once started "
        "with sudo leaves such files. What was stored is kept. Make it yours again "
        '(sudo chown -R $USER "{place}"), and try again.',
        place=place,
        owner=name,
    )


def _owner_of(path: Path) -> int | None:
    try:
        return path.stat().st_uid
    except OSError:
        return None


def _belongs_to_system(place: Path) -> bool:
    """Return whether nobody is meant to own it: no home is over it, as over "/mnt"."""
    try:
        return not place.is_relative_to(Path.home())
    except RuntimeError:
        return True


def is_full(folder: Path) -> bool:
    """Return whether there is next to no room where this folder is; False where nobody can say."""
    try:
        return shutil.disk_usage(folder).free < _LITTLE
    except OSError:
        return False
