"""HTTP of the circle: a service in a process of its own, a pool of senders, who fetches."""

from __future__ import annotations

import http.client
import queue
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import numpy as np
import requests
from numpy.typing import NDArray

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import IsCancelled, Progress, Report, check
from epicrec_desktop.evaluation.service_process import running_service
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.model_files import assemble
from epicrec_desktop.recommend.wire_contribution import EPSILON, encode_contribution, public_lists

SENDERS = 8
TIMEOUT_S = 60.0


@dataclass(frozen=True)
class ContributionRequest:
    """One request to the service: a contribution, or that one is taken out again."""

    number: int
    bits: NDArray[np.bool_]
    withdrawn: bool = False

    @property
    def method(self) -> str:
        """The request's."""
        return "POST" if self.withdrawn else "PUT"

    @property
    def path(self) -> str:
        """The request's."""
        rest = "/withdrawal" if self.withdrawn else ""
        return f"/v1/contributions/{UUID(int=self.number)}{rest}"

    @property
    def body(self) -> bytes:
        """The request's."""
        return encode_contribution(public_lists()[-1], EPSILON, self.bits.tolist())


def send(
    address: str, told: Sequence[ContributionRequest], report: Report, cancelled: IsCancelled
) -> None:
    """Send all of them over a pool of connections.

    Raises `EpicRecError` unless all are taken, and `Cancelled`.
    """
    waiting: queue.SimpleQueue[ContributionRequest] = queue.SimpleQueue()
    for one in told:
        waiting.put(one)
    statuses: Counter[int] = Counter()
    lock, ending = threading.Lock(), threading.Event()

    def sender() -> None:
        mine = _sent(address, waiting, ending)
        with lock:
            statuses.update(mine)

    threads = [threading.Thread(target=sender, daemon=True) for _ in range(SENDERS)]
    for thread in threads:
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads):
            check(cancelled)
            done = max(0, len(told) - waiting.qsize())
            report(Progress("Contributing over HTTP", done, len(told)))
            time.sleep(0.2)
    finally:
        ending.set()
        for thread in threads:
            thread.join(TIMEOUT_S)
    if set(statuses) - {200, 201, 204}:
        raise EpicRecError("The service refused a contribution: nothing was measured.")


def _sent(
    address: str, told: queue.SimpleQueue[ContributionRequest], ending: threading.Event
) -> Counter[int]:
    """The answers to these, over one connection; a full service (503, 507) is asked again."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(
        str(parts.hostname), int(parts.port or 0), timeout=TIMEOUT_S
    )
    statuses: Counter[int] = Counter()
    headers = {"Content-Type": "application/json"}
    try:
        while not ending.is_set() and (one := _next(told)) is not None:
            for _attempt in range(100):
                connection.request(one.method, one.path, one.body, headers)
                answer = connection.getresponse()
                answer.read()
                if answer.status not in (503, 507):
                    break
                time.sleep(0.1)
            statuses[answer.status] += 1
    except (OSError, http.client.HTTPException):
        statuses[0] += 1
    finally:
        connection.close()
    return statuses


def _next(told: queue.SimpleQueue[ContributionRequest]) -> ContributionRequest | None:
    try:
        return told.get_nowait()
    except queue.Empty:
        return None


def manifest_of(address: str) -> dict[str, Any]:
    """The manifest of the model in use there. Raises `requests.RequestException`."""
    answer = requests.get(f"{address}/v1/models/current", timeout=TIMEOUT_S)
    answer.raise_for_status()
    return dict(answer.json())


def fetched(address: str) -> ItemModel:
    """The model as a client fetches and checks it."""
    manifest = manifest_of(address)
    items = requests.get(f"{address}/v1/models/{manifest['id']}/items", timeout=TIMEOUT_S)
    items.raise_for_status()
    return assemble(manifest, items.content)


@contextmanager
def service_in(folder: Path) -> Iterator[str]:
    """The service of the circle, which takes whatever is sent; its address."""
    configuration = (
        '[service]\nfolder = "service"\n[listen]\nport = 0\n'
        "[limits]\nrequests_per_minute = 0\ncontributions_per_day = 0\nqueue_seconds = 30.0\n"
        '[log]\nlevel = "warning"\n'
    )
    with running_service(folder, configuration) as service:
        yield service.address
