"""What reads strangers' files is confined, and what it answers is data, whatever it read."""

import ctypes
import os
import platform
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import chdir, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest

import epicrec_desktop.domain
from epicrec_desktop import confinement
from epicrec_desktop.confinement import MEMORY, Barrier, barriers, confine
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.services.child_process import run_in_child
from waiting import LIMIT_S

linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are of Linux")


def is_wine() -> bool:
    """Whether this Windows is Wine."""
    return sys.platform == "win32" and hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")


def planted(kinds: list[str], place: Path, free: bool, *, job: Job) -> dict[str, str]:
    """Try what a reader must not do; return what came of each attempt.

    `free`: it is not confined, which shows that the attempts are real.
    """
    if not free:
        confine([place / "given"], [place / "taken"])
    return {kind: _outcome(kind, place) for kind in kinds}


def _outcome(kind: str, place: Path) -> str:
    try:
        ATTEMPTS[kind](place)
    except OSError as error:
        return type(error).__name__
    except MemoryError:
        return "MemoryError"
    return "done"


def _connect(_place: Path) -> None:
    with socket.socket() as opened:
        opened.settimeout(LIMIT_S)
        with suppress(ConnectionRefusedError):
            opened.connect(("127.0.0.1", 9))


def _send(place: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as opened:
        opened.sendto(b"x", str(place / "mailbox"))


def _thread(_place: Path) -> None:
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()


def _call(x86_64: int, aarch64: int, *arguments: Any) -> Callable[[Path], None]:
    """Return an attempt by the number of a system call."""

    def attempt(_place: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        number = x86_64 if platform.machine() == "x86_64" else aarch64
        found = libc.syscall(number, *(a() if callable(a) else a for a in arguments))
        if found < 0:
            raise OSError(ctypes.get_errno(), "refused")

    return attempt


def _program(_place: Path) -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def _process(_place: Path) -> None:
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)


def _device(_place: Path) -> None:
    """As TIOCSTI, which types into a terminal, is asked of one."""
    import fcntl
    import termios

    fcntl.ioctl(descriptors()[0], termios.FIONREAD, b"\0" * 4)


def _own_signals(_place: Path) -> None:
    import fcntl

    fcntl.fcntl(descriptors()[0], 8, os.getppid())  # F_SETOWN: whom SIGIO is sent to


def _limits(_place: Path) -> None:
    import resource

    resource.prlimit(os.getppid(), resource.RLIMIT_NPROC, resource.getrlimit(resource.RLIMIT_NPROC))


def _shared(_place: Path) -> None:
    Path(f"/dev/shm/epicrec-test-{os.getpid()}").touch()
    Path(f"/dev/shm/epicrec-test-{os.getpid()}").unlink()


def _tell_tracker(_place: Path) -> None:
    """Multiprocessing's tracker unlinks whatever it is asked to."""
    os.write(resource_tracker._resource_tracker._fd, b"PROBE:0:noop\n")


def descriptors() -> list[int]:
    """The pipes of this process."""
    return sorted(confinement.expendable or ())


PRIVATE = 0  # IPC_PRIVATE
ATTEMPTS: dict[str, Callable[[Path], Any]] = {
    "read what was given": lambda place: (place / "given").read_bytes(),
    "write where it may": lambda place: (place / "taken" / "new").write_bytes(b"x"),
    "a thread": _thread,
    "a module": lambda _place: __import__("colorsys"),
    "read another file": lambda place: (place / "secret").read_bytes(),
    "list another folder": lambda place: list(place.iterdir()),
    "write beside it": lambda place: (place / "made").write_bytes(b"x"),
    "write what was given": lambda place: (place / "given").write_bytes(b"x"),
    "remove a file": lambda place: (place / "removed").unlink(),
    "read the kernel": lambda _place: Path("/proc/self/environ").read_bytes(),
    "the rights of a file": lambda place: (place / "secret").chmod(0o644),
    "the owner of a file": lambda place: os.chown(place / "secret", -1, -1),
    "the times of a file": lambda place: os.utime(place / "secret"),
    "an attribute of a file": lambda place: os.setxattr(place / "secret", "user.x", b"x"),
    "a second name": lambda place: os.link(place / "taken" / "old", place / "taken" / "link"),
    "another name": lambda place: (place / "taken" / "old").rename(place / "taken" / "name"),
    "watch a folder": _call(294, 26, 0),
    "a socket": _connect,
    "a local socket": lambda _place: socket.socket(socket.AF_UNIX).close(),
    "a datagram": _send,
    "a pair of sockets": lambda _place: [one.close() for one in socket.socketpair()],
    "a message queue": _call(68, 186, PRIVATE, 0o600),
    "shared memory": _call(29, 194, PRIVATE, 4096, 0o600),
    "a semaphore": _call(64, 190, PRIVATE, 1, 0o600),
    "shared memory by name": _shared,
    "memory with a descriptor": lambda _place: os.memfd_create("x"),
    "the keyring of the kernel": _call(250, 219, 0, -3, 1),
    "a program": _program,
    "a process": _process,
    "a signal": lambda _place: os.kill(os.getppid(), 0),
    "a signal to a thread": _call(200, 130, os.getppid, 0),
    "signals by a descriptor": _own_signals,
    "a handle of a process": lambda _place: os.pidfd_open(os.getppid()),
    "the priority of a process": lambda _place: os.setpriority(os.PRIO_PROCESS, os.getppid(), 0),
    "the processors of a process": lambda _place: os.sched_setaffinity(
        os.getppid(), os.sched_getaffinity(os.getppid())
    ),
    "the limits of a process": _limits,
    "a name space": _call(272, 97, 0),
    "a terminal or device": _device,
    "the tracker of shared things": _tell_tracker,
    "memory": lambda _place: bytearray(2 * MEMORY),
}
ALLOWED = {"read what was given", "write where it may", "a thread", "a module"}


@pytest.fixture
def place(tmp_path) -> Path:
    for name in ("given", "secret", "removed"):
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "old").touch()
    return tmp_path


