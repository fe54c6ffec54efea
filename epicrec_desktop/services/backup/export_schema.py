"""The format of an export: one description that says what it is, and checks what is restored.

A file that is restored is somebody's choice, whoever made it: every list, text and number has a
bound here, and whatever is not of the format makes the whole file refused.
"""

from __future__ import annotations

from typing import Any

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.preferences import LONGEST_NOTE, Rating
from epicrec_desktop.domain.question import MAX_CELLS, MAX_NAME
from epicrec_desktop.privacy.families import FAMILIES
from epicrec_desktop.recommend.wire import MAX_REQUEST_BYTES, MOVIE_ID
from epicrec_desktop.recommend.wire_contribution import MAX_CONTRIBUTION_BYTES
from epicrec_desktop.recommend.wire_schema import LINE, Schema
from epicrec_desktop.store.contacts import KEPT, ContactKind, ContactOutcome
from epicrec_desktop.store.contributions import SendKind
from epicrec_desktop.store.sample_file import CONTRIBUTED, RELEASED, LossCause

FORMAT, VERSION = "epicrec-export", 1
FILE_BYTES = 128 * 1024 * 1024
VALUES = 4_000_000
"""Of a file, lists and members together: some 100,000 movies with all that is known of each."""

_FILMS = 100_000
_RELEASES = 20_000
_PERIODS = 1_200
_RECEIVERS = 1_000
_GROUPS = 2_000  # different sets of months that a movie was counted in


def _object(properties: dict[str, Any], optional: dict[str, Any] | None = None) -> Schema:
    known = properties | (optional or {})
    return {"type": "object", "required": list(properties), "properties": known}


def _list(items: Schema, most: int) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _one_of(values: Any) -> Schema:
    return {"type": "string", "enum": [str(value) for value in values]}


_BOOL: Schema = {"type": "boolean"}
_TEXT: Schema = {"type": "string", "maxLength": 600}
_NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 60, "format": LINE}
_TITLE: Schema = {"type": "string", "minLength": 1, "maxLength": 1_000}
_YEAR: Schema = {"type": ["integer", "null"], "minimum": 1800, "maximum": 2200}
_COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 10**12}
_TIME: Schema = {
    "type": "string",
    "title": "a time with its zone",
    "pattern": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)",
}
_DAY: Schema = {"type": "string", "title": "a day", "pattern": r"\d{4}-\d\d-\d\d"}
_MONTH: Schema = {"type": "string", "title": "a month", "pattern": r"[0-9]{4}-(0[1-9]|1[0-2])"}
_PERIOD: Schema = {
    "type": "string",
    "title": "a month, or open",
    "pattern": r"[0-9]{4}-(0[1-9]|1[0-2])|open",
}
_FRACTION: Schema = {
    "type": "string",
    "title": "a fraction",
    "pattern": r"\d{1,400}(/[1-9]\d{0,399})?",
}
_HEX: Schema = {"type": "string", "title": "hexadecimal", "pattern": r"[0-9a-f]{1,64}"}
_LEVEL = _one_of(ReleaseLevel)
_CATEGORY = _one_of(CATEGORIES)

