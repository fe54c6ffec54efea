"""How long importing public ratings and training on them takes, and how much memory.

Synthetic people (`lab/population.py`) are written as a MovieLens folder, a part at a time.
They are then imported by the real services, over an empty folder of their own, in a process of its
own, whose peak of memory is what is reported.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.population import movies_for, sample_ratings, sample_world
from epicrec_desktop.memory import peak_bytes
from epicrec_desktop.paths import Paths

PEOPLE = 330_000
WATCHED = 100.0
"""Ratings a person: 33 million in all."""

_PART = 10_000  # people written at a time
_SEED = 1


def run(
    people: int = PEOPLE,
    movies: int | None = None,
    *,
    watched: float = WATCHED,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """{people, movies, ratings, seconds, cpu_s, peak_mb, reports, longest_silence_s, …}.

    `seconds` and `cpu_s` are of import and training together, `peak_mb` the largest resident memory
    (10⁶ bytes); `longest_silence_s` the longest time without a report of progress,
    which began at `silence_from_s`.
    Raises `EpicRecError` where the import fails; `Cancelled` while people are sampled.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, base = Path(folder) / "ratings", Path(folder) / "base"
        ratings = write_folder(source, people, movies or movies_for(people), watched, job)
        job.report(Progress("Importing them in a process of its own"))
        command = [sys.executable, "-m", __name__, str(base), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode != 0:
            raise EpicRecError("The ratings could not be imported: nothing was measured.")
        return {"people": people, "ratings": ratings, **json.loads(done.stdout)}


def write_folder(
    folder: Path, people: int, movies: int, watched: float | None, job: Job = UNATTENDED
) -> int:
    """Write synthetic people as a MovieLens folder; how many ratings. Raises `Cancelled`."""
    folder.mkdir(parents=True)
    generator = np.random.default_rng([_SEED, people])
    world = sample_world(movies, generator)
    with (folder / "movies.csv").open("w", encoding="utf-8") as table:
        table.write("movieId,title,genres\n")
        for i in range(movies):
            genres = "|".join(CATEGORIES[j] for j in np.flatnonzero(world.categories[i]))
            table.write(f"{i + 1},Movie {i + 1} ({world.years[i]}),{genres}\n")
    total = 0
    with (folder / "ratings.csv").open("w", encoding="ascii") as table:
        table.write("userId,movieId,rating,timestamp\n")
        for start in range(0, people, _PART):
            job.step("Sampling synthetic people", start, people)
            some = sample_ratings(
                world,
                min(_PART, people - start),
                generator,
                watched,
                job=Job(cancelled=job.cancelled),
            )
            users, items = (some.users + start + 1).tolist(), (some.items + 1).tolist()
            table.writelines(
                f"{user},{item},4.0,1000000000\n" for user, item in zip(users, items, strict=True)
            )
            total += len(some)
    return total


def measure(base: Path, source: Path) -> dict[str, Any]:
    """Import a folder with the real services, in this process, which does nothing else."""
    from epicrec_desktop.wiring import build  # noqa: PLC0415 - with its memory, in the child

    services = build(Paths.under(base))
    report_times = [time.perf_counter()]
    steps: list[tuple[str, float]] = []

    def note(progress: Progress, /) -> None:
        report_times.append(time.perf_counter())
        step = str(getattr(progress.step, "template", progress.step))
        if not steps or steps[-1][0] != step:
            steps.append((step, report_times[-1] - report_times[0]))

    started = time.process_time()
    try:
        info = services.catalogs.import_path(source, job=Job(note))
        report_times.append(time.perf_counter())
        quality = services.catalogs.quality()
        model = services.models.current(services.context.catalog().catalog).kind
    finally:
        services.close()
    return {
        "movies": info.movies,
        "model": model,
        "seconds": report_times[-1] - report_times[0],
        "cpu_s": time.process_time() - started,
        "peak_mb": peak / 1e6 if (peak := peak_bytes()) is not None else None,
        "reports": len(report_times) - 2,
        "longest_silence_s": float(np.diff(report_times).max()),
        "silence_from_s": report_times[int(np.diff(report_times).argmax())] - report_times[0],
        "ndcg10": None if quality is None else quality.ndcg10,
        "popularity": None if quality is None else quality.popularity,
        "steps": [{"step": step, "from_s": second} for step, second in steps],
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(Path(sys.argv[1]), Path(sys.argv[2]))))
