"""Foreign services, which score lists and know nothing of releases.

They answer the same requests as the reference service, over HTTP on this computer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Floats32, Ints
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.wire import encode_answer, parse_request
from epicrec_desktop.recommend.wire_schema import WireError

NEIGHBORS = 50
SHRINKAGE = 10.0
FACTORS = 64


class SameForEverybody:
    """Names what is watched most, whoever asks."""

    def __init__(self, users: Ints, items: Ints, wire_ids: Sequence[str]) -> None:
        self.wire_ids = tuple(wire_ids)
        self._index = {wire_id: i for i, wire_id in enumerate(wire_ids)}
        self._popularity = np.bincount(items, minlength=len(wire_ids)).astype(np.float64)

    def _scores(self, known: list[int]) -> Floats:
        """Return scores of all items; popularity decides between equal ones."""
        return np.zeros(len(self.wire_ids))

    def respond(self, method: str, _path: str, body: bytes) -> tuple[int, bytes]:
        """Answer a request, as `responding` asks. It publishes nothing."""
        if method == "GET":
            return 404, b"{}"
        try:
            request = parse_request(body)
        except WireError:
            return 400, b"{}"
        known = [self._index[movie] for movie in request.profile if movie in self._index]
        scores = self._scores(known) + 1e-9 * self._popularity
        if request.exclude_profile:
            scores[known] = -np.inf
        order = np.argsort(-scores, kind="stable")[: request.limit].tolist()
        found = tuple((self.wire_ids[i], float(scores[i])) for i in order if scores[i] > -np.inf)
        unknown = len(request.profile) - len(known)
        return 200, encode_answer(ProviderAnswer("foreign", len(known), unknown, found))


class NeighborModel(SameForEverybody):
    """Sums of cosines of who watched items, each with its nearest ones."""

    def __init__(
        self, users: Ints, items: Ints, wire_ids: Sequence[str], neighbors: int = NEIGHBORS
    ) -> None:
        super().__init__(users, items, wire_ids)
        watched = _watched(users, items, len(wire_ids))
        together = (watched.T @ watched).astype(np.float64)
        size = np.sqrt(np.diag(together) + SHRINKAGE)
        near = together / np.outer(size, size)
        np.fill_diagonal(near, 0.0)
        bound = np.partition(near, -neighbors, axis=1)[:, -neighbors]
        self._near = np.where(near >= bound[:, None], near, 0.0)

    def _scores(self, known: list[int]) -> Floats:
        found: Floats = self._near[:, known].sum(axis=1)
        return found


class FactorModel(SameForEverybody):
    """A list projected on the leading factors of what people watched."""

    def __init__(self, users: Ints, items: Ints, wire_ids: Sequence[str]) -> None:
        super().__init__(users, items, wire_ids)
        watched = _watched(users, items, len(wire_ids))
        self._factors = np.linalg.svd(watched, full_matrices=False)[2][:FACTORS].astype(np.float64)

    def _scores(self, known: list[int]) -> Floats:
        found: Floats = self._factors.T @ self._factors[:, known].sum(axis=1)
        return found


def _watched(users: Ints, items: Ints, count: int) -> Floats32:
    found = np.zeros((int(users.max()) + 1, count), dtype=np.float32)
    found[users, items] = 1.0
    return found
