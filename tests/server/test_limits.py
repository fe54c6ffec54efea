"""What clients cannot take of the service, over real TCP: times, connections, bodies, room."""

import asyncio
import socket
import sys
import tracemalloc
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

import pytest
import uvicorn
from starlette.requests import Request
from uvicorn.server import ServerState

from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.server import app
from epicrec_desktop.server.config import Limits, ServerConfig
from epicrec_desktop.server.http import Bodies, Problem
from epicrec_desktop.server.monitoring import Metrics
from epicrec_desktop.server.work_queue import AT_ONCE, WorkQueue
from epicrec_desktop.server.worker import BoundedProtocol, _InOnePiece, bounded_protocol
from service_world import connected, contribution_by, problem, running, serving
from small_world import models, release, world
from waiting import LIMIT_S, wait_until

Start = Callable[[Limits], str]
T = TypeVar("T")


@pytest.fixture
def start(tmp_path) -> Iterator[Start]:
    """Starts the service with limits of its own."""
    with ExitStack() as stack:

        def begin(limits):
            return stack.enter_context(
                running(
                    world().catalog,
                    models()["knowledge"],
                    database=f"sqlite:///{tmp_path / 'service.sqlite3'}",
                    settings=ServerConfig(limits=replace(limits, requests_per_minute=0)),
                )
            )

        yield begin


