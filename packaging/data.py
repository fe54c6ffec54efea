"""Downloads MovieLens latest-small for the tests that need it: `make data`.

    python packaging/data.py [FOLDER]

It comes from GroupLens, for research and not for commercial use (see its README.txt). The folder is
build/data unless one is given here or as EPICREC_DATA.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from pathlib import Path

from epicrec_desktop.catalog.download import download_movielens
from epicrec_desktop.domain.errors import CatalogError

ROOT = Path(__file__).resolve().parents[1]
NAME = "ml-latest-small"
FILES = ("movies.csv", "ratings.csv", "links.csv", "tags.csv", "README.txt")


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack the archive's known files into `folder`/ml-latest-small, and return that folder."""
    target = folder / NAME
    target.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive) as packed:
        # ratings.csv is what tests look for: it is there only if the others are.
        for name in sorted(FILES, key="ratings.csv".__eq__):
            (target / name).write_bytes(packed.read(f"{NAME}/{name}"))
    return target


def main() -> int:
    """Download unless it is there; return the exit code."""
    chosen = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("EPICREC_DATA")
    folder = Path(chosen) if chosen else ROOT / "build" / "data"
    if (folder / NAME / "ratings.csv").is_file():
        print(f"MovieLens latest-small is in {folder / NAME}")
        return 0
    try:
        with tempfile.TemporaryDirectory(prefix="epicrec-data-") as temporary:
            target = unpack(download_movielens(Path(temporary)), folder)
    except CatalogError as error:
        print(f"MovieLens could not be downloaded: {error}", file=sys.stderr)
        return 1
    print(f"MovieLens latest-small is in {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
