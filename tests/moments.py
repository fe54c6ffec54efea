"""Moments that tests speak of."""

from datetime import UTC, datetime

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
