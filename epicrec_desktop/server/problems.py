"""Problems as `application/problem+json` (RFC 9457), and what is noted about every request."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from epicrec_desktop.server.metrics import Metrics
from epicrec_desktop.server.records import REQUEST

MEDIA_TYPE = "application/problem+json"
_ENDING = {"Retry-After": "5", "Connection": "close"}
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}

log = logging.getLogger("epicrec_desktop.server")


class Problem(HTTPException):
    """A problem to tell the client. `detail` never quotes what the client sent."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self.members = members


def response(
    status: int,
    detail: str | None = None,
    members: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A problem document: title after the status, `about:blank` as its type."""
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        **({"detail": detail} if detail else {}),
        **(members or {}),
    }
    return Response(json.dumps(document), status, dict(headers or {}), MEDIA_TYPE)


def handle(app: FastAPI) -> None:
    """Make every error of the app a problem document."""

    async def on_http(_request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        members = error.members if isinstance(error, Problem) else None
        detail = error.detail if isinstance(error, Problem) else None
        return response(error.status_code, detail, members, error.headers)

    async def on_validation(_request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        # FastAPI's own answer quotes the input.
        places = sorted({str(e["loc"][0]) for e in error.errors() if e.get("loc")})
        return response(422, f"The {' and the '.join(places)} of the request is not valid.")

    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_validation)


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
        self._metrics.request_started()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except asyncio.CancelledError:
            # The service ends, and this takes longer than it waits. What was to be done may be
            # done all the same: whoever asks again is told.
            if status == 0:
                ending = response(503, "The service is about to end.", headers=_ENDING)
                await ending(scope, receive, noting)
        except Exception as error:  # noqa: BLE001 - the last place where a fault is met
            log.error("a request failed with %s", type(error).__name__)
            if status == 0:
                await response(500)(scope, receive, noting)
        finally:
            self._metrics.request_ended()
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
        log.info(
            "%s %s %d in %.0f ms",
            *(method, route, status, seconds * 1000),
            extra={REQUEST: fields},
        )
