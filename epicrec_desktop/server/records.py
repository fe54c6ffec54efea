"""Log records of the service as JSON, one a line. What is logged is decided where it happens.

Never an address, a body, a key or a query: not even by an exception's text, which is left out.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.logs import LONGEST, ROOT, PlainFormatter
from epicrec_desktop.server.settings import LogConfig

REQUEST = "request"
"""The attribute of a record that has the fields of a request."""


class JsonFormatter(logging.Formatter):
    """One record, one line, one object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        document: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": plain(record.getMessage(), limit=LONGEST),
            "process": os.getpid(),
        }
        fields = getattr(record, REQUEST, None)
        if isinstance(fields, dict):
            document |= fields
        if record.exc_info and record.exc_info[0] is not None:
            document["error"] = record.exc_info[0].__name__
        return json.dumps(document, ensure_ascii=False)


class _Stderr(logging.StreamHandler[TextIO]):
    """The one there is; a worker that is a copy of its supervisor has it already."""


def log_to_stderr(settings: LogConfig) -> logging.Handler:
    """Write what is logged to stderr as well, where whoever runs a service looks for it.

    Called again, it does so in place of before.
    """
    handler = _Stderr(sys.stderr)
    handler.setFormatter(
        JsonFormatter()
        if settings.format == "json"
        else PlainFormatter("%(asctime)s %(levelname)s %(message)s")
    )
    logger = logging.getLogger(ROOT)
    for before in [one for one in logger.handlers if isinstance(one, _Stderr)]:
        logger.removeHandler(before)
    logger.addHandler(handler)
    logger.setLevel(settings.level.upper())
    logger.propagate = False
    return handler
