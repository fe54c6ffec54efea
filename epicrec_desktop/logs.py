"""The log: what the program did, never what the person watched.

Log messages are written for a file that a person may attach to a bug report: counts, durations and
error kinds. URLs, page titles, movie titles and profile names are never passed to a logger.
"""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler

from epicrec_desktop.paths import Paths, private_folder

ROOT = "epicrec_desktop"


def configure(paths: Paths, *, verbose: bool = False) -> None:
    """Log to a file first of all: a windowed program on Windows has no stderr."""
    logger = logging.getLogger(ROOT)
    if any(isinstance(h, RotatingFileHandler) for h in logger.handlers):
        return
    handler = RotatingFileHandler(
        private_folder(paths.logs) / "epicrec.log",
        maxBytes=512_000,
        backupCount=2,
        encoding="utf-8",
        delay=True,
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG if verbose else logging.INFO)
    logger.propagate = False
