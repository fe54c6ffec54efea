"""One worker: the app and its uvicorn server, with bounded connections."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.server.access import Table
from epicrec_desktop.server.active_model import ActiveModel
from epicrec_desktop.server.app import Service, create_app
from epicrec_desktop.server.config import Limits, ListenConfig, ServerConfig
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.publications import Publications

log = logging.getLogger("epicrec_desktop.server")


def bounded_protocol(limits: Limits) -> type[BoundedProtocol]:
    """Return uvicorn's HTTP protocol class with these limits."""
    return type("Bounded", (BoundedProtocol,), {"limits": limits})


class BoundedProtocol(H11Protocol):
    """An HTTP connection that is checked regularly and aborted if it takes too long."""

    limits: ClassVar[Limits]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; one too many takes the place of another that waits, or is refused."""
        super().connection_made(_InOnePiece(transport, self.loop))  # type: ignore[arg-type]
        self.since = self.loop.time()  # when the state it is in was first seen
        self._seen: tuple[Any, Any] = (None, None)
        self._timer: asyncio.TimerHandle | None = None
        if len(self.connections) > self.limits.connections and not self._make_room():
            transport.abort()
            return
        self._check_progress()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    @property
    def is_waiting(self) -> bool:
        """Return whether no request is being received."""
        return self.conn.their_state is h11.IDLE

    def _check_progress(self) -> None:
        # Another cycle is another request, also where the same state is met again.
        state = (self.conn.their_state, self.cycle)
        if state[0] is not self._seen[0] or state[1] is not self._seen[1]:
            self._seen, self.since = state, self.loop.time()
        elif self.loop.time() - self.since >= self._allowed():
            self.transport.abort()
            return
        self._timer = self.loop.call_later(self.limits.look_seconds, self._check_progress)

    def _allowed(self) -> float:
        if self.is_waiting:
            return self.limits.header_seconds
        if self.conn.their_state is h11.SEND_BODY:
            return self.limits.body_seconds
        return self.limits.answer_seconds

    def _make_room(self) -> bool:
        """Abort the connection that has been idle longest; return whether there was one."""
        others = (c for c in self.connections if isinstance(c, BoundedProtocol) and c is not self)
        oldest = min((c for c in others if c.is_waiting), key=lambda c: c.since, default=None)
        if oldest is None:
            return False
        self.connections.discard(oldest)  # now: many may connect before the event loop reports it
        oldest.transport.abort()
        return True


class _InOnePiece:
    """A transport that sends together what is written in one turn of the loop.

    uvicorn writes head and body by themselves. Where the process is killed between the two, a proxy
    has started to answer with the head, and can no longer ask another node.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._written: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._written:
            self._loop.call_soon(self._send)
        self._written.append(data)

    def _send(self) -> None:
        written, self._written = self._written, []
        if written and not self._transport.is_closing():
            # Not `writelines`: since Python 3.12 a connection that is given an empty piece, such as
            # the end of a message, tries to send that for ever and is never closed.
            self._transport.write(b"".join(written))

    def close(self) -> None:
        self._send()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


BACKLOG = 512
"""Connections that may wait until a worker accepts them."""

ACCEPTED = 2
"""Connections that a worker accepts before it looks at others again.

asyncio takes as many at a time as its backlog says: of a crowd that comes at once the first worker
would have all, and the others would have nothing to do for as long as these connections last.
"""


class Worker(uvicorn.Server):
    """A uvicorn server that drains before it ends and can reload its certificate.

    `on_started` is called once it listens, `on_alive` ten times a second by its event loop.
    """

    def __init__(self, service: Service) -> None:
        super().__init__(_config(service))
        self._service = service
        self._loop: asyncio.AbstractEventLoop | None = None
        self.on_started: Callable[[], None] | None = None
        self.on_alive: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets=sockets)
        for listener in sockets or []:
            listener.listen(BACKLOG)
        if self.on_started is not None:
            self.on_started()

    async def on_tick(self, counter: int) -> bool:
        """Say that the event loop runs; return whether to end."""
        if self.on_alive is not None:
            self.on_alive()
        return await super().on_tick(counter)

    def reload(self) -> None:
        """Read the certificate again; connections that are open keep theirs. Thread-safe."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._reload)

    def _reload(self) -> None:
        listening = self._service.settings.listen
        try:
            check_certificate(listening)
            if listening.tls_cert is not None and self.config.ssl is not None:
                self.config.ssl.load_cert_chain(listening.tls_cert, listening.tls_key)
                self._service.certificate.read()
        except (EpicRecError, OSError):
            log.error("the new certificate cannot be used; the one before is still in use")
            return
        log.info("certificate and keys were read again")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Be not ready for a while, then answer what is in flight and end.

        Not noted as uvicorn's own does, which would raise the signal once more in the end.
        """
        if self._service.draining:
            self.should_exit = True
            self.force_exit = sig == signal.SIGINT
        self.drain()

    def drain(self) -> None:
        """Start draining: not ready for `drain_seconds`, then `end`. Thread-safe."""
        self._service.draining = True
        timer = threading.Timer(self._service.settings.listen.drain_seconds, self.end)
        timer.daemon = True
        timer.start()

    def end(self) -> None:
        """Answer what is in flight and end."""
        self.should_exit = True


def make_worker(
    settings: ServerConfig, table: Table, *, metrics: Sequence[socket.socket] = ()
) -> Worker:
    """Return a worker that is ready to run.

    It starts without its PostgreSQL, too, and takes contributions once that answers. `metrics`:
    the socket whose requests may read the metrics. Raises `EpicRecError` if nothing is published,
    and `StoreError`.
    """
    active_model = ActiveModel(Publications(settings.service.publications))
    most = settings.limits.contributions
    storage = Storage(settings.service.database_address, most=most, required=False)
    port = metrics[0].getsockname()[1] if metrics else None
    return Worker(Service(settings, active_model, storage, table, metrics_port=port))


def check_certificate(listening: ListenConfig) -> None:
    """Raise `EpicRecError` if certificate and key cannot be used together."""
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


def _config(service: Service) -> uvicorn.Config:
    listening = service.settings.listen
    return uvicorn.Config(
        create_app(service),
        ssl_certfile=listening.tls_cert,
        ssl_keyfile=listening.tls_key,
        http=bounded_protocol(service.settings.limits),
        h11_max_incomplete_event_size=service.settings.limits.header_bytes,
        ws="none",
        lifespan="on",
        backlog=ACCEPTED,
        log_config=None,
        access_log=False,  # it would hold the clients' addresses; the app writes its own lines
        proxy_headers=False,  # whom to trust is the app's own setting
        server_header=False,
        timeout_graceful_shutdown=max(1, round(listening.stop_seconds)),
    )
