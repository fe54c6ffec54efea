"""Under the list of movies: what can be said of the selected ones."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.buttons import (
    PrimaryButton,
    QuietButton,
    SecondaryButton,
)
from epicrec_desktop.ui.common.text import Note, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP


class AnswerBar(QWidget):
    """Shows only the answers that make sense for the status that is shown."""

    answered = Signal(object)  # LibraryStatus
    all_asked = Signal()
    sure_asked = Signal()
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
        self.sure = QuietButton(name="movies.confirm_sure")
        self.sure.clicked.connect(self.sure_asked)
        set_tool_tip(
            self.sure, self.tr("Those that a page named clearly and that you opened more than once")
        )
        self.details = QuietButton(self.tr("Details"), name="movies.details")
        self.details.clicked.connect(self.details_asked)
        set_tool_tip(self.details, self.tr("I or a double click"))
        self.forget = SecondaryButton(self.tr("Forget"), name="movies.forget")
        self.forget.clicked.connect(self.forget_asked)
        self.private = SecondaryButton(self.tr("Keep to myself"), name="movies.private")
        self.private.clicked.connect(self.private_asked)
        set_tool_tip(
            self.private,
            self.tr(
                "Recommendations made here still use it, but it is in no list by name, and in no "
                "numbers blurred from now on"
            ),
        )
        self.reject = SecondaryButton(self.tr("Not mine"), name="movies.reject")
        self.reject.clicked.connect(lambda: self.answered.emit(LibraryStatus.REJECTED))
        set_tool_tip(self.reject, self.tr("N or Delete"))
        self.confirm = PrimaryButton(self.tr("I watched it"), name="movies.confirm")
        self.confirm.clicked.connect(lambda: self.answered.emit(LibraryStatus.CONFIRMED))
        set_tool_tip(self.confirm, self.tr("Y or Enter"))
        self._lay_out()

    def _lay_out(self) -> None:
        self._about, self._answers = QHBoxLayout(), QHBoxLayout()
        for widget in (self.selected, self.undo, None, self.sure, self.all, self.details):
            if widget is None:
                self._about.addStretch(1)
            else:
                self._about.addWidget(widget)
        self._answers.addStretch(1)
        for button in (self.forget, self.private, self.reject, self.confirm):
            self._answers.addWidget(button)
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addLayout(self._about, 1)
        self._rows.addLayout(self._answers)
        for layout in (self._about, self._answers, self._rows):
            layout.setSpacing(2 * STEP)

    def _fold(self) -> None:
        """Two rows where one has no room for the words."""
        for layout in (self._about, self._answers):
            layout.invalidate()  # it may still know the width of other words
        wide = self._about.sizeHint().width() + self._answers.sizeHint().width() + 2 * STEP
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._rows.setDirection(down if wide > self.width() else across)

    def minimumSizeHint(self) -> QSize:
        """The bar folds before its words are cut."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold."""
        self._fold()
        super().resizeEvent(event)

    def show_choice(
        self,
        status: LibraryStatus,
        *,
        rows: int,
        selected: int,
        sure: int,
        private: bool,
        asks: bool,
        undo: str,
    ) -> None:
        """Follow the list: its status, and how many rows, selected and sure ones it has.

        `undo` names what would be taken back. Sure suggestions can be confirmed at once. `asks`:
        the selected one may be one of several films.
        """
        some = selected > 0 and rows > 0
        text = wording.plural("AnswerBar", "%Ln selected", selected)
        self.selected.setText(text if some else "")
        self.selected.setVisible(some)
        self.undo.setVisible(bool(undo))
        self.undo.setText(self.tr("Undo: {step}").format(step=undo) if undo else self.tr("Undo"))
        self.sure.setText(wording.plural("AnswerBar", "Confirm %Ln sure", sure))
        self.sure.setVisible(sure > 1 and status is LibraryStatus.SUGGESTED)
        self.confirm.setText(self.tr("Which one?") if asks else self.tr("I watched it"))
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
        self._fold()
