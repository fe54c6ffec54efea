"""HTTP requests to a provider: one bounded exchange, and its failures as sentences.

System certificates plus the one the user added; no redirects, no cookies, no .netrc; a cap on the
size and a deadline for the whole. A body is sent a fixed pause after the connection is open, so
that the time between the two does not depend on how long the body took to make.
"""

from __future__ import annotations

import hashlib
import io
import json
import queue
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter
from requests.utils import get_environ_proxies
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import N_, Message, Value, message
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.provider.address import is_loopback


class TransportError(Exception):
    """An exchange failed; its `template` has places for `provider` and `kept`.

    `sent`: whether the request may have left.
    """

    sent = False

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.template = template


class UntrustedError(TransportError):
    """The certificate of the provider is not trusted."""


@dataclass(frozen=True)
class HttpRequest:
    """One request. `body` None: GET, else POST of JSON, or PUT where `replaces`."""

    url: str
    max_bytes: int  # bytes of the answer, unpacked
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    pause: float = 0.0  # seconds between the open connection and the request
    replaces: bool = False

    @property
    def method(self) -> str:
        """The HTTP method."""
        if self.body is None:
            return "GET"
        return "PUT" if self.replaces else "POST"


@dataclass(frozen=True)
class Certificate:
    """The verified certificate of the other side: trusted, for its name and in its time."""

    issuer: str  # a name that whoever issued it chose
    expires: str  # "2027-01-31"
    sha256: str  # of the certificate, as hexadecimal digits


@dataclass(frozen=True)
class HttpReply:
    """A reply; header names are lower case. `certificate` None: it was not encrypted."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    certificate: Certificate | None = None

    @property
    def media_type(self) -> str:
        """The content type without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


@dataclass(frozen=True)
class AccessKey:
    """The key to a closed group, and its address: it is sent nowhere else."""

    address: str
    secret: str = field(repr=False)

    def headers(self, url: str) -> dict[str, str]:
        """Return the headers of a request to this URL."""
        there = url == self.address or url.startswith(f"{self.address}/")
        return {"Authorization": f"Bearer {self.secret}"} if there else {}


@dataclass(frozen=True)
class Transport:
    """How to reach a provider: the deadline in seconds, and the certificate the user added.

    `key`: what a closed group gave the user; it is sent with every request to its address.
    """

    deadline: float
    certificate: Path | None = None
    key: AccessKey | None = None

    def exchange(self, call: HttpRequest, cancelled: IsCancelled = never_cancelled) -> HttpReply:
        """Make one exchange. Raises `TransportError` and `Cancelled`.

        It runs in a thread of its own, because neither a name lookup nor headers that arrive one
        by one obey a timeout. After the deadline nobody waits for that thread.
        """
        # What makes it is loaded at the first one: a tenth of a second that no start pays.

        running = Exchange(self, call)
        threading.Thread(target=running.run, name="provider-exchange", daemon=True).start()
        try:
            return running.wait(cancelled)
        except TransportError as error:
            # In this order: whoever begins after this look finds that nobody waits, and does not.
            running.abandoned = True
            error.sent = running.started
            raise
        finally:
            running.abandoned = True


CHUNK = 16_384
CONNECT_SECONDS = 10.0
USER_AGENT = "epicrec-desktop"
_LONGEST_NAME = 200
LOOK_SECONDS = 0.1
"""How often somebody who waits looks whether the person cancelled."""


class Exchange:
    """One exchange: made in one thread, awaited in another."""

    def __init__(self, transport: Transport, call: HttpRequest) -> None:
        self._transport = transport
        self._call = call
        self._end = time.monotonic() + transport.deadline
        self._answers: queue.SimpleQueue[HttpReply | Exception] = queue.SimpleQueue()
        self._certificate: Certificate | None = None
        self.started = False  # the request, or a part of it, may have left
        self.abandoned = False  # nobody waits any longer

    def wait(self, cancelled: IsCancelled) -> HttpReply:
        """Return the reply, in the thread that asked."""
        while (left := self._end - time.monotonic()) > 0:
            check(cancelled)
            try:
                answer = self._answers.get(timeout=min(left, LOOK_SECONDS))
            except queue.Empty:
                continue
            if isinstance(answer, Exception):
                raise _transport_error(answer) from None
            return answer
        raise TransportError(N_("{provider} did not answer in time. {kept}"))

    def run(self) -> None:
        """Make the exchange, in a thread of its own."""
        try:
            self._answers.put(self._made())
        except Exception as error:  # noqa: BLE001 - carried to the caller's thread
            self._answers.put(error)

    def _made(self) -> HttpReply:
        call, transport = self._call, self._transport
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "gzip", **call.headers}
        if transport.key is not None:
            headers |= transport.key.headers(call.url)
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        with requests.Session() as session:
            session.trust_env = False  # no .netrc; the proxy is looked up below
            session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            secure = call.url.startswith("https:")
            # Reading the system's certificates takes 30 ms.
            context = ssl_context(transport.certificate) if secure else None
            session.mount(call.url, _Adapter(context, self._opened))
            with session.request(
                call.method,
                call.url,
                data=call.body,
                headers=headers,
                proxies=proxies(call.url),
                allow_redirects=False,
                stream=True,
                timeout=(min(CONNECT_SECONDS, transport.deadline), transport.deadline),
            ) as response:
                return HttpReply(
                    response.status_code,
                    {name.lower(): value for name, value in response.headers.items()},
                    self._read(response),
                    self._certificate,
                )

    def _opened(self, connection: Any = None) -> None:
        """Wait once the connection is open, and encrypted where it is to be, before it is used."""
        if isinstance(connection, ssl.SSLSocket):
            self._certificate = _certificate(connection)
        time.sleep(self._call.pause)
        self.started = True  # before the look, so that who gives up meanwhile knows of it
        if self.abandoned:
            raise TransportError(N_("{provider} was not asked any more. {kept}"))

    def _read(self, response: requests.Response) -> bytes:
        content = io.BytesIO()  # it gives its bytes away without a copy
        for chunk in response.iter_content(CHUNK):
            content.write(chunk)
            if content.tell() > self._call.max_bytes:
                raise TransportError(
                    N_("{provider} answered with more data than is allowed. {kept}")
                )
            if self.abandoned or time.monotonic() > self._end:
                raise TransportError(N_("{provider} did not answer in time. {kept}"))
        return content.getvalue()


