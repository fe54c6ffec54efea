"""Access control: keys, request rates, memory limits."""

import asyncio
import json
import logging
import re
import threading
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from starlette.types import Message, Scope

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.server import access, app
from epicrec_desktop.server.access import (
    KEY_PREFIX,
    TABLE_BYTES,
    Keys,
    Rate,
    Table,
    add_key,
    client_network,
    read_keys,
    remove_key,
)
from epicrec_desktop.server.config import AccessConfig, Limits
from epicrec_desktop.server.http import RequestLogMiddleware
from epicrec_desktop.server.monitoring import JsonFormatter, Metrics
from service_world import (
    BODY,
    Client,
    client_of,
    connected,
    contribution_by,
    own_table,
    problem,
    published_in,
    serving_published,
    settings_in,
)
from waiting import LIMIT_S, wait_until

ONE = Limits(requests_per_minute=0.001, burst=1)
"""One request, and no other while a test runs."""


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_too_many_requests_get_a_retry_after_header(tmp_path, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(access, "Rate", partial(Rate, now=clock))
    settings = published_in(tmp_path, limits=Limits(requests_per_minute=60.0, burst=3))
    with serving_published(settings) as client:
        for _ in range(3):
            assert client.post("/v1/recommendations", json=BODY).status_code == 200
        refused = client.post("/v1/recommendations", json=BODY)
        problem(refused, 429)
        assert refused.headers["retry-after"] == "1"
        assert client.get("/healthz").status_code == 200  # whoever runs it is not counted
        assert 'epicrec_refused_total{reason="rate"} 1.0' in client.metrics()
        clock.now += 1.1
        assert client.get("/v1/catalog").status_code == 200


def test_a_refused_body_is_read_away(tmp_path, monkeypatch):
    """Else the connection ends with a fault, for which Windows throws the answer away."""
    monkeypatch.setattr(access, "_READ_AWAY_SECONDS", LIMIT_S)
    settings = published_in(tmp_path, limits=ONE)
    body = b" " * 100_000
    with serving_published(settings) as client:
        assert client.get("/v1/catalog").status_code == 200
        with connected(client.address) as connection:
            head = f"POST /v1/recommendations HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}"
            connection.sendall(head.encode() + b"\r\n\r\n" + body[:1])
            wait_until(lambda: 'epicrec_refused_total{reason="rate"} 1.0' in client.metrics())
            connection.sendall(body[1:])
            answer = b""
            while part := connection.recv(65_536):  # raises where the connection was reset
                answer += part
    assert answer.startswith(b"HTTP/1.1 429")


def test_a_refused_body_that_does_not_come_is_waited_for_briefly(tmp_path, monkeypatch):
    monkeypatch.setattr(access, "_READ_AWAY_SECONDS", 0.01)
    settings = published_in(tmp_path, limits=ONE)
    with serving_published(settings) as client:
        assert client.get("/v1/catalog").status_code == 200
        with connected(client.address) as connection:
            connection.sendall(b"PUT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
            assert connection.recv(65_536).startswith(b"HTTP/1.1 429")


def test_contributions_of_one_address_are_few(tmp_path):
    settings = published_in(tmp_path, limits=Limits(contributions_per_day=3.0))
    with serving_published(settings) as client:
        for number in range(3):
            assert (
                client.contribute(uuid.UUID(int=number), contribution_by(number)).status_code == 201
            )
        refused = client.contribute(uuid.uuid4(), contribution_by(9))
        problem(refused, 429)
        assert int(refused.headers["retry-after"]) > 3600
        # Withdrawing is free at any time.
        assert client.withdraw(uuid.UUID(int=0), contribution_by(0)).status_code == 204
        assert client.post("/v1/recommendations", json=BODY).status_code == 200


def test_a_closed_group_needs_a_key_that_is_kept_nowhere(tmp_path):
    settings = published_in(tmp_path, access=AccessConfig(closed=True))
    key = add_key(settings.service.keys, "club")
    other = add_key(settings.service.keys, "other")
    with pytest.raises(EpicRecError, match="a key named club"):
        add_key(settings.service.keys, "club")
    assert key.startswith(KEY_PREFIX)
    assert key not in settings.service.keys.read_text()
    bearer = {"Authorization": f"Bearer {key}"}
    with serving_published(settings) as client:
        refused = client.get("/v1/catalog")
        problem(refused, 401)
        assert refused.headers["www-authenticate"].startswith("Bearer")
        problem(client.get("/v1/catalog", headers={"Authorization": f"Bearer {key}x"}), 401)
        problem(client.get("/v1/catalog", headers={"Authorization": f"Basic {key}"}), 401)
        problem(client.post("/v1/recommendations", json=BODY), 401)
        assert client.get("/v1/catalog", headers=bearer).status_code == 200
        assert client.get("/readyz").status_code == 200
        assert client.get("/openapi.json", headers=bearer).json()["security"] == [{"key": []}]
        remove_key(settings.service.keys, "club")
        wait_until(lambda: client.get("/v1/catalog", headers=bearer).status_code == 401)
        others = {"Authorization": f"Bearer {other}"}
        assert client.get("/v1/catalog", headers=others).status_code == 200


def test_answers_of_a_closed_group_are_private_to_caches(tmp_path):
    settings = published_in(tmp_path, access=AccessConfig(closed=True))
    bearer = {"Authorization": f"Bearer {add_key(settings.service.keys, 'club')}"}
    with serving_published(settings) as client:
        manifest = client.get("/v1/models/current", headers=bearer)
        items = client.get(f"/v1/models/{manifest.json()['id']}/items", headers=bearer)
        about = client.get("/v1/about", headers=bearer)
        catalog = client.get("/v1/catalog", headers=bearer)
        for answer in (manifest, items, about, catalog):
            assert answer.status_code == 200
            assert answer.headers["cache-control"].startswith("private, ")


class _Hashes(dict[str, str]):
    """Counts how often all hashes are gone through."""

    iterated = 0

    def items(self) -> Any:
        self.iterated += 1
        return super().items()


def test_a_key_is_looked_up_by_its_hash(tmp_path):
    file = tmp_path / "keys.json"
    keys = {name: add_key(file, name) for name in ("a", "b", "c")}
    hashes = _Hashes(read_keys(file).hashes)
    found = Keys(hashes)
    assert [found.member(key) for key in keys.values()] == ["a", "b", "c"]
    assert [found.member(key) for key in ("", keys["a"] + "x")] == [None, None]
    assert hashes.iterated == 1


def test_keys_that_are_damaged_are_a_sentence_and_the_last_ones_count(tmp_path, caplog):
    settings = published_in(tmp_path, access=AccessConfig(closed=True))
    bearer = {"Authorization": f"Bearer {add_key(settings.service.keys, 'club')}"}
    with serving_published(settings) as client:
        assert client.get("/v1/catalog", headers=bearer).status_code == 200
        settings.service.keys.write_text('{"keys": {"club": "hunter2"}}')
        wait_until(lambda: "those read before still count" in caplog.text)
        assert client.get("/v1/catalog", headers=bearer).status_code == 200
    with pytest.raises(EpicRecError, match="cannot be read"):
        read_keys(settings.service.keys)


def test_metrics_have_an_address_of_their_own(tmp_path):
    """Whoever reaches the service does not reach the metrics, also through a proxy on loopback."""
    settings = published_in(tmp_path)
    with serving_published(settings) as client:
        problem(client.get("/metrics"), 404)
        assert "epicrec_requests_total" in client.metrics()
        own = Client(f"http://{client.metrics_address}")
        problem(own.get("/v1/catalog"), 404)
        problem(own.get("/healthz"), 404)
        own.session.close()


@pytest.mark.parametrize(("trusted", "logged"), [((), 1), (("127.0.0.1/32",), 0)])
def test_a_proxy_that_is_not_trusted_is_logged_once(tmp_path, caplog, trusted, logged):
    settings = published_in(tmp_path, trusted_proxies=trusted)
    with serving_published(settings) as client:
        for _ in range(3):
            client.get("/v1/catalog", headers={"X-Forwarded-For": "192.0.2.7"})
    lines = [r.getMessage() for r in caplog.records if "trusted_proxies" in r.getMessage()]
    assert len(lines) == logged
    assert not any("192.0.2.7" in line for line in lines)


def test_health_checks_are_not_logged(tmp_path, caplog):
    settings = published_in(tmp_path)
    caplog.set_level("INFO", "epicrec_desktop.server")
    with serving_published(settings) as client:
        for path in ("/healthz", "/readyz", "/readyz/contributions", "/v1/about"):
            assert client.get(path).status_code == 200
    logged = [r.getMessage() for r in caplog.records]
    assert not any("/readyz" in line or "/healthz" in line for line in logged)
    assert any("/v1/about" in line for line in logged)


def test_only_a_trusted_proxy_says_who_asks(tmp_path):
    def answered(client, *addresses):
        return [
            client.get("/v1/models/current", headers={"X-Forwarded-For": a}).status_code
            for a in addresses
        ]

    trusting = published_in(tmp_path, limits=ONE, trusted_proxies=("127.0.0.1/32",))
    with serving_published(trusting) as client:
        # What a client says of itself stands left of what the proxy says, and is not believed.
        assert answered(client, "198.51.100.1", "198.51.100.2", "8.8.8.8, 198.51.100.1") == [
            *(200, 200),
            429,
        ]
    with serving_published(settings_in(tmp_path, limits=ONE)) as client:
        assert answered(client, "198.51.100.1", "198.51.100.2") == [200, 429]


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", ""),
    ],
)
def test_a_client_is_an_address_or_the_network_of_a_subscriber(host, network):
    scope: Scope = {"type": "http", "client": (host, 1)}
    assert client_network(scope) == network


