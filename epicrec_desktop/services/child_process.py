"""Runs long work in a process of its own, so that the interpreter lock never stops the screen."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any, TypeVar

from epicrec_desktop import confinement, process_environment, program_files
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.services.child_messages import (
    FAILURE,
    PROGRESS,
    RESULT,
    MalformedAnswerError,
    decode,
    encode,
)

T = TypeVar("T")
_POLL_S = 0.05
_GRACE_S = 5.0
_LOOK_S = 0.01
_STOP_S = 10.0  # so long may tidying up take after the person stopped the work

_TOO_LARGE = N_(
    "What was read needs more memory than reading may take. Nothing was changed. "
    "Please try a smaller file."
)

Work = Callable[..., T]
"""`work(*arguments, job=…)`: a module's function with picklable arguments, annotated with the type
of its result (`child_messages.py`)."""


READER_FAILED = N_("The work broke off unexpectedly. Nothing was changed. Please try again.")
"""Of a process that ended, or answered something else than it shall."""

MOST_BYTES = 400_000_000
"""Bytes of an answer: that of a million pages has 0.1 GB."""


def run_in_child(
    work: Work[T], arguments: tuple[Any, ...], *, job: Job, most: int = MOST_BYTES
) -> T:
    """Run `work` in a fresh process; progress, result and errors come back here.

    An answer of more than `most` bytes is none. Raises what the work raised if it is an
    `EpicRecError`, `Cancelled` when the person stopped it, `ReplacedError` when the program was
    upgraded meanwhile, and a plain `EpicRecError` when the process broke off.
    """
    program_files.require_unchanged()
    context = multiprocessing.get_context("spawn")
    receiver, there = context.Pipe(duplex=False)
    # A pipe, and no event: that would need a semaphore in /dev/shm, which may not be writable.
    asked, stop = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(there, asked), daemon=True)
    with without_main(), process_environment.for_own_programs():
        process.start()
    there.close()
    asked.close()
    try:
        with _stopping(process, stop, job):  # type: ignore[arg-type,unused-ignore]
            # Not as arguments of the process: who starts one would wait for ever where it ends
            # before it has read more than a pipe holds.
            with suppress(OSError):
                stop.send((work, arguments))
            return _listen(receiver, work, job, most)  # type: ignore[no-any-return,arg-type,unused-ignore]
    finally:
        stop.close()
        process.join(_GRACE_S)
        if process.is_alive():
            process.terminate()
            process.join()
        receiver.close()
        process.close()


_starting = threading.Lock()


@contextmanager
def without_main() -> Iterator[None]:
    """Keep the program's own `__main__` out of a process that starts in here.

    A spawned process runs its parent's main module again, and a script that opens the window
    without a guard would open a second one there. `work` is a module's function and needs none.
    """
    with _starting:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")  # has no file and no name to run again
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def _listen(receiver: Connection, work: Work[Any], job: Job, most: int) -> Any:
    while True:
        try:
            answer = decode(receiver.recv_bytes(most), work)
        except (EOFError, OSError, MalformedAnswerError):  # Windows says the second
            if job.cancelled():
                raise Cancelled from None
            program_files.require_unchanged()
            raise EpicRecError(READER_FAILED) from None
        if isinstance(answer, EpicRecError):
            raise answer
        if isinstance(answer, tuple):
            return answer[0]
        job.report(answer)


@contextmanager
def _stopping(process: BaseProcess, stop: Connection, job: Job) -> Iterator[None]:
    """Stop the process within when the person asks, also one that answers half a message."""
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(_POLL_S):
            if job.cancelled():
                stop.close()  # the child tidies up and answers with Cancelled
                if not ended.wait(_STOP_S):
                    process.kill()
                return

    watcher = threading.Thread(target=watch, name="stop a reader", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


class _StopRequest:
    """Return, when called, whether the parent closed its end: it asks to stop, or it is gone."""

    def __init__(self, asked: Connection) -> None:
        self._asked = asked
        self._next_look = 0.0
        self._stop = False

    def __call__(self) -> bool:
        now = time.monotonic()
        if not self._stop and now >= self._next_look:
            self._next_look = now + _LOOK_S
            try:
                self._stop = self._asked.poll()
            except OSError:  # as Windows says it
                self._stop = True
        return self._stop


def _child(there: Connection, asked: Connection) -> None:
    # Ctrl+C in a terminal reaches every process of it: the parent asks this one to stop, tidily.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    confinement.expendable = there.fileno(), asked.fileno()

    def report(progress: Progress) -> None:
        there.send_bytes(encode(PROGRESS, progress))

    try:
        try:
            work, arguments = asked.recv()
        except EOFError:
            return  # stopped before it began
        result = work(*arguments, job=Job(report, _StopRequest(asked)))
        there.send_bytes(encode(RESULT, result))
    except EpicRecError as error:
        there.send_bytes(encode(FAILURE, error))
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # nobody listens any more
    except MemoryError:
        there.send_bytes(encode(FAILURE, EpicRecError(_TOO_LARGE)))
    except Exception as error:  # noqa: BLE001 - its text may hold private data: only its kind is reported
        unexpected = EpicRecError(
            "Something unexpected happened ({kind} at {place}). "
            "Nothing was changed. Please try again.",
            kind=type(error).__name__,
            place=_place(error),
        )
        there.send_bytes(encode(FAILURE, unexpected))
    finally:
        there.close()


def _place(error: Exception) -> str:
    """File name and line where an unexpected error arose, without its text."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "an unknown place"
    file = trace.tb_frame.f_code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{file}:{trace.tb_lineno}"
