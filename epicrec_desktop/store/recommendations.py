"""The last recommendations, kept whole so that they are shown at once at the next start."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.domain import messages
from epicrec_desktop.domain.records import Key, Record
from epicrec_desktop.domain.release import Recommendations
from epicrec_desktop.store.records import insert, read_value, select, stored_in, table


@stored_in("recommendations")
class StoredRecommendations(Record, frozen=True):
    """The last result shown, one document."""

    created: datetime
    document: dict[str, Any]
    id: Key = 0


def save(session: Connection, recommendations: Recommendations) -> None:
    """Keep these and drop the ones before."""
    notes = [messages.dump(note) for note in recommendations.notes]
    document = msgspec.to_builtins(replace(recommendations, notes=())) | {"notes": notes}
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
        if not found:
            return None
        document = found[0].document
        notes = tuple(map(messages.load, document["notes"]))
        shown: Recommendations = read_value({**document, "notes": ()}, Recommendations)
        return replace(shown, notes=notes)
    except (KeyError, TypeError, ValueError):
        return None
