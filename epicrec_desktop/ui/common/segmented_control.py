"""A segmented control: one of a few words, by mouse or arrow keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.plain import set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.toggled import AccessibleToggle

INSET = 2


class Segment(AccessibleToggle, QAbstractButton):
    """One word; a real button, so that screen readers and tests can press it."""

    def __init__(self, text: str, size: int) -> None:
        super().__init__()
        self._size = size
        self._padding = (5 if size == theme.NOTE else 6) * STEP
        self.setText(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.connect_toggles()
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        """Room for the word in its heavier weight, so that choosing does not move anything."""
        metrics = QFontMetrics(theme.font(self._size, theme.STRONG))
        return QSize(
            metrics.horizontalAdvance(self.text()) + self._padding, metrics.height() + 4 * STEP - 1
        )

    def minimumSizeHint(self) -> QSize:
        """The same: a word is never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the word, on a raised plate if chosen."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked():
            painter.setPen(QPen(QColor(colors.control), 1))
            painter.setBrush(QColor(colors.panel))
            painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        weight = theme.STRONG if self.isChecked() else theme.REGULAR
        painter.setFont(theme.font(self._size, weight))
        lit = self.isEnabled() and (self.isChecked() or self.underMouse())
        painter.setPen(QColor(colors.ink if lit else colors.muted))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class SegmentedControl(QWidget):
    """One of a few `(key, text)`; `chosen` gives the key when the *person* chooses.

    Each segment is a child button named `<name>.<key>`. Left and Right choose the neighbor.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    chosen = Signal(str)

    def __init__(
        self,
        options: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
        *,
        name: str,
        label: str,
        small: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        set_accessible_name(self, label)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(INSET, INSET, INSET, INSET)
        row.setSpacing(0)
        self._segments: dict[str, Segment] = {}
        for key, text in options:
            segment = Segment(text, theme.NOTE if small else theme.BASE)
            segment.setObjectName(f"{name}.{key}")
            set_accessible_name(segment, f"{label}: {text}")
            segment.clicked.connect(lambda _=False, key=key: self._pick(key))
            self._segments[key] = segment
            row.addWidget(segment)
        if self._segments:
            next(iter(self._segments.values())).setChecked(True)
        self._update_accessible_text()

    @property
    def value(self) -> str:
        """The key of the chosen one."""
        return next((key for key, s in self._segments.items() if s.isChecked()), "")

    def set_value(self, key: str) -> None:
        """Choose without telling."""
        self._segments[key].setChecked(True)
        self._update_accessible_text()

    def _update_accessible_text(self) -> None:
        """The focus is on the group: what is chosen is said with it."""
        chosen = self._segments.get(self.value)
        set_accessible_description(self, chosen.text() if chosen is not None else "")

    def set_text(self, key: str, text: str) -> None:
        """Change one word."""
        segment = self._segments[key]
        segment.setText(text)
        set_accessible_name(segment, f"{self.accessibleName()}: {text}")
        segment.updateGeometry()
        segment.update()
        self._update_accessible_text()

    def _pick(self, key: str) -> None:
        self.set_value(key)
        self.chosen.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right choose the neighbor."""
        step = {int(Qt.Key.Key_Left): -1, int(Qt.Key.Key_Right): 1}.get(event.key())
        if step is None or not self._segments:
            super().keyPressEvent(event)
            return
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            step = -step
        keys = list(self._segments)
        place = min(max(keys.index(self.value) + step, 0), len(keys) - 1)
        if keys[place] != self.value:
            self._pick(keys[place])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the trough and, with the focus, its ring."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        pen = QPen(QColor(colors.accent if focused else colors.control), 2 if focused else 1)
        painter.setPen(pen)
        painter.setBrush(QColor(colors.background))
        edge = pen.widthF() / 2
        painter.drawRoundedRect(self.rect().toRectF().adjusted(edge, edge, -edge, -edge), 8, 8)
