"""How many bytes requests send and receive, as their connections carry them inside TLS."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from epicrec_desktop.domain.records import Count


@dataclass
class Traffic:
    """Bytes of requests and of answers, each with its head."""

    sent: Count = 0
    received: Count = 0

    def add(self, sent: int, received: int) -> None:
        """Add those of another process, or of one more request."""
        self.sent += sent
        self.received += received


_CURRENT: ContextVar[Traffic | None] = ContextVar("traffic", default=None)


@contextmanager
def counted() -> Iterator[Traffic]:
    """Yield what the requests that this thread makes until the end send and receive.

    Within another one, that counts them too.
    """
    outer, traffic = current(), Traffic()
    before = _CURRENT.set(traffic)
    try:
        yield traffic
    finally:
        _CURRENT.reset(before)
        outer.add(traffic.sent, traffic.received)


def current() -> Traffic:
    """Return where the requests of this thread are counted."""
    return _CURRENT.get() or Traffic()
