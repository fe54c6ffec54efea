"""Measure the memory of a process, and control Python's garbage collector while much is read.

Benchmarks report the measures, and the service refuses requests and ratings by them. While the
window is open, `GarbageCollection` in `ui/common/tasks.py` runs the collector.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_OWN_GROUP, _GROUPS = Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")
_SELDOM = (100_000, 20, 20)
_USUAL = gc.get_threshold()


def pause_collection() -> None:
    """Let the garbage collector run seldom while a start, a scan or public data is read.

    Each creates hundreds of thousands of objects, and nearly all stay: the collector would scan
    them again and again, for a fifth of a start and a twentieth of a scan.
    """
    gc.set_threshold(*_SELDOM)


def resume_collection() -> None:
    """Restore the collector's usual thresholds, for objects that are created from now on.

    Those of before are frozen and never scanned: a collection blocks the window.
    """
    gc.freeze()
    gc.set_threshold(*_USUAL)


@contextmanager
def rare_collection() -> Iterator[None]:
    """Let the garbage collector run seldom in a block, and then as before."""
    usual = gc.get_threshold()
    pause_collection()
    try:
        yield
    finally:
        resume_collection()
        gc.set_threshold(*usual)


def collect_once() -> None:
    """Run one full collection, frozen objects included, when a library or user is closed."""
    gc.unfreeze()
    gc.collect()


def resident_bytes() -> int | None:
    """Return this process's current memory in bytes; None where the system does not report it.

    On others than Linux it is the most it ever had.
    """
    if sys.platform != "linux":
        return peak_bytes()
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def available_bytes() -> int | None:
    """Return how many bytes this process can still take; None on others than Linux.

    Its control group (version 2), as of a container or of systemd's `MemoryMax`, may allow less
    than the system has left.
    """
    if sys.platform != "linux":
        return None
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        fields = dict(line.split(":", 1) for line in lines)
        available = int(fields["MemAvailable"].split()[0]) * 1024
    except (OSError, ValueError, KeyError, IndexError):
        return None
    with suppress(OSError, ValueError):  # there is no such group, or no limit ("max")
        group = _GROUPS / _OWN_GROUP.read_text(encoding="utf-8").strip().removeprefix("0::/")
        limit = int((group / "memory.max").read_text(encoding="ascii"))
        available = min(available, max(0, limit - (resident_bytes() or 0)))
    return available


def peak_bytes(process: int | None = None) -> int | None:
    """Return the most resident memory of a living process, this one by default, in bytes.

    None where the system does not report it: others than Linux of another process.
    """
    if sys.platform == "linux":
        return _high_water_mark("self" if process is None else str(process))
    if process is not None:
        return None
    if sys.platform == "win32":
        return _peak_working_set()
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


def _peak_working_set() -> int | None:
    import ctypes  # noqa: PLC0415 - of Windows alone
    from ctypes import wintypes  # noqa: PLC0415

    class Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS of psapi.h."""

        _fields_ = (
            ("cb", wintypes.DWORD),
            ("faults", wintypes.DWORD),
            ("peak_working_set", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 7),
        )

    counters = Counters(cb=ctypes.sizeof(Counters))
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    kernel.GetCurrentProcess.restype = wintypes.HANDLE
    ask = kernel.K32GetProcessMemoryInfo
    ask.argtypes = (wintypes.HANDLE, ctypes.POINTER(Counters), wintypes.DWORD)
    if not ask(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb):
        return None
    return int(counters.peak_working_set)
