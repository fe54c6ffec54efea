"""The three levels as large cards: a name, what it does, and what it means."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QRadioButton, QSizePolicy, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.ui import theme
from epicrec_desktop.ui.privacy_words import level_title
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.toggles import paint_radio

PADDING, RING, GAP = 18, 16, 10
WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class LevelCard(QRadioButton):
    """One level. It is a radio button to keyboards and screen readers, and a card to the eye."""

    def __init__(self, level: ReleaseLevel, name: str) -> None:
        super().__init__()
        self.level = level
        self.body = ""
        self.note = ""
        self.setObjectName(name)
        self.setText(level_title(level))
        self.setAccessibleName(level_title(level))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.toggled.connect(self.update)

    def set_words(self, body: str, note: str = "") -> None:
        """What this level does, and one sentence about what that means."""
        if (body, note) == (self.body, self.note):
            return
        self.body, self.note = body, note
        self.setAccessibleDescription(f"{body} {note}".strip())
        self.updateGeometry()
        self.update()

    def hitButton(self, pos: QPoint) -> bool:
        """The whole card can be clicked."""
        return self.rect().contains(pos)

    def hasHeightForWidth(self) -> bool:
        """Words wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Room for title, body and note at this width."""
        inner = max(80, width - 2 * PADDING)
        height = 2 * (PADDING - 2) + QFontMetrics(self._font("title")).height() + STEP + 2
        height += self._text_height("body", self.body, inner)
        if self.note:
            height += 2 * STEP + self._text_height("note", self.note, inner)
        return height

    def sizeHint(self) -> QSize:
        """A third of a usual page."""
        return QSize(300, self.heightForWidth(300))

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(168, 96)

    @staticmethod
    def _font(part: str) -> QFont:
        if part == "title":
            return theme.font(15, theme.STRONG)
        return theme.font(theme.BASE - 1 if part == "body" else theme.NOTE)

    def _text_height(self, part: str, text: str, width: int) -> int:
        metrics = QFontMetrics(self._font(part))
        return metrics.boundingRect(0, 0, width, 4000, int(WRAP), text).height()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, colors)
        self._paint_ring(painter)
        self._paint_words(painter, colors)

    def _paint_ground(self, painter: QPainter, colors: theme.Tokens) -> None:
        on = self.isChecked()
        edge = QColor(colors.accent if on else colors.line)
        if not on and self.underMouse():
            edge = QColor(colors.control)
        pen = QPen(edge, 2 if on else 1)
        painter.setPen(pen)
        painter.setBrush(QColor(colors.wash if on else colors.panel))
        half = pen.widthF() / 2
        box = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(box, theme.PANEL_RADIUS, theme.PANEL_RADIUS)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(5, 5, -5, -5), 8, 8)

    def _paint_ring(self, painter: QPainter) -> None:
        height = QFontMetrics(self._font("title")).height()
        box = QRectF(PADDING, PADDING - 2 + (height - RING) / 2, RING, RING)
        paint_radio(painter, box, checked=self.isChecked())

    def _paint_words(self, painter: QPainter, colors: theme.Tokens) -> None:
        inner = self.rect().adjusted(PADDING, PADDING - 2, -PADDING, 0)
        painter.setFont(self._font("title"))
        painter.setPen(QColor(colors.ink))
        one_line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(inner.adjusted(RING + GAP, 0, 0, 0), int(one_line), self.text())
        top = QFontMetrics(self._font("title")).height() + STEP + 2
        painter.setFont(self._font("body"))
        painter.setPen(QColor(colors.ink if self.isChecked() else colors.muted))
        painter.drawText(inner.adjusted(0, top, 0, 0), int(WRAP), self.body)
        if self.note:
            top += self._text_height("body", self.body, inner.width()) + 2 * STEP
            painter.setFont(self._font("note"))
            painter.setPen(QColor(colors.ink if self.isChecked() else colors.muted))
            painter.drawText(inner.adjusted(0, top, 0, 0), int(WRAP), self.note)

    def changeEvent(self, event: QEvent) -> None:
        """New fonts need other room."""
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)


class LevelCards(QWidget):
    """The three cards in a row. Arrows move and choose; `chosen` is for the person's doing only."""

    chosen = Signal(ReleaseLevel)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(self.tr("What may leave this computer"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._layout = layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4 * STEP)
        self.cards: dict[ReleaseLevel, LevelCard] = {}
        for level in ReleaseLevel:
            card = LevelCard(level, f"{name}.{level.value}")
            card.clicked.connect(lambda _=False, level=level: self.chosen.emit(level))
            layout.addWidget(card, 1)
            self.cards[level] = card

    def set_stacked(self, stacked: bool) -> None:
        """One below the other, where three have no room beside each other."""
        self._layout.setDirection(
            QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight
        )
        self._layout.setSpacing(2 * STEP if stacked else 4 * STEP)

    def level(self) -> ReleaseLevel | None:
        """The chosen level; None before one was shown."""
        return next((level for level, card in self.cards.items() if card.isChecked()), None)

    def show_level(self, level: ReleaseLevel) -> None:
        """Choose a card without telling."""
        self.cards[level].setChecked(True)

    def set_words(self, words: Mapping[ReleaseLevel, tuple[str, str]]) -> None:
        """Body and note of each card."""
        for level, (body, note) in words.items():
            self.cards[level].set_words(body, note)