def proxies(url: str) -> dict[str, str]:
    """Return the system's proxy for a URL; none for this computer, which no request may leave."""
    return {} if is_loopback(urlsplit(url).hostname or "") else dict(get_environ_proxies(url))


def ssl_context(certificate: Path | None) -> ssl.SSLContext:
    """Return a context with the system's certificates and one the user added.

    Where the system has none, those that come with this program. Raises `TransportError`.
    """
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    if not context.cert_store_stats()["x509_ca"] and paths.cafile is None and paths.capath is None:
        context.load_verify_locations(requests.certs.where())
    if certificate is not None:
        try:
            context.load_verify_locations(certificate)
        except (OSError, ssl.SSLError):
            raise TransportError(
                "{provider} has a certificate file that cannot be read; choose the file again. "
                "{kept}"
            ) from None
        # The person may add the very certificate of a server at home, which signs nothing else.
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


class _Adapter(HTTPAdapter):
    """An adapter that verifies with one context instead of the certificates that requests has.

    Calls `opened` between an open connection and the request.
    """

    def __init__(self, context: ssl.SSLContext | None, opened: Callable[[Any], None]) -> None:
        self._context = context
        self._opened = opened
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **{**kwargs, **self._options()})
        self.poolmanager.pool_classes_by_scheme = _pools(self._opened)

    def proxy_manager_for(self, proxy: str, **kwargs: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **self._options(), **kwargs)
        manager.pool_classes_by_scheme = _pools(self._opened)
        return manager

    def cert_verify(self, conn: Any, url: str, verify: Any, cert: Any) -> None:
        if self._context is not None:
            conn.cert_reqs = "CERT_REQUIRED"

    def _options(self) -> dict[str, Any]:
        return {} if self._context is None else {"ssl_context": self._context}


def _certificate(connection: ssl.SSLSocket) -> Certificate | None:
    """Return the other side's certificate, which was verified when the connection was made."""
    whole, peer = connection.getpeercert(binary_form=True), connection.getpeercert() or {}
    if whole is None:
        return None
    names: dict[str, str] = {}
    for part in peer.get("issuer", ()):
        names |= {str(pair[0]): str(pair[1]) for pair in part}
    named = (names.get(key) for key in ("organizationName", "commonName"))
    expires = ""
    with suppress(ValueError, KeyError, OverflowError, OSError):
        seconds = ssl.cert_time_to_seconds(str(peer["notAfter"]))
        expires = datetime.fromtimestamp(seconds, UTC).date().isoformat()
    return Certificate(
        next((name for name in named if name), "")[:_LONGEST_NAME],
        expires,
        hashlib.sha256(whole).hexdigest(),
    )


def _pools(opened: Callable[[Any], None]) -> dict[str, type[HTTPConnectionPool]]:
    """Return connection pools by scheme, with a callback once each connection is open."""

    class Plain(HTTPConnection):
        def connect(self) -> None:
            super().connect()
            opened(self.sock)

    class Secure(HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            opened(self.sock)

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}


def _transport_error(error: Exception) -> Exception:
    """Return the failure as a sentence. Library texts contain addresses, and are left out."""
    if isinstance(error, TransportError):
        return error
    if isinstance(error, requests.exceptions.SSLError) and "CERTIFICATE_VERIFY_FAILED" in str(
        error
    ):
        return UntrustedError(_UNTRUSTED)
    for kinds, template in _EXPLANATIONS:
        if isinstance(error, kinds):
            return TransportError(template)
    return error


_UNTRUSTED = N_(
    "{provider} could not prove who it is: its certificate is not trusted, has expired or "
    "belongs to another. Only if you know who runs it, add its certificate. {kept}"
)

