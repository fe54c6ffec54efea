"""Ports of this computer at which nobody listens."""

import itertools
import os
import socket
from collections.abc import Iterator

FIRST, COUNT = 20_000, 12_000
"""Below those that a system gives to who asks for any, which another test may get meanwhile."""


def _ports() -> Iterator[int]:
    """Yield free ports, each once; processes begin at places of their own."""
    for number in itertools.count(37 * os.getpid()):
        port = FIRST + number % COUNT
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        yield port


_FREE = _ports()


def free_port() -> int:
    """Return a port that nobody listens at, and that no other test is given."""
    return next(_FREE)
