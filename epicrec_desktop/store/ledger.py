"""Store releases with every attempt to send them; only this creates a `Release`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING

import sqlalchemy as sa

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.json_documents import plain
from epicrec_desktop.domain.json_text import fraction
from epicrec_desktop.domain.messages import Message, dump, load
from epicrec_desktop.domain.release import Release
from epicrec_desktop.store import models
from epicrec_desktop.store.raw_sql import rows, utc_text

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True)
class Draft:
    """What is to be committed. `fingerprint` names everything the payload was made from: same
    fingerprint, same bytes. `receiver` is the provider's address, or its name where it has none.
    """

    provider: str
    receiver: str
    level: ReleaseLevel
    mechanism: str
    epsilon: Fraction | None
    joint: Fraction | None
    period: str | None
    fingerprint: str
    items: tuple[str, ...]
    open_items: tuple[str, ...]  # of them: those that go as they are
    payload: bytes


@dataclass(frozen=True)
class SendRecord:
    """One attempt to send an entry's bytes. `left`: whether they did; None: they may have."""

    time: datetime
    error: Message | None
    left: bool | None = None


def _send(time: str, stored_error: str | None, left: int | None) -> SendRecord:
    error = load(stored_error) if stored_error else None
    known = True if error is None else None if left is None else bool(left)
    return SendRecord(datetime.fromisoformat(time), error, known)


_RELEASES = """
    SELECT id, created, provider, receiver, level, mechanism, epsilon, joint, period,
        items, open_items, payload, sha256
    FROM releases
"""


def _releases(session: Session, more: str, parameters: Sequence[object] = ()) -> list[Release]:
    """Return entries of the ledger; `more` is the rest of the statement."""
    return [
        Release(
            key, datetime.fromisoformat(created), provider, receiver, ReleaseLevel(level),
            mechanism,
            fraction(epsilon) if epsilon is not None else None,
            fraction(joint) if joint is not None else None,
            period, tuple(json.loads(items)), tuple(json.loads(open_items)), payload, sha256
        )
        for (
            key, created, provider, receiver, level, mechanism, epsilon, joint, period,
            items, open_items, payload, sha256,
        ) in rows(session, _RELEASES + more, parameters)
    ]  # fmt: skip


class LedgerRepository:
    """Reads and writes the ledger."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, provider: str, fingerprint: str) -> Release | None:
        """Return the entry made for the provider of this name from exactly these inputs.

        The fingerprint covers the address, so it is the entry of this receiver too.
        """
        more = "WHERE provider = ? AND fingerprint = ? ORDER BY id DESC LIMIT 1"
        found = _releases(self._session, more, [provider, fingerprint])
        return found[0] if found else None

    def entries(self) -> list[tuple[Release, list[SendRecord]]]:
        """Return every entry with its sends, newest first."""
        sends: dict[int, list[SendRecord]] = {}
        query = 'SELECT release_id, time, error, "left" FROM release_sends ORDER BY id'
        for key, *values in rows(self._session, query):
            sends.setdefault(key, []).append(_send(*values))
        made = _releases(self._session, "ORDER BY created DESC, id DESC")  # one may be of an export
        return [(release, sends.get(release.id, [])) for release in made]

    def records(self) -> list[tuple[Release, str, list[SendRecord]]]:
        """Return every entry with its fingerprint and its sends, oldest first, for an export."""
        bases: dict[int, str] = dict(rows(self._session, "SELECT id, fingerprint FROM releases"))
        return [(made, bases[made.id], sends) for made, sends in reversed(self.entries())]

    def restore(self, draft: Draft, created: datetime, sends: Sequence[SendRecord]) -> bool:
        """Store an entry of an export with its sends; return False where it is here already."""
        sha256 = hashlib.sha256(draft.payload).hexdigest()
        known = sa.select(models.ReleaseRow.id).where(
            models.ReleaseRow.created == created,
            models.ReleaseRow.receiver == draft.receiver,
            models.ReleaseRow.sha256 == sha256,
        )
        if self._session.scalar(known) is not None:
            return False
        release = self.add(draft, now=created)
        for send in sends:
            error = dump(send.error) if send.error else None
            self._session.add(
                models.SendRow(release_id=release.id, time=send.time, error=error, left=send.left)
            )
        self._session.flush()
        return True

    def sent_to(self, receiver: str, before: int | None = None) -> list[Release]:
        """Return the releases whose bytes certainly left for this receiver, its address.

        `before`: only those with a smaller id. An attempt that may have failed proves nothing.
        """
        more = (
            'WHERE receiver = ? AND id IN (SELECT release_id FROM release_sends WHERE "left" = 1)'
        )
        if before is None:
            return _releases(self._session, more, [receiver])
        return _releases(self._session, f"{more} AND id < ?", [receiver, before])

    def was_answered(self, receiver: str, sha256: str) -> bool:
        """Return whether this receiver ever answered exactly these bytes, of whichever entry."""
        query = """
            SELECT s.id FROM release_sends s JOIN releases r ON r.id = s.release_id
            WHERE r.receiver = ? AND r.sha256 = ? AND s.error IS NULL LIMIT 1
        """
        return bool(rows(self._session, query, [receiver, sha256]))

    def last_attempt(self, receiver: str, until: datetime) -> datetime | None:
        """Return when a release was last sent to this receiver, or tried to be, until a moment."""
        times = sa.select(models.SendRow.time).join(
            models.ReleaseRow, models.ReleaseRow.id == models.SendRow.release_id
        )
        mine = times.where(models.ReleaseRow.receiver == receiver, models.SendRow.time <= until)
        return self._session.scalar(mine.order_by(models.SendRow.time.desc()).limit(1))

    def receivers(self) -> dict[str, str]:
        """Return every receiver of a release, with the provider's name at its last one."""
        query = "SELECT receiver, provider FROM releases ORDER BY created, id"
        return dict(rows(self._session, query))

    def record_send(self, release_id: int, *, now: datetime, error: Message | None) -> int:
        """Record an attempt to send an entry's bytes; return its key, for `settle_send`."""
        adding = "INSERT INTO release_sends (release_id, time, error) VALUES (?, ?, ?) RETURNING id"
        values = [release_id, utc_text(now), dump(error) if error else None]
        return int(rows(self._session, adding, values)[0][0])

    def settle_send(self, send_id: int, *, error: Message | None, left: bool | None) -> None:
        """Record the outcome of an attempt, and whether the bytes left (None: they may have)."""
        change = 'UPDATE release_sends SET error = ?, "left" = ? WHERE id = ?'
        rows(self._session, change, [dump(error) if error else None, left, send_id])

    def add(self, draft: Draft, *, now: datetime) -> Release:
        """Write an entry. It may be sent once the session is committed, and not before."""
        row = models.ReleaseRow(
            created=now, sha256=hashlib.sha256(draft.payload).hexdigest(), **plain(draft)
        )
        self._session.add(row)
        self._session.flush()
        return _releases(self._session, "WHERE id = ?", [row.id])[0]
