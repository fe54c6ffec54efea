"""Adding a movie by hand: search the catalog, choose one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.ui import icons, theme, words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.widgets.text import Heading, Note

PAUSE_MS = 150
MOVIE_ID = Qt.ItemDataRole.UserRole


class AddMovieDialog(QDialog):
    """Searches while one types; `chosen` gives the id of the catalog's movie."""

    chosen = Signal(int)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._asked = ""
        self.setObjectName("movies.add.dialog")
        self.setWindowTitle(self.tr("Add a movie"))
        self.setModal(True)
        self.resize(480, 460)
        self.search = QLineEdit()
        self.search.setObjectName("movies.add.search")
        self.search.setPlaceholderText(self.tr("Title of a movie you have watched"))
        self.search.setAccessibleName(self.tr("Title"))
        self.search.setClearButtonEnabled(True)
        self.search.addAction(
            icons.icon("search", theme.tokens().muted), QLineEdit.ActionPosition.LeadingPosition
        )
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setObjectName("movies.add.results")
        self.list.setAccessibleName(self.tr("Movies found"))
        self.list.itemSelectionChanged.connect(self._selection_changed)
        self.list.activated.connect(self._take)
        self.hint = Note(name="movies.add.hint")
        self.add_button = PrimaryButton(self.tr("Add"), name="movies.add.confirm")
        self.add_button.clicked.connect(self._take)
        self.add_button.setEnabled(False)
        self.cancel_button = SecondaryButton(self.tr("Cancel"), name="movies.add.cancel")
        self.cancel_button.clicked.connect(self.reject)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self.search.textChanged.connect(lambda _: self._pause.start())
        self._lay_out()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * STEP)
        buttons.addWidget(self.hint, 1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 5 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addWidget(Heading(self.tr("Add a movie")))
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)

    def _ask(self) -> None:
        text = self.search.text().strip()
        self._asked = text
        if not text:
            self._show("", [])
            return
        library = self._context.services.library
        self._context.tasks.run(
            lambda report, cancelled: (text, library.search_catalog(text, 20)),
            on_result=self._answered,
            on_error=self.hint.setText,
        )

    def _answered(self, answer: tuple[str, list[tuple[int, Movie]]]) -> None:
        text, found = answer
        if text == self._asked:  # an answer to what was typed before is dropped
            self._show(text, found)

    def _show(self, text: str, found: list[tuple[int, Movie]]) -> None:
        self.list.clear()
        for movie_id, movie in found:
            item = QListWidgetItem(movie.label)
            item.setData(MOVIE_ID, movie_id)
            item.setToolTip(" · ".join(words.category(name) for name in movie.categories))
            self.list.addItem(item)
        if found:
            self.list.setCurrentRow(0)
        self.hint.setText(self.tr("No movie of this title.") if text and not found else "")

    def _selection_changed(self) -> None:
        self.add_button.setEnabled(bool(self.list.selectedItems()))

    def _take(self, index: QModelIndex | bool = False) -> None:
        del index
        item = self.list.currentItem()
        if item is not None:
            self.chosen.emit(item.data(MOVIE_ID))
            self.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move in the list, and Enter takes, while one types."""
        if watched is not self.search or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        assert isinstance(event, QKeyEvent)
        return self._key_in_search(event)

    def _key_in_search(self, event: QKeyEvent) -> bool:
        step = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}.get(event.key())
        if step is not None and self.list.count():
            row = min(max(self.list.currentRow() + step, 0), self.list.count() - 1)
            self.list.setCurrentRow(row)
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
            return True
        return False
