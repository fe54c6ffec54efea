"""Discover browser profiles on this computer, or open the profile at a given path."""

from __future__ import annotations

import configparser
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.history.browser_paths import Environment, Root, existing_roots
from epicrec_desktop.paths import plain_form, reachable

HISTORY = "History"
PLACES = "places.sqlite"
ONE_FILE = {
    "History.db": ("Safari", BrowserFamily.SAFARI),
    "ephy-history.db": ("GNOME Web", BrowserFamily.GNOME_WEB),
    "history.sqlite": ("qutebrowser", BrowserFamily.QUTEBROWSER),
}
"""Browsers that keep one history for one person, by its name."""
IGNORED_PROFILES = frozenset({"Guest Profile", "System Profile"})
_MOST_BYTES = 16 * 1024 * 1024  # Local State is usually below 1 MB


def _find_chromium_profiles(root: Path, browser: str, packaging: str) -> Iterator[BrowserProfile]:
    """Yield profiles of a user-data folder: `*/History`, and `History` itself as Opera has it."""
    names = _local_state_names(root / "Local State")
    for folder in [root, *_folders(root)]:
        if folder.name in IGNORED_PROFILES or not _is_file(folder / HISTORY):
            continue
        name = names.get(folder.name, "Default" if folder == root else folder.name)
        yield BrowserProfile(browser, BrowserFamily.CHROMIUM, name, folder / HISTORY, packaging)


def _find_firefox_profiles(root: Path, browser: str, packaging: str) -> Iterator[BrowserProfile]:
    """Yield profiles of a Firefox folder: those in `profiles.ini`, and those only found by listing.

    The first is Firefox's default, if it has a history.
    """
    profiles_ini = _read_profiles_ini(root)
    names = {os.path.realpath(folder): name for name, folder in profiles_ini}
    found = [*(folder for _, folder in profiles_ini), *_folders(root / "Profiles"), *_folders(root)]
    seen: set[str] = set()
    for folder in found:
        real = os.path.realpath(folder)
        if real in seen or not _is_file(folder / PLACES):
            continue
        seen.add(real)
        name = names.get(real) or _firefox_folder_name(folder)
        yield BrowserProfile(browser, BrowserFamily.FIREFOX, name, folder / PLACES, packaging)


def _read_profiles_ini(root: Path) -> list[tuple[str, Path]]:
    """Return name and folder of the profiles of `profiles.ini`, default first.

    Empty if it is missing or damaged; a folder need not be there. The default of an installation
    (`[Install…]`) counts before the older `Default=1`.
    """
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(_text(root / "profiles.ini"))
    except configparser.Error:
        return []
    preferred = {s.get("Default") for n, s in parser.items() if n.startswith("Install")}
    ranked: list[tuple[int, tuple[str, Path]]] = []
    for section, values in parser.items():
        path = values.get("Path", "").replace("\0", "")
        if not section.startswith("Profile") or not path:
            continue
        folder = root / path if values.get("IsRelative", "1") != "0" else Path(path)
        older = 1 if values.get("Default") == "1" else 2
        name = readable(values.get("Name", "")) or _firefox_folder_name(folder)
        ranked.append((0 if path in preferred else older, (name, folder)))
    return [profile for _, profile in sorted(ranked, key=lambda pair: pair[0])]


def _firefox_folder_name(folder: Path) -> str:
    """Return the readable part of a Firefox folder: "default-esr" of "adv4rmo7.default-esr"."""
    salt, _, name = folder.name.partition(".")
    return readable(name or salt)


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 - does not raise where a folder is not readable


def readable(name: str) -> str:
    """Return a name fit for one line on the screen, at most 80 characters."""
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
    """Return a small text file; empty if it is missing, unreadable, no file or absurdly large."""
    try:
        if not file.is_file() or file.stat().st_size > _MOST_BYTES:
            return ""
        return file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def _folders(root: Path) -> list[Path]:
    """Return the folders directly inside, by name, without those that cannot be read."""
    try:
        entries = sorted(root.iterdir())
    except OSError:
        return []
    return [entry for entry in entries if os.path.isdir(entry)]  # noqa: PTH112 - never raises


_DEEPEST = 60  # characters: a profile's folder, its database, and what SQLite appends


def discover(environment: Environment) -> list[BrowserProfile]:
    """Return every profile with a history, in the order of the table of roots.

    Only names are looked at: no database is opened. The same file reached in two ways (a link, a
    second root) is one profile.
    """
    found: dict[str, BrowserProfile] = {}
    for root, folder in existing_roots(environment):
        for profile in _profiles_in(root, folder):
            found.setdefault(profile_key(profile), profile)
    return list(found.values())


def profile_key(profile: BrowserProfile) -> str:
    """Return a stable key of this profile: 32 hex digits, from its database's real path."""
    path = os.path.normcase(plain_form(_real(profile.database)))
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:32]


