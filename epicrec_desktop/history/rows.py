"""Cleans what a browser's database holds: any row may be damaged, none is fatal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

URL_CHARACTERS = 4096
TITLE_CHARACTERS = 512
MAX_VISIT_S = 24 * 3600
"""A longer visit is a tab left open; it counts as this long."""

_MICROSECOND = timedelta(microseconds=1)
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
"""No visit is older than the Web."""

CHROMIUM_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
UNIX_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_ticks(time: datetime, epoch: datetime) -> int:
    """Microseconds since the epoch of a browser family. `time` is aware."""
    return (time - epoch) // _MICROSECOND


def from_ticks(ticks: int, epoch: datetime, now: datetime) -> datetime:
    """The time of a visit, UTC; a time in the future (a clock was wrong) is `now`.

    Any integer from `to_ticks(EARLIEST, epoch)` on is taken.
    """
    return epoch + timedelta(microseconds=min(ticks, to_ticks(now, epoch)))


def decode(raw: bytes) -> str:
    """Text of a database that may not be UTF-8."""
    return raw.decode("utf-8", "replace")


def clean_url(value: object) -> str | None:
    """A URL, at most `URL_CHARACTERS`; None if there is nothing that could be one."""
    text = _text(value)
    if text is None:
        return None
    url = text.replace("\0", "").strip()[:URL_CHARACTERS]
    return url if ":" in url else None


def clean_title(value: object) -> str:
    """A page title on one line, at most `TITLE_CHARACTERS`; empty if there is none."""
    text = _text(value)
    if not text:
        return ""
    title = text[: 2 * TITLE_CHARACTERS]
    if not title.isprintable():  # the usual title is, and a million are looked at
        title = "".join(" " if c.isspace() or c == "\0" else c for c in title)
    return title.strip()[:TITLE_CHARACTERS]


def _text(value: object) -> str | None:
    if isinstance(value, str):
        return value
    return decode(value) if isinstance(value, bytes) else None
