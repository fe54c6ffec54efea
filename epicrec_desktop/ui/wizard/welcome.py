"""First step: what this is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from epicrec_desktop.ui import icons, theme
from epicrec_desktop.ui.tasks import Tasks
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.text import Text
from epicrec_desktop.ui.wizard.picture import WelcomePicture
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services

ROUND = 40


class IconLine(QWidget):
    """A sentence with an icon on the accent wash before it."""

    def __init__(self, icon: str, sentence: str) -> None:
        super().__init__()
        self._icon = icon
        self.setMinimumHeight(ROUND)
        self.label = Text(sentence, name=f"wizard.welcome.{icon}")
        row = QHBoxLayout(self)
        row.setContentsMargins(ROUND + 4 * STEP, 0, 0, 0)
        row.addWidget(self.label)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.wash))
        top = (self.height() - ROUND) / 2
        painter.drawEllipse(QRectF(0, top, ROUND, ROUND))
        inset = (ROUND - 20) / 2
        image = icons.pixmap(self._icon, colors.accent, 20, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(inset, top + inset), image)


class WelcomeStep(Step):
    """A picture and three sentences."""

    KEY = "welcome"

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Good movies, without telling what you watched"),
            self.tr("This takes about a minute. You can leave at any time and go on later."),
        )
        self.body.addSpacing(4 * STEP)
        self.body.addWidget(WelcomePicture())
        self.body.addSpacing(4 * STEP)
        for icon, sentence in (
            (
                "scan",
                self.tr("EpicRec finds the movies you watched in the history of your browsers."),
            ),
            ("computer", self.tr("It recommends others, and ranks them on this computer.")),
            (
                "privacy",
                self.tr(
                    "What may leave this computer is your choice: nothing, a blurred list, or all."
                ),
            ),
        ):
            self.body.addWidget(IconLine(icon, sentence))
        self.body.addStretch(1)

    def next_text(self) -> str:
        """The first word."""
        return self.tr("Begin")