def test_a_queue_that_is_full_answers_503_at_once_and_recovers(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "QUICK_ITEMS", 0)  # as with a large model: in threads
    settings = published_in(tmp_path, limits=Limits(threads=1, queue=1, queue_seconds=LIMIT_S))
    go, genuine = threading.Event(), Recommender.encoded_answer

    def slowly(self, asked):
        go.wait(LIMIT_S)
        return genuine(self, asked)

    monkeypatch.setattr(Recommender, "encoded_answer", slowly)
    with serving_published(settings) as client, ThreadPoolExecutor(6) as pool:

        def ask(_):
            with client_of(client.address) as one:
                found = one.post("/v1/recommendations", json=BODY)
            return found.status_code, found.headers.get("retry-after")

        asked = [pool.submit(ask, n) for n in range(6)]
        wait_until(lambda: sum(a.done() for a in asked) >= 4)
        assert client.get("/healthz").status_code == 200
        go.set()
        answers = [a.result() for a in asked]
        assert Counter(answers) == {(200, None): 2, (503, "1"): 4}
        assert client.post("/v1/recommendations", json=BODY).status_code == 200


def test_work_is_refused_before_memory_is_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(access, "_MEMORY_SECONDS", -1.0)  # asked anew by every request
    settings = published_in(tmp_path, limits=Limits(memory_megabytes=100_000))
    with serving_published(settings) as client:
        assert client.post("/v1/recommendations", json=BODY).status_code == 200
        monkeypatch.setattr(access, "resident_bytes", lambda: 100_000_000_001)
        refused = client.post("/v1/recommendations", json=BODY)
        problem(refused, 503)
        assert refused.headers["retry-after"] == "5"
        assert client.get("/healthz").status_code == 200
        monkeypatch.setattr(access, "resident_bytes", lambda: 1)
        assert client.post("/v1/recommendations", json=BODY).status_code == 200