_IDS: Schema = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "imdb": {"type": "string", "title": "IMDb's id", "pattern": r"tt\d{7,10}"},
        "wikidata": {"type": "string", "title": "Wikidata's id", "pattern": r"Q\d{1,12}"},
        "movielens": {**_COUNT, "maximum": 10**9},
        "tmdb": {**_COUNT, "maximum": 10**9},
        "starter": {
            "type": "string",
            "title": "the starter catalog's id",
            "pattern": r"[a-z0-9-]{1,120}",
        },
        "sites": _list(
            {"type": "array", "items": {**_TEXT, "minLength": 1}, "minItems": 2, "maxItems": 2}, 40
        ),
    },
}
_FOUND: Schema = _object(
    {
        "rule": {"type": "string", "title": "a rule", "pattern": r"[a-z0-9-]{1,80}"},
        "decision": _one_of(Decision),
        "evidence": _one_of(Evidence),
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "visits": {**_COUNT, "minimum": 1, "maximum": 10**6},
        "seconds": {"type": "number", "minimum": 0, "maximum": 10**9},
        "others": _list(MOVIE_ID, 100),
    }
)
_IMPORT = _object(
    {
        "source": _one_of(Service),
        "seen": _or_null(_DAY),
        "rating": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
    },
    {"again": _BOOL, "evidence": _one_of(Evidence)},
)
_MOVIE: dict[str, Any] = {
    "id": _or_null(MOVIE_ID),
    "title": _TITLE,
    "year": _YEAR,
    "ids": _IDS,
}
_UNLISTED: dict[str, Any] = {
    "named_by": {"type": "string", "title": "who named a movie", "pattern": r"[a-z]{1,40}"},
    "categories": _list(_CATEGORY, len(CATEGORIES)),
}
"""What is said of a movie that no catalog has."""
_UNCOUNTED: dict[str, Any] = {"uncounted": _BOOL}
"""Whether a movie is behind the numbers of none of its months."""
_WEIGHT: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_FILM = _object(
    {
        **_MOVIE,
        "status": _one_of(LibraryStatus),
        "answered": _BOOL,
        "by_hand": _BOOL,
        "weight": _WEIGHT,
        "release_window": _or_null(_PERIOD),
        "first_seen": _or_null(_TIME),
        "last_seen": _or_null(_TIME),
        "imports": _list(_IMPORT, len(Service)),
        "rating": _or_null(_one_of(Rating)),
        "seen_again": _BOOL,
        "also_in": _list(_MONTH, _PERIODS),
        "found": _list(_FOUND, 500),
    },
    _UNLISTED
    | _UNCOUNTED
    | {
        "stars": {"type": "integer", "minimum": 1, "maximum": 10},
        "day": _DAY,
        "note": {"type": "string", "maxLength": LONGEST_NOTE},
    },
)
_UNPLACED = _object(
    {
        **_MOVIE,
        "kind": _one_of(RecordKind),
        "reason": _one_of(MatchReason),
        "imports": _list(_IMPORT, len(Service)),
    },
    _UNLISTED,
)
_CORRECTIONS = _object(
    {
        "key": _HEX,
        "pages": _list(_object({**_MOVIE, "page": _HEX}, _UNLISTED), _FILMS),
    }
)
_STORED_PERIODS = _object(
    {
        "id": _or_null(MOVIE_ID),
        "ids": _IDS,
        "release_window": _PERIOD,
        "also_in": _list(_MONTH, _PERIODS),
    },
    _UNCOUNTED,
)
_RELEASE = _object(
    {
        "created": _TIME,
        "provider": _NAME,
        "receiver": _TEXT,
        "level": _LEVEL,
        "mechanism": _NAME,
        "epsilon": _or_null(_FRACTION),
        "joint": _or_null(_FRACTION),
        "window": _or_null(_MONTH),
        "basis": _HEX,
        "items": _list(MOVIE_ID, 20_000),
        "open_items": _list(MOVIE_ID, 20_000),
        "sha256": _HEX,
        "payload_base64": {"type": "string", "maxLength": MAX_REQUEST_BYTES * 3 // 2},
        "sends": _list(
            _object({"time": _TIME, "arrived": _BOOL, "left": {"type": ["boolean", "null"]}}), 5_000
        ),
    }
)
_CELL: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_NAME, "format": LINE}
"""A category, or a cell of a learned question."""
_MECHANISM = _object(
    {
        "name": _NAME,
        "categories": _list(_CELL, MAX_CELLS),
        "rows": _list(_list({**_COUNT, "maximum": 10**7}, MAX_CELLS), 5_000),
        "multiplier": {"type": "integer", "minimum": 1, "maximum": 10**7},
        "scales": _list(_FRACTION, MAX_CELLS),
        "epsilon": _FRACTION,
        "kind": _one_of(FAMILIES),
    }
)
_SAMPLED_PERIOD = _object(
    {
        "mechanism": _MECHANISM,
        "levels": {"type": "object", "propertyNames": _CATEGORY, "additionalProperties": _LEVEL},
        "rungs": {
            "type": "object",
            "maxProperties": 32,
            "propertyNames": _FRACTION,
            "additionalProperties": _list(
                {"type": "integer", "minimum": -(10**18), "maximum": 10**18}, MAX_CELLS
            ),
        },
        "issued": {
            "type": "object",
            "maxProperties": _RECEIVERS,
            "propertyNames": _TEXT,
            "additionalProperties": _FRACTION,
        },
    }
)
_SAMPLES = _object(
    {
        "epoch": _or_null(_HEX),
        "draws": _COUNT,
        "earlier": _list(
            _object(
                {
                    "loss": _FRACTION,
                    "why": _one_of(LossCause),
                    "windows": _list(_MONTH, _PERIODS),
                    "epoch": _or_null(_HEX),
                    "kind": _one_of((RELEASED, CONTRIBUTED)),
                }
            ),
            1_000,
        ),
        "windows": {
            "type": "object",
            "maxProperties": _PERIODS,
            "propertyNames": _MONTH,
            "additionalProperties": _object({"drawn": _TIME, "document": _SAMPLED_PERIOD}),
        },
        "twice": _list(_list(_MONTH, _PERIODS), _GROUPS),
        "told_twice": _list(_list(_MONTH, _PERIODS), _GROUPS),
    }
)
_ADDRESS: Schema = {"type": "string", "minLength": 1, "maxLength": 600}
_CONTRIBUTION = _object(
    {
        "payload": {"type": "string", "maxLength": MAX_CONTRIBUTION_BYTES},
        "sha256": _HEX,
        "issued": {
            "type": "object",
            "maxProperties": _RECEIVERS,
            "propertyNames": _ADDRESS,
            "additionalProperties": _object(
                {"id": {"type": "string", "pattern": r"[0-9a-f-]{36}"}, "name": _NAME}
            ),
        },
    }
)
_CONTRIBUTIONS = _object(
    {
        "drawn": {
            "type": "object",
            "maxProperties": _PERIODS,
            "propertyNames": _MONTH,
            "additionalProperties": _object({"drawn": _TIME, "document": _CONTRIBUTION}),
        },
        "told": {
            "type": "object",
            "maxProperties": _FILMS,
            "propertyNames": MOVIE_ID,
            "additionalProperties": {**_list(_MONTH, _PERIODS), "minItems": 1},
        },
        "sends": _list(
            _object(
                {
                    "window": _MONTH,
                    "receiver": _ADDRESS,
                    "provider": _NAME,
                    "kind": _one_of(SendKind),
                    "time": _TIME,
                    "arrived": _BOOL,
                    "left": {"type": ["boolean", "null"]},
                }
            ),
            20_000,
        ),
    }
)
_CONTACT = _object(
    {
        "time": _TIME,
        "name": _NAME,
        "address": _or_null(_TEXT),
        "kind": _one_of(ContactKind),
        "asked": _BOOL,
        "outcome": _one_of(ContactOutcome),
    }
)
HEAD = _object(
    {
        "format": {"type": "string", "enum": [FORMAT]},
        "version": {"type": "integer", "minimum": 1, "maximum": 10**6},
    }
)
EXPORT = _object(
    {
        "created": _TIME,
        "library": _list(_FILM, _FILMS),
        "months_kept": _list(_STORED_PERIODS, _FILMS),
        "watchlist": _list(_object(_MOVIE, _UNLISTED), _FILMS),
        "privacy": _object(
            {
                "chosen": _BOOL,
                "overall": _LEVEL,
                "categories": {
                    "type": "object",
                    "propertyNames": _CATEGORY,
                    "additionalProperties": _LEVEL,
                },
                "mechanism": {"enum": [*FAMILIES, None]},
            }
        ),
        "providers": _list(
            _object(
                {
                    "name": _NAME,
                    "address": {"type": "string", "minLength": 1, "maxLength": 600},
                    "trust": _FRACTION,
                }
            ),
            200,
        ),
        "draws": _SAMPLES,
        "ledger": _list(_RELEASE, _RELEASES),
        "contributions": _CONTRIBUTIONS,
        "contacts": _list(_CONTACT, KEPT),
    },
    {"unplaced": _list(_UNPLACED, _FILMS), "corrections": _CORRECTIONS},
)
