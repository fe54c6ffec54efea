"""Makes one HTTP exchange with a provider, kept within bounds; imported at the first one.

System certificates plus the one the person added; no redirects (a 307 would post the profile
elsewhere); no cookies; no .netrc; the system's proxy; a cap on the size; a deadline for the whole.

A body is there before the connection is: it is sent a fixed pause after the connection is open, so
that the time between the two tells nothing of how long it took to make.
"""

from __future__ import annotations

import hashlib
import io
import queue
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
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

from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.progress import IsCancelled, check
from epicrec_desktop.provider.address import is_loopback
from epicrec_desktop.provider.transport import (
    Certificate,
    HttpReply,
    HttpRequest,
    Transport,
    TransportError,
)

CHUNK = 16_384
CONNECT_SECONDS = 10.0
USER_AGENT = "epicrec-desktop"
_LONGEST_NAME = 200
LOOK_SECONDS = 0.1
"""How often somebody who waits looks whether the person cancelled."""


class Exchange:
    """One exchange on its way: made in one thread, waited for in another."""

    def __init__(self, transport: Transport, call: HttpRequest) -> None:
        self._transport = transport
        self._call = call
        self._end = time.monotonic() + transport.deadline
        self._answers: queue.SimpleQueue[HttpReply | Exception] = queue.SimpleQueue()
        self._certificate: Certificate | None = None
        self.started = False  # the request, or a part of it, may have left
        self.abandoned = False  # nobody waits any longer

    def wait(self, cancelled: IsCancelled) -> HttpReply:
        """The answer, in the thread that asked."""
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
        """Make it, in a thread of its own."""
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
        """The connection is open, and encrypted where it is to be: wait, then let it be used."""
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
    """The system's proxy for a URL; none for this computer, which no request is to leave."""
    return {} if is_loopback(urlsplit(url).hostname or "") else dict(get_environ_proxies(url))


def ssl_context(certificate: Path | None) -> ssl.SSLContext:
    """Certificates to trust: the system's, and one the person added. Raises `TransportError`.

    Where the system has none to offer, those that come with this program.
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
    """Verifies with one context, in place of the certificates that requests brings along.

    Calls `opened` in the moment between an open connection and the request.
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
    """That of the other side, which was verified when the connection was made."""
    whole, told = connection.getpeercert(binary_form=True), connection.getpeercert() or {}
    if whole is None:
        return None
    names: dict[str, str] = {}
    for part in told.get("issuer", ()):
        names |= {str(pair[0]): str(pair[1]) for pair in part}
    named = (names.get(key) for key in ("organizationName", "commonName"))
    expires = ""
    with suppress(ValueError, KeyError, OverflowError, OSError):
        seconds = ssl.cert_time_to_seconds(str(told["notAfter"]))
        expires = datetime.fromtimestamp(seconds, UTC).date().isoformat()
    return Certificate(
        next((name for name in named if name), "")[:_LONGEST_NAME],
        expires,
        hashlib.sha256(whole).hexdigest(),
    )


def _pools(opened: Callable[[Any], None]) -> dict[str, type[HTTPConnectionPool]]:
    """The kinds of connections, by scheme, with something to do once each is open."""

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
    """The failure as words for a person. Library texts hold addresses, and are left out."""
    if isinstance(error, TransportError):
        return error
    if isinstance(error, requests.exceptions.SSLError) and "CERTIFICATE_VERIFY_FAILED" in str(
        error
    ):
        return TransportError(UNTRUSTED)
    for kinds, template in _EXPLANATIONS:
        if isinstance(error, kinds):
            return TransportError(template)
    return error


UNTRUSTED = N_(
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