def is_served(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/healthz", timeout=LIMIT_S) as response:
        return bool(response.status == 200)


def test_what_is_written_in_a_turn_is_sent_as_one_piece_and_never_an_empty_one():
    """Since 3.12 asyncio tries to send an empty piece for ever, and never closes the connection."""
    sent: list[bytes] = []
    transport = mock.Mock(is_closing=lambda: False, write=sent.append, writelines=sent.extend)

    async def answer():
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
def test_connections_that_clients_close_leave_no_file_open(start):
    address = start(Limits())

    def opened():
        return sum(
            "socket" in str(file.readlink())
            for file in Path("/proc/self/fd").iterdir()
            if file.is_symlink()
        )

    before = opened()
    for _ in range(20):
        with urllib.request.urlopen(f"{address}/readyz", timeout=LIMIT_S) as response:
            response.read()
    wait_until(lambda: opened() <= before)


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only in `passes`."""

    now = 0.0

    def time(self) -> float:
        return self.now

    async def passes(self, seconds: float) -> None:
        self.now += seconds
        for _ in range(10):  # what is due now, and what that leads to
            await asyncio.sleep(0)


def run_stepped(test: Callable[[SteppedLoop], Coroutine[Any, Any, T]]) -> T:
    """Run a test in such a loop."""

    async def run() -> T:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SteppedLoop)
        return await test(loop)

    with asyncio.Runner(loop_factory=SteppedLoop) as runner:
        return runner.run(run())


async def _ok(scope: Any, receive: Any, send: Any) -> None:
    """Answer at once, without reading a body."""
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


def open_connection(limits: Limits) -> tuple[BoundedProtocol, mock.Mock]:
    """A connection of the running loop, and its transport."""
    transport = mock.Mock(
        is_closing=lambda: False, get_extra_info=lambda _name, default=None: default
    )
    config = uvicorn.Config(_ok, log_config=None, lifespan="off")
    protocol = bounded_protocol(limits)(config, ServerState(), {})
    protocol.connection_made(transport)
    return protocol, transport


SLOW = Limits(header_seconds=1.0, body_seconds=1.0)
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
HEADERS = b"GET /v1/catalog HTTP/1.1\r\nX: " + b"x" * 99
BODY_HEAD = b"GET /v1/catalog HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "drip"),
    [
        pytest.param(b"", HEADERS, id="the first headers"),
        pytest.param(GET, HEADERS, id="the next headers"),
        pytest.param(BODY_HEAD, b" " * 99, id="a body that nobody reads"),
        pytest.param(b"", b"", id="silence"),
        pytest.param(GET, b"", id="silence after an answer"),
    ],
)
def test_a_connection_that_drips_or_is_silent_is_cut_after_a_second(sent, drip):
    async def seconds_until_cut(loop):
        protocol, transport = open_connection(SLOW)
        for part in (sent, *(drip[at : at + 1] for at in range(50))):
            if part:
                protocol.data_received(part)
            await loop.passes(0.1)
            if transport.abort.called:
                break
        protocol.connection_lost(None)
        return loop.now

    assert 1.0 <= run_stepped(seconds_until_cut) <= 1.6  # looks are a quarter of a second apart


def test_a_connection_in_use_is_not_cut_and_each_answer_leaves_in_one_piece():
    """A node that is killed has then answered or not, never with a head that has no body."""

    async def use(loop):
        protocol, transport = open_connection(SLOW)
        for _ in range(10):
            protocol.data_received(GET)
            await loop.passes(0.9)
        protocol.connection_lost(None)
        return transport

    transport = run_stepped(use)
    transport.abort.assert_not_called()
    answers = [call.args[0] for call in transport.write.call_args_list]
    assert len(answers) == 10
    assert all(a.startswith(b"HTTP/1.1 200 ") and a.endswith(b"\r\n\r\nok") for a in answers)


def test_the_service_cuts_what_drips(start):
    address = start(Limits(header_seconds=0.2, body_seconds=0.2))
    for head in (b"", b"POST /v1/recommendations" + BODY_HEAD.removeprefix(b"GET /v1/catalog")):
        with connected(address) as connection:
            connection.sendall(head)
            connection.settimeout(0.02)
            wait_until(lambda connection=connection: _is_cut_at_a_byte(connection))


def _is_cut_at_a_byte(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"x")
        return connection.recv(65_536) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_many_idle_connections_do_not_stop_the_service(start):
    """Not because they are let go of in time: here they might stay for an hour."""
    address = start(Limits(header_seconds=3600.0, connections=10))
    with ExitStack() as stack:
        idle = [stack.enter_context(connected(address)) for _ in range(100)]
        assert is_served(address)
        assert _is_cut(idle[0])  # the one that waited longest made room


def _is_cut(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_requests_on_their_way_are_not_let_go_of_for_newcomers(start):
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


def test_giant_headers_are_refused(start):
    with connected(start(Limits())) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 100_000)
        assert b"400" in connection.recv(65_536).split(b"\r\n")[0]


@pytest.mark.parametrize("fails", [False, True])
def test_a_body_is_in_memory_once_while_it_is_parsed(fails):
    size = 4_000_000
    headers = [(b"content-type", b"application/json")]
    bodies = Bodies(Limits(body_bytes=size))
    chunks = iter([True] * 3 + [False])

    async def receive():
        return {"type": "http.request", "body": b" " * (size // 4), "more_body": next(chunks)}

    def parse(body):
        assert (len(body), bodies._left) == (size, 0)
        if fails:
            raise WireError("", "is wrong")
        return tracemalloc.get_traced_memory()[0]

    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    tracemalloc.start()
    try:
        with pytest.raises(Problem) if fails else nullcontext():
            assert asyncio.run(bodies.parsed(request, size, parse)) < 1.5 * size
    finally:
        tracemalloc.stop()
    assert bodies._left == size


def test_bodies_of_all_together_have_their_limit(start, monkeypatch):
    made: list[Bodies] = []

    class Watched(Bodies):
        def __init__(self, limits):
            super().__init__(limits)
            made.append(self)

    monkeypatch.setattr(app, "Bodies", Watched)

    def wait_for(left):
        wait_until(lambda: [bodies._left for bodies in made] == [left])

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
        with urllib.request.urlopen(request, timeout=LIMIT_S) as response:
            assert response.status == 200


def test_a_request_of_two_megabytes_of_nothing_takes_no_memory(start):
    """Refused before anything is made of it."""
    request = urllib.request.Request(
        f"{start(Limits())}/v1/recommendations",
        b"[" + b"{}," * 600_000 + b"{}]",
        {"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=LIMIT_S)
    with refused.value as response:
        assert response.status == 422


def test_a_full_service_says_so(tmp_path):
    settings = ServerConfig(limits=Limits(contributions=0))
    with serving(f"sqlite:///{tmp_path / 'service.sqlite3'}", settings=settings) as client:
        document = problem(client.contribute(uuid.UUID(int=7), contribution_by(1)), 507)
        assert "no room" in document["detail"]


def test_short_answers_are_taken_by_turns_in_the_order_they_came():
    """A few in each round of the loop, so that others are heard in between."""

    async def crowd():
        turns = WorkQueue(Limits(queue=2 * AT_ONCE), Metrics())
        done, refused = list[int | str](), 0

        async def ask(number):
            nonlocal refused
            try:
                await turns.soon()
            except Problem:
                refused += 1
            else:
                done.append(number)

        async def others():
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


def test_who_waits_is_counted_for_each_kind_of_work():
    """Also who waits for the database: its queue is another one."""

    async def crowd():
        metrics = Metrics()
        answers, database = (WorkQueue(Limits(threads=1), metrics) for _ in range(2))

        async def work(turns):
            async with turns.one():
                pass

        async with answers.one(), database.one():
            waiting = [asyncio.create_task(work(one)) for one in (answers, database, database)]
            await asyncio.sleep(0)
            assert b"epicrec_waiting 3.0" in metrics.text()
            assert b"# HELP epicrec_waiting Requests waiting for a turn, also at the database." in (
                metrics.text()
            )
        await asyncio.gather(*waiting)
        assert b"epicrec_waiting 0.0" in metrics.text()

    asyncio.run(crowd())


def test_a_client_that_waits_too_long_gets_an_error_and_leaves_the_queue():
    async def crowd(loop):
        turns = WorkQueue(Limits(queue=50, queue_seconds=0.05), Metrics())

        async def slow():
            await turns.soon()
            loop.now += 0.03

        found = await asyncio.gather(*(slow() for _ in range(6 * AT_ONCE)), return_exceptions=True)
        late = [isinstance(one, Problem) for one in found]
        assert late[-1]
        assert not any(late[:AT_ONCE])
        assert turns.waiting == 0
        await turns.soon()

    run_stepped(crowd)
