"""The last recommendations, kept whole so that they are shown at once at the next start."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from epicrec_desktop.domain import messages
from epicrec_desktop.domain.release import Recommendations, Row, Suggestion
from epicrec_desktop.store.raw_sql import rows, utc_text

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def save(session: Session, recommendations: Recommendations) -> None:
    """Keep these and drop the ones before."""
    document = {
        **vars(recommendations),
        "rows": [
            {**vars(row), "suggestions": [vars(one) for one in row.suggestions]}
            for row in recommendations.rows
        ],
        "created": recommendations.created.isoformat(),
        "notes": [messages.dump(note) for note in recommendations.notes],
    }
    forget(session)
    adding = "INSERT INTO recommendations (created, document) VALUES (?, ?)"
    rows(session, adding, [utc_text(recommendations.created), json.dumps(document)])


def forget(session: Session) -> None:
    """Delete them: their order and reasons disclose what was watched."""
    rows(session, "DELETE FROM recommendations")


def load(session: Session) -> Recommendations | None:
    """Return the last recommendations; None without, or for a document of another shape."""
    found = rows(session, "SELECT document FROM recommendations ORDER BY id DESC LIMIT 1")
    if not found:
        return None
    try:
        return _read(json.loads(found[0][0]))
    except (KeyError, TypeError, ValueError):
        return None


def _read(document: dict[str, Any]) -> Recommendations:
    values = {
        "rows": tuple(_row(row) for row in document["rows"]),
        "created": datetime.fromisoformat(document["created"]).astimezone(UTC),
        "notes": tuple(messages.load(note) for note in document["notes"]),
    }
    return Recommendations(**{**document, **values})


def _row(row: dict[str, Any]) -> Row:
    suggestions = (
        Suggestion(**{**one, "categories": tuple(one["categories"])}) for one in row["suggestions"]
    )
    return Row(**{**row, "suggestions": tuple(suggestions)})
