"""Runs the tests under Windows, and walks through the window: `make test-windows`.

    python packaging/windows/test.py [--core | pytest's arguments]

Slow tests are left out: they ask what does not depend on the system, and have run on Linux. The
pictures of the walk are left in build/windows/pictures, to be looked at. `--core` runs only what
asks Windows itself for something (files, locks, rights, processes, browsers' folders), without the
walk: for every change, where the whole is for a release (`make test-windows-core`).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from environment import EnvironmentMissingError
from windows import Windows, windows, windows_path

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "windows" / "pictures"
TESTS = ("tests",)
SCREENS = ("tests/ui", "tests/network_capture/test_desktop_traces.py")
"""They need windows. Without a display Wine makes none of the system's, so they are drawn."""
ELSEWHERE = (*SCREENS, "tests/browsers")  # real browsers, of Linux
CORE = (
    *("tests/history", "tests/store", "tests/updates", "tests/services/protection"),
    *("tests/test_files.py", "tests/test_locks.py", "tests/test_paths.py"),
    "tests/test_confinement.py",
    *("tests/test_file_permissions.py", "tests/test_logs.py", "tests/test_settings.py"),
    *("tests/services/test_scan.py", "tests/services/test_export.py"),
    *("tests/services/test_update_check.py", "tests/cli/test_user_data.py"),
)
OF_THE_WINDOW = ("tests/ui/shell/test_single_instance.py", "tests/ui/shell/test_windows_icon.py")
USUAL = (
    *("-n", "2", "--dist", "loadgroup", "--timeout", "600"),
    *("-m", "not slow", "--durations", "10"),
)
SCENES = 20
LIMIT_S = 3600  # whoever calls this has a limit of their own


def main(arguments: Sequence[str]) -> int:
    """Tests, then pictures; the first exit code that is not 0."""
    started = time.monotonic()
    try:
        with windows() as running:
            failed = run_tests(running, arguments)
            if not arguments:
                failed = run_tests(running, (*USUAL, *SCREENS)) or walk(running) or failed
    except EnvironmentMissingError as error:
        print(f"There is no Windows to test in. {error}", file=sys.stderr)
        return 1
    print(f"Windows: {time.monotonic() - started:.0f} s", flush=True)
    return failed


def run_tests(running: Windows, arguments: Sequence[str]) -> int:
    """pytest's exit code."""
    here = windows_path(Path(__file__).parent)
    chosen = arguments or (*USUAL, *(f"--ignore={folder}" for folder in ELSEWHERE), *TESTS)
    if list(arguments) == ["--core"]:
        chosen = (*USUAL, *CORE)
    if not arguments or list(arguments) == ["--core"]:
        chosen = (*chosen, *OF_THE_WINDOW)
    return run(
        running,
        *("-m", "pytest", "-q", "-p", "only_wine", "-p", "no:cacheprovider", *chosen),
        PYTHONPATH=f"{here};{windows_path(ROOT)}",
        HYPOTHESIS_STORAGE_DIRECTORY=r"C:\hypothesis",
        EPICREC_TEST_PLATFORM="offscreen" if of_the_screens(arguments) else "windows",
        PYTHONIOENCODING="utf-8",
    )


def of_the_screens(arguments: Sequence[str]) -> bool:
    """Whether tests of the screens were asked for by name, and no others."""
    named = [argument for argument in arguments if argument.startswith("tests/")]
    return bool(named) and all(name.startswith(SCREENS) for name in named)


def walk(running: Windows) -> int:
    """Every page and state of the window, shown and grabbed."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    code = run(
        running,
        *("-m", "gallery", "--format", "png"),
        *("--out", windows_path(PICTURES)),
        PYTHONPATH=";".join(windows_path(ROOT / part) for part in ("", "tests", "tests/ui")),
        TZ="UTC",
    )
    made = len(list(PICTURES.glob("*.png")))
    print(f"{made} pictures of the window in {PICTURES.relative_to(ROOT)}", flush=True)
    return code or (0 if made >= SCENES else 1)


def run(running: Windows, *arguments: str, **more: str) -> int:
    """Run Python in the checkout; its exit code."""
    done = subprocess.run(
        running.command("python", *arguments),
        cwd=ROOT,
        env=running.variables(**more),
        stdin=subprocess.DEVNULL,
        timeout=LIMIT_S,
        check=False,
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
