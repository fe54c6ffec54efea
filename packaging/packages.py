"""What every package of one build shares: version, moment and name, and the sums beside it.

A package is the same bytes from the same commit: the moment is the commit's, files are sorted, and
belong to nobody in particular.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tarfile
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUNDLE = ROOT / "dist" / "epicrec-desktop"
OUT = ROOT / "dist" / "packages"
NAME = "epicrec-desktop"


@cache
def version() -> str:
    """Return the version of what is built here: of a release its own, else one of this commit.

    "0.2.0.dev0+20270131093000.g0123456789ab", with the time of the commit, comes after 0.1.0 and
    before 0.2.0, and builds of later commits come after it. Archives and shallow clones have it,
    too.
    """
    release, found = release_version(), commit()
    names = _git("tag", "--points-at", "HEAD") or _archived("names").replace("tag: ", "")
    if not found or f"v{release}" in re.split(r"[\s,]+", names):
        return release
    when = time.strftime("%Y%m%d%H%M%S", time.gmtime(_committed()))
    return f"{release}+{when}.g{found.replace(' ', '.')}"


def debian_version() -> str:
    """Return the version as Debian orders it: "0.2.0~dev0+…" comes before 0.2.0."""
    return version().replace(".dev", "~dev")


def numbers() -> str:
    """Return the version in three numbers, as Windows has it: of 0.2.0.dev0 those of 0.2.0."""
    return release_version().partition(".dev")[0]


def release_version() -> str:
    """Return the version in the package's __init__; ".dev0" where it is not released yet."""
    text = (ROOT / "epicrec_desktop" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([0-9][^"]*)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError("epicrec_desktop/__init__.py has no version.")
    return found[1]


def commit() -> str:
    """Return the commit of the checkout in 12 digits, with "modified" where it differs from it.

    Of an archive by `git archive` the one that it was made of. Empty without either: the resources
    of an sdist have it already.
    """
    found = _git("describe", "--always", "--abbrev=12", "--exclude=*", "--dirty= modified")
    return found or _archived("commit")[:12]


def differs(bundle: Path) -> str:
    """Return a sentence where a bundle is of another commit than its packages would be named after.

    `make` builds a bundle again where a file of it is newer, not at each commit. One that was built
    without git names no commit.
    """
    named = next(bundle.rglob("resources/commit.txt"), None)
    if named is None or named.read_text(encoding="ascii").strip() == commit():
        return ""
    return f"The bundle is of another commit: remove {bundle}.built, and run make again."


def _git(*arguments: str) -> str:
    """Return what git says of this checkout; empty where it cannot.

    A repository that lies around this folder is another one.
    """
    if not (ROOT / ".git").exists():
        return ""
    command = ("git", "-C", str(ROOT), *arguments)
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _archived(name: str) -> str:
    """Return what `git archive` wrote of its commit; empty in a checkout, with placeholders."""
    try:
        lines = (ROOT / ".git_archival.txt").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    written = (line.removeprefix(f"{name}: ") for line in lines if line.startswith(f"{name}: "))
    return next((value for value in written if "$" not in value), "")


def _committed() -> int:
    """Return the last commit's time, or 1980: the first that zip knows."""
    return int(_git("log", "-1", "--format=%ct") or _archived("time") or 315532800)


def moment() -> int:
    """SOURCE_DATE_EPOCH, else the last commit's time: that of every file, so that the same commit
    makes the same bytes."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return _committed() if given is None else int(given)


def day() -> str:
    """The moment's date, as ISO 8601 writes it."""
    return time.strftime("%Y-%m-%d", time.gmtime(moment()))


def files(folder: Path) -> list[Path]:
    """Everything below a folder, sorted, folders before what is in them."""
    return sorted(folder.rglob("*"))


def add_tree(archive: tarfile.TarFile, folder: Path, below: str) -> None:
    """Add a folder to an archive, without owners, and with the moment of the build."""
    for file in [folder, *files(folder)]:
        inner = file.relative_to(folder).as_posix()
        entry = archive.gettarinfo(str(file), below if inner == "." else f"{below}/{inner}")
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = moment()
        runs = file.is_dir() or os.access(file, os.X_OK)
        entry.mode = 0o755 if runs else 0o644
        if entry.isfile():
            with file.open("rb") as opened:
                archive.addfile(entry, opened)
        else:
            archive.addfile(entry)


def sha256(file: Path) -> str:
    """Return a file's SHA-256 in hexadecimal digits."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def sums(made: Iterable[Path], file: Path) -> None:
    """Write SHA-256 sums in the format that `sha256sum --check` reads."""
    lines = (f"{sha256(each)}  {each.name}\n" for each in made)
    file.write_text("".join(lines), encoding="ascii", newline="\n")


def begin(listing: Path) -> None:
    """Remove what an earlier build listed, and nothing that another one made beside it."""
    listing.parent.mkdir(parents=True, exist_ok=True)
    if listing.is_file():
        for line in listing.read_text(encoding="ascii").splitlines():
            listing.with_name(line.split()[1]).unlink(missing_ok=True)
        listing.unlink()


def add_sums(made: Iterable[Path], file: Path) -> None:
    """Add files to sums, or replace theirs. Raises `OSError` where there are no sums yet."""
    listed = {line.split()[1] for line in file.read_text(encoding="ascii").splitlines()}
    names = dict.fromkeys([*sorted(listed), *(each.name for each in made)])
    sums([file.with_name(name) for name in names], file)
