"""The OpenAPI document's part of the wire format: problems, and what a route takes and answers.

Bodies are described where they are read: `recommend.wire`, `recommend.catalogs`,
`recommend.contribution_wire`.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from epicrec_desktop.recommend.model import FORMAT
from epicrec_desktop.recommend.model_files import KINDS
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
STATUS: Schema = {
    "type": "object",
    "required": ["status"],
    "properties": {"status": {"type": "string"}, "model": {"type": "string"}},
}
BYTES: Schema = {"type": "string", "contentMediaType": "application/octet-stream"}

_MEANING = {
    206: "The part that was asked for",
    304: "As the client has it",
    401: "A key is needed, or another one",
    429: "Too many requests of one client; Retry-After says when to come back",
    503: "Too much is asked at the moment; Retry-After may say when to come back",
}


def responses_for(
    status: int, schema: Schema | None, *others: int, media: str = ""
) -> dict[Any, Any]:
    """The `responses` of a route: its success, and what else it may answer."""
    success: dict[str, Any] = {"description": "Success"}
    if schema is not None:
        success["content"] = {media or "application/json": {"schema": schema}}
    plain = {s: {"description": _MEANING[s]} for s in others if s < 400}
    return {status: success, **plain, **problems(*(s for s in others if s >= 400))}


def problems(*statuses: int) -> dict[Any, Any]:
    """The `responses` that are problem documents."""
    content = {"content": {"application/problem+json": {"schema": PROBLEM}}}
    return {s: {"description": _MEANING.get(s, "Problem"), **content} for s in statuses}


def request_body_of(schema: Schema) -> dict[str, Any]:
    """The `openapi_extra` of a route with a JSON body."""
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": True, "content": content}}


def complete_schema(app: FastAPI, *, closed: bool) -> None:
    """Let the document say what holds of all calls: keys, and problems instead of FastAPI's own."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        document = generate()
        for call in (c for path in document["paths"].values() for c in path.values()):
            invalid = call["responses"].get("422")
            if invalid is not None:
                invalid["content"] = {"application/problem+json": {"schema": PROBLEM}}
        document.get("components", {}).pop("schemas", None)
        if closed:
            scheme = {"type": "http", "scheme": "bearer"}
            document.setdefault("components", {})["securitySchemes"] = {"key": scheme}
            document["security"] = [{"key": []}]
        return document

    app.openapi = openapi  # type: ignore[method-assign]
