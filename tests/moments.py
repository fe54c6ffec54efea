"""Moments that tests speak of, and a clock that shows them."""

from dataclasses import dataclass
from datetime import UTC, datetime

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@dataclass
class Clock:
    """A clock that moves only when a test sets it."""

    moment: datetime = NOW

    def __call__(self) -> datetime:
        return self.moment
