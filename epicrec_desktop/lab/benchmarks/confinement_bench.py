"""What confinement costs the processes that read strangers' files: with it and without, by turns.

A history of a Chromium browser, read and matched as a scan does, and public ratings as an import
reads them. What is compared is the processor time of the child, its start included.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from epicrec_desktop import confinement
from epicrec_desktop.domain.history import StoredProfile
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.benchmarks import import_bench, scan_bench
from epicrec_desktop.services.child_process import run_in_child
from epicrec_desktop.services.profile_reader import read_profiles
from epicrec_desktop.services.source_reader import read_in_child

ROWS = 1_000_000
REPEATS = 3
PROMISED = "at most 5% more"
"""Time of a confined process, beside one that is not."""


def run(
    rows: int = ROWS, *, repeats: int = REPEATS, seed: int = 1, job: Job = UNATTENDED
) -> dict[str, Any]:
    """{rows, history_s, history_plain_s, history_more, ratings_s, …}: the least of `repeats`.

    `…_more` is what confinement adds, as a share. Raises `Cancelled`.
    """
    catalog = scan_bench.synthetic_catalog(scan_bench.TITLES, seed)
    with tempfile.TemporaryDirectory(prefix="epicrec-bench-") as folder:
        base = Path(folder)
        job.report(Progress("Making a catalog and a history up"))
        profile = scan_bench.write_history(base / "browser", scan_bench.pages(catalog, seed), rows)
        stored = StoredProfile("made up", profile, True, None, None, None, 0)
        people = max(1, round(rows / import_bench.WATCHED))
        ratings = base / "ratings"
        import_bench.write_folder(ratings, people, 5_000, import_bench.WATCHED, job)
        with scan_bench.services_of(base / "few", catalog) as services:
            history = (read_profiles, (services.paths, [stored]))
            found = _compare("history", *history, repeats, job)
        found |= _compare("ratings", read_in_child, (ratings,), repeats, job)
    return {"rows": rows, **found}


def _compare(
    name: str, work: Callable[..., Any], arguments: tuple[Any, ...], repeats: int, job: Job
) -> dict[str, float]:
    confined, plain = [], []
    for _ in job.steps("Reading with and without confinement", range(repeats)):
        confined.append(_cpu_s(work, arguments))
        plain.append(_cpu_s(unconfined, (work, arguments)))
    least, least_plain = min(confined), min(plain)
    return {
        f"{name}_s": least,
        f"{name}_plain_s": least_plain,
        f"{name}_more": least / least_plain - 1,
    }


def unconfined(work: Callable[..., Any], arguments: tuple[Any, ...], *, job: Job) -> Any:
    """Do the work in a child process that keeps its rights."""
    confinement.expendable = None
    return work(*arguments, job=job)


def _cpu_s(work: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    before = os.times()
    run_in_child(work, arguments, job=UNATTENDED)
    after = os.times()
    spent = after.children_user + after.children_system
    return spent - before.children_user - before.children_system
