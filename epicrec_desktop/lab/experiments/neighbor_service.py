"""A foreign service: it scores lists by neighbors of items, and knows nothing of releases.

It answers the same requests as the reference service, over HTTP on this computer.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.wire import MAX_REQUEST_BYTES, encode_answer, parse_request
from epicrec_desktop.recommend.wire_schema import WireError

NEIGHBORS = 50
SHRINKAGE = 10.0


class NeighborModel:
    """Scores of items: sums of cosines of who watched them, each item with its nearest ones.

    With `neighbors` 0 everybody gets what is watched most.
    """

    def __init__(
        self, users: Ints, items: Ints, wire_ids: Sequence[str], neighbors: int = NEIGHBORS
    ) -> None:
        self.wire_ids = tuple(wire_ids)
        self._index = {wire_id: i for i, wire_id in enumerate(wire_ids)}
        self._popularity = np.bincount(items, minlength=len(wire_ids)).astype(np.float64)
        self._near: Floats | None = None
        if neighbors:
            watched = np.zeros((int(users.max()) + 1, len(wire_ids)), dtype=np.float32)
            watched[users, items] = 1.0
            together = (watched.T @ watched).astype(np.float64)
            size = np.sqrt(np.diag(together) + SHRINKAGE)
            near = together / np.outer(size, size)
            np.fill_diagonal(near, 0.0)
            bound = np.partition(near, -neighbors, axis=1)[:, -neighbors]
            self._near = np.where(near >= bound[:, None], near, 0.0)

    def answer(self, body: bytes) -> bytes:
        """Answer a request. Raises `WireError`."""
        request = parse_request(body)
        known = [self._index[film] for film in request.profile if film in self._index]
        scores = self._popularity if self._near is None else self._near[:, known].sum(axis=1)
        scores = scores + 1e-9 * self._popularity
        if request.exclude_profile:
            scores[known] = -np.inf
        order = np.argsort(-scores, kind="stable")[: request.limit].tolist()
        found = tuple((self.wire_ids[i], float(scores[i])) for i in order if scores[i] > -np.inf)
        unknown = len(request.profile) - len(known)
        return encode_answer(ProviderAnswer("neighbors", len(known), unknown, found))


@contextmanager
def serving(model: NeighborModel) -> Iterator[str]:
    """Serve the model on this computer while the block runs; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = min(int(self.headers.get("Content-Length", 0)), MAX_REQUEST_BYTES)
            try:
                status, body = 200, model.answer(self.rfile.read(length))
            except WireError:
                status, body = 400, b"{}"
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
