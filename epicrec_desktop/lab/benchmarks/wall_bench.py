"""How fast a wall of posters scrolls, and what memory the window has at most.

The real window over the real library of an invented person, drawn offscreen: each frame moves the
wall and draws it. New posters come into sight all the time, so nearly every one is drawn once.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.benchmarks.window_probe import invented_user, measure, offscreen
from epicrec_desktop.store.library import LibraryRepository

POSTERS = 5_000
PROMISED = "50 frames a second, under 400 MB"


def run(posters: int = POSTERS, *, job: Job = UNATTENDED) -> dict[str, Any]:
    """{posters, frames, fps: the mean, p99_ms, slowest_ms: of a frame, cpu_fps, peak_mb}.

    `cpu_fps` is per second of processor time: what `fps` is on a computer that does nothing else.
    There are as many posters as movies of the starter catalog at most. `peak_mb` (10⁶ bytes) is
    that of the whole process, None on Windows.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        job.report(Progress("Making an invented library"))
        with invented_user(Path(folder), movies_view="wall") as services:
            keys = list(services.context.catalog().position)[:posters]
            with services.context.database.write() as session:
                library = LibraryRepository(session)
                for key in keys:
                    library.add(key, now=services.context.now())
        job.step("Scrolling the wall")
        found = measure("wall", Path(folder), offscreen())
    seconds, cpu = found.pop("seconds"), found.pop("cpu_s")
    return {**found, "fps": found["frames"] / seconds, "cpu_fps": found["frames"] / cpu}
