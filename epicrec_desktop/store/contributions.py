"""Contributions to training: what was drawn, which movies were told of, and the attempts to send.

The only place where a `CommittedContribution` comes into being: from a row that is on the disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from epicrec_desktop.domain.contribution import CommittedContribution
from epicrec_desktop.domain.exact import month
from epicrec_desktop.domain.messages import Message, dump, load
from epicrec_desktop.store.models import (
    ContributedMovieRow,
    ContributionRow,
    ContributionSendRow,
)


class SendKind(StrEnum):
    """What a receiver was asked to do with a contribution."""

    CONTRIBUTION = "contribution"  # to count it
    WITHDRAWAL = "withdrawal"  # to take it out again


@dataclass(frozen=True)
class ContributionSend:
    """One attempt. `left`: whether the bytes left; None: they may have."""

    period: str
    receiver: str
    provider: str
    kind: SendKind
    time: datetime
    error: Message | None
    left: bool | None
    wait_until: datetime | None


class ContributionRepository:
    """Reads and writes them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def documents(self) -> dict[str, Mapping[str, Any]]:
        """What was drawn, by window, oldest first."""
        rows = self._session.scalars(select(ContributionRow).order_by(ContributionRow.name))
        return {month(row.name): row.document for row in rows}

    def sampled(self) -> dict[str, datetime]:
        """When each was drawn."""
        return {row.name: row.sampled for row in self._session.scalars(select(ContributionRow))}

    def save(self, name: str, document: Mapping[str, Any], *, now: datetime) -> None:
        """Keep one that was drawn, or was given to one more receiver."""
        row = self._session.get(ContributionRow, name)
        if row is None:
            self._session.add(ContributionRow(name=name, sampled=now, document=dict(document)))
        else:
            row.document = dict(document)
        self._session.flush()

    def forget(self) -> None:
        """As if nothing had ever been drawn: for the audit, which begins anew each time."""
        for table in (ContributionRow, ContributedMovieRow, ContributionSendRow):
            self._session.execute(delete(table))

    def disclosed(self) -> dict[str, str]:
        """The window in which each movie was told of, by its public id. The truth: it stays."""
        rows = self._session.scalars(select(ContributedMovieRow))
        return {row.wire_id: month(row.period) for row in rows}

    def record_disclosed(self, periods: Mapping[str, str]) -> None:
        """Note in which window each was told of; those that were before keep theirs."""
        known = self.disclosed()
        for wire_id in sorted(periods.keys() - known.keys()):
            self._session.add(ContributedMovieRow(wire_id=wire_id, period=periods[wire_id]))
        self._session.flush()

    def committed(self, period: str, receiver: str) -> CommittedContribution:
        """What this receiver was given of a window. Raises `LookupError` where it was not."""
        row = self._session.get(ContributionRow, period)
        if row is None:
            raise LookupError(period)
        issued = row.document["issued"][receiver]
        payload = str(row.document["payload"]).encode("ascii")
        return CommittedContribution(
            id=UUID(issued["id"]),
            period=period,
            sampled=row.sampled,
            provider=str(issued["name"]),
            receiver=receiver,
            payload=payload,
            sha256=str(row.document["sha256"]),
        )

    def begin_send(
        self, committed: CommittedContribution, kind: SendKind, *, now: datetime, error: Message
    ) -> int:
        """Note an attempt before it is made; returns its key, for `settle_send`."""
        row = ContributionSendRow(
            period=committed.period,
            receiver=committed.receiver,
            provider=committed.provider,
            kind=kind.value,
            time=now,
            error=dump(error),
        )
        self._session.add(row)
        self._session.flush()
        return row.id

    def settle_send(
        self,
        key: int,
        *,
        error: Message | None,
        left: bool | None,
        wait_until: datetime | None = None,
    ) -> None:
        """Note what became of an attempt, and whether the bytes left (None: they may have)."""
        self._session.execute(
            update(ContributionSendRow)
            .where(ContributionSendRow.id == key)
            .values(
                error=dump(error) if error is not None else None, left=left, wait_until=wait_until
            )
        )

    def sends(self) -> list[ContributionSend]:
        """All attempts, oldest first."""
        oldest = (ContributionSendRow.time, ContributionSendRow.id)  # some may be of an export
        rows = self._session.scalars(select(ContributionSendRow).order_by(*oldest))
        return [_send(row) for row in rows]

    def restore(self, sends: Iterable[ContributionSend]) -> int:
        """Keep the attempts of an export that are not here; how many."""
        known = {(s.period, s.receiver, s.kind, s.time) for s in self.sends()}
        new = [s for s in sends if (s.period, s.receiver, s.kind, s.time) not in known]
        for send in new:
            self._session.add(
                ContributionSendRow(
                    period=send.period,
                    receiver=send.receiver,
                    provider=send.provider,
                    kind=send.kind.value,
                    time=send.time,
                    error=dump(send.error) if send.error is not None else None,
                    left=send.left,
                )
            )
        self._session.flush()
        return len(new)


def _send(row: ContributionSendRow) -> ContributionSend:
    error = load(row.error) if row.error else None
    return ContributionSend(
        period=month(row.period),
        receiver=row.receiver,
        provider=row.provider,
        kind=SendKind(row.kind),
        time=row.time,
        error=error,
        left=True if error is None else row.left,
        wait_until=row.wait_until,
    )
