"""Build and enforce filters of system calls (seccomp) from rules; the first that fits decides.

    rules = [
        Rule("socket", ALLOW, one_of(0, [socket.AF_UNIX])),
        Rule("socket", refuse(errno.EACCES)),
    ]
    enforced = enforce(rules, otherwise=ALLOW)

Source: Linux, Documentation/userspace-api/seccomp_filter.rst, linux/filter.h.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ALLOW, KILL = 0x7FFF0000, 0x80000000
_ERROR = 0x00050000
_NO_NEW_PRIVILEGES = 38
_SET_MODE_FILTER, _ALL_THREADS = 1, 1
_LOAD, _EQUAL, _AT_LEAST, _HAS_BITS, _END = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_X32 = 0x40000000
_NEWEST = 462
"""Calls with a higher number did not exist here: libraries ask whether the system has them."""

_AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Number by which the kernel names an architecture."""

_CALLS = """
    access 21 -, brk 12 214, clock_getres 229 114, clock_gettime 228 113, clock_nanosleep 230
    115, clone 56 220, clone3 435 435, close 3 57, exit 60 93, exit_group 231 94, faccessat 269
    48, faccessat2 439 439, fadvise64 221 223, fcntl 72 25, fdatasync 75 83, fstat 5 80, fstatfs
    138 44, fsync 74 82, ftruncate 77 46, futex 202 98, getcpu 309 168, getcwd 79 17, getdents64
    217 61, getegid 108 177, geteuid 107 175, getgid 104 176, getpid 39 172, getppid 110 173,
    getrandom 318 278, getrlimit 97 163, getrusage 98 165, gettid 186 178, gettimeofday 96 169,
    getuid 102 174, io_uring_enter 426 426, io_uring_register 427 427, io_uring_setup 425 425,
    ioctl 16 29, lseek 8 62, lstat 6 -, madvise 28 233, mmap 9 222, mprotect 10 226, mremap 25
    216, munmap 11 215, nanosleep 35 101, newfstatat 262 79, open 2 -, openat 257 56, poll 7 -,
    ppoll 271 73, pread64 17 67, prlimit64 302 261, pselect6 270 72, process_vm_readv 310 270,
    process_vm_writev 311 271, pidfd_getfd 438 438, ptrace 101 117, pwrite64 18
    68, read 0 63, readlink 89 -, readlinkat 267 78, readv 19 65, restart_syscall 219 128, rseq
    334 293, rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, sched_getaffinity
    204 123, sched_yield 24 124, seccomp 317 277, select 23 -, set_robust_list 273 99,
    sigaltstack 131 132, socket 41 198, socketpair 53 199, stat 4 -, statx 332 291, sysinfo 99
    179, time 201 -, times 100 153, uname 63 160, unlink 87 -, unlinkat 263 35, write 1 64,
    writev 20 66
"""
"""System calls by name: their numbers on x86-64, and on arm64 if it has them."""

Line = tuple[int, int | None, int | None, int]
"""Code, jump if true, jump if false, value; a jump of None is to the end of the rule."""
Program = list[tuple[int, int, int, int]]


@dataclass(frozen=True)
class Rule:
    """What becomes of a system call, if the test of its arguments holds."""

    call: str
    action: int
    test: tuple[Line, ...] = ()


def refuse(number: int) -> int:
    """Return the action that makes a system call fail with this error (`errno`)."""
    return _ERROR | number


def one_of(argument: int, values: Sequence[int]) -> tuple[Line, ...]:
    """Return a test that an argument of 32 bits, counted from 0, is one of these values."""
    last = len(values) - 1
    compared = (
        (_EQUAL, last - i, 0 if i < last else None, value) for i, value in enumerate(values)
    )
    return _load(argument), *compared


def has_bit(argument: int, bit: int) -> tuple[Line, ...]:
    """Return a test that an argument has this bit, one of the lower 32."""
    return _load(argument), (_HAS_BITS, 0, None, bit)


def is_null(argument: int) -> tuple[Line, ...]:
    """Return a test that all 64 bits of an argument are 0."""
    equal = (_EQUAL, 0, None, 0)
    return _load(argument), equal, _load(argument, half=1), equal


def _load(argument: int, half: int = 0) -> Line:
    return _LOAD, 0, 0, _ARGUMENTS + 8 * argument + 4 * half


def assemble(rules: Iterable[Rule], *, otherwise: int, machine: str) -> Program:
    """Return the program of a filter; nothing where the architecture is not known.

    `otherwise` is for calls without a rule. A call of another architecture ends the process.
    """
    if machine not in _AUDIT:
        return []
    numbers = _numbers(machine)
    number = (_LOAD, 0, 0, _NUMBER)
    program: Program = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _AUDIT[machine]),
        (_END, 0, 0, KILL),
        number,
        (_AT_LEAST, 0, 1, _X32),
        (_END, 0, 0, KILL),
    ]
    for rule in rules:
        called = numbers[rule.call]
        if called is None:
            continue
        body = (*rule.test, (_END, 0, 0, rule.action))
        reload = [number] if rule.test else []
        program.append((_EQUAL, 0, len(body) + len(reload), called))
        for i, (code, *jumps, value) in enumerate(body, start=1):
            true, false = (len(body) - i if jump is None else jump for jump in jumps)
            program.append((code, true, false, value))
        program += reload
    if otherwise != ALLOW:
        program += [(_AT_LEAST, 0, 1, _NEWEST + 1), (_END, 0, 0, refuse(errno.ENOSYS))]
    return [*program, (_END, 0, 0, otherwise)]


def _numbers(machine: str) -> dict[str, int | None]:
    """Return the numbers of system calls by name; None for those that an architecture lacks."""
    column = 1 + list(_AUDIT).index(machine)
    calls = (line.split() for line in _CALLS.split(","))
    return {call[0]: None if call[column] == "-" else int(call[column]) for call in calls}


def enforce(rules: Iterable[Rule], *, otherwise: int) -> bool:
    """Put all threads of this process under rules, for good; return whether that was possible.

    What they start from now on is under them too, and gains no privileges.
    """
    machine = platform.machine()
    program = assemble(rules, otherwise=otherwise, machine=machine)
    if sys.platform != "linux" or not program:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in program))
    head = struct.pack("HP", len(program), ctypes.addressof(buffer))  # sock_fprog
    call = _numbers(machine)["seccomp"]
    return bool(
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
        and libc.syscall(call, _SET_MODE_FILTER, _ALL_THREADS, head) == 0
    )
