"""Build the documentation as a site, strictly: a broken link or anchor fails.

    python packaging/docs_site.py

Copies the documents into build/docs, as they lie in the repository, and runs MkDocs over them into
build/site. README.md becomes the first page.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONFIG = ROOT / "docs" / "mkdocs.yml"
SOURCE = ROOT / "build" / "docs"
BESIDE = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE"),
    "packaging/windows/README.md",
)
"""Documents outside docs/, and what they show."""


def collect(target: Path) -> None:
    """Copy docs/ and the documents beside it into an empty folder, at the same relative paths."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "docs", target / "docs", ignore=shutil.ignore_patterns(CONFIG.name))
    for name in BESIDE:
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, place)


def main() -> int:
    collect(SOURCE)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(CONFIG)]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
