"""Store releases with every attempt to send them, and samples; only this creates a `Release`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.json_text import fraction, month
from epicrec_desktop.domain.messages import Message, dump, load
from epicrec_desktop.domain.release import Release
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.later import models, sa
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.plain import rows, utc_text
from epicrec_desktop.store.sample_file import Samples, join_mechanisms, join_twice, split_mechanisms

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

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
            period, tuple(json.loads(items)), tuple(json.loads(open_items)), payload, sha256,
        )
        for (
            key, created, provider, receiver, level, mechanism, epsilon, joint, period,
            items, open_items, payload, sha256,
        ) in rows(session, _RELEASES + more, parameters)
    ]  # fmt: skip


class LedgerRepository:
    """Reads and writes the ledger and the periods sampled."""

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

    def delivered(self, receiver: str, before: int | None = None) -> list[Release]:
        """Return the releases whose bytes certainly left for this receiver, its address.

        `before`: only those with a smaller id. An attempt that may have failed proves nothing.
        """
        more = (
            'WHERE receiver = ? AND id IN (SELECT release_id FROM release_sends WHERE "left" = 1)'
        )
        if before is None:
            return _releases(self._session, more, [receiver])
        return _releases(self._session, f"{more} AND id < ?", [receiver, before])

    def arrived(self, receiver: str, sha256: str) -> bool:
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
        return _releases(self._session, "WHERE id = ?", [row.id])[0]

    def periods(self) -> dict[str, Mapping[str, Any]]:
        """Return the documents of the periods sampled, by name, oldest first."""
        found = rows(self._session, "SELECT name, document FROM release_periods ORDER BY name")
        windows = {month(name): json.loads(document) for name, document in found}
        return dict(join_mechanisms(windows, self._mechanisms())) if windows else {}

    def _mechanisms(self) -> dict[str, Any]:
        """Return the mechanisms that periods name by digest."""
        return dict(json.loads(StateRepository(self._session).get(_MECHANISMS) or "{}"))

    def sampled(self) -> dict[str, datetime]:
        """Return when each period was sampled."""
        found = rows(self._session, "SELECT name, sampled FROM release_periods")
        return {name: datetime.fromisoformat(sampled) for name, sampled in found}

    def store_period(self, name: str, document: Mapping[str, Any], *, now: datetime) -> None:
        """Store a period that was sampled, or was given to one more receiver."""
        row = self._session.get(models.PeriodRow, name)
        windows, mechanisms = split_mechanisms({name: document})
        known = self._mechanisms()
        if not mechanisms.keys() <= known.keys():
            StateRepository(self._session).put(_MECHANISMS, json.dumps(known | mechanisms))
        if row is None:
            self._session.add(models.PeriodRow(name=name, sampled=now, document=windows[name]))
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
        self._session.execute(sa.delete(models.PeriodRow))
        ContributionRepository(self._session).forget()
        self._session.execute(sa.delete(models.StateRow).where(models.StateRow.key.in_(_SAMPLED)))

    def store_samples(
        self,
        samples: Samples,
        *,
        now: datetime,
        sampled: Mapping[str, datetime] | None = None,
        contributed: Mapping[str, datetime] | None = None,
    ) -> None:
        """Write what changed of them.

        `sampled` is when a period was sampled, `contributed` when a contribution was, where that is
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
