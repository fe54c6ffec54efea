"""Bringing an export back on the first run: shown, agreed to, and then there is nothing to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from epicrec_desktop.ui.common.bring_back import BringBackDialog
from epicrec_desktop.ui.common.tasks import Tasks

if TYPE_CHECKING:
    from pathlib import Path

    from epicrec_desktop.services.backup.service import Plan
    from epicrec_desktop.ui.wizard.wizard import FirstRunWizard
    from epicrec_desktop.wiring import Services


class BringingBack(QObject):
    """Follows the first step of a first run. What goes wrong is said there, and it stays open."""

    def __init__(self, wizard: FirstRunWizard, services: Services, tasks: Tasks) -> None:
        super().__init__(wizard)
        self._wizard, self._services, self._tasks = wizard, services, tasks
        self._running = False
        wizard.welcome.export_chosen.connect(self.show_export)

    def show_export(self, file: Path) -> None:
        """Read an export, and show what it would bring; one at a time."""
        if self._running:
            return
        self._running = True
        self._wizard.welcome.error.hide()
        self._tasks.run(
            lambda report, cancelled: self._services.backup.plan(
                file, report=report, cancelled=cancelled
            ),
            on_result=self._show_plan,
            on_error=self._wizard.welcome.error.show_text,
            on_finished=self._ended,
        )

    def _show_plan(self, plan: Plan) -> None:
        dialog = BringBackDialog(plan, self._wizard)
        dialog.agreed.connect(lambda: self._bring_back(plan))
        dialog.open()

    def _bring_back(self, plan: Plan) -> None:
        welcome = self._wizard.welcome
        welcome.keep(
            lambda report, cancelled: self._services.backup.bring_back(plan),
            self._wizard.finish,
        )

    def _ended(self) -> None:
        self._running = False
