"""How long the window takes from its start to its first paint, and until it can be used.

Each start is a process of its own, after one that warms the file cache, on the library of an
invented person with the last recommendations kept. It draws to Xvfb, a screen in memory, where
there is one, else to the display there is. What is measured is in `lab/benchmarks/window_watch.py`.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.benchmarks.window_probe import display, invented_user, measure, offscreen

REPEATS = 5
MOVIES = 200
FIRST_PAINT_S, USABLE_S = 1.0, 1.5
PROMISED = f"first paint under {FIRST_PAINT_S} s, usable under {USABLE_S} s"
"""Of both medians."""


def run(repeats: int = REPEATS, *, on_screen: bool = True, job: Job = UNATTENDED) -> dict[str, Any]:
    """{first_paint_s, usable_s: medians; cpu_s, starts, movies, display}.

    `starts` are {first_paint_s, usable_s, cpu_s}, in seconds since just before the process was
    made; `cpu_s` is what it took of a processor to its end (None on Windows): a busy computer adds
    to the first two, hardly to that one. Without `on_screen` the window is drawn to memory alone.

    Raises `EpicRecError` where the window does not open.
    """
    starts = []
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        display() if on_screen else nullcontext(("offscreen", offscreen())) as (name, environment),
    ):
        base = Path(folder)
        job.report(Progress("Making an invented library"))
        with invented_user(base) as services:
            stored = services.context.catalog()
            places = stored.position
            popular = sorted(places, key=lambda key: -stored.catalog.movies[places[key]].popularity)
            for key in popular[:MOVIES]:
                services.library.add(key)
            services.recommend.rank_locally()
        for _ in job.steps("Starting the window", range(repeats + 1)):
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
        "display": name,
    }


def _start(base: Path, environment: Mapping[str, str]) -> dict[str, float | None]:
    used = _children_cpu_s()
    began = time.monotonic()
    moments = measure("start", base, environment)
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
