"""Reads the bodies of requests: whole, in time, and within what there is room for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from epicrec_desktop.recommend.wire import MAX_REQUEST_BYTES, RecommendationRequest, parse_request
from epicrec_desktop.recommend.wire_contribution import (
    MAX_CONTRIBUTION_BYTES,
    Contribution,
    parse_contribution,
)
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.server.limits import BodyAllowance, BodyMemory, Limits
from epicrec_desktop.server.problems import Problem

Parsed = TypeVar("Parsed")
SMALL = 16_384
"""Bytes of a body that is parsed at once: handing it to a thread would take longer."""

_CLOSE = {"Connection": "close"}
"""Where a body was not read to its end, the rest of it would be taken for the next request."""


class Bodies:
    """Reads what is sent. Raises `Problem`, which never quotes them."""

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.body_seconds
        self._room = BodyMemory(limits.body_bytes)

    async def release(self, request: Request) -> RecommendationRequest:
        """Read and check a released profile."""
        return await self._parsed(request, MAX_REQUEST_BYTES, parse_request)

    async def contribution(self, request: Request) -> Contribution:
        """Read and check a contribution."""
        return await self._parsed(request, MAX_CONTRIBUTION_BYTES, parse_contribution)

    async def _parsed(
        self, request: Request, most: int, parse: Callable[[bytes], Parsed]
    ) -> Parsed:
        _check_headers(request, most)
        with self._room.body() as body:
            try:
                async with asyncio.timeout(self._seconds):
                    content = await _read(request, body, most)
            except TimeoutError:
                raise Problem(408, "The body did not come in time.", headers=_CLOSE) from None
            except ClientDisconnect:
                raise Problem(400, "The body broke off.", headers=_CLOSE) from None
            try:
                if len(content) <= SMALL:
                    return parse(content)
                return await run_in_threadpool(parse, content)
            except WireError as error:
                raise Problem(422, f"It {error.reason}.", pointer=error.pointer) from None


async def _read(request: Request, body: BodyAllowance, most: int) -> bytes:
    content = bytearray()
    async for chunk in request.stream():
        if len(content) + len(chunk) > most:
            raise _too_large(most)
        if not body.take(len(chunk)):
            raise Problem(
                503,
                "Too much is being sent by others at the moment.",
                headers={**_CLOSE, "Retry-After": "10"},
            )
        content += chunk
    return bytes(content)


def _check_headers(request: Request, most: int) -> None:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if (
        media_type != "application/json"
        or request.headers.get("content-encoding", "identity") != "identity"
    ):
        raise Problem(415, "Send application/json, not compressed.", headers=_CLOSE)
    length = request.headers.get("content-length", "0")
    if length.isdigit() and (len(length) > 10 or int(length) > most):
        raise _too_large(most)


def _too_large(most: int) -> Problem:
    return Problem(413, f"A request must not have more than {most} bytes.", headers=_CLOSE)
