"""A provider that is not ours: a real HTTP server that a test controls.

It records every request with its time. What it answers is data: a body, or a function of how often
it was asked, so that a test reads as the attack it makes.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel

JSON = "application/json"
MARK = "you-are-number-7"
"""What it would recognize a user by, if it ever received it again."""

Body = bytes | Callable[[int], bytes]


@dataclass(frozen=True)
class Request:
    """A request as it came. `opened`, `came`: of the connection, and of the request's end."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    opened: float
    came: float


def movie(wire_id: str = "imdb:tt0078748", **changes: Any) -> dict[str, Any]:
    """An entry of a catalog; "Alien" unless told otherwise."""
    entry = {"id": wire_id, "title": "Alien", "year": 1979, "categories": ["Horror", "Sci-Fi"]}
    return {**entry, "popularity": 1, **changes}


def catalog(*movies: dict[str, Any], **changes: Any) -> bytes:
    """A catalog of these movies, by default one."""
    document = {"name": "theirs", "version": "1", "categories": list(CATEGORIES)}
    return json.dumps({**document, "movies": movies or [movie()], **changes}).encode()


def model() -> KnowledgeModel:
    """A model that is sound."""
    films = Movie("Alien", 1979, ("Horror", "Sci-Fi"), imdb_id="tt0078748")
    return KnowledgeModel.from_catalog(Catalog("theirs", "1", (films,)), ())


def answer(request: bytes, **changes: Any) -> bytes:
    """An answer that is sound for a request, with changes."""
    profile = json.loads(request)["profile"]
    document = {"model": "m", "known": len(profile), "unknown": 0, "categories": {}}
    named = [{"id": "imdb:tt0081505", "score": 1.0}]
    return json.dumps({**document, "overall": named, **changes}).encode()


@dataclass
class MaliciousProvider:
    """What it does; `None` as a body is a 404. Everything may be changed while it runs."""

    catalog: Body | None = field(default_factory=catalog)
    manifest: Body | None = None
    items: Body | None = None
    about: Body | None = None
    answer: Callable[[bytes], bytes] = answer
    answer_type: str = JSON
    published_type: str = JSON
    status: int = 200
    redirect: str | None = None
    marks: bool = True  # entity tag, date, cookie
    endless: bytes | None = None  # sent for ever, behind the body
    requests: list[Request] = field(default_factory=list)
    address: str = ""

    def share(self, manifest: Mapping[str, Any] | None = None, items: bytes | None = None) -> None:
        """Share the sound model, or one with this manifest or these items."""
        sound = model()
        self.manifest = json.dumps(manifest or sound.manifest).encode()
        self.items = items if items is not None else sound.items_file

    def asked(self, path: str = "") -> list[Request]:
        """The requests so far, of a path."""
        return [request for request in self.requests if path in request.path]

    @property
    def releases(self) -> list[bytes]:
        """What was ever released to it."""
        return [request.body for request in self.requests if request.method == "POST"]

    def body(self, request: Request) -> bytes | None:
        """What it answers."""
        if request.method == "POST":
            return self.answer(request.body)
        found = {
            "/v1/catalog": self.catalog,
            "/v1/models/current": self.manifest,
            "/v1/about": self.about,
        }
        body = found.get(request.path, self.items)
        return body(len(self.asked(request.path))) if callable(body) else body


@contextmanager
def hostile() -> Iterator[MaliciousProvider]:
    """Run one in a thread."""
    made = MaliciousProvider()

    class Handler(_Handler):
        provider = made

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
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


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    provider: MaliciousProvider

    def setup(self) -> None:
        super().setup()
        self.opened = time.perf_counter()

    def do_GET(self) -> None:
        self._serve()

    do_POST = do_GET  # noqa: N815 - the name that http.server calls

    def log_message(self, *args: object) -> None:
        pass

    def _serve(self) -> None:
        self.close_connection = True
        size = int(self.headers.get("Content-Length", 0))
        content = self.rfile.read(size)
        headers = {name.lower(): value for name, value in self.headers.items()}
        came = time.perf_counter()
        request = Request(self.command, self.path, headers, content, self.opened, came)
        self.provider.requests.append(request)
        with suppress(OSError):  # the client goes away, as it should
            self._answer(request)

    def _answer(self, request: Request) -> None:
        provider = self.provider
        body = provider.body(request)
        status = 404 if body is None else provider.status if request.method == "POST" else 200
        if provider.redirect is not None:
            status = 307
            self.send_response(status)
            self.send_header("Location", provider.redirect + request.path)
        else:
            self.send_response(status)
        self.send_header(
            "Content-Type", provider.answer_type if request.body else provider.published_type
        )
        if provider.marks:
            self.send_header("ETag", f'"{MARK}"')
            self.send_header("Last-Modified", "Sat, 21 Nov 2026 12:00:07 GMT")
            self.send_header("Set-Cookie", f"id={MARK}; Path=/")
        if provider.endless is None:
            self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")
        while provider.endless is not None:
            self.wfile.write(provider.endless)


__all__ = ["MARK", "MaliciousProvider", "Request", "answer", "catalog", "hostile", "model", "movie"]
