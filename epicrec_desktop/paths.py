"""Where things are kept: every path of the program under one override."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

import platformdirs

from epicrec_desktop.file_permissions import make_private

APP = "epicrec-desktop"
PORTABLE = "portable"
"""A file of this name beside the program makes it one to carry along."""

_LONG = "\\\\?\\"  # before a path of Windows that may have more than 260 characters
_LONG_SHARE = "\\\\?\\UNC\\"
_MOST = 260
SPARE = 160
"""Characters for what the program and SQLite put below a folder of its own."""
_PEOPLE = "-people"
"""Behind the name of a folder: where those lie who were added to the same computer account."""


@dataclass(frozen=True)
class Paths:
    """Folders and files of one person's data, all private to them (0700).

    `added`: of several users in one computer account (`services/local_users.py`) the one these
    belong to, and the folders of the first user; None: these are the first user's.
    """

    data: Path
    cache: Path
    state: Path
    added: tuple[str, Paths] | None = None

    @classmethod
    def default(cls) -> Paths:
        """Return the person's own application-data folders on this system.

        A bundle with a file `portable` beside it keeps everything in its own folder instead.
        """
        portable = _portable_folder()
        if portable is not None:
            return cls.under(portable)
        data = Path(platformdirs.user_data_dir(APP, appauthor=False, roaming=False))
        cache = Path(platformdirs.user_cache_dir(APP, appauthor=False))
        state = Path(platformdirs.user_state_dir(APP, appauthor=False, roaming=False))
        if state == data:  # beside the data where the system keeps both in one
            state = data.with_name(f"{APP}-state")
        return cls(data, cache, state)

    @classmethod
    def under(cls, base: Path) -> Paths:
        """Everything under one folder, for tests, for `--base-dir` and for a USB stick."""
        base = reachable(base.expanduser().absolute())
        return cls(base / "data", base / "cache", base / "state")

    @property
    def first(self) -> Paths:
        """The folders of the first person of this account; those that are always there."""
        return self if self.added is None else self.added[1]

    @property
    def users(self) -> Path:
        """Where the list of people is, and the data of those who were added; mostly not there."""
        data = self.first.data
        return data.with_name(data.name + _PEOPLE)

    def of_user(self, user: str) -> Paths:
        """Return the folders of an added user, beside the first user's and never within them.

        `user` is a hexadecimal id of `services/local_users.py`: no folder has a name that somebody
        wrote. So removing the folders of one user removes nothing of others.
        """
        first = self.first
        data, cache, state = (
            reachable(folder.with_name(folder.name + _PEOPLE) / user)
            for folder in (first.data, first.cache, first.state)
        )
        if first.cache.is_relative_to(first.data):  # as on Windows
            cache = data / first.cache.relative_to(first.data)
        return Paths(data, cache, state, added=(user, first))

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data / "epicrec.sqlite3"

    @property
    def samples(self) -> Path:
        """The second copy of all samples: never in a backup of the data folder."""
        return self.state / "draws.json"

    @property
    def settings(self) -> Path:
        """Settings of the window, JSON."""
        return self.data / "settings.json"

    @property
    def updates(self) -> Path:
        """The newest announcement of a version that was believed."""
        return self.data / "updates.json"

    @property
    def models(self) -> Path:
        """Item models, trained here or downloaded."""
        return self.data / "models"

    @property
    def ratings(self) -> Path:
        """Public ratings of an imported catalog, for training."""
        return self.data / "ratings"

    @property
    def logs(self) -> Path:
        """Log files."""
        return self.data / "logs"

    @property
    def crashes(self) -> Path:
        """Reports of crashes, shown at the next start and never sent."""
        return self.data / "crashes"

    @property
    def snapshots(self) -> Path:
        """Copies of browser databases while they are read; empty at all other times."""
        return self.cache / "snapshots"

    @property
    def downloads(self) -> Path:
        """Downloaded catalogs."""
        return self.cache / "downloads"


def wrapped_keys(database: Path) -> Path:
    """Return the file beside a database that holds its key, wrapped."""
    return database.with_name(f"{database.name}.keys")


def _portable_folder() -> Path | None:
    """Return where a portable bundle keeps everything; None of any other installation."""
    if not getattr(sys, "frozen", False):
        return None
    folder = Path(sys.executable).parent
    return folder / "kept" if (folder / PORTABLE).is_file() else None


def private_folder(folder: Path) -> Path:
    """Make the folder if needed, readable by the person alone, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    make_private(folder)
    return folder


def reachable(path: Path, spare: int = SPARE) -> Path:
    """Return the same absolute path in a form that the system opens however long it is.

    Windows refuses more than 260 characters unless a path begins with `\\\\?\\`. Room is left for
    the names of the files in a folder.
    """
    if os.name != "nt" or len(str(path)) <= _MOST - spare:
        return path
    return Path(long_form(str(path)))


def long_form(path: str) -> str:
    """Return an absolute path of Windows in its long form, which may have 32,767 characters."""
    if path.startswith(_LONG):
        return path
    plain = str(PureWindowsPath(path))  # backslashes alone: the long form is not interpreted
    return _LONG_SHARE + plain[2:] if plain.startswith("\\\\") else _LONG + plain


def plain_form(path: str) -> str:
    """Return a path without what makes it the long form of Windows: as it is compared and kept."""
    if path.startswith(_LONG_SHARE):
        return "\\\\" + path[len(_LONG_SHARE) :]
    return path.removeprefix(_LONG)
