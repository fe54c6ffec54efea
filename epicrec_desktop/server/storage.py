"""Reads and writes the service's database."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Engine, Text, cast, delete, func, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.wire import RecommendationRequest
from epicrec_desktop.server.database import open_engine
from epicrec_desktop.server.limits import Limits
from epicrec_desktop.server.tables import Contribution, PublishedModel

KEPT_MODELS = 3


class StorageFull(Exception):  # noqa: N818 - a state to be told, which the client did not cause
    """There is no room for another contribution."""


class Storage:
    """Models and contributions. Thread-safe: each call is a transaction of its own."""

    def __init__(self, address: str, limits: Limits | None = None) -> None:
        self._engine: Engine = open_engine(address)
        self._limits = limits or Limits()
        self._lock = threading.Lock()
        self._count, self._bytes = self._contributed()

    def publish(self, model: ItemModel) -> None:
        """Keep a model as the current one, with the few before it."""
        now = datetime.now(UTC)
        with Session(self._engine) as session, session.begin():
            known = session.get(PublishedModel, model.id)
            if known is None:
                session.add(
                    PublishedModel(
                        id=model.id, manifest=model.manifest, items=model.items_file, published=now
                    )
                )
            else:
                known.published = now
            session.flush()
            newest = select(PublishedModel.id).order_by(PublishedModel.published.desc())
            old = session.scalars(newest.offset(KEPT_MODELS)).all()
            session.execute(delete(PublishedModel).where(PublishedModel.id.in_(old)))

    def items(self, identifier: str) -> bytes | None:
        """The items file of a published model."""
        with Session(self._engine) as session:
            return session.scalar(
                select(PublishedModel.items).where(PublishedModel.id == identifier)
            )

    def contribute(self, identifier: UUID, request: RecommendationRequest) -> bool:
        """Keep a contributed profile, in place of an earlier one; True if it is new.

        Raises `StorageFull`. What others keep in the same database meanwhile is not counted before
        the next start.
        """
        with self._lock:
            try:
                return self._contribute(identifier, request)
            except IntegrityError:  # it came twice at once, by another process: now it is there
                return self._contribute(identifier, request)

    def _contribute(self, identifier: UUID, request: RecommendationRequest) -> bool:
        contribution = Contribution(
            id=str(identifier),
            received=datetime.now(UTC).date(),
            level=request.level.value,
            mechanism=request.mechanism,
            epsilon=request.epsilon,
            counts=None if request.counts is None else dict(request.counts),
            profile=list(request.profile),
        )
        with Session(self._engine) as session, session.begin():
            before = session.get(Contribution, contribution.id)
            count = self._count + (before is None)
            size = self._bytes + _size(contribution.profile)
            size -= 0 if before is None else _size(before.profile)
            if count > self._limits.contributions or size > self._limits.contributed_bytes:
                raise StorageFull
            session.merge(contribution)
        self._count, self._bytes = count, size
        return before is None

    def _contributed(self) -> tuple[int, int]:
        """How many contributions there are, and the size of their movies."""
        size = func.sum(func.length(cast(Contribution.profile, Text)))
        with Session(self._engine) as session:
            count, found = session.execute(select(func.count(Contribution.id), size)).one()
        return int(count), int(found or 0)

    def withdraw(self, identifier: UUID) -> None:
        """Remove a contribution; one that is not there is fine."""
        with self._lock, Session(self._engine) as session, session.begin():
            found = session.get(Contribution, str(identifier))
            if found is not None:
                session.delete(found)
                self._count, self._bytes = self._count - 1, self._bytes - _size(found.profile)

    def profiles(self) -> list[tuple[str, ...]]:
        """The profiles contributed, for research; nothing else of the contributions."""
        with Session(self._engine) as session:
            query = select(Contribution.profile).order_by(Contribution.id)
            return [tuple(profile) for profile in session.scalars(query)]

    def is_ready(self) -> bool:
        """Whether the database answers."""
        try:
            with self._engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


def _size(profile: Sequence[str]) -> int:
    """The size of a profile as it is stored."""
    return len(json.dumps(list(profile)))
