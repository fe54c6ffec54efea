"""Requests, replies and their bounds, without anything that opens a connection."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from epicrec_desktop.domain.records import Record


@dataclass(frozen=True)
class HttpRequest:
    """One request. `body` None: GET, else POST of JSON, unless `verb` names another method."""

    url: str
    max_bytes: int  # bytes of the answer, unpacked
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    pause: float = 0.0  # seconds between the open connection and the request
    verb: str = ""
    redirects: int = 0  # followed at most, within the same host

    @property
    def method(self) -> str:
        """The HTTP method."""
        return self.verb or ("GET" if self.body is None else "POST")


@dataclass(frozen=True)
class Waits:
    """Seconds that one exchange may take, and its parts."""

    total: float
    silence: float = 0.0  # until an answer begins, and between two pieces of it; 0: as the total
    connect: float = 10.0


class Certificate(Record, frozen=True, array_like=True):
    """The verified certificate of the other side: trusted, for its name and in its time."""

    issuer: str  # a name that whoever issued it chose
    expires: str  # "2027-01-31"
    sha256: str  # of the certificate, as hexadecimal digits


@dataclass(frozen=True)
class HttpReply:
    """A reply; header names are lower case. `certificate` None: it was not encrypted.

    `body` is empty in the head of a reply whose body is read in pieces.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    certificate: Certificate | None = None

    @property
    def media_type(self) -> str:
        """The content type without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def length(self) -> int:
        """The bytes of the body that the server announced; 0 without."""
        length = self.headers.get("content-length", "")
        return int(length[:18]) if length.isascii() and length.isdecimal() else 0

    def retry_after(self) -> float | None:
        """Return the seconds to wait that the server asks for, as a number or a date."""
        text = self.headers.get("retry-after", "").strip()[:64]
        if text.isascii() and text.isdecimal() and len(text) < 10:
            return float(text)
        try:
            moment = parsedate_to_datetime(text)
            if moment.tzinfo is None:
                moment = moment.replace(tzinfo=UTC)
            return (moment - datetime.now(UTC)).total_seconds()
        except (TypeError, ValueError, IndexError, OverflowError):
            return None


def is_loopback(host: str) -> bool:
    """Return whether a host name means this computer itself."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