def _real(path: Path) -> str:
    """Return the path with links followed, as far as the disk can tell."""
    try:
        return os.path.realpath(path)
    except OSError:  # some RAM disks and network drives of Windows
        return str(path)


def open_profile_at(path: Path, environment: Environment | None = None) -> BrowserProfile:
    """Return the profile at a path the person named.

    Takes a profile folder, its `History` or `places.sqlite`, a Chromium user-data folder with
    `Default` or with exactly one profile, a Firefox folder with `profiles.ini` (its default), or
    one of `ONE_FILE` (Safari's was brought over from a Mac), or the folder it lies in.
    Raises `HistoryError`: `missing`, `permission`, `several`, `no-profile`.
    """
    path = reachable(path.expanduser().absolute(), spare=_DEEPEST)
    try:
        path.stat()
    except PermissionError as error:
        raise HistoryError(
            "{path} may not be read by you. Nothing was changed; ask for access to it, "
            "or name another profile.",
            "permission",
            path=path,
        ) from error
    except (OSError, ValueError):
        if not os.path.lexists(path):  # the reader reports a broken link
            raise HistoryError(
                "There is nothing at {path}. Nothing was changed; check the path. "
                "`epicrec browsers` lists the profiles found here.",
                "missing",
                path=path,
            ) from None
    profile = _profile_in(path) if path.is_dir() else _profile_of_file(path)
    return _as_discovered(profile, environment or Environment.current())


def _profiles_in(root: Root, folder: Path) -> list[BrowserProfile]:
    if root.family is BrowserFamily.CHROMIUM:
        return list(_find_chromium_profiles(folder, root.browser, root.packaging))
    if root.family is BrowserFamily.FIREFOX:
        return list(_find_firefox_profiles(folder, root.browser, root.packaging))
    (file,) = (name for name, (_, family) in ONE_FILE.items() if family is root.family)
    if not _is_file(folder / file):
        return []
    return [BrowserProfile(root.browser, root.family, root.browser, folder / file, root.packaging)]


def _profile_of_file(database: Path) -> BrowserProfile:
    folder = database.parent
    if database.name == HISTORY:
        name = _local_state_names(folder.parent / "Local State").get(folder.name, folder.name)
        return BrowserProfile("Chromium", BrowserFamily.CHROMIUM, name, database)
    if database.name == PLACES:
        known = (*_read_profiles_ini(folder.parent), *_read_profiles_ini(folder.parent.parent))
        names = {_real(folder): name for name, folder in known}
        name = names.get(_real(database.parent)) or _firefox_folder_name(database.parent)
        return BrowserProfile("Firefox", BrowserFamily.FIREFOX, name, database)
    if database.name in ONE_FILE:
        browser, family = ONE_FILE[database.name]
        # Safari's was brought over: the folder is what tells one from another.
        name = readable(folder.name) if family is BrowserFamily.SAFARI else ""
        return BrowserProfile(browser, family, name or browser, database)
    raise HistoryError(
        "{path} is not a browser's history. Nothing was changed; name a profile folder, "
        "or its {history}, {places} or {others}.",
        "no-profile",
        path=database,
        history=HISTORY,
        places=PLACES,
        others=" / ".join(ONE_FILE),
    )


def _profile_in(folder: Path) -> BrowserProfile:
    for name in (PLACES, HISTORY, *ONE_FILE):
        if os.path.lexists(folder / name):
            return _profile_of_file(folder / name)
    if os.path.lexists(folder / "Default" / HISTORY):
        return _profile_of_file(folder / "Default" / HISTORY)
    firefox = list(_find_firefox_profiles(folder, "Firefox", "native"))
    if firefox and _read_profiles_ini(folder):
        return firefox[0]
    found = [*_find_chromium_profiles(folder, "Chromium", "native"), *firefox]
    if len(found) == 1:
        return found[0]
    if not found:
        raise HistoryError(
            "{path} holds no browser profile. Nothing was changed; name the folder that has "
            "{history} (Chrome and browsers built on it), {places} (Firefox) or {others} in it.",
            "no-profile",
            path=folder,
            history=HISTORY,
            places=PLACES,
            others=" / ".join(ONE_FILE),
        )
    folders = ", ".join(sorted(p.database.parent.name for p in found))
    raise HistoryError(
        "{path} holds several profiles ({folders}). Nothing was read; name one of them.",
        "several",
        path=folder,
        folders=folders,
    )


def _as_discovered(profile: BrowserProfile, environment: Environment) -> BrowserProfile:
    """Return the same profile under the name that discovery has for it, if discovery finds it."""
    key = profile_key(profile)
    return next((p for p in discover(environment) if profile_key(p) == key), profile)
