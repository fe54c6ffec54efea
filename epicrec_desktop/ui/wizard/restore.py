"""Restore of an export in the first run, which then has nothing left to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from epicrec_desktop.ui.common.restore import ExportReader
from epicrec_desktop.ui.common.tasks import Tasks

if TYPE_CHECKING:
    from pathlib import Path

    from epicrec_desktop.services.backup.restore import RestorePlan
    from epicrec_desktop.ui.wizard.wizard import FirstRunWizard
    from epicrec_desktop.wiring import Services


class ExportRestore(QObject):
    """Restores an export from the first step; errors appear there, and the step stays open."""

    def __init__(self, wizard: FirstRunWizard, services: Services, tasks: Tasks) -> None:
        super().__init__(wizard)
        self._wizard, self._services = wizard, services
        self._reading = ExportReader(services, tasks, wizard)
        self._reading.failed.connect(self._failed)
        self._reading.agreed.connect(self._restore)
        wizard.welcome.export_chosen.connect(self.show_export)

    def show_export(self, file: Path) -> None:
        """Read an export and show what a restore would change."""
        self._wizard.welcome.error.hide()
        self._reading.show(file)

    def _failed(self, sentence: str) -> None:
        self._wizard.welcome.error.show_text(sentence)

    def _restore(self, plan: RestorePlan) -> None:
        welcome = self._wizard.welcome
        welcome.save(
            lambda job: self._services.backup.restore(plan),
            self._wizard.finish,
        )
