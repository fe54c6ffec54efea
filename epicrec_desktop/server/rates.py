"""How often one client may ask, over all workers of a computer, in memory that never grows.

For each client there is the time at which its allowance is whole again (the generic cell rate
algorithm). These times are in a table of fixed size that all workers map, at two places that a
keyed hash of the client gives: nothing in it names anybody, and however many clients come, it stays
as large. Who shares one place with another is held by the other place; a client is refused only
where both are used up.

Two workers that count the same client in the same microsecond may count one request for two.
"""

from __future__ import annotations

import hashlib
import mmap
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PLACES = 1 << 16
TABLE_BYTES = 2 * PLACES * 8
Times = NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """The times of all clients, (2, `PLACES`), and the key of their places."""

    times: Times
    key: bytes

    @classmethod
    def alone(cls) -> Table:
        """For one process."""
        return cls(np.zeros((2, PLACES)), secrets.token_bytes(32))

    @classmethod
    def create(cls, file: Path) -> bytes:
        """Make a file for several processes; returns the key they need to `share` it."""
        with file.open("xb") as stream:
            stream.truncate(TABLE_BYTES)
        return secrets.token_bytes(32)

    @classmethod
    def share(cls, file: Path, key: bytes) -> Table:
        """The table in a file that `create` made."""
        with file.open("r+b") as stream:
            mapped = mmap.mmap(stream.fileno(), TABLE_BYTES)
        return cls(np.frombuffer(mapped, dtype=np.float64).reshape(2, PLACES), key)


@dataclass(frozen=True)
class Rate:
    """At most `per_second` requests of one client, of which `burst` may come at once.

    `purpose` keeps clients of one rate apart from the same clients of another in one table.
    """

    table: Table
    purpose: str
    per_second: float
    burst: int
    now: Callable[[], float] = time.monotonic

    def wait(self, client: str) -> float:
        """Count a request, and return 0; or seconds until there is room for one, uncounted."""
        if self.per_second <= 0.0:
            return 0.0
        now, gap = self.now(), 1.0 / self.per_second
        first, second = self._places(client)
        times = self.table.times
        whole = max(now, min(float(times[0, first]), float(times[1, second])))
        late = whole + gap - now - gap * self.burst
        if late > 1e-9 * gap:
            return late
        times[0, first] = max(float(times[0, first]), whole + gap)
        times[1, second] = max(float(times[1, second]), whole + gap)
        return 0.0

    def _places(self, client: str) -> tuple[int, int]:
        told = f"{self.purpose}\n{client}".encode("utf-8", "surrogatepass")
        digest = hashlib.blake2b(told, digest_size=8, key=self.table.key).digest()
        return (
            int.from_bytes(digest[:4], "big") % PLACES,
            int.from_bytes(digest[4:], "big") % PLACES,
        )
