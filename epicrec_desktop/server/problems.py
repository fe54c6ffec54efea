"""Problems as `application/problem+json` (RFC 9457), and what is noted about every request."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MEDIA_TYPE = "application/problem+json"
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


def install(app: FastAPI, counts: Requests) -> None:
    """Make every error of the app a problem document, and count every request."""

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
    app.add_middleware(Observed, counts=counts)


class Requests:
    """Counts requests by method, path pattern and status. Nothing about who or what."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[tuple[str, str, int]] = Counter()

    def add(self, method: str, route: str, status: int) -> None:
        """Count one request."""
        with self._lock:
            self._counts[method, route, status] += 1

    def text(self) -> str:
        """The counts in Prometheus's text format."""
        with self._lock:
            counts = sorted(self._counts.items())
        lines = [
            "# HELP epicrec_requests_total Requests answered.",
            "# TYPE epicrec_requests_total counter",
        ]
        lines += [
            f'epicrec_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
            for (method, route, status), count in counts
        ]
        return "\n".join(lines) + "\n"


class Observed:
    """ASGI middleware: counts and logs a request by its pattern, and turns a fault into a 500.

    An exception's text can hold what was sent, so only its type is logged.
    """

    def __init__(self, app: ASGIApp, counts: Requests) -> None:
        self._app = app
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception as error:  # noqa: BLE001 - the last place where a fault is met
            log.error("a request failed with %s", type(error).__name__)
            if status == 0:
                await response(500)(scope, receive, noting)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            route = str(getattr(scope.get("route"), "path", "other"))
            self._counts.add(method, route, status)
            milliseconds = (time.perf_counter() - started) * 1000
            log.info("%s %s %d in %.0f ms", method, route, status, milliseconds)
