"""Keep samples in two places, and compare the two at a start.

In the database and, without true counts, in a small file that no backup of the data folder restores
(`store/sample_file.py`, `services/sample_recovery.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from epicrec_desktop.domain.choices import ItemClass
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.services.periods import accept_clock, periods_of, read_periods
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.sample_file import LossCause, PriorLoss, SampleFile, Samples
from epicrec_desktop.store.samples import SampleRepository

if TYPE_CHECKING:
    from epicrec_desktop.privacy.period import Period
    from epicrec_desktop.services.sampled_contribution import SampledContribution


class SampleStore:
    """Keeps the database and the file of samples the same."""

    def __init__(self, database: Database, file: SampleFile) -> None:
        self._database = database
        self._file = file

    def begin(self, now: datetime) -> None:
        """At a start, find out whether the library was restored, copied or damaged.

        Gives a new library its id. Raises `StoreError` where the file cannot be read or written.
        """
        with self._database.read() as session:
            stored = SampleRepository(session).read()
        # Nearly always the two are the same; reading the samples brings NumPy.
        same = stored.library_id is not None and self._file.read() == stored
        if not same and self._settled(stored) != stored:
            with self._database.write() as session:
                self.settle(session, now)
        self.save()

    def _settled(self, stored: Samples) -> Samples:
        """Return what the database should hold, given what the file does."""
        from epicrec_desktop.services.sample_recovery import reconcile  # noqa: PLC0415 - see `begin`
        from epicrec_desktop.services.sampled_contribution import contributions_of  # noqa: PLC0415

        beside = self._file.read()
        try:
            periods_of({} if beside is None else beside.periods)
            contributions_of({} if beside is None else beside.contributions)
        except StoreError:
            beside = None  # damaged, which is as good as missing
        return reconcile(stored, beside)

    def settle(self, session: Connection, now: datetime) -> None:
        """Bring the database up to the file's samples, in a session that writes.

        Raises `StoreError` where the file cannot be written: what failed after the commit would
        count the same losses once more when it is tried again.
        """
        repository = SampleRepository(session)
        stored = repository.read()
        after = self._settled(stored)
        if after != stored:
            self._file.check_writable(after)
            repository.store(after, now=now)
            forgotten = after.periods.keys() - stored.periods.keys()
            if forgotten:  # the first of them counted the movies that wait in this older database
                first = min(forgotten)
                LibraryRepository(session).close_period(first, _countable(session, first))

    def store_periods(
        self,
        session: Connection,
        before: Mapping[str, Period],
        after: Mapping[str, Period],
        now: datetime,
        *,
        counted: Collection[int],
    ) -> None:
        """Store periods that were sampled or given to one more receiver: this charges them.

        `counted`: local keys of the movies that a new one counts.
        """
        changed = {n: w.to_dict() for n, w in after.items() if w != before.get(n)}
        if changed:
            repository = SampleRepository(session)
            samples = repository.read()
            periods = {**samples.periods, **changed}
            repository.store(
                samples.replace(count=samples.count + len(changed), periods=periods), now=now
            )
        for name in after.keys() - before.keys():
            LibraryRepository(session).close_period(name, counted)
            accept_clock(session, now)

    def store_contributions(
        self, session: Connection, changed: Mapping[str, SampledContribution], now: datetime
    ) -> None:
        """Store contributions sampled or given to one more receiver; this charges them."""
        repository = SampleRepository(session)
        samples = repository.read()
        documents = {name: sampled.to_dict() for name, sampled in changed.items()}
        after = {**samples.contributions, **documents}
        if after != samples.contributions:
            count = samples.count + len(documents)
            repository.store(samples.replace(count=count, contributions=after), now=now)

    def save(self) -> None:
        """Write the file, unless it is the same: after the commit, before anything is sent.

        Raises `StoreError`: then nothing may be sent.
        """
        if not self._file.holds(self._recorded()):
            with self._file.locked():  # what is written last was read last
                write_samples(self._file, self._recorded())

    def _recorded(self) -> Samples:
        """Return the samples of the database, which stores the periods that movies share."""
        with self._database.read() as session:
            repository = SampleRepository(session)
            stored = repository.read()
            unrecorded = repository.unrecorded(stored)
        if unrecorded:
            with self._database.write() as session:
                repository = SampleRepository(session)
                stored = repository.read()
                repository.record_shared_periods(stored)
        return stored


def write_samples(file: SampleFile, samples: Samples) -> None:
    """Write the file, with what other libraries must count. Raises `StoreError`."""
    losses: list[PriorLoss] = []
    if file.seals:
        from epicrec_desktop.services.account import all_lost  # noqa: PLC0415 - brings NumPy

        losses = [*samples.prior_losses, *all_lost(samples, LossCause.ELSEWHERE)]
    file.write(samples, losses)


def _countable(session: Connection, name: str) -> list[int]:
    """Return the movies that wait and that a period's levels count, by what is known today."""
    from epicrec_desktop.services.release_inputs import choice_of  # noqa: PLC0415 - brings NumPy

    library = LibraryRepository(session)
    waiting = [key for key, period in library.periods().items() if period == OPEN_PERIOD]
    choice = choice_of(read_periods(session)[name].levels)
    movies = CatalogRepository(session).movies(waiting)
    return [
        key
        for key, movie in movies.items()
        if choice.classify(movie.categories) is ItemClass.PERTURBED
    ]