def test_logs_are_json_without_addresses_queries_or_keys(tmp_path, caplog):
    settings = published_in(tmp_path, access=AccessConfig(closed=True))
    key = add_key(settings.service.keys, "club")
    caplog.set_level(logging.DEBUG)
    with serving_published(settings) as client:
        client.get(f"/v1/catalog?q={key}", headers={"Authorization": f"Bearer {key}"})
        client.get(f"/v1/catalog?q={key}", headers={"Authorization": f"Bearer {key}x"})
    records = [r for r in caplog.records if r.name.startswith("epicrec_desktop")]
    lines = [JsonFormatter().format(record) for record in records]
    documents = [json.loads(line) for line in lines]
    served = [(d["route"], d["status"]) for d in documents if "route" in d]
    assert served == [("/v1/catalog", 200), ("refused", 401)]
    assert not any(key in line or "127.0.0.1" in line for line in lines)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", documents[0]["time"])


def test_what_is_cut_off_when_the_service_ends_is_a_503():
    """It was a 500, as if something were wrong; what was begun may be done, so: ask again."""
    sent: list[Message] = []

    async def endless(scope, receive, send):
        await asyncio.Event().wait()

    async def ending():
        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "PUT", "path": "/", "headers": []}
        task = asyncio.create_task(RequestLogMiddleware(endless, Metrics())(scope, None, send))
        await asyncio.sleep(0)
        task.cancel()
        await task

    asyncio.run(ending())
    assert sent[0]["status"] == 503
    assert (b"retry-after", b"5") in sent[0]["headers"]


def test_what_is_forgotten_is_a_sentence(tmp_path):
    with pytest.raises(EpicRecError, match="no key named club"):
        remove_key(tmp_path / "keys.json", "club")
    with pytest.raises(EpicRecError, match="letters, digits"):
        add_key(tmp_path / "keys.json", "../club")
    assert replace(AccessConfig(), closed=True).closed


def test_a_burst_then_one_at_a_time_then_a_burst_again():
    clock = Clock()
    rate = Rate(own_table(), "asked", 2.0, 5, clock)
    assert [rate.wait("a") for _ in range(5)] == [0.0] * 5
    assert rate.wait("a") == pytest.approx(0.5)
    assert rate.wait("a") == pytest.approx(0.5)  # being refused costs nothing
    clock.now += 0.5
    assert rate.wait("a") == 0.0
    assert rate.wait("a") == pytest.approx(0.5)
    clock.now += 3600.0
    assert [rate.wait("a") == 0.0 for _ in range(6)] == [True] * 5 + [False]


def test_clients_and_purposes_are_apart():
    table, clock = own_table(), Clock()
    asked, reported = Rate(table, "asked", 1.0, 1, clock), Rate(table, "told", 1.0, 1, clock)
    assert [asked.wait("a"), asked.wait("b"), reported.wait("a")] == [0.0] * 3
    assert asked.wait("a") > 0


def test_a_flood_of_others_does_not_use_up_a_clients_allowance():
    clock = Clock()
    rate = Rate(own_table(), "asked", 1.0, 2, clock)
    for number in range(5_000):
        rate.wait(f"other {number}")
    assert sum(rate.wait(f"client {n}") > 0 for n in range(500)) <= 25


def test_workers_share_one_allowance(tmp_path):
    file = tmp_path / "rates"
    key = Table.create(file)
    assert file.stat().st_size == TABLE_BYTES
    first = Rate(Table.share(file, key), "asked", 1e-6, 50)
    second = Rate(Table.share(file, key), "asked", 1e-6, 50)
    assert sum((first if n % 2 else second).wait("a") == 0.0 for n in range(80)) == 50
