"""What a provider says of itself, on the wire: the one place where both sides read the format.

    {"name": "Films of the Elm Street Library", "operator": "…", "contact": "…", "retention": "…",
     "model": "linear-3f2a…", "people": 610, "published": "2026-11-22",
     "shares_model": true, "takes_contributions": false, "closed": false}

Nothing of it can be checked by whoever reads it, so it is shown as the provider's word. Every
member is optional: what is not said is missing, or empty, or null.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from epicrec_desktop.recommend import bounded_json
from epicrec_desktop.recommend.wire_schema import LINE, Schema, WireError, check_schema

MAX_ABOUT_BYTES = 20_000
MAX_WORDS = 400
"""Characters of what an operator says under one heading."""

_MOST_VALUES = 200
_WORDS: Schema = {"type": "string", "maxLength": MAX_WORDS, "format": LINE}
_SWITCH: Schema = {"type": ["boolean", "null"]}
ABOUT: Schema = {
    "type": "object",
    "properties": {
        "name": {**_WORDS, "description": "What the service is called"},
        "operator": {**_WORDS, "description": "Who runs it"},
        "contact": {**_WORDS, "description": "How to reach them"},
        "purpose": {**_WORDS, "description": "For whom it is, and who pays for it"},
        "retention": {**_WORDS, "description": "What is kept of a release, and for how long"},
        "model": {"type": ["string", "null"], "maxLength": 64, "format": LINE},
        "people": {
            "type": ["integer", "null"],
            "minimum": 0,
            "description": "How many people the model learned from",
        },
        "published": {
            "type": ["string", "null"],
            "title": "a day",
            "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            "maxLength": 10,
            "description": "Since when the model is in use",
        },
        "shares_model": _SWITCH,
        "takes_contributions": _SWITCH,
        "closed": {**_SWITCH, "description": "Whether a key is needed"},
    },
}


@dataclass(frozen=True)
class About:
    """A provider's word on itself. Text is "" and everything else None where it says nothing."""

    name: str = ""
    operator: str = ""
    contact: str = ""
    purpose: str = ""
    retention: str = ""
    model: str | None = None
    people: int | None = None
    published: str | None = None
    shares_model: bool | None = None
    takes_contributions: bool | None = None
    closed: bool | None = None


def encode_about(about: About) -> bytes:
    """The bytes of a description. Raises `WireError` for one that nobody would read."""
    document = asdict(about)
    check_schema(document, ABOUT)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def parse_about(body: bytes) -> About:
    """Read a description; members this version does not know are ignored. Raises `WireError`."""
    if len(body) > MAX_ABOUT_BYTES:
        raise WireError("", "is too large")
    try:
        document = bounded_json.decode(body, _MOST_VALUES)
    except ValueError:
        raise WireError("", "is not valid JSON, or has too many values") from None
    check_schema(document, ABOUT)
    return _about(document)


def _about(document: Mapping[str, Any]) -> About:
    known = {name: document[name] for name in ABOUT["properties"] if name in document}
    return About(**known)
