"""Runs the service."""

from __future__ import annotations

import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.aware import AwareScorer
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.server.limits import Limits

DEFAULT_PORT = 8765
START_SECONDS = 20.0

log = logging.getLogger("epicrec_desktop.server")


@dataclass(frozen=True)
class Listening:
    """Where to listen. Port 0: any that is free. With a certificate: TLS."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    tls_cert: Path | None = None
    tls_key: Path | None = None
    limits: Limits = field(default_factory=Limits)


def serve(
    catalog: Catalog,
    model: ItemModel,
    *,
    database: str,
    listening: Listening | None = None,
    on_ready: Callable[[str], None] | None = None,
    aware: AwareScorer | None = None,
    shares_model: bool = True,
) -> None:
    """Serve until interrupted. `on_ready` is told the address, with the port that was found.

    `aware` scores perturbed releases of the mechanism it knows. `shares_model`: whether the model
    can be fetched.

    Raises `EpicRecError` with a sentence: the extra is not installed, the port is taken, the
    certificate is none; and `StoreError` for the database.
    """
    listening = listening or Listening()
    with _bound(listening) as listener:
        app = _app(catalog, model, database, aware, shares_model, listening.limits)
        server = _server(app, listening)
        server.on_started = lambda: on_ready(_address(listening, listener)) if on_ready else None
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            log.info("interrupted")


@contextmanager
def running(
    catalog: Catalog,
    model: ItemModel,
    *,
    database: str,
    listening: Listening | None = None,
    aware: AwareScorer | None = None,
    shares_model: bool = True,
) -> Iterator[str]:
    """Serve in a thread while the block runs; gives the address. Listens on any free port."""
    listening = listening or Listening(port=0)
    with _bound(listening) as listener:
        app = _app(catalog, model, database, aware, shares_model, listening.limits)
        server = _server(app, listening)
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
            yield _address(listening, listener)
        finally:
            server.should_exit = True
            thread.join(START_SECONDS)


def _app(
    catalog: Catalog,
    model: ItemModel,
    database: str,
    aware: AwareScorer | None,
    shares_model: bool,
    limits: Limits,
) -> Any:
    try:
        import uvicorn  # noqa: F401, PLC0415 - belongs to the extra

        from epicrec_desktop.server.app import create_app  # noqa: PLC0415
    except ImportError:
        raise EpicRecError(
            "The recommendation service is not installed; nothing was started. "
            "Install it with: pip install epicrec-desktop[server]"
        ) from None
    return create_app(catalog, model, database, aware, shares_model=shares_model, limits=limits)


def _server(app: Any, listening: Listening) -> Any:
    """A uvicorn server for the app, with `on_started` to be set."""
    import uvicorn  # noqa: PLC0415

    from epicrec_desktop.server.connections import bounded_protocol  # noqa: PLC0415

    class Server(uvicorn.Server):
        """Tells when it listens."""

        on_started: Callable[[], None] | None = None

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.on_started is not None:
                self.on_started()

    config = uvicorn.Config(
        app,
        ssl_certfile=listening.tls_cert,
        ssl_keyfile=listening.tls_key,
        http=bounded_protocol(listening.limits),
        h11_max_incomplete_event_size=listening.limits.header_bytes,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,  # it would hold the clients' addresses; the app writes its own lines
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return Server(config)


@contextmanager
def _bound(listening: Listening) -> Iterator[socket.socket]:
    _check_certificate(listening)
    try:
        if not 0 <= listening.port <= 65_535:  # getaddrinfo would take 70,000 for 4,464
            raise OSError
        info = socket.getaddrinfo(listening.host, listening.port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(info[4][:2], family=info[0])
    except (OSError, OverflowError):
        raise EpicRecError(
            "The service cannot listen on {host}, port {port}; nothing was "
            "started. Another program may be using it: choose another port.",
            host=listening.host,
            port=listening.port,
        ) from None
    with listener:
        yield listener


def _check_certificate(listening: Listening) -> None:
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


def _address(listening: Listening, listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    scheme = "http" if listening.tls_cert is None else "https"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
