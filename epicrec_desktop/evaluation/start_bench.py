"""How long the window takes from its start to its first paint, and until it can be used.

Each start is a process of its own, after one that warms the file cache, on the library of an
invented person with the last recommendations kept. It draws to Xvfb, a screen in memory, where
there is one, else to the display there is. What is measured is in `ui/start_watch.py`.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.history.roots import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.wiring import build

REPEATS = 5
MOVIES = 200
FIRST_PAINT_S, USABLE_S = 1.0, 1.5
"""What is promised of both medians."""

_PATIENCE_S = 60.0
_SCREEN = "1920x1080x24"


def run(
    repeats: int = REPEATS,
    *,
    platform: str | None = None,
    report: Report = quiet,
    cancelled: IsCancelled = never,
) -> dict[str, Any]:
    """{first_paint_s, usable_s: medians; cpu_s, starts, movies, display}.

    `starts` are {first_paint_s, usable_s, cpu_s}, in seconds since just before the process was
    made; `cpu_s` is what it took of a processor to its end (None on Windows): a busy computer adds
    to the first two, hardly to that one. `platform` is Qt's, "offscreen" for tests.

    Raises `EpicRecError` where the window does not open.
    """
    starts = []
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        _display(platform) as (display, environment),
    ):
        base = Path(folder)
        report(Progress("Making an invented library"))
        _furnish(base)
        for number in range(repeats + 1):
            check(cancelled)
            report(Progress("Starting the window", number, repeats + 1))
            starts.append(_start(base, environment))
    starts = starts[1:]  # the first one warms the file cache

    def median(name: str) -> float | None:
        values = [value for start in starts if (value := start[name]) is not None]
        return statistics.median(values) if values else None

    return {
        "first_paint_s": median("first_paint_s"),
        "usable_s": median("usable_s"),
        "cpu_s": median("cpu_s"),
        "starts": starts,
        "movies": MOVIES,
        "display": display,
    }


def _furnish(base: Path) -> None:
    """A library of the catalog's most popular movies, and recommendations for it."""
    paths = Paths.under(base)
    services = build(paths, environment=Environment("linux", base / "home", {}))
    try:
        stored = services.context.catalog()
        places = stored.position()
        popular = sorted(places, key=lambda key: -stored.catalog.movies[places[key]].popularity)
        for key in popular[:MOVIES]:
            services.library.add(key)
        services.recommend.refresh(choice=PrivacyChoice(ReleaseLevel.NO))
    finally:
        services.close()
    Settings(wizard_step="done").save(paths.settings)


def _start(base: Path, environment: Mapping[str, str]) -> dict[str, float | None]:
    command = [sys.executable, "-m", "epicrec_desktop", "--base-dir", str(base), "--time-start"]
    used = _children_cpu_s()
    began = time.monotonic()
    try:
        done = subprocess.run(  # noqa: S603 - this program
            command,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
        moments = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        raise EpicRecError(
            "The window did not open, so nothing was measured. `epicrec selfcheck` says more."
        ) from None
    after = _children_cpu_s()
    return {
        "first_paint_s": moments["first_paint"] - began,
        "usable_s": moments["usable"] - began,
        "cpu_s": after - used if after is not None and used is not None else None,
    }


def _children_cpu_s() -> float | None:
    if os.name != "posix":
        return None
    times = os.times()
    return times.children_user + times.children_system


@contextmanager
def _display(platform: str | None) -> Iterator[tuple[str, dict[str, str]]]:
    """The name of the display, and the environment of what draws to it."""
    environment = dict(os.environ)
    environment.pop("QT_QPA_PLATFORM", None)
    if platform is not None:
        environment["QT_QPA_PLATFORM"] = platform
        yield platform, environment
        return
    server = shutil.which("Xvfb")
    if server is None:
        if sys.platform == "linux" and not (
            environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
        ):
            raise EpicRecError(
                "There is no display and no Xvfb to draw to, so nothing was measured. "
                "Install Xvfb, or run this where there is a display."
            )
        yield "display", environment
        return
    with _xvfb(server) as name:
        environment.pop("WAYLAND_DISPLAY", None)
        yield "Xvfb", {**environment, "DISPLAY": name, "QT_QPA_PLATFORM": "xcb"}


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
