"""Erase everything, or one local user with their data; a start finishes an interrupted erase."""

from __future__ import annotations

import logging
import shutil
from contextlib import suppress
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import N_, Message, counted, message
from epicrec_desktop.files import overwrite_file, write_file
from epicrec_desktop.locks import FileLock
from epicrec_desktop.logs import ROOT
from epicrec_desktop.paths import Paths, plain_form
from epicrec_desktop.services.autostart import Autostart
from epicrec_desktop.services.local_users import NO_LONGER_LISTED, LocalUser, LocalUsers

MARK = "erasing"
"""The file's name. A database with it beside it is not opened any more."""

_OVERWRITTEN = N_(
    "What was private was overwritten before. Copies that this computer made by itself may still "
    "exist: in backups and snapshots, and in spare parts of a solid-state disk. Only an encrypted "
    "disk protects those."
)

_NOT_OVERWRITTEN = N_(
    "Not everything private could be overwritten before: parts of it may still be on the disk, and "
    "in backups and snapshots. Only an encrypted disk protects those."
)

_KEY_LEFT = N_(
    "The keyring of this computer could not be asked, and may still have a key named EpicRec. "
    "It opens nothing anymore; you can remove it there."
)


DATA_IN_USE = N_(
    "Another EpicRec window or command is using the data. Nothing was removed. "
    "Close it, and try again."
)


def erase_unopened(paths: Paths) -> list[Message]:
    """As `DataService.erase`, where the database cannot be opened: damaged, or of a newer version.

    Raises `EpicRecError` while another one has it open.
    """
    lock = FileLock(paths.database.with_name(paths.database.name + ".lock"))
    with lock.held(EpicRecError(DATA_IN_USE), patience=0.0):
        pass
    return remove_all(paths)


def finish_erasing(paths: Paths) -> None:
    """Remove what an erasing that was ended left; at a start, before anything is opened.

    Raises `EpicRecError` where another one is still at it, or something cannot be removed.
    """
    if not (paths.data / MARK).exists():
        return
    sentence = erase_unopened(paths)[0]
    if (paths.data / MARK).exists():
        raise EpicRecError(sentence)


def remove_all(paths: Paths) -> list[Message]:
    """Remove the folders; one sentence for each. The log is let go of first, as Windows needs.

    Of several people in one computer account, those of one, who leaves the list of people then.
    """
    close_log(paths)
    Autostart(paths).forget()
    removing = _leaving(paths)
    with suppress(OSError):  # a full disk is no reason to keep everything
        if paths.data.is_dir():
            write_file(paths.data / MARK, b"")
    counts = [
        (folder, what, found)
        for folder, what in (
            (paths.data, message("The database, settings, models and logs")),
            (paths.cache, message("Downloads and temporary copies")),
            (paths.state, message("The second copy of your blurred counts")),
        )
        if (found := sum(f.is_file() and f.name != MARK for f in folder.rglob("*")))
    ]
    keys_gone = _forget_keys(paths)
    overwritten = True
    for file in _private(paths):
        overwritten = overwrite_file(file) and overwritten
        with suppress(OSError):
            file.unlink()
    for folder in (paths.state, paths.cache):
        shutil.rmtree(folder, ignore_errors=True)
    _remove_with_mark(paths.data)
    sentence = [_removed(*count) for count in counts]
    sentence.append(message(_OVERWRITTEN) if overwritten else message(_NOT_OVERWRITTEN))
    if removing and not paths.data.exists():
        sentence += _take_off_list(paths)
    return sentence if keys_gone else [*sentence, message(_KEY_LEFT)]


def _forget_keys(paths: Paths) -> bool:
    """Have the keyring forget what opened an encrypted library; whether nothing is left there."""
    if not any(paths.data.rglob(f"{paths.database.name}.keys*")):
        return True
    # The database's parts load slowly, and every start looks here first.
    from epicrec_desktop.services.protection.library_encryption import forget_keys  # noqa: PLC0415

    return forget_keys(paths)


