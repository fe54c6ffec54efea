"""A provider that is not ours: a real HTTP server that a test controls.

It records every request with its time. What it answers is data: a body, or a function of how often
it was asked, so that a test reads as the attack it makes.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from local_http_server import Handler, serving

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
    movies = Movie("Alien", 1979, ("Horror", "Sci-Fi"), imdb_id="tt0078748")
    return KnowledgeModel.from_catalog(Catalog("theirs", "1", (movies,)), ())


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
    lists: Body | None = None  # for personas
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
        named = self.lists if request.path.startswith("/v1/personas/") else self.items
        body = found.get(request.path, named)
        return body(len(self.asked(request.path))) if callable(body) else body

    def answer_handler(self, handler: Handler) -> None:
        """Record a request and answer it."""
        handler.close_connection = True
        headers = {name.lower(): value for name, value in handler.headers.items()}
        came = time.perf_counter()
        request = Request(
            handler.command, handler.path, headers, handler.content, handler.opened, came
        )
        self.requests.append(request)
        body = self.body(request)
        status = 404 if body is None else self.status if request.method == "POST" else 200
        if self.redirect is not None:
            handler.send_response(307)
            handler.send_header("Location", self.redirect + request.path)
        else:
            handler.send_response(status)
        kind = self.answer_type if request.body else self.published_type
        handler.send_header("Content-Type", kind)
        if self.marks:
            handler.send_header("ETag", f'"{MARK}"')
            handler.send_header("Last-Modified", "Sat, 21 Nov 2026 12:00:07 GMT")
            handler.send_header("Set-Cookie", f"id={MARK}; Path=/")
        if self.endless is None:
            handler.send_header("Content-Length", str(len(body or b"")))
        handler.end_headers()
        handler.wfile.write(body or b"")
        while self.endless is not None:
            handler.wfile.write(self.endless)


@contextmanager
def hostile() -> Iterator[MaliciousProvider]:
    """Run one in a thread."""
    made = MaliciousProvider()
    with serving(made.answer_handler) as server:
        made.address = server.address
        yield made


__all__ = ["MARK", "MaliciousProvider", "Request", "answer", "catalog", "hostile", "model", "movie"]
