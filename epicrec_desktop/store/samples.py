"""Store the samples of a library: its periods, prior losses, and what other libraries sampled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any
from weakref import WeakKeyDictionary

import msgspec
import sqlalchemy as sa

from epicrec_desktop.domain.records import Column, Month, Record
from epicrec_desktop.store.choices import StateRepository, StoredFact
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.records import (
    Repository,
    changes,
    put_records,
    read_value,
    select,
    stored_in,
    table,
)
from epicrec_desktop.store.sample_file import (
    PriorLoss,
    Samples,
    join_mechanisms,
    join_twice,
    split_mechanisms,
)


@stored_in("release_periods")
class StoredPeriod(Record, frozen=True):
    """A sampled period: its mechanism, levels, noisy counts by tier, and which receiver has which.

    `document` is that of `Period` in `privacy/period.py`. No true count is in it.
    """

    name: Annotated[Month, Column(key=True)]
    sampled: datetime
    document: dict[str, Any]


_PERIODS = table(StoredPeriod).c
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

_READ: WeakKeyDictionary[sa.Connection, tuple[int, Samples]] = WeakKeyDictionary()
"""What sessions read, after so many changes to the database by their connection."""


class SampleRepository(Repository):
    """Reads and writes the periods sampled, and all that `draws.json` holds too."""

    def periods(self) -> dict[str, Mapping[str, Any]]:
        """Return the documents of the periods sampled, by name, oldest first."""
        known = self._last_read()
        return dict(known.periods if known is not None else self._periods(self._mechanisms()))

    def _periods(self, mechanisms: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        found = select(self._session, StoredPeriod, order=[_PERIODS.name])
        documents = {stored.name: stored.document for stored in found}
        return join_mechanisms(documents, mechanisms)

    def _mechanisms(self) -> dict[str, Any]:
        return dict(json.loads(StateRepository(self._session).get(_MECHANISMS) or "{}"))

    def sampling_times(self) -> dict[str, datetime]:
        """Return when each period was sampled."""
        found = self._session.execute(sa.select(_PERIODS.name, _PERIODS.sampled))
        return {row.name: row.sampled for row in found}

    def read(self) -> Samples:
        """Return all samples, as the file beside the database holds them too.

        What this session read is not read again until it writes: nobody else's writes are seen.
        """
        known = self._last_read()
        if known is None:
            stored = StateRepository(self._session).some(_SAMPLED)
            contributions = ContributionRepository(self._session)
            counted_twice = LibraryRepository(self._session).counted_twice()
            disclosed = contributions.disclosed().values()
            others = map(Samples.from_dict, json.loads(stored.get(_OTHERS, "[]")))
            losses: tuple[PriorLoss, ...] = read_value(
                json.loads(stored.get(_PRIOR_LOSSES, "[]")), tuple[PriorLoss, ...]
            )
            known = Samples(
                stored.get(_LIBRARY_ID),
                int(stored.get(_SAMPLES, 0)),
                losses,
                self._periods(json.loads(stored.get(_MECHANISMS, "{}"))),
                {str(other.library_id): other for other in others},
                tuple(json.loads(stored.get(_OURS, "[]"))),
                contributions.documents(),
                join_twice(json.loads(stored.get(_TWICE, "[]")), counted_twice),
                join_twice(json.loads(stored.get(_CONTRIBUTED_TWICE, "[]")), disclosed),
            )
            _READ[self._session] = changes(self._session), known
        return known

    def _last_read(self) -> Samples | None:
        when, known = _READ.get(self._session, (0, None))
        return known if known is not None and when == changes(self._session) else None

    def record_shared_periods(self, samples: Samples) -> None:
        """Keep the periods of movies that were counted in several, whatever becomes of the rows."""
        for key, text in self.unrecorded(samples).items():
            StateRepository(self._session).put(key, text)

    def unrecorded(self, samples: Samples) -> dict[str, str]:
        """Return what `record_shared_periods` has to write."""
        stored_values = {_TWICE: samples.twice, _CONTRIBUTED_TWICE: samples.contributed_twice}
        stored = StateRepository(self._session).some(stored_values)
        texts = {key: json.dumps(groups) for key, groups in stored_values.items()}
        return {key: text for key, text in texts.items() if stored.get(key, "[]") != text}

    def forget(self) -> None:
        """Forget all samples, as a library that is new: for the audit, which releases it again."""
        self._session.execute(sa.delete(table(StoredPeriod)))
        ContributionRepository(self._session).forget()
        facts = table(StoredFact)
        sampled = facts.c.key.in_(set(_SAMPLED) - {_LIBRARY_ID})
        self._session.execute(sa.delete(facts).where(sampled))

    def store(
        self,
        samples: Samples,
        *,
        now: datetime,
        sampled: Mapping[str, datetime] | None = None,
        contributed: Mapping[str, datetime] | None = None,
    ) -> None:
        """Write what changed of them.

        `sampled` is when a period was sampled, `contributed` when a contribution was, if not now.
        """
        before = self.read()
        state = StateRepository(self._session)
        if samples.library_id is not None and samples.library_id != before.library_id:
            state.put(_LIBRARY_ID, samples.library_id)
        if samples.count != before.count:
            state.put(_SAMPLES, str(samples.count))
        if samples.prior_losses != before.prior_losses:
            state.put(_PRIOR_LOSSES, json.dumps(msgspec.to_builtins(samples.prior_losses)))
        if samples.others != before.others:
            state.put(_OTHERS, json.dumps([other.to_dict() for other in samples.others.values()]))
        if samples.ours != before.ours:
            state.put(_OURS, json.dumps(samples.ours))
        self.record_shared_periods(samples)
        periods = {n: d for n, d in samples.periods.items() if d != before.periods.get(n)}
        documents, mechanisms = split_mechanisms(periods)
        known = self._mechanisms()
        if not mechanisms.keys() <= known.keys():
            state.put(_MECHANISMS, json.dumps(known | mechanisms))
        times = {**(sampled or {}), **self.sampling_times()}
        rows = [StoredPeriod(n, times.get(n, now), dict(d)) for n, d in documents.items()]
        put_records(self._session, rows)
        contributions = ContributionRepository(self._session)
        for name, document in samples.contributions.items():
            if document != before.contributions.get(name):
                contributions.save(name, document, now=(contributed or {}).get(name, now))
