"""Every time somebody was asked for something, beside the releases; the newest ones.

Nothing of the person is in it: whom, for what, when, and how it ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

import sqlalchemy as sa

from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.messages import Message, dump, load
from epicrec_desktop.store import models
from epicrec_desktop.store.raw_sql import rows

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

KEPT = 500
"""As many are kept; older ones are dropped."""


class ContactKind(StrEnum):
    """What somebody was asked for."""

    RELEASE = "release"  # a list was sent; its record is the ledger's
    CONTRIBUTION = "contribution"  # these two have records of their own too
    WITHDRAWAL = "withdrawal"
    PUBLISHED = "published"  # catalog and model of a provider
    CATALOG = "catalog"  # movies or ratings of a public source
    POSTERS = "posters"
    LINK = "link"  # a page that the person opened in their browser from here
    ASSISTANT = "assistant"  # an assistant on this computer asked here
    WATCHLIST = "watchlist"  # it put a film on the watchlist
    UPDATE = "update"  # whether there is a newer version of this program


OF_ASSISTANTS = (ContactKind.ASSISTANT, ContactKind.WATCHLIST)
KEPT_OF_ASSISTANTS = 100
"""Of each: an assistant that asks all day does not push the other contacts out."""


class ContactOutcome(StrEnum):
    """How it ended."""

    STARTED = "begun"  # no end is on record: cancelled, or the program ended
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass(frozen=True)
class Contact:
    """One time somebody was asked. `asked`: by the person, not by the schedule."""

    time: datetime
    name: str
    address: str | None
    kind: ContactKind
    asked: bool
    outcome: ContactOutcome
    error: Message | None = None


class ContactRepository:
    """Writes and reads them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def begin(self, contact: Contact) -> int:
        """Keep one before it is made; returns its key, for `settle`."""
        values = document(contact, "name address kind asked outcome")
        row = models.ContactRow(time=contact.time, error=None, **values)
        self._session.add(row)
        self._session.flush()
        newest = sa.select(models.ContactRow.id).order_by(models.ContactRow.id.desc())
        same = newest.where(models.ContactRow.kind == row.kind).offset(KEPT_OF_ASSISTANTS)
        for older in (newest.offset(KEPT), *([same] if contact.kind in OF_ASSISTANTS else [])):
            self._session.execute(
                sa.delete(models.ContactRow).where(models.ContactRow.id.in_(older))
            )
        return row.id

    def settle(self, key: int, outcome: ContactOutcome, error: Message | None = None) -> None:
        """Note how it ended; nothing where it was dropped meanwhile."""
        row = self._session.get(models.ContactRow, key)
        if row is not None:
            row.outcome = outcome.value
            row.error = dump(error) if error is not None else None

    def restore(self, contacts: Iterable[Contact]) -> int:
        """Keep those of an export that are not here; how many. The newest of all stay."""
        known = {(one.time, one.name, one.kind) for one in self.all()}
        new = [one for one in contacts if (one.time, one.name, one.kind) not in known]
        room = max(0, KEPT - len(known))
        new = sorted(new, key=lambda one: one.time)[-room:] if room else []
        for contact in new:
            self.begin(contact)
        return len(new)

    def all(self) -> list[Contact]:
        """Return all that are kept, newest first."""
        query = (
            "SELECT time, name, address, kind, asked, outcome, error FROM contacts "
            "ORDER BY time DESC, id DESC"  # some may be of an export
        )
        return [
            Contact(
                datetime.fromisoformat(time),
                name,
                address,
                ContactKind(kind),
                bool(asked),
                ContactOutcome(outcome),
                load(error) if error else None,
            )
            for time, name, address, kind, asked, outcome, error in rows(self._session, query)
        ]
