"""Ask an endpoint that takes films and names films, as JSON: described by a URL and two paths."""

from __future__ import annotations

from typing import Any

import msgspec

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.door.request import HttpRequest
from epicrec_desktop.provider.foreign import (
    JSON,
    Asking,
    at_path,
    decoded,
    exchange,
    foreign_answer,
    foreign_request,
    reading,
)
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend.personas import load_personas, persona_request

_MAX_BYTES = 200_000
"""Of an answer at least: such endpoints name films with much that is not read."""


class PlainJson:
    """An endpoint. `paths`: where films are in the question, and in the answer ("results.id")."""

    key_header = "Authorization"

    def __init__(self, paths: str) -> None:
        question, _, answer = paths.partition(":")
        self._question, self._answer = question.split("."), answer.split(".")

    def ask(self, session: ProviderSession, request: bytes, asking: Asking) -> bytes:
        """Post the films of a request of ours."""
        parsed, films = foreign_request(request)
        document: Any = films
        for name in reversed(self._question):
            document = {name: document}
        call = HttpRequest(
            session.url,
            max(asking.max_bytes, _MAX_BYTES),
            body=msgspec.json.encode(document),
            headers=JSON,
            pause=asking.pause,
        )
        answer = decoded(session, exchange(session, call, asking), asking)
        with reading(session, asking):
            return foreign_answer("json", parsed, len(films), at_path(answer, self._answer))

    def movies(self, session: ProviderSession, asking: Asking) -> tuple[Movie, ...]:
        """Ask about the first persona, to see whether it answers; it lists no movies."""
        self.ask(session, persona_request(load_personas().films[0]), asking)
        return ()
