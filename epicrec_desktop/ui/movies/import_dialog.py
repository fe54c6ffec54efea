"""Import from other services: files, preview, apply, and rows that no movie was found for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QWidget

from epicrec_desktop.services.import_preview import ImportPreview, why
from epicrec_desktop.services.import_sentences import done, left_out
from epicrec_desktop.services.import_service import AppliedImport
from epicrec_desktop.services.unlisted import UnlistedService, Unplaced
from epicrec_desktop.store.unlisted import MovieRows
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.buttons import LinkButton, PrimaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import CheckBox, ComboBox, SegmentedControl
from epicrec_desktop.ui.common.dialogs import choose_files
from epicrec_desktop.ui.common.labels import Note, Text
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, keep_room, row
from epicrec_desktop.ui.common.notices import ErrorBanner, FloatingNotice
from epicrec_desktop.ui.common.own_movie import ask_own_movie
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.source_text import service_words
from epicrec_desktop.ui.common.tasks import LONG, Task, Work
from epicrec_desktop.ui.common.text import display_line, display_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.movies import import_list as words
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog, MovieListDialog
from epicrec_desktop.ui.movies.import_list import (
    MOST_ROWS,
    OWN_MOVIE,
    PARTS,
    ImportList,
    taken_words,
)
from epicrec_desktop.ui.movies.library_changes import LibraryChanges


class ImportDialog(MovieListDialog):
    """Dialog that reads files, shows the preview, and imports what is ticked; emits `applied`."""

    applied = Signal(object)  # Applied

    def __init__(self, context: Context, files: Sequence[Path], parent: QWidget) -> None:
        heading = QCoreApplication.translate("ImportDialog", "Import movies")
        super().__init__(heading, parent, name="movies.import", width=820, height=600)
        self._context = context
        self._task: Task | None = None
        self._read = ImportPreview()
        note = self.tr(
            "The files are read on this computer. Of a movie its day, its rating, whether it "
            "was watched again, and the service are kept; of a list its name, its note and its "
            "order; and nothing else."
        )
        self.about = Text(note, name="movies.import.about")
        self.progress = ProgressStrip(name="movies.import.progress")
        self.problems = ErrorBanner(name="movies.import.problems")
        self.whose = ComboBox(self.tr("Whose movies"), name="movies.import.whose")
        self.whose.activated.connect(self._choose_viewer)
        self.whose_label = Text(
            self.tr("Several people watched these. Import those of"), wrap=False
        )
        parts, label = list(words.part_words().items()), self.tr("Part of the import")
        self.part = SegmentedControl(parts, name="movies.import.part", label=label)
        self.part.chosen.connect(self._show_part)
        self.every = LinkButton("", name="movies.import.all")
        self.hint = Note(name="movies.import.hint")
        self.list = ImportList()
        keep_room(self.list)
        self.every.clicked.connect(lambda: self.list.tick_all(not self.list.all_ticked()))
        self.list.ticked.connect(self._ticked)
        self.lists = CheckBox("", name="movies.import.lists")
        self.lists.setChecked(True)
        self.lists.toggled.connect(self._ticked)
        self.list_names = Note(name="movies.import.list-names")
        self.left_out = Note(name="movies.import.left-out")
        self.take_button = PrimaryButton("", name="movies.import.take", on_click=self.import_ticked)
        self.take_button.setDefault(True)
        people = row(self.whose_label, self.whose, STRETCH, spacing=2 * STEP)
        choice = FlowLayout(self.part, self.every, spacing=4 * STEP)
        above = (self.about, self.problems, self.progress, people, choice, self.hint)
        lists = row(self.lists, (self.list_names, 1), spacing=3 * STEP)
        self.lay_out(above, self.list, self.left_out, self.take_button, below=lists)
        self._show(ImportPreview())
        imports, named = context.services.imports, tuple(files)
        self._run(lambda job: imports.preview(named, job=job), self._has_read, self.tr("Reading…"))

    # Reading

    def _run(self, work: Work, on_result: Callable[[Any], object], text: str) -> None:
        self._task = self._context.tasks.run(
            work, on_result, self.problems.show_text, queue=LONG, on_finished=self._finished
        )
        self.take_button.setEnabled(False)
        if not self._preview.entries:
            self.take_button.setText(text)  # nothing is known yet, not even that there is nothing
        self.progress.follow(self._task, text, patient=True, can_cancel=False)

    def _finished(self) -> None:
        self._task = None
        self._ticked()

    def _has_read(self, preview: ImportPreview) -> None:
        self._read = preview
        if preview.files:
            self.about.setText(words.files_words(preview))
        problems = [f"{name}: {messages.localized(why)}" for name, why in preview.problems]
        self.problems.show_text("\n".join(problems))
        if len(preview.viewers) > 1:
            self.whose.addItem(self.tr("… choose"))
            for viewer in preview.viewers:
                self.whose.addItem(display_name(viewer), viewer)
        self._show(preview)
        parts = ("found", "doubtful", "looked-at")
        if part := next((part for part in parts if preview.places(*PARTS[part])), ""):
            self.part.set_value(part)
            self._show_part(part)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose_viewer(self, row: int) -> None:
        imports, read = self._context.services.imports, self._read
        viewer = self.whose.itemData(row)
        self._run(lambda job: imports.judged(read, viewer), self._show, self.tr("Reading…"))

    # Preview

    def _show(self, preview: ImportPreview) -> None:
        self._preview = preview
        several = self.whose.count() > 0
        self.whose.setVisible(several)
        self.whose_label.setVisible(several)
        names = words.part_words()
        for part, outcomes in PARTS.items():
            count = len(preview.places(*outcomes))
            self.part.set_text(
                part, f"{names[part]} {wording.number(count)}" if count else names[part]
            )
        for widget in (self.part, self.hint, self.every, self.list):
            widget.setVisible(bool(preview.entries))
        self.lists.setText(wording.plural("Imports", "Also %Ln lists", len(preview.lists)))
        self.list_names.setText(words.list_names(preview))
        self.lists.setVisible(bool(preview.lists))
        self.list_names.setVisible(bool(preview.lists))
        what = ", ".join(map(messages.localized, left_out(preview)))
        self.left_out.setText(self.tr("Left out: {what}.").format(what=what) if what else "")
        self.list.show_preview(preview)
        self._show_part(self.part.value)

    def _show_part(self, part: str) -> None:
        self.list.show_part(part)
        count = len(self.list.places())
        hint = words.part_note(part)
        if count > MOST_ROWS:
            more = wording.plural("Imports", "%Ln more are not listed.", count - MOST_ROWS)
            hint = f"{hint} {more}"
        self.hint.setText(hint)
        self.every.setVisible(bool(count) and part != "missing")
        self._ticked()

    def _ticked(self) -> None:
        self.every.setText(self.tr("Tick none") if self.list.all_ticked() else self.tr("Tick all"))
        chosen = [self._preview.entries[place] for place in self.list.chosen]
        looked_at = set(self._preview.places(*PARTS["looked-at"])).difference(self.list.chosen)
        lists = len(self._preview.lists) if self.lists.isChecked() else 0
        self.take_button.setText(words.take_words(len(chosen), len(looked_at), lists))
        aside = not self._preview.unsure and bool(
            self._preview.places(*PARTS["doubtful"], *PARTS["looked-at"], *PARTS["missing"])
        )
        self.take_button.setEnabled(bool(chosen or aside or lists) and self._task is None)

    # Confirmation

    def import_ticked(self) -> None:
        imports, preview, ticked = self._context.services.imports, self._preview, self.list.chosen
        lists = self.lists.isChecked()
        own = [place for place, key in ticked.items() if key == OWN_MOVIE]
        chosen = {place: key for place, key in ticked.items() if key != OWN_MOVIE}

        def taken(applied: AppliedImport) -> None:
            self.applied.emit(applied)
            self.accept()

        self._run(
            lambda job: imports.apply(preview, chosen, own=own, lists=lists, job=job),
            taken,
            self.tr("Taking in…"),
        )

    def reject(self) -> None:
        if self._task is not None:
            self._task.silence()
        super().reject()


def show_preview(
    context: Context,
    files: Sequence[Path],
    parent: QWidget,
    on_applied: Callable[[AppliedImport], object],
) -> None:
    """Open the preview of these files, unless one is open."""
    if parent.findChild(ImportDialog) is not None:
        return
    dialog = ImportDialog(context, files, parent)
    dialog.applied.connect(on_applied)
    dialog.open()


class ImportController(QObject):
    """Runs imports for the movies page. `taken` carries the imported movies as an undoable step."""

    taken = Signal(object)  # Applied

    def __init__(self, context: Context, changes: LibraryChanges, page: QWidget) -> None:
        super().__init__(page)
        self._context = context
        self._changes = changes
        self._page = page
        self.news = FloatingNotice(page, name="movies.import.news")
        context.files_dropped.connect(self.show_files)
        context.imported.connect(self._record)

    def choose_files(self) -> None:
        kinds = QCoreApplication.translate(
            "MoviesPage", "Exports (*.zip *.csv *.tsv *.json *.txt);;All files (*)"
        )
        title = QCoreApplication.translate("MoviesPage", "Import movies")
        choose_files(self._page, title, self.show_files, kinds)

    def show_files(self, files: Sequence[Path]) -> None:
        show_preview(self._context, files, self._page, self._record)

    def _record(self, applied: AppliedImport) -> None:
        self._changes.imported(applied)
        self.news.show_text(" ".join(map(messages.localized, done(applied))))
        self.taken.emit(applied)
        self._context.library_changed.emit(None)


class UnplacedDialog(MovieListDialog):
    """Lists the rows; for each the user names the movie, keeps it as it is, or drops it."""

    def __init__(self, context: Context, rows: Sequence[Unplaced], parent: QWidget) -> None:
        heading = QCoreApplication.translate("UnplacedDialog", "Not placed")
        super().__init__(heading, parent, name="movies.unplaced", width=640, height=520)
        self._context = context
        self._rows: list[Unplaced] = []
        self._last: MovieRows | None = None
        self._saving: int | None = None  # the row whose answer is being saved
        self.about = Text(self.tr("Imports had these, and it is not certain which films they are."))
        label = self.tr("Rows that are not placed")
        self.list = self.result_list(label, name="movies.unplaced.list")
        self.list.itemSelectionChanged.connect(self._follow)
        self.hint = Note(name="movies.unplaced.hint")
        self.choose = PrimaryButton(self.tr("Choose the film…"), name="movies.unplaced.choose")
        self.choose.clicked.connect(self._choose)
        self.own = LinkButton(self.tr("Add it as it is…"), name="movies.unplaced.own")
        self.own.clicked.connect(self._keep)
        self.drop = LinkButton(self.tr("No film"), name="movies.unplaced.drop", on_click=self._drop)
        self.back = LinkButton(self.tr("Undo"), name="movies.unplaced.undo", icon="undo")
        self.back.clicked.connect(self._undo)
        self.back.hide()
        self.cancel_button.setText(self.tr("Close"))
        answers = row(self.own, self.drop, self.back, STRETCH, spacing=6 * STEP)
        self.lay_out((self.about,), self.list, self.hint, self.choose, below=answers)
        self.show_rows(rows)

    def show_rows(self, rows: Sequence[Unplaced]) -> None:
        place = max(0, self.list.currentRow())
        self._rows = list(rows)
        self.list.clear()
        for one in rows:
            sources = ", ".join(service_words(imported.source) for imported in one.imports)
            taken = taken_words(one.imports, one.kind)
            reason = messages.localized(why(one.reason))
            line = " · ".join(filter(None, (one.movie.label, sources, taken)))
            item = QListWidgetItem(f"{display_line(line)}\n{display_line(reason)}")
            set_tool_tip(item, f"{line} · {reason}")
            self.list.addItem(item)
        self.list.setCurrentRow(min(place, len(self._rows) - 1))
        self.hint.setText("" if rows else self.tr("Every row has its film."))
        self._follow()

    def _current(self) -> Unplaced:
        """Return the chosen row; without one the buttons that need it are disabled."""
        return self._rows[self.list.currentRow()]

    def _follow(self) -> None:
        for button in (self.choose, self.own, self.drop):
            button.setEnabled(self.list.currentRow() >= 0)
        self.back.setVisible(self._last is not None)

    def _choose(self) -> None:
        row = self._current()
        title = row.movie.label.replace("(", "").replace(")", "")
        heading = self.tr("Which film is it?")
        dialog = AddMovieDialog(self._context, self, title, heading=heading)
        dialog.chosen.connect(partial(self._place, row.id))
        dialog.open()

    def _keep(self) -> None:
        row = self._current()
        ask_own_movie(self, self._context, row.movie.label, partial(self._place, row.id))

    def _place(self, row: int, key: int) -> None:
        self._run(lambda unlisted: unlisted.place(row, key), row)

    def _drop(self) -> None:
        row = self._current().id
        self._run(lambda unlisted: unlisted.drop(row), row)

    def _undo(self) -> None:
        if (placed := self._last) is not None:
            self._run(lambda unlisted: unlisted.undo(placed))

    def _run(
        self, change: Callable[[UnlistedService], MovieRows | None], row: int | None = None
    ) -> None:
        """Save an answer; ignore the same row again, as `undo` takes back only the last answer."""
        if row is not None and row == self._saving:
            return
        self._saving, context = row, self._context
        task = context.run(
            lambda services, job: (change(services.unlisted), services.unlisted.unplaced()),
            lambda _: context.library_changed.emit(None),
            self._failed,
        )
        task.result.connect(self._saved)  # by Qt: the user may have closed it meanwhile

    def _saved(self, result: tuple[MovieRows | None, Sequence[Unplaced]]) -> None:
        self._saving = None
        self._last, rows = result
        self.show_rows(rows)

    def _failed(self, sentence: str) -> None:
        self._saving = None
        self.hint.setText(sentence)
