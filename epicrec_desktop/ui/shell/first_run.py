"""The wizard of the first run, over the whole window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget

from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.theme import Theme

if TYPE_CHECKING:
    from epicrec_desktop.ui.wizard.wizard import FirstRunWizard
    from epicrec_desktop.wiring import Services


class FirstRun(QObject):
    """Puts the wizard into `root`, whose first widget is the usual window."""

    finished = Signal()

    def __init__(self, root: QStackedWidget, tasks: Tasks, theme: Theme) -> None:
        super().__init__(root)
        self._root, self._tasks, self._theme = root, tasks, theme
        self.wizard: FirstRunWizard | None = None

    def finished_setup(self) -> bool:
        """Whether the usual window is shown."""
        return self._root.currentIndex() == 0

    def show(self, services: Services) -> None:
        """Show the first run at the step where it was left."""
        from epicrec_desktop.ui.shell.bringing_back import ExportRestore  # noqa: PLC0415
        from epicrec_desktop.ui.wizard.wizard import FirstRunWizard  # noqa: PLC0415

        self._drop()
        self.wizard = FirstRunWizard(services, self._tasks)
        self._theme.apply_style_sheet(self.wizard)
        self.wizard.finished.connect(self._finished)
        ExportRestore(self.wizard, services, self._tasks)
        self._root.addWidget(self.wizard)
        self._root.setCurrentWidget(self.wizard)

    def _finished(self) -> None:
        self.finished.emit()
        QTimer.singleShot(0, self, self._drop)

    def _drop(self) -> None:
        if self.wizard is not None:
            self._root.removeWidget(self.wizard)
            self.wizard.deleteLater()
            self.wizard = None
