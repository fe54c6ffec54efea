"""Access control: keys of a closed group, request rates per client, and memory limits.

ASGI middleware refuses a request before anything of it is read.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import logging
import math
import mmap
import re
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.files import write_file
from epicrec_desktop.memory import resident_bytes
from epicrec_desktop.server.config import AccessConfig, Limits
from epicrec_desktop.server.http import CLOSE, HEALTH, Problem, response
from epicrec_desktop.server.monitoring import Metrics

KEY_PREFIX = "epicrec_"
"""What every key begins with, so that one is known where it was left lying about."""

NAME = re.compile(r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")
MOST_KEYS = 10_000
_LARGEST = 5_000_000
_Name = Annotated[str, Meta(pattern=NAME.pattern)]
_Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]

log = logging.getLogger("epicrec_desktop.server")


class Keys(msgspec.Struct, frozen=True, dict=True, rename={"hashes": "keys"}):
    """Names of members, and the SHA-256 of the key of each."""

    hashes: dict[_Name, _Hash]

    def member(self, key: str) -> str | None:
        """Return the name of the member with this key; None without one.

        Looked up by hash. The time may tell how a hash begins, which helps nobody to find a key
        of 256 random bits.
        """
        return self._names.get(_hash(key))

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {hashed: name for name, hashed in self.hashes.items()}


def read_keys(file: Path) -> Keys:
    """Return the keys in a file; none if there is no file. Raises `EpicRecError`."""
    try:
        with file.open("rb") as stream:
            return msgspec.json.decode(stream.read(_LARGEST), type=Keys)
    except FileNotFoundError:
        return Keys({})
    except (OSError, ValueError, RecursionError):
        raise EpicRecError(
            "The file of keys {file} cannot be read; nothing was changed. Restore it from a "
            "backup, or remove it and make new keys.",
            file=file,
        ) from None


def add_key(file: Path, name: str) -> str:
    """Create and return a key for a member; its hash is stored. Raises `EpicRecError`."""
    if not NAME.fullmatch(name):
        raise EpicRecError(
            "A name of a key is letters, digits, dots, underlines and dashes, at most 64; "
            "nothing was changed."
        )
    known = dict(read_keys(file).hashes)
    if name in known:
        raise EpicRecError(
            "There is a key named {name}; nothing was changed. Remove it first, or choose "
            "another name.",
            name=name,
        )
    if len(known) >= MOST_KEYS:
        raise EpicRecError("There are as many keys as there can be; nothing was changed.")
    key = KEY_PREFIX + secrets.token_urlsafe(32)
    _write(file, {**known, name: _hash(key)})
    return key


def remove_key(file: Path, name: str) -> None:
    """Remove a member's key. Raises `EpicRecError` if there is none."""
    known = dict(read_keys(file).hashes)
    if known.pop(name, None) is None:
        raise EpicRecError("There is no key named {name}; nothing was changed.", name=name)
    _write(file, known)


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _write(file: Path, keys: Mapping[str, str]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        content = msgspec.json.encode(Keys(dict(sorted(keys.items()))))
        write_file(file, msgspec.json.format(content, indent=2))
    except OSError:
        raise EpicRecError(
            "The keys cannot be written; they are as they were. "
            "Check that you may write to the service's folder."
        ) from None


PLACES = 1 << 16
TABLE_BYTES = 2 * PLACES * 8
Times = NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """Request times of all clients, (2, `PLACES`), and the hash key of their places."""

    times: Times
    key: bytes

    @classmethod
    def create(cls, file: Path) -> bytes:
        """Make a file for several processes; returns the key they need to `share` it."""
        with file.open("xb") as stream:
            stream.truncate(TABLE_BYTES)
        return secrets.token_bytes(32)

    @classmethod
    def share(cls, file: Path, key: bytes) -> Table:
        """Return the table in a file that `create` made."""
        with file.open("r+b") as stream:
            mapped = mmap.mmap(stream.fileno(), TABLE_BYTES)
        return cls(np.frombuffer(mapped, dtype=np.float64).reshape(2, PLACES), key)


@dataclass(frozen=True)
class Rate:
    """At most `per_second` requests of one client, of which `burst` may come at once.

    `purpose` separates the same client under different rates in one table.
    """

    table: Table
    purpose: str
    per_second: float
    burst: int
    now: Callable[[], float] = time.monotonic

    def wait(self, client: str) -> float:
        """Count a request, and return 0; or seconds until there is room for one, uncounted."""
        if self.per_second <= 0.0:
            return 0.0
        now, gap = self.now(), 1.0 / self.per_second
        text = f"{self.purpose}\n{client}".encode("utf-8", "surrogatepass")
        digest = hashlib.blake2b(text, digest_size=8, key=self.table.key).digest()
        first, second = np.frombuffer(digest, dtype=">u4") % PLACES
        times = self.table.times
        whole = max(now, min(float(times[0, first]), float(times[1, second])))
        late = whole + gap - now - gap * self.burst
        if late > 1e-9 * gap:
            return late
        times[0, first] = max(float(times[0, first]), whole + gap)
        times[1, second] = max(float(times[1, second]), whole + gap)
        return 0.0


METRICS = "/metrics"
CONTRIBUTIONS = "/v1/contributions/"
_READ_AWAY_BYTES, _READ_AWAY_SECONDS = 256 * 1024, 2.0
_MEMORY_SECONDS = 0.5
_DAY = 86_400.0
_LONGEST_WAIT = 86_400


class Refusal(Problem):
    """Why a request is not looked at, for metrics in a word. `wait`: seconds until another try."""

    def __init__(self, reason: str, status: int, detail: str, wait: float = 0.0) -> None:
        headers = dict(CLOSE)
        if wait:
            headers["Retry-After"] = str(min(math.ceil(wait), _LONGEST_WAIT))
        if status == 401:
            headers["WWW-Authenticate"] = 'Bearer realm="epicrec"'
        super().__init__(status, detail, headers=headers)
        self.reason = reason


class ProxyMiddleware(ProxyHeadersMiddleware):
    """Takes the client's address from what a trusted proxy adds to X-Forwarded-For.

    Logs once that somebody else sends it: all clients behind such a proxy are one client.
    """

    _warned = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one request."""
        if not self._warned and scope["type"] == "http":
            sender = (scope.get("client") or (None,))[0]
            forwarded = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
            if forwarded and sender not in self.trusted_hosts:
                self._warned = True
                log.warning(
                    "X-Forwarded-For came from an address that is not in listen.trusted_proxies: "
                    "everybody behind that proxy shares the limits of one client"
                )
        await super().__call__(scope, receive, send)


class AccessMiddleware:
    """ASGI middleware: answers instead of the app where a request is refused.

    Requests to `metrics_port` may read the metrics, and nothing else; no others may. `keys` are
    asked for at each request, as they change while the service runs. A client is the
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
        metrics_port: int | None = None,
    ) -> None:
        self._app, self._access, self._metrics, self._keys = app, access, metrics, keys
        self._metrics_port = metrics_port
        self._rate = Rate(table, "asked", limits.requests_per_minute / 60.0, limits.burst)
        per_day = limits.contributions_per_day
        burst = max(1, round(per_day))
        self._contributed = Rate(table, "contributed", per_day / _DAY, burst)
        self._memory = limits.memory_megabytes * 1_000_000
        self._looked, self._full = -math.inf, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        try:
            if scope["type"] == "http":
                self._check(scope)
        except Refusal as refusal:
            self._metrics.refused(refusal.reason)
            scope["refused"] = refusal.reason
            await _discard_body(scope, receive)
            await response(refusal.status_code, refusal.detail, headers=refusal.headers)(
                scope, receive, send
            )
            return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        """Count a request. Raises `Refusal`."""
        path = scope["path"]
        port = (scope.get("server") or ("", None))[1]
        has_metrics = self._metrics_port is not None and port == self._metrics_port
        if has_metrics != (path == METRICS):
            detail = "Metrics have an address of their own, and it has no more."
            raise Refusal("address", 404, detail)
        if has_metrics or path in HEALTH:
            return
        client = f"address {client_network(scope)}"
        if self._access.closed:
            member = self._keys().member(_key(scope))
            if member is None:
                # Guesses cost their address its allowance, as anything else does.
                self._count(self._rate, client)
                raise Refusal("key", 401, "This service needs a key.")
            client = f"key {member}"
        self._count(self._rate, client)
        if scope["method"] == "PUT" and path.startswith(CONTRIBUTIONS):
            self._count(self._contributed, client)
        # Whether this process uses more memory than it may is checked twice a second.
        if self._memory and time.monotonic() - self._looked > _MEMORY_SECONDS:
            self._looked = time.monotonic()
            self._full = (resident_bytes() or 0) > self._memory
        if self._full:
            detail = "The service has no memory to spare at the moment."
            raise Refusal("memory", 503, detail, 5.0)

    def _count(self, rate: Rate, client: str) -> None:
        if wait := rate.wait(client):
            raise Refusal("rate", 429, "Too many requests; come back later.", wait)


async def _discard_body(scope: Scope, receive: Receive) -> None:
    """Read the rest of a refused request and discard it, within bounds.

    The connection is closed after the answer. If bytes are unread then, the client's system gets a
    reset, and Windows discards the answer that came before it.
    """
    if any(name == b"expect" for name, _ in scope["headers"]):
        return  # it waits, and would get a response to go on
    left = _READ_AWAY_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(_READ_AWAY_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def client_network(scope: Scope) -> str:
    """Return the client: an IPv4 address, or the network of an IPv6 one; "" if unknown."""
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
