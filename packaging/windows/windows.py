"""Runs programs in the Windows of `environment.py`.

    python packaging/windows/windows.py PROGRAM [ARGUMENT]…

PROGRAM is a path on Linux, or `python` for CPython. Every use begins with a fresh disk C:, a copy
of which most is hard links, and leaves nothing: its processes are ended and the copy is removed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from environment import (
    Environment,
    EnvironmentMissingError,
    cache,
    fresh_disk,
    ready,
    windows_path,
)

_STOP_S = 60
_LEFT_S = 86_400
# Menus, a browser and .NET, which Wine would offer to install.
_DISABLED = "winemenubuilder.exe,mshtml,mscoree=d"


class Windows:
    """A running Windows with a disk C: of its own."""

    def __init__(self, environment: Environment, prefix: Path, home: Path) -> None:
        self._environment = environment
        self.prefix = prefix
        self._home = home

    def variables(self, **more: str) -> dict[str, str]:
        """Environment variables, none of which is this machine's own business."""
        return {
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(self._home),
            "WINEPREFIX": str(self.prefix),
            "WINEARCH": "win64",
            "WINEDEBUG": os.environ.get("WINEDEBUG", "-all"),
            "WINEDLLOVERRIDES": _DISABLED,
            "PYTHONPYCACHEPREFIX": windows_path(self._environment.bytecode),
            **more,
        }

    def command(self, program: str | Path, *arguments: str) -> list[str]:
        """What Linux is asked to run; `python` is CPython."""
        path = self._environment.python if program == "python" else Path(program)
        return [str(self._environment.wine), str(path), *arguments]

    def path(self, path: Path) -> str:
        """Return what Windows calls a file of Linux."""
        return windows_path(path)

    @property
    def disk(self) -> Path:
        """Disk C: as Linux sees it."""
        return self.prefix / "drive_c"

    def folder(self, path: str) -> Path:
        r"""A folder of Windows, such as `C:\Users`, as Linux sees it."""
        return self.disk.joinpath(*path.removeprefix("C:\\").split("\\"))

    def stop(self) -> None:
        """End every program, as switching the computer off would."""
        for option in ("-k", "-w"):
            subprocess.run(
                [self._environment.wineserver, option],
                env=self.variables(),
                stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_STOP_S,
                check=False,
            )


@contextmanager
def windows() -> Iterator[Windows]:
    """A Windows for the duration of the block."""
    environment = ready()
    runs = cache() / "runs"
    runs.mkdir(exist_ok=True)
    for left in runs.iterdir():  # by a use that was killed
        if time.time() - left.stat().st_mtime > _LEFT_S:
            shutil.rmtree(left, ignore_errors=True)
    with (
        _ended_by_signals(),
        tempfile.TemporaryDirectory(dir=runs, ignore_cleanup_errors=True) as name,
    ):
        run = Path(name)
        (run / "home").mkdir()
        running = Windows(environment, fresh_disk(environment, run / "prefix"), run / "home")
        try:
            yield running
        finally:
            running.stop()


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """A time limit's signal ends the block tidily."""

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    earlier = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)


def main(arguments: Sequence[str]) -> int:
    """Run one program with this terminal's output; its exit code."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with windows() as running:
            return subprocess.run(
                running.command(*arguments),
                env=running.variables(),
                stdin=subprocess.DEVNULL,
                check=False,
            ).returncode
    except EnvironmentMissingError as error:
        print(f"There is no Windows to run this in. {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
