"""HTTP requests, each one bounded exchange.

No redirects to another host, no cookies, no .netrc; a cap on the size and deadlines. A body is
sent a fixed pause after the connection is open, so that the time between the two does not depend
on how long the body took to make.
"""

from __future__ import annotations

import io
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.client import HTTPResponse
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter
from requests.utils import get_environ_proxies, select_proxy
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.response import GzipDecoderState

from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.door.certificates import peer_certificate, ssl_context
from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.door.request import Certificate, HttpReply, HttpRequest, Waits, is_loopback
from epicrec_desktop.door.traffic import Traffic, current

USER_AGENT = "epicrec-desktop"
LOOK_SECONDS = 0.1
"""How often somebody who waits looks whether the person cancelled."""

_CHUNK_BYTES = 65_536
_PIECES_AHEAD = 16  # read from the network before anybody takes them


class Client:
    """Makes exchanges, one at a time; between them the connection stays open where `keep`.

    `certificates`: those the user added, as PEM files.
    """

    def __init__(
        self, waits: Waits, certificates: Iterable[Path] = (), *, keep: bool = False
    ) -> None:
        self.waits = waits
        self.certificates = tuple(certificates)
        self._keep = keep
        self._session: _Session | None = None

    def exchange(self, call: HttpRequest, cancelled: IsCancelled = never_cancelled) -> HttpReply:
        """Make one exchange, of any status. Raises `DoorError` and `Cancelled`."""
        with self.answer(call, cancelled) as (head, pieces):
            return replace(head, body=b"".join(pieces))

    @contextmanager
    def answer(
        self, call: HttpRequest, cancelled: IsCancelled = never_cancelled
    ) -> Iterator[tuple[HttpReply, Iterator[bytes]]]:
        """Make one exchange; yield the head of its reply, and the body in pieces.

        It runs in a thread of its own, because neither a name lookup nor headers that arrive one
        by one obey a timeout. After the deadline nobody waits for that thread.
        """
        running, self._session = Exchange(self, call, self._session or _Session(self)), None
        threading.Thread(target=running.run, name="exchange", daemon=True).start()
        try:
            yield running.head(cancelled), running.pieces(cancelled)
            if self._keep and running.ended:
                self._session = running.session
        except DoorError as error:
            # In this order: whoever begins after this look finds that nobody waits, and does not.
            running.abandoned = True
            error.sent = running.started
            raise
        finally:
            # A session that is kept must not be closed by its thread, which may end later.
            if self._session is not running.session:
                running.abandoned = True
                running.session.close()

    def close(self) -> None:
        """Close the connection."""
        if self._session is not None:
            self._session.close()
            self._session = None


