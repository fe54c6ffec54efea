"""Confine this process before it reads what strangers made: histories, exports, archives.

On Linux by Landlock (files, TCP) and seccomp (sockets, programs, processes), on both systems by
limits of memory and processor time, on Windows by a job without further processes. What a system
does not have is left out and reported by `confine`; nothing here ever fails.

Sources: Linux, Documentation/userspace-api/landlock.rst and seccomp_filter.rst; Microsoft, "Job
Objects".
"""

from __future__ import annotations

import ctypes
import errno
import importlib
import os
import struct
import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from enum import Enum
from itertools import pairwise
from pathlib import Path

from epicrec_desktop import program_files, resources
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.seccomp import ALLOW, Rule, enforce, has_bit, is_null, one_of, refuse

MEMORY = 1_500_000_000
"""Bytes that a confined process may take in addition to what it has."""

SECONDS = 1_800
"""Processor time that it may take in addition to what it has."""


expendable: Collection[int] | None = None
"""Descriptors that a process for one piece of work needs; None: it goes on, never confined."""


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
    if expendable is None:
        return frozenset()
    if sys.platform == "win32":
        return _confine_windows(memory)
    found = set()
    if _limit_resources(memory):
        found.add(Barrier.MEMORY)
    if sys.platform == "linux":
        _close_descriptors({*expendable, *program_files.descriptors()})
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0 and _restrict_files(
            libc, readable, writable
        ):
            found.add(Barrier.FILES)
        if enforce(CALLS, otherwise=refuse(errno.EPERM)):
            found |= {Barrier.NETWORK, Barrier.PROGRAMS}
    return frozenset(found)


def _close_descriptors(needed: Collection[int]) -> None:
    """Close all descriptors but these; standard input and outputs lead nowhere from now on.

    A terminal could be typed into, and multiprocessing's tracker told to remove what others share.
    """
    if sys.platform == "win32":
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)
    for low, high in pairwise((2, *sorted(needed), os.sysconf("SC_OPEN_MAX"))):
        os.closerange(low + 1, high)


def barriers(*, job: Job) -> frozenset[Barrier]:
    """Confine this process to nothing, and return what is enforced.

    Imports a module afterwards, as readers do: it must be found.
    """
    del job
    found = confine(())
    importlib.import_module("epicrec_desktop.domain.months")
    return found


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
        own |= {str(resources.root()), *filter(None, sys.path)}
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

_THREAD = 0x10000  # CLONE_THREAD
_LOCKS_AND_FLAGS = (1, 2, 3, 4, 5, 6, 7, 1030)
"""Of fcntl: F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_DUPFD_CLOEXEC; not
those that choose whom a signal goes to."""
_NEEDED = """
    read pread64 lseek futex write pwrite64 readv writev fstat stat lstat newfstatat statx open
    openat close getdents64 access faccessat faccessat2 readlink readlinkat getcwd fstatfs
    fadvise64 ftruncate fsync fdatasync unlink unlinkat
    mmap munmap mprotect mremap madvise brk exit exit_group rseq set_robust_list sched_yield
    sched_getaffinity getcpu rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall
    poll ppoll select pselect6 clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday
    time times getrusage getpid getppid gettid getuid geteuid getgid getegid uname sysinfo
    getrlimit getrandom
"""
"""System calls of files that Landlock allows, memory, threads, waiting, and questions about this
process. Nothing here reaches another process, a device, or the owner and times of a file."""

CALLS = (
    *(Rule(call, ALLOW) for call in _NEEDED.split()),
    Rule("fcntl", ALLOW, one_of(1, _LOCKS_AND_FLAGS)),
    Rule("prlimit64", ALLOW, is_null(2)),  # asked, and not set
    # The library tries clone instead, whose flags can be looked at: threads may be made.
    Rule("clone3", refuse(errno.ENOSYS)),
    Rule("clone", ALLOW, has_bit(0, _THREAD)),
)
"""The system calls of a reader; all others are refused."""


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
