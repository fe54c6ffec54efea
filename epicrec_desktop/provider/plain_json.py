"""Ask an endpoint that takes films and names films, as JSON: described by a URL and two paths."""

from __future__ import annotations

from typing import Any

import msgspec

from epicrec_desktop.door.request import HttpRequest
from epicrec_desktop.provider.foreign import (
    JSON,
    NO_MOVIES,
    Asking,
    at_path,
    decoded,
    exchange,
    foreign_answer,
    foreign_request,
)
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend.personas import load_personas, persona_request
from epicrec_desktop.recommend.wire_schema import WireError

_MAX_BYTES = 200_000
"""Of an answer at least: such endpoints name films with much that is not read."""


class PlainJson:
    """An endpoint. `paths`: where films are in the question, and in the answer ("results.id")."""

    ours = publishes = False
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
        try:
            found = at_path(answer, self._answer)
            return foreign_answer("json", parsed, len(films), found)
        except (WireError, LookupError, TypeError):
            raise session.malformed_answer(asking.kept) from None

    def catalog(self, session: ProviderSession, asking: Asking) -> bytes | None:
        """Ask about the first persona, to see whether it answers; it lists no movies."""
        self.ask(session, persona_request(load_personas().films[0]), asking)
        return NO_MOVIES
