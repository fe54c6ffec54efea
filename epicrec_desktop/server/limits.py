"""What the service lets one client, or all of them together, take of it.

A client that opens connections and says nothing, that sends a byte a second, or that reads as
slowly, costs others nothing: every part of an exchange has its time, and room is made for who comes
by letting go of who has waited longest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Times in seconds, sizes in bytes. Each holds for one process."""

    header_seconds: float = 10.0  # from the connection, or the last answer, to the last header
    body_seconds: float = 20.0  # from the last header to the end of the body
    answer_seconds: float = 300.0  # from the end of the body to the end of the answer
    connections: int = 500  # well below the open files that systems allow a program (1,024)
    header_bytes: int = 16_384
    body_bytes: int = 64_000_000  # of all bodies that are being received
    contributions: int = 100_000
    contributed_bytes: int = 1_000_000_000  # of their movies, as they are stored

    @property
    def look_seconds(self) -> float:
        """How often to look at a connection: limits are kept to this."""
        return min(1.0, self.header_seconds / 4, self.body_seconds / 4)


class Room:
    """How many bytes of bodies are being received, all together."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken = 0

    @contextmanager
    def body(self) -> Iterator[Body]:
        """One body, given back at its end."""
        one = Body(self)
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


class Body:
    """What one body has taken so far."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.size = 0

    def take(self, size: int) -> bool:
        """Take so much more, if it is there."""
        if not self._room.take(size):
            return False
        self.size += size
        return True
