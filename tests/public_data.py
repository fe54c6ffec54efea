"""Finds the public data that is not part of the project: `make data` downloads it."""

import os
from pathlib import Path

NAME = "ml-latest-small"
_REPOSITORY = Path(__file__).resolve().parent.parent


def find_movielens() -> Path | None:
    """Return the folder of MovieLens latest-small, or None if there is none.

    Looks in `$EPICREC_DATA` if that is set, and nowhere else; otherwise in build/data, where
    `make data` puts it, and in ../shared/data.
    """
    chosen = os.environ.get("EPICREC_DATA")
    folders = (
        [Path(chosen)]
        if chosen
        else [_REPOSITORY / "build" / "data", _REPOSITORY.parent / "shared" / "data"]
    )
    for folder in folders:
        if (folder / NAME / "ratings.csv").is_file():
            return folder / NAME
    return None
