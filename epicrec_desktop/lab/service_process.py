"""Services for measurements: the reference service in a process of its own, and made-up ones."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.wire import MAX_REQUEST_BYTES


@dataclass(frozen=True)
class RunningService:
    """Address, start time and process of a running service."""

    address: str
    start_s: float
    process: int


@contextmanager
def running_service(folder: Path, configuration: str) -> Iterator[RunningService]:
    """Run the service with this configuration (TOML, stored in `folder`) until the block ends.

    Its port should be 0 (any free port). Raises `EpicRecError` if it does not start.
    """
    file = folder / "service.toml"
    file.write_text(configuration, encoding="utf-8")
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program += ["-m", "epicrec_desktop.server"]
    started = time.monotonic()
    command = [*program, "run", "--config", str(file)]
    with subprocess.Popen(  # noqa: S603 - this very program
        command, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            words = process.stdout.readline().split()
            address = next((word for word in words if word.startswith("http")), None)
            if address is None:
                raise EpicRecError("The service did not start; nothing was measured.")
            yield RunningService(address, time.monotonic() - started, process.pid)
        finally:
            process.terminate()


Respond = Callable[[str, str, bytes], tuple[int, bytes]]
"""Returns status and JSON for a method, a path and a body."""


@contextmanager
def responding(respond: Respond) -> Iterator[str]:
    """Answer requests on a free port of this computer while the block runs; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            length = min(int(self.headers.get("Content-Length", 0)), MAX_REQUEST_BYTES)
            self._answer(self.rfile.read(length))

        def _answer(self, content: bytes) -> None:
            status, body = respond(self.command, self.path, content)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
