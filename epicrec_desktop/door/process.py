"""The door as a process of its own, and how a program asks it.

It ends with the program that started it, as its end of the pipe is closed then.
"""

from __future__ import annotations

import itertools
import logging
import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from epicrec_desktop import core_dumps, program_files, system_errors
from epicrec_desktop.domain.errors import Cancelled, EpicRecError, ProviderError
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.door.frames import (
    ANSWERS,
    ASKED,
    MAX_ANSWER_BYTES,
    MAX_ASKED_BYTES,
    Answered,
    Asked,
    Cancel,
    Failed,
    FrameError,
    Parameter,
    Reported,
    Result,
    pack,
    unpack,
)
from epicrec_desktop.door.traffic import counted, current
from epicrec_desktop.paths import Paths

_LOOK_S = 0.05
_STOP_S = 10.0  # so long may an entry take to stop
_PROGRESS_S = 0.05
_MOST_AT_ONCE = 64

_DIED = N_(
    "The part of EpicRec that reaches the network ended unexpectedly, so the answer is not known. "
    "What was stored is kept, and sending it again costs no more privacy. Start EpicRec again."
)
_UNKNOWN = N_(
    "Something unexpected happened ({kind}) in the part of EpicRec that reaches the network. "
    "What was stored is kept. Please try again."
)


@dataclass(frozen=True)
class Entry:
    """One thing that may be asked: `act(library, *parameters, job=…)`, of these kinds."""

    act: Callable[..., Result]
    kinds: tuple[type, ...] = ()
    after_upgrade: bool = False  # also where the program's files were replaced meanwhile


Entries = Mapping[str, Entry]
Library = list[str]
"""Whose request it is, as `library_of` makes it."""


def library_of(paths: Paths, key: bytes | None = None) -> Library:
    """Return the folders of a library, and its key where it is encrypted."""
    folders = [str(folder) for folder in (paths.data, paths.cache, paths.state)]
    return [*folders, "" if key is None else key.hex()]


class Door:
    """A program's end. Any thread may ask."""

    def __init__(self, answers: Connection, asks: Connection, stop: Callable[[], None]) -> None:
        self._answers, self._asks = answers, asks
        self._stop = stop
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._waiting: dict[int, queue.SimpleQueue[Reported | Answered | Failed | None]] = {}
        self._dead = False
        self._reads = False

    def ask(
        self,
        entry: str,
        parameters: Sequence[Parameter] = (),
        library: Library | None = None,
        *,
        job: Job = UNATTENDED,
    ) -> Result:
        """Return what an entry of the list answers. Raises its error, and `Cancelled`.

        A door that died, or does not keep to the form, is a `ProviderError`: whether what was
        asked for was sent is not known then.
        """
        number = next(self._numbers)
        found: queue.SimpleQueue[Reported | Answered | Failed | None] = queue.SimpleQueue()
        self._waiting[number] = found
        try:
            self._send(
                Asked(number, entry, list(parameters), list(map(os.fsencode, library or [])))
            )
            return self._awaited(number, found, job)
        except FrameError:
            self._die()
            raise ProviderError(_DIED, sent=None) from None
        finally:
            del self._waiting[number]

    def announce(self, entry: str) -> None:
        """Ask for an entry without parameters, and wait for no answer."""
        with suppress(FrameError):  # said to whoever asks for more
            self._send(Asked(next(self._numbers), entry, [], []))

    def close(self) -> None:
        """End the process."""
        self._die()
        self._stop()

    def _send(self, frame: Asked | Cancel) -> None:
        with self._lock:
            if self._dead:
                raise FrameError
            if not self._reads:
                self._reads = True
                threading.Thread(target=self._read, name="door", daemon=True).start()
            try:
                self._asks.send_bytes(pack(frame))
            except (OSError, ValueError):  # it is gone, or was closed
                raise FrameError from None

    def _awaited(self, number: int, found: queue.SimpleQueue[Any], job: Job) -> Result:
        end = None
        while end is None or time.monotonic() < end:
            if end is None and job.cancelled():
                self._send(Cancel(number))
                end = time.monotonic() + _STOP_S
            try:
                frame = found.get(timeout=_LOOK_S)
            except queue.Empty:
                continue
            if frame is None:
                raise FrameError
            if isinstance(frame, Reported):
                job.report(frame.progress)
                continue
            current().add(frame.traffic.sent, frame.traffic.received)
            if isinstance(frame, Failed):
                raise frame.error
            result: Result = frame.value
            return result
        raise Cancelled

    def _read(self) -> None:
        with suppress(EOFError, OSError, FrameError):
            while True:
                frame = unpack(self._answers.recv_bytes(MAX_ANSWER_BYTES), ANSWERS)
                waiting = self._waiting.get(frame.number)
                if waiting is not None:  # else nobody waits any more
                    waiting.put(frame)
        self._die()

    def _die(self) -> None:
        self._dead = True
        for waiting in list(self._waiting.values()):
            waiting.put(None)


