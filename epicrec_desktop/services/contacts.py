"""Log every request to another computer or program before it is made, and its outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from epicrec_desktop.domain.errors import Cancelled, EpicRecError, ProviderError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.records import Record
from epicrec_desktop.door.traffic import counted
from epicrec_desktop.provider.address import ASSISTANT, is_address
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.store.contacts import Contact, ContactKind, ContactOutcome, ContactRepository
from epicrec_desktop.store.contributions import ContributionRepository, ContributionSend
from epicrec_desktop.store.ledger import LedgerRepository, SendRecord
from epicrec_desktop.store.records import change

NO_CONTACT = N_("No contact with anybody is on record.")


@contextmanager
def log_request(
    context: ServiceContext,
    record: type[Record],
    begin: Callable[[Connection], int],
    outcome: Callable[[EpicRecError | None], dict[str, object]],
    sentence: str | None = None,
) -> Iterator[None]:
    """Commit a record of a request before it is made; afterwards its outcome and its bytes.

    The one send log of releases, contributions and every other contact: they differ in their
    tables and in fields of the outcome. A cancelled request may have arrived, so its record keeps
    the outcome that `begin` gave it; `sentence` is then reported to the user.
    """
    with context.database.write() as session:
        key = begin(session)
    fields: dict[str, object] = {}
    with counted() as traffic:
        try:
            yield
            fields = {"error": None, **outcome(None)}
        except Cancelled:
            if sentence is None:
                raise
            raise Cancelled(sentence) from None
        except EpicRecError as error:
            fields = {"error": error.message, **outcome(error)}
            raise
        finally:
            fields["bytes_sent"] = traffic.sent or None
            fields["bytes_received"] = traffic.received or None
            with context.database.write() as session:
                change(session, record, key, **fields)


def was_sent(error: EpicRecError | None) -> bool | None:
    """Return whether the bytes of a request left; None where they may have."""
    if error is None:
        return True
    return error.sent if isinstance(error, ProviderError) else None


class ContactService:
    """All requests of releases and contributions, and the newest of all others."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    @contextmanager
    def logged(
        self, kind: ContactKind, name: str, address: str | None = None, *, asked: bool = True
    ) -> Iterator[None]:
        """Log a request: it is on the disk before anything is sent.

        A request that is cancelled, or ends with the program, stays without an outcome.
        """
        contact = Contact(self._context.now(), name, address, kind, asked, ContactOutcome.STARTED)

        def begin(session: Connection) -> int:
            return ContactRepository(session).begin(contact)

        def outcome(error: EpicRecError | None) -> dict[str, object]:
            return {"outcome": _outcome(error)}

        with log_request(self._context, Contact, begin, outcome):
            yield

    def all(self) -> list[Contact]:
        """Releases and contributions that were sent elsewhere among the others, newest first."""
        with self._context.database.read() as session:
            contacts = ContactRepository(session).all()
            entries = LedgerRepository(session).entries()
            contributed = ContributionRepository(session).sends()
        contacts += [
            _contact(send, send.provider, send.receiver, ContactKind(send.kind))
            for send in contributed
            if not send.local
        ]
        contacts += [
            _contact(send, release.provider, release.receiver, ContactKind.RELEASE)
            for release, sends in entries
            if is_address(release.receiver) or release.receiver == ASSISTANT
            for send in sends
        ]
        return sorted(contacts, key=lambda contact: contact.time, reverse=True)


def _contact(
    send: SendRecord | ContributionSend, name: str, address: str, kind: ContactKind
) -> Contact:
    traffic = send.bytes_sent, send.bytes_received
    return Contact(send.time, name, address, kind, True, _outcome(send.error), send.error, *traffic)


def _outcome(error: object) -> ContactOutcome:
    return ContactOutcome.ANSWERED if error is None else ContactOutcome.FAILED


def for_what(contact: Contact) -> Message:
    """Return what was requested, and what the request discloses about the user."""
    if contact.kind is ContactKind.PUBLISHED:
        return Message(_PUBLISHED[contact.asked])
    return Message(_FOR_WHAT[contact.kind])


def how_it_ended(contact: Contact) -> Message:
    """Return the outcome in words."""
    if contact.error is not None:
        return contact.error
    if contact.kind is ContactKind.LINK:
        return message("opened in your browser; what it sent to the site is not known here")
    if contact.outcome is ContactOutcome.ANSWERED:
        return message("answered")
    return message("no end on record")


_PUBLISHED = {
    True: N_("What it publishes, as you asked; nothing about your movies"),
    False: N_("What it publishes, by the daily schedule; nothing about your movies"),
}
_FOR_WHAT = {
    ContactKind.RELEASE: N_("A list of yours"),
    ContactKind.CONTRIBUTION: N_(
        "A contribution of yours: answers, some of them flipped at random"
    ),
    ContactKind.WITHDRAWAL: N_("To take a contribution of yours out again"),
    ContactKind.PERSONAS: N_(
        "What it recommends to made-up people, the same in every installation; nothing about you"
    ),
    ContactKind.CATALOG: N_("Movies or ratings of everybody; nothing about your movies"),
    ContactKind.POSTERS: N_("Posters of all movies; nothing about your movies"),
    ContactKind.LINK: N_("The page of a movie, which you opened in your browser"),
    ContactKind.ASSISTANT: N_("A question it asked here; of you it gets what you released to it"),
    ContactKind.WATCHLIST: N_("To put a film on your watchlist"),
    ContactKind.UPDATE: N_("Whether there is a newer version, as you asked; nothing about you"),
}
