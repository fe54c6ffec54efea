"""Where things are kept: every path of the program under one override."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP = "epicrec-desktop"


@dataclass(frozen=True)
class Paths:
    """Folders and files of one person's data, all private to them (0700)."""

    data: Path
    cache: Path

    @classmethod
    def default(cls) -> Paths:
        """The person's own application-data folders on this system."""
        return cls(
            Path(platformdirs.user_data_dir(APP, appauthor=False, roaming=False)),
            Path(platformdirs.user_cache_dir(APP, appauthor=False)),
        )

    @classmethod
    def under(cls, base: Path) -> Paths:
        """Everything under one folder, for tests, for `--base-dir` and for a USB stick."""
        base = base.expanduser().absolute()
        return cls(base / "data", base / "cache")

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data / "epicrec.sqlite3"

    @property
    def settings(self) -> Path:
        """Settings of the window, JSON."""
        return self.data / "settings.json"

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


def private_folder(folder: Path) -> Path:
    """Make the folder if needed, readable by the person alone, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    if os.name == "posix":
        folder.chmod(0o700)
    return folder
