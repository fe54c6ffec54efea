"""Requests to others, beside the releases; the newest ones.

Nothing of the user is in it: whom, for what, when, and how it ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.records import Counted, Key, Record
from epicrec_desktop.store.records import Repository, insert, select, stored_in, table

MAX_CONTACTS = 500
"""Older ones are removed."""


class ContactKind(StrEnum):
    """What was requested."""

    RELEASE = "release"  # a list was sent; its record is the ledger's
    CONTRIBUTION = "contribution"  # these two have records of their own too
    WITHDRAWAL = "withdrawal"
    PUBLISHED = "published"  # catalog and model of a provider
    PERSONAS = "personas"  # a provider was asked about made-up people
    CATALOG = "catalog"  # movies or ratings of a public source
    POSTERS = "posters"  # earlier versions fetched them: what they stored is read
    LINK = "link"  # a page that the person opened in their browser from here
    ASSISTANT = "assistant"  # an assistant on this computer asked here
    WATCHLIST = "watchlist"  # it put a movie on the watchlist
    UPDATE = "update"  # whether there is a newer version of this program


OF_ASSISTANTS = (ContactKind.ASSISTANT, ContactKind.WATCHLIST)
MAX_ASSISTANT_CONTACTS = 100
"""Of each: an assistant that asks all day does not push the other contacts out."""


class ContactOutcome(StrEnum):
    """How it ended."""

    STARTED = "begun"  # no end is on record: cancelled, or the program ended
    ANSWERED = "answered"
    FAILED = "failed"


@stored_in("contacts")
class Contact(Record, frozen=True):
    """One request. `asked`: by the user, not by the schedule."""

    time: datetime
    name: str
    address: str | None
    kind: ContactKind
    asked: bool
    outcome: ContactOutcome
    error: Message | None = None
    bytes_sent: Counted = None
    bytes_received: Counted = None
    id: Key = 0


_CONTACTS = table(Contact)


class ContactRepository(Repository):
    """Writes and reads them."""

    def begin(self, contact: Contact) -> int:
        """Keep one before it is made; returns its key."""
        key = insert(self._session, contact)
        newest = sa.select(_CONTACTS.c.id).order_by(_CONTACTS.c.id.desc())
        same_kind = _CONTACTS.c.kind == contact.kind
        limits = [newest.offset(MAX_CONTACTS)]
        if contact.kind in OF_ASSISTANTS:
            limits.append(newest.where(same_kind).offset(MAX_ASSISTANT_CONTACTS))
        for older in limits:
            self._session.execute(sa.delete(_CONTACTS).where(_CONTACTS.c.id.in_(older)))
        return key

    def restore(self, contacts: Iterable[Contact]) -> int:
        """Keep those of an export that are not here; how many. The newest of all stay."""
        known = {(one.time, one.name, one.kind) for one in self.all()}
        new = [one for one in contacts if (one.time, one.name, one.kind) not in known]
        room = max(0, MAX_CONTACTS - len(known))
        new = sorted(new, key=lambda one: one.time)[-room:] if room else []
        for contact in new:
            self.begin(contact)
        return len(new)

    def all(self) -> list[Contact]:
        """Return all that are kept, newest first."""
        newest = (_CONTACTS.c.time.desc(), _CONTACTS.c.id.desc())  # some may be of an export
        return select(self._session, Contact, order=newest)
