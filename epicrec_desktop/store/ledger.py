"""Store releases with every attempt to send them, and samples; only this creates a `Release`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.json_text import fraction, month
from epicrec_desktop.domain.messages import Message, dump, load
from epicrec_desktop.domain.release import Release
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.models import (
    PeriodRow,
    ReleaseRow,
    SendRow,
    StateRow,
)
from epicrec_desktop.store.sample_file import Samples, join_mechanisms, join_twice, split_mechanisms

_LIBRARY_ID, _SAMPLES, _PRIOR_LOSSES = "epoch", "draws", "earlier"
_OTHERS, _OURS = "other-libraries", "own-libraries"
_MECHANISMS = "mechanisms"
_TWICE, _CONTRIBUTED_TWICE = "twice", "told-twice"
_SAMPLED = (
    _LIBRARY_ID,
    _SAMPLES,
    _PRIOR_LOSSES,
    _OTHERS,
    _OURS,
    _MECHANISMS,
    _TWICE,
    _CONTRIBUTED_TWICE,
)


@dataclass(frozen=True)
class Draft:
    """What is to be committed. `fingerprint` names everything the payload was made from: same
    basis, same bytes. `receiver` is the provider's address, or its name where it has none.
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


def _send(row: SendRow) -> SendRecord:
    error = load(row.error) if row.error else None
    return SendRecord(row.time, error, True if error is None else row.left)


def _release(row: ReleaseRow) -> Release:
    return Release(
        id=row.id,
        created=row.created,
        provider=row.provider,
        receiver=row.receiver,
        level=ReleaseLevel(row.level),
        mechanism=row.mechanism,
        epsilon=fraction(row.epsilon) if row.epsilon is not None else None,
        joint=fraction(row.joint) if row.joint is not None else None,
        period=row.period,
        items=tuple(row.items),
        open_items=tuple(row.open_items),
        payload=row.payload,
        sha256=row.sha256,
    )


