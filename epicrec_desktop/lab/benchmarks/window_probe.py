"""Run the window in a child process, on a display of its own, to measure it.

    python -m epicrec_desktop.lab.benchmarks.window_probe start|wall|scan|pages [options]

opens the window as the app does, prints the figures as one JSON document, and closes it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop import __main__ as desktop
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.window import MainWindow
    from epicrec_desktop.wiring import Services

_TIMEOUT_S = 300.0
_SCREEN = "1920x1080x24"


def measure(what: str, base: Path, environment: Mapping[str, str]) -> dict[str, Any]:
    """Open the window over a base folder and return figures: "start", "wall", "scan" or "pages".

    Raises `EpicRecError` where the window does not open.
    """
    command = [sys.executable, "-m", __name__, what, "--base-dir", str(base)]
    try:
        done = subprocess.run(  # noqa: S603 - this program
            command,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
        measured: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        raise EpicRecError(
            "The window did not open, so nothing was measured. `epicrec selfcheck` says more."
        ) from None
    return measured


@contextmanager
def invented_user(base: Path, **settings: Any) -> Iterator[Services]:
    """Yield the services of a new base folder; afterwards store settings without the wizard."""
    from epicrec_desktop.history.browser_paths import Environment  # noqa: PLC0415 - not in the child
    from epicrec_desktop.settings import Settings  # noqa: PLC0415
    from epicrec_desktop.wiring import build  # noqa: PLC0415

    paths = Paths.under(base)
    services = build(paths, environment=Environment("linux", base / "home", {}))
    try:
        yield services
    finally:
        services.close()
    Settings(wizard_step="done", **settings).save(paths.settings)


def offscreen() -> dict[str, str]:
    """Return an environment in which Qt draws to memory, without a display."""
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


@contextmanager
def display() -> Iterator[tuple[str, dict[str, str]]]:
    """Start Xvfb, a display in memory, if it is installed; else use the display of the session.

    Yields the name of the display and an environment for programs that draw to it. Raises
    `EpicRecError` if there is none.
    """
    environment = dict(os.environ)
    environment.pop("QT_QPA_PLATFORM", None)
    server = shutil.which("Xvfb")
    if server is not None:
        with _xvfb(server) as name:
            environment.pop("WAYLAND_DISPLAY", None)
            yield "Xvfb", {**environment, "DISPLAY": name, "QT_QPA_PLATFORM": "xcb"}
        return
    session = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    if sys.platform == "linux" and not session:
        raise EpicRecError(
            "There is no display and no Xvfb to draw to, so nothing was measured. "
            "Install Xvfb, or run this where there is a display."
        )
    yield "display", environment


@contextmanager
def _xvfb(server: str) -> Iterator[str]:
    read, write = os.pipe()
    # By default it restarts when its last client ends, and meanwhile refuses the next one.
    options = ("-screen", "0", _SCREEN, "-nolisten", "tcp", "-noreset")
    command = [server, "-displayfd", str(write), *options]
    process = subprocess.Popen(  # noqa: S603 - found on the path
        command, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(write)
    try:
        with os.fdopen(read, "rb") as answer:
            number = answer.readline().decode().strip()  # empty where the server ended
        if not number:
            raise EpicRecError("Xvfb did not start, so nothing was measured.")
        yield f":{number}"
    finally:
        process.terminate()
        process.wait()


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window, measure it, and return the exit code of the app."""
    what, *options = sys.argv[1:] if arguments is None else arguments

    def measure_window(window: MainWindow) -> None:
        # Only now: without a display, the libraries of Qt may be missing too.
        from epicrec_desktop.lab.benchmarks import window_watch  # noqa: PLC0415

        timers = {
            "start": window_watch.StartTimer,
            "wall": window_watch.ScrollTimer,
            "scan": window_watch.watch_scan,
            "pages": window_watch.watch_pages,
        }
        timers[what](window)

    return desktop.main(options, measure_window)


if __name__ == "__main__":
    sys.exit(main())
