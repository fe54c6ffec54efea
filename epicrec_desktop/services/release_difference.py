"""Compare what a receiver would get with what it has: movies by name, and blurred numbers.

The one place that says what a release discloses to its receiver. The question in the window, the
terminal, the JSON documents and Activity all come from `compare`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from epicrec_desktop.domain import json_documents
from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.domain.release import Release
from epicrec_desktop.services import privacy_sentences

if TYPE_CHECKING:
    from epicrec_desktop.services.release_worth import Worth

TITLES = 6
"""How many titles a sentence names before it counts the others."""


class Numbers(StrEnum):
    """What a release adds to the blurred numbers that its receiver has."""

    NONE = "none"  # it gives none
    NEW = "new"  # at least one that the receiver is not known to have
    AGAIN = "again"  # only numbers that were delivered there before


@dataclass
class ReceiverKnowledge:
    """What was certainly delivered to one receiver: the ledger says that the bytes left.

    `names` are public ids sent as they are, `numbers` have their newest period, category and value
    (another period with the same value is another number), `lists` the SHA-256 of payloads.
    """

    names: set[str] = field(default_factory=set)
    numbers: set[tuple[str | None, str, float]] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)

    def add(self, release: Release) -> None:
        """Add what a release disclosed that was delivered."""
        self.names.update(release.open_items)
        numbers = read_numbers(release.payload)
        self.numbers.update((release.period, name, value) for name, value in numbers.items())
        self.lists.add(release.sha256)


@dataclass(frozen=True)
class Difference:
    """What a release discloses to its receiver: public ids by name, new or again, and its numbers.

    `same_list`: the receiver has exactly these bytes. `first`: nothing is known to be delivered
    there.
    """

    new: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    numbers: Numbers = Numbers.NONE
    same_list: bool = False
    first: bool = field(default=False, compare=False)

    @property
    def nothing_new(self) -> bool:
        """Whether the receiver has every name and every number already."""
        return not self.new and self.numbers is not Numbers.NEW


def knowledge_of(delivered: Iterable[Release]) -> ReceiverKnowledge:
    """Return what these releases disclosed to the receiver they were delivered to."""
    known = ReceiverKnowledge()
    for release in delivered:
        known.add(release)
    return known


def differences(releases: Iterable[Release], delivered: Iterable[Release]) -> dict[int, Difference]:
    """Return, by id, what each release added to what had been delivered to its receiver before.

    `delivered` are those that certainly left, of each receiver; a larger id is of a later one.
    """
    asked = {release.id: release for release in releases}
    left = {release.id: release for release in delivered}
    known: dict[str, ReceiverKnowledge] = {}
    found = {}
    for key in sorted(asked.keys() | left.keys()):
        release = asked[key] if key in asked else left[key]
        previous = known.setdefault(release.receiver, ReceiverKnowledge())
        if key in asked:
            numbers = read_numbers(release.payload)
            named = release.open_items
            found[key] = compare(named, numbers, release.sha256, previous, period=release.period)
        if key in left:
            previous.add(release)
    return found


def compare(
    named: Iterable[str],
    numbers: Mapping[str, float] | None,
    sha256: str,
    known: ReceiverKnowledge,
    *,
    period: str | None = None,
) -> Difference:
    """Return what a release with these names and numbers adds to what its receiver has.

    `numbers` is None where they are still to be sampled: nobody can have them; `period` is the
    newest that they are of.
    """
    names = tuple(sorted(set(named)))
    if numbers is None:
        kind = Numbers.NEW
    elif not numbers:
        kind = Numbers.NONE
    else:
        given = {(period, name, value) for name, value in numbers.items()}
        kind = Numbers.AGAIN if known.numbers.issuperset(given) else Numbers.NEW
    return Difference(
        new=tuple(item for item in names if item not in known.names),
        again=tuple(item for item in names if item in known.names),
        numbers=kind,
        same_list=sha256 in known.lists,
        first=not known.lists,
    )


def sentences(
    difference: Difference, provider: str, titles: Mapping[str, str], worth: Worth | None = None
) -> list[Message]:
    """Return what a provider elsewhere would learn, names first.

    `titles` are our own, by public id. `worth` is what the numbers tell; None if not known.
    """
    return [*leading(difference, provider, titles, worth), *further(difference, provider)]


def leading(
    difference: Difference, provider: str, titles: Mapping[str, str], worth: Worth | None = None
) -> list[Message]:
    """Return what has to be known before a yes: names, the size of what numbers tell, for good."""
    if difference.same_list and difference.nothing_new:
        return [
            message(
                "{provider} has this very list already. Sending it again tells it nothing more.",
                provider=provider,
            )
        ]
    found = []
    if difference.new:
        found.append(_by_name([titles.get(item, item) for item in difference.new], provider))
    if difference.numbers is Numbers.NEW:
        found.append(privacy_sentences.learns(provider, worth))
    if found:
        return [*found, message("What is sent cannot be taken back.")]
    if difference.numbers is Numbers.AGAIN:
        return [_has_numbers(provider)]
    if difference.again:
        return [_has_names(difference, provider)]
    return [message("It names no movie of yours and gives no number.")]


def further(difference: Difference, provider: str) -> list[Message]:
    """Return what else is so: what the provider has already, and what it can tell from it."""
    if difference.same_list and difference.nothing_new:
        return []
    found = []
    gives_numbers = difference.numbers is not Numbers.NONE
    if difference.again and (difference.new or gives_numbers):
        found.append(_has_names(difference, provider))
    if difference.new and difference.numbers is Numbers.AGAIN:
        found.append(_has_numbers(provider))
    if difference.first and (difference.new or difference.again or gives_numbers):
        found.append(
            message("{provider} can recognize your later lists as yours.", provider=provider)
        )
    return found


def _has_numbers(provider: str) -> Message:
    return message("{provider} has these blurred numbers already.", provider=provider)


def _has_names(difference: Difference, provider: str) -> Message:
    return counted(
        "{provider} has one movie of this list by name already.",
        "{provider} has {count:,} movies of this list by name already.",
        count=len(difference.again),
        provider=provider,
    )


def _by_name(labels: Sequence[str], provider: str) -> Message:
    ordered = sorted(labels, key=str.casefold)
    first, others = ", ".join(ordered[:TITLES]), len(ordered) - TITLES
    if others <= 0:
        return message(
            "{provider} will know for certain: {titles}.", provider=provider, titles=first
        )
    return counted(
        "{provider} will know for certain: {titles}, and one more of your movies.",
        "{provider} will know for certain: {titles}, and {count:,} more of your movies.",
        count=others,
        provider=provider,
        titles=first,
    )


def document(
    difference: Difference, provider: str, titles: Mapping[str, str], worth: Worth | None
) -> dict[str, Any]:
    """Return the difference as JSON, with its sentences in English."""
    return {
        **json_documents.document(
            difference, "named_new=new named_again=again numbers same_list first"
        ),
        "sentences": [str(one) for one in sentences(difference, provider, titles, worth)],
    }


def read_numbers(payload: bytes) -> dict[str, float]:
    """Return the blurred numbers that a payload of ours gives, by category; empty for none."""
    try:
        counts = json.loads(payload)["release"]["counts"]
        return {str(name): float(value) for name, value in (counts or {}).items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
