"""What the OpenAPI document of the service says of its routes, made of the declared documents."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI

from epicrec_desktop.recommend.wire_schema import Schema, schema_of
from epicrec_desktop.server.http import JSON, PROBLEM


class ProblemDocument(msgspec.Struct):
    """What is answered to a request that fails (RFC 9457); `pointer`: RFC 6901."""

    type: str
    title: str
    status: int
    detail: str | msgspec.UnsetType = msgspec.UNSET
    pointer: str | msgspec.UnsetType = msgspec.UNSET


class Status(msgspec.Struct):
    """Whether a worker runs, or is ready."""

    status: str
    model: str | msgspec.UnsetType = msgspec.UNSET


BYTES: Schema = {"type": "string", "contentMediaType": "application/octet-stream"}

_MEANING = {
    206: "The part that was asked for",
    304: "As the client has it",
    401: "A key is needed, or another one",
    429: "Too many requests of one client; Retry-After says when to come back",
    503: "Too much is asked at the moment; Retry-After may say when to come back",
}


def responses_for(
    status: int, body: type[msgspec.Struct] | Schema | None, *others: int, media: str = ""
) -> dict[Any, Any]:
    """Return the `responses` of a route: its success, and what else it may answer."""
    success: dict[str, Any] = {"description": "Success"}
    if body is not None:
        schema = schema_of(body) if isinstance(body, type) else body
        success["content"] = {media or JSON: {"schema": schema}}
    plain = {s: {"description": _MEANING[s]} for s in others if s < 400}
    return {status: success, **plain, **problems(*(s for s in others if s >= 400))}


def problems(*statuses: int) -> dict[Any, Any]:
    """Return the `responses` that are problem documents."""
    content = {"content": {PROBLEM: {"schema": schema_of(ProblemDocument)}}}
    return {s: {"description": _MEANING.get(s, "Problem"), **content} for s in statuses}


def request_body_of(document: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the `openapi_extra` of a route with a JSON body."""
    content = {JSON: {"schema": schema_of(document)}}
    return {"requestBody": {"required": True, "content": content}}


def complete_schema(app: FastAPI, *, closed: bool) -> None:
    """Let the document say what holds of all calls: keys, and problems instead of FastAPI's own."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        document = generate()
        for call in (c for path in document["paths"].values() for c in path.values()):
            invalid = call["responses"].get("422")
            if invalid is not None:
                invalid["content"] = problems(422)[422]["content"]
        document.get("components", {}).pop("schemas", None)
        if closed:
            scheme = {"type": "http", "scheme": "bearer"}
            document.setdefault("components", {})["securitySchemes"] = {"key": scheme}
            document["security"] = [{"key": []}]
        return document

    app.openapi = openapi  # type: ignore[method-assign]
