"""How a service is asked: by our own interface, or by that of a server that knows nothing of us.

Each takes the bytes of a request of ours, a persona's or a committed release's, and returns the
bytes of an answer of ours, so that the rest of the program knows one format. Another server gets
the movies of the request and nothing else of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.provider.address import split_address
from epicrec_desktop.provider.foreign import Asking, at_path, foreign_answer, foreign_request
from epicrec_desktop.provider.gorse import Gorse
from epicrec_desktop.recommend.personas import load_personas, persona_request

_MAX_BYTES = 200_000
"""Of an answer at least: such endpoints name movies with much that is not read."""


class OwnInterface:
    """The interface of the EpicRec service (docs/service.md)."""

    key_header = "Authorization"

    def ask(self, request: bytes, asking: Asking) -> bytes:
        """Post the request, byte for byte. Raises `ProviderError` and `Cancelled`."""
        return asking.exchange(asking.call("/v1/recommendations", request)).body


class PlainJson:
    """An endpoint that takes movies and names movies, as JSON.

    `paths`: where movies are in the question, and in the answer ("results.id").
    """

    key_header = "Authorization"

    def __init__(self, paths: str) -> None:
        question, _, answer = paths.partition(":")
        self._question, self._answer = question.split("."), answer.split(".")

    def ask(self, request: bytes, asking: Asking) -> bytes:
        """Post the movies of a request of ours."""
        parsed, movies = foreign_request(request)
        document: Any = movies
        for name in reversed(self._question):
            document = {name: document}
        asking = replace(asking, max_bytes=max(asking.max_bytes, _MAX_BYTES))
        answer = asking.decoded(asking.exchange(asking.call("", msgspec.json.encode(document))))
        with asking.reading():
            return foreign_answer("json", parsed, len(movies), at_path(answer, self._answer))

    def movies(self, asking: Asking) -> tuple[Movie, ...]:
        """Ask about the first persona, to see whether it answers; it lists no movies."""
        self.ask(persona_request(load_personas().movies[0]), asking)
        return ()


Interface = OwnInterface | Gorse | PlainJson
"""Our own has a catalog, a model and contributions (`published.py`); the others have `movies`."""


def interface_of(address: str) -> Interface:
    """Return the interface of the service at an address."""
    parts = split_address(address)
    if parts.interface == "gorse":
        return Gorse(parts.detail)
    return PlainJson(parts.detail) if parts.interface else OwnInterface()
