"""The log: what the program did, never what the person watched.

Log messages are written for a file that a person may attach to a bug report: durations, kinds of
errors, counts of what is public. URLs, page titles, movie titles, profile names, and how many
movies somebody has are never passed to a logger. What else comes from outside (an address that was
typed, a file's name) begins no line of its own and holds no escape sequence: terminals show logs.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from typing import Any

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.paths import Paths, private_folder

ROOT = "epicrec_desktop"
LONGEST = 4000
"""Characters of one message; a message is a sentence."""


class PlainFormatter(logging.Formatter):
    """One record, one line, of characters that can be seen; a traceback keeps its lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Return the line without the traceback."""
        return plain(super().formatMessage(record), limit=LONGEST)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        """Return the traceback: its text may be a stranger's."""
        return plain(super().formatException(ei), lines=True)


def configure(paths: Paths) -> None:
    """Log to a file first of all: a windowed program on Windows has no stderr."""
    logger = logging.getLogger(ROOT)
    if any(isinstance(h, RotatingFileHandler) for h in logger.handlers):
        return
    handler = _LogFile(
        private_folder(paths.logs) / "epicrec.log",
        maxBytes=512_000,
        backupCount=2,
        encoding="utf-8",
        delay=True,
    )
    handler.setFormatter(PlainFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False


class _LogFile(RotatingFileHandler):
    """A log that fails in silence: nobody is helped by a traceback of the log itself.

    Windows renames no file that another process has open: then the log goes on as it is. One that
    cannot be written (a full disk, no permission) is left as it is, too.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Report faults of the program alone, not those of the disk."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)

    def doRollover(self) -> None:  # noqa: N802 - logging's own name
        with suppress(OSError):
            super().doRollover()
