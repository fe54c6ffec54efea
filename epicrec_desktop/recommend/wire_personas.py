"""The lists that a service names for personas, as JSON: ids once, and places among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from epicrec_desktop.recommend.personas import LENGTH, MAX_PERSONAS, PublicIds
from epicrec_desktop.recommend.wire import MovieId
from epicrec_desktop.recommend.wire_schema import Digest, WireError, convert, decode

MAX_LISTS_BYTES = 12_000_000
_MAX_VALUES = 2 * MAX_PERSONAS * (LENGTH + 2)


class PersonaLists(msgspec.Struct):
    """The lists as a service names them."""

    digest: Digest
    films: Annotated[list[MovieId], Meta(max_length=MAX_PERSONAS * LENGTH)]
    lists: Annotated[
        list[Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=LENGTH)]],
        Meta(max_length=MAX_PERSONAS, description="For each persona, places in films, best first"),
    ]


def lists_document(digest: str, lists: Sequence[PublicIds]) -> dict[str, Any]:
    """Return the lists for the personas of this digest as a document."""
    movies = sorted({movie for one in lists for movie in one})
    place = {movie: i for i, movie in enumerate(movies)}
    places = [[place[movie] for movie in one] for one in lists]
    return {"digest": digest, "films": movies, "lists": places}


def parse_lists(body: bytes) -> tuple[dict[str, Any], list[PublicIds]]:
    """Return a document, unknown members too, and the lists in it. Raises `WireError`."""
    document = decode(body, _MAX_VALUES)
    found = convert(document, PersonaLists)
    movies = found.films
    try:
        return document, [tuple(dict.fromkeys(movies[i] for i in one)) for one in found.lists]
    except IndexError:
        raise WireError("/lists", "has places where there is no film") from None
