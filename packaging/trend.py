"""Measures what must be quick, and keeps the figures: a line of build/trend.jsonl for each run.

Prints each figure beside the median of the runs before it. Judges nothing: machines differ, and
what a change costs is measured by one run of both states on one machine.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TREND = ROOT / "build" / "trend.jsonl"
BENCHMARKS = {"start": (), "scan": ("--rows", "200000"), "ranking": (), "search": ()}


def figures(name: str, options: tuple[str, ...]) -> dict[str, float]:
    """Return the numbers of a benchmark, by "benchmark.figure"."""
    command = [sys.executable, "-m", "epicrec_desktop.lab", "bench", name, "--json", *options]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    document = json.loads(done.stdout)
    found = {key: value for key, value in document.items() if _is_number(value)}
    return {f"{name}.{key}": value for key, value in found.items() if key != "format"}


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def main() -> None:
    """Measure, print and append."""
    earlier = (
        [json.loads(line) for line in TREND.read_text().splitlines()] if TREND.exists() else []
    )
    measured: dict[str, float] = {}
    for name, options in BENCHMARKS.items():
        measured |= figures(name, options)
    for key, value in measured.items():
        before = [run["figures"][key] for run in earlier if key in run["figures"]]
        median = f"{statistics.median(before):.4g}" if before else "none"
        print(f"{key}: {value:.4g} (median of {len(before)} runs before: {median})")
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()
    line = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit,
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "figures": measured,
    }
    TREND.parent.mkdir(exist_ok=True)
    with TREND.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
