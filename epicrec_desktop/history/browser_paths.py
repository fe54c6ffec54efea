"""Where browsers keep their profiles: the table of `resources/browsers.txt`, and what is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from epicrec_desktop import resources
from epicrec_desktop.domain.history import BrowserFamily


@dataclass(frozen=True)
class Environment:
    """The system that browsers are looked for on; a test passes an invented one.

    `platform` is `sys.platform`, `home` the person's home folder, `env` the environment variables.
    """

    platform: str
    home: Path
    env: Mapping[str, str]

    @classmethod
    def current(cls) -> Environment:
        """This computer and this person."""
        return cls(sys.platform, Path.home(), dict(os.environ))

    def bases(self, base: str) -> list[Path]:
        """Return the folders that a base of the table stands for, most likely first."""
        if base == "home":
            return [self.home]
        if base in ("config", "data"):  # also the usual one: a browser may be started without it
            named = self.env.get(f"XDG_{base.upper()}_HOME", "")
            usual = self.home / (".config" if base == "config" else ".local/share")
            return [Path(named), usual] if Path(named).is_absolute() else [usual]
        variable, usual = {
            "appdata": ("APPDATA", self.home / "AppData" / "Roaming"),
            "localappdata": ("LOCALAPPDATA", self.home / "AppData" / "Local"),
        }[base]
        return [Path(self.env[variable])] if self.env.get(variable) else [usual]


class Root(NamedTuple):
    """One row of the table. `path` is relative to a base of the system (`Environment.bases`)."""

    browser: str
    family: BrowserFamily
    platform: str
    packaging: str
    base: str
    path: str


def _root(line: str) -> Root:
    browser, family, platform, packaging, base, path = line.split(" | ")
    return Root(browser, BrowserFamily(family), platform, packaging, base, path)


ROOTS = tuple(map(_root, resources.sections("browsers.txt")["folders"]))


def existing_roots(environment: Environment) -> Iterator[tuple[Root, Path]]:
    """Yield the table's folders that are there, in the table's order."""
    for root in ROOTS:
        if root.platform != environment.platform:
            continue
        for base in environment.bases(root.base):
            for folder in sorted(base.glob(root.path)) if "*" in root.path else [base / root.path]:
                if folder_exists(folder):
                    yield root, folder


def folder_exists(path: Path) -> bool:
    """Return whether a folder is there that can be looked into by name; no error if it cannot."""
    try:
        return path.is_dir()
    except OSError:
        return False
