"""Two nodes behind the proxy while PostgreSQL is stopped, hangs, is full and comes back.

Recommendations and models go on; what alerts are made of changes; each acknowledged contribution is
counted once.
"""

import json
import re
import shutil
import sys
import threading
import uuid
from collections import Counter
from contextlib import ExitStack, closing, suppress

import pytest

from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.publications import Publication, Publications
from service_nodes import node, proxy
from service_world import BODY, client_of, contribution_by, free_address
from small_world import models, world
from waiting import LIMIT_S, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("haproxy") is None, reason="haproxy is not installed"),
]


class Crowd:
    """Two clients: one contributes, each contribution until it is taken, one asks."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.over = False
        self.acknowledged = 0
        self.seen: Counter[str] = Counter()
        self.threads = [
            threading.Thread(target=do, daemon=True) for do in (self._contribute, self._ask)
        ]
        for thread in self.threads:
            thread.start()

    def _contribute(self) -> None:
        with client_of(self._address) as client:
            while not self.over:
                number = self.acknowledged
                answer = client.contribute(uuid.UUID(int=number), contribution_by(number))
                self.seen[f"PUT {answer.status_code}"] += 1
                self.acknowledged += answer.status_code in (201, 204)

    def _ask(self) -> None:
        with client_of(self._address) as client:
            while not self.over:
                for answer in (
                    client.post("/v1/recommendations", json=BODY),
                    client.get("/v1/models/current"),
                ):
                    self.seen[f"{answer.request.method} {answer.status_code}"] += 1

    def until(self, *wanted: str, times: int = 3) -> set[str]:
        """Wait until each of these was seen so often; everything that was seen until then."""
        self.seen = Counter()
        wait_until(lambda: all(self.seen[one] >= times for one in wanted), str(wanted))
        return set(self.seen)


ASKED = {"POST 200", "GET 200"}


@pytest.mark.timeout(900)
def test_without_its_database_a_service_recommends_and_says_what_is_wrong(own_postgres, tmp_path):
    import psycopg

    shared = Publications(tmp_path / "shared")
    shared.publish(Publication(world().catalog, models()["als"]))
    metrics = [free_address(), free_address()]
    found: dict[str, set[str]] = {}
    with ExitStack() as running:
        nodes = [
            running.enter_context(
                node(tmp_path / f"node{k}", shared.folder, own_postgres.address, metrics[k])
            )[0]
            for k in range(2)
        ]
        crowd = Crowd(running.enter_context(proxy(tmp_path, [*nodes, nodes[0]])))
        running.callback(setattr, crowd, "over", True)

        def watch(name, *wanted):
            found[name] = crowd.until(*wanted)
            assert found[name] >= ASKED
            state = f"epicrec_database_answers {float(name not in ('stopped', 'hangs'))}"
            with client_of("", metrics[0]) as client:
                wait_until(lambda: state in client.metrics(), state)

        def recover(name):
            crowd.until("PUT 201")
            watch(name, "PUT 201", *ASKED)

        watch("before", "PUT 201", *ASKED)
        own_postgres.stop()
        watch("stopped", "PUT 503", *ASKED)
        own_postgres.start()
        recover("started again")
        with own_postgres.hanging():
            watch("hangs", "PUT 503", *ASKED)
        recover("goes on")
        with psycopg.connect(own_postgres.address, autocommit=True) as connection:
            # Unlogged: a server that has no room for its own log ends.
            connection.execute("CREATE UNLOGGED TABLE filler (x text)")
            with suppress(psycopg.errors.DiskFull):
                while True:
                    connection.execute(
                        "INSERT INTO filler SELECT repeat('x', 1900) FROM generate_series(1, 500)"
                    )
            watch("full", "PUT 507", *ASKED)
            connection.execute("DROP TABLE filler")
        recover("has room again")
        crowd.over = True
        for thread in crowd.threads:
            thread.join(LIMIT_S)
        text = ""
        for at in metrics:
            with client_of("", at) as client:
                text += client.metrics()
    logs = "".join((tmp_path / f"node{k}" / "log").read_text() for k in range(2))
    kinds = Counter(re.findall(r"the database [a-z ]+: ([^\"]+)", logs))
    sys.stdout.write(f"{found}\n{dict(kinds)}\n")
    # Nobody who asked saw anything of it.
    assert set().union(*found.values()) <= {"PUT 201", "PUT 204", "PUT 503", "PUT 507"} | ASKED
    assert {name for name, seen in found.items() if seen & {"PUT 503", "PUT 507"}} == {
        "stopped",
        "hangs",
        "full",
    }
    # What the alerts count, and why, in the log.
    for status in ("503", "507"):
        assert f'route="/v1/contributions/{{contribution_id}}",status="{status}"' in text
    assert any(kind.startswith("DiskFull 53100") for kind in kinds)
    assert any(kind.startswith("it did not answer in time") for kind in kinds)
    assert any("Operational" in kind or "AdminShutdown" in kind for kind in kinds)
    assert all(json.loads(line)["level"] in ("warning", "error") for line in logs.splitlines())
    with closing(Storage(own_postgres.address)) as storage:
        (sums,) = storage.sums()
    assert sums.tally.number == crowd.acknowledged