def _leaving(paths: Paths) -> bool:
    """Mark this user as leaving; return whether a list has them."""
    if not paths.users.is_dir():
        return False
    with suppress(EpicRecError, OSError):  # that is no reason to keep everything either
        return LocalUsers(paths).being_removed(paths)
    return True


def _take_off_list(paths: Paths) -> list[Message]:
    with suppress(EpicRecError, OSError):
        LocalUsers(paths).left(paths)
        return [message("The name was taken off the list of people on this computer.")]
    return [message("The name could not be taken off the list of people on this computer yet.")]


def close_log(paths: Paths | None = None) -> None:
    """Close the log file, of these folders alone; nothing is logged to it afterwards."""
    logger = logging.getLogger(ROOT)
    for handler in list(logger.handlers):
        if isinstance(handler, logging.FileHandler):
            file = Path(plain_form(handler.baseFilename))
            if paths is not None and not file.is_relative_to(plain_form(str(paths.data))):
                continue  # another person's
            logger.removeHandler(handler)
            handler.close()


def _private(paths: Paths) -> list[Path]:
    """Return files with data of the user, the database first; the rest is public data."""
    public = (paths.models, paths.ratings)
    found = list(paths.data.glob(f"{paths.database.name}*"))
    for folder in (paths.state, paths.snapshots, paths.data):
        found += sorted(
            f for f in folder.rglob("*") if not any(f.is_relative_to(other) for other in public)
        )
    return [
        f
        for f in dict.fromkeys(found)
        if f.is_file() and not f.is_symlink() and f != paths.data / MARK
    ]


def _remove_with_mark(folder: Path) -> None:
    """Remove a folder, the mark last: as long as something is left, it is there."""
    for entry in list(folder.iterdir()) if folder.is_dir() else ():
        if entry.name == MARK:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            with suppress(OSError):
                entry.unlink()
    left = [entry for entry in folder.iterdir() if entry.name != MARK] if folder.is_dir() else []
    if not left:
        shutil.rmtree(folder, ignore_errors=True)


def _removed(folder: Path, what: Message, files: int) -> Message:
    if folder.exists():
        return counted(
            "Not all could be removed from {folder}: {what} ({count:,} file).",
            "Not all could be removed from {folder}: {what} ({count:,} files).",
            count=files,
            what=what,
            folder=folder,
        )
    return counted(
        "Removed from {folder}: {what} ({count:,} file).",
        "Removed from {folder}: {what} ({count:,} files).",
        count=files,
        what=what,
        folder=folder,
    )


def remove(local_users: LocalUsers, user: str) -> list[Message]:
    """Remove a user without an open window; return a sentence for each thing removed.

    Raises `EpicRecError`, and nothing is removed, while a window or a command of theirs is open.
    """
    found = local_users.read().get(user)
    if found is None:
        raise EpicRecError(NO_LONGER_LISTED)
    return erase_user(local_users, found)


def finish_removals(local_users: LocalUsers) -> None:
    """Go on with removals that were ended; what cannot be removed yet stays for another start."""
    for user in local_users.read().all_users:
        if user.being_removed:
            with suppress(EpicRecError, OSError):
                erase_user(local_users, user)


def erase_user(local_users: LocalUsers, user: LocalUser) -> list[Message]:
    """As `remove`, of anybody on the list."""
    paths = local_users.paths_for(user)
    if not paths.data.is_dir():
        return remove_all(paths)
    _refuse_if_open(paths)
    return erase_unopened(paths)


def _refuse_if_open(paths: Paths) -> None:
    """Raise where a window is open: at its lock screen it has no database open yet."""
    folder = paths.data / "window"
    if not folder.is_dir():
        return
    lock = FileLock(folder / "lock")
    with lock.held(EpicRecError(DATA_IN_USE), patience=0.0):
        pass
