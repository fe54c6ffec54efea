"""Reads and writes the service's database."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Engine, delete, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.wire import RecommendationRequest
from epicrec_desktop.server.database import open_engine
from epicrec_desktop.server.tables import Contribution, PublishedModel

KEPT_MODELS = 3


class Storage:
    """Models and contributions. Thread-safe: each call is a transaction of its own."""

    def __init__(self, address: str) -> None:
        self._engine: Engine = open_engine(address)

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
        """Keep a contributed profile, in place of an earlier one; True if it is new."""
        try:
            return self._contribute(identifier, request)
        except IntegrityError:
            return self._contribute(identifier, request)  # it came twice at once: now it is there

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
            new = session.get(Contribution, contribution.id) is None
            session.merge(contribution)
        return new

    def withdraw(self, identifier: UUID) -> None:
        """Remove a contribution; one that is not there is fine."""
        with Session(self._engine) as session, session.begin():
            session.execute(delete(Contribution).where(Contribution.id == str(identifier)))

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
