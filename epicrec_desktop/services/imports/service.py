"""The use case: a preview of exports, the yes to it, and its undo."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.tasks import (
    IsCancelled,
    Progress,
    Report,
    check,
    never_cancelled,
    no_progress,
)
from epicrec_desktop.services.child import run_in_child
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.imports.applying import AppliedImport, ImportApplier, undo_import
from epicrec_desktop.services.imports.preview import ImportPreview, outcome_of
from epicrec_desktop.services.imports.reading import read_files
from epicrec_desktop.services.windows import assign_periods
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.watchlist import WatchlistRepository

_log = logging.getLogger(__name__)


class ImportService:
    """Previews, applies and takes back imports."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def preview(
        self,
        files: Sequence[Path],
        *,
        viewer: str | None = None,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> ImportPreview:
        """What importing these files, archives or folders would do; changes nothing.

        `viewer`: only what this person watched, of exports that have several. Files that are not
        understood become problems. Raises `Cancelled`.
        """
        report(Progress("Preparing"))
        today = self._context.now().date()
        found = run_in_child(
            read_files,
            (self._context.paths, tuple(files), today, self._context.database.driver),
            report=report,
            cancelled=cancelled,
        )
        check(cancelled)
        return self.judged(found, viewer)

    def judged(self, preview: ImportPreview, viewer: str | None = None) -> ImportPreview:
        """The same with what the library says by now, and of one person only."""
        with self._context.database.read() as session:
            statuses = LibraryRepository(session).statuses()
            watchlist = frozenset(WatchlistRepository(session).all())
            movies = CatalogRepository(session).movies(
                key for entry in preview.entries for key in entry.movies
            )
        several = len(preview.viewers) > 1
        entries = []
        for entry in preview.entries:
            if several and viewer is not None and viewer not in entry.viewers:
                continue
            unsure = several and viewer is None and bool(entry.viewers)
            outcome = outcome_of(entry, statuses, watchlist, unsure=unsure)
            entries.append(replace(entry, outcome=outcome))
        return replace(preview, entries=tuple(entries), movies=movies)

    def apply(
        self,
        preview: ImportPreview,
        chosen: Mapping[int, int] | None = None,
        *,
        suggest: Collection[int] = (),
    ) -> AppliedImport:
        """Take in the entries chosen (entry → film), the usual ones where nothing is said.

        `suggest`: doubtful entries that become suggestions. A film that the person rejected stays
        rejected. The same again changes nothing.
        """
        takes = preview.usual() if chosen is None else dict(chosen)
        for place, key in takes.items():
            if key not in preview.entries[place].movies:
                raise ValueError("an entry stands for its own films only")
        doubtful = {i: preview.entries[i].movies[0] for i in suggest if i not in takes}
        now = self._context.now()
        with self._context.database.write() as session:
            taking = ImportApplier(session, now)
            for place, key in takes.items():
                taking.take(preview.entries[place], key, LibraryStatus.CONFIRMED)
            for place, key in doubtful.items():
                taking.take(preview.entries[place], key, LibraryStatus.SUGGESTED)
            applied = taking.finish()
            assign_periods(session, now=now)
        _log.info("import: taken in")
        return applied

    def undo(self, applied: AppliedImport) -> None:
        """Take an import back: every film is as it was before."""
        with self._context.database.write() as session:
            undo_import(session, applied, self._context.now())
