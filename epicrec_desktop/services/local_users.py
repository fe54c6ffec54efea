"""The users of one computer account: a list of names, and folders for each user.

Without added users there is no list. The first user keeps the usual folders; each further user has
folders beside them (`Paths.of`) with a random name: no path is made of a user's name. The list is
one small file, written atomically. Adding a user writes the list, and the folders are created when
the user is first selected. Removing marks the user in the list, erases, and deletes the entry, so
no start shows a user whose data is half erased.

The list can be damaged, or restored from a backup: a user whose library is on the disk is in it all
the same, without a name.
"""

from __future__ import annotations

import os
import re
import secrets
import time
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.plain_text import MARK, name_key, plain
from epicrec_desktop.files import write_file
from epicrec_desktop.json_files import Damage, read_checked, write_checked
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.system_errors import reason_of

FIRST = "first"
"""The id of whose folders were there before anybody was added."""
MOST = 20
LONGEST_NAME = 40
LIST = "people.json"

NO_LONGER_LISTED = N_("This person was removed meanwhile. Nothing was changed.")

_FORMAT = 1
_MOST_BYTES = 100_000
_MOST_FOLDERS = 1000
_PATIENCE_S = 3.0
_ID = re.compile(r"[0-9a-f]{16}")
_LAST = "last"
_DAMAGED = ".damaged"

_IS_DAMAGED = N_(
    "The list of people on this computer is damaged. Nothing else was changed: whoever has a "
    "library is shown without a name, and can be given one again."
)
_IS_RESTORED = N_("The list of people on this computer was damaged. It is as it was saved last.")
_IS_NEWER = N_(
    "The list of people was written by a newer version of EpicRec. Nobody can be added, renamed or "
    "removed with this one. Whoever has a library is shown without a name."
)
_IS_CLOSED = N_(
    "The list of people on this computer could not be read ({reason}). Nothing was changed: "
    "whoever has a library is shown without a name."
)


@dataclass(frozen=True)
class LocalUser:
    """`number`: the place in the list, from 1, which stands for a name that is not known.

    `being_removed`: they are being removed, or were when the program was ended.
    """

    id: str
    name: str
    number: int = 0
    being_removed: bool = False

    @property
    def user_display_name(self) -> str | Message:
        """What they are called on the screen."""
        return self.name or message("Person {number}", number=self.number)


@dataclass(frozen=True)
class UserList:
    """Everybody of an account, in the order in which they came; at least one.

    `trouble`: what is wrong with the list, for the user. `known`: whether it may be written over.
    """

    all_users: tuple[LocalUser, ...]
    trouble: Message | None = None
    known: bool = True

    @property
    def users(self) -> tuple[LocalUser, ...]:
        """All but those who are being removed."""
        return tuple(user for user in self.all_users if not user.being_removed)

    @property
    def several(self) -> bool:
        """Whether it matters who is meant."""
        return len(self.users) > 1

    def get(self, user: str) -> LocalUser | None:
        """Return the user with this id; None where there is none."""
        return next((one for one in self.users if one.id == user), None)


