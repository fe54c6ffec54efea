"""A provider in a process of its own, which writes down every release it gets, and syncs it."""

import itertools
import json
import multiprocessing
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path

from announcing import document, signed


class RecordingProvider:
    """Runs until `close`."""

    def __init__(self, folder: Path, catalog: bytes) -> None:
        self._folder = folder
        folder.mkdir()
        here, there = multiprocessing.Pipe()
        how = "fork" if os.name == "posix" else "spawn"
        self._process = multiprocessing.get_context(how).Process(
            target=_serve, args=(folder, catalog, there), daemon=True
        )
        self._process.start()
        self.address = f"http://127.0.0.1:{here.recv()}"

    def bodies(self, kind: str = "*.body") -> list[bytes]:
        """What it was sent, whole, in order; releases, or another kind."""
        return [file.read_bytes() for file in sorted(self._folder.glob(kind))]

    def last(self) -> int:
        """The number of the last that it was sent, of any kind; 0 before the first."""
        return max(
            (int(f.stem) for f in self._folder.iterdir() if f.suffix != ".partial"), default=0
        )

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.join()


class _Handler(BaseHTTPRequestHandler):
    """Answers as a provider; `folder` is where it writes down what it got."""

    folder: Path
    catalog: bytes
    numbers: Iterator[int]

    def log_message(self, *_: object) -> None: ...

    def _reply(self, body: bytes, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _got(self, kind: str) -> bytes | None:
        size = int(self.headers["Content-Length"])
        body = self.rfile.read(size)
        if len(body) < size:
            return None  # the sender was ended: nothing was said
        partial = self.folder / f"{next(self.numbers):06}.partial"
        partial.write_bytes(body)
        partial.rename(partial.with_suffix(kind))
        return body

    def do_GET(self) -> None:
        if self.path == "/v1/catalog":
            self._reply(self.catalog)
        elif self.path.startswith("/newest/"):
            day = datetime.fromisoformat(self.path.rpartition("/")[2]).replace(tzinfo=UTC)
            self._reply(signed(document(day)))
        else:
            self._reply(b"{}", 404)

    def do_PUT(self) -> None:
        if self._got(".contribution") is not None:
            self._reply(b"{}", 201)

    def do_POST(self) -> None:
        if self.path.startswith("/v1/contributions/"):
            if self._got(".withdrawal") is not None:
                self._reply(b"", 204)
        elif (body := self._got(".body")) is not None:
            known = len(set(json.loads(body)["profile"]))
            answer = {"model": "m", "known": known, "unknown": 0, "overall": []}
            self._reply(json.dumps(answer).encode())


def _serve(folder: Path, catalog: bytes, tell: Connection) -> None:
    os.environ["no_proxy"] = "*"
    own = {"folder": folder, "catalog": catalog, "numbers": itertools.count(1)}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), own))
    tell.send(server.server_address[1])
    server.serve_forever()
