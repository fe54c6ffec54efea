"""Runs the service: in this process, in a thread of it, or in workers (`supervisor.py`)."""

from __future__ import annotations

import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.release_scorers import CategoryShareScorer
from epicrec_desktop.server.limits import BACKLOG
from epicrec_desktop.server.publications import Publication, Publications
from epicrec_desktop.server.rates import Table
from epicrec_desktop.server.settings import DEFAULT_PORT, ListenConfig, ServerConfig, ServiceConfig

if TYPE_CHECKING:
    from epicrec_desktop.server.shelf import ActiveModel

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
            from epicrec_desktop.server.supervisor import supervise  # noqa: PLC0415

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
    from epicrec_desktop.server.mirroring import mirror_in_background  # noqa: PLC0415

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
    from epicrec_desktop.server.shelf import FixedModel  # noqa: PLC0415

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
