"""What clients cannot take of the service, over real TCP: times, connections, bodies, room."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from unittest import mock
from urllib.parse import urlsplit

import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from epicrec_desktop.server import http
from epicrec_desktop.server.config import Limits, ServerConfig
from epicrec_desktop.server.http import Bodies
from epicrec_desktop.server.work_queue import AT_ONCE, BodyMemory, TooBusy, WorkQueue
from epicrec_desktop.server.worker import BoundedProtocol, _InOnePiece
from service_world import contribution_by, problem, running, serving
from small_world import models, release, world

Start = Callable[[Limits], str]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the service with limits of its own."""
    with ExitStack() as stack:

        def begin(limits: Limits) -> str:
            return stack.enter_context(
                running(
                    world().catalog,
                    models()["knowledge"],
                    database=f"sqlite:///{tmp_path / 'service.sqlite3'}",
                    settings=ServerConfig(limits=replace(limits, requests_per_minute=0)),
                )
            )

        yield begin


def test_an_answer_leaves_in_one_piece(start: Start) -> None:
    """A node that is killed has then answered or not, never with a head that has no body."""
    where = urlsplit(start(Limits()))
    assert where.hostname is not None
    asked = b"GET /v1/models/current HTTP/1.1\r\nHost: films.example\r\n\r\n"
    with socket.create_connection((where.hostname, where.port or 0), timeout=10) as client:
        for _ in range(50):
            client.sendall(asked)
            head, _, body = client.recv(65536).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 ")
            (length,) = [
                int(line.split(b":")[1])
                for line in head.lower().split(b"\r\n")
                if line.startswith(b"content-length:")
            ]
            assert len(body) == length


