"""A fade with a chevron over one end of a row of posters."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.translation import right_to_left


class EdgeHint(QAbstractButton):
    """A fade with a chevron over one end of a row: there is more this way."""

    def __init__(self, direction: int, parent: QWidget, *, height: int, middle: float) -> None:
        super().__init__(parent)
        self._direction = direction
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        text = self.tr("Scroll back") if direction < 0 else self.tr("Scroll on")
        set_accessible_name(self, text)
        self._middle = middle
        self.resize(64, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the fade, and the chevron on a disc."""
        del event
        colors = theme.tokens()
        to_right = (self._direction > 0) is not right_to_left()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        solid, clear = QColor(colors.background), QColor(colors.background)
        clear.setAlpha(0)
        fade = QLinearGradient(0, 0, self.width(), 0)
        fade.setColorAt(0, clear if to_right else solid)
        fade.setColorAt(1, solid if to_right else clear)
        painter.fillRect(self.rect(), fade)
        x = self.width() - 24 if to_right else 24
        middle = QPointF(x, self._middle)
        painter.setPen(QPen(QColor(colors.control if self.underMouse() else colors.line), 1))
        painter.setBrush(QColor(colors.panel))
        painter.drawEllipse(middle, 16, 16)
        name = "chevron-right" if to_right else "chevron-left"
        arrow = icons.pixmap(name, colors.ink, 18, self.devicePixelRatioF())
        painter.drawPixmap(middle - QPointF(9, 9), arrow)
