"""When the certificate that a worker serves expires: for the metrics, and for the log."""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from prometheus_client import Gauge

DAY = 86_400.0
SOON_DAYS = 7
"""How many days before its end a certificate is logged as expiring; `alerts.yml` has the same."""

_BEGIN, _END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
_VERSION, _UTC_TIME = 0xA0, 0x17
_VALIDITY = 3
"""Place of the validity in a certificate, after serial number, algorithm and issuer."""

log = logging.getLogger("epicrec_desktop.server")


class CertificateWatch:
    """Knows when the certificate in use expires; `chain` is None without TLS."""

    def __init__(self, chain: Path | None, gauge: Gauge) -> None:
        self._chain, self._gauge = chain, gauge
        self._expires: datetime | None = None

    def read(self) -> None:
        """Note the end of the certificate in the file, which is in use from now on."""
        if self._chain is None:
            return
        try:
            self._expires = expiry(self._chain)
        except (OSError, ValueError):  # the service has it in use, so it is one
            self._expires = None
            log.warning("when the certificate expires cannot be read")
            return
        self._gauge.set(self._expires.timestamp())
        self.look()

    def look(self, now: float | None = None) -> None:
        """Log a certificate that expires soon, or has expired."""
        if self._expires is None:
            return
        left = self._expires.timestamp() - (time.time() if now is None else now)
        if left <= 0:
            log.error("the certificate has expired on %s: clients refuse it", self._expires.date())
        elif left < SOON_DAYS * DAY:
            log.warning("the certificate expires on %s", self._expires.date())


def expiry(chain: Path) -> datetime:
    """Return when the first certificate of a PEM chain expires. Raises `OSError`, `ValueError`.

    `ssl` tells it of certificates of the other side alone, so the DER of RFC 5280 is read.
    """
    text = chain.read_text(encoding="ascii", errors="replace")
    first = text[text.index(_BEGIN) : text.index(_END) + len(_END)]
    try:
        ((_, certificate),) = _values(ssl.PEM_cert_to_DER_cert(first))
        (_, content), *_ = _values(certificate)
        fields = [value for tag, value in _values(content) if tag != _VERSION]
        _, (tag, end) = _values(fields[_VALIDITY])
    except IndexError:
        raise ValueError("not a certificate") from None
    written = end.decode("ascii")
    if tag == _UTC_TIME:  # two digits of the year: 50 to 99 are of the last century
        written = ("19" if written >= "50" else "20") + written
    return datetime.strptime(written, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)


def _values(der: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the tag and the content of each value. Raises `IndexError` for half a value."""
    place = 0
    while place < len(der):
        tag, length = der[place], der[place + 1]
        place += 2
        if length & 0x80:
            begin, place = place, place + (length & 0x7F)
            length = int.from_bytes(der[begin:place], "big")
        yield tag, der[place : place + length]
        place += length
