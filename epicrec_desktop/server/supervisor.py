"""Several workers on one socket: started, kept alive, told to end.

Each worker is a process that maps the same published model, and has the same table of rates in
memory. A worker is told to end by its pipe, on all systems alike; where the supervisor dies the
pipe breaks, and the workers end as well.

On Linux the supervisor loads what workers run, and each is a copy of it: they begin at once, and
share that memory. It has no thread, and opens nothing that a copy could spoil. Elsewhere a worker
loads everything by itself.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.server.rates import Table
from epicrec_desktop.server.settings import FIGURES_VARIABLE, ServerConfig

READY, FAILED, STOP = "ready", "failed", "stop"
START_SECONDS = 60.0
SOON_SECONDS = 10.0
MOST_SOON = 5
"""Workers that end so soon after they began, one after another: then something is wrong."""

log = logging.getLogger("epicrec_desktop.server")


@dataclass(frozen=True)
class WorkerTask:
    """What a worker needs to know; pickled."""

    settings: ServerConfig
    rates: Path
    key: bytes


@dataclass
class WorkerProcess:
    """A worker as its supervisor sees it."""

    process: BaseProcess
    pipe: Any  # a connection.Connection; Windows has another kind
    started: float = field(default_factory=time.monotonic)
    ready: bool = False


def supervise(
    settings: ServerConfig, listener: socket.socket, on_ready: Callable[[], None]
) -> None:
    """Run workers until this process is interrupted or terminated. Raises `EpicRecError`."""
    from epicrec_desktop.server.database import open_engine  # noqa: PLC0415

    open_engine(settings.service.database_address).dispose()  # migrated once, before the workers
    with tempfile.TemporaryDirectory(prefix="epicrec-service-") as folder:
        rates, metrics = Path(folder) / "rates", Path(folder) / "metrics"
        metrics.mkdir()
        before = os.environ.get(FIGURES_VARIABLE)
        os.environ[FIGURES_VARIABLE] = str(metrics)  # for the workers
        try:
            with _termination_event() as ending:
                task = WorkerTask(settings, rates, Table.create(rates))
                _Workers(task, listener, metrics).run(ending, on_ready)
        finally:
            os.environ.pop(FIGURES_VARIABLE)
            if before is not None:
                os.environ[FIGURES_VARIABLE] = before


@contextmanager
def _termination_event() -> Iterator[threading.Event]:
    """An event that is set by SIGINT and SIGTERM."""
    event = threading.Event()
    signals = [signal.SIGINT, signal.SIGTERM]
    before = {s: signal.signal(s, lambda _s, _f: event.set()) for s in signals}
    try:
        yield event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Workers:
    def __init__(self, task: WorkerTask, listener: socket.socket, metrics: Path) -> None:
        self._task, self._listener, self._metrics = task, listener, metrics
        self._workers: list[WorkerProcess] = []
        self._early_exits = 0
        self._copies = _loaded()

    def run(self, ending: threading.Event, on_ready: Callable[[], None]) -> None:
        try:
            self._workers = [self._start() for _ in range(self._task.settings.listen.workers)]
            told = False
            while not ending.is_set():
                self._listen()
                if not told and all(worker.ready for worker in self._workers):
                    told = True
                    on_ready()
                self._replace_dead()
        finally:
            self._stop()

    def _start(self) -> WorkerProcess:
        here, there = multiprocessing.Pipe()
        # A copy has these too, and would hold them open when this process is gone.
        inherited = [here, *(worker.pipe for worker in self._workers)] if self._copies else None
        context: Any = multiprocessing.get_context("fork" if self._copies else "spawn")
        process = context.Process(
            target=work, args=(self._task, self._listener, there, inherited), name="service-worker"
        )
        process.start()
        there.close()
        return WorkerProcess(process, here)

    def _listen(self) -> None:
        """Hear what workers say, for a moment."""
        pipes: list[Any] = [worker.pipe for worker in self._workers]
        # Sentinels too: a worker that is dead is met at once.
        found = connection.wait(pipes + [w.process.sentinel for w in self._workers], timeout=0.2)
        for worker in self._workers:
            if worker.pipe not in found:
                continue
            with suppress(EOFError, OSError):
                kind, sentence = worker.pipe.recv()
                if kind == FAILED:
                    raise EpicRecError(sentence)
                worker.ready, self._early_exits = True, 0

    def _replace_dead(self) -> None:
        for place, worker in enumerate(self._workers):
            late = not worker.ready and time.monotonic() - worker.started > START_SECONDS
            if worker.process.is_alive() and not late:
                continue
            if late:
                worker.process.kill()
                worker.process.join()
            self._forget(worker)
            log.error("a worker ended with %s", worker.process.exitcode)
            self._early_exits += time.monotonic() - worker.started < SOON_SECONDS
            if self._early_exits >= MOST_SOON:
                raise EpicRecError(
                    "The service's workers end as soon as they begin; it was stopped. "
                    "What it logged says why."
                )
            self._workers[place] = self._start()

    def _stop(self) -> None:
        """Let all answer what they are at, and end; whoever does not is made to."""
        listening = self._task.settings.listen
        for worker in self._workers:
            with suppress(OSError):
                worker.pipe.send(STOP)
        end = time.monotonic() + listening.drain_seconds + listening.stop_seconds + 5.0
        for worker in self._workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            self._forget(worker)

    def _forget(self, worker: WorkerProcess) -> None:
        """Let go of a worker that ended: what it had in flight counts no more."""
        worker.pipe.close()
        for file in self._metrics.glob(f"gauge_live*_{worker.process.pid}.db"):
            with suppress(OSError):
                file.unlink()


def _loaded() -> bool:
    """Load what workers run, if they can be copies of this process.

    Not where this process does other things as well, as under a test: a thread would be missing in
    a copy, and the figures know from their first import whether they are of several workers.
    """
    if (
        sys.platform != "linux"
        or threading.active_count() > 1
        or "prometheus_client" in sys.modules
    ):
        return False
    import epicrec_desktop.server.worker  # noqa: F401, PLC0415

    gc.freeze()  # else the first collection of each copy would write to all of it
    return True


def work(
    task: WorkerTask, listener: socket.socket, pipe: Any, inherited: Sequence[Any] | None = None
) -> None:
    """Be a worker: in a process of its own.

    `inherited`: the pipes of other workers, where this is a copy of the supervisor.
    """
    from epicrec_desktop.server.records import log_to_stderr  # noqa: PLC0415
    from epicrec_desktop.server.worker import worker  # noqa: PLC0415

    # Ctrl+C reaches all processes of a terminal; the supervisor says when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    log_to_stderr(task.settings.log)
    for other in inherited or ():
        other.close()
    try:
        server = worker(task.settings, Table.share(task.rates, task.key), migrated=True)
    except EpicRecError as error:
        with suppress(OSError):
            pipe.send((FAILED, str(error)))
        return

    def tell() -> None:
        with suppress(OSError):  # a supervisor that is gone is met by `hear`
            pipe.send((READY, ""))
        # After the server has set its own handlers.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def hear() -> None:
        with suppress(EOFError, OSError):
            pipe.recv()
        server.drain()

    server.on_started = tell
    threading.Thread(target=hear, name="supervisor", daemon=True).start()
    server.run(sockets=[listener])
