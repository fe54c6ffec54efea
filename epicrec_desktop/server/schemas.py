"""The OpenAPI document's part of the wire format: problems, and what a route takes and answers.

Bodies are described where they are read: `recommend.wire`, `recommend.catalogs`.
"""

from __future__ import annotations

from typing import Any

from epicrec_desktop.recommend.files import KINDS
from epicrec_desktop.recommend.model import FORMAT
from epicrec_desktop.recommend.wire_schema import Schema

MANIFEST: Schema = {
    "type": "object",
    "required": ["format", "id", "kind", "items", "dtype", "parameters", "sha256", "bytes"],
    "properties": {
        "format": {"enum": [FORMAT]},
        "id": {"type": "string"},
        "kind": {"enum": sorted(KINDS)},
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
    success: dict[str, Any] = {"description": "Success"}
    if schema is not None:
        success["content"] = {media or "application/json": {"schema": schema}}
    problem = {"content": {"application/problem+json": {"schema": PROBLEM}}}
    return {status: success, **{p: {"description": "Problem", **problem} for p in problems}}


def takes(schema: Schema) -> dict[str, Any]:
    """The `openapi_extra` of a route with a JSON body."""
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": True, "content": content}}