class LedgerRepository:
    """Reads and writes the ledger and the periods sampled."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, provider: str, fingerprint: str) -> Release | None:
        """The entry made for the provider of this name from exactly this basis.

        The basis holds the address, so it is the entry of this receiver too.
        """
        row = self._session.scalar(
            select(ReleaseRow)
            .where(ReleaseRow.provider == provider, ReleaseRow.fingerprint == fingerprint)
            .order_by(ReleaseRow.id.desc())
        )
        return _release(row) if row is not None else None

    def entries(self) -> list[tuple[Release, list[SendRecord]]]:
        """Return every entry with its sends, newest first."""
        sends: dict[int, list[SendRecord]] = {}
        for send in self._session.scalars(select(SendRow).order_by(SendRow.id)):
            sends.setdefault(send.release_id, []).append(_send(send))
        newest = (ReleaseRow.created.desc(), ReleaseRow.id.desc())  # one may be of an export
        rows = self._session.scalars(select(ReleaseRow).order_by(*newest))
        return [(_release(row), sends.get(row.id, [])) for row in rows]

    def records(self) -> list[tuple[Release, str, list[SendRecord]]]:
        """Return every entry with its fingerprint and its sends, oldest first, for an export."""
        bases = dict(self._session.execute(select(ReleaseRow.id, ReleaseRow.fingerprint)).all())
        return [(made, bases[made.id], sends) for made, sends in reversed(self.entries())]

    def restore(self, draft: Draft, created: datetime, sends: Sequence[SendRecord]) -> bool:
        """Store an entry of an export with its sends; return False where it is here already."""
        sha256 = hashlib.sha256(draft.payload).hexdigest()
        known = select(ReleaseRow.id).where(
            ReleaseRow.created == created,
            ReleaseRow.receiver == draft.receiver,
            ReleaseRow.sha256 == sha256,
        )
        if self._session.scalar(known) is not None:
            return False
        release = self.add(draft, now=created)
        for send in sends:
            error = dump(send.error) if send.error else None
            self._session.add(
                SendRow(release_id=release.id, time=send.time, error=error, left=send.left)
            )
        self._session.flush()
        return True

    def delivered(self, receiver: str, before: int | None = None) -> list[Release]:
        """Return the releases whose bytes certainly left for this receiver, its address.

        `before`: only those with a smaller id. An attempt that may have failed proves nothing.
        """
        left = select(SendRow.release_id).where(SendRow.left.is_(True))
        query = select(ReleaseRow).where(ReleaseRow.receiver == receiver, ReleaseRow.id.in_(left))
        if before is not None:
            query = query.where(ReleaseRow.id < before)
        return [_release(row) for row in self._session.scalars(query)]

    def arrived(self, receiver: str, sha256: str) -> bool:
        """Return whether this receiver ever answered exactly these bytes, of whichever entry."""
        answered = (
            select(SendRow.id)
            .join(ReleaseRow, ReleaseRow.id == SendRow.release_id)
            .where(ReleaseRow.receiver == receiver, ReleaseRow.sha256 == sha256)
            .where(SendRow.error.is_(None))
        )
        return self._session.scalar(answered.limit(1)) is not None

    def last_attempt(self, receiver: str, until: datetime) -> datetime | None:
        """Return when a release was last sent to this receiver, or tried to be, until a moment."""
        times = select(SendRow.time).join(ReleaseRow, ReleaseRow.id == SendRow.release_id)
        mine = times.where(ReleaseRow.receiver == receiver, SendRow.time <= until)
        return self._session.scalar(mine.order_by(SendRow.time.desc()).limit(1))

    def receivers(self) -> dict[str, str]:
        """Return every receiver of a release, with the provider's name at its last one."""
        oldest_first = select(ReleaseRow.receiver, ReleaseRow.provider).order_by(
            ReleaseRow.created, ReleaseRow.id
        )
        return {row.receiver: row.provider for row in self._session.execute(oldest_first)}

    def record_send(self, release_id: int, *, now: datetime, error: Message | None) -> int:
        """Record an attempt to send an entry's bytes; return its key, for `settle_send`."""
        row = SendRow(release_id=release_id, time=now, error=dump(error) if error else None)
        self._session.add(row)
        self._session.flush()
        return row.id

    def settle_send(self, send_id: int, *, error: Message | None, left: bool | None) -> None:
        """Record the outcome of an attempt, and whether the bytes left (None: they may have)."""
        self._session.execute(
            update(SendRow)
            .where(SendRow.id == send_id)
            .values(error=dump(error) if error else None, left=left)
        )

    def add(self, draft: Draft, *, now: datetime) -> Release:
        """Write an entry. It may be sent once the session is committed, and not before."""
        row = ReleaseRow(
            created=now,
            provider=draft.provider,
            receiver=draft.receiver,
            level=draft.level.value,
            mechanism=draft.mechanism,
            epsilon=str(draft.epsilon) if draft.epsilon is not None else None,
            joint=str(draft.joint) if draft.joint is not None else None,
            period=draft.period,
            fingerprint=draft.fingerprint,
            items=list(draft.items),
            open_items=list(draft.open_items),
            payload=draft.payload,
            sha256=hashlib.sha256(draft.payload).hexdigest(),
        )
        self._session.add(row)
        self._session.flush()
        return _release(row)

    def periods(self) -> dict[str, Mapping[str, Any]]:
        """Return the documents of the periods sampled, by name, oldest first."""
        rows = self._session.scalars(select(PeriodRow).order_by(PeriodRow.name))
        windows = {month(row.name): row.document for row in rows}
        return dict(join_mechanisms(windows, self._mechanisms())) if windows else {}

    def _mechanisms(self) -> dict[str, Any]:
        """Return the mechanisms that periods name by digest."""
        return dict(json.loads(StateRepository(self._session).get(_MECHANISMS) or "{}"))

    def sampled(self) -> dict[str, datetime]:
        """Return when each period was sampled."""
        return {row.name: row.sampled for row in self._session.scalars(select(PeriodRow))}

    def store_period(self, name: str, document: Mapping[str, Any], *, now: datetime) -> None:
        """Store a period that was sampled, or was given to one more receiver."""
        row = self._session.get(PeriodRow, name)
        windows, mechanisms = split_mechanisms({name: document})
        known = self._mechanisms()
        if not mechanisms.keys() <= known.keys():
            StateRepository(self._session).put(_MECHANISMS, json.dumps(known | mechanisms))
        if row is None:
            self._session.add(PeriodRow(name=name, sampled=now, document=windows[name]))
        else:
            row.document = windows[name]
        self._session.flush()

    def samples(self) -> Samples:
        """Return all samples, as the file beside the database holds them too."""
        stored = StateRepository(self._session).some(_SAMPLED)
        contributions = ContributionRepository(self._session)
        counted_twice = LibraryRepository(self._session).counted_twice()
        disclosed = contributions.disclosed().values()
        windows, mechanisms = split_mechanisms(self.periods())
        return Samples.from_dict(
            {
                "epoch": stored.get(_LIBRARY_ID),
                "draws": int(stored.get(_SAMPLES, 0)),
                "earlier": json.loads(stored.get(_PRIOR_LOSSES, "[]")),
                "windows": windows,
                "mechanisms": mechanisms,
                "others": json.loads(stored.get(_OTHERS, "[]")),
                "ours": json.loads(stored.get(_OURS, "[]")),
                "contributions": contributions.documents(),
                "twice": join_twice(json.loads(stored.get(_TWICE, "[]")), counted_twice),
                "told_twice": join_twice(
                    json.loads(stored.get(_CONTRIBUTED_TWICE, "[]")), disclosed
                ),
            }
        )

    def keep_twice(self, samples: Samples) -> None:
        """Keep the periods of movies that were counted in several, whatever becomes of the rows."""
        for key, text in self._unrecorded_twice(samples).items():
            StateRepository(self._session).put(key, text)

    def twice_is_kept(self, samples: Samples) -> bool:
        """Return whether `keep_twice` has nothing to write."""
        return not self._unrecorded_twice(samples)

    def _unrecorded_twice(self, samples: Samples) -> dict[str, str]:
        stored_values = {_TWICE: samples.twice, _CONTRIBUTED_TWICE: samples.contributed_twice}
        stored = StateRepository(self._session).some(stored_values)
        texts = {key: json.dumps(groups) for key, groups in stored_values.items()}
        return {key: text for key, text in texts.items() if stored.get(key, "[]") != text}

    def forget_samples(self) -> None:
        """Forget all samples: for the audit, which starts from nothing each time."""
        self._session.execute(delete(PeriodRow))
        ContributionRepository(self._session).forget()
        self._session.execute(delete(StateRow).where(StateRow.key.in_(_SAMPLED)))

    def store_samples(
        self,
        samples: Samples,
        *,
        now: datetime,
        sampled: Mapping[str, datetime] | None = None,
        contributed: Mapping[str, datetime] | None = None,
    ) -> None:
        """Write what changed of them.

        `sampled` is when a window was drawn, `contributed` when a contribution was, where that is
        not now.
        """
        before = self.samples()
        state = StateRepository(self._session)
        if samples.library_id is not None and samples.library_id != before.library_id:
            state.put(_LIBRARY_ID, samples.library_id)
        if samples.count != before.count:
            state.put(_SAMPLES, str(samples.count))
        if samples.prior_losses != before.prior_losses:
            state.put(_PRIOR_LOSSES, json.dumps([loss.to_list() for loss in samples.prior_losses]))
        if samples.others != before.others:
            state.put(_OTHERS, json.dumps([other.to_dict() for other in samples.others.values()]))
        if samples.ours != before.ours:
            state.put(_OURS, json.dumps(samples.ours))
        self.keep_twice(samples)
        for name, document in samples.periods.items():
            if document != before.periods.get(name):
                self.store_period(name, document, now=(sampled or {}).get(name, now))
        contributions = ContributionRepository(self._session)
        for name, document in samples.contributions.items():
            if document != before.contributions.get(name):
                contributions.save(name, document, now=(contributed or {}).get(name, now))
