"""Runs the bundle for Windows as a stranger would: `make smoke-windows`.

    python packaging/windows/smoke.py dist/windows/epicrec-desktop

The same checks as on Linux (packaging/smoke.py), under Windows. Pictures of each page are left in
build/windows/bundle, to be looked at.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bundle import faults
from environment import EnvironmentMissingError
from windows import windows, windows_path

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "windows" / "bundle"
LIMIT_S = 1200


def options(bundle: Path) -> Iterator[str]:
    """For packaging/smoke.py."""
    yield windows_path(bundle.resolve())
    yield from ("--pictures", windows_path(PICTURES))


def main() -> int:
    """The exit code of the checks."""
    parser = argparse.ArgumentParser(description="Smoke test of the bundle for Windows.")
    parser.add_argument("bundle", type=Path)
    bundle = parser.parse_args().bundle
    started = time.monotonic()
    if found := list(faults(bundle)):
        print("\n".join(found), file=sys.stderr)
        return 1
    try:
        with windows() as running:
            smoke = windows_path(ROOT / "packaging" / "smoke.py")
            done = subprocess.run(
                running.command("python", smoke, *options(bundle)),
                cwd=ROOT,
                env=running.variables(PYTHONIOENCODING="utf-8:replace"),
                stdin=subprocess.DEVNULL,
                timeout=LIMIT_S,
                check=False,
            )
    except EnvironmentMissingError as error:
        print(f"There is no Windows to run the bundle in. {error}", file=sys.stderr)
        return 1
    print(f"Windows: {time.monotonic() - started:.0f} s", flush=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
