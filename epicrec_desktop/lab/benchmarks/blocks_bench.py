"""Memory and time of training from files, over made-up ratings that are sampled as they are read.

Nothing but the files of `server.block_files` is stored, so sizes beyond a disk of ratings can be
measured. One process; its memory is the most that it ever had.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.memory import peak_bytes
from epicrec_desktop.recommend.linear_training import LinearSettings
from epicrec_desktop.recommend.metrics import SPLIT_SEED
from epicrec_desktop.server.block_files import read
from epicrec_desktop.server.rating_sources import AT_ONCE, Pieces

PEOPLE, MOVIES = 100_000, 20_000
EACH = 100
"""Ratings of a person, some of them of the same movie."""

FACTORS = 16
"""Of the model: memory and time grow with these and the movies, whatever the number of ratings."""

_SKEW = 3.0
"""Of a movie's place: the first hundredth of the movies has a fifth of the ratings."""


def run(
    people: int = PEOPLE,
    movies: int = MOVIES,
    *,
    settings: LinearSettings | None = None,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return {rows, ratings, people, movies} and, for each step, seconds and most memory so far.

    Steps: `start` (nothing was read), `read`, `split`, `fit`. `cpu_s` is of all. Raises
    `Cancelled`.
    """
    found: dict[str, Any] = {"start_mb": _peak_mb()}
    data = _timed("read", found, lambda: read(_sampled(people, movies), job))
    rest, _held = _timed("split", found, lambda: next(data.folds(SPLIT_SEED)))
    job.report(Progress("Training", 0, 0))
    _timed("fit", found, lambda: rest.fit(settings or LinearSettings(FACTORS), job))
    shape = {"rows": people * EACH, "ratings": data.ratings, "people": data.people}
    return shape | {"movies": len(data.wire_ids), "cpu_s": time.process_time()} | found


def _timed(step: str, found: dict[str, Any], work: Callable[[], Any]) -> Any:
    started = time.monotonic()
    done = work()
    found |= {f"{step}_s": time.monotonic() - started, f"{step}_mb": _peak_mb()}
    return done


def _peak_mb() -> float | None:
    peak = peak_bytes()
    return None if peak is None else peak / 1e6


def _sampled(people: int, movies: int) -> Pieces:
    generator = np.random.default_rng(1)
    ids = np.array([f"ml:{number}" for number in range(movies)], dtype=object)
    for start in range(0, people * EACH, AT_ONCE):
        users = np.arange(start, min(start + AT_ONCE, people * EACH)) // EACH
        items = (movies * generator.random(len(users)) ** _SKEW).astype(np.int64)
        yield users, ids[items].tolist()
