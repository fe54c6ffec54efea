"""Under the list of movies: what can be said of the selected ones."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui import words
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import PrimaryButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.widgets.text import Note


class AnswerBar(QWidget):
    """Shows only the answers that make sense for the status that is shown."""

    answered = Signal(object)  # LibraryStatus
    all_asked = Signal()
    undo_asked = Signal()
    forget_asked = Signal()
    private_asked = Signal()
    details_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.selected = Note(name="movies.selected", wrap=False)
        self.undo = QuietButton(self.tr("Undo"), name="movies.undo", icon="undo")
        self.undo.clicked.connect(self.undo_asked)
        self.all = QuietButton(self.tr("Select all"), name="movies.select_all")
        self.all.clicked.connect(self.all_asked)
        self.details = QuietButton(self.tr("Details"), name="movies.details")
        self.details.clicked.connect(self.details_asked)
        self.details.setToolTip(self.tr("I or a double click"))
        self.forget = SecondaryButton(self.tr("Forget"), name="movies.forget")
        self.forget.clicked.connect(self.forget_asked)
        self.private = SecondaryButton(self.tr("Keep to myself"), name="movies.private")
        self.private.clicked.connect(self.private_asked)
        self.private.setToolTip(self.tr("Ranks here as before, but is never part of a release"))
        self.reject = SecondaryButton(self.tr("Not mine"), name="movies.reject")
        self.reject.clicked.connect(lambda: self.answered.emit(LibraryStatus.REJECTED))
        self.reject.setToolTip(self.tr("N or Delete"))
        self.confirm = PrimaryButton(self.tr("I watched it"), name="movies.confirm")
        self.confirm.clicked.connect(lambda: self.answered.emit(LibraryStatus.CONFIRMED))
        self.confirm.setToolTip(self.tr("Y or Enter"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * STEP)
        row.addWidget(self.selected)
        row.addWidget(self.undo)
        row.addStretch(1)
        for button in (
            *(self.all, self.details, self.forget, self.private, self.reject, self.confirm),
        ):
            row.addWidget(button)

    def show_choice(
        self, status: LibraryStatus, *, rows: int, selected: int, private: bool, undo: str
    ) -> None:
        """Follow the list: its status, how many rows and selected ones; `undo` names the last."""
        some = selected > 0 and rows > 0
        text = words.plural("AnswerBar", "%Ln selected", selected)
        self.selected.setText(text if some else "")
        self.selected.setVisible(some)
        self.undo.setVisible(bool(undo))
        self.undo.setToolTip(undo)
        self.confirm.setVisible(rows > 0 and status is not LibraryStatus.CONFIRMED)
        self.reject.setVisible(rows > 0 and status is not LibraryStatus.REJECTED)
        self.private.setVisible(rows > 0 and status is LibraryStatus.CONFIRMED)
        self.private.setText(self.tr("Release as usual") if private else self.tr("Keep to myself"))
        self.forget.setVisible(rows > 0)
        self.all.setVisible(rows > 0)
        self.details.setVisible(rows > 0)
        self.details.setEnabled(selected == 1)
        self.all.setEnabled(rows > selected)
        for button in (self.confirm, self.reject, self.private, self.forget):
            button.setEnabled(some)
