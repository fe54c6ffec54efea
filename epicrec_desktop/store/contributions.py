"""Store contributions with every attempt to send them; only this creates them as committed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

import sqlalchemy as sa

from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.json_text import month
from epicrec_desktop.domain.messages import Message, dump, load
from epicrec_desktop.domain.release import CommittedContribution
from epicrec_desktop.store import models
from epicrec_desktop.store.raw_sql import rows

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


class SendKind(StrEnum):
    """What a receiver was asked to do with a contribution."""

    CONTRIBUTION = "contribution"  # to count it
    WITHDRAWAL = "withdrawal"  # to take it out again


@dataclass(frozen=True)
class ContributionSend:
    """One attempt, or that one is scheduled. `left`: whether the bytes left; None: perhaps."""

    period: str
    receiver: str
    provider: str
    kind: SendKind
    time: datetime
    error: Message | None
    left: bool | None
    wait_until: datetime | None

    @property
    def local(self) -> bool:
        """Whether nobody was asked: a withdrawal of what never left, or what is scheduled."""
        return self.error is None and self.left is False


class ContributionRepository:
    """Reads and writes contributions and their sends."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def documents(self) -> dict[str, Mapping[str, Any]]:
        """Return what was sampled, by period, oldest first."""
        query = "SELECT name, document FROM contributions ORDER BY name"
        return {month(name): json.loads(text) for name, text in rows(self._session, query)}

    def sampled(self) -> dict[str, datetime]:
        """Return when each was sampled."""
        found = rows(self._session, "SELECT name, sampled FROM contributions")
        return {name: datetime.fromisoformat(sampled) for name, sampled in found}

    def save(self, name: str, document: Mapping[str, Any], *, now: datetime) -> None:
        """Store one that was sampled, or was given to one more receiver."""
        row = self._session.get(models.ContributionRow, name)
        if row is None:
            self._session.add(
                models.ContributionRow(name=name, sampled=now, document=dict(document))
            )
        else:
            row.document = dict(document)
        self._session.flush()

    def forget(self) -> None:
        """Forget all samples: for the audit, which starts from nothing each time."""
        for table in (
            models.ContributionRow,
            models.ContributedMovieRow,
            models.ContributionSendRow,
        ):
            self._session.execute(sa.delete(table))

    def disclosed(self) -> dict[str, tuple[str, ...]]:
        """Return the periods that reported each movie, by its public id, oldest first."""
        found = rows(self._session, "SELECT wire_id, period, also_in FROM contributed_movies")
        return {
            wire_id: tuple(month(name) for name in sorted((period, *json.loads(others))))
            for wire_id, period, others in found
        }

    def record_disclosed(self, periods: Mapping[str, Iterable[str]]) -> None:
        """Record the periods that reported each movie, beside those on record."""
        rows = {
            row.wire_id: row for row in self._session.scalars(sa.select(models.ContributedMovieRow))
        }
        for wire_id in sorted(periods):
            row = rows.get(wire_id)
            known = () if row is None else (row.period, *row.also_in)
            names = sorted({*known, *periods[wire_id]})
            if row is None and names:
                self._session.add(
                    models.ContributedMovieRow(wire_id=wire_id, period=names[0], also_in=names[1:])
                )
            elif row is not None and names != sorted(known):
                row.period, row.also_in = names[0], names[1:]
        self._session.flush()

    def committed(self, period: str, receiver: str) -> CommittedContribution:
        """Return what this receiver was given of a period. Raises `LookupError` if nothing."""
        row = self._session.get(models.ContributionRow, period)
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
        self,
        committed: CommittedContribution,
        kind: SendKind,
        *,
        now: datetime,
        error: Message | None,
    ) -> int:
        """Record an attempt before it is made; return its key, for `settle_send`."""
        row = models.ContributionSendRow(
            **document(committed, "period receiver provider"),
            kind=kind.value,
            time=now,
            error=dump(error) if error is not None else None,
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
        """Record the outcome of an attempt, and whether the bytes left (None: they may have)."""
        self._session.execute(
            sa.update(models.ContributionSendRow)
            .where(models.ContributionSendRow.id == key)
            .values(
                error=dump(error) if error is not None else None, left=left, wait_until=wait_until
            )
        )

    def schedule(self, committed: CommittedContribution, due: datetime, *, now: datetime) -> None:
        """Record that a contribution goes to its receiver at `due`; another time replaces it."""
        kind = SendKind.CONTRIBUTION
        key = self.begin_send(committed, kind, now=now, error=None)
        self.settle_send(key, error=None, left=False, wait_until=due)

    def sends(self) -> list[ContributionSend]:
        """Return all attempts, oldest first."""
        query = (
            'SELECT period, receiver, provider, kind, time, error, "left", wait_until '
            "FROM contribution_sends ORDER BY time, id"  # some may be of an export
        )
        return [_contribution_send(row) for row in rows(self._session, query)]

    def restore(self, sends: Iterable[ContributionSend]) -> int:
        """Store the attempts of an export that are not here; return how many."""
        known = {(s.period, s.receiver, s.kind, s.time) for s in self.sends()}
        new = [s for s in sends if (s.period, s.receiver, s.kind, s.time) not in known]
        for send in new:
            self._session.add(
                models.ContributionSendRow(
                    **document(send, "period receiver provider kind left"),
                    time=send.time,
                    error=dump(send.error) if send.error is not None else None,
                )
            )
        self._session.flush()
        return len(new)


def _contribution_send(row: tuple[Any, ...]) -> ContributionSend:
    period, receiver, provider, kind, time, stored_error, left, wait_until = row
    error = load(stored_error) if stored_error else None
    return ContributionSend(
        period=month(period),
        receiver=receiver,
        provider=provider,
        kind=SendKind(kind),
        time=datetime.fromisoformat(time),
        error=error,
        left=bool(left) if left is not None else True if error is None else None,
        wait_until=datetime.fromisoformat(wait_until) if wait_until else None,
    )
