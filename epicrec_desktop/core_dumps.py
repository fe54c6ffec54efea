"""No picture of the memory is left on the disk when the program crashes: titles are in it.

What the program itself writes of a crash has no values and no texts (`ui/shell/crash_reports.py`).
"""

from __future__ import annotations

import sys
from contextlib import suppress

if sys.platform == "win32":
    import ctypes

    _FAIL_CRITICAL_ERRORS, _NO_FAULT_BOX = 0x1, 0x2

    def forbid() -> None:
        """Let the system collect no report with a part of the memory."""
        mode = ctypes.windll.kernel32.GetErrorMode()
        ctypes.windll.kernel32.SetErrorMode(mode | _FAIL_CRITICAL_ERRORS | _NO_FAULT_BOX)

else:
    import resource

    def forbid() -> None:
        """Let the system write no core dump of this process and of those it starts."""
        with suppress(OSError, ValueError):  # a system that refuses keeps what it had
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
