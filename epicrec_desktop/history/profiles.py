"""The profiles inside one folder of a browser.

What a browser says of its profiles (`Local State`, `profiles.ini`) only gives names and far-away
folders; which profiles there are is found by looking, so damaged files cost no more than names.
"""

from __future__ import annotations

import configparser
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.history.roots import folder_exists

HISTORY = "History"
PLACES = "places.sqlite"
SAFARI = "History.db"
IGNORED_PROFILES = frozenset({"Guest Profile", "System Profile"})
_MOST_BYTES = 16 * 1024 * 1024  # Local State is usually below 1 MB


def find_chromium_profiles(root: Path, browser: str, packaging: str) -> Iterator[BrowserProfile]:
    """Profiles of a user-data folder: `*/History`, and `History` itself as Opera has it."""
    names = _local_state_names(root / "Local State")
    for folder in [root, *_folders(root)]:
        if folder.name in IGNORED_PROFILES or not is_history_file(folder / HISTORY):
            continue
        name = names.get(folder.name, "Default" if folder == root else folder.name)
        yield BrowserProfile(browser, BrowserFamily.CHROMIUM, name, folder / HISTORY, packaging)


def find_firefox_profiles(root: Path, browser: str, packaging: str) -> Iterator[BrowserProfile]:
    """Profiles of a Firefox folder: those in `profiles.ini`, and those only found by listing.

    The first is Firefox's default, if it has a history.
    """
    listed = read_profiles_ini(root)
    names = {os.path.realpath(entry.folder): entry.name for entry in listed}
    found = [*(e.folder for e in listed), *_folders(root / "Profiles"), *_folders(root)]
    seen: set[str] = set()
    for folder in found:
        real = os.path.realpath(folder)
        if real in seen or not is_history_file(folder / PLACES):
            continue
        seen.add(real)
        name = names.get(real) or firefox_folder_name(folder)
        yield BrowserProfile(browser, BrowserFamily.FIREFOX, name, folder / PLACES, packaging)


@dataclass(frozen=True)
class IniProfile:
    """A profile that `profiles.ini` names; it need not be there."""

    name: str
    folder: Path


def read_profiles_ini(root: Path) -> list[IniProfile]:
    """The profiles of `profiles.ini`, the default first; none if the file is missing or damaged.

    The default of an installation (`[Install…]`) counts before the older `Default=1`.
    """
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(_text(root / "profiles.ini"))
    except configparser.Error:
        return []
    preferred = {s.get("Default") for n, s in parser.items() if n.startswith("Install")}
    ranked: list[tuple[int, IniProfile]] = []
    for section, values in parser.items():
        path = values.get("Path", "").replace("\0", "")
        if not section.startswith("Profile") or not path:
            continue
        folder = root / path if values.get("IsRelative", "1") != "0" else Path(path)
        older = 1 if values.get("Default") == "1" else 2
        name = readable(values.get("Name", "")) or firefox_folder_name(folder)
        ranked.append((0 if path in preferred else older, IniProfile(name, folder)))
    return [profile for _, profile in sorted(ranked, key=lambda pair: pair[0])]


def firefox_folder_name(folder: Path) -> str:
    """The readable part of a Firefox profile folder: "default-esr" of "adv4rmo7.default-esr"."""
    salt, _, name = folder.name.partition(".")
    return readable(name or salt)


def chromium_name(folder: Path) -> str:
    """The name of one profile folder: as the browser says it, else as the folder is called."""
    return _local_state_names(folder.parent / "Local State").get(folder.name, folder.name)


def is_history_file(path: Path) -> bool:
    """Whether a regular file is there; False as well if its folder may not be looked into."""
    try:
        return path.is_file()
    except OSError:
        return False


def readable(name: str) -> str:
    """A name fit for one line on the screen, at most 80 characters."""
    return "".join(c if c.isprintable() else " " for c in name).strip()[:80]


def _local_state_names(file: Path) -> dict[str, str]:
    """Folder name → the name the person gave the profile."""
    try:
        cache = json.loads(_text(file))["profile"]["info_cache"]
        entries = cache.items()
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}
    return {
        folder: name
        for folder, values in entries
        if isinstance(values, dict)
        and isinstance(values.get("name"), str)
        and (name := readable(values["name"]))
    }


def _text(file: Path) -> str:
    """A small text file; empty if it is missing, unreadable, no file or absurdly large."""
    try:
        if not file.is_file() or file.stat().st_size > _MOST_BYTES:
            return ""
        return file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def _folders(root: Path) -> list[Path]:
    """The folders directly inside, by name; one that cannot be looked into costs itself only."""
    try:
        entries = sorted(root.iterdir())
    except OSError:
        return []
    return [entry for entry in entries if folder_exists(entry)]
