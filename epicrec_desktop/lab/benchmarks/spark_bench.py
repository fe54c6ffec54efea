"""What a cluster costs and what its models are worth, beside training in one process.

Synthetic people (`lab/population.py`) are written as Parquet. Each engine reads them and
trains the linear model with the usual settings in a process of its own, on the same people,
measured on the same people held out. The search for settings and alternating least squares are left
out: whatever the engine, they are the same code in the driver on a bounded number of people. The
cluster is Spark on this computer alone. Memory and processor time are those of the process and all
it started, Java among them, looked at twice a second (Linux).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.population import movies_for, sample_ratings, sample_world
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.linear_training import LinearSettings
from epicrec_desktop.recommend.metrics import SPLIT_SEED, quality
from epicrec_desktop.server.block_files import FilesEngine
from epicrec_desktop.server.block_files import read as read_files
from epicrec_desktop.server.block_training import BlockData
from epicrec_desktop.server.rating_sources import pieces
from epicrec_desktop.server.training import InMemoryData, TrainingData

PEOPLE = 10_000
WATCHED = 100.0
"""Ratings a person: a million in all."""

ENGINES = ("here", "files", "spark")
CORES = 2

_PART = 10_000  # people written at a time
_SEED = 1
_LOOK_S = 0.5


def run(
    people: int = PEOPLE, movies: int | None = None, *, job: Job = UNATTENDED
) -> dict[str, Any]:
    """{people, movies, ratings, rows}, a row for each engine as `measure` gives it.

    To each row `cpu_s` and `peak_mb` of its processes together are added, None on others than
    Linux. Raises `Cancelled`, and `EpicRecError` where an engine fails or is not installed.
    """
    movies = movies or movies_for(people)
    with tempfile.TemporaryDirectory(prefix="epicrec-bench-") as name:
        folder = Path(name) / "ratings.parquet"
        ratings = write_parquet(folder, people, movies, job)
        rows: list[dict[str, Any]] = []
        for engine in job.steps("Training in a process of its own", ENGINES):
            rows.append(_measure_in_process(engine, folder))
    return {"people": people, "movies": movies, "ratings": ratings, "rows": rows}


def write_parquet(folder: Path, people: int, movies: int, job: Job = UNATTENDED) -> int:
    """Write synthetic people as the service reads them; how many ratings. Raises `Cancelled`."""
    import pyarrow as pa  # noqa: PLC0415 - belongs to the extra `spark`
    from pyarrow import parquet  # noqa: PLC0415

    folder.mkdir(parents=True)
    generator = np.random.default_rng([_SEED, people])
    world = sample_world(movies, generator)
    ids = pa.array([f"ml:{i + 1}" for i in range(movies)])
    total = 0
    for start in range(0, people, _PART):
        job.step("Sampling synthetic people", start, people)
        some = sample_ratings(
            world, min(_PART, people - start), generator, WATCHED, job=Job(cancelled=job.cancelled)
        )
        columns = {
            "user_id": pa.array(some.users.astype(np.int64) + start),
            "movie_id": pa.DictionaryArray.from_arrays(pa.array(some.items), ids),
        }
        parquet.write_table(pa.table(columns), folder / f"part-{start:09}.parquet")
        total += len(some)
    return total


def measure(engine: str, folder: Path) -> dict[str, Any]:
    """{engine, start_s, read_s, split_s, linear_s, measure_s, ndcg10, held}.

    Wall-clock seconds of each step. Raises `EpicRecError`.
    """
    found: dict[str, Any] = {"engine": engine}
    clock = _Clock(found)
    if engine == "here":
        people = InMemoryData(_read_locally(folder))
        clock("read_s")
        return _train(people, found, clock)
    if engine == "files":
        everybody = BlockData(FilesEngine(), read_files(pieces(str(folder), "")))
        clock("read_s")
        return _train(everybody, found, clock)
    from epicrec_desktop.server.spark_session import SparkEngine, session  # noqa: PLC0415
    from epicrec_desktop.server.spark_session import read as read_parquet  # noqa: PLC0415

    with session(f"local[{CORES}]") as spark:
        clock("start_s")
        everybody = BlockData(SparkEngine(spark), read_parquet(spark, folder.as_uri()))
        clock("read_s")
        return _train(everybody, found, clock)


class _Clock:
    """Notes under a name how long it was since the name before."""

    def __init__(self, found: dict[str, Any]) -> None:
        self._found, self._at = found, time.monotonic()

    def __call__(self, name: str) -> None:
        now = time.monotonic()
        self._found[name] = now - self._at
        self._at = now


def _train(people: TrainingData, found: dict[str, Any], clock: _Clock) -> dict[str, Any]:
    rest, held = next(iter(people.folds(SPLIT_SEED)))
    clock("split_s")
    model = rest.fit(LinearSettings(), UNATTENDED)
    clock("linear_s")
    ids = tuple(people.wire_ids)
    found |= {"ndcg10": quality(model, ids, held).ndcg10, "held": len(held)}
    clock("measure_s")
    return found


def _read_locally(folder: Path) -> Ratings:
    from pyarrow import parquet  # noqa: PLC0415 - belongs to the extra `spark`

    table = parquet.read_table(folder, read_dictionary=["movie_id"]).unify_dictionaries()
    movie = table.column("movie_id").combine_chunks()
    users = table.column("user_id").to_numpy().astype(np.int32)
    return Ratings(users, movie.indices.to_numpy(), movie.dictionary.to_pylist())


def _measure_in_process(engine: str, folder: Path) -> dict[str, Any]:
    """Measure in a process of its own, with what it and all it starts use."""
    command = [sys.executable, "-m", __name__, engine, str(folder)]
    with subprocess.Popen(  # noqa: S603 - this very program
        command, stdout=subprocess.PIPE, text=True
    ) as process:
        used: dict[int, float] = {}
        peak = 0
        while process.poll() is None:
            seconds, resident = _used_by(process.pid)
            used |= seconds
            peak = max(peak, resident)
            time.sleep(_LOOK_S)
        assert process.stdout is not None
        output = process.stdout.read()
    if process.returncode != 0:
        raise EpicRecError("Training failed: nothing was measured.")
    found: dict[str, Any] = json.loads(output.splitlines()[-1])
    on_linux = sys.platform == "linux"
    return found | {
        "cpu_s": sum(used.values()) if on_linux else None,
        "peak_mb": peak / 1e6 if on_linux else None,
    }


def _used_by(root: int) -> tuple[dict[int, float], int]:
    """Processor time of a process and each that it started, by id, and their memory together."""
    if sys.platform != "linux":
        return {}, 0
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    resident: dict[int, int] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            words = (place / "stat").read_text().rpartition(")")[2].split()
            process = int(place.name)
            parents[process] = int(words[1])
            seconds[process] = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
            resident[process] = int(words[21]) * os.sysconf("SC_PAGE_SIZE")
    family, before = {root}, 0
    while len(family) > before:
        before = len(family)
        family |= {process for process, parent in parents.items() if parent in family}
    known = family & parents.keys()
    return {p: seconds[p] for p in known}, sum(resident[p] for p in known)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(sys.argv[1], Path(sys.argv[2]))) + "\n")
