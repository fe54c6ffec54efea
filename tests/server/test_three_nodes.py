"""Three nodes behind a proxy: one is killed, one ends, the model changes, and nobody notices.

The proxy is HAProxy with the configuration that ships (`packaging/service/haproxy.cfg`).
"""

import os
import shutil
import signal
import sys
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field

import pytest
import requests

from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.publications import Publication, Publications
from service_nodes import node, proxy
from service_world import BODY, client_of, contribution_by
from small_world import models, world
from waiting import LIMIT_S, wait_until

NODES = 3
CLIENTS = 4

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX"),
    pytest.mark.skipif(shutil.which("haproxy") is None, reason="haproxy is not installed"),
]


@dataclass
class Load:
    """Clients that ask and contribute until they are told to end, and what they were answered."""

    address: str
    ending: threading.Event = field(default_factory=threading.Event)
    statuses: Counter[str] = field(default_factory=Counter)
    acknowledged: set[int] = field(default_factory=set)
    models: set[str] = field(default_factory=set)

    def ask(self, who: int) -> None:
        with client_of(self.address) as client:
            number = who
            while not self.ending.is_set():
                number += CLIENTS
                self._note(
                    client.contribute(uuid.UUID(int=number), contribution_by(number)), number
                )
                self._note(client.post("/v1/recommendations", json=BODY))
                answer = client.get("/v1/models/current")
                self._note(answer)
                self.models.add(answer.json().get("id"))

    def _note(self, answer: requests.Response, number: int | None = None) -> None:
        self.statuses[f"{answer.request.method} {answer.status_code}"] += 1
        if number is not None and answer.status_code in (201, 204):
            self.acknowledged.add(number)

    def answers(self) -> int:
        return sum(self.statuses.values())

    def go_on(self, answers: int) -> None:
        """Wait for so many more."""
        wanted = self.answers() + answers
        wait_until(lambda: self.answers() >= wanted)


@contextmanager
def load(address: str) -> Iterator[Load]:
    found = Load(address)
    failures: list[BaseException] = []

    def ask(who: int) -> None:
        try:
            found.ask(who)
        except BaseException as error:  # noqa: BLE001 - told by the test
            failures.append(error)

    threads = [threading.Thread(target=ask, args=(k,), daemon=True) for k in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        found.ending.set()
        for thread in threads:
            thread.join(LIMIT_S)
    assert failures == []


@pytest.mark.timeout(900)
def test_a_node_is_killed_one_ends_and_the_model_changes(postgres, tmp_path):
    database = postgres.removesuffix("/postgres") + "/nodes"
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE DATABASE nodes")
    shared = Publications(tmp_path / "shared")
    first = shared.publish(Publication(world().catalog, models()["als"]))
    with ExitStack() as running:
        nodes = [
            running.enter_context(node(tmp_path / f"node{k}", shared.folder, database))
            for k in range(NODES)
        ]
        address = running.enter_context(proxy(tmp_path, [where for where, _process in nodes]))
        with load(address) as clients:
            clients.go_on(60)
            before = clients.answers()
            nodes[0][1].send_signal(signal.SIGKILL)
            clients.go_on(200)
            after_kill = clients.answers()
            second = shared.publish(Publication(world().catalog, models()["knowledge"]))
            clients.go_on(200)
            nodes[1][1].terminate()
            assert nodes[1][1].wait(LIMIT_S) == 0
            clients.go_on(100)
        last = clients.answers()
    sys.stdout.write(
        f"answers: {before} before the kill, {after_kill} to the swap, {last} in all\n"
    )
    # Nobody was refused, and nobody saw that anything happened.
    assert set(clients.statuses) <= {"PUT 201", "PUT 204", "POST 200", "GET 200"}, dict(
        clients.statuses
    )
    assert {m for m in clients.models if not first.startswith(m)} == {
        m for m in clients.models if second.startswith(m)
    }
    assert len(clients.models) == 2
    with closing(Storage(database)) as storage:
        (found,) = storage.sums()
    assert found.tally.number == len(clients.acknowledged)
