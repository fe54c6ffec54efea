"""Installs the Debian package into empty systems, uses it, and purges it.

    python packaging/linux/try_package.py [--mirror URL] bookworm trixie ubuntu:noble

Needs root and debootstrap. Without Ubuntu's keyring debootstrap takes its packages on trust. Each
system is made in a temporary folder and thrown away. What is run there: the self-check with a
window, the sample, completion, the man page; then the purge, and what stayed afterwards.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from packages import NAME, OUT

LIMIT_S = 900
WINDOW = {"QT_QPA_PLATFORM": "offscreen"}
USED = (
    ("epicrec", "--version"),
    ("epicrec", "selfcheck"),
    ("epicrec", "run", "--sample"),
    ("bash", "-c", "complete -p epicrec >/dev/null 2>&1; test -s /usr/share/man/man1/epicrec.1.gz"),
    ("test", "-s", "/usr/share/bash-completion/completions/epicrec"),
    ("test", "-s", f"/usr/lib/{NAME}/_internal/epicrec_desktop/resources/licences.txt"),
)
UBUNTU = "ubuntu:"
UBUNTU_MIRROR = "http://archive.ubuntu.com/ubuntu"
PLACES = ("usr", "etc", "opt", "var/lib/epicrec-desktop")


class TryError(Exception):
    """What did not go as it must."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirror", default=own_mirror(), help="of Debian; this system's")
    parser.add_argument("suites", nargs="+", metavar="SUITE")
    options = parser.parse_args()
    (package,) = OUT.glob("*.deb")
    for suite in options.suites:
        with tempfile.TemporaryDirectory(prefix="epicrec-root-") as folder:
            root = Path(folder) / suite.removeprefix(UBUNTU)
            try:
                _try(package, suite, root, options.mirror)
            except TryError as error:
                print(f"FAILED  {suite}: {error}", file=sys.stderr)
                return 1
        print(f"  ok  {suite}: installed, used, purged without a rest", flush=True)
    return 0


def _try(package: Path, suite: str, root: Path, mirror: str) -> None:
    _make(suite, root, mirror)
    shutil.copy(package, root / "tmp" / package.name)
    for setting in Path("/etc/apt/apt.conf.d").glob("*proxy*"):
        shutil.copy(setting, root / "etc/apt/apt.conf.d" / setting.name)
    before = _listed(root)
    _inside(root, "apt-get", "-qq", "update")
    _inside(
        root, "apt-get", "-qq", "install", "-y", "--no-install-recommends", f"/tmp/{package.name}"
    )
    for command in USED:
        _inside(root, *command)
    _inside(root, "apt-get", "-qq", "purge", "-y", NAME)
    left = sorted(path for path in _listed(root) - before if "epicrec" in path.casefold())
    if left:
        raise TryError(f"these stayed: {', '.join(left[:10])}")


def _make(suite: str, root: Path, mirror: str) -> None:
    """An empty system. Ubuntu has libraries of X in a part of its own, and one script for all."""
    if not suite.startswith(UBUNTU):
        _run("debootstrap", "--variant=minbase", suite, str(root), mirror)
        return
    script = "/usr/share/debootstrap/scripts/gutsy"
    options = ("--variant=minbase", "--components=main,universe")
    _run("debootstrap", *options, suite.removeprefix(UBUNTU), str(root), UBUNTU_MIRROR, script)


def _listed(root: Path) -> set[str]:
    return {str(f.relative_to(root)) for place in PLACES for f in (root / place).rglob("*")}


def _inside(root: Path, *command: str) -> str:
    kept = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"}
    _run("mount", "-t", "proc", "proc", str(root / "proc"))
    try:
        return _run(
            "chroot", str(root), *command, **kept, **WINDOW, DEBIAN_FRONTEND="noninteractive"
        )
    finally:
        _run("umount", "-l", str(root / "proc"))


def _run(*command: str, **environment: str) -> str:
    done = subprocess.run(
        command,
        env=environment or os.environ,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=LIMIT_S,
        check=False,
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise TryError(f"{' '.join(command)} ended with {done.returncode}:\n{said}")
    return done.stdout


def own_mirror() -> str:
    """Where this system has its packages from."""
    command = ("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        listed = ""
    found = [line for line in listed.splitlines() if line.rstrip("/").endswith("/debian")]
    return found[0] if found else "http://deb.debian.org/debian"


if __name__ == "__main__":
    sys.exit(main())
