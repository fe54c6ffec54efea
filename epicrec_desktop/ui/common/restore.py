"""Restore of an export: preview, consequences and confirmation."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.services.backup.restore import RestorePlan
from epicrec_desktop.services.backup.restore_sentences import COPY_STORED, restore_sentences
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.context import Host
from epicrec_desktop.ui.common.dialogs import WrappedTextDialog, choose_file
from epicrec_desktop.ui.common.labels import Heading, Note, Text
from epicrec_desktop.ui.common.theme import STEP


class RestoreDialog(WrappedTextDialog):
    """Dialog that lists what a restore would change; accepted on confirmation."""

    WIDTH = 560

    def __init__(self, plan: RestorePlan, parent: QWidget) -> None:
        heading, name = self.tr("Restore this export?"), "settings.bring-back"
        super().__init__(parent, name=name, title=heading)
        written = wording.moment(plan.would.created)
        lines = [messages.localized(line) for line in restore_sentences(plan.would)]
        answers = self.add_answers(self.tr("Restore"), careful=True)
        copy = Note(messages.localized(COPY_STORED), name=f"{name}.copy")
        if not plan.would.changes:
            self.no.setText(self.tr("Close"))
            self.yes.hide()
            copy.hide()
        day = Note(self.tr("Written on {day}.").format(day=written), name=f"{name}.day")
        texts = (Text(line, name=f"{name}.line.{number}") for number, line in enumerate(lines))
        self.set_content(Heading(heading), day, *texts, copy, 2 * STEP, answers)
        self.no.setFocus()


class ExportReader(QObject):
    """Reads an export and asks whether to restore it; one at a time.

    `agreed` carries the plan of the export; the receiver restores it and reports the result.
    """

    agreed = Signal(object)  # Plan
    busy = Signal(bool)

    def __init__(self, over: Host) -> None:
        super().__init__(over)
        self._over = over
        self._running = False

    def choose(self) -> None:
        kinds = self.tr("Exports of EpicRec (*.json)")
        choose_file(self._over, self.tr("Restore an export"), self.show, kinds)

    def show(self, file: Path) -> None:
        if self._running:
            return
        self._set(running=True)
        self._over.ask(
            lambda services, job: services.backup.plan(file, job=job),
            self._ask,
            on_finished=lambda: self._set(running=False),
        )

    def _ask(self, plan: RestorePlan) -> None:
        dialog = RestoreDialog(plan, self._over)
        dialog.accepted.connect(lambda: self.agreed.emit(plan))
        dialog.open()

    def _set(self, *, running: bool) -> None:
        self._running = running
        self.busy.emit(running)
