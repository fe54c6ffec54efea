"""Who is answered at all: keys, rates, memory. Before anything of a request is looked at."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from epicrec_desktop.memory import resident_bytes
from epicrec_desktop.server.keys import Keys
from epicrec_desktop.server.limits import Limits
from epicrec_desktop.server.metrics import Metrics
from epicrec_desktop.server.problems import response
from epicrec_desktop.server.rates import Rate, Table
from epicrec_desktop.server.settings import AccessConfig

HEALTH = ("/healthz", "/readyz")
METRICS = "/metrics"
CONTRIBUTIONS = "/v1/contributions/"
_CLOSE = {"Connection": "close"}
"""A body that nobody reads would be taken for the next request."""

_READ_AWAY_BYTES, _READ_AWAY_SECONDS = 256 * 1024, 2.0
_MEMORY_SECONDS = 0.5
_DAY = 86_400.0
_LONGEST_WAIT = 86_400


@dataclass(frozen=True)
class Refusal:
    """Why a request is not looked at."""

    reason: str
    status: int
    detail: str
    wait: float = 0.0
    header: tuple[str, str] | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What goes with the answer."""
        named = dict([self.header]) if self.header else {}
        if self.wait:
            named["Retry-After"] = str(min(math.ceil(self.wait), _LONGEST_WAIT))
        return {**_CLOSE, **named}


class AccessMiddleware:
    """ASGI middleware: answers instead of the app where a request is refused.

    `keys` are asked for at each request, as they change while the service runs. A client is the
    member whose key it has, else its address; of IPv6 the network of its subscriber (/64).
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        access: AccessConfig,
        limits: Limits,
        table: Table,
        metrics: Metrics,
        keys: Callable[[], Keys],
    ) -> None:
        self._app, self._access, self._metrics, self._keys = app, access, metrics, keys
        self._operators = [ipaddress.ip_network(n) for n in access.operators]
        self._rate = Rate(table, "asked", limits.requests_per_minute / 60.0, limits.burst)
        per_day = limits.contributions_per_day
        burst = max(1, round(per_day))
        self._contributed = Rate(table, "contributed", per_day / _DAY, burst)
        self._memory = limits.memory_megabytes * 1_000_000
        self._looked, self._full = -math.inf, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self._app(scope, receive, send)
            return
        self._metrics.refused(refusal.reason)
        scope["refused"] = refusal.reason
        await _discard_body(scope, receive)
        answer = response(refusal.status, refusal.detail, headers=refusal.headers)
        await answer(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        path = scope["path"]
        if path in HEALTH:
            return None
        if path == METRICS:
            return None if self._is_operator(scope) else _NOT_FOR_YOU
        client = f"address {client_network(scope)}"
        if self._access.closed:
            member = self._keys().member(_key(scope))
            if member is None:
                # Guesses cost their address its allowance, as anything else does.
                return self._too_often(self._rate, client) or _NO_KEY
            client = f"key {member}"
        if refusal := self._too_often(self._rate, client):
            return refusal
        contributes = scope["method"] == "PUT" and path.startswith(CONTRIBUTIONS)
        if contributes and (refusal := self._too_often(self._contributed, client)):
            return refusal
        return _NO_MEMORY if self._is_full() else None

    def _too_often(self, rate: Rate, client: str) -> Refusal | None:
        wait = rate.wait(client)
        return Refusal("rate", 429, "Too many requests; come back later.", wait) if wait else None

    def _is_operator(self, scope: Scope) -> bool:
        address = _address(scope)
        return address is not None and any(address in network for network in self._operators)

    def _is_full(self) -> bool:
        """Whether this process uses more memory than it may; looked at now and then."""
        if self._memory and time.monotonic() - self._looked > _MEMORY_SECONDS:
            self._looked = time.monotonic()
            self._full = (resident_bytes() or 0) > self._memory
        return self._full


async def _discard_body(scope: Scope, receive: Receive) -> None:
    """Take what is still coming of a refused request, and forget it, within bounds.

    The connection is closed behind the answer. Where bytes are unread then, the client's system is
    told of a fault, and Windows throws away the answer that came before it.
    """
    if any(name == b"expect" for name, _ in scope["headers"]):
        return  # it waits, and would be told to go on
    left = _READ_AWAY_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(_READ_AWAY_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def client_network(scope: Scope) -> str:
    """Who asks: an IPv4 address, or the network of an IPv6 one; "" where it is not known."""
    address = _address(scope)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return "" if address is None else str(address)


def _address(scope: Scope) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    host = (scope.get("client") or ("",))[0]
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _key(scope: Scope) -> str:
    scheme, _, key = Request(scope).headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


_NO_KEY = Refusal(
    "key", 401, "This service needs a key.", header=("WWW-Authenticate", 'Bearer realm="epicrec"')
)
_NOT_FOR_YOU = Refusal("operator", 403, "This is for whoever runs the service.")
_NO_MEMORY = Refusal("memory", 503, "The service has no memory to spare at the moment.", 5.0)
