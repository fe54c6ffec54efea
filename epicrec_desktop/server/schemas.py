"""The wire format as JSON Schema, for the OpenAPI document; `recommend.wire` is what checks it."""

from __future__ import annotations

from typing import Any

from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.recommend.wire import (
    MAX_CATEGORIES,
    MAX_EPSILON,
    MAX_ID,
    MAX_LIMIT,
    MAX_PROFILE,
    MAX_TEXT,
    MAX_VARIANCE,
    MIN_EPSILON,
    MIN_VARIANCE,
)

Schema = dict[str, Any]

MOVIE_ID: Schema = {
    "type": "string",
    "pattern": WIRE_ID.pattern,
    "maxLength": MAX_ID,
    "examples": ["imdb:tt0133093", "wd:Q83495", "ml:2571"],
}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
RELEASE: Schema = {
    "type": "object",
    "required": ["level"],
    "additionalProperties": False,
    "properties": {
        "level": {"enum": ["perturbed", "all"]},
        "mechanism": {"anyOf": [NAME, {"type": "null"}]},
        "epsilon": {"type": ["number", "null"], "minimum": MIN_EPSILON, "maximum": MAX_EPSILON},
        "counts": {
            "type": ["object", "null"],
            "maxProperties": MAX_CATEGORIES,
            "additionalProperties": {"type": "number"},
        },
        "variance": {
            "type": ["object", "null"],
            "description": "Of the noise in each count, all release windows together",
            "maxProperties": MAX_CATEGORIES,
            "additionalProperties": {
                "type": "number",
                "minimum": MIN_VARIANCE,
                "maximum": MAX_VARIANCE,
            },
        },
    },
}
REQUEST: Schema = {
    "type": "object",
    "required": ["profile", "release"],
    "additionalProperties": False,
    "properties": {
        "profile": {"type": "array", "items": MOVIE_ID, "maxItems": MAX_PROFILE},
        "release": RELEASE,
        "limit": {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": 200},
        "categories": {
            "anyOf": [
                {"type": "boolean"},
                {"type": "array", "items": NAME, "maxItems": MAX_CATEGORIES},
            ],
            "default": True,
        },
        "per_category": {"type": "integer", "minimum": 0, "maximum": MAX_LIMIT, "default": 30},
        "exclude_profile": {"type": "boolean", "default": False},
    },
}
SCORED: Schema = {
    "type": "array",
    "maxItems": MAX_LIMIT,
    "items": {
        "type": "object",
        "required": ["id", "score"],
        "properties": {"id": MOVIE_ID, "score": {"type": "number"}},
    },
}
ANSWER: Schema = {
    "type": "object",
    "required": ["model", "known", "unknown", "overall", "categories"],
    "properties": {
        "model": NAME,
        "known": {"type": "integer", "minimum": 0},
        "unknown": {"type": "integer", "minimum": 0},
        "overall": SCORED,
        "categories": {"type": "object", "additionalProperties": SCORED},
    },
}
CATALOG: Schema = {
    "type": "object",
    "required": ["name", "version", "categories", "movies"],
    "properties": {
        "name": {"type": "string"},
        "version": {"type": "string"},
        "categories": {"type": "array", "items": NAME},
        "mean_profile_size": {"type": ["number", "null"]},
        "movies": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "title", "year", "categories", "popularity"],
                "properties": {
                    "id": MOVIE_ID,
                    "title": {"type": "string"},
                    "year": {"type": ["integer", "null"]},
                    "categories": {"type": "array", "items": NAME},
                    "popularity": {"type": "number", "minimum": 0},
                },
            },
        },
    },
}
MANIFEST: Schema = {
    "type": "object",
    "required": ["format", "id", "kind", "items", "dtype", "parameters", "sha256", "bytes"],
    "properties": {
        "format": {"const": 1},
        "id": {"type": "string"},
        "kind": {"enum": ["als", "content"]},
        "items": {"type": "integer"},
        "dtype": {"type": "array"},
        "parameters": {"type": "object", "additionalProperties": {"type": "number"}},
        "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "bytes": {"type": "integer"},
    },
}
PROBLEM: Schema = {
    "type": "object",
    "required": ["type", "title", "status"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "pointer": {"type": "string", "description": "Where in the document (RFC 6901)"},
    },
}


def answers(status: int, schema: Schema | None, *problems: int, media: str = "") -> dict[Any, Any]:
    """The `responses` of a route: its success, and the problems it can have."""
    success: Schema = {"description": "Success"}
    if schema is not None:
        success["content"] = {media or "application/json": {"schema": schema}}
    problem = {"content": {"application/problem+json": {"schema": PROBLEM}}}
    return {status: success, **{p: {"description": "Problem", **problem} for p in problems}}


def takes(schema: Schema) -> dict[str, Any]:
    """The `openapi_extra` of a route with a JSON body."""
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": True, "content": content}}
