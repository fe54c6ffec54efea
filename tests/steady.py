"""Shows that the tests are steady: runs them again and again, in random order, on a busy machine.

    python -m steady [--rounds 5] [--workers 4 1] [--seed 1] [--loops N] [PATH …]

Loops keep the cores busy meanwhile, one for each unless said otherwise (none where the machine has
other work). The numbers of workers take turns. What fails in one round is a fault of the test or
of the program: it is mended or deleted, never tried again.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUSY = "while True: pass"


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Run so many loops that do nothing."""
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run_tests(workers: int, seed: int, paths: Sequence[str]) -> tuple[int, str]:
    """Return the exit code of a round, and its last lines: what failed, and how many passed."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-m", "not slow", "--shuffle", str(seed)),
            *("-n", str(workers), "--dist", "loadgroup", "-p", "no:cacheprovider", *paths),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    *rest, last = done.stdout.strip().splitlines() or [""]
    if done.returncode:
        print(done.stdout)  # noqa: T201
    failed = [line for line in rest if line.startswith(("FAILED", "ERROR"))]
    return done.returncode, "\n".join([*failed, last])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all rounds, and return 1 where a test failed in any."""
    parser = argparse.ArgumentParser(prog="steady", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, nargs="+", default=[4, 1])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loops", type=int, default=os.cpu_count())
    parser.add_argument("paths", nargs="*", default=["tests"])
    options = parser.parse_args(arguments)
    failed = 0
    with busy_loops(options.loops):
        for number in range(options.rounds):
            workers = options.workers[number % len(options.workers)]
            seed = options.seed + number
            start, used = time.monotonic(), _processor_s()
            code, summary = run_tests(workers, seed, options.paths)
            failed += code != 0
            wall, cpu = time.monotonic() - start, _processor_s() - used
            print(  # noqa: T201
                f"round {number + 1}: {summary}\n  {workers} workers beside {options.loops} busy "
                f"loops on {os.cpu_count()} cores, order {seed}: {wall:.0f} s, {cpu:.0f} s of "
                f"processor time, load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
    return 1 if failed else 0


def _processor_s() -> float:
    """Return the processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
