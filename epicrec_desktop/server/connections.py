"""A connection of the service, kept within its limits."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from epicrec_desktop.server.limits import Limits


def bounded_protocol(limits: Limits) -> type[BoundedProtocol]:
    """The protocol of uvicorn with these limits, to be given as its `http`."""
    return type("Bounded", (BoundedProtocol,), {"limits": limits})


class BoundedProtocol(H11Protocol):
    """Looks at its connection every now and then, and lets go of what takes too long."""

    limits: ClassVar[Limits]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; one too many takes the place of another that waits, or is refused."""
        super().connection_made(_InOnePiece(transport, self.loop))  # type: ignore[arg-type]
        _send_at_once(transport)
        self.since = self.loop.time()  # when the state it is in was first seen
        self._seen: tuple[Any, Any] = (None, None)
        self._timer: asyncio.TimerHandle | None = None
        if len(self.connections) > self.limits.connections and not self._make_room():
            transport.abort()
            return
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    @property
    def is_waiting(self) -> bool:
        """Whether no request is on its way."""
        return self.conn.their_state is h11.IDLE

    def _look(self) -> None:
        # Another cycle is another request, also where the same state is met again.
        state = (self.conn.their_state, self.cycle)
        if state[0] is not self._seen[0] or state[1] is not self._seen[1]:
            self._seen, self.since = state, self.loop.time()
        elif self.loop.time() - self.since >= self._allowed():
            self.transport.abort()
            return
        self._timer = self.loop.call_later(self.limits.look_seconds, self._look)

    def _allowed(self) -> float:
        if self.is_waiting:
            return self.limits.header_seconds
        if self.conn.their_state is h11.SEND_BODY:
            return self.limits.body_seconds
        return self.limits.answer_seconds

    def _make_room(self) -> bool:
        """Let go of the connection that has been without a request for longest."""
        others = (c for c in self.connections if isinstance(c, BoundedProtocol) and c is not self)
        oldest = min((c for c in others if c.is_waiting), key=lambda c: c.since, default=None)
        if oldest is None:
            return False
        self.connections.discard(oldest)  # at once: many may come before it is told
        oldest.transport.abort()
        return True


class _InOnePiece:
    """A transport that sends together what is written in one turn of the loop.

    uvicorn writes head and body by themselves. Where the process is killed between the two, a proxy
    has begun to answer with the head, and can no longer ask another node.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._written: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._written:
            self._loop.call_soon(self._send)
        self._written.append(data)

    def _send(self) -> None:
        written, self._written = self._written, []
        if written and not self._transport.is_closing():
            self._transport.writelines(written)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _send_at_once(transport: asyncio.Transport) -> None:
    """Let a body go out behind its headers, without waiting until those are acknowledged.

    Clients put that off for 40 ms. asyncio asks for it only where a socket names its protocol,
    which those that are accepted from `socket.create_server` do not.
    """
    own = transport.get_extra_info("socket")
    with suppress(OSError):  # the client may have gone
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
