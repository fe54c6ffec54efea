"""Keep apart the environment of this process and the environment of the user.

A bundle's libraries must not reach programs that are not ours: a browser that a link opens would
load them in place of the system's, and end. PyInstaller's bootloader sets `LD_LIBRARY_PATH` on
Linux (glibc reads it once, at the start) and the folder of DLLs on Windows; its hooks and Qt's
package add variables and folders to `PATH`; we limit BLAS threads. All of it is undone here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

AT_START = "_environment_at_start"
"""Attribute of `sys` that `packaging/modules.py` sets, before any hook of the bundle runs."""

_LIBRARIES = "LD_LIBRARY_PATH"
_BOOTLOADER = "_PYI_"
"""Prefix of PyInstaller's variables; without them a program of ours sets its own library path."""
_ONCE = ("DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN")
"""Tokens for the window of this process alone."""
_THREADS = "OPENBLAS_NUM_THREADS"
_LOCALES = ("LC_ALL", "LC_CTYPE", "LANG")
BUS = "DBUS_SESSION_BUS_ADDRESS"
_DATA_DIRS = "/usr/local/share:/usr/share"
"""Folders of shared data where XDG_DATA_DIRS names none."""


def is_bundle() -> bool:
    """Return whether this is a program of a bundle, not Python with a package."""
    return bool(getattr(sys, "frozen", False))


def without_bundle(environment: Mapping[str, str], *, bundle: bool) -> dict[str, str]:
    """Return the environment as the user's system gave it, without what the bootloader set."""
    found = {name: value for name, value in environment.items() if name not in _ONCE}
    if bundle:
        found = {name: value for name, value in found.items() if not name.startswith(_BOOTLOADER)}
        original = found.pop(f"{_LIBRARIES}_ORIG", None)
        found.pop(_LIBRARIES, None)
        if original is not None:
            found[_LIBRARIES] = original
    return found


_users = without_bundle(getattr(sys, AT_START, os.environ), bundle=is_bundle())
_set_here: set[str] = set()
"""Variables that this module set for this process and its children."""


def prepare() -> None:
    """Set this process's environment; called before NumPy is loaded.

    On Linux the user's library path comes back for good: no library of ours needs the variable once
    the process runs, and Qt and others start programs whenever they want.
    """
    if is_bundle() and sys.platform != "win32":
        for name in [*os.environ]:
            if name.startswith((_BOOTLOADER, _LIBRARIES)):
                _restore(name)
    # Every matrix here is small: several threads of the BLAS would only wait for each other.
    _set_default(_THREADS, "1")


def prepare_qt() -> None:
    """Set what Qt asks for on Linux: a locale, and on GNOME's Wayland who draws the title bar.

    Without a locale Qt complains, and takes the same one. GNOME leaves the title bar to programs;
    which buttons are in it Qt reads from the desktop's portal, and without one it draws none.
    """
    if sys.platform != "linux":
        return
    if not any(map(os.environ.get, _LOCALES)):
        _set_default("LC_CTYPE", "C.UTF-8")
    desktops = os.environ.get("XDG_CURRENT_DESKTOP", "").casefold().split(":")
    if "gnome" in desktops and not has_portal(os.environ):
        _set_default("QT_WAYLAND_DECORATION", "bradient")


def has_bus(environment: Mapping[str, str]) -> bool:
    """Return whether the session has a D-Bus, by its address or at its usual place."""
    usual = Path(environment.get("XDG_RUNTIME_DIR", "/nowhere"), "bus")
    return bool(environment.get(BUS)) or os.path.exists(usual)  # noqa: PTH110 - see has_portal


def has_portal(environment: Mapping[str, str]) -> bool:
    """Return whether a portal with the desktop's settings is installed; it is started on demand."""
    if environment.get("FLATPAK_ID"):
        return True
    dirs = environment.get("XDG_DATA_DIRS") or _DATA_DIRS
    shared = [*map(Path, filter(None, dirs.split(":")))]
    starts = "dbus-1/services/org.freedesktop.portal.Desktop.service"
    return (
        has_bus(environment)
        # `Path.exists` raises for a folder of another account, as `su` leaves it in the variable.
        and any(os.path.exists(folder / starts) for folder in shared)  # noqa: PTH110
        and any(map(_has_settings, shared))
    )


def _has_settings(folder: Path) -> bool:
    """Return whether one of the portals in a folder of shared data offers settings."""
    offered = b"org.freedesktop.impl.portal.Settings"
    try:
        files = [*(folder / "xdg-desktop-portal" / "portals").glob("*.portal")]
        return any(offered in file.read_bytes() for file in files)
    except OSError:
        return False


@contextmanager
def for_own_programs() -> Iterator[None]:
    """Start processes of EpicRec in here: they limit their BLAS threads as this one does."""
    before = os.environ.get(_THREADS)
    os.environ[_THREADS] = before or "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_THREADS, None)


@contextmanager
def for_other_programs() -> Iterator[None]:
    """Start programs in here that are not ours: they get the user's environment.

    On Linux it stays so afterwards: on Wayland, Qt starts the browser later, once the compositor
    has allowed it to come to the front. By then NumPy and Qt have read what they needed.
    """
    ours = dict(os.environ)
    for name in _changed():
        _restore(name)
    _set_dll_folder(None)
    try:
        yield
    finally:
        if sys.platform == "win32":
            os.environ.update(ours)
            _set_dll_folder(getattr(sys, "_MEIPASS", None))


def _changed() -> set[str]:
    if is_bundle():  # its hooks set some
        return {name for name in {*os.environ, *_users} if os.environ.get(name) != _users.get(name)}
    return _set_here | ({"PATH"} if sys.platform == "win32" else set())  # Qt's package adds to it


def _restore(name: str) -> None:
    if name in _users:
        os.environ[name] = _users[name]
    else:
        os.environ.pop(name, None)


def _set_default(name: str, value: str) -> None:
    if name not in os.environ:
        os.environ[name] = value
        _set_here.add(name)


def _set_dll_folder(folder: str | None) -> None:
    """Set the folder where Windows looks for DLLs, which the processes that we start inherit."""
    if sys.platform == "win32" and is_bundle():
        import ctypes  # noqa: PLC0415 - not on Linux

        ctypes.windll.kernel32.SetDllDirectoryW(folder)
