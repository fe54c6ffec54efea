"""The ledger in words: when, to whom, what it can tell, and what became of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.release import Release
from epicrec_desktop.privacy.accountant import Meaning
from epicrec_desktop.services.calendar import Spending
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.releases import LedgerEntry
from epicrec_desktop.ui import core_words, words
from epicrec_desktop.ui.privacy_words import level_title, movies, number

translate = QCoreApplication.translate


def _local(moment: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))


def day(moment: datetime, *, short: bool = False) -> str:
    """A date as the person's language writes it, in their time zone."""
    return words.day(_local(moment).date(), short=short)


def moment_words(moment: datetime) -> str:
    """Date and time of day in the person's time zone."""
    time = QLocale().toString(_local(moment).time(), QLocale.FormatType.ShortFormat)
    return f"{day(moment)}, {time}"


def stayed(entry: LedgerEntry) -> bool:
    """Whether it was made for the provider in this program, so that nothing left."""
    return entry.release.provider == THIS_COMPUTER


def made_words(entry: LedgerEntry) -> str:
    """To whom it went or where it stayed, and when."""
    when = moment_words(entry.release.created)
    if stayed(entry):
        return translate("Activity", "Made on this computer, {when}").format(when=when)
    return translate("Activity", "To {provider}, {when}").format(
        provider=entry.release.provider, when=when
    )


def headline(entry: LedgerEntry) -> str:
    """Who got it, and when it was made."""
    return f"{core_words.provider(entry.release.provider)} · {day(entry.release.created)}"


def summary(entry: LedgerEntry) -> str:
    """Level, size, and what became of it."""
    release = entry.release
    return f"{level_title(release.level)} · {movies(len(release.items))} · {fate(entry)}"


def fate(entry: LedgerEntry) -> str:
    """Whether it was sent, how often, and whether the last attempt failed."""
    times = len(entry.sent)
    if stayed(entry):
        return translate("Activity", "made here, nothing left")
    if entry.error:
        return (
            translate("Activity", "last attempt failed")
            if times
            else translate("Activity", "not sent")
        )
    if not times:
        return translate("Activity", "not sent yet")
    return words.plural("Activity", "sent %Ln times", times)


def budget(release: Release) -> str:
    """What someone who reads the release can conclude about one movie."""
    if release.level is ReleaseLevel.NO or not release.items:
        return translate("Activity", "Nothing about any movie.")
    if release.epsilon is None:
        return translate("Activity", "Every movie in it, for certain.")
    percent = math.ceil(100 / (1 + math.exp(-float(release.epsilon))))
    return translate(
        "Activity",
        "A guess of 50:50 about one blurred movie, with nothing else to go by, gets to "
        "{percent}\u00a0% at most.",
    ).format(percent=percent)


def sendings(entry: LedgerEntry) -> str:
    """Every time it was sent, one below the other."""
    if stayed(entry):
        return translate("Activity", "Made here, nothing left.")
    if not entry.sent:
        return translate("Activity", "Not yet.")
    return "\n".join(moment_words(moment) for moment in entry.sent)


@dataclass(frozen=True)
class Total:
    """What went to one provider in all."""

    provider: str
    releases: int
    sendings: int
    named: int  # different movies in all of them
    last: datetime  # the last sending, or where there is none the last release
    meaning: Meaning | None  # of all that left through noise
    certain: bool  # some movies left as they are


def totals(entries: Sequence[LedgerEntry], spending: Spending) -> list[Total]:
    """One per provider, by name."""
    found = []
    for provider in sorted({e.release.provider for e in entries}, key=str.casefold):
        own = [e for e in entries if e.release.provider == provider]
        moments = [moment for e in own for moment in e.sent]
        found.append(
            Total(
                provider,
                len(own),
                len(moments),
                len({item for e in own for item in e.release.items}),
                max(moments or [e.release.created for e in own]),
                spending.alone.get(provider),
                any(e.release.level is ReleaseLevel.ALL and e.release.items for e in own),
            )
        )
    return found


def provider(name: str) -> str:
    """A provider's name as shown."""
    return core_words.provider(name)


def sent_times(total: Total) -> str:
    """How often something was sent to a provider."""
    if total.provider == THIS_COMPUTER:
        return translate("Activity", "stayed here")
    return number(total.sendings)


def spent_by(total: Total) -> tuple[str, str]:
    """What a provider can conclude of one movie from all it has, short and in a sentence."""
    if total.provider == THIS_COMPUTER:
        return "–", translate("Activity", "Made here, nothing left.")
    if total.certain:
        return (
            translate("Activity", "100\u00a0%"),
            translate("Activity", "Movies that were sent as they are, it knows for certain."),
        )
    if total.meaning is None:
        return "–", translate("Activity", "Nothing about any movie.")
    epsilon = QLocale().toString(float(total.meaning.epsilon), "g", 2)
    return (
        f"{total.meaning.percent}\u00a0%  (ε\u00a0{epsilon})",
        translate(
            "Activity",
            "A guess of 50:50 about one blurred movie, with nothing else to go by, gets to "
            "{percent}\u00a0% at most.",
        ).format(percent=total.meaning.percent),
    )


def spent(spending: Spending, entries: Sequence[LedgerEntry] = ()) -> str:
    """What everything released so far lets an observer conclude; empty before the first release."""
    if entries and all(stayed(entry) for entry in entries):
        return translate(
            "Activity",
            "Nothing has left this computer yet. The lists below were made here and stayed here.",
        )
    return " ".join(filter(None, (_blurred(spending), *_as_they_are(entries))))


def _as_they_are(entries: Sequence[LedgerEntry]) -> list[str]:
    """Per provider, the movies that were sent to it by name; a failed sending may have arrived."""
    named: dict[str, set[str]] = {}
    for entry in entries:
        gone = not stayed(entry) and (entry.sent or entry.error)
        if gone and entry.release.level is ReleaseLevel.ALL:
            named.setdefault(entry.release.provider, set()).update(entry.release.items)
    return [
        words.plural(
            "Activity",
            "%Ln movies were sent as they are to {provider}: those are known.",
            len(named[name]),
        ).format(provider=name)
        for name in sorted(named, key=str.casefold)
        if named[name]
    ]


def _blurred(spending: Spending) -> str:
    """What all that left through noise lets an observer conclude; empty where nothing did."""
    if spending.joint is None:
        return ""
    if len(spending.alone.keys() - {THIS_COMPUTER}) > 1:
        sentence = translate(
            "Activity",
            "So far, someone whose guess about one blurred movie is 50:50 gets to {percent}\u00a0% "
            "at most, even if all providers put together what they have.",
        )
    else:
        sentence = translate(
            "Activity",
            "So far, someone whose guess about one blurred movie is 50:50 gets to {percent}\u00a0% "
            "at most.",
        )
    return sentence.format(percent=spending.joint.percent)


def size(payload: bytes) -> str:
    """The payload's size."""
    return translate("Activity", "{count} bytes").format(count=number(len(payload)))
