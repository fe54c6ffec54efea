"""The last recommendations, kept whole so that they are shown at once at the next start."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.domain import messages
from epicrec_desktop.domain.records import Key, Record
from epicrec_desktop.domain.release import Learned, Recommendations, Row, Suggestion
from epicrec_desktop.store.records import insert, select, stored_in, table


@stored_in("recommendations")
class StoredRecommendations(Record, frozen=True):
    """The last result shown, one document."""

    created: datetime
    document: dict[str, Any]
    id: Key = 0


def save(session: Connection, recommendations: Recommendations) -> None:
    """Keep these and drop the ones before."""
    document = {
        **vars(recommendations),
        "rows": [
            {
                **vars(row),
                "suggestions": [vars(one) for one in row.suggestions],
                "learned": None if row.learned is None else vars(row.learned),
            }
            for row in recommendations.rows
        ],
        "created": recommendations.created.isoformat(),
        "notes": [messages.dump(note) for note in recommendations.notes],
    }
    forget(session)
    insert(session, StoredRecommendations(recommendations.created, document))


def forget(session: Connection) -> None:
    """Delete them: their order and reasons disclose what was watched."""
    session.execute(sa.delete(table(StoredRecommendations)))


def load(session: Connection) -> Recommendations | None:
    """Return the last recommendations; None without, or for a document of another shape."""
    newest = [table(StoredRecommendations).c.id.desc()]
    try:
        found = select(session, StoredRecommendations, order=newest, limit=1)
        return _read(found[0].document) if found else None
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
    learned = row.get("learned")
    values = {
        "suggestions": tuple(suggestions),
        "learned": None if learned is None else Learned(**learned),
    }
    return Row(**{**row, **values})
