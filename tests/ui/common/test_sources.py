"""A start reads what Python compiled, and no source."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import linecache
from epicrec_desktop import app

app.application()
before = set(linecache.cache)
from epicrec_desktop import wiring

print(sum(name.endswith(".py") for name in set(linecache.cache) - before))
"""


def test_no_source_is_read_once_the_window_is_begun() -> None:
    """PySide's own search would have read hundreds."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(done.stdout) < 5
