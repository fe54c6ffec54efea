"""What is shown where there is nothing, or trouble, or news: empty states and banners."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.ui.common import icons
from epicrec_desktop.ui.common.announcing import announce
from epicrec_desktop.ui.common.buttons import (
    Button,
    IconButton,
    PrimaryButton,
    QuietButton,
)
from epicrec_desktop.ui.common.plain import PictureLabel, set_accessible_name
from epicrec_desktop.ui.common.text import Heading, Subtitle, Text
from epicrec_desktop.ui.common.theme import STEP

WIDTH = 420
LONGEST = 1200
"""Characters of a banner: it stands above a page and must leave room for it."""


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
        self.picture = PictureLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
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
        self._column = column
        self.show_state(picture, heading, sentence, button)

    def add_below(self, widget: QWidget) -> None:
        """Put something quiet under the words, such as other ways."""
        self._column.insertWidget(
            self._column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignHCenter
        )

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
        self._make_room()
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture is there where it takes nothing from the words."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        words = sum(label.minimumHeight() for label in (self.heading, self.sentence))
        button = self.button.sizeHint().height() if self.button.text() else 0
        needed = icons.PICTURE.height() + words + button + 20 * STEP
        self.picture.setVisible(self.height() >= needed)

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

    ACCESSIBLE_ROLE = QAccessible.Role.AlertMessage

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

    def sizeHint(self) -> QSize:
        """As high as its words need at its width: it is never given more than this."""
        usual = super().sizeHint()
        layout = self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return usual
        return QSize(usual.width(), layout.totalHeightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def show_text(self, text: str) -> None:
        """Show a sentence; an empty one hides the banner."""
        text = plain(text, limit=LONGEST, lines=True)
        new = text != self.label.text() or self.isHidden()
        self.label.setText(text)
        set_accessible_name(self, text)
        self.setVisible(bool(text))
        if new and self.isVisible():
            announce(self, text, assertive=self.property("kind") == "error")


class ErrorBanner(Banner):
    """A sentence about something that went wrong; its button, if any, tries again."""

    def __init__(self, parent: QWidget | None = None, *, name: str = "", button: str = "") -> None:
        super().__init__("error", parent, name=name, button=button)
