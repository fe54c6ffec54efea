"""Rate-limited JSON client for public services, with an on-disk cache of fetched pages."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import Enum
from pathlib import Path
from typing import Any

import requests
import urllib3

from epicrec_desktop import __version__
from epicrec_desktop.catalog.download import check_address, plain_session
from epicrec_desktop.catalog.files import catalog_error
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.messages import N_, Message, Value, message
from epicrec_desktop.domain.progress import IsCancelled, check
from epicrec_desktop.files import write_file
from epicrec_desktop.paths import private_folder

_MANIFEST = "manifest.json"
_cache_log = logging.getLogger(__name__)


class PageCache:
    """Pages by name, each a JSON document; the manifest says when it came and what it must be.

    `fingerprint` names the question that was asked: pages of another one are thrown away.
    Raises `OSError` where the folder cannot be written.
    """

    def __init__(self, folder: Path, fingerprint: str, max_age: timedelta) -> None:
        self._folder = private_folder(folder)
        self._max_age = max_age
        self._pages: dict[str, dict[str, str]] = {}
        manifest = self._read_manifest()
        if manifest.get("fingerprint") == fingerprint and isinstance(manifest.get("pages"), dict):
            self._pages = manifest["pages"]
        else:
            for old in self._folder.glob("*.json.gz"):
                old.unlink()
        self._fingerprint = fingerprint

    def get(self, name: str) -> Any | None:
        """Return the page, if it is there, whole, and not too old."""
        entry = self._pages.get(name)
        try:
            if entry is None or self._is_old(entry["fetched"]):
                return None
            data = self._path(name).read_bytes()
            if hashlib.sha256(data).hexdigest() != entry["sha256"]:
                return None
            return json.loads(gzip.decompress(data))
        except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError, zlib.error):
            _cache_log.info("a stored page was damaged; it is fetched again")
            return None

    def put(self, name: str, page: Any) -> None:
        """Keep a page, in one step; one that a crash spoils is fetched again."""
        data = gzip.compress(json.dumps(page, ensure_ascii=False).encode(), 6, mtime=0)
        write_file(self._path(name), data, durable=False)
        self._pages[name] = {
            "sha256": hashlib.sha256(data).hexdigest(),
            "fetched": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        manifest = {"fingerprint": self._fingerprint, "pages": self._pages}
        write_file(self._folder / _MANIFEST, json.dumps(manifest).encode(), durable=False)

    def _is_old(self, fetched: str) -> bool:
        return abs(datetime.now(UTC) - datetime.fromisoformat(fetched)) > self._max_age

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json.gz"

    def _read_manifest(self) -> dict[str, Any]:
        try:
            manifest = json.loads((self._folder / _MANIFEST).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return manifest if isinstance(manifest, dict) else {}


USER_AGENT = f"EpicRec-Desktop/{__version__} (imports public movie data)"

_log = logging.getLogger(__name__)
_CHUNK_BYTES = 65_536
_TICK_S = 0.1
_JOINERS = "\u200c\u200d"  # between letters in Persian and Indian scripts


@dataclass(frozen=True)
class RequestLimits:
    """How a service is asked: one request after the other, and what one may take."""

    pause_s: float = 1.0  # between two requests
    connect_s: float = 10.0
    silence_s: float = 75.0  # until an answer begins, and between two pieces of it
    answer_s: float = 180.0  # for one answer as a whole
    total_s: float = 4 * 3600.0  # for everything
    size_bytes: int = 120_000_000  # of one answer, unpacked
    attempts: int = 4
    longest_wait_s: float = 300.0  # that the service may ask for
    backoff_s: float = 2.0  # doubled at each attempt


class Reason(Enum):
    """Why there is no answer."""

    NETWORK = "network"
    BUSY = "busy"  # it asks for fewer requests, or for more patience than there is
    BROKEN = "broken"  # it fails, or its answer is cut short or is no JSON
    SLOW = "slow"
    LARGE = "large"
    REFUSED = "refused"  # it does not accept the key, or us
    MISSING = "missing"  # there is nothing at the address
    DEADLINE = "deadline"


class NoResponseError(Exception):
    """A service gave no usable answer. Its text names the reason alone."""

    def __init__(self, reason: Reason, wait_s: float | None = None) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.wait_s = wait_s


_PERMANENT_FAILURES = frozenset({Reason.REFUSED, Reason.MISSING, Reason.DEADLINE})


class JsonClient:
    """A service that answers in JSON. Not for several threads."""

    def __init__(
        self,
        limits: RequestLimits,
        cancelled: IsCancelled,
        headers: Mapping[str, str] | None = None,
        session: requests.Session | None = None,
    ) -> None:
        self._pace = limits
        self._cancelled = cancelled
        self._session = session or plain_session()
        self._session.headers.update({"User-Agent": USER_AGENT, "Accept-Encoding": "gzip"})
        self._session.headers.update(headers or {})
        self._end = time.monotonic() + limits.total_s
        self._next = 0.0  # when the next request may be made

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def ask(self, url: str, parameters: Mapping[str, str], attempts: int | None = None) -> Any:
        """Return the JSON that a GET answers, after pauses and repeated attempts.

        Raises `NoResponseError`, `CatalogError` for an address that is not safe, `Cancelled`.
        """
        try:
            return json.loads(self.fetch(url, parameters, attempts, as_json=True))
        except RecursionError:
            raise NoResponseError(Reason.BROKEN) from None

    def fetch(
        self,
        url: str,
        parameters: Mapping[str, str],
        attempts: int | None = None,
        *,
        as_json: bool = False,
    ) -> bytes:
        """Return the body of a GET, as `ask`."""
        check_address(url)
        attempts = attempts or self._pace.attempts
        for attempt in range(1, attempts + 1):
            self._wait_until(self._next)
            try:
                return self._once(url, parameters, as_json=as_json)
            except NoResponseError as error:
                _log.info("a service gave no answer: %s", error)
                if attempt == attempts or error.reason in _PERMANENT_FAILURES:
                    raise
                asked = error.wait_s
                if asked is not None and asked > self._pace.longest_wait_s:
                    raise
                wait = self._pace.backoff_s * 2 ** (attempt - 1) if asked is None else asked
                self._next = time.monotonic() + wait
            finally:
                self._next = max(self._next, time.monotonic() + self._pace.pause_s)
        raise AssertionError("unreachable")

    def _once(self, url: str, parameters: Mapping[str, str], *, as_json: bool) -> bytes:
        try:
            with self._session.get(
                url,
                params=dict(parameters),
                stream=True,
                allow_redirects=False,
                timeout=(self._pace.connect_s, self._pace.silence_s),
            ) as answer:
                _check_status(answer)
                body = self._body(answer)
        except (requests.Timeout, urllib3.exceptions.TimeoutError):
            raise NoResponseError(Reason.SLOW) from None
        except (requests.exceptions.ChunkedEncodingError, urllib3.exceptions.ProtocolError):
            raise NoResponseError(Reason.BROKEN) from None
        except (urllib3.exceptions.DecodeError, requests.exceptions.ContentDecodingError):
            raise NoResponseError(Reason.BROKEN) from None
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError):
            raise NoResponseError(Reason.NETWORK) from None
        if as_json:
            try:
                json.loads(body)
            except ValueError:  # a query that ran out of time ends amid its answer
                raise NoResponseError(Reason.BROKEN) from None
        return body

    def _body(self, answer: requests.Response) -> bytes:
        pieces: list[bytes] = []
        size = 0
        end = time.monotonic() + self._pace.answer_s
        # read1 gives what is there: a service that trickles cannot pass the deadline unseen.
        while piece := answer.raw.read1(_CHUNK_BYTES, decode_content=True):
            check(self._cancelled)
            size += len(piece)
            if size > self._pace.size_bytes:
                raise NoResponseError(Reason.LARGE)
            if time.monotonic() > end:
                raise NoResponseError(Reason.SLOW)
            pieces.append(piece)
        length = answer.headers.get("Content-Length", "")
        if length.isdecimal() and answer.raw.tell() < int(length):
            raise NoResponseError(Reason.BROKEN)
        return b"".join(pieces)

    def _wait_until(self, moment: float) -> None:
        while True:
            check(self._cancelled)
            now = time.monotonic()
            if now > self._end or moment > self._end:
                raise NoResponseError(Reason.DEADLINE)
            if now >= moment:
                return
            time.sleep(min(_TICK_S, moment - now))


def _check_status(answer: requests.Response) -> None:
    status = answer.status_code
    if status == requests.codes.ok:
        return
    wait = _retry_after(answer.headers.get("Retry-After"))
    if status == requests.codes.too_many_requests:
        raise NoResponseError(Reason.BUSY, wait)
    if status in (requests.codes.unauthorized, requests.codes.forbidden):
        raise NoResponseError(Reason.REFUSED)
    if status in (requests.codes.not_found, requests.codes.gone):
        raise NoResponseError(Reason.MISSING)
    raise NoResponseError(Reason.BROKEN, wait)


def text_of(value: object, longest: int) -> str:
    """Return a text of an answer on one line, without lone surrogates and signs that are not seen;
    empty for anything else.
    """
    if not isinstance(value, str):
        return ""
    # JSON can hold half of a character that needs two, which no file and no database takes.
    whole = value[: 2 * longest].encode("utf-8", "ignore").decode()
    seen = "".join(c for c in whole if c.isprintable() or c.isspace() or c in _JOINERS)
    return " ".join(seen.split())[:longest]


def _retry_after(value: str | None) -> float | None:
    """Seconds of a Retry-After header: a number, or a date."""
    if value is None:
        return None
    value = value.strip()
    if value.isascii() and value.isdecimal():
        return float(value[:9])
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


_SENTENCES = {
    Reason.NETWORK: N_("{name} was not reached, or the connection broke."),
    Reason.BUSY: N_("{name} asks for fewer requests for now."),
    Reason.BROKEN: N_("{name} does not answer as it should."),
    Reason.SLOW: N_("{name} took too long to answer."),
    Reason.LARGE: N_("{name} sent an answer that is too large."),
    Reason.REFUSED: N_("{name} refused the request."),
    Reason.MISSING: N_("{name} is no longer at its address."),
    Reason.DEADLINE: N_("Fetching from {name} took too long and was stopped."),
}


def fetch_error(error: NoResponseError, name: Value, kept: Message) -> CatalogError:
    """Return what happened, for a person. `kept` says what of the fetched data is there already."""
    what = Message(_SENTENCES[error.reason], {"name": name})
    return catalog_error(
        message("{what} {kept}", what=what, kept=kept),
        "Check the network, or try again later: it continues where it stopped.",
    )


def years_fetched(years: int, of: int) -> Message:
    """Return how many of the years asked for have come."""
    return message("{years} of {of} years are already here.", years=years, of=of)