@pytest.fixture
def mailbox(place) -> Iterator[socket.socket]:
    """A socket that another program listens at; its path is short enough for one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as opened, chdir(place):
        opened.bind("mailbox")
        yield opened


@linux
def test_a_reader_reaches_only_what_it_was_given(place, mailbox):
    before = (place / "secret").stat()
    found = run_in_child(planted, (list(ATTEMPTS), place, False), job=UNATTENDED)
    refused = {kind for kind, outcome in found.items() if outcome in ("PermissionError", "OSError")}
    assert refused == ATTEMPTS.keys() - ALLOWED - {"memory"}
    assert found["memory"] == "MemoryError"
    assert {found[kind] for kind in ALLOWED} == {"done"}
    assert (place / "secret").stat() == before
    assert (place / "given").read_bytes() == b"given"
    assert not (place / "made").exists()


@linux
def test_the_same_attempts_succeed_without_a_cell(place, mailbox):
    found = run_in_child(planted, (list(ATTEMPTS), place, True), job=UNATTENDED)
    assert {kind for kind, outcome in found.items() if outcome != "done"} == set()


def says(*, job: Job) -> int:
    confine(())
    for descriptor in (1, 2):
        os.write(descriptor, b"typed into the terminal")
    return len(os.read(0, 1))


@linux
def test_what_a_reader_prints_leads_nowhere(capfd):
    assert run_in_child(says, (), job=UNATTENDED) == 0
    assert capfd.readouterr() == ("", "")


def imports(file: Path, *, job: Job) -> bytes:
    """Read by its descriptor what packaging/modules.py opened, as its importer does each time."""
    sys._modules_descriptor = os.open(file, os.O_RDONLY)
    other = os.open(file, os.O_RDONLY)
    confine([file])
    assert not Path(f"/proc/self/fd/{other}").exists()
    return Path(f"/proc/self/fd/{sys._modules_descriptor}").read_bytes()


@linux
def test_a_reader_of_a_bundle_imports_modules(place):
    assert run_in_child(imports, (place / "given",), job=UNATTENDED) == b"given"


@pytest.mark.skipif(sys.platform != "win32", reason="a job of Windows")
@pytest.mark.skipif(is_wine(), reason="Wine takes the limits of a job and does not enforce them")
def test_on_windows_a_reader_has_neither_programs_nor_all_memory(place):
    found = run_in_child(planted, (["a program", "memory"], place, False), job=UNATTENDED)
    assert "done" not in found.values()


def importable(*, job: Job) -> str:
    """Return what the self-check reports where no module can be imported by a confined process."""
    sys.path.clear()
    sys.modules.pop("epicrec_desktop.domain.months", None)
    epicrec_desktop.domain.__path__ = []
    try:
        barriers(job=job)
    except ImportError as error:
        return type(error).__name__
    return "nothing"


def test_the_self_check_notices_readers_without_modules():
    assert run_in_child(importable, (), job=UNATTENDED) == "ModuleNotFoundError"


def test_what_is_enforced_is_said():
    found = run_in_child(barriers, (), job=UNATTENDED)
    expected = {Barrier.PROGRAMS, Barrier.MEMORY}
    if sys.platform == "linux":
        expected = set(Barrier)
    assert found == expected


def test_a_process_that_goes_on_is_never_confined(tmp_path):
    assert not confinement.expendable
    assert confine([tmp_path]) == frozenset()
    (tmp_path / "still").write_bytes(b"x")


def greedy(_nothing: None, *, job: Job) -> int:
    confine([])
    return len(bytearray(2 * MEMORY))


@linux
def test_too_much_memory_is_a_sentence():
    with pytest.raises(EpicRecError, match="more memory than reading may take"):
        run_in_child(greedy, (None,), job=UNATTENDED)
