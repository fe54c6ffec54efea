"""Servers to talk to: the real service, and ones that misbehave."""

import contextlib
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

import ports
from tls_pairs import certificate, elsewhere
from waiting import LIMIT_S

__all__ = ["certificate", "elsewhere"]

TLS_HELLO = b"\x16"  # the first byte of a client that wants an encrypted connection


@dataclass
class Rogue:
    """A TCP server that answers every request with the same bytes, and keeps what it was sent."""

    answer: bytes | Callable[[socket.socket], None]
    received: list[bytes] = field(default_factory=list)
    address: str = ""
    connections: list[socket.socket] = field(default_factory=list)

    def handle(self, connection: socket.socket) -> None:
        self.connections.append(connection)
        connection.settimeout(LIMIT_S)
        request = b""
        while b"\r\n\r\n" not in request:
            chunk = connection.recv(65536)
            if not chunk:
                return
            request += chunk
            if request.startswith(TLS_HELLO):
                break
        head, _, body = request.partition(b"\r\n\r\n")
        length = 0
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        while len(body) < length:
            body += connection.recv(65536)
        self.received.append(head + b"\r\n\r\n" + body)
        if callable(self.answer):
            self.answer(connection)
        else:
            connection.sendall(self.answer)


@pytest.fixture
def rogue() -> Iterator[Callable[[bytes | Callable[[socket.socket], None]], Rogue]]:
    """Starts servers that misbehave."""
    servers: list[tuple[Rogue, socketserver.ThreadingTCPServer, threading.Thread]] = []

    def start(answer):
        made = Rogue(answer)

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                with contextlib.suppress(OSError):  # the client may go away, as it should
                    made.handle(self.request)

        server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        made.address = f"http://127.0.0.1:{server.server_address[1]}"
        servers.append((made, server, thread))
        return made

    yield start
    for made, server, thread in servers:
        server.shutdown()
        thread.join()
        for connection in made.connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        server.server_close()  # waits for the handlers


@pytest.fixture(scope="session")
def free_port() -> int:
    """Return a port where nobody listens."""
    return ports.free_port()
