"""A service on this computer that is sent contributions, answers as it is told, and keeps all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    method: str
    path: str
    headers: tuple[str, ...]
    body: bytes


@dataclass
class Taker:
    """`answers` are statuses with their headers, used up from the first; then all is well."""

    address: str = ""
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    then: Callable[[], None] = lambda: None
    """Done at each request, before it is answered."""

    def answer(self, method: str) -> tuple[int, dict[str, str]]:
        if self.answers:
            return self.answers.pop(0)
        return (201 if method == "PUT" else 204), {}


@contextmanager
def taking() -> Iterator[Taker]:
    taker = Taker()

    class Handler(BaseHTTPRequestHandler):
        def _take(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            names = tuple(f"{name}: {value}" for name, value in self.headers.items())
            taker.asked.append(Asked(self.command, self.path, names, body))
            taker.then()
            status, headers = taker.answer(self.command)
            self.send_response(status)
            for name, value in {"Content-Length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        do_PUT = do_POST = do_GET = _take  # noqa: N815 - http.server asks for these names

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    taker.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield taker
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
