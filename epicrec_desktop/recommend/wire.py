"""What a provider is asked and what it answers: the one place where both sides read the format.

A request is a JSON object:

    {"profile": ["imdb:tt0133093", …],          released movies, no order
     "release": {"level": "perturbed"|"all",
                 "mechanism": "S-DPDP"|…|null,   null where nothing was perturbed
                 "epsilon": 0.21|null,
                 "counts": {"Drama": 12, …}|null,   noisy category aggregates
                 "variance": {"Drama": 50, …}|null,  of each count's noise, all periods together
                 "question": "3f…"},               SHA-256 of the learned question that was asked
     "limit": 200, "categories": true|false|["Drama", …], "per_category": 30,
     "exclude_profile": false}

Only `profile`, `release` and its `level` are required. Counts are sums over periods, each
with noise of its own: `variance` says how much that is, where it is known; without it, it is that
of one period of the budget `epsilon`. With a `question`, counts are by its cells instead of
categories (`domain/question.py`); it is left out otherwise. Both have bounds, within which every
answer is finite. An answer is a JSON object:

    {"model": "linear-…", "known": 12, "unknown": 0,
     "overall": [{"id": "imdb:tt0083658", "score": 0.91}, …],    best first
     "categories": {"Drama": [{"id": …, "score": …}, …]}}

Problems name the place in the document, never what was found there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.wire_schema import LINE, Schema, WireError, check_schema, decode

MAX_PROFILE = 20_000
MAX_LIMIT = 500
MAX_CATEGORIES = 100
MAX_TEXT = 64
MAX_ID = 128
MAX_REQUEST_BYTES = 2_000_000
MAX_ANSWER_BYTES = 4_000_000
MAX_REQUEST_VALUES = 50_000
MAX_ANSWER_VALUES = 200_000
"""Three for each of the 50,500 movies that an answer can name, and some to spare."""

MIN_EPSILON, MAX_EPSILON = 1e-6, 1e3
MIN_VARIANCE, MAX_VARIANCE = 1e-9, 1e18
"""In movies squared. A release of the least budget, with plain Laplace noise on 100 categories,
has 2·(100/10⁻⁶)² = 2·10¹⁶ in each period."""

DEFAULT_LIMIT, DEFAULT_PER_CATEGORY = 200, 30

MOVIE_ID: Schema = {
    "type": "string",
    "title": "a movie's public id",
    "pattern": WIRE_ID.pattern,
    "maxLength": MAX_ID,
    "examples": ["imdb:tt0133093", "wd:Q83495", "ml:2571"],
}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT, "format": LINE}
_BY_CATEGORY: Schema = {
    "type": ["object", "null"],
    "maxProperties": MAX_CATEGORIES,
    "propertyNames": NAME,
}
_VARIANCE: Schema = {"type": "number", "minimum": MIN_VARIANCE, "maximum": MAX_VARIANCE}
_RELEASE: Schema = {
    "type": "object",
    "required": ["level"],
    "additionalProperties": False,
    "properties": {
        "level": {"enum": [ReleaseLevel.PERTURBED.value, ReleaseLevel.ALL.value]},
        "mechanism": {"anyOf": [NAME, {"type": "null"}]},
        "epsilon": {"type": ["number", "null"], "minimum": MIN_EPSILON, "maximum": MAX_EPSILON},
        "counts": {**_BY_CATEGORY, "additionalProperties": {"type": "number"}},
        "variance": {
            **_BY_CATEGORY,
            "description": "Of the noise in each count, all periods together",
            "additionalProperties": _VARIANCE,
        },
        "question": {
            "type": ["string", "null"],
            "description": "SHA-256 of the learned question in whose cells the counts are",
            "pattern": "^[0-9a-f]{64}$",
        },
    },
}
REQUEST: Schema = {
    "type": "object",
    "required": ["profile", "release"],
    "additionalProperties": False,
    "properties": {
        "profile": {"type": "array", "items": MOVIE_ID, "maxItems": MAX_PROFILE},
        "release": _RELEASE,
        "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": MAX_LIMIT,
            "default": DEFAULT_LIMIT,
        },
        "categories": {
            "anyOf": [
                {"type": "boolean"},
                {"type": "array", "items": NAME, "maxItems": MAX_CATEGORIES},
            ],
            "default": True,
        },
        "per_category": {
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_LIMIT,
            "default": DEFAULT_PER_CATEGORY,
        },
        "exclude_profile": {"type": "boolean", "default": False},
    },
}
_SCORED: Schema = {
    "type": "array",
    "maxItems": MAX_LIMIT,
    "items": {
        "type": "object",
        "required": ["id", "score"],
        "properties": {"id": MOVIE_ID, "score": {"type": "number"}},
    },
}
_KNOWN: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_PROFILE}
ANSWER: Schema = {
    "type": "object",
    "required": ["model", "known", "unknown", "overall"],
    "properties": {
        "model": NAME,
        "known": _KNOWN,
        "unknown": _KNOWN,
        "overall": _SCORED,
        "categories": {
            "type": "object",
            "maxProperties": MAX_CATEGORIES,
            "propertyNames": NAME,
            "additionalProperties": _SCORED,
            "default": {},
        },
    },
}

Scored = tuple[tuple[str, float], ...]


@dataclass(frozen=True, repr=False)
class RecommendationRequest:
    """A request for recommendations, checked. `epsilon` and `mechanism` are None where exact.

    `variance`, by category, is that of the noise in `counts`; None where that is not said.
    `question` names the learned question whose cells the counts are in.
    """

    profile: tuple[str, ...]
    level: ReleaseLevel
    mechanism: str | None = None
    epsilon: float | None = None
    counts: Mapping[str, float] | None = None
    variance: Mapping[str, float] | None = None
    limit: int = DEFAULT_LIMIT
    categories: bool | tuple[str, ...] = True
    per_category: int = DEFAULT_PER_CATEGORY
    exclude_profile: bool = False
    question: str | None = None


def encode_request(request: RecommendationRequest) -> bytes:
    """Return the bytes of a request: always the same for the same request.

    The profile is sorted, so that its order tells nothing. Raises `WireError` for a request that
    a provider would refuse.
    """
    wanted = request.categories
    release: dict[str, Any] = {
        "level": request.level.value,
        "mechanism": request.mechanism,
        "epsilon": request.epsilon,
        "counts": None if request.counts is None else dict(request.counts),
    }
    if request.variance is not None:
        release["variance"] = dict(request.variance)
    if request.question is not None:
        release["question"] = request.question
    body = _encode(
        {
            "profile": sorted(set(request.profile)),
            "release": release,
            "limit": request.limit,
            "categories": wanted if isinstance(wanted, bool) else list(wanted),
            "per_category": request.per_category,
            "exclude_profile": request.exclude_profile,
        }
    )
    parse_request(body)
    return body


def parse_request(body: bytes) -> RecommendationRequest:
    """Read a request. Raises `WireError`."""
    if len(body) > MAX_REQUEST_BYTES:
        raise WireError("", "is too large")
    document = decode(body, MAX_REQUEST_VALUES)
    check_schema(document, REQUEST)
    release, wanted = document["release"], document.get("categories", True)
    counts, variance = release.get("counts"), release.get("variance")
    if variance is not None and variance.keys() != (counts or {}).keys():
        raise WireError("/release/variance", "must have the categories of the counts")
    return RecommendationRequest(
        profile=tuple(dict.fromkeys(document["profile"])),
        level=ReleaseLevel(release["level"]),
        mechanism=release.get("mechanism"),
        epsilon=_number(release.get("epsilon")),
        counts=_numbers(counts),
        variance=_numbers(variance),
        limit=document.get("limit", DEFAULT_LIMIT),
        categories=wanted if isinstance(wanted, bool) else tuple(dict.fromkeys(wanted)),
        per_category=document.get("per_category", DEFAULT_PER_CATEGORY),
        exclude_profile=document.get("exclude_profile", False),
        question=release.get("question"),
    )


def answer_document(answer: ProviderAnswer) -> dict[str, Any]:
    """Return the JSON document of an answer. Raises `ValueError` for a score that is not finite.

    It names some 700 movies, half of them in several lists, which share an entry here as well.
    """
    lists = (answer.overall, *answer.categories.values())
    entries = {id(entry): entry for found in lists for entry in found}
    if not all(map(math.isfinite, [score for _, score in entries.values()])):
        raise ValueError("a score is not finite")
    objects = {key: {"id": wire_id, "score": score} for key, (wire_id, score) in entries.items()}
    overall, *rows = ([objects[id(entry)] for entry in found] for found in lists)
    return {
        "model": answer.model_id,
        "known": answer.known,
        "unknown": answer.unknown,
        "overall": overall,
        "categories": dict(zip(answer.categories, rows, strict=True)),
    }


def encode_answer(answer: ProviderAnswer) -> bytes:
    """Return the bytes of an answer. Raises `ValueError` for a score that is not finite."""
    return _encode(answer_document(answer))


def parse_answer(body: bytes) -> ProviderAnswer:
    """Read an answer. Raises `WireError`; keys this version does not know are ignored."""
    document = decode(body, MAX_ANSWER_VALUES)
    check_schema(document, ANSWER)
    return ProviderAnswer(
        model_id=document["model"],
        known=document["known"],
        unknown=document["unknown"],
        overall=_scored(document["overall"], "/overall"),
        categories={
            name: _scored(entries, "/categories/…")
            for name, entries in document.get("categories", {}).items()
        },
    )


def _encode(document: Mapping[str, Any]) -> bytes:
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)


def _numbers(values: Mapping[str, float] | None) -> dict[str, float] | None:
    return None if values is None else {name: float(value) for name, value in values.items()}


def _scored(entries: list[dict[str, Any]], pointer: str) -> Scored:
    scored = tuple((entry["id"], float(entry["score"])) for entry in entries)
    if len({wire_id for wire_id, _ in scored}) != len(scored):
        raise WireError(pointer, "has a movie twice")
    return scored
