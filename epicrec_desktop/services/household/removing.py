"""Removes one person of an account with all that is kept of them, and no other's.

What `erase_user` does for whoever is in (`services/erasing.py`), for somebody who is not. A library that
is encrypted need not be unlocked for it: whoever uses the account could remove its files as well.
"""

from __future__ import annotations

from contextlib import suppress

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import erase_unopened, in_use, remove_all
from epicrec_desktop.services.household.roster import LocalUser, LocalUsers, no_longer_listed
from epicrec_desktop.store.locking import FileLock


def remove(local_users: LocalUsers, user: str) -> list[Message]:
    """Remove somebody who is not in; a sentence for each thing that went.

    Raises `EpicRecError`, and nothing is removed, while a window or a command of theirs is open.
    """
    found = local_users.read().get(user)
    if found is None:
        raise no_longer_listed()
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
    """A window at its locked door has no database open, and will."""
    folder = paths.data / "window"
    if not folder.is_dir():
        return
    lock = FileLock(folder / "lock")
    if not lock.acquire(exclusive=True):
        raise in_use()
    lock.release()