def test_a_body_does_not_wait_until_its_headers_are_acknowledged(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clients put that off for 40 ms."""
    at_once = []
    begin = BoundedProtocol.connection_made

    def noting(self: BoundedProtocol, transport: asyncio.Transport) -> None:
        begin(self, transport)
        own = transport.get_extra_info("socket")
        at_once.append(bool(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))

    monkeypatch.setattr(BoundedProtocol, "connection_made", noting)
    address = start(Limits())
    for _ in range(2):
        with urllib.request.urlopen(f"{address}/healthz", timeout=20) as answer:
            assert answer.status == 200
    assert at_once == [True, True]


def connected(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=20)


def seconds_until_cut(connection: socket.socket, drip: bytes, pause: float) -> float:
    """Send a byte now and then until the service hangs up; how long it took."""
    start_time = time.monotonic()
    connection.settimeout(pause)
    for byte in drip:
        try:
            connection.sendall(bytes([byte]))
            if connection.recv(65_536) == b"":
                break
        except TimeoutError:
            continue
        except OSError:
            break
    else:
        pytest.fail("it was never cut")
    return time.monotonic() - start_time


def is_served(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/healthz", timeout=10) as response:
        return bool(response.status == 200)


def test_what_is_written_in_a_turn_is_sent_as_one_piece_and_never_an_empty_one() -> None:
    """Since 3.12 asyncio tries to send an empty piece for ever, and never closes the connection."""
    sent: list[bytes] = []
    transport = mock.Mock(is_closing=lambda: False, write=sent.append, writelines=sent.extend)

    async def answer() -> None:
        connection = _InOnePiece(transport, asyncio.get_running_loop())
        for piece in (b"head", b"body", b""):
            connection.write(piece)
        await asyncio.sleep(0)
        connection.write(b"more")
        connection.close()
        await asyncio.sleep(0)

    asyncio.run(answer())
    assert sent == [b"headbody", b"more"]
    transport.close.assert_called_once()


@pytest.mark.skipif(sys.platform != "linux", reason="counts files in /proc")
def test_connections_that_clients_close_leave_no_file_open(start: Start) -> None:
    address = start(Limits())

    def opened() -> int:
        return sum(
            "socket" in str(file.readlink())
            for file in Path("/proc/self/fd").iterdir()
            if file.is_symlink()
        )

    before = opened()
    for _ in range(20):
        with urllib.request.urlopen(f"{address}/readyz", timeout=10) as response:
            response.read()
    end = time.monotonic() + 10
    while opened() > before:
        assert time.monotonic() < end
        time.sleep(0.05)


SLOW = Limits(header_seconds=1.0, body_seconds=1.0)


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", id="the first headers"),
        pytest.param(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", id="the next headers"),
    ],
)
def test_headers_that_drip_are_cut(sent: bytes, start: Start) -> None:
    with connected(start(SLOW)) as connection:
        connection.sendall(sent)
        if sent:
            assert b"200" in connection.recv(65_536)
        took = seconds_until_cut(connection, b"GET /v1/catalog HTTP/1.1\r\nX: " + b"x" * 200, 0.1)
    assert 0.7 <= took < 4


@pytest.mark.parametrize("line", [b"POST /v1/recommendations", b"GET /v1/catalog", b"PUT /nowhere"])
def test_a_body_that_drips_is_cut(line: bytes, start: Start) -> None:
    """Also where nobody waits for it."""
    head = b" HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
    with connected(start(SLOW)) as connection:
        connection.sendall(line + head)
        took = seconds_until_cut(connection, b"{" + b" " * 200, 0.1)
    assert took < 5


def test_silence_is_cut_and_a_client_in_use_is_not(start: Start) -> None:
    address = start(SLOW)
    with connected(address) as silent, connected(address) as busy:
        for _ in range(8):
            busy.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = b""
            while not answer.endswith(b"}"):  # it may come in parts
                part = busy.recv(65_536)
                assert part
                answer += part
            assert b"200 OK" in answer
            time.sleep(0.3)
        assert silent.recv(1) == b""


def test_a_thousand_idle_connections_do_not_stop_the_service(start: Start) -> None:
    """Not because they are let go of in time: here they might stay for an hour."""
    address = start(Limits(header_seconds=3600.0, connections=100))
    with ExitStack() as stack:
        idle = [stack.enter_context(connected(address)) for _ in range(1000)]
        start_time = time.monotonic()
        assert is_served(address)
        assert time.monotonic() - start_time < 5
        idle[0].settimeout(5)
        assert _is_cut(idle[0])  # the one that waited longest made room


def _is_cut(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_requests_on_their_way_are_not_let_go_of_for_newcomers(start: Start) -> None:
    address = start(Limits(connections=3, body_seconds=3600.0))
    body = release(("ml:7",)).payload
    head = (
        b"POST /v1/recommendations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    )
    with ExitStack() as stack:
        busy = [stack.enter_context(connected(address)) for _ in range(3)]
        for connection in busy:
            connection.sendall(head)
        for connection in busy:
            assert b"100 Continue" in connection.recv(65_536)  # its body is waited for
            connection.sendall(body[:5])
        with connected(address) as late:
            assert _is_cut(late)
        for connection in busy:
            connection.sendall(body[5:])
            assert b"200 OK" in connection.recv(65_536)


def test_giant_headers_are_refused(start: Start) -> None:
    with connected(start(Limits())) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 100_000)
        assert b"400" in connection.recv(65_536).split(b"\r\n")[0]


def test_bodies_of_all_together_have_their_limit(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = BodyMemory(1_500_000)
    monkeypatch.setattr(http, "BodyMemory", lambda _limit: room)

    def wait_for(left: int) -> None:
        end = time.monotonic() + 20
        while room._left != left:
            assert time.monotonic() < end
            time.sleep(0.01)

    address = start(Limits(body_bytes=1_500_000, body_seconds=3600.0))
    head = (
        b"POST /v1/recommendations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1900000\r\n\r\n"
    )
    with connected(address) as first, connected(address) as second:
        first.sendall(head + b" " * 1_000_000)
        wait_for(500_000)
        second.sendall(head + b" " * 700_000)
        assert b"503" in second.recv(65_536).split(b"\r\n")[0]
        first.close()
        wait_for(1_500_000)
        request = urllib.request.Request(
            f"{address}/v1/recommendations",
            release(("ml:7",)).payload,
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as response:
            assert response.status == 200


def test_room_is_given_back() -> None:
    room = BodyMemory(10)
    for _ in range(3):
        with room.body() as one, room.body() as other:
            assert one(6)
            assert not other(6)
            assert other(4)
    assert Bodies(Limits(body_bytes=10)) is not None


def test_a_request_of_two_megabytes_of_nothing_takes_no_memory(start: Start) -> None:
    """Refused before anything is made of it."""
    request = urllib.request.Request(
        f"{start(Limits())}/v1/recommendations",
        b"[" + b"{}," * 600_000 + b"{}]",
        {"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    with refused.value as response:
        assert response.status == 422


def test_a_full_service_says_so(tmp_path: Path) -> None:
    settings = ServerConfig(limits=Limits(contributions=0))
    with serving(f"sqlite:///{tmp_path / 'service.sqlite3'}", settings=settings) as client:
        document = problem(client.contribute(uuid.UUID(int=7), contribution_by(1)), 507)
        assert "no room" in document["detail"]


def test_short_answers_are_taken_by_turns_in_the_order_they_came() -> None:
    """A few in each round of the loop, so that others are heard in between."""

    async def crowd() -> tuple[list[int | str], int]:
        turns, done, refused = WorkQueue(Limits(queue=2 * AT_ONCE)), list[int | str](), 0

        async def ask(number: int) -> None:
            nonlocal refused
            try:
                await turns.soon()
            except TooBusy:
                refused += 1
            else:
                done.append(number)

        async def others() -> None:
            for _ in range(3):
                done.append("another")
                await asyncio.sleep(0)

        await asyncio.gather(*(ask(n) for n in range(4 * AT_ONCE)), others())
        assert turns.waiting == 0
        await ask(-1)  # and it goes on
        return done, refused

    done, refused = asyncio.run(crowd())
    asked = [one for one in done if one != "another"]
    assert asked == [*range(3 * AT_ONCE), -1]  # of the last round nobody had a place to wait
    assert refused == AT_ONCE
    assert done.index("another") <= 2 * AT_ONCE


def test_a_client_that_waits_too_long_gets_an_error_and_leaves_the_queue() -> None:
    async def crowd() -> None:
        turns = WorkQueue(Limits(queue=50, queue_seconds=0.05))

        async def slow() -> None:
            await turns.soon()
            time.sleep(0.03)

        found = await asyncio.gather(*(slow() for _ in range(6 * AT_ONCE)), return_exceptions=True)
        late = [isinstance(one, TooBusy) for one in found]
        assert late[-1]
        assert not any(late[:AT_ONCE])
        assert turns.waiting == 0
        await turns.soon()

    asyncio.run(crowd())
