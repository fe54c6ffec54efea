"""What the service stores: item models it has published, and profiles people contributed."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Date, DateTime, Float, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The service's own tables; they share nothing with the app's database."""


class PublishedModel(Base):
    """An item model, kept so that a client with an older manifest can still fetch its items."""

    __tablename__ = "published_models"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    manifest: Mapped[dict[str, Any]] = mapped_column(JSON)
    items: Mapped[bytes] = mapped_column(LargeBinary)
    published: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)


class Contribution(Base):
    """A released profile that someone left here, under a random id that only they know.

    `received` is a day: the hour would help to tell who was online.
    """

    __tablename__ = "contributions"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    received: Mapped[date] = mapped_column(Date)
    level: Mapped[str] = mapped_column(String(16))
    mechanism: Mapped[str | None] = mapped_column(String(64))
    epsilon: Mapped[float | None] = mapped_column(Float)
    counts: Mapped[dict[str, float] | None] = mapped_column(JSON(none_as_null=True))
    profile: Mapped[list[str]] = mapped_column(JSON)
