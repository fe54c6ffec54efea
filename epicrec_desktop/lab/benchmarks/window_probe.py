"""Runs the window in a process of its own, to measure it, on a display of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import EpicRecError

_PATIENCE_S = 300.0
_SCREEN = "1920x1080x24"


def measure(what: str, base: Path, environment: Mapping[str, str]) -> dict[str, Any]:
    """Open the window over a base folder and return what it measured: "start" or "wall".

    Raises `EpicRecError` where the window does not open.
    """
    command = [sys.executable, "-m", "epicrec_desktop", "--base-dir", str(base), "--measure", what]
    try:
        done = subprocess.run(  # noqa: S603 - this program
            command,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
        measured: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        raise EpicRecError(
            "The window did not open, so nothing was measured. `epicrec selfcheck` says more."
        ) from None
    return measured


def offscreen() -> dict[str, str]:
    """An environment in which Qt draws to memory, without any display."""
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


@contextmanager
def display() -> Iterator[tuple[str, dict[str, str]]]:
    """Xvfb, a screen in memory, where there is one, else the display there is.

    Gives its name, and the environment of what draws to it. Raises `EpicRecError` without any.
    """
    environment = dict(os.environ)
    environment.pop("QT_QPA_PLATFORM", None)
    server = shutil.which("Xvfb")
    if server is not None:
        with _xvfb(server) as name:
            environment.pop("WAYLAND_DISPLAY", None)
            yield "Xvfb", {**environment, "DISPLAY": name, "QT_QPA_PLATFORM": "xcb"}
        return
    there = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    if sys.platform == "linux" and not there:
        raise EpicRecError(
            "There is no display and no Xvfb to draw to, so nothing was measured. "
            "Install Xvfb, or run this where there is a display."
        )
    yield "display", environment


@contextmanager
def _xvfb(server: str) -> Iterator[str]:
    """A screen in memory, while it is needed; its name."""
    read, write = os.pipe()
    command = [server, "-displayfd", str(write), "-screen", "0", _SCREEN, "-nolisten", "tcp"]
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