_EXPLANATIONS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    (
        (requests.exceptions.SSLError,),
        N_("{provider} did not agree to an encrypted connection. {kept}"),
    ),
    (
        (requests.exceptions.ProxyError,),
        N_("{provider} could not be reached through the system's proxy. {kept}"),
    ),
    ((requests.exceptions.Timeout,), N_("{provider} did not answer in time. {kept}")),
    (
        (requests.exceptions.ContentDecodingError, requests.exceptions.ChunkedEncodingError),
        N_("{provider} broke off its answer. {kept}"),
    ),
    ((requests.exceptions.ConnectionError,), N_("{provider} could not be reached. {kept}")),
    (
        (requests.exceptions.RequestException, urllib3.exceptions.HTTPError, OSError, UnicodeError),
        N_("{provider} could not be asked. {kept}"),
    ),
)


ARRIVED = message("Your release was sent. It is kept, and sending it again costs nothing.")
MAY_HAVE_ARRIVED = message(
    "Your release may have arrived. It is kept, and sending it again costs nothing."
)
NOT_SENT = message(
    "Nothing was sent. Your release is kept; sending it later costs no more privacy."
)


@dataclass(frozen=True)
class ProviderSession:
    """Makes exchanges in a provider's name. Raises `ProviderError`.

    `kept` is the last sentence of an error: what happened to the user's data. For a release it is
    None, and the sentence says whether the release left.
    """

    name: str
    address: str
    transport: Transport

    def request(self, call: HttpRequest, kept: Message | None, cancelled: IsCancelled) -> HttpReply:
        """Make one exchange, of any status. Raises `Cancelled` too."""
        try:
            return self.transport.exchange(call, cancelled)
        except TransportError as error:
            sent = call.body is not None and error.sent
            left = MAY_HAVE_ARRIVED if sent else NOT_SENT
            raise ProviderError(
                error.template, sent=None if sent else False, provider=self.name, kept=kept or left
            ) from None

    def check_reply(self, reply: HttpReply, media_type: str | None, kept: Message | None) -> None:
        """Raise for every reply but a success of this type."""
        if 300 <= reply.status < 400:
            raise ProviderError(
                "{provider} wants to send you to another address. That is not followed, because "
                "what you release would go to a stranger. {kept}",
                sent=kept is None,
                provider=self.name,
                kept=kept or ARRIVED,
            )
        if reply.status >= 400:
            raise self._refused(reply, kept)
        if reply.status != 200 or (media_type and reply.media_type != media_type):
            raise self.malformed_answer(kept)

    def malformed_answer(self, kept: Message | None) -> ProviderError:
        """Return the error for an answer that is none."""
        return ProviderError(
            "{provider} did not answer as a recommendation service does. {kept}",
            sent=kept is None,
            provider=self.name,
            kept=kept or ARRIVED,
        )

    def _refused(self, reply: HttpReply, kept: Message | None) -> ProviderError:
        """Return the error of a status of 400 or more, with its problem+json's title, shortened."""
        values: dict[str, Value] = {
            "provider": self.name,
            "status": reply.status,
            "kept": kept or ARRIVED,
        }
        if reply.status in (401, 403):
            has_key = self.transport.key is not None
            template = _NOT_LET_IN if reply.status == 403 else _WRONG_KEY if has_key else _NO_KEY
            return ProviderError(template, sent=kept is None, **values)
        title, own = _title(reply), reply.status >= 500
        if title is None:
            template = _FAILED if own else _REFUSED
            return ProviderError(template, sent=kept is None, **values)
        template = _FAILED_SAYING if own else _REFUSED_SAYING
        return ProviderError(template, sent=kept is None, title=title, **values)


_FAILED = N_("{provider} has a problem of its own (status {status}). {kept}")
_FAILED_SAYING = N_("{provider} has a problem of its own (status {status}): “{title}”. {kept}")
_REFUSED = N_("{provider} refused the request (status {status}). {kept}")
_REFUSED_SAYING = N_("{provider} refused the request (status {status}): “{title}”. {kept}")
_NO_KEY = N_(
    "{provider} answers members only. Whoever runs it can give you a key: enter it in Settings, "
    "under Services. {kept}"
)
_WRONG_KEY = N_(
    "{provider} does not accept the key that is kept for it. It may have been withdrawn: ask "
    "whoever runs it for another, and enter that in Settings, under Services. {kept}"
)
_NOT_LET_IN = N_("{provider} does not let you in (status {status}). {kept}")


def _title(reply: HttpReply) -> str | None:
    """Return the title of a reply's problem+json, shortened; None where there is none."""
    if reply.media_type != "application/problem+json":
        return None
    try:
        document = json.loads(reply.body[:_PROBLEM_BYTES])
    except (ValueError, RecursionError):
        return None
    title = document.get("title") if isinstance(document, dict) else None
    if not isinstance(title, str):
        return None
    clean = " ".join("".join(c if c.isprintable() else " " for c in title).split())
    return clean[:120] or None


_PROBLEM_BYTES = 20_000
