"""Finds the browser profiles of this computer, or the one at a path the person named."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.history.profiles import (
    HISTORY,
    PLACES,
    SAFARI,
    IniProfile,
    chromium_name,
    find_chromium_profiles,
    find_firefox_profiles,
    firefox_folder_name,
    read_profiles_ini,
    readable,
)
from epicrec_desktop.history.roots import Environment, Root, existing_roots
from epicrec_desktop.paths import plain_form, reachable

__all__ = ["Environment", "discover", "open_profile_at", "profile_key"]

_DEEPEST = 60  # characters: a profile's folder, its database, and what SQLite appends


def discover(environment: Environment) -> list[BrowserProfile]:
    """Every profile with a history, in the order of the table of roots.

    Only names are looked at: no database is opened. The same file reached in two ways (a link, a
    second root) is one profile.
    """
    found: dict[str, BrowserProfile] = {}
    for root, folder in existing_roots(environment):
        for profile in _profiles_in(root, folder):
            found.setdefault(profile_key(profile), profile)
    return list(found.values())


def profile_key(profile: BrowserProfile) -> str:
    """A key of this profile that stays the same: 32 hex digits, of its database's real path."""
    path = os.path.normcase(plain_form(_real(profile.database)))
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:32]


def _real(path: Path) -> str:
    """The path with links followed, as far as the disk can tell."""
    try:
        return os.path.realpath(path)
    except OSError:  # some RAM disks and network drives of Windows
        return str(path)


def open_profile_at(path: Path, environment: Environment | None = None) -> BrowserProfile:
    """The profile at a path the person named.

    Takes a profile folder, its `History` or `places.sqlite`, a Chromium user-data folder with
    `Default` or with exactly one profile, a Firefox folder with `profiles.ini` (its default), or a
    `History.db` of Safari that was brought over, or the folder it lies in.
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
        if not os.path.lexists(path):  # a link that leads nowhere is told by the reader
            raise HistoryError(
                "There is nothing at {path}. Nothing was changed; check the path. "
                "`epicrec browsers` lists the profiles found here.",
                "missing",
                path=path,
            ) from None
    profile = _profile_in(path) if path.is_dir() else _profile_of_file(path)
    return _as_discovered(profile, environment or Environment.current())


def _profiles_in(root: Root, folder: Path) -> list[BrowserProfile]:
    search = (
        find_chromium_profiles if root.family is BrowserFamily.CHROMIUM else find_firefox_profiles
    )
    return list(search(folder, root.browser, root.packaging))


def _profile_of_file(database: Path) -> BrowserProfile:
    folder = database.parent
    if database.name == HISTORY:
        return BrowserProfile("Chromium", BrowserFamily.CHROMIUM, chromium_name(folder), database)
    if database.name == PLACES:
        names = {_real(e.folder): e.name for e in _find_in_profiles_ini(folder)}
        name = names.get(_real(folder)) or firefox_folder_name(folder)
        return BrowserProfile("Firefox", BrowserFamily.FIREFOX, name, database)
    if database.name == SAFARI:
        name = readable(folder.name) or "Safari"
        return BrowserProfile("Safari", BrowserFamily.SAFARI, name, database)
    raise HistoryError(
        "{path} is not a browser's history. Nothing was changed; name a profile folder, "
        "or its {history}, {places} or {safari}.",
        "no-profile",
        path=database,
        history=HISTORY,
        places=PLACES,
        safari=SAFARI,
    )


def _profile_in(folder: Path) -> BrowserProfile:
    for name in (PLACES, HISTORY, SAFARI):
        if os.path.lexists(folder / name):
            return _profile_of_file(folder / name)
    if os.path.lexists(folder / "Default" / HISTORY):
        return _profile_of_file(folder / "Default" / HISTORY)
    firefox = list(find_firefox_profiles(folder, "Firefox", "native"))
    if firefox and read_profiles_ini(folder):
        return firefox[0]
    found = [*find_chromium_profiles(folder, "Chromium", "native"), *firefox]
    if len(found) == 1:
        return found[0]
    if not found:
        raise HistoryError(
            "{path} holds no browser profile. Nothing was changed; name the folder that has "
            "{history} (Chrome and its relatives), {places} (Firefox) or {safari} (Safari) in it.",
            "no-profile",
            path=folder,
            history=HISTORY,
            places=PLACES,
            safari=SAFARI,
        )
    folders = ", ".join(sorted(p.database.parent.name for p in found))
    raise HistoryError(
        "{path} holds several profiles ({folders}). Nothing was read; name one of them.",
        "several",
        path=folder,
        folders=folders,
    )


def _find_in_profiles_ini(folder: Path) -> list[IniProfile]:
    return [*read_profiles_ini(folder.parent), *read_profiles_ini(folder.parent.parent)]


def _as_discovered(profile: BrowserProfile, environment: Environment) -> BrowserProfile:
    """The same profile under the name that discovery has for it, if discovery finds it."""
    key = profile_key(profile)
    return next((p for p in discover(environment) if profile_key(p) == key), profile)