class Exchange:
    """One exchange: made in one thread, awaited in another."""

    def __init__(self, client: Client, call: HttpRequest, session: _Session) -> None:
        self._client, self._call = client, call
        self._end = time.monotonic() + client.waits.total
        self._silence = client.waits.silence or client.waits.total
        self._found: queue.Queue[HttpReply | bytes | Exception | None] = queue.Queue(_PIECES_AHEAD)
        self._certificate: Certificate | None = None
        self._traffic = current()
        self.session = session
        self.started = False  # the request, or a part of it, may have left
        self.abandoned = False  # nobody waits any longer
        self.ended = False  # all of the body was taken

    def head(self, cancelled: IsCancelled) -> HttpReply:
        """Return the reply without its body, in the thread that asked."""
        head = self._take(cancelled, self._client.waits.connect)
        assert isinstance(head, HttpReply)
        if head.length > self._call.max_bytes:
            raise DoorError(Failure.LARGE)
        return head

    def pieces(self, cancelled: IsCancelled) -> Iterator[bytes]:
        """Yield the body, in the thread that asked."""
        size = 0
        while isinstance(piece := self._take(cancelled), bytes):
            size += len(piece)
            if size > self._call.max_bytes:
                raise DoorError(Failure.LARGE)
            yield piece
        self.ended = True

    def _take(self, cancelled: IsCancelled, more: float = 0.0) -> HttpReply | bytes | None:
        end = min(self._end, time.monotonic() + self._silence + more)
        while (left := end - time.monotonic()) > 0:
            check(cancelled)
            try:
                found = self._found.get(timeout=min(left, LOOK_SECONDS))
            except queue.Empty:
                continue
            if isinstance(found, Exception):
                raise _explained(found) from None
            return found
        raise DoorError(Failure.SLOW)

    def _put(self, found: HttpReply | bytes | Exception | None) -> None:
        while not self.abandoned:
            with suppress(queue.Full):
                self._found.put(found, timeout=LOOK_SECONDS)
                return
        raise DoorError(Failure.ABANDONED)

    def run(self) -> None:
        """Make the exchange, in a thread of its own."""
        try:
            self._make()
        except Exception as error:  # noqa: BLE001 - carried to the caller's thread
            with suppress(DoorError):
                self._put(error)
        if self.abandoned:
            self.session.close()

    def _make(self) -> None:
        url = self._call.url
        for _ in range(self._call.redirects + 1):
            with self._response(url) as response:
                if not (self._call.redirects and response.is_redirect):
                    headers = {name.lower(): value for name, value in response.headers.items()}
                    self._put(HttpReply(response.status_code, headers, b"", self._certificate))
                    unpacks = self._call.headers.get("Accept-Encoding") != "identity"
                    # read1 gives what is there, so that progress is that of the network.
                    while piece := response.raw.read1(_CHUNK_BYTES, decode_content=unpacks):
                        self._put(piece)
                    if unpacks and _ends_early(response.raw):
                        raise DoorError(Failure.BROKEN_OFF)
                    self._put(None)
                    return
                target = urljoin(url, response.headers["Location"])
            if _origin(target) != _origin(url):
                raise DoorError(Failure.ELSEWHERE)
            url = target
        raise DoorError(Failure.CIRCLES)

    def _response(self, url: str) -> requests.Response:
        """Return the answer, of which the head is here. Raises `DoorError` for unsafe addresses."""
        call, waits = self._call, self._client.waits
        parts = urlsplit(url)
        if parts.scheme != "https" and not (
            parts.scheme == "http" and is_loopback(parts.hostname or "")
        ):
            raise DoorError(Failure.UNSAFE)
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "gzip", **call.headers}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        self.session.opened, self.session.traffic = self._opened, self._traffic
        return self.session.request(
            call.method,
            url,
            data=call.body,
            headers=headers,
            proxies=proxies(url),
            allow_redirects=False,
            stream=True,
            timeout=(min(waits.connect, waits.total), self._silence),
        )

    def _opened(self, connection: Any = None) -> None:
        """Wait once the connection is open, and encrypted where it is to be, before it is used."""
        if isinstance(connection, ssl.SSLSocket):
            self._certificate = peer_certificate(connection)
        time.sleep(self._call.pause)
        self.started = True  # before the look, so that who gives up meanwhile knows of it
        if self.abandoned:
            raise DoorError(Failure.ABANDONED)


def proxies(url: str) -> dict[str, str]:
    """Return the system's proxies for a URL; none for this computer, which no request may leave.

    Raises `DoorError` where the setting is no address of an HTTP proxy.
    """
    parts = urlsplit(url)
    if is_loopback(parts.hostname or ""):
        return {}
    found = dict(get_environ_proxies(url))
    proxy = select_proxy(url, found)
    try:
        setting = urlsplit(proxy if proxy and "://" in proxy else f"http://{proxy or 'none'}")
        usable = setting.scheme in ("http", "https") and bool(setting.hostname)
        usable = usable and setting.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise DoorError(Failure.PROXY_SETTING)
    return found


def _ends_early(body: Any) -> bool:
    """Return whether a body that was packed ended before what is in it, which urllib3 accepts.

    Bytes behind the end, as the zeros that some servers fill a block with, are no part of it.
    """
    decoder = getattr(body, "_decoder", None)
    ended = getattr(getattr(decoder, "_obj", None), "eof", True)
    filled = getattr(decoder, "_state", None) == GzipDecoderState.SWALLOW_DATA
    return body.tell() > 0 and not (ended or filled)


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port