class _Server:
    """The door's end: each request is answered in a thread of its own."""

    def __init__(self, asks: Connection, answers: Connection, entries: Entries) -> None:
        self._asks, self._answers, self._entries = asks, answers, entries
        self._lock = threading.Lock()
        self._running: dict[int, threading.Event] = {}

    def run(self) -> None:
        """Answer until the program is gone, or does not keep to the form."""
        with suppress(EOFError, OSError, FrameError):
            while True:
                frame = unpack(self._asks.recv_bytes(MAX_ASKED_BYTES), ASKED)
                if isinstance(frame, Cancel):
                    with suppress(KeyError):
                        self._running[frame.number].set()
                    continue
                entry, number = self._entries.get(frame.entry), frame.number
                if entry is None or number in self._running or len(self._running) >= _MOST_AT_ONCE:
                    raise FrameError
                if tuple(map(type, frame.parameters)) != entry.kinds:
                    raise FrameError
                self._running[number] = threading.Event()
                library = list(map(os.fsdecode, frame.library))
                arguments = (number, entry, library, frame.parameters)
                threading.Thread(target=self._answer, args=arguments, daemon=True).start()

    def _answer(self, number: int, entry: Entry, library: Library, parameters: list[Any]) -> None:
        reported, step = 0.0, ""

        def report(progress: Progress) -> None:
            nonlocal reported, step
            now = time.monotonic()
            if now - reported > _PROGRESS_S or progress.text != step:
                reported, step = now, progress.text
                self._put(Reported(number, progress))

        job = Job(report, self._running[number].is_set)
        frame: Answered | Failed
        with counted() as traffic:
            try:
                if program_files.are_replaced() and not entry.after_upgrade:
                    sentence = program_files.REPLACED
                    raise ProviderError(sentence, sent=False)
                frame = Answered(number, entry.act(library, *parameters, job=job), traffic)
            except EpicRecError as error:
                frame = Failed.of(number, error, traffic)
            except Exception as error:  # noqa: BLE001 - its text may hold private data: only its kind is reported
                unknown = ProviderError(_UNKNOWN, sent=None, kind=type(error).__name__)
                frame = Failed.of(number, system_errors.error_for(error) or unknown, traffic)
        del self._running[number]
        self._put(frame)

    def _put(self, frame: Reported | Answered | Failed) -> None:
        with self._lock, suppress(OSError):  # the program may be gone
            self._answers.send_bytes(pack(frame))


def _run(
    ours: tuple[Connection, Connection],
    theirs: tuple[Connection, Connection] | None,
    make_entries: Callable[[], Entries],
) -> None:
    """Be the door; `theirs` are the program's ends, where this process has them too."""
    for connection in theirs or ():
        connection.close()
    # Ctrl+C in a terminal reaches every process of it: this one ends when the program does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    core_dumps.forbid()
    logging.getLogger().addHandler(logging.NullHandler())  # the terminal is the program's
    _Server(*ours, make_entries()).run()
    os._exit(0)  # whatever still waits for the network is of no use any more


def start(
    make_entries: Callable[[], Entries], around: AbstractContextManager[Any] | None = None
) -> Door:
    """Start a door with these entries, made there by a module's function; requests wait for them.

    On Linux it is forked, to be called before there are threads: it costs some milliseconds and
    shares its memory. `around`: what a spawned process needs.
    """
    forks = sys.platform == "linux" and threading.active_count() == 1
    context: Any = multiprocessing.get_context("fork" if forks else "spawn")
    asked, asks = context.Pipe(duplex=False)
    answers, answered = context.Pipe(duplex=False)
    ours = (asks, answers)
    process = context.Process(
        target=_run,
        args=((asked, answered), ours if forks else None, make_entries),
        name="door",
        daemon=True,
    )
    with around or nullcontext():
        process.start()
    asked.close()
    answered.close()

    def stop() -> None:
        asks.close()
        process.join(_STOP_S)

    return Door(answers, asks, stop)
