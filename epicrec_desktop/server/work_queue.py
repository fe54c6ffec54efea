"""Limit concurrent computation (`Limits` of `config.py`).

A request that finds no place, or waits too long for one, is refused with a time to retry.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

from epicrec_desktop.server.config import Limits
from epicrec_desktop.server.http import Problem
from epicrec_desktop.server.monitoring import Metrics

AT_ONCE = 4
"""Short answers in a round of the event loop: some 10 ms."""


class WorkQueue:
    """Who may compute: so many at a time, so many waiting, each so long. For one event loop.

    What takes time has a thread (`one`). What takes less time than sharing the interpreter with
    threads costs is done by the loop itself (`soon`), in the order of arrival, a few in each round,
    so that the loop hears of everything else in between.
    """

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self._metrics = metrics
        self._free = asyncio.Semaphore(limits.threads)
        self._most = limits.queue
        self._seconds = limits.queue_seconds
        self._line: deque[asyncio.Future[None]] = deque()
        self._round = 0
        self.waiting = 0

    async def soon(self) -> None:
        """Wait for a turn of the loop itself, to be used without waiting. Raises `Problem`."""
        if self._round < AT_ONCE and not self._line:
            self._acquire()
            return
        if self.waiting >= self._most:
            raise self._refusal()
        turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        await self._wait(turn)

    async def _wait(self, turn: Awaitable[Any]) -> None:
        self.waiting += 1
        self._metrics.waiting.inc()
        try:
            async with asyncio.timeout(self._seconds):
                await turn
        except TimeoutError:
            raise self._refusal() from None
        finally:
            self.waiting -= 1
            self._metrics.waiting.dec()

    def _refusal(self) -> Problem:
        self._metrics.refused("queue")
        return Problem(503, "Too many ask at the moment.", headers={"Retry-After": "1"})

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
        """Wait for a turn and have it while the block runs. Raises `Problem`."""
        if self._free.locked() and self.waiting >= self._most:
            raise self._refusal()
        await self._wait(self._free.acquire())
        try:
            yield
        finally:
            self._free.release()
