"""Names of periods: the months in which they are sampled, in UTC; and days of a time zone."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime

from epicrec_desktop.domain.json_text import month


def period_of(moment: datetime) -> str:
    """Return the name of a period that is sampled now: the month in UTC, "2026-11"."""
    return f"{moment.astimezone(UTC):%Y-%m}".zfill(7)


def local_day(moment: datetime) -> date:
    """Return the day of a moment in the user's time zone; in its own zone where there is none, as
    at the ends of the calendar, or on Windows before 1970.
    """
    try:
        return moment.astimezone().date()
    except (OverflowError, OSError, ValueError):
        return moment.date()


def next_period(period: str) -> str:
    """Return the month after this one."""
    year, number = map(int, month(period).split("-"))
    return f"{year + number // 12:04d}-{number % 12 + 1:02d}"


def open_month(sampled: Collection[str], now: datetime) -> str:
    """Return the first month in which the open period can be sampled: usually this or the next."""
    period = period_of(now)
    while period in sampled:
        period = next_period(period)
    return period


def due_periods(sampled: Collection[str], now: datetime) -> tuple[str, ...]:
    """Return what a release now samples: the open period, unless this month was sampled."""
    period = period_of(now)
    return () if period in sampled else (period,)
