"""Ends the program at random moments under Windows: `make torture-windows MINUTES=10`.

    python packaging/windows/torture.py --minutes 10 [--seed 7]

The rounds of `tests/torture`, with TerminateProcess for SIGKILL. No power is cut: the disk is one
of Linux. What a killed command had started goes on until it sees that nobody listens.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from environment import EnvironmentMissingError
from windows import windows, windows_path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("", "tests", "tests/hostile", "tests/ui")


def main(arguments: Sequence[str]) -> int:
    """The exit code of the run."""
    started = time.monotonic()
    try:
        with windows() as running:
            done = subprocess.run(
                running.command("python", "-m", "torture", *arguments),
                cwd=ROOT,
                env=running.variables(
                    PYTHONPATH=";".join(windows_path(ROOT / part) for part in FOLDERS),
                    PYTHONIOENCODING="utf-8",
                ),
                stdin=subprocess.DEVNULL,
                check=False,
            )
    except EnvironmentMissingError as error:
        print(f"There is no Windows to torture. {error}", file=sys.stderr)
        return 1
    print(f"Windows: {time.monotonic() - started:.0f} s", flush=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
