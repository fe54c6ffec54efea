"""Run the service: in this process, in a thread of it, or in supervised worker processes."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import socket
import ssl
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.release_scorers import CategoryShareScorer
from epicrec_desktop.server.access import Table
from epicrec_desktop.server.config import (
    DEFAULT_PORT,
    FIGURES_VARIABLE,
    ListenConfig,
    ServerConfig,
    ServiceConfig,
)
from epicrec_desktop.server.limits import BACKLOG
from epicrec_desktop.server.publications import Publication, Publications

if TYPE_CHECKING:
    from epicrec_desktop.server.active_model import ActiveModel


READY, FAILED, STOP = "ready", "failed", "stop"
WORKER_START_SECONDS = 60.0
SOON_SECONDS = 10.0
MOST_SOON = 5
"""Workers that end so soon after they began, one after another: then something is wrong."""

_worker_log = logging.getLogger("epicrec_desktop.server")


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
            late = not worker.ready and time.monotonic() - worker.started > WORKER_START_SECONDS
            if worker.process.is_alive() and not late:
                continue
            if late:
                worker.process.kill()
                worker.process.join()
            self._forget(worker)
            _worker_log.error("a worker ended with %s", worker.process.exitcode)
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

    gc.freeze()  # else the first collection of each copy would write to all of it
    return True


def work(
    task: WorkerTask, listener: socket.socket, pipe: Any, inherited: Sequence[Any] | None = None
) -> None:
    """Be a worker: in a process of its own.

    `inherited`: the pipes of other workers, where this is a copy of the supervisor.
    """
    from epicrec_desktop.server.monitoring import log_to_stderr  # noqa: PLC0415
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


START_SECONDS = 20.0

__all__ = ["DEFAULT_PORT", "ListenConfig", "running", "serve"]

log = logging.getLogger("epicrec_desktop.server")
OnReady = Callable[[str], None]


def serve(settings: ServerConfig, *, on_ready: OnReady | None = None) -> None:
    """Serve what is published until interrupted or terminated; answers what is in flight.

    `on_ready` is told the address, with the port that was found, once all workers serve. Raises
    `EpicRecError` with a sentence: the extra is not installed, nothing is published, the port is
    taken, the certificate is none; and `StoreError` for the database.
    """
    _check_installed()
    with open_listener(settings.listen) as listener, _models(settings.service):
        told = _address(settings.listen, listener)

        def started() -> None:
            if on_ready is not None:
                on_ready(told)

        if settings.listen.workers > 1:
            supervise(settings, listener, started)
            return
        from epicrec_desktop.server.worker import worker  # noqa: PLC0415

        server = worker(settings, Table.alone())
        server.on_started = started
        server.run(sockets=[listener])


def _models(place: ServiceConfig) -> AbstractContextManager[None]:
    """Fetches models meanwhile, where they are not published here."""
    if not place.is_mirror:
        return nullcontext()
    from epicrec_desktop.server.mirror import mirror_in_background  # noqa: PLC0415

    return mirror_in_background(
        place.models, Publications(place.publications), place.models_seconds
    )


@contextmanager
def running(
    catalog: Catalog,
    model: ItemModel,
    *,
    database: str,
    listening: ListenConfig | None = None,
    aware: CategoryShareScorer | None = None,
    shares_model: bool = True,
    settings: ServerConfig | None = None,
) -> Iterator[str]:
    """Serve this one model in a thread while the block runs; gives the address.

    Listens on any free port. `settings` says what the other arguments do not.
    """
    from epicrec_desktop.server.active_model import FixedModel  # noqa: PLC0415

    settings = settings or ServerConfig()
    place = replace(settings.service, database=database, share_model=shares_model)
    settings = replace(settings, service=place, listen=listening or ListenConfig(port=0))
    active_model = FixedModel(Publication(catalog, model, aware))
    with running_with_config(settings, active_model) as address:
        yield address


@contextmanager
def running_with_config(
    settings: ServerConfig, active_model: ActiveModel | None = None
) -> Iterator[str]:
    """Serve with these settings in a thread while the block runs; gives the address.

    Without a shelf, what is published in the settings' folder.
    """
    with open_listener(settings.listen) as listener:
        _check_installed()
        from epicrec_desktop.server.worker import worker  # noqa: PLC0415

        server = worker(settings, Table.alone(), active_model)
        thread = threading.Thread(
            target=server.run, kwargs={"sockets": [listener]}, name="service", daemon=True
        )
        thread.start()
        try:
            end = time.monotonic() + START_SECONDS
            while not server.started:
                if not thread.is_alive() or time.monotonic() > end:
                    raise EpicRecError("The service did not start; nothing was changed.")
                time.sleep(0.01)
            yield _address(settings.listen, listener)
        finally:
            server.should_exit = True
            thread.join(START_SECONDS)


def _check_installed() -> None:
    """Raise `EpicRecError` where the extra is not there; what is there is loaded by its users."""
    if not all(map(find_spec, ("fastapi", "uvicorn", "prometheus_client"))):
        raise EpicRecError(
            "The recommendation service is not installed; nothing was started. "
            "Install it with: pip install epicrec-desktop[server]"
        )


@contextmanager
def open_listener(listening: ListenConfig) -> Iterator[socket.socket]:
    """A socket that listens. Raises `EpicRecError` for the port and for the certificate."""
    _check_certificate(listening)
    try:
        if not 0 <= listening.port <= 65_535:  # getaddrinfo would take 70,000 for 4,464
            raise OSError
        info = socket.getaddrinfo(listening.host, listening.port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(info[4][:2], family=info[0], backlog=BACKLOG)
    except (OSError, OverflowError):
        raise EpicRecError(
            "The service cannot listen on {host}, port {port}; nothing was "
            "started. Another program may be using it: choose another port.",
            host=listening.host,
            port=listening.port,
        ) from None
    with listener:
        yield listener


def _check_certificate(listening: ListenConfig) -> None:
    """Refuse a certificate that cannot be used, before anything is opened."""
    if listening.tls_cert is None and listening.tls_key is None:
        return
    try:
        if listening.tls_cert is None or listening.tls_key is None:
            raise OSError
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        # A password is not asked for on a terminal that may not be there.
        context.load_cert_chain(listening.tls_cert, listening.tls_key, password="")
    except (OSError, ValueError):  # ssl.SSLError is an OSError
        raise EpicRecError(
            "The certificate or its key cannot be used; nothing was started. "
            "Both must be PEM files that belong to each other, and the key without a password."
        ) from None


def _address(listening: ListenConfig, listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    scheme = "http" if listening.tls_cert is None else "https"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
