"""What the service lets one client, or all of them together, take of it.

A client that opens connections and says nothing, that sends a byte a second, or that reads as
slowly, costs others nothing: every part of an exchange has its time, and room is made for who comes
by letting go of who has waited longest. Who asks too often is told when to come back, and where
everybody does, so is everybody, before memory or patience ends.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from epicrec_desktop.server.config_values import setting

BACKLOG = 512
"""Connections that may wait until a worker accepts them."""

AT_ONCE = 4
"""Short answers in a round of the event loop: some 10 ms."""


class TooBusy(Exception):  # noqa: N818 - a state to be told, which the client did not cause
    """There is no place to wait, or the wait was too long."""


@dataclass(frozen=True)
class Limits:
    """Times in seconds, sizes in bytes. Each holds for one process, where nothing else is said."""

    header_seconds: float = setting(10.0, "from a connection, or an answer, to the last header")
    body_seconds: float = setting(20.0, "from the last header to the end of the body")
    answer_seconds: float = setting(300.0, "from the end of the body to the end of the answer")
    # Well below the open files that systems allow a program (1,024).
    connections: int = setting(500, "connections that a worker keeps open", most=100_000)
    header_bytes: int = setting(16_384, "the headers of a request", least=1024)
    body_bytes: int = setting(64_000_000, "all bodies that a worker is receiving", least=100_000)
    threads: int = setting(4, "answers that a worker computes at a time", most=256)
    queue: int = setting(256, "requests that may wait for their turn in a worker", most=100_000)
    queue_seconds: float = setting(2.0, "how long one may wait there")
    memory_megabytes: int = setting(
        0, "what a worker may use before it refuses work; 0 for no such limit", least=0
    )
    requests_per_minute: float = setting(
        0.0, "of one client over all workers of a computer; 0 for no such limit", least=0.0
    )
    burst: int = setting(60, "requests of one client that may come at once", most=1_000_000)
    contributions: int = setting(100_000_000, "contributions that are counted at all", least=0)
    contributions_per_day: float = setting(
        0.0, "of one client over all workers of a computer; 0 for no such limit", least=0.0
    )

    @property
    def look_seconds(self) -> float:
        """How often to look at a connection: limits are kept to this."""
        return min(1.0, self.header_seconds / 4, self.body_seconds / 4)


class WorkQueue:
    """Who may compute: so many at a time, so many waiting, each so long. For one event loop.

    What takes time has a thread (`one`). What takes less time than sharing the interpreter with
    threads costs is done by the loop itself (`soon`), in the order of arrival, a few in each round,
    so that the loop hears of everything else in between.
    """

    def __init__(self, limits: Limits) -> None:
        self._free = asyncio.Semaphore(limits.threads)
        self._most = limits.queue
        self._seconds = limits.queue_seconds
        self._line: deque[asyncio.Future[None]] = deque()
        self._round = 0
        self.waiting = 0

    async def soon(self) -> None:
        """Wait for a turn of the loop itself, to be used without waiting. Raises `TooBusy`."""
        if self._round < AT_ONCE and not self._line:
            self._acquire()
            return
        if self.waiting >= self._most:
            raise TooBusy
        turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self.waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await turn
        except TimeoutError:
            raise TooBusy from None
        finally:
            self.waiting -= 1

    def _acquire(self) -> None:
        if self._round == 0:
            asyncio.get_running_loop().call_soon(self._next_round)
        self._round += 1

    def _next_round(self) -> None:
        self._round = 0
        while self._line and self._round < AT_ONCE:
            turn = self._line.popleft()
            if not turn.done():  # nobody waits for it any more
                self._acquire()
                turn.set_result(None)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Wait for a turn and have it while the block runs. Raises `TooBusy`."""
        if self._free.locked() and self.waiting >= self._most:
            raise TooBusy
        self.waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self._free.acquire()
        except TimeoutError:
            raise TooBusy from None
        finally:
            self.waiting -= 1
        try:
            yield
        finally:
            self._free.release()


class BodyMemory:
    """How many bytes of bodies are being received, all together."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken = 0

    @contextmanager
    def body(self) -> Iterator[BodyAllowance]:
        """One body, given back at its end."""
        one = BodyAllowance(self)
        try:
            yield one
        finally:
            self._taken -= one.size

    def take(self, size: int) -> bool:
        """Take so much, if it is there. Called from the event loop alone."""
        if self._taken + size > self._limit:
            return False
        self._taken += size
        return True


class BodyAllowance:
    """What one body has taken so far."""

    def __init__(self, room: BodyMemory) -> None:
        self._room = room
        self.size = 0

    def take(self, size: int) -> bool:
        """Take so much more, if it is there."""
        if not self._room.take(size):
            return False
        self.size += size
        return True