class LocalUsers:
    """The people of the account to which some folders belong. Every call reads the files."""

    def __init__(self, paths: Paths) -> None:
        self._first = paths.first
        self._folder = paths.users
        self._list = self._folder / LIST

    # Who there is

    def read(self) -> UserList:
        """Return all users; of an account without added users, its one user."""
        if not self._folder.is_dir():
            return UserList((LocalUser(FIRST, "", 1),))
        listed = self._read_list()
        ids = {user.id for user in listed.all_users}
        others = (LocalUser(one, "") for one in self._with_a_library() if one not in ids)
        found = (*listed.all_users, *others) or (LocalUser(FIRST, ""),)
        numbered = (replace(user, number=n) for n, user in enumerate(found, 1))
        return replace(listed, all_users=tuple(numbered))

    def owner_of(self, paths: Paths) -> LocalUser | None:
        """Return the user of these folders; None if the user was removed."""
        return self.read().get(_id_of(paths))

    def paths_for(self, user: LocalUser) -> Paths:
        """Return the folders of a user."""
        return self._first if user.id == FIRST else self._first.of_user(user.id)

    def find(self, text: str) -> LocalUser:
        """Return the user with this name or id. Raises `EpicRecError` where there is none."""
        users = self.read().users
        wanted = name_key(text)
        for user in users:
            if user.id == text != FIRST or name_key(str(user.user_display_name)) == wanted:
                return user
        raise EpicRecError(
            "Nobody here is called “{name}”. Nothing was done. There are: {names}.",
            name=plain(text, limit=LONGEST_NAME),
            names=", ".join(str(user.user_display_name) for user in users),
        )

    def last(self) -> LocalUser:
        """Return the user who was active last, else the first of the list."""
        users = self.read().users or self.read().all_users
        try:
            with (self._folder / _LAST).open("rb") as stream:
                text = stream.read(100).decode("ascii", "replace").strip()
        except OSError:
            text = ""
        return next((user for user in users if user.id == text), users[0])

    def record_last_user(self, user: LocalUser) -> None:
        """Keep who came in last, and a restored list; a full disk costs that alone."""
        if not self._folder.is_dir():
            return
        with suppress(OSError):
            write_file(self._folder / _LAST, user.id.encode(), durable=False)
        with suppress(OSError, EpicRecError):
            if read_checked(self._list, _MOST_BYTES)[1] is Damage.RESTORED:
                with self._changing() as all_users:
                    self._write(all_users)

    # What changes the list

    def add(self, name: str, own_name: str = "") -> LocalUser:
        """Add a user, whose folders are made at their first start.

        `own_name`: what the first person wants to be called from now on, where they have no name.
        Raises `EpicRecError`; nothing is changed then.
        """
        with self._changing() as all_users:
            if len(all_users) >= MOST:
                raise EpicRecError(
                    "There are {count} people already, and there can be no more. Nothing was "
                    "changed.",
                    count=MOST,
                )
            first = all_users[0]
            if own_name.strip() and first.id == FIRST and not first.name:
                all_users[0] = replace(first, name=_checked(own_name, all_users[1:]))
            added = LocalUser(secrets.token_hex(8), _checked(name, all_users), len(all_users) + 1)
            all_users.append(added)
            self._write(all_users)
            user_paths = self._first.of_user(added.id)
            for folder in (user_paths.cache.parent, user_paths.state.parent):
                if folder.name.endswith("-people"):
                    with suppress(OSError):
                        private_folder(folder)
            return added

    def rename(self, user: str, name: str) -> LocalUser:
        """Rename a user. Raises `EpicRecError`; nothing is changed then."""
        with self._changing() as all_users:
            for place, one in enumerate(all_users):
                if one.id == user and not one.being_removed:
                    others = [other for other in all_users if other.id != user]
                    all_users[place] = replace(one, name=_checked(name, others))
                    self._write(all_users)
                    return all_users[place]
        raise EpicRecError(NO_LONGER_LISTED)

    def being_removed(self, paths: Paths) -> bool:
        """Note that a user's folders are about to be removed; return False without added users.

        Raises `EpicRecError` or `OSError`.
        """
        if not self._folder.is_dir():
            return False
        user = _id_of(paths)
        with self._changing() as all_users:
            marked = [replace(p, being_removed=True) if p.id == user else p for p in all_users]
            self._write(marked)
        return True

    def left(self, paths: Paths) -> None:
        """Take a user whose folders are removed off the list; remove a list without users.

        Raises `EpicRecError` or `OSError`.
        """
        if not self._folder.is_dir():
            return
        user = _id_of(paths)
        with self._changing() as all_users:
            staying = [one for one in all_users if one.id != user]
            if [one.id for one in staying] in ([], [FIRST]):
                names = (_LAST, "lock")  # Windows removes the lock's own file only afterwards
                for file in (*self._folder.glob(f"{LIST}*"), *map(self._folder.joinpath, names)):
                    with suppress(OSError):
                        file.unlink()
            else:
                self._write(staying)
        if not self._list.exists():
            self._remove_folders()

    # The file

    def _read_list(self) -> UserList:
        """Return the users that the list has, none where there is no list."""
        try:
            self._list.open("rb").close()
        except FileNotFoundError:
            return UserList(())
        except OSError as error:
            return UserList((), message(_IS_CLOSED, reason=reason_of(error)), known=False)
        document, damage = read_checked(self._list, _MOST_BYTES)
        if damage is not Damage.LOST and type(document.get("format")) is int:
            if document["format"] > _FORMAT:
                return UserList((), message(_IS_NEWER), known=False)
            if (users := _people(document.get("people"))) is not None:
                return UserList(tuple(users), message(_IS_RESTORED) if damage else None)
        return UserList((), message(_IS_DAMAGED))

    def _with_a_library(self) -> list[str]:
        """Return the ids of all who have a database, whatever the list says; bounded."""
        found = []
        with suppress(OSError), os.scandir(self._folder) as entries:
            for entry, _ in zip(entries, range(_MOST_FOLDERS), strict=False):
                ours = _ID.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
                if ours and self._first.of_user(entry.name).database.exists():
                    found.append(entry.name)
        first = [FIRST] if self._first.database.exists() else []
        return first + sorted(found)[: MOST - 1]

    def _write(self, all_users: Iterable[LocalUser]) -> None:
        document = {
            "format": _FORMAT,
            "people": [
                {"id": p.id, "name": p.name, **({"leaving": True} if p.being_removed else {})}
                for p in all_users
            ],
        }
        try:
            if self._read_list().trouble == message(_IS_DAMAGED):  # for repair by hand
                damaged = self._list.with_name(f"{LIST}{_DAMAGED}")
                write_file(damaged, self._list.read_bytes())
            write_checked(self._list, document)
        except OSError as error:
            raise _not_written(error) from None

    @contextmanager
    def _changing(self) -> Iterator[list[LocalUser]]:
        """Yield everybody, while no other program changes the list. Raises `EpicRecError`."""
        lock = FileLock(self._folder / "lock")
        deadline = time.monotonic() + _PATIENCE_S
        while not self._taken(lock):
            if time.monotonic() > deadline:
                raise EpicRecError(
                    "Another EpicRec window or command is changing the list of people. Nothing was "
                    "changed. Try again."
                )
            time.sleep(0.02)
        try:
            user_list = self.read()
            sentence = user_list.trouble
            if sentence is not None and not user_list.known:
                raise EpicRecError(sentence)
            yield list(user_list.all_users)
        finally:
            with suppress(OSError):
                lock.release()

    def _taken(self, lock: FileLock) -> bool:
        try:
            private_folder(self._folder)
            return lock.acquire(exclusive=True)
        except FileNotFoundError:  # whoever was the last removed the folder
            return False
        except OSError as error:
            raise _not_written(error) from None

    def _remove_folders(self) -> None:
        """Remove empty folders; a folder in which something is left stays."""
        nobody = self._first.of_user("0" * 16)
        if os.name == "nt":
            with suppress(OSError):
                (self._folder / "lock").unlink()
        for folder in (self._folder, nobody.cache.parent, nobody.state.parent):
            if folder.name.endswith("-people"):
                with suppress(OSError):
                    folder.rmdir()


