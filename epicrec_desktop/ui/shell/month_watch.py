"""Tells the pages when a new month begins: what they say of "this month" is another thing then."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from epicrec_desktop.ui.common.context import Context

_EVERY_MS = 60_000


class MonthTimer(QObject):
    """Looks once a minute."""

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._month = ""
        self.timer = QTimer(self)
        self.timer.setInterval(_EVERY_MS)
        self.timer.timeout.connect(self.check)
        self.timer.start()
        self.check()

    def check(self) -> None:
        """Look which month it is."""
        ledger = self._context.services.ledger
        self._context.tasks.run(
            lambda report, cancelled: ledger.calendar().now, on_result=self._month_checked
        )

    def _month_checked(self, month: str) -> None:
        before, self._month = self._month, month
        if before and month != before:
            self._context.month_changed.emit()
