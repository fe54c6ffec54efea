"""NSIS, which makes installers for Windows: this machine's, else Debian's own, kept apart.

    python packaging/windows/nsis.py        fetch it, and say which version it is

As with Wine (`environment.py`) nothing is installed: the packages are unpacked into the same cache
and run with the C library they were built for.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from system import REAL, EnvironmentMissingError

if not REAL:
    from environment import RELEASE, _alone, _apt_settings, _run, cache

PACKAGES = ("nsis", "nsis-common", "libc6", "libgcc-s1", "libstdc++6", "zlib1g")


def makensis(arguments: Sequence[str | Path], **more: str) -> None:
    """Run it. Raises `CalledProcessError` and `EnvironmentMissingError`."""
    installed = shutil.which("makensis") or _installed_on_windows()
    if installed is not None:
        command, environment = [installed], {**os.environ, **more}
    else:
        root = _fetched()
        libraries = root / "usr" / "lib" / "x86_64-linux-gnu"
        command = [
            str(libraries / "ld-linux-x86-64.so.2"),
            *("--library-path", str(libraries)),
            str(root / "usr" / "bin" / "makensis"),
        ]
        environment = {**os.environ, "NSISDIR": str(root / "usr" / "share" / "nsis"), **more}
    subprocess.run([*command, *map(str, arguments)], env=environment, check=True)


def _installed_on_windows() -> str | None:
    """Return the program where NSIS's own installer puts it, which is on no path."""
    for variable in ("ProgramFiles(x86)", "ProgramFiles"):
        program = Path(os.environ.get(variable, "")) / "NSIS" / "makensis.exe"
        if variable in os.environ and program.is_file():
            return str(program)
    if REAL:
        raise EnvironmentMissingError("NSIS is not installed: https://nsis.sourceforge.io")
    return None


def _fetched() -> Path:
    """The folder it is unpacked in."""
    named = hashlib.sha256(" ".join((RELEASE, *PACKAGES)).encode()).hexdigest()[:16]
    root = cache() / f"nsis-{named}"
    with _alone():
        if not root.exists():
            with tempfile.TemporaryDirectory(dir=cache(), prefix="work-") as name:
                _unpack(Path(name))
                (Path(name) / "root").rename(root)
    return root


def _unpack(work: Path) -> None:
    packages = work / "packages"
    packages.mkdir()
    settings = _apt_settings(work / "apt")
    _run("apt-get", "-qq", "update", APT_CONFIG=str(settings))
    script = 'cd "$0" && exec apt-get -qq download "$@"'
    _run("sh", "-c", script, packages, *PACKAGES, APT_CONFIG=str(settings))
    for package in sorted(packages.glob("*.deb")):
        _run("dpkg-deb", "--extract", package, work / "root")


def main() -> int:
    """Fetch it and print its version."""
    try:
        makensis(["-VERSION"])
    except EnvironmentMissingError as error:
        print(f"There is no NSIS to be had. {error}", file=sys.stderr)
        return 1
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
