"""Films of other services: which files, the dialog that shows them, and what is said afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import choose_files
from epicrec_desktop.ui.common.page import Banner
from epicrec_desktop.ui.movies.import_dialog import ImportDialog
from epicrec_desktop.ui.movies.import_text import done_words
from epicrec_desktop.ui.movies.library_changes import LibraryChanges

if TYPE_CHECKING:
    from epicrec_desktop.services.imports.applying import AppliedImport


class ImportController(QObject):
    """Imports over the page of movies. `taken` gives what came in, once it is a step to undo."""

    taken = Signal(object)  # Applied

    def __init__(self, context: Context, changes: LibraryChanges, page: QWidget) -> None:
        super().__init__(page)
        self._context = context
        self._changes = changes
        self._page = page
        self.news = Banner("info", name="movies.import.news")
        context.files_dropped.connect(self.show_files)

    def choose_files(self) -> None:
        """Ask which files are to be imported."""
        files = choose_files(
            self._page,
            QCoreApplication.translate("MoviesPage", "Import movies"),
            QCoreApplication.translate(
                "MoviesPage", "Exports (*.zip *.csv *.tsv *.json *.txt);;All files (*)"
            ),
        )
        if files:
            self.show_files(files)

    def show_files(self, files: Sequence[Path]) -> None:
        """Open the dialog that shows what these files would bring."""
        if self._page.findChild(ImportDialog) is not None:
            return
        dialog = ImportDialog(self._context, files, self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.applied.connect(self._applied)
        dialog.open()

    def _applied(self, applied: AppliedImport) -> None:
        self._changes.imported(applied)
        self.news.show_text(done_words(applied))
        self.taken.emit(applied)
        self._context.library_changed.emit(None)
