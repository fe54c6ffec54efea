"""The use case: what bringing an export back would do, and doing it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from epicrec_desktop.domain.errors import AgreementError
from epicrec_desktop.domain.tasks import (
    IsCancelled,
    Progress,
    Report,
    check,
    never_cancelled,
    no_progress,
)
from epicrec_desktop.services.backup.applying import RestoreResult, restore
from epicrec_desktop.services.backup.reading import Export, read_export
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.draws import SampleStore
from epicrec_desktop.services.windows import next_period, period_of

_MONTHS_AHEAD = 12  # that a clock may have been wrong where the export was made
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RestorePlan:
    """What bringing an export back would do. Agreeing hands it to `restore`."""

    export: Export
    would: RestoreResult


class BackupService:
    """Brings back what `DataService.export` wrote."""

    def __init__(self, context: ServiceContext, sample_store: SampleStore) -> None:
        self._context = context
        self._sample_store = sample_store

    def plan(
        self,
        file: Path,
        *,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> RestorePlan:
        """What bringing this file back would do; changes nothing. Raises `EpicRecError`."""
        report(Progress("Reading"))
        last = period_of(self._context.now())
        for _ in range(_MONTHS_AHEAD):
            last = next_period(last)
        export = read_export(file, last)
        check(cancelled)
        with self._context.database.write() as session, session.begin_nested() as trial:
            self._sample_store.settle(session, self._context.now())
            would = restore(session, export, self._context.now())
            trial.rollback()
        return RestorePlan(export, would)

    def restore(self, plan: RestorePlan) -> RestoreResult:
        """Do what the plan says, all of it or nothing; a copy of before is kept for a month.

        Raises `AgreementError` where it would be something else by now, and `StoreError` where no
        copy can be kept; nothing is changed then.
        """
        self._context.database.store_copy("import")
        with self._context.database.write() as session:
            self._sample_store.settle(session, self._context.now())
            done = restore(session, plan.export, self._context.now())
            if done != plan.would:
                raise AgreementError(
                    "Your library changed since you were shown what would come in. Nothing was "
                    "brought back. Look at it again, and decide anew."
                )
        self._sample_store.save()
        _log.info("export brought back")
        return done
