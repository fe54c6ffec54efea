"""Confine this process before it reads what strangers made: histories, exports, archives.

On Linux by Landlock (files, TCP) and seccomp (sockets, programs, processes), on both systems by
limits of memory and processor time, on Windows by a job without further processes. What a system
does not have is left out and reported by `confine`; nothing here ever fails.

Sources: Linux, Documentation/userspace-api/landlock.rst and seccomp_filter.rst; Microsoft, "Job
Objects".
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from pathlib import Path

from epicrec_desktop.domain.progress import Job

MEMORY = 1_500_000_000
"""Bytes that a confined process may take in addition to what it has."""

SECONDS = 1_800
"""Processor time that it may take in addition to what it has."""


expendable = False
"""Whether this process was made for one piece of work, and may be confined."""


class Barrier(Enum):
    """What a confined process cannot do."""

    FILES = "files"
    NETWORK = "network"
    PROGRAMS = "programs"
    MEMORY = "memory"


def confine(
    readable: Iterable[Path], writable: Iterable[Path] = (), *, memory: int = MEMORY
) -> frozenset[Barrier]:
    """Give up everything but these files and folders, for good; return what is enforced.

    Does nothing unless the process is `expendable`. Python's own files and the program's stay
    readable, as modules are imported late. `memory`: bytes it may take beside what it has.
    """
    if not expendable:
        return frozenset()
    if sys.platform == "win32":
        return _confine_windows(memory)
    found = set()
    if _limit_resources(memory):
        found.add(Barrier.MEMORY)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0:
            if _restrict_files(libc, readable, writable):
                found.add(Barrier.FILES)
            if _restrict_calls(libc):
                found |= {Barrier.NETWORK, Barrier.PROGRAMS}
    return frozenset(found)


def barriers(*, job: Job) -> frozenset[Barrier]:
    """Confine this process to nothing, and return what is enforced."""
    del job
    return confine(())


# Landlock

_NO_NEW_PRIVILEGES = 38
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_READ_FILE, _READ_FOLDER, _WRITE_FILE, _TRUNCATE = 1 << 2, 1 << 3, 1 << 1, 1 << 14
_ON_FILES = (1 << 0) | _WRITE_FILE | _READ_FILE | _TRUNCATE | (1 << 15)
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""Rights on files by version of Landlock; the newest holds for later ones."""
_TCP = 0b11


def _restrict_files(libc: ctypes.CDLL, readable: Iterable[Path], writable: Iterable[Path]) -> bool:
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return False
    handled = (1 << _RIGHTS[min(version, max(_RIGHTS))]) - 1
    sizes = struct.pack("=QQQ", handled, _TCP if version >= 4 else 0, 0)[
        : 16 if version >= 4 else 8
    ]
    ruleset = libc.syscall(_CREATE_RULESET, sizes, ctypes.c_size_t(len(sizes)), 0)
    if ruleset < 0:
        return False
    try:
        own = {sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(__file__).parent)}
        own |= {place for place in sys.path if place}
        own |= {"/usr/lib", "/lib", "/lib64", "/usr/share/zoneinfo", "/dev/urandom", "/dev/null"}
        reading = _READ_FILE | _READ_FOLDER
        for path in (*map(Path, own), *readable):
            _allow(libc, ruleset, path, reading & handled)
        for path in writable:
            _allow(libc, ruleset, path, handled & ~(1 << 0))
        return bool(libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: Path, rights: int) -> None:
    if sys.platform == "win32":
        return
    with suppress(OSError):
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not path.is_dir():
                rights &= _ON_FILES
            libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, opened), 0)
        finally:
            os.close(opened)


# Seccomp

