"""Requests to a public service, one after the other, at the pace that it can take."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from epicrec_desktop import __version__
from epicrec_desktop.domain.progress import IsCancelled, check
from epicrec_desktop.door.client import LOOK_SECONDS, Client
from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.door.request import HttpRequest, Waits

USER_AGENT = f"EpicRec-Desktop/{__version__} (imports public movie data)"

_log = logging.getLogger(__name__)


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


_PERMANENT = frozenset({Failure.REFUSED, Failure.MISSING, Failure.DEADLINE, Failure.UNSAFE})
_OF_STATUS = {
    429: Failure.BUSY,
    401: Failure.REFUSED,
    403: Failure.REFUSED,
    404: Failure.MISSING,
    410: Failure.MISSING,
}


class PacedClient:
    """A public service. Not for several threads."""

    def __init__(
        self,
        limits: RequestLimits,
        cancelled: IsCancelled,
        headers: Mapping[str, str] | None = None,
        certificates: Iterable[Path] = (),
    ) -> None:
        self._pace = limits
        self._cancelled = cancelled
        self._headers = {"User-Agent": USER_AGENT, **(headers or {})}
        waits = Waits(limits.answer_s, limits.silence_s, limits.connect_s)
        self._client = Client(waits, certificates, keep=True)
        self._end = time.monotonic() + limits.total_s
        self._next = 0.0  # when the next request may be made

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def ask(self, url: str, parameters: Mapping[str, str], attempts: int | None = None) -> Any:
        """Return the JSON that a GET answers, after pauses and repeated attempts.

        Raises `DoorError` and `Cancelled`.
        """
        return self._repeated(f"{url}?{urlencode(parameters)}", attempts, _as_json)

    def fetch(self, url: str) -> bytes:
        """Return the body of a GET, as `ask`."""
        body: bytes = self._repeated(url, None, bytes)
        return body

    def _repeated(self, url: str, attempts: int | None, read: Any) -> Any:
        attempts = attempts or self._pace.attempts
        call = HttpRequest(url, self._pace.size_bytes, headers=self._headers)
        for attempt in range(1, attempts + 1):
            self._wait_until(self._next)
            try:
                reply = self._client.exchange(call, self._cancelled)
                if reply.status != 200:
                    failure = _OF_STATUS.get(reply.status, Failure.NONSENSE)
                    raise DoorError(failure, status=reply.status, wait=reply.retry_after())
                return read(reply.body)
            except DoorError as error:
                _log.info("a service gave no answer: %s", error)
                if attempt == attempts or error.failure in _PERMANENT:
                    raise
                if error.wait is not None and error.wait > self._pace.longest_wait_s:
                    raise
                backoff = self._pace.backoff_s * 2 ** (attempt - 1)
                self._next = time.monotonic() + (backoff if error.wait is None else error.wait)
            finally:
                self._next = max(self._next, time.monotonic() + self._pace.pause_s)
        raise AssertionError("unreachable")

    def _wait_until(self, moment: float) -> None:
        while True:
            check(self._cancelled)
            now = time.monotonic()
            if now > self._end or moment > self._end:
                raise DoorError(Failure.DEADLINE)
            if now >= moment:
                return
            time.sleep(min(LOOK_SECONDS, moment - now))


def _as_json(body: bytes) -> Any:
    """Return a document; a query that ran out of time ends amid its answer."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise DoorError(Failure.NONSENSE) from None
