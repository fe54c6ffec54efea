"""Opens the desktop app: `epicrec-desktop`, or `python -m epicrec_desktop`."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from epicrec_desktop import DESCRIPTION, core_dumps, memory, process_environment, system_errors
from epicrec_desktop.build_info import full_version
from epicrec_desktop.domain.errors import EpicRecError

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.window import MainWindow

NO_DISPLAY = (
    "EpicRec found no display to open its window on. "
    "`epicrec run` does the whole job in a terminal."
)
WITHOUT_DISPLAY = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs", "minimalegl")
"""Qt platforms that draw without a display server."""
CONNECT_S = 2.0


def main(
    arguments: Sequence[str] | None = None, opened: Callable[[MainWindow], None] | None = None
) -> int:
    """Open the app and return its exit code: 1, with one line on stderr, without a display.

    `opened` is called with the main window before it is shown.
    """
    multiprocessing.freeze_support()
    core_dumps.forbid()
    process_environment.prepare()
    parser = argparse.ArgumentParser(
        prog="epicrec-desktop",
        description=DESCRIPTION,
    )
    parser.add_argument("--base-dir", type=Path, help="keep everything under this folder")
    parser.add_argument(
        "--person", default="", metavar="NAME", help="who this is, of several people"
    )
    parser.add_argument("--selfcheck", action="store_true", help="open the window and close it")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    parser.add_argument("--link", default="", metavar="ADDRESS", help=argparse.SUPPRESS)
    parser.add_argument("--page", default="", metavar="KEY", help=argparse.SUPPRESS)
    parser.add_argument(
        "invitation", nargs="?", default="", help="the line or the file of one to a service"
    )
    parser.add_argument(
        "--in-tray", action="store_true", help="start without a window, in the tray"
    )
    parser.add_argument("--version", action="version", version=f"epicrec-desktop {full_version()}")
    options = parser.parse_args(arguments)
    if sys.platform == "linux" and not has_display(os.environ):
        print(NO_DISPLAY, file=sys.stderr)  # noqa: T201 - there is no window to say it in
        return 1
    door = None
    if arguments is None and not options.selfcheck:  # else another program runs this one
        # Before Qt and any thread, so that it is small.
        from epicrec_desktop.services.door_entries import start_door  # noqa: PLC0415

        door = start_door()
    process_environment.prepare_qt()
    memory.pause_collection()
    # Qt is imported only now: without a display, its libraries may be missing too.
    from epicrec_desktop import app  # noqa: PLC0415

    if options.selfcheck:
        return _check_window(options)
    return app.run(
        options.base_dir,
        opened,
        hidden=options.in_tray,
        user=options.person,
        page=options.page,
        invitation=_line(options.invitation),
        door=door,
    )


def _line(invitation: str) -> str:
    """Return the line of an invitation, which is given as a link or as its file."""
    from epicrec_desktop.recommend.invitation import SCHEME, read_line  # noqa: PLC0415 - seldom

    if not invitation or invitation.casefold().startswith(SCHEME):
        return invitation
    return read_line(Path(invitation)) or SCHEME


def _check_window(options: argparse.Namespace) -> int:
    """Check the window; return 1, with one line on stderr, where it could not be opened."""
    from epicrec_desktop import app  # noqa: PLC0415 - as above

    try:
        return app.check_window(options.base_dir, options.pictures, options.link)
    except Exception as error:
        known = error if isinstance(error, EpicRecError) else system_errors.error_for(error)
        if known is None:
            raise
        print(known, file=sys.stderr)  # noqa: T201 - for whoever runs the self-check
        return 1


def has_display(environment: Mapping[str, str]) -> bool:
    """Return whether a display server answers. Qt itself ends the process where none does."""
    platform = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform in WITHOUT_DISPLAY:
        return True
    wayland = environment.get("WAYLAND_DISPLAY")
    if wayland and _answers_unix(Path(environment.get("XDG_RUNTIME_DIR", "/run"), wayland)):
        return True
    host, colon, rest = environment.get("DISPLAY", "").rpartition(":")
    number = rest.partition(".")[0]
    if not colon or not number.isdigit():
        return False
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - X11's own place
        return _answers_unix(Path(path)) or _answers_unix(f"\0{path}")
    try:
        with socket.create_connection((host, 6000 + int(number)), timeout=CONNECT_S):
            return True
    except OSError:
        return False


def _answers_unix(address: Path | str) -> bool:
    if sys.platform == "win32":
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(CONNECT_S)
            connection.connect(str(address))
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
