"""No picture of the memory is left on the disk when the program crashes: titles are in it."""

from __future__ import annotations

import sys
from contextlib import suppress


def forbid() -> None:
    """Let the system write no core dump of this process and of those it starts.

    On Windows, no report that would be collected with a part of the memory. What the program itself
    writes of a crash has neither values nor texts (`ui/shell/crash_reports.py`).
    """
    _forbid()


if sys.platform == "win32":
    import ctypes

    _FAIL_CRITICAL_ERRORS, _NO_FAULT_BOX = 0x1, 0x2

    def _forbid() -> None:
        mode = ctypes.windll.kernel32.GetErrorMode()
        ctypes.windll.kernel32.SetErrorMode(mode | _FAIL_CRITICAL_ERRORS | _NO_FAULT_BOX)

else:
    import resource

    def _forbid() -> None:
        with suppress(OSError, ValueError):  # a system that refuses keeps what it had
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
