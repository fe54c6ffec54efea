"""A foreign service: it scores lists by neighbors of items, and knows nothing of releases.

It answers the same requests as the reference service, over HTTP on this computer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.wire import encode_answer, parse_request
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

    def respond(self, _method: str, _path: str, body: bytes) -> tuple[int, bytes]:
        """Answer a request, as `responding` asks."""
        try:
            request = parse_request(body)
        except WireError:
            return 400, b"{}"
        known = [self._index[film] for film in request.profile if film in self._index]
        scores = self._popularity if self._near is None else self._near[:, known].sum(axis=1)
        scores = scores + 1e-9 * self._popularity
        if request.exclude_profile:
            scores[known] = -np.inf
        order = np.argsort(-scores, kind="stable")[: request.limit].tolist()
        found = tuple((self.wire_ids[i], float(scores[i])) for i in order if scores[i] > -np.inf)
        unknown = len(request.profile) - len(known)
        return 200, encode_answer(ProviderAnswer("neighbors", len(known), unknown, found))
