"""The commit that this program was made from."""

from __future__ import annotations

import re
from pathlib import Path

from epicrec_desktop import __version__, resources

FILE = "commit.txt"
"""Among the resources of a wheel or bundle; `packaging/packages.py` has what is in it."""


def full_version() -> str:
    """Return the version and, where it is known, the commit: "1.2.0 (0123456789ab)"."""
    root = Path(__file__).parents[1]
    commit = _built_commit() or _commit_of(root / ".git") or _archived_commit(root)
    return f"{__version__} ({commit})" if commit else __version__


def _built_commit() -> str:
    try:
        return resources.path(FILE).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _commit_of(repository: Path) -> str:
    """Return the commit of a checkout, in 12 digits; empty without one."""
    try:
        head = (repository / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        if name != head:
            head = _reference(repository, name)
    except (OSError, ValueError):
        return ""
    return head[:12]


def _archived_commit(root: Path) -> str:
    """Return the commit that an archive by `git archive` names, in 12 digits; empty elsewhere."""
    try:
        text = (root / ".git_archival.txt").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    found = re.match(r"commit: ([0-9a-f]{12})", text)
    return found[1] if found else ""


def _reference(repository: Path, name: str) -> str:
    loose = repository / name
    if loose.is_file():
        return loose.read_text(encoding="utf-8").strip()
    packed = (repository / "packed-refs").read_text(encoding="utf-8")
    lines = (line.split() for line in packed.splitlines())
    return next((words[0] for words in lines if words[1:] == [name]), "")
