"""A heading that opens and closes what is below it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.direction import mirrored, right_to_left
from epicrec_desktop.ui.common.plain import elided, set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.toggled import AccessibleToggle


class ExpanderButton(AccessibleToggle, QAbstractButton):
    """A heading with a chevron and a muted remark at its right. Checked means open."""

    def __init__(self, text: str, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setText(text)
        self.setCheckable(True)
        set_accessible_name(self, text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._remark = ""
        self.toggled.connect(self._update_accessible_text)
        self.connect_toggles()
        self._update_accessible_text()

    @property
    def remark(self) -> str:
        """The muted words at the right."""
        return self._remark

    def set_title(self, text: str) -> None:
        """Change the heading."""
        self.setText(text)
        set_accessible_name(self, text)

    def set_remark(self, remark: str) -> None:
        """Change the muted words at the right."""
        self._remark = remark
        self._update_accessible_text()
        self.update()

    def _update_accessible_text(self) -> None:
        state = self.tr("open") if self.isChecked() else self.tr("closed")
        set_accessible_description(self, f"{self._remark}, {state}" if self._remark else state)

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(240, 36)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw chevron, heading and remark."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rtl = right_to_left()
        name = "chevron-down" if self.isChecked() else "chevron-right"
        middle = self.height() // 2
        ratio = self.devicePixelRatioF()
        chevron = icons.pixmap(name, colors.muted, 16, ratio, rtl=rtl)
        painter.drawPixmap(mirrored(QRect(0, middle - 8, 16, 16), self.rect()).topLeft(), chevron)
        face = theme.font(15, theme.STRONG)
        painter.setFont(face)
        painter.setPen(QColor(colors.ink))
        left = mirrored(self.rect().adjusted(16 + 2 * STEP, 0, 0, 0), self.rect())
        painter.drawText(left, Qt.AlignmentFlag.AlignVCenter, self.text())
        small = theme.font(theme.NOTE)
        room = left.width() - QFontMetrics(face).horizontalAdvance(self.text()) - 3 * STEP
        remark = elided(QFontMetrics(small), self._remark, room)
        painter.setFont(small)
        painter.setPen(QColor(colors.muted))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(self.rect(), align, remark)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colors.accent), 2))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, theme.RADIUS, theme.RADIUS)
