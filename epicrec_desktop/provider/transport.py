"""One HTTP exchange with a provider: what is asked, what comes back, and how long it may take.

How it is made, and kept within bounds, is in `connecting.py` beside this.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from epicrec_desktop.domain.progress import IsCancelled, never_cancelled


class TransportError(Exception):
    """An exchange failed; its `template` has places for `provider` and `kept`.

    `sent`: whether the request may have left.
    """

    sent = False

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.template = template


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
        """The request's method."""
        if self.body is None:
            return "GET"
        return "PUT" if self.replaces else "POST"


@dataclass(frozen=True)
class Certificate:
    """What the other side proved who it is with: trusted, for its name and in its time."""

    issuer: str  # a name that whoever issued it chose
    expires: str  # "2027-01-31"
    sha256: str  # of the certificate, as hexadecimal digits


@dataclass(frozen=True)
class HttpReply:
    """One answer; header names are lower case. `certificate` None: it was not encrypted."""

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
    """What lets the person into a closed group, and where: it is sent nowhere else."""

    address: str
    secret: str = field(repr=False)

    def headers(self, url: str) -> dict[str, str]:
        """What goes with a request to this URL."""
        there = url == self.address or url.startswith(f"{self.address}/")
        return {"Authorization": f"Bearer {self.secret}"} if there else {}


@dataclass(frozen=True)
class Transport:
    """How to reach a provider: the certificate the person added, and the deadline in seconds.

    `key`: what a closed group gave the person; it goes with every request to its address.
    """

    certificate: Path | None = None
    deadline: float = 30.0
    key: AccessKey | None = None

    def exchange(self, call: HttpRequest, cancelled: IsCancelled = never_cancelled) -> HttpReply:
        """Make one exchange. Raises `TransportError` and `Cancelled`.

        It runs in a thread of its own, because neither the look-up of a name nor headers that drip
        in one by one obey a timeout. After the deadline nobody waits for that thread.
        """
        # What makes it is loaded at the first one: a tenth of a second that no start pays.
        from epicrec_desktop.provider.connecting import Exchange  # noqa: PLC0415

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
