"""What tests of the service share: a client, contributions, and what is published."""

import os
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import requests

from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.wire_contribution import (
    EPSILON,
    Contribution,
    encode_contribution,
    public_lists,
)
from epicrec_desktop.server.access import PLACES, Table
from epicrec_desktop.server.config import (
    AccessConfig,
    Limits,
    ListenConfig,
    ServerConfig,
    ServiceConfig,
)
from epicrec_desktop.server.publications import Publication, Publications
from epicrec_desktop.server.run import address_of, open_listeners
from epicrec_desktop.server.worker import make_worker
from ports import free_port
from small_world import models, world
from waiting import LIMIT_S

KILLS = int(os.environ.get("EPICREC_TEST_KILLS", "25"))
"""How often tests kill a process; each takes seconds."""

SECRET = "wd:Q424242"
UNLIMITED = Limits(requests_per_minute=0, contributions_per_day=0)
"""Tests are one client."""

BODY = {"profile": ["ml:7", SECRET], "release": {"level": "all"}}


class Client:
    """Calls a service on this computer."""

    def __init__(self, address: str, metrics_address: str = "") -> None:
        self.address = address
        self.metrics_address = metrics_address
        self.session = requests.Session()
        self.session.trust_env = False

    def __call__(self, method: str, path: str, **options: Any) -> requests.Response:
        return self.session.request(method, self.address + path, timeout=LIMIT_S, **options)

    def metrics(self) -> str:
        """The metrics, from their own address."""
        assert self.metrics_address
        answer = self.session.get(f"http://{self.metrics_address}/metrics", timeout=LIMIT_S)
        assert answer.status_code == 200
        return answer.text

    def get(self, path: str, **options: Any) -> requests.Response:
        return self("GET", path, **options)

    def post(self, path: str, **options: Any) -> requests.Response:
        return self("POST", path, **options)

    def put(self, path: str, **options: Any) -> requests.Response:
        return self("PUT", path, **options)

    def contribute(self, identifier: object, made_contribution: Contribution) -> requests.Response:
        return self.put(f"/v1/contributions/{identifier}", **as_body(made_contribution))

    def withdraw(self, identifier: object, made_contribution: Contribution) -> requests.Response:
        return self.post(f"/v1/contributions/{identifier}/withdrawal", **as_body(made_contribution))


def own_table() -> Table:
    """Return a table of requests for one process."""
    return Table(np.zeros((2, PLACES)), bytes(32))


@contextmanager
def client_of(address: str, metrics_address: str = "") -> Iterator[Client]:
    client = Client(address, metrics_address)
    try:
        yield client
    finally:
        client.session.close()


@contextmanager
def running(
    catalog: Catalog,
    model: ItemModel,
    *,
    database: str,
    listening: ListenConfig | None = None,
    aware: ReleaseScorer | None = None,
    shares_model: bool = True,
    settings: ServerConfig | None = None,
) -> Iterator[str]:
    """Serve this one model in a thread while the block runs; yield the address.

    Listens on any free port by default. `settings` has what the other arguments do not say.
    """
    settings = settings or ServerConfig(limits=UNLIMITED)
    # Windows keeps a file that is mapped.
    with tempfile.TemporaryDirectory(prefix="service-", ignore_cleanup_errors=True) as folder:
        Publications(Path(folder)).publish(Publication(catalog, model, aware))
        place = replace(
            settings.service, models=folder, database=database, share_model=shares_model
        )
        listening = listening or ListenConfig(port=0)
        with running_with_config(replace(settings, service=place, listen=listening)) as address:
            yield address


@contextmanager
def running_with_config(settings: ServerConfig) -> Iterator[str]:
    """Serve what is published in a thread while the block runs; yield the address."""
    with ExitStack() as stack:
        listeners = open_listeners(settings.listen, stack)
        server = make_worker(settings, own_table(), metrics=listeners[1:])
        started = threading.Event()
        server.on_started = started.set
        thread = threading.Thread(target=server.run, kwargs={"sockets": listeners}, daemon=True)
        thread.start()
        try:
            assert started.wait(LIMIT_S)
            yield address_of(settings.listen, listeners[0])
        finally:
            server.should_exit = True
            thread.join(LIMIT_S)


@contextmanager
def serving(database: str, kind: str = "als", **options: Any) -> Iterator[Client]:
    """One model in a thread."""
    metrics = options.setdefault("listening", ListenConfig(port=0, metrics=free_address())).metrics
    with (
        running(world().catalog, models()[kind], database=database, **options) as address,
        client_of(address, metrics) as client,
    ):
        yield client


def connected(address: str) -> socket.socket:
    """A plain connection to a service."""
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=LIMIT_S)


def free_address() -> str:
    """An address of this computer at which nobody listens."""
    return f"127.0.0.1:{free_port()}"


@contextmanager
def serving_published(settings: ServerConfig) -> Iterator[Client]:
    """What is published, in a thread."""
    metrics = settings.listen.metrics
    with running_with_config(settings) as address, client_of(address, metrics) as client:
        yield client


def settings_in(
    folder: Path,
    *,
    access: AccessConfig | None = None,
    limits: Limits | None = None,
    place: dict[str, Any] | None = None,
    **listening: Any,
) -> ServerConfig:
    """Settings of a service with everything in a folder, on any free port."""
    listening.setdefault("metrics", free_address())
    return ServerConfig(
        replace(ServiceConfig(folder), **(place or {})),
        ListenConfig(port=0, **listening),
        limits or UNLIMITED,
        access or AccessConfig(),
    )


def publish(settings: ServerConfig, kind: str = "als") -> str:
    """Publish a small model; its name."""
    publication = Publication(world().catalog, models()[kind])
    return Publications(settings.service.publications).publish(publication)


def published_in(folder: Path, kind: str = "als", **options: Any) -> ServerConfig:
    """Settings as of `settings_in`, with a small model that is published there."""
    settings = settings_in(folder, **options)
    publish(settings, kind)
    return settings


def problem(response: Any, status: int) -> dict[str, Any]:
    """The problem document of a response; it never quotes what was sent."""
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    document = response.json()
    assert document["status"] == status
    assert document["type"] == "about:blank"
    assert document["title"]
    assert SECRET not in response.text
    return dict(document)


def contribution_by(
    seed: int, watched: tuple[int, ...] = (), epsilon: Fraction = EPSILON
) -> Contribution:
    """A contribution by somebody who watched these of the newest list; its coins are numpy's."""
    movies = public_lists()[-1]
    bits = np.random.default_rng(seed).random(len(movies.movies)) < 1 / (1 + np.e ** float(epsilon))
    bits[list(watched)] ^= True
    return Contribution(movies, epsilon, tuple(bits.tolist()))


def as_body(made_contribution: Contribution) -> dict[str, Any]:
    """It as a request."""
    body = encode_contribution(
        made_contribution.movies, made_contribution.epsilon, made_contribution.bits
    )
    return {"data": body, "headers": {"Content-Type": "application/json"}}
