"""A provider and an image server in one, which write down every byte that reaches them.

Headers are kept as they came, in their order and spelling: a parsed request would hide both.
"""

import itertools
import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import malicious_provider


@dataclass(frozen=True)
class CapturedRequest:
    """One request, with the number of its connection."""

    head: str
    body: bytes
    connection: int

    @property
    def method(self) -> str:
        """GET or POST."""
        return self.head.split(" ", 1)[0]

    @property
    def path(self) -> str:
        """What was asked for, with its query."""
        return self.head.split(" ", 2)[1]

    @property
    def headers(self) -> tuple[str, ...]:
        """The lines of the head below the first, as they came."""
        return tuple(self.head.split("\r\n")[1:])


@dataclass
class Recording:
    """What was captured, and where."""

    address: str = ""
    requests: list[CapturedRequest] = field(default_factory=list)
    connections: Iterator[int] = field(default_factory=itertools.count)
    pauses: list[tuple[str, float]] = field(default_factory=list)
    """Of each exchange: its method, and seconds between the open connection and the request."""

    def take(self) -> tuple[CapturedRequest, ...]:
        """What was captured since the last call."""
        taken = tuple(self.requests)
        self.requests.clear()
        return taken


@contextmanager
def recording() -> Iterator[Recording]:
    """Record in a thread, on a port of this computer."""
    made = Recording()

    class Handler(_Handler):
        captured = made

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        made.address = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield made
        finally:
            server.shutdown()
            thread.join()


class _Handler(socketserver.StreamRequestHandler):
    captured: Recording

    def handle(self) -> None:
        connection = next(self.captured.connections)
        while head := self._head():
            body = self.rfile.read(_length(head))
            request = CapturedRequest(head, body, connection)
            self.captured.requests.append(request)
            self.wfile.write(_answer(request))

    def _head(self) -> str:
        """Up to the empty line; nothing where the connection is closed before it."""
        lines = []
        while (line := self.rfile.readline()) != b"\r\n":
            if not line:
                return ""
            lines.append(line)
        return b"".join(lines).decode("latin-1").removesuffix("\r\n")


def _length(head: str) -> int:
    for line in head.split("\r\n"):
        name, _, value = line.partition(":")
        if name.lower() == "content-length":
            return int(value)
    return 0


def _answer(request: CapturedRequest) -> bytes:
    model = malicious_provider.model()
    body: bytes | None
    if request.method == "POST":
        body, kind = malicious_provider.answer(request.body), "application/json"
    elif request.path.startswith("/v1/catalog"):
        body, kind = malicious_provider.catalog(), "application/json"
    elif request.path.startswith("/v1/models/current"):
        body, kind = json.dumps(model.manifest).encode(), "application/json"
    elif request.path.endswith("/items"):
        body, kind = model.items_file, "application/octet-stream"
    else:
        body, kind = None, "application/json"
    status = "404 Not Found" if body is None else "200 OK"
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body or b'')}\r\n\r\n"
    )
    return head.encode() + (body or b"")
