"""The last recommendations, kept whole so that they are shown at once at the next start."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from epicrec_desktop.domain import messages
from epicrec_desktop.domain.release import Recommendations, Row, Suggestion
from epicrec_desktop.store.models import RecommendationsRow


def save(session: Session, recommendations: Recommendations) -> None:
    """Keep these and drop the ones before."""
    document = asdict(recommendations)
    document["notes"] = [messages.dump(note) for note in recommendations.notes]
    document["created"] = recommendations.created.isoformat()
    session.execute(delete(RecommendationsRow))
    session.add(RecommendationsRow(created=recommendations.created, document=document))
    session.flush()


def forget(session: Session) -> None:
    """Delete them: their order and reasons disclose what was watched."""
    session.execute(delete(RecommendationsRow))


def load(session: Session) -> Recommendations | None:
    """The last ones, or None; a document of another shape counts as none."""
    row = session.scalar(select(RecommendationsRow).order_by(RecommendationsRow.id.desc()))
    if row is None:
        return None
    try:
        return _read(row.document)
    except (KeyError, TypeError, ValueError):
        return None


def _read(document: dict[str, Any]) -> Recommendations:
    rows = tuple(
        Row(
            name=row["name"],
            ranked=row["ranked"],
            suggestions=tuple(
                Suggestion(**{**s, "categories": tuple(s["categories"])})
                for s in row["suggestions"]
            ),
            watched=row["watched"],
        )
        for row in document["rows"]
    )
    created = datetime.fromisoformat(document["created"]).astimezone(UTC)
    return Recommendations(
        rows=rows,
        created=created,
        provider=document["provider"],
        model_id=document["model_id"],
        library_size=document["library_size"],
        notes=tuple(messages.load(note) for note in document["notes"]),
    )
