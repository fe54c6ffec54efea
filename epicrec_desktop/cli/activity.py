"""What left: the ledger of releases, and the contacts with others.

Reading them as JSON needs no NumPy, and so imports nothing that does.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from epicrec_desktop.cli.labels import mechanism_name, with_noun
from epicrec_desktop.console.arguments import count
from epicrec_desktop.console.options import command, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import category_label
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.domain.release import ReleaseFacts
from epicrec_desktop.services.contacts import NO_CONTACT, for_what, how_it_ended
from epicrec_desktop.services.ledger import FACTS, LedgerEntry, facts
from epicrec_desktop.services.privacy_sentences import CAN_REVEAL, certainty

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services


@command(option("--last", type=count, metavar="N", help="only the newest N releases"))
def ledger(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Print releases on record with their bytes, newest first."""
    entries = services.ledger.entries(options.last)
    if terminal.as_json:
        terminal.document(_ledger_document(services, entries))
        return 0
    if not entries:
        terminal.say("No list is on record.")
    from epicrec_desktop.cli.privacy import print_causes  # noqa: PLC0415 - with NumPy
    from epicrec_desktop.services.release_summary import summary_sections  # noqa: PLC0415

    summaries = services.summaries.summaries([entry.release for entry in entries])
    for entry, release_summary in zip(entries, summaries, strict=True):
        job.check()
        made = entry.release
        where = "on this computer" if entry.local else f"to {made.provider}"
        terminal.heading(f"{made.created:%Y-%m-%d %H:%M} UTC {where}")
        for name, words in facts(made).items():
            terminal.say(f"{FACTS[name]}: {words}")
        blurred = ""
        if made.epsilon is not None:
            mechanism = mechanism_name(made.mechanism)
            blurred = f", {mechanism} mechanism, ε = {float(made.epsilon):.3f}"
        terminal.say(f"{with_noun(len(made.items), 'movie')}{blurred}")
        terminal.say(f"{CAN_REVEAL}: {' '.join(map(str, certainty(made)))}")
        terminal.say_each(_sends(entry))
        for section in summary_sections(release_summary, local=entry.local):
            terminal.say(f"{section.heading}")
            for title in section.titles:
                terminal.say(f"  {title}")
            for name, value in section.numbers:
                terminal.say(f"  {category_label(name)}  {value:.1f}")
        terminal.say(f"sha256 {made.sha256}")
        terminal.say(made.payload.decode("utf-8"))
    print_causes(services.ledger.spending(), terminal)
    return 0


def _ledger_document(
    services: Services, entries: Sequence[LedgerEntry]
) -> Iterator[dict[str, Any]]:
    """Yield releases as JSON; `discloses` is null where one stayed on this computer."""
    sent = [e.release for e in entries if not e.local]
    disclosed = {
        key: document(difference, "named_new=new named_again=again numbers")
        for key, difference in services.ledger.differences(sent).items()
    }
    named = ("window=period" if f == "period" else f for f in ReleaseFacts.__struct_fields__)
    fields = f"id created {' '.join(named)} items open_items sha256"
    for e in entries:
        yield {
            **document(e.release, fields),
            "payload": e.release.payload.decode("utf-8"),
            **document(e, "sent error"),
            "discloses": disclosed.get(e.release.id),
        }


@command()
def activity(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Print every contact with a provider or another service."""
    contacts = services.contacts.all()
    if not contacts:
        terminal.say(NO_CONTACT)
    for contact in contacts:
        terminal.say(f"{contact.time:%Y-%m-%d %H:%M} UTC  {contact.name}")
        terminal.say(f"  {for_what(contact)}: {how_it_ended(contact)}")
        if contact.bytes_sent is not None:
            received = contact.bytes_received or 0
            terminal.say(f"  {contact.bytes_sent:,} bytes sent, {received:,} received")
    names = "time name address kind asked outcome error bytes_sent bytes_received"
    terminal.document([document(one, names) for one in contacts])
    return 0


def _sends(entry: LedgerEntry) -> Iterator[str | Message]:
    """Yield when the bytes were sent and answered, or why not, and the last problem."""
    yield entry.unsent or f"Sent: {', '.join(f'{t:%Y-%m-%d %H:%M}' for t in entry.sent)}."
    if entry.error:
        yield entry.error
