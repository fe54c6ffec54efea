"""How long a scan takes, from snapshot to library, and how the paper's loop compares.

The real services do the work, in their child process, on a synthetic history that a Chromium-schema
database holds. The paper's way is to search each title in each row; it is timed on a sample beside
the scan and scaled, because on all rows it takes the better part of an hour.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
    Progress,
)
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.lab.benchmarks.synthetic_history import (
    Page,
    add_history,
    pages,
    synthetic_catalog,
    write_history,
)
from epicrec_desktop.memory import peak_bytes
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.scan import ScanResult
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.wiring import Services, build

ROWS = 1_000_000
TITLES = 10_000
MORE_TITLES = 9
"""The scan is timed with this many times the titles as well."""

_NEW_ROWS = 1_000  # since the first scan
_SAMPLE_ROWS = 400
_SAMPLE_PAIRS = 4_000_000  # at most, of rows and titles
_POLL_S = 0.02


@dataclass(frozen=True)
class Timed:
    """One scan: wall-clock seconds, the child's seconds of a processor (a busy computer adds to
    the first, hardly to the second), and its peak (10⁶ bytes; None where not told)."""

    seconds: float
    cpu_s: float
    peak_mb: float | None
    result: ScanResult


def run(
    rows: int = ROWS,
    titles: int = TITLES,
    *,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Scan `rows` pages against `titles` movies, again with a few new rows, and with more titles.

    `peak_mb` is the scanning process's resident memory at its highest. Raises `CatalogError` for
    sizes that are none, `Cancelled`.
    """
    if rows < 1 or titles < 1:
        raise CatalogError("A benchmark needs at least one row and one title.")
    job.report(Progress("Making a catalog and a history up"))
    catalog, larger = synthetic_catalog(titles, seed), synthetic_catalog(titles * MORE_TITLES, seed)
    with tempfile.TemporaryDirectory(prefix="epicrec-bench-") as folder:
        base = Path(folder)
        source = pages(catalog, seed)
        profile = write_history(base / "browser", source, rows)
        job.check()
        with _services(base / "few", catalog) as services:
            first = _scan(services, profile, job)
            paper_s = _paper_loop_s(catalog, seed, rows)
            add_history(profile.database, source, _NEW_ROWS)
            again = _scan(services, profile, job)
        job.check()
        with _services(base / "many", larger) as services:
            more = _scan(services, profile, job)
    return {
        "rows": rows,
        "titles": titles,
        "seconds": first.seconds,
        "rescan_s": again.seconds,
        "peak_mb": first.peak_mb,
        "paper_loop_ratio": paper_s / first.seconds,
        "paper_loop_s": paper_s,
        "cpu_s": first.cpu_s,
        "rescan_cpu_s": again.cpu_s,
        "visits": first.result.visits,
        "movies": first.result.movies,
        "rescan_visits": again.result.visits,
        "more_titles": {
            "titles": len(larger.movies),
            "seconds": more.seconds,
            "ratio": more.seconds / first.seconds,
            "cpu_s": more.cpu_s,
            "peak_mb": more.peak_mb,
        },
    }


@contextmanager
def _services(base: Path, catalog: Catalog) -> Iterator[Services]:
    """Services of a base folder whose catalog is this one alone."""
    environment = Environment(platform="linux", home=base, env={})  # no browser of this computer
    services = build(Paths.under(base), environment=environment)
    try:
        with services.context.database.write() as session:
            repository = CatalogRepository(session)
            starter = next(s.version for s in repository.sources() if s.name == STARTER)
            now = services.context.now()
            repository.merge(STARTER, Catalog(STARTER, starter, ()), now=now)
            repository.merge("bench", catalog, now=now)
        yield services
    finally:
        services.close()


def _scan(services: Services, profile: BrowserProfile, job: Job) -> Timed:
    with _peak_of_children() as peak:
        before = _children_cpu_s()
        start = time.perf_counter()
        result = services.scan.scan([profile], job=job)
        seconds = time.perf_counter() - start
        cpu_s = _children_cpu_s() - before
    return Timed(seconds, cpu_s, peak[0] / 1e6 if peak else None, result)


def _children_cpu_s() -> float:
    times = os.times()
    return times.children_user + times.children_system


@contextmanager
def _peak_of_children() -> Iterator[Sequence[int]]:
    """Bytes of the largest child while the block runs; empty where the system does not tell."""
    peak: list[int] = []
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_POLL_S):
            for child in multiprocessing.active_children():
                now = peak_bytes(child.pid)
                if now is not None:
                    peak[:] = [max([now, *peak])]

    watcher = threading.Thread(target=watch, name="peak of children")
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def _paper_loop_s(catalog: Catalog, seed: int, rows: int) -> float:
    """Seconds that the paper's loop takes for these rows: each title searched in each row."""
    titles = [movie.title.lower() for movie in catalog.movies]
    count = max(1, min(_SAMPLE_ROWS, rows, _SAMPLE_PAIRS // len(titles)))
    sample: list[Page] = list(islice(pages(catalog, seed), count))
    found = 0
    start = time.perf_counter()
    for url, title in sample:
        text = f"{url} {title}".lower()
        for wanted in titles:
            if wanted in text:
                found += 1
    return (time.perf_counter() - start) / count * rows
