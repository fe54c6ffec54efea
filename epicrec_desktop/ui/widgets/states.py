"""What is shown where there is nothing, or trouble, or news: empty states and banners."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from epicrec_desktop.ui import icons
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import Button, IconButton, PrimaryButton, QuietButton
from epicrec_desktop.ui.widgets.text import Heading, Subtitle, Text

WIDTH = 420


class EmptyState(QWidget):
    """A picture, a heading, a sentence and at most one button, in the middle of its room.

    `picture`: "empty", "scan", "error", "offline" or "done". `action` is emitted by the button.
    """

    action = Signal()

    def __init__(
        self,
        picture: str,
        heading: str,
        sentence: str,
        button: str = "",
        parent: QWidget | None = None,
        *,
        name: str = "",
    ) -> None:
        super().__init__(parent)
        if name:
            self.setObjectName(name)
        self._picture_name = picture
        self.picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.heading = Heading(heading)
        self.sentence = Subtitle(sentence)
        self.button: Button = PrimaryButton(button, name=f"{name}.action" if name else "")
        self.button.clicked.connect(self.action)
        column = QVBoxLayout(self)
        column.setSpacing(2 * STEP)
        column.addStretch(2)
        column.addWidget(self.picture)
        column.addSpacing(2 * STEP)
        for label in (self.heading, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
            label.setFixedWidth(WIDTH)
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(3 * STEP)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.show_state(picture, heading, sentence, button)

    def show_state(self, picture: str, heading: str, sentence: str, button: str = "") -> None:
        """Say something else."""
        self._picture_name = picture
        self.heading.setText(heading)
        self.sentence.setText(sentence)
        for label in (self.heading, self.sentence):
            # A centered label is not asked for its height by the layout.
            label.setMinimumHeight(0)
            label.setMinimumHeight(max(label.heightForWidth(WIDTH), 0))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self._draw()

    def _draw(self) -> None:
        self.picture.setPixmap(icons.picture(self._picture_name, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        """Draw the picture again in the new colors."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)


class StartFailed(EmptyState):
    """Fills a window that cannot be used: why the app could not open, and a way out."""

    def __init__(self, sentence: str) -> None:
        super().__init__("error", "", "", name="failed")
        self.show_state("error", self.tr("EpicRec could not open"), sentence, self.tr("Quit"))


class Banner(QFrame):
    """A sentence in a colored strip. Kinds: "info", "warning", "error". Hidden until `show_text`.

    With a `button`, `action` is emitted by it. The person can close it.
    """

    action = Signal()

    def __init__(
        self, kind: str = "info", parent: QWidget | None = None, *, name: str = "", button: str = ""
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)
        if name:
            self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.label = Text(name=f"{name}.text" if name else "")
        self.button = QuietButton(
            button or self.tr("Try again"), name=f"{name}.action" if name else ""
        )
        self.button.clicked.connect(self.action)
        if not button:  # never shown before it has a parent: it would flash as a window
            self.button.hide()
        self.close_button = IconButton(
            "close", self.tr("Close"), name=f"{name}.close" if name else ""
        )
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(4 * STEP, STEP, 2 * STEP, STEP)
        row.setSpacing(2 * STEP)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        row.addWidget(self.close_button)
        self.hide()

    def show_text(self, text: str) -> None:
        """Show a sentence; an empty one hides the banner."""
        self.label.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))


class ErrorBanner(Banner):
    """A sentence about something that went wrong; its button, if any, tries again."""

    def __init__(self, parent: QWidget | None = None, *, name: str = "", button: str = "") -> None:
        super().__init__("error", parent, name=name, button=button)
