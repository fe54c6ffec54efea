"""Finding among the recommendations: by what the rows show, and by titles the catalog knows."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.recommendations.row_stack import RowStack

PAUSE_MS = 150
"""Of the hands, before the catalog is asked."""
WIDTH = 260


class RowSearch(QObject):
    """Tells the rows what is searched for, and finds a place for its field."""

    typed = Signal()
    failed = Signal(str)  # a sentence

    def __init__(
        self, context: Context, field: SearchField, rows: RowStack, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._field, self._rows = context, field, rows
        self._beside = True
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._ask_catalog)
        field.textChanged.connect(self._search)
        field.count = rows.shown_count

    def enter(self) -> None:
        """Take the focus; typing begins anew."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def _search(self) -> None:
        self.typed.emit()
        self._rows.set_needle(self._field.text())
        self._pause.start()

    def _ask_catalog(self) -> None:
        """Ask the catalog too: a recommendation carries one title of its movie with it."""
        text = self._field.text()
        library = self._context.services.library
        if text.strip():
            self._context.tasks.run(
                lambda report, cancelled: (text, library.named(text)),
                on_result=self._found,
                on_error=self.failed.emit,
            )

    def _found(self, answer: tuple[str, frozenset[str]]) -> None:
        text, found = answer
        if text == self._field.text():  # an answer to what was typed before is dropped
            self._rows.set_needle(text, found)

    def place(self, head: QHBoxLayout, notices: QVBoxLayout, room: int) -> None:
        """Beside the title where there is room (in pixels), else in a row of its own."""
        beside = room >= WIDTH
        if beside != self._beside:
            self._beside = beside
            if beside:
                notices.removeWidget(self._field)
                head.insertWidget(0, self._field)
            else:
                head.removeWidget(self._field)
                notices.insertWidget(0, self._field)
            margins = notices.contentsMargins()
            margins.setBottom(0 if beside else 2 * STEP)
            notices.setContentsMargins(margins)
        self._field.setFixedWidth(WIDTH)
