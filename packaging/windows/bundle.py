"""Builds the bundle for Windows with PyInstaller: `make bundle-windows`.

    python packaging/windows/bundle.py

A folder with both programs in dist/windows. What belongs to Wine, or to this machine, must not be
in it, and is looked for.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from environment import EnvironmentMissingError
from windows import windows, windows_path

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "dist" / "windows" / "epicrec-desktop"
LOG = ROOT / "build" / "windows" / "pyinstaller.log"
PROGRAMS = ("epicrec.exe", "epicrec-desktop.exe")
FOREIGN = b"Wine builtin DLL"
LIMIT_S = 3600  # four minutes where nothing else runs


def build() -> int:
    """PyInstaller's exit code; what it said is in the log."""
    LOG.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(BUNDLE, ignore_errors=True)
    work = ROOT / "build" / "windows" / "pyinstaller"
    with windows() as running, LOG.open("wb") as log:
        done = subprocess.run(
            running.command(
                *("python", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
                *("--workpath", windows_path(work)),
                *("--distpath", windows_path(BUNDLE.parent)),
                windows_path(ROOT / "packaging" / "epicrec.spec"),
            ),
            cwd=ROOT,
            env=running.variables(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            timeout=LIMIT_S,
            check=False,
        )
    if done.returncode != 0:
        print(LOG.read_text(encoding="utf-8", errors="replace"), file=sys.stderr)
    return done.returncode


def faults(bundle: Path) -> Iterator[str]:
    """What is not as it must be, a sentence each."""
    for program in PROGRAMS:
        if not (bundle / program).is_file():
            yield f"{program} is missing."
    for library in sorted(bundle.rglob("*.dll")):
        if library.name.lower() == "icuuc.dll":
            yield f"{library.name} is Windows' own, and here a stand-in for tests."
        with library.open("rb") as opened:
            if FOREIGN in opened.read(128):
                yield f"{library.name} is Wine's."


def main() -> int:
    """Build, look at it, and tell its size."""
    started = time.monotonic()
    try:
        code = build()
    except EnvironmentMissingError as error:
        print(f"There is no Windows to build in. {error}", file=sys.stderr)
        return 1
    if code != 0:
        return code
    found = list(faults(BUNDLE))
    for fault in found:
        print(f"The bundle for Windows: {fault}", file=sys.stderr)
    size = sum(file.stat().st_size for file in BUNDLE.rglob("*") if file.is_file())
    seconds = time.monotonic() - started
    print(f"{BUNDLE.relative_to(ROOT)}: {size / 1e6:.0f} MB, built in {seconds:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
