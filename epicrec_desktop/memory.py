"""How much memory a process had at most; benchmarks tell it."""

from __future__ import annotations

import sys
from pathlib import Path


def peak_bytes(process: int | None = None) -> int | None:
    """The most resident memory of a living process, this one by default, in bytes.

    None where the system does not tell: Windows of any process, others than Linux of another one.
    """
    if sys.platform == "linux":
        return _high_water_mark("self" if process is None else str(process))
    if sys.platform == "win32" or process is not None:
        return None
    import resource  # noqa: PLC0415 - not on Windows

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _high_water_mark(process: str) -> int | None:
    """As the kernel counts it for the running program.

    What `getrusage` tells begins with the memory of the program that started this one.
    """
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return None
    lines = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(lines[0].split()[1]) * 1024 if lines else None
