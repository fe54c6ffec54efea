"""Store contributions with every attempt to send them; only this creates them as committed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

import sqlalchemy as sa

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.records import Column, Counted, Key, Month, Name, Record
from epicrec_desktop.domain.release import CommittedContribution
from epicrec_desktop.store.records import Repository, insert, put_records, select, stored_in, table


class SendKind(StrEnum):
    """What a receiver was asked to do with a contribution."""

    CONTRIBUTION = "contribution"  # to count it
    WITHDRAWAL = "withdrawal"  # to take it out again


@stored_in("contributions")
class StoredContribution(Record, frozen=True):
    """A contribution to training, sampled once a period and committed before it leaves.

    `document` is as `services/sampled_contribution.py` has it: the bytes, and who was given
    them. No true bit is in it.
    """

    name: Annotated[Month, Column(key=True)]
    sampled: datetime
    document: dict[str, Any]


_CONTRIBUTIONS = table(StoredContribution).c


@stored_in("contributed_movies")
class ContributedMovie(Record, frozen=True):
    """A movie that a contribution reported, by its public id: it is in no later one.

    `also_in` are other periods that reported it, in a library that was joined with this one.
    """

    wire_id: Name
    period: Month
    also_in: list[Month]


@stored_in("contribution_sends")
class ContributionSend(Record, frozen=True):
    """One attempt, or that one is scheduled. `left`: whether the bytes left; None: perhaps.

    `wait_until`: when the receiver wants to be asked again.
    """

    period: Month
    receiver: str
    provider: str
    kind: SendKind
    time: datetime
    error: Message | None
    left: bool | None
    wait_until: datetime | None
    bytes_sent: Counted = None
    bytes_received: Counted = None
    id: Key = 0

    @property
    def local(self) -> bool:
        """Whether nobody was asked: a withdrawal of what never left, or what is scheduled."""
        return self.error is None and self.left is False


def joined_periods(reported: Iterable[tuple[Iterable[str], Iterable[str]]]) -> dict[str, set[str]]:
    """Return periods by name, of names and the periods that all of them were reported in."""
    found: dict[str, set[str]] = {}
    for names, periods in reported:
        for name in names:
            found.setdefault(name, set()).update(periods)
    return found


class ContributionRepository(Repository):
    """Reads and writes contributions and their sends."""

    def documents(self) -> dict[str, Mapping[str, Any]]:
        """Return what was sampled, by period, oldest first."""
        found = select(self._session, StoredContribution, order=[_CONTRIBUTIONS.name])
        return {stored.name: stored.document for stored in found}

    def sampled(self) -> dict[str, datetime]:
        """Return when each was sampled."""
        found = self._session.execute(sa.select(_CONTRIBUTIONS.name, _CONTRIBUTIONS.sampled))
        return {row.name: row.sampled for row in found}

    def save(self, name: str, document: Mapping[str, Any], *, now: datetime) -> None:
        """Store one that was sampled, or was given to one more receiver."""
        sampled = self.sampled().get(name, now)
        put_records(self._session, [StoredContribution(name, sampled, dict(document))])

    def forget(self) -> None:
        """Forget all samples: for the audit, which starts from nothing each time."""
        for record in (StoredContribution, ContributedMovie, ContributionSend):
            self._session.execute(sa.delete(table(record)))

    def disclosed(self) -> dict[str, tuple[str, ...]]:
        """Return the periods that reported each movie, by its public id, oldest first."""
        found = select(self._session, ContributedMovie)
        return {movie.wire_id: tuple(sorted((movie.period, *movie.also_in))) for movie in found}

    def record_disclosed(self, periods: Mapping[str, Iterable[str]]) -> None:
        """Record the periods that reported each movie, beside those on record."""
        known = self.disclosed()
        changed = []
        for wire_id in sorted(periods):
            names = tuple(sorted({*known.get(wire_id, ()), *periods[wire_id]}))
            if names != known.get(wire_id, ()):
                changed.append(ContributedMovie(wire_id, names[0], list(names[1:])))
        put_records(self._session, changed)

    def committed(self) -> list[CommittedContribution]:
        """Return what every receiver was given, the newest first."""
        return [
            CommittedContribution(
                id=UUID(issued["id"]),
                period=stored.name,
                sampled=stored.sampled,
                provider=str(issued["name"]),
                receiver=receiver,
                payload=str(stored.document["payload"]).encode("ascii"),
                sha256=str(stored.document["sha256"]),
            )
            for stored in select(
                self._session, StoredContribution, order=[_CONTRIBUTIONS.name.desc()]
            )
            for receiver, issued in stored.document["issued"].items()
        ]

    def begin_send(
        self,
        committed: CommittedContribution,
        kind: SendKind,
        *,
        now: datetime,
        error: Message | None = None,
        left: bool | None = None,
        wait_until: datetime | None = None,
    ) -> int:
        """Record an attempt before it is made, or what needs none; return its key."""
        receiver, provider = committed.receiver, committed.provider
        fields = (committed.period, receiver, provider, kind, now, error, left, wait_until)
        return insert(self._session, ContributionSend(*fields))

    def schedule(self, committed: CommittedContribution, due: datetime, *, now: datetime) -> None:
        """Record that a contribution goes to its receiver at `due`; another time replaces it."""
        self.begin_send(committed, SendKind.CONTRIBUTION, now=now, left=False, wait_until=due)

    def sends(self) -> list[ContributionSend]:
        """Return all attempts, oldest first."""
        sends = table(ContributionSend)
        found = select(self._session, ContributionSend, order=[sends.c.time, sends.c.id])
        # One of an export may not say it: it arrived where there was no error.
        return [
            send.replace(left=True) if send.left is None and send.error is None else send
            for send in found
        ]

    def restore(self, sends: Iterable[ContributionSend]) -> int:
        """Store the attempts of an export that are not here; return how many."""
        known = {(s.period, s.receiver, s.kind, s.time) for s in self.sends()}
        new = [s for s in sends if (s.period, s.receiver, s.kind, s.time) not in known]
        for send in new:
            insert(self._session, send.replace(wait_until=None))
        return len(new)
