"""HTTP: bounded bodies, compression and ETags, problem documents."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Any, TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.server.config import Limits
from epicrec_desktop.server.monitoring import REQUEST, Metrics

JSON, PROBLEM = "application/json", "application/problem+json"
CLOSE = {"Connection": "close"}
"""Where a body was not read to its end, the rest of it would be taken for the next request."""

METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}

HEALTH = ("/healthz", "/readyz", "/readyz/contributions")
"""Asked for every second by proxies and supervisors: neither limited nor logged."""

log = logging.getLogger("epicrec_desktop.server")


class Problem(HTTPException):
    """A problem to tell the client. `detail` never quotes what the client sent."""

    def __init__(
        self, status: int, detail: str, *, headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self.members = members


def response(
    status: int,
    detail: str | None = None,
    members: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a problem document: title after the status, `about:blank` as its type."""
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        **({"detail": detail} if detail else {}),
        **(members or {}),
    }
    return Response(json.dumps(document), status, dict(headers or {}), PROBLEM)


def handle(app: FastAPI) -> None:
    """Make every error of the app a problem document."""

    @app.exception_handler(HTTPException)
    async def on_http(_request: Request, error: HTTPException) -> Response:
        members = error.members if isinstance(error, Problem) else None
        detail = error.detail if isinstance(error, Problem) else None
        return response(error.status_code, detail, members, error.headers)

    @app.exception_handler(RequestValidationError)
    async def on_validation(_request: Request, error: RequestValidationError) -> Response:
        # FastAPI's own answer quotes the input.
        places = sorted({str(e["loc"][0]) for e in error.errors() if e.get("loc")})
        return response(422, f"The {' and the '.join(places)} of the request is not valid.")


class RequestLogMiddleware:
    """ASGI middleware: counts and logs a request by its pattern, and turns a fault into a 500.

    An exception's text can hold what was sent, so only its type is logged.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0
        self._metrics.in_flight.inc()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except asyncio.CancelledError:
            # The service ends, and this takes longer than it waits. What was to be done may be
            # done all the same: a client that asks again gets the result.
            if status == 0:
                ending = response(
                    503, "The service is about to end.", headers={"Retry-After": "5", **CLOSE}
                )
                await ending(scope, receive, noting)
        except Exception as error:  # noqa: BLE001 - the last place where a fault is met
            log.error("a request failed with %s", type(error).__name__)
            if status == 0:
                await response(500)(scope, receive, noting)
        finally:
            self._metrics.in_flight.dec()
            self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        other = "refused" if "refused" in scope else "other"
        route = str(getattr(scope.get("route"), "path", other))
        self._metrics.answered(method, route, status, seconds)
        fields = {
            "method": method,
            "route": route,
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
        }
        log.log(
            logging.DEBUG if scope["path"] in HEALTH else logging.INFO,
            "%s %s %d in %.0f ms",
            *(method, route, status, seconds * 1000),
            extra={REQUEST: fields},
        )


Parsed = TypeVar("Parsed")
SMALL = 16_384
"""Bytes of a body that is parsed at once: handing it to a thread would take longer."""


class Bodies:
    """Reads what is sent, so many bytes at one time. Raises `Problem`, which never quotes them.

    For one event loop.
    """

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.body_seconds
        self._left = limits.body_bytes

    async def parsed(self, request: Request, most: int, parse: Callable[[bytes], Parsed]) -> Parsed:
        """Return what `parse` makes of a body of at most so many bytes."""
        media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != JSON or request.headers.get("content-encoding", "identity") != "identity":
            raise Problem(415, "Send application/json, not compressed.", headers=CLOSE)
        length = request.headers.get("content-length", "0")
        if length.isdigit() and (len(length) > 10 or int(length) > most):
            raise _too_large(most)
        content, body = bytearray(), b""
        try:
            async with asyncio.timeout(self._seconds):
                await self._read(request, content, most)
            body = bytes(content)
            content.clear()  # not twice in memory while it is parsed
            if len(body) <= SMALL:
                return parse(body)
            return await run_in_threadpool(parse, body)
        except TimeoutError:
            raise Problem(408, "The body did not come in time.", headers=CLOSE) from None
        except ClientDisconnect:
            raise Problem(400, "The body broke off.", headers=CLOSE) from None
        except WireError as error:
            raise Problem(422, f"It {error.reason}.", pointer=error.pointer) from None
        finally:
            self._left += len(content) + len(body)

    async def _read(self, request: Request, content: bytearray, most: int) -> None:
        async for chunk in request.stream():
            if len(content) + len(chunk) > most:
                raise _too_large(most)
            if len(chunk) > self._left:
                raise Problem(
                    503,
                    "Too much is being sent by others at the moment.",
                    headers={**CLOSE, "Retry-After": "10"},
                )
            self._left -= len(chunk)
            content += chunk


def _too_large(most: int) -> Problem:
    return Problem(413, f"A request must not have more than {most} bytes.", headers=CLOSE)


SMALLEST = 1024
CHECK_AGAIN = "no-cache"
FOR_EVER = "max-age=31536000, immutable"


def cache_control(request: Request, directives: str) -> str:
    """Return a Cache-Control value; a closed group's answers are not for shared caches."""
    scope = "private" if request.app.state.closed else "public"
    return f"{scope}, {directives}"


@dataclass(frozen=True)
class StaticResponse:
    """A body that never changes, with its entity tags; compressed once, at the first request."""

    body: bytes
    media_type: str
    cache_control: str

    @cached_property
    def _tag(self) -> str:
        return hashlib.sha256(self.body).hexdigest()[:32]

    @cached_property
    def _gzipped(self) -> bytes:
        return gzip.compress(self.body, compresslevel=6, mtime=0)

    def response(self, request: Request) -> Response:
        """Return the body, or 304 if the client has it."""
        compressed = len(self.body) >= SMALLEST and accepts_gzip(request)
        tag = f'"{self._tag}-gzip"' if compressed else f'"{self._tag}"'
        headers = {
            "ETag": tag,
            "Cache-Control": cache_control(request, self.cache_control),
            "Vary": "Accept-Encoding",
        }
        # A client that has either form has the document.
        wanted = {t.strip().removeprefix("W/") for t in _header(request, "if-none-match")}
        if wanted & {f'"{self._tag}-gzip"', f'"{self._tag}"', "*"}:
            return Response(status_code=304, headers=headers)
        if compressed:
            headers["Content-Encoding"] = "gzip"
        content = self._gzipped if compressed else self.body
        return Response(content, headers=headers, media_type=self.media_type)


def uncached_response(request: Request, body: bytes, media_type: str) -> Response:
    """Return a body for this request alone: stored nowhere on its way."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if len(body) >= SMALLEST and accepts_gzip(request):
        headers["Content-Encoding"] = "gzip"
        # Level 5 makes it 12 % smaller in twice the time.
        body = gzip.compress(body, compresslevel=2, mtime=0)
    return Response(body, headers=headers, media_type=media_type)


def accepts_gzip(request: Request) -> bool:
    """Return whether the client accepts gzip, with a weight other than 0."""
    for entry in _header(request, "accept-encoding"):
        coding, _, weight = entry.partition(";")
        if coding.strip().lower() == "gzip":
            return weight.replace(" ", "").removeprefix("q=").strip("0.") != "" or not weight
    return False


def _header(request: Request, name: str) -> list[str]:
    return request.headers.get(name, "").split(",")
