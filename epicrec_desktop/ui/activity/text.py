"""The ledger in words: when, to whom, what it can tell, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop.domain.release import THIS_COMPUTER, Release
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.provider.address import split_address
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.contacts import NO_CONTACT
from epicrec_desktop.services.ledger import MADE_HERE, LedgerEntry
from epicrec_desktop.services.period_calendar import Spending
from epicrec_desktop.services.release_summary import ReleaseSummary, summary_sections
from epicrec_desktop.store.contacts import MAX_CONTACTS, Contact
from epicrec_desktop.ui.common import messages, privacy_text, wording
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.common.wording import number

_tr = translator("Activity")


def release_heading(entry: LedgerEntry) -> str:
    """Return to whom it went or where it stayed, and when it was made."""
    when = wording.moment(entry.release.created)
    if entry.local:
        return _tr("Made on this computer, {when}").format(when=when)
    return _tr("To {provider}, {when}").format(provider=entry.release.provider, when=when)


def headline(entry: LedgerEntry) -> str:
    """Return who got it, and when it was made."""
    made = wording.moment(entry.release.created, short=True)
    return f"{messages.provider(entry.release.provider)} · {made}"


def summary(entry: LedgerEntry) -> str:
    """Return what is in it, and what became of it."""
    return f"{contents(entry.release)} · {delivery_status(entry)}"


def contents(release: Release) -> str:
    """Return how many movies it names as they are, and how many its blurred list has."""
    named, listed_count = len(release.open_items), len(release.items) - len(release.open_items)
    pieces = []
    if named or release.epsilon is None:
        pieces.append(wording.plural("Activity", "%Ln movies by name", named))
    if release.epsilon is not None:
        pieces.append(wording.plural("Activity", "blurred list of %Ln", listed_count))
    return " · ".join(pieces)


def delivery_status(entry: LedgerEntry) -> str:
    """Return whether it was sent, how often, and whether the last attempt failed."""
    times = len(entry.sent)
    if entry.local:
        return _tr("made here, nothing sent")
    if entry.error and times:
        return _tr("last attempt failed")
    if entry.error:
        return _tr("may have arrived") if entry.uncertain else _tr("not sent")
    if not times:
        return _tr("not sent yet")
    return wording.plural("Activity", "sent %Ln times", times)


def certainty(release: Release) -> str:
    """Return what someone who reads the release can conclude about one movie."""
    return " ".join(map(messages.localized, privacy_sentences.certainty(release)))


def deliveries(entry: LedgerEntry) -> str:
    """Return the times at which it was sent, one below the other, or why there are none."""
    if entry.unsent is not None:
        return messages.localized(entry.unsent)
    return "\n".join(wording.moment(moment) for moment in entry.sent)


@dataclass(frozen=True)
class Total:
    """What went to one provider in all."""

    provider: str
    releases: int
    deliveries: int
    named: int  # different movies in all of them
    last: datetime | None  # the last sending; None where there is none
    bound: PosteriorBound | None  # of all that left through noise
    certain: bool  # some movies left as they are


def totals(entries: Sequence[LedgerEntry], spending: Spending) -> list[Total]:
    """Return one total per provider, by name."""
    found = []
    names = {e.release.provider for e in entries} | spending.alone.keys()
    for provider in sorted(names, key=str.casefold):
        own = [e for e in entries if e.release.provider == provider]
        moments = [moment for e in own for moment in e.sent]
        there = [e for e in own if e.may_have_left or e.local]
        found.append(
            Total(
                provider,
                len(own),
                len(moments),
                len({item for e in there for item in e.release.items}),
                max(moments, default=None),
                spending.alone.get(provider),
                any(e.release.open_items for e in own if e.may_have_left),
            )
        )
    return found


def sent_times(total: Total) -> str:
    """Return how often something was sent to a provider."""
    if total.provider == THIS_COMPUTER:
        return _tr("stayed here")
    return number(total.deliveries)


def provider_bound(total: Total) -> tuple[str, str]:
    """Return what a provider can conclude of one movie from all it has, short and in a sentence."""
    if total.provider == THIS_COMPUTER:
        return "–", messages.localized(MADE_HERE)
    if total.certain:
        return (
            _tr("100\u00a0%"),
            _tr("It knows for certain the movies that were sent as they are."),
        )
    if total.bound is None:
        return "–", messages.localized(privacy_sentences.NO_MOVIE)
    behind = privacy_sentences.behind_numbers(total.bound.percent)
    return f"{total.bound.percent}\u00a0%", messages.localized(behind)


def spent(spending: Spending, entries: Sequence[LedgerEntry] = ()) -> str:
    """Return what all releases let an observer conclude, and why more counts; empty before any."""
    blurred = [messages.localized(one) for one in privacy_sentences.spent(spending)]
    local = entries and all(entry.local for entry in entries)
    if local and not spending.forgot_releases:
        stays = _tr(
            "No list was sent from this library. Those below were made here and stayed here."
        )
        left = spending.contributed is not None or spending.causes
        disclosed = [stays, *(blurred if left else [])]
    else:
        disclosed = [*blurred, *_open_disclosures(entries)]
    return " ".join([*disclosed, *map(privacy_text.warning, spending.causes)])


def _open_disclosures(entries: Sequence[LedgerEntry]) -> list[str]:
    """Return which movies were sent by name, by provider; a failed sending may have arrived."""
    known: dict[str, set[str]] = {}
    maybe: dict[str, set[str]] = {}
    for entry in entries:
        if entry.may_have_left:
            there = known if entry.sent else maybe
            there.setdefault(entry.release.provider, set()).update(entry.release.open_items)
    sentences = []
    for name in sorted(known.keys() | maybe.keys(), key=str.casefold):
        certain = known.get(name, set())
        if certain:
            words = wording.plural(
                "Activity",
                "%Ln movies were sent to {provider} as they are, so it knows them.",
                len(certain),
            )
            sentences.append(words.format(provider=name))
        if perhaps := maybe.get(name, set()) - certain:
            words = wording.plural(
                "Activity", "%Ln movies may have reached {provider} as they are.", len(perhaps)
            )
            sentences.append(words.format(provider=name))
    return sentences


def bytes_remark(release: Release) -> str:
    """Return the payload's size, and whether it arrived as it is."""
    if not split_address(release.receiver).interface:
        return size(release.payload)
    return _tr("{size}, of which the service got only the films").format(size=size(release.payload))


