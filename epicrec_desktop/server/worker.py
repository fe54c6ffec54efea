"""One worker: the app of a process, and the server that runs it."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable
from types import FrameType

import uvicorn

from epicrec_desktop.server.app import Service, create_app
from epicrec_desktop.server.connections import bounded_protocol
from epicrec_desktop.server.limits import BACKLOG
from epicrec_desktop.server.publications import Publications
from epicrec_desktop.server.rates import Table
from epicrec_desktop.server.settings import ServerConfig
from epicrec_desktop.server.shelf import ActiveModel, PublishedModel
from epicrec_desktop.server.storage import Storage

ACCEPTED = 2
"""Connections that a worker accepts before it looks at others again.

asyncio takes as many at a time as its backlog says: of a crowd that comes at once the first worker
would have all, and the others would have nothing to do for as long as these connections last.
"""


class Worker(uvicorn.Server):
    """Tells when it listens, and that it will end before it does."""

    def __init__(self, service: Service) -> None:
        super().__init__(_config(service))
        self._service = service
        self.on_started: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets=sockets)
        for listener in sockets or []:
            listener.listen(BACKLOG)
        if self.on_started is not None:
            self.on_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Be not ready for a while, then answer what is in flight and end.

        Not noted as uvicorn's own does, which would raise the signal once more in the end.
        """
        if self._service.draining:
            self.should_exit = True
            self.force_exit = sig == signal.SIGINT
        self.drain()

    def drain(self) -> None:
        """As if told to end."""
        self._service.draining = True
        timer = threading.Timer(self._service.settings.listen.drain_seconds, self.end)
        timer.daemon = True
        timer.start()

    def end(self) -> None:
        """Answer what is in flight and end."""
        self.should_exit = True


def worker(
    settings: ServerConfig,
    table: Table,
    active_model: ActiveModel | None = None,
    *,
    migrated: bool = False,
) -> Worker:
    """A worker that is ready to run. Opens the database.

    `migrated`: that was done by another process. Raises `EpicRecError` where nothing is
    published, and `StoreError`.
    """
    if active_model is None:
        active_model = PublishedModel(Publications(settings.service.publications))
    most = settings.listen.limits.contributions
    storage = Storage(settings.service.database_address, most=most, migrated=migrated)
    return Worker(Service(settings, active_model, storage, table))


def _config(service: Service) -> uvicorn.Config:
    listening = service.settings.listen
    return uvicorn.Config(
        create_app(service),
        ssl_certfile=listening.tls_cert,
        ssl_keyfile=listening.tls_key,
        http=bounded_protocol(listening.limits),
        h11_max_incomplete_event_size=listening.limits.header_bytes,
        ws="none",
        lifespan="on",
        backlog=ACCEPTED,
        log_config=None,
        access_log=False,  # it would hold the clients' addresses; the app writes its own lines
        proxy_headers=False,  # whom to trust is the app's own setting
        server_header=False,
        timeout_graceful_shutdown=max(1, round(listening.stop_seconds)),
    )