_SECCOMP_MODE_FILTER, _TSYNC = 1, 1
_ARCHITECTURES = {"x86_64": (0xC000003E, 317), "aarch64": (0xC00000B7, 277)}
"""Audit number of the architecture, and that of the system call seccomp."""
_REFUSED = {
    # socket, connect, accept, bind, listen, accept4, execve, execveat, fork, vfork, ptrace,
    # process_vm_readv and _writev, kill, unshare, setns, mount, add_key, request_key, keyctl,
    # perf_event_open, bpf, userfaultfd
    "x86_64": (41, 42, 43, 49, 50, 288, 59, 322, 57, 58, 101, 310, 311, 62, 272, 308, 165, 248,
               249, 250, 298, 321, 323),
    "aarch64": (198, 203, 202, 200, 201, 242, 221, 281, 117, 270, 271, 129, 97, 268, 40, 217,
                218, 219, 241, 280, 282),
}  # fmt: skip
_REFUSED_EVERYWHERE = (425, 426, 427, 434, 438)
"""io_uring_setup, _enter and _register, pidfd_open, pidfd_getfd."""
_CLONE = {"x86_64": 56, "aarch64": 220}
_CLONE3, _THREAD = 435, 0x10000
_KILL, _ERROR, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_EPERM, _ENOSYS = 1, 38


def _restrict_calls(libc: ctypes.CDLL) -> bool:
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return False
    program = b"".join(struct.pack("=HBBI", *line) for line in _filter(machine))
    buffer = ctypes.create_string_buffer(program)
    lines = len(program) // 8
    head = struct.pack("HP", lines, ctypes.addressof(buffer))  # sock_fprog
    number = _ARCHITECTURES[machine][1]
    return bool(libc.syscall(number, _SECCOMP_MODE_FILTER, _TSYNC, head) == 0)


def _filter(machine: str) -> list[tuple[int, int, int, int]]:
    """Return the lines (code, jump if true, jump if false, value) of the program."""
    load, equal, at_least, has_bits, end = 0x20, 0x15, 0x35, 0x45, 0x06
    lines = [
        (load, 0, 0, 4),
        (equal, 1, 0, _ARCHITECTURES[machine][0]),
        (end, 0, 0, _KILL),
        (load, 0, 0, 0),
        (at_least, 0, 1, 0x40000000),  # the numbers of x32
        (end, 0, 0, _KILL),
    ]
    for number in (*_REFUSED[machine], *_REFUSED_EVERYWHERE):
        lines += [(equal, 0, 1, number), (end, 0, 0, _ERROR | _EPERM)]
    # The library tries clone instead, whose flags can be looked at: threads may be made.
    lines += [(equal, 0, 1, _CLONE3), (end, 0, 0, _ERROR | _ENOSYS)]
    lines += [
        (equal, 0, 3, _CLONE[machine]),
        (load, 0, 0, 16),
        (has_bits, 1, 0, _THREAD),
        (end, 0, 0, _ERROR | _EPERM),
        (end, 0, 0, _ALLOW),
    ]
    return lines


def _limit_resources(memory: int) -> bool:
    if sys.platform == "win32":
        return False
    import resource  # noqa: PLC0415 - not on Windows

    with suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        used = pages * resource.getpagesize()
        spent = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
        seconds = int(spent.ru_utime + spent.ru_stime) + SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return True
    return False


# Windows

_EXTENDED_LIMITS = 9
_LIMIT_TIME, _LIMIT_PROCESSES, _LIMIT_MEMORY = 0x2, 0x8, 0x100


class _JobLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


def _confine_windows(memory: int) -> frozenset[Barrier]:
    """Put this process into a job of one process; its handle stays open with the process."""
    if sys.platform != "win32":
        return frozenset()
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    limits = _JobLimits()
    limits.flags = _LIMIT_TIME | _LIMIT_PROCESSES | _LIMIT_MEMORY
    limits.processes = 1
    limits.process_time = SECONDS * 10_000_000
    limits.process_memory = memory
    if not job or not kernel.SetInformationJobObject(
        job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
    ):
        return frozenset()
    here = ctypes.c_void_p(kernel.GetCurrentProcess())
    if not kernel.AssignProcessToJobObject(job, here):
        return frozenset()
    return frozenset({Barrier.PROGRAMS, Barrier.MEMORY})
