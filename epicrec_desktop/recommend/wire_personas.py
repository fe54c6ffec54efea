"""The lists that a service names for personas, as JSON: ids once, and places among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from epicrec_desktop.recommend.personas import LENGTH, MAX_PERSONAS, Films
from epicrec_desktop.recommend.wire import MOVIE_ID
from epicrec_desktop.recommend.wire_schema import Schema, WireError, check_schema, decode

MAX_LISTS_BYTES = 12_000_000
_MAX_VALUES = 2 * MAX_PERSONAS * (LENGTH + 2)

PERSONA_LISTS: Schema = {
    "type": "object",
    "required": ["digest", "films", "lists"],
    "properties": {
        "digest": {
            "type": "string",
            "title": "the SHA-256 of the personas",
            "pattern": "^[0-9a-f]{64}$",
            "maxLength": 64,
        },
        "films": {"type": "array", "items": MOVIE_ID, "maxItems": MAX_PERSONAS * LENGTH},
        "lists": {
            "type": "array",
            "description": "For each persona, places in films, best first",
            "maxItems": MAX_PERSONAS,
            "items": {
                "type": "array",
                "maxItems": LENGTH,
                "items": {"type": "integer", "minimum": 0},
            },
        },
    },
}


def lists_document(digest: str, lists: Sequence[Films]) -> dict[str, Any]:
    """Return the lists for the personas of this digest as a document."""
    films = sorted({film for one in lists for film in one})
    place = {film: i for i, film in enumerate(films)}
    places = [[place[film] for film in one] for one in lists]
    return {"digest": digest, "films": films, "lists": places}


def parse_lists(body: bytes) -> tuple[dict[str, Any], list[Films]]:
    """Return a document, unknown members too, and the lists in it. Raises `WireError`."""
    document = decode(body, _MAX_VALUES)
    check_schema(document, PERSONA_LISTS)
    films = document["films"]
    try:
        return document, [tuple(dict.fromkeys(films[i] for i in one)) for one in document["lists"]]
    except IndexError:
        raise WireError("/lists", "has places where there is no film") from None
