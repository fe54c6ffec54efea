"""Read the ledger: releases, periods, and what was spent."""
# ruff: noqa: PLC0415 - the window reads the releases at its start, and nothing that needs NumPy

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.records import labels
from epicrec_desktop.domain.release import THIS_COMPUTER, Release
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.release_difference import Difference, differences
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.samples import SampleRepository

if TYPE_CHECKING:
    from epicrec_desktop.services.period_calendar import Calendar, Spending


MADE_HERE = message("Made here; nothing was sent.")
"""Of what the provider in this program got."""
FACTS = labels(Release)
"""The labels of what is shown of every release, by the name of the field."""


def facts(release: Release) -> dict[str, str]:
    """Return what is shown beside the labels, by field; what does not apply is missing."""
    values = {name: getattr(release, name) for name in FACTS}
    if release.receiver == release.provider:
        del values["receiver"]
    return {
        name: value.release_word if isinstance(value, ReleaseLevel) else str(value)
        for name, value in values.items()
        if value not in (None, "")
    }


@dataclass(frozen=True)
class LedgerEntry:
    """A release with what became of it. `sent` are the times the stored bytes were answered.

    `uncertain`: they may also have left when no answer came.
    """

    release: Release
    sent: tuple[datetime, ...]
    error: Message | None  # why the last attempt failed
    uncertain: bool = False

    @property
    def local(self) -> bool:
        """Whether it was made for the provider in this program, so that nothing left."""
        return self.release.provider == THIS_COMPUTER

    @property
    def may_have_left(self) -> bool:
        """Whether another computer may have it."""
        return not self.local and (bool(self.sent) or self.uncertain)

    @property
    def unsent(self) -> Message | None:
        """Why there is no time at which it was sent; None where there is one."""
        if self.local:
            return MADE_HERE
        if self.sent:
            return None
        if self.uncertain:
            return message("It may have been sent: there is no good answer on record.")
        return message("Not sent yet.")


class LedgerService:
    """Reads the ledger: releases, periods, and what was spent."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def entries(self, last: int | None = None) -> list[LedgerEntry]:
        """Return every release, or so many, newest first."""
        with self._context.database.read() as session:
            entries = LedgerRepository(session).entries(last)
        return [
            LedgerEntry(
                release,
                tuple(send.time for send in sends if send.error is None),
                sends[-1].error if sends else None,
                any(send.left is not False for send in sends),
            )
            for release, sends in entries
        ]

    def differences(self, releases: Sequence[Release]) -> dict[int, Difference]:
        """Return, by id, what each release disclosed to its receiver at the time."""
        with self._context.database.read() as session:
            ledger = LedgerRepository(session)
            receivers = {release.receiver for release in releases}
            delivered = [one for receiver in receivers for one in ledger.sent_to(receiver)]
        return differences(releases, delivered)

    def was_issued_elsewhere(self) -> bool:
        """Return whether a service may have blurred numbers, also of a library that was lost."""
        with self._context.database.read() as session:
            samples = SampleRepository(session).read()
        libraries = (samples, *samples.others.values())
        periods = [period for one in libraries for period in one.periods.values()]
        return any(period["issued"].keys() - {THIS_COMPUTER} for period in periods)

    def calendar(self) -> Calendar:
        """Return the periods, what is in them, and what waits."""
        from epicrec_desktop.services.period_calendar import read_calendar

        with self._context.database.read() as session:
            return read_calendar(session, self._context.now())

    def spending(self) -> Spending:
        """Return what all releases so far let an observer conclude."""
        from epicrec_desktop.services.period_calendar import read_spending

        with self._context.database.read() as session:
            return read_spending(session)