class _Session(requests.Session):
    """A session without cookies and .netrc, which verifies with our context alone.

    `opened` is called between an open connection and the request; `traffic` counts its bytes.
    """

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.trust_env = False  # no .netrc; the proxy is looked up for each request
        self.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self.opened: Callable[[Any], None] = lambda _: None
        self.traffic = Traffic()
        self.asked: socket.socket | None = None  # the connection that was opened last
        self._certificates = client.certificates
        self.mount("http://", _Adapter(None, self))

    def close(self) -> None:
        """Close all connections, also the one that a thread reads from, which no pool has."""
        if isinstance(self.asked, socket.socket):  # an encrypted proxy's is none
            with suppress(OSError):
                # Not that of SSLSocket: the thread would read on, and not decrypt what it reads.
                socket.socket.shutdown(self.asked, socket.SHUT_RDWR)
        super().close()

    def get_redirect_target(self, resp: requests.Response) -> None:
        """Return nothing: `requests` would read the body of a redirect, whole and unpacked."""

    def get_adapter(self, url: str) -> Any:
        if url.startswith("https:") and not isinstance(self.adapters["https://"], _Adapter):
            # Reading the system's certificates takes 30 ms.
            self.mount("https://", _Adapter(ssl_context(self._certificates), self))
        return super().get_adapter(url)


class _Adapter(HTTPAdapter):
    """An adapter that verifies with one context instead of the certificates that requests has."""

    def __init__(self, context: ssl.SSLContext | None, session: _Session) -> None:
        self._context = context
        self._pools = _pools(session)
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **{**kwargs, "ssl_context": self._context})
        self.poolmanager.pool_classes_by_scheme = self._pools

    def proxy_manager_for(self, proxy: str, **kwargs: Any) -> Any:
        manager = super().proxy_manager_for(proxy, ssl_context=self._context, **kwargs)
        manager.pool_classes_by_scheme = self._pools
        return manager

    def cert_verify(self, conn: Any, url: str, verify: Any, cert: Any) -> None:
        if self._context is not None:
            conn.cert_reqs = "CERT_REQUIRED"


class _Incoming(io.RawIOBase):
    """What a connection receives, counted."""

    def __init__(self, raw: io.RawIOBase, session: _Session) -> None:
        self._raw, self._session = raw, session

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        size: int | None = self._raw.readinto(buffer)
        self._session.traffic.add(0, size or 0)
        return size

    def close(self) -> None:
        self._raw.close()
        super().close()


def _pools(session: _Session) -> dict[str, type[HTTPConnectionPool]]:
    """Return connection pools by scheme, which report to the exchange that has the session now."""

    class Response(HTTPResponse):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.fp = io.BufferedReader(_Incoming(self.fp.detach(), session))

    class Plain(HTTPConnection):
        response_class = Response

        def connect(self) -> None:
            super().connect()
            session.asked = self.sock  # before the look: else who gives up meanwhile closes none
            session.opened(self.sock)

        def send(self, data: Any) -> None:
            if self.sock is None:
                self.connect()
            session.traffic.add(len(data), 0)  # before, as a part of it may leave
            super().send(data)

    class Secure(Plain, HTTPSConnection):
        """The same, encrypted."""

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}


_ASKING, _READING = requests.exceptions, urllib3.exceptions
_BROKEN = (_READING.ProtocolError, _READING.DecodeError, _READING.SSLError, ConnectionError)
_FAILURES: tuple[tuple[tuple[type[Exception], ...], Failure], ...] = (
    ((_ASKING.SSLError,), Failure.NOT_ENCRYPTED),
    ((_ASKING.InvalidProxyURL,), Failure.PROXY_SETTING),
    ((_ASKING.ProxyError,), Failure.PROXY),
    ((_ASKING.Timeout, _READING.TimeoutError), Failure.SLOW),
    ((_ASKING.ConnectionError,), Failure.UNREACHABLE),
    (_BROKEN, Failure.BROKEN_OFF),
    ((_ASKING.RequestException, _READING.HTTPError, OSError, UnicodeError), Failure.FAILED),
)
"""What a library raises while a reply is asked for (requests), or its body is read (urllib3)."""


def _explained(error: Exception) -> Exception:
    """Return the failure; library texts contain addresses, and are left out."""
    if isinstance(error, _ASKING.SSLError) and "CERTIFICATE_VERIFY_FAILED" in str(error):
        return DoorError(Failure.UNTRUSTED)
    for kinds, failure in _FAILURES:
        if isinstance(error, kinds):
            return DoorError(failure)
    return error
