"""Ask a server that knows nothing of us: bounds, and its movies and answers in our format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from operator import getitem
from typing import Any

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.domain.progress import IsCancelled
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.door.request import HttpReply, HttpRequest
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend.wire import (
    MAX_ANSWER_BYTES,
    MAX_ID,
    MAX_LIMIT,
    RecommendationRequest,
    encode_answer,
    parse_request,
)
from epicrec_desktop.recommend.wire_schema import WireError, decode

_IMDB = "imdb:"
_MAX_VALUES = 500_000


@dataclass(frozen=True)
class Asking:
    """One question to a provider, and its bounds; `kept` is as in `ProviderSession`."""

    session: ProviderSession
    kept: Message | None
    cancelled: IsCancelled
    pause: float = 0.0
    max_bytes: int = MAX_ANSWER_BYTES

    def call(self, path: str, body: bytes | None = None, verb: str = "") -> HttpRequest:
        """Return a request for the JSON at a path below the provider's URL."""
        headers = {"Accept": "application/json"}
        url = self.session.url + path
        return HttpRequest(url, self.max_bytes, body, headers, self.pause, verb)

    def exchange(self, call: HttpRequest) -> HttpReply:
        """Return the reply to this call: a success, of JSON."""
        reply = self.session.request(call, self.kept, self.cancelled)
        self.session.check_reply(reply, "application/json", self.kept)
        return reply

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Raise `ProviderError` where the block finds an answer of another form."""
        try:
            yield
        except (WireError, LookupError, TypeError, UnicodeEncodeError):
            raise self.session.malformed_answer(self.kept) from None

    def decoded(self, reply: HttpReply) -> Any:
        """Return the JSON of a reply, within bounds."""
        with self.reading():
            return decode(reply.body, _MAX_VALUES)


def foreign_request(request: bytes) -> tuple[RecommendationRequest, list[str]]:
    """Return a request of ours, and its movies as other servers know them: by IMDb's ids."""
    parsed = parse_request(request)
    movies = [movie.removeprefix(_IMDB) for movie in parsed.profile if movie.startswith(_IMDB)]
    return parsed, movies


def foreign_answer(name: str, request: RecommendationRequest, sent: int, found: object) -> bytes:
    """Return an answer of ours with the movies that another server named, best first.

    `sent`: so many movies of the request it was asked with. Raises `WireError` for what is no list.
    """
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise WireError("", "is no list of films")
    movies = dict.fromkeys(filter(None, map(wire_id, found)))
    left_out = set(request.profile) if request.exclude_profile else set()
    best = [movie for movie in movies if movie not in left_out][: min(request.limit, MAX_LIMIT)]
    scored = tuple((movie, -float(place)) for place, movie in enumerate(best))
    return encode_answer(ProviderAnswer(name, sent, len(request.profile) - sent, scored))


def wire_id(movie: str) -> str | None:
    """Return the public id of a movie as another server names it; None for what is none."""
    named = movie if ":" in movie else f"{_IMDB}{movie}"
    return named if len(named) <= MAX_ID and WIRE_ID.match(named) else None


def at_path(document: Any, path: Sequence[str]) -> Any:
    """Return what is at a path of names in a JSON document; of a list, what is in each member.

    Raises `LookupError` and `TypeError` where nothing is there.
    """
    for number, name in enumerate(path):
        if isinstance(document, list):
            return [reduce(getitem, path[number:], one) for one in document]
        document = document[name]
    return document
