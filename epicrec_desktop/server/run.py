"""Run the service in supervised worker processes.

uvicorn's own supervisor spawns workers, which then share no memory, and asks a thread of theirs
whether they run, which answers while the event loop hangs. So it is not used.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.server.access import Table
from epicrec_desktop.server.config import ListenConfig, ServerConfig
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.mirror import mirror_in_background
from epicrec_desktop.server.monitoring import log_to_stderr, shared_metrics
from epicrec_desktop.server.publications import Publications
from epicrec_desktop.server.worker import BACKLOG, check_certificate, make_worker

READY, FAILED, STOP, RELOAD = "ready", "failed", "stop", "reload"
WORKER_START_SECONDS = 60.0
HANG_SECONDS = 20.0
"""A worker whose event loop has not run for so long is replaced."""

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
    """A worker as its supervisor sees it. `alive`: when its event loop last ran (monotonic)."""

    process: BaseProcess
    pipe: Any  # a connection.Connection; Windows has another kind
    alive: Any
    started: float = field(default_factory=time.monotonic)
    ready: bool = False

    @property
    def is_stuck(self) -> bool:
        """Return whether it did not start in time, or its event loop has stopped."""
        now = time.monotonic()
        if not self.ready:
            return now - self.started > WORKER_START_SECONDS
        return now - float(self.alive.value) > HANG_SECONDS


@contextmanager
def _signal_events() -> Iterator[tuple[threading.Event, threading.Event]]:
    """Yield an event set by SIGINT and SIGTERM, and one set by SIGHUP."""
    ending, reloading = threading.Event(), threading.Event()
    events: dict[int, threading.Event] = {signal.SIGINT: ending, signal.SIGTERM: ending}
    if hasattr(signal, "SIGHUP"):
        events[signal.SIGHUP] = reloading
    before = {number: signal.signal(number, lambda n, _frame: events[n].set()) for number in events}
    try:
        yield ending, reloading
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Workers:
    def __init__(self, task: WorkerTask, listeners: Sequence[socket.socket], metrics: Path) -> None:
        self._task, self._listeners, self._metrics = task, listeners, metrics
        self._workers: list[WorkerProcess] = []
        self._early_exits = 0
        self._forks = _can_fork()

    def run(
        self, ending: threading.Event, reloading: threading.Event, on_ready: Callable[[], None]
    ) -> None:
        try:
            self._workers = [self._start() for _ in range(self._task.settings.listen.workers)]
            all_ready = False
            while not ending.is_set():
                self._listen()
                if not all_ready and all(worker.ready for worker in self._workers):
                    all_ready = True
                    on_ready()
                if reloading.is_set():
                    reloading.clear()
                    self._send(RELOAD)
                self._replace_dead()
        finally:
            self._stop()

    def _start(self) -> WorkerProcess:
        parent_end, there = multiprocessing.Pipe()
        # A fork has these too, and would keep them open after this process has ended.
        inherited = (
            [parent_end, *(worker.pipe for worker in self._workers)] if self._forks else None
        )
        context: Any = multiprocessing.get_context("fork" if self._forks else "spawn")
        alive = context.Value("d", time.monotonic(), lock=False)
        process = context.Process(
            target=work,
            args=(self._task, self._listeners, there, alive, inherited),
            name="service-worker",
        )
        process.start()
        there.close()
        return WorkerProcess(process, parent_end, alive)

    def _listen(self) -> None:
        pipes: list[Any] = [worker.pipe for worker in self._workers]
        # Sentinels too: a worker that is dead is noticed at once.
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
            stuck = worker.is_stuck
            if worker.process.is_alive() and not stuck:
                continue
            if stuck:
                log.error("a worker does not respond and is replaced")
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

    def _send(self, message: str) -> None:
        for worker in self._workers:
            with suppress(OSError):
                worker.pipe.send(message)

    def _stop(self) -> None:
        """Let workers answer what is in flight and end; kill those that do not."""
        listening = self._task.settings.listen
        self._send(STOP)
        end = time.monotonic() + listening.drain_seconds + listening.stop_seconds + 5.0
        for worker in self._workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            self._forget(worker)

    def _forget(self, worker: WorkerProcess) -> None:
        worker.pipe.close()
        for file in self._metrics.glob(f"gauge_live*_{worker.process.pid}.db"):
            with suppress(OSError):
                file.unlink()


def _can_fork() -> bool:
    """Return whether workers can be forks of this process, which share its memory.

    Not while other threads run: they are missing in a fork, with locks that they hold.
    """
    if sys.platform != "linux" or threading.active_count() > 1:
        return False
    gc.freeze()  # else the first collection in each fork would write to all of it
    return True


def work(
    task: WorkerTask,
    listeners: Sequence[socket.socket],
    pipe: Any,
    alive: Any,
    inherited: Sequence[Any] | None = None,
) -> None:
    """Run a worker in a process of its own. `inherited`: pipes of other workers, in a fork."""
    # Ctrl+C reaches all processes of a terminal; the supervisor says when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    log_to_stderr(task.settings.log)
    for other in inherited or ():
        other.close()
    table = Table.share(task.rates, task.key)
    try:
        server = make_worker(task.settings, table, metrics=listeners[1:])
    except EpicRecError as error:
        with suppress(OSError):
            pipe.send((FAILED, str(error)))
        return

    def on_started() -> None:
        on_tick()
        with suppress(OSError):  # `receive` notices that the supervisor has gone
            pipe.send((READY, ""))
        # After the server has set its own handlers.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def on_tick() -> None:
        alive.value = time.monotonic()

    def receive() -> None:
        with suppress(EOFError, OSError):
            while pipe.recv() == RELOAD:
                server.reload()
        server.drain()

    server.on_started, server.on_alive = on_started, on_tick
    threading.Thread(target=receive, name="supervisor", daemon=True).start()
    server.run(sockets=list(listeners))


def serve(settings: ServerConfig, *, on_ready: Callable[[str], None] = lambda _: None) -> None:
    """Serve what is published until interrupted or terminated; answers what is in flight.

    SIGHUP reads the certificate again. `on_ready` gets the address, with the port that was found,
    once all workers serve. Raises `EpicRecError` with a sentence: nothing is published, the port
    is taken, the certificate is none; and `StoreError` for the database.
    """
    with ExitStack() as stack:
        listeners = open_listeners(settings.listen, stack)
        place = settings.service
        if place.is_mirror:
            publications = Publications(place.publications)
            stack.enter_context(
                mirror_in_background(place.models, publications, place.models_seconds)
            )
        Storage(place.database_address, required=False).close()  # migrated before the workers
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="epicrec-service-")))
        rates, metrics = folder / "rates", folder / "metrics"
        metrics.mkdir()
        stack.enter_context(shared_metrics(metrics))
        ending, reloading = stack.enter_context(_signal_events())
        task = WorkerTask(settings, rates, Table.create(rates))
        address = address_of(settings.listen, listeners[0])
        _Workers(task, listeners, metrics).run(ending, reloading, partial(on_ready, address))


def open_listeners(listening: ListenConfig, stack: ExitStack) -> list[socket.socket]:
    """Open the socket of the service, and that of the metrics if they have one.

    Raises `EpicRecError` for a port, and for the certificate.
    """
    check_certificate(listening)
    found = [_listener(listening.host, listening.port)]
    stack.enter_context(found[0])
    if listening.metrics:
        host, _, port = listening.metrics.rpartition(":")
        number = int(port) if port.isascii() and port.isdecimal() and len(port) < 6 else -1
        found.append(_listener(host.strip("[]"), number))
        stack.enter_context(found[1])
    return found


def _listener(host: str, port: int) -> socket.socket:
    try:
        if not 0 <= port <= 65_535:  # getaddrinfo would take 70,000 for 4,464
            raise OSError
        info = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.create_server(info[4][:2], family=info[0], backlog=BACKLOG)
        # asyncio lets a body go out behind its headers, without the 40 ms until these are
        # acknowledged, only where a socket names its protocol.
        return socket.socket(info[0], info[1], socket.IPPROTO_TCP, made.detach())
    except (OSError, OverflowError, ValueError):  # the last of a name that no host can have
        raise EpicRecError(
            "The service cannot listen on {host}, port {port}; nothing was "
            "started. Another program may be using it: choose another port.",
            host=host,
            port=port,
        ) from None


def address_of(listening: ListenConfig, listener: socket.socket) -> str:
    """Return the address that clients use."""
    host, port = listener.getsockname()[:2]
    scheme = "http" if listening.tls_cert is None else "https"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
