"""A recommendation service on this computer that keeps what arrives, and reads numbers from it.

What is scored is only this: the bodies of requests as they came over the network. The observer
knows everything that is public, and which movie it is asked about.
"""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.wire_published import encode_catalog

_CATALOG = "/v1/catalog"
_RECOMMENDATIONS = "/v1/recommendations"
_LARGEST = 2_000_000
_ABSENT = -1e6  # in the place of a count that was not in the request


class RecordingServer(HTTPServer):
    """Publishes a catalog to any number of providers' addresses and records what each is sent."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.published = encode_catalog(catalog)
        self._arrived: list[tuple[str, bytes]] = []
        self._lock = threading.Lock()

    def address(self, provider: str) -> str:
        """Return where this provider is reached; names are plain words."""
        return f"http://127.0.0.1:{self.server_address[1]}/{provider}"

    def record(self, provider: str, body: bytes) -> None:
        """Keep what arrived."""
        with self._lock:
            self._arrived.append((provider, body))

    def take(self) -> list[tuple[str, bytes]]:
        """Return what arrived since the last call: (provider, body), in order."""
        with self._lock:
            arrived, self._arrived = self._arrived, []
        return arrived


class _Handler(BaseHTTPRequestHandler):
    server: RecordingServer

    def do_GET(self) -> None:
        """Serve the catalog at each provider's address."""
        if self.path.endswith(_CATALOG):
            self._answer(200, self.server.published)
        else:
            self._answer(404, b"{}")

    def do_POST(self) -> None:
        """Record a request for recommendations; there are none."""
        provider = self.path.removesuffix(_RECOMMENDATIONS).strip("/")
        length = int(self.headers.get("Content-Length", "0"))
        if not self.path.endswith(_RECOMMENDATIONS) or not 0 < length <= _LARGEST:
            self._answer(400, b"{}")
            return
        body = self.rfile.read(length)
        known = len(set(json.loads(body)["profile"]))
        self.server.record(provider, body)
        answer = {"model": "none", "known": known, "unknown": 0, "overall": []}
        self._answer(200, json.dumps(answer).encode())

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Nothing on the terminal."""


@contextmanager
def recording(catalog: Catalog) -> Iterator[RecordingServer]:
    """Yield a running server on a free port of this computer."""
    with RecordingServer(catalog) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), name="audit-server")
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class Observer:
    """Reads one row of numbers from what a coalition of providers was sent.

    For each of them: every count, by category or cell, how many movies of each kind (set of
    categories) the profile has, its size, whether the audited movie is in it, the body's length,
    and a checksum of all the rest, so that nothing in a request is left unread.
    """

    def __init__(self, catalog: Catalog, movie: str, providers: Sequence[str]) -> None:
        self._counts = (*catalog.categories, *load_question().cells)
        self._kind = {m.wire_id or "": "+".join(m.categories) or "none" for m in catalog.movies}
        self._kinds = tuple(sorted(set(self._kind.values())))
        self._movie = movie
        self._providers = tuple(providers)

    @property
    def names(self) -> list[str]:
        """What each number is, in order."""
        own = [
            *(f"count of {name}" for name in self._counts),
            *(f"movies of {kind}" for kind in self._kinds),
            *("size", "the movie itself", "length", "the rest"),
        ]
        if len(self._providers) == 1:
            return own
        return [f"{provider}: {name}" for provider in self._providers for name in own]

    def read(self, bodies: Mapping[str, bytes]) -> NDArray[np.float64]:
        """Return the numbers (f,) in these bodies, one for each provider of the coalition."""
        return np.array(
            [value for provider in self._providers for value in self._read_one(bodies[provider])]
        )

    def _read_one(self, body: bytes) -> list[float]:
        request = json.loads(body)
        profile = request.pop("profile")
        counts = request["release"].pop("counts") or {}
        values = [float(counts.pop(name, _ABSENT)) for name in self._counts]
        kinds = dict.fromkeys(self._kinds, 0)
        strangers = [movie for movie in profile if movie not in self._kind]
        for movie in profile:
            if movie in self._kind:
                kinds[self._kind[movie]] += 1
        rest = json.dumps([request, counts, strangers], sort_keys=True).encode()
        return [
            *values,
            *map(float, kinds.values()),
            float(len(profile)),
            float(self._movie in profile),
            float(len(body)),
            float(zlib.crc32(rest)),
        ]
