"""Cleans what a browser's database holds: any row may be damaged, none is fatal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

URL_CHARACTERS = 4096
TITLE_CHARACTERS = 512
MAX_VISIT_S = 24 * 3600
"""A longer visit is a tab left open; it counts as this long."""

_MICROSECOND = timedelta(microseconds=1)
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
"""No visit is older than the Web."""

CHROMIUM_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
UNIX_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
APPLE_EPOCH = datetime(2001, 1, 1, tzinfo=UTC)


def to_ticks(time: datetime, epoch: datetime) -> int:
    """Microseconds since the epoch of a browser family. `time` is aware."""
    return (time - epoch) // _MICROSECOND


@dataclass(frozen=True)
class Clock:
    """Turns a browser's microseconds since `epoch` into times; `now` is when they are read."""

    epoch: datetime
    now: datetime

    @cached_property
    def earliest(self) -> int:
        """The first ticks that can be a visit's."""
        return to_ticks(EARLIEST, self.epoch)

    @cached_property
    def _now_ticks(self) -> int:
        return to_ticks(self.now, self.epoch)

    @cached_property
    def _unix(self) -> int:
        return to_ticks(UNIX_EPOCH, self.epoch)

    def ticks_before(self, seconds: float) -> int:
        """Return the ticks of a moment some seconds ago."""
        return self._now_ticks - int(seconds * 1_000_000)

    def time(self, ticks: int) -> datetime:
        """Return the time of a visit, UTC; one in the future (a clock was wrong) is `now`.

        `ticks` is at least `earliest`. A float holds today's microseconds exactly enough.
        """
        if ticks >= self._now_ticks:
            return self.now
        return datetime.fromtimestamp((ticks - self._unix) / 1e6, UTC)


def decode(raw: bytes) -> str:
    """Text of a database that may not be UTF-8."""
    return raw.decode("utf-8", "replace")


def as_text(value: object) -> str:
    """Return what SQLite makes of a value where a text is asked for."""
    if value is None:
        return ""
    return decode(value) if isinstance(value, bytes) else str(value)


def truncate_at_nul(text: str) -> str:
    """Return a text up to SQLite's own end of one."""
    return text.partition("\0")[0] if "\0" in text else text


def clean_url(value: object) -> str | None:
    """Return a URL, at most `URL_CHARACTERS`; None if there is nothing that could be one."""
    if not isinstance(value, str):
        return None
    url = value[:URL_CHARACTERS].strip().replace("\0", "")
    return url if ":" in url else None


def clean_title(value: object) -> str:
    """Return a page title on one line, at most `TITLE_CHARACTERS`; empty if there is none.

    Spaces in a row are one: some patterns of sites would take seconds for hundreds of them.
    """
    if not isinstance(value, str):
        return ""
    title = value[: 2 * TITLE_CHARACTERS]
    if not title.isprintable():  # the usual title is, and a million are looked at
        title = "".join(" " if c.isspace() or c == "\0" else c for c in title)
    if "  " in title:
        title = " ".join(title.split())
    return title.strip()[:TITLE_CHARACTERS].rstrip()
