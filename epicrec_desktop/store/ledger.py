"""Store releases with every attempt to send them; only this creates a `Release`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import sqlalchemy as sa
from msgspec.structs import asdict

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.records import Column, Counted, Key, Record
from epicrec_desktop.domain.release import Draft, Release
from epicrec_desktop.store.records import Repository, insert, select, stored_in, table


@stored_in("release_sends")
class SendRecord(Record, frozen=True):
    """One attempt to send an entry's bytes. `left`: whether they did; None: they may have."""

    time: datetime
    error: Message | None
    left: bool | None = None
    bytes_sent: Counted = None
    bytes_received: Counted = None
    release_id: Annotated[int, Column(refers="releases")] = 0
    id: Key = 0


stored_in("releases")(Release)
_RELEASES, _SENDS = table(Release).c, table(SendRecord).c
_LEFT = sa.select(_SENDS.release_id).where(_SENDS.left.is_(True))


class LedgerRepository(Repository):
    """Reads and writes the ledger."""

    def find(self, provider: str, fingerprint: str) -> Release | None:
        """Return the entry made for the provider of this name from exactly these inputs.

        The fingerprint covers the address, so it is the entry of this receiver too.
        """
        found = select(
            self._session,
            Release,
            _RELEASES.provider == provider,
            _RELEASES.fingerprint == fingerprint,
            order=[_RELEASES.id.desc()],
            limit=1,
        )
        return found[0] if found else None

    def committed(self, key: int) -> Release:
        """Return the entry of this number. Raises `LookupError` where there is none."""
        found = select(self._session, Release, _RELEASES.id == key)
        if not found:
            raise LookupError(key)
        return found[0]

    def entries(self, last: int | None = None) -> list[tuple[Release, list[SendRecord]]]:
        """Return every entry, or so many, with its sends, newest first."""
        sends: dict[int, list[SendRecord]] = {}
        for send in select(self._session, SendRecord, order=[_SENDS.id]):
            arrived = send if send.error else send.replace(left=True)
            sends.setdefault(send.release_id, []).append(arrived)
        newest = [_RELEASES.created.desc(), _RELEASES.id.desc()]  # one may be of an export
        made = select(self._session, Release, order=newest, limit=last)
        return [(release, sends.get(release.id, [])) for release in made]

    def restore(self, draft: Draft, created: datetime, sends: Sequence[SendRecord]) -> bool:
        """Store an entry of an export with its sends; return False where it is here already."""
        release = _as_release(draft, created)
        known = select(
            self._session,
            Release,
            _RELEASES.created == created,
            _RELEASES.receiver == draft.receiver,
            _RELEASES.sha256 == release.sha256,
            limit=1,
        )
        if known:
            return False
        key = insert(self._session, release)
        for send in sends:
            insert(self._session, send.replace(release_id=key, id=0))
        return True

    def sent_to(self, receiver: str) -> list[Release]:
        """Return the releases whose bytes certainly left for this receiver, its address.

        An attempt that may have failed proves nothing.
        """
        left = (_RELEASES.receiver == receiver, _RELEASES.id.in_(_LEFT))
        return select(self._session, Release, *left)

    def was_answered(self, receiver: str, sha256: str) -> bool:
        """Return whether this receiver ever answered exactly these bytes, of whichever entry."""
        answered = sa.select(_SENDS.release_id).where(_SENDS.error.is_(None))
        same = (_RELEASES.receiver == receiver, _RELEASES.sha256 == sha256)
        return bool(select(self._session, Release, *same, _RELEASES.id.in_(answered), limit=1))

    def last_attempt(self, receiver: str, until: datetime) -> datetime | None:
        """Return when a release was last sent to this receiver, or tried to be, until a moment."""
        mine = sa.select(_RELEASES.id).where(_RELEASES.receiver == receiver)
        until_then = (_SENDS.release_id.in_(mine), _SENDS.time <= until)
        found = select(self._session, SendRecord, *until_then, order=[_SENDS.time.desc()], limit=1)
        return found[0].time if found else None

    def receivers(self) -> dict[str, str]:
        """Return every receiver of a release, with the provider's name at its last one."""
        oldest_first = [_RELEASES.created, _RELEASES.id]
        query = sa.select(_RELEASES.receiver, _RELEASES.provider).order_by(*oldest_first)
        return {row.receiver: row.provider for row in self._session.execute(query)}

    def record_send(self, release_id: int, *, now: datetime, error: Message | None) -> int:
        """Record an attempt to send an entry's bytes, of which nothing is known; return its key."""
        return insert(self._session, SendRecord(now, error, release_id=release_id))

    def add(self, draft: Draft, *, now: datetime) -> Release:
        """Write an entry. It may be sent once the session is committed, and not before."""
        release = _as_release(draft, now)
        return release.replace(id=insert(self._session, release))


def _as_release(draft: Draft, created: datetime) -> Release:
    sha256 = hashlib.sha256(draft.payload).hexdigest()
    return Release(**asdict(draft), created=created, sha256=sha256)