def _not_written(error: OSError) -> EpicRecError:
    return EpicRecError(
        "The list of people could not be written ({reason}). Nothing was changed.",
        reason=reason_of(error),
    )


def _id_of(paths: Paths) -> str:
    return FIRST if paths.added is None else paths.added[0]


def _people(entries: Any) -> list[LocalUser] | None:
    """Return the users of a file, None where it is invalid; invalid names become none."""
    if not isinstance(entries, list) or not 0 < len(entries) <= MOST:
        return None
    users: list[LocalUser] = []
    for entry in entries:
        user = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(user, str) or not (user == FIRST or _ID.fullmatch(user)):
            return None
        if any(user == other.id for other in users):
            return None
        name = entry.get("name")
        try:
            name = _checked(name if isinstance(name, str) else "", users)
        except EpicRecError:
            name = ""
        users.append(LocalUser(user, name, being_removed=entry.get("leaving") is True))
    return users


def _checked(text: str, others: Sequence[LocalUser]) -> str:
    """Return a valid name: one line, visible, and unique. Raises `EpicRecError`."""
    name = " ".join(plain(text, limit=4 * LONGEST_NAME).replace(MARK, "").split())
    name = unicodedata.normalize("NFC", name)
    if not name:
        raise EpicRecError("A person needs a name. Nothing was changed.")
    if len(name) > LONGEST_NAME:
        raise EpicRecError(
            "A name can have {count} characters. Nothing was changed. Choose a shorter one.",
            count=LONGEST_NAME,
        )
    if _ID.fullmatch(name):
        raise EpicRecError("This cannot be a name. Nothing was changed. Choose another one.")
    for other in others:
        if name_key(str(other.user_display_name)) == name_key(name):
            raise EpicRecError(
                "Somebody here is called “{name}” already. Nothing was changed. Choose another "
                "name, so that you can be told apart.",
                name=name,
            )
    return name
