"""A service on this computer that answers as a test says; `asked` has the requests."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from tls_pairs import Pair

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Gives the request to the test's function."""

    protocol_version = "HTTP/1.1"
    server: LocalHttpServer
    content: bytes
    """The body of the request."""
    opened: float
    """When the connection was."""

    def setup(self) -> None:
        super().setup()
        self.opened = time.perf_counter()

    @property
    def parameters(self) -> dict[str, str]:
        """Return the query parameters; the last value of each name."""
        return {k: v[-1] for k, v in parse_qs(urlsplit(self.path).query).items()}

    def do_GET(self) -> None:
        self.content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(self)
        with suppress(OSError):  # the client may have gone
            self.server.answer(self)

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - http.server asks for these names

    def body(
        self, data: bytes, *, status: int = 200, length: int | None = None, **headers: str
    ) -> None:
        """Answer with these bytes."""
        self.send_response(status)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        self.send_header("Connection", "close")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        """Nothing on the terminal."""


class LocalHttpServer(ThreadingHTTPServer):
    """The server; `answer` may be replaced while it runs."""

    daemon_threads = True

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.asked: list[Handler] = []
        self.released = threading.Event()  # ends answers that hang
        self.address = f"http://127.0.0.1:{self.server_address[1]}"


@contextmanager
def serving(answer: Answer, pair: Pair | None = None) -> Iterator[LocalHttpServer]:
    """A running server, over TLS where it has a certificate."""
    with LocalHttpServer(answer) as server:
        if pair is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(pair.certificate, pair.key)
            server.socket = context.wrap_socket(server.socket, server_side=True)
            server.address = server.address.replace("http:", "https:")
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.released.set()
            server.shutdown()
            thread.join()
