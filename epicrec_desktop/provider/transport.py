"""One HTTP exchange with a provider, kept within bounds.

System certificates plus the one the person added; no redirects (a 307 would post the profile
elsewhere); no cookies; no .netrc; the system's proxy; a cap on the size; a deadline for the whole.
"""

from __future__ import annotations

import queue
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter
from requests.utils import get_environ_proxies

from epicrec_desktop.provider.address import is_loopback

CHUNK = 16_384
CONNECT_SECONDS = 10.0
USER_AGENT = "epicrec-desktop"


class TransportError(Exception):
    """An exchange failed. The text continues a sentence that begins with the provider's name."""


@dataclass(frozen=True)
class Call:
    """One request. `body` None: GET, else POST of JSON."""

    url: str
    largest: int  # bytes of the answer, unpacked
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """One answer; header names are lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        """The content type without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


@dataclass(frozen=True)
class Transport:
    """How to reach a provider: the certificate the person added, and the deadline in seconds."""

    certificate: Path | None = None
    deadline: float = 30.0

    def exchange(self, call: Call) -> Reply:
        """Make one exchange. Raises `TransportError`.

        It runs in a thread of its own, because neither the look-up of a name nor headers that drip
        in one by one obey a timeout. After the deadline nobody waits for that thread.
        """
        answers: queue.SimpleQueue[Reply | Exception] = queue.SimpleQueue()
        end = time.monotonic() + self.deadline

        def work() -> None:
            try:
                answers.put(self._exchange(call, end))
            except Exception as error:  # noqa: BLE001 - carried to the caller's thread
                answers.put(error)

        threading.Thread(target=work, name="provider-exchange", daemon=True).start()
        try:
            answer = answers.get(timeout=self.deadline)
        except queue.Empty:
            raise TransportError("did not answer in time") from None
        if isinstance(answer, Exception):
            raise _explained(answer) from None
        return answer

    def _exchange(self, call: Call, end: float) -> Reply:
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "gzip", **call.headers}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        with requests.Session() as session:
            session.trust_env = False  # no .netrc; the proxy is looked up below
            session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            if call.url.startswith("https:"):  # reading the system's certificates takes 30 ms
                session.mount("https://", _Trusting(trust(self.certificate)))
            with session.request(
                "GET" if call.body is None else "POST",
                call.url,
                data=call.body,
                headers=headers,
                proxies=proxies(call.url),
                allow_redirects=False,
                stream=True,
                timeout=(min(CONNECT_SECONDS, self.deadline), self.deadline),
            ) as response:
                return Reply(
                    response.status_code,
                    {name.lower(): value for name, value in response.headers.items()},
                    _read(response, call.largest, end),
                )


def proxies(url: str) -> dict[str, str]:
    """The system's proxy for a URL; none for this computer, which no request is to leave."""
    return {} if is_loopback(urlsplit(url).hostname or "") else dict(get_environ_proxies(url))


def trust(certificate: Path | None) -> ssl.SSLContext:
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
                "has a certificate file that cannot be read; choose the file again"
            ) from None
        # The person may add the very certificate of a server at home, which signs nothing else.
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


class _Trusting(HTTPAdapter):
    """Verifies with one context, in place of the certificates that requests brings along."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context = context
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, ssl_context=self._context, **kwargs)

    def proxy_manager_for(self, proxy: str, **kwargs: Any) -> Any:
        return super().proxy_manager_for(proxy, ssl_context=self._context, **kwargs)

    def cert_verify(self, conn: Any, url: str, verify: Any, cert: Any) -> None:
        conn.cert_reqs = "CERT_REQUIRED"


def _read(response: requests.Response, largest: int, end: float) -> bytes:
    content = bytearray()
    for chunk in response.iter_content(CHUNK):
        content += chunk
        if len(content) > largest:
            raise TransportError("answered with more data than is allowed")
        if time.monotonic() > end:
            raise TransportError("did not answer in time")
    return bytes(content)


def _explained(error: Exception) -> Exception:
    """The failure as words for a person. Library texts hold addresses, and are left out."""
    if isinstance(error, TransportError):
        return error
    if isinstance(error, requests.exceptions.SSLError) and "CERTIFICATE_VERIFY_FAILED" in str(
        error
    ):
        return TransportError(UNTRUSTED)
    for kinds, words in _EXPLANATIONS:
        if isinstance(error, kinds):
            return TransportError(words)
    return error


UNTRUSTED = (
    "could not prove who it is: its certificate is not trusted, has expired or belongs to "
    "another. Only if you know who runs it, add its certificate"
)

_EXPLANATIONS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((requests.exceptions.SSLError,), "did not agree to an encrypted connection"),
    ((requests.exceptions.ProxyError,), "could not be reached through the system's proxy"),
    ((requests.exceptions.Timeout,), "did not answer in time"),
    (
        (requests.exceptions.ContentDecodingError, requests.exceptions.ChunkedEncodingError),
        "broke off its answer",
    ),
    ((requests.exceptions.ConnectionError,), "could not be reached"),
    (
        (requests.exceptions.RequestException, urllib3.exceptions.HTTPError, OSError, UnicodeError),
        "could not be asked",
    ),
)