def size(payload: bytes) -> str:
    """Return the payload's size in words."""
    return _tr("{count} bytes").format(count=number(len(payload)))


# What a release disclosed

_FIGURE_SPACE = "\u2007"

Line = tuple[str, bool]
"""A line of what was disclosed, and whether it is a heading."""


def disclosed(what: ReleaseSummary, entry: LedgerEntry) -> list[Line]:
    """Return a release as a person reads it: headings, and titles or numbers below each."""
    lines: list[Line] = []
    for section in summary_sections(what, local=entry.local):
        lines.append((messages.localized(section.heading), True))
        lines += [(title, False) for title in section.titles]
        lines += [(line, False) for line in _aligned(section.numbers)]
    return lines


def _aligned(numbers: Sequence[tuple[str, float]]) -> list[str]:
    """Return a line each: the number, right-aligned where digits are as wide, and its name."""
    values = [wording.blurred_number(value) for _, value in numbers]
    width = max(map(len, values), default=0)
    return [
        f"{value.rjust(width, _FIGURE_SPACE)}  {wording.category(name)}"
        for value, (name, _) in zip(values, numbers, strict=True)
    ]


def classes(what: ReleaseSummary) -> str:
    """Return how many movies are disclosed by name, in numbers or not; empty where unknown."""
    if what.unsure:
        return ""
    return privacy_text.classes(
        len(what.named), len(what.counted) + len(what.undone), len(what.excluded)
    )


# Contacts


def contacts_note(contacts: Sequence[Contact]) -> str:
    """Return what is listed, and how far back."""
    if not contacts:
        return messages.localized(NO_CONTACT)
    return _tr(
        "Whom EpicRec contacted, itself or through your browser. Lists and contributions you "
        "sent stay here for good, of other contacts the newest {count}. A firewall or your "
        "router can show you whether that is all."
    ).format(count=number(MAX_CONTACTS))


def contact_headline(contact: Contact) -> str:
    """Return who was contacted, when, and how many bytes went both ways."""
    headline = f"{messages.provider(contact.name)} · {wording.moment(contact.time)}"
    if contact.bytes_sent is None:
        return headline
    sent, received = map(wording.data_size, (contact.bytes_sent, contact.bytes_received or 0))
    traffic = _tr("{sent} sent, {received} received").format(sent=sent, received=received)
    return f"{headline} · {traffic}"
