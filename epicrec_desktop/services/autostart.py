"""Starting with the person's session: off until they want it, and gone with what is erased.

On Linux a file of the XDG autostart folder (Desktop Application Autostart Specification 0.5), on
Windows a value below HKEY_CURRENT_USER's Run key. Both are one person's own. `TryExec` makes the
file do nothing where the program was removed. In a Flatpak the desktop's portal is asked, which has
one entry for the program and tells nobody of it, so the file is our note.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.files import write_file
from epicrec_desktop.paths import Paths
from epicrec_desktop.process_environment import is_bundle
from epicrec_desktop.system_errors import reason_of

IN_TRAY = "--in-tray"
"""The argument with which the program is started then."""

_RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
_NAME = "EpicRec"
_ESCAPED = str.maketrans({"\\": "\\\\\\\\", '"': '\\\\"', "`": "\\\\`", "$": "\\\\$", "%": "%%"})
"""Of an argument in quotes, which is a value of a desktop file: each has its own backslashes."""


def folder_arguments(paths: Paths) -> list[str]:
    """Return the arguments with which a program of ours uses these folders."""
    first = paths.first
    own = [] if first == Paths.default() else ["--base-dir", str(first.data.parent)]
    # By the id, which stays when a user is renamed.
    who = [] if paths.added is None else ["--person", paths.added[0]]
    return [*own, *who]


def start_command(paths: Paths, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the command that opens the window for these folders with this installation."""
    image = environment.get("APPIMAGE", "")
    if is_bundle():
        program = [image if image and Path(image).is_file() else sys.executable]
    else:
        installed = shutil.which("epicrec-desktop", path=str(Path(sys.executable).parent))
        program = [installed] if installed else [sys.executable, "-m", "epicrec_desktop"]
    return [*program, *folder_arguments(paths)]


class Autostart:
    """Says whether the program starts with the session, and makes it so. For one base folder."""

    def __init__(self, paths: Paths, environment: Mapping[str, str] | None = None) -> None:
        self._paths = paths
        self._environment = os.environ if environment is None else environment

    @property
    def command(self) -> Sequence[str]:
        """How this program is started again, for these folders."""
        return [*start_command(self._paths, self._environment), IN_TRAY]

    @property
    def on(self) -> bool:
        """Whether it starts with the session, as the system has it noted."""
        if sys.platform == "win32":
            return self._registered() is not None
        if self._is_flatpak:
            with suppress(OSError):
                return self._file.read_bytes() == os.fsencode(self._entry())
            return False
        return self._file.is_file()

    def set_on(self, on: bool) -> None:
        """Start with the session from now on, or no more. Raises `EpicRecError`."""
        try:
            if sys.platform == "win32":
                self._register(on)
                return
            if self._is_flatpak:
                self._ask_portal(on)
            if on:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_file(self._file, os.fsencode(self._entry()))
            else:
                self._file.unlink(missing_ok=True)
        except OSError as error:
            raise EpicRecError(
                "Whether EpicRec starts when you log in could not be changed ({reason}). It stays "
                "as it was.",
                reason=reason_of(error),
            ) from None

    def forget(self) -> None:
        """Remove the autostart entry, where everything is erased."""
        with suppress(EpicRecError, RuntimeError):  # the second without a home: nothing is there
            if self.on:
                self.set_on(False)

    # Linux

    @property
    def _file(self) -> Path:
        folder = self._environment.get("XDG_CONFIG_HOME", "")
        config = Path(folder) if folder.startswith("/") else Path.home() / ".config"
        return config / "autostart" / f"epicrec-desktop{self._suffix}.desktop"

    @property
    def _is_flatpak(self) -> bool:
        return sys.platform == "linux" and "FLATPAK_ID" in self._environment

    def _ask_portal(self, on: bool) -> None:
        """Ask the desktop around a Flatpak. Raises `EpicRecError`, `OSError`."""
        # Windows has no such bus.
        from epicrec_desktop.services.background_portal import request_autostart  # noqa: PLC0415

        if request_autostart(self.command, on=on) is not on:
            raise EpicRecError(
                "This desktop does not let EpicRec start when you log in. It stays as it was. "
                "The desktop's settings for apps say what may run in the background."
            )

    @property
    def _suffix(self) -> str:
        """Another folder of data is started by itself, where there can be more than one."""
        if self._paths == Paths.default() or self._is_flatpak:
            return ""
        return "-" + hashlib.sha256(os.fsencode(self._paths.data)).hexdigest()[:8]

    def _entry(self) -> str:
        program, *rest = self.command
        words = " ".join(_quoted(word) for word in (program, *rest))
        tried = program.replace("\\", "\\\\")
        return (
            "[Desktop Entry]\nType=Application\nName=EpicRec\nIcon=epicrec-desktop\n"
            f"TryExec={tried}\nExec={words}\nTerminal=false\nX-GNOME-Autostart-enabled=true\n"
        )

    # Windows

    def _registered(self) -> str | None:
        if sys.platform != "win32":
            return None
        import winreg  # noqa: PLC0415

        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN) as key:
                return str(winreg.QueryValueEx(key, _NAME + self._suffix)[0])
        except OSError:
            return None

    def _register(self, on: bool) -> None:
        if sys.platform != "win32":
            return
        import subprocess  # noqa: PLC0415
        import winreg  # noqa: PLC0415

        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN) as key:
            if on:
                line = subprocess.list2cmdline(self.command)
                winreg.SetValueEx(key, _NAME + self._suffix, 0, winreg.REG_SZ, line)
            else:
                with suppress(FileNotFoundError):
                    winreg.DeleteValue(key, _NAME + self._suffix)


def _quoted(word: str) -> str:
    """Return a word of `Exec` in quotes. Raises `OSError` where no desktop file can hold it."""
    if any(character < " " for character in word):
        raise OSError("a name with a line break")
    return f'"{word.translate(_ESCAPED)}"'
