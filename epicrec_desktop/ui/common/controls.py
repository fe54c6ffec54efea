"""Input controls: check box, radio button, segmented control, combo box and expander."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.accessibility import AccessibleToggle
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.painting import (
    draw_card,
    draw_line,
    draw_plate,
    draw_ring,
    smooth_painter,
)
from epicrec_desktop.ui.common.text import (
    Text,
    button_text,
    display_line,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left

if TYPE_CHECKING:
    _Base = AccessibleToggle
else:
    _Base = object  # each subclass adds its own button class


def text_field(label: str, *, name: str, longest: int = 32767) -> QLineEdit:
    """Return a field for one line of text, of at most `longest` characters."""
    field = QLineEdit()
    field.setObjectName(name)
    field.setMaxLength(longest)
    set_accessible_name(field, label)
    return field


NOTE_HEIGHT = 84


class TextArea(QPlainTextEdit):
    """Field for a text of some lines, which Tab leaves."""

    def __init__(self, label: str, *, name: str) -> None:
        super().__init__(tabChangesFocus=True)
        self.setObjectName(name)
        self.setFixedHeight(NOTE_HEIGHT)
        set_accessible_name(self, label)


def field_label(words: str, field: QWidget) -> Text:
    """Return the label of a field."""
    label = Text(words, wrap=False)
    label.setBuddy(field)
    return label


def labeled(field: QWidget) -> QVBoxLayout:
    """Return a field below a label with its accessible name."""
    return column(field_label(field.accessibleName(), field), field, spacing=STEP)


SIDE, INDENT = 18, 28
"""Side of the box, and the left edge of the text."""


def paint_check(painter: QPainter, box: QRectF, *, checked: bool, enabled: bool = True) -> None:
    """Paint a check box of this size."""
    colors = theme.tokens()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not checked:
        edge = colors.control if enabled else colors.line
        draw_card(painter, box, colors.panel, edge, 1.5, 4)
        return
    draw_plate(painter, box, colors.accent if enabled else colors.disabled, 4.5)
    unit = box.width() / 18
    points = [QPointF(4.6, 9.4), QPointF(7.7, 12.4), QPointF(13.4, 6.0)]
    mark = QPolygonF([box.topLeft() + p * unit for p in points])
    pen = QPen(QColor(colors.on_accent), 2 * unit)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(mark)


def paint_radio(painter: QPainter, box: QRectF, *, checked: bool) -> None:
    """Paint a radio button of this size."""
    colors = theme.tokens()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not checked:
        draw_card(painter, box, colors.panel, colors.control, 1.5, box.width() / 2)
        return
    rim, half = box.width() * 0.318, box.width() / 2
    draw_plate(painter, box, colors.accent, half)
    draw_plate(painter, box.adjusted(rim, rim, -rim, -rim), colors.on_accent, half - rim)


class _Toggle(_Base):
    """Base of check box and radio button: an elided text beside a mark, all of it clickable."""

    def __init__(self, text: str, parent: QWidget | None = None, *, name: str) -> None:
        super().__init__(parent)
        self.connect_toggles()
        self.setText(text)
        self.setObjectName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        """Set the text literally: Qt would take a single "&" for a shortcut."""
        super().setText(display_line(text).replace("&", "&&"))
        self._update_tool_tip()

    def text(self) -> str:
        return super().text().replace("&&", "&")

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme.font())
        width = INDENT + metrics.horizontalAdvance(self.text()) + 10
        return QSize(width, max(28, metrics.height() + 8))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the tool tip: less room may elide the text."""
        super().resizeEvent(event)
        self._update_tool_tip()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        mark = QRectF(4, (self.height() - SIDE) / 2, SIDE, SIDE)
        self._paint_mark(painter, mirrored(mark, QRectF(self.rect())))
        self._paint_words(painter)

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        raise NotImplementedError

    def _paint_words(self, painter: QPainter) -> None:
        colors = theme.tokens()
        room = mirrored(self.rect().adjusted(INDENT, 0, -6, 0), QRectF(self.rect()))
        ink = colors.ink if self.isEnabled() else colors.disabled
        draw_line(painter, room, self.text(), ink, size=theme.BASE)
        if self.hasFocus():
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            ring.setRight(min(ring.right(), self.sizeHint().width() - 1.0))
            draw_ring(painter, mirrored(ring, QRectF(self.rect())), colors.accent, 6)

    def _update_tool_tip(self) -> None:
        set_tool_tip(self, self.text() if self.sizeHint().width() > self.width() else "")


class CheckBox(_Toggle, AccessibleToggle, QCheckBox):
    """Check box whose whole line is clickable."""

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        paint_check(painter, box, checked=self.isChecked(), enabled=self.isEnabled())


class RadioButton(_Toggle, AccessibleToggle, QRadioButton):
    """Radio button whose whole line is clickable."""

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        paint_radio(painter, box, checked=self.isChecked())


class Segment(AccessibleToggle, QPushButton):
    """One option; a real button, so that screen readers and tests can press it."""

    def __init__(self, text: str, *, small: bool) -> None:
        super().__init__()
        self._small = small
        self.setProperty("role", "segment")
        self.setProperty("small", small)
        self.setText(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAutoDefault(False)
        self.connect_toggles()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def setText(self, text: str) -> None:
        """Set the text, with room for its heavier weight, so that choosing moves nothing."""
        super().setText(button_text(text))
        chosen = QFontMetrics(theme.font(theme.NOTE if self._small else theme.BASE, theme.STRONG))
        self.setMinimumWidth(chosen.horizontalAdvance(text) + (5 if self._small else 6) * STEP)


class SegmentedControl(QFrame):
    """Choice of one of a few `(key, text)`; `chosen` carries the key when the *user* chooses.

    Each segment is a child button named `<name>.<key>`. Left and Right choose the neighbor.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    chosen = Signal(str)

    def __init__(
        self, options: Sequence[tuple[str, str]], *, name: str, label: str, small: bool = False
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("kind", "segments")
        set_accessible_name(self, label)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        line = row(parent=self, margins=1, spacing=0)
        self._segments: dict[str, Segment] = {}
        for key, text in options:
            segment = Segment(text, small=small)
            segment.setObjectName(f"{name}.{key}")
            set_accessible_name(segment, f"{label}: {text}")
            segment.clicked.connect(lambda _=False, key=key: self._pick(key))
            self._segments[key] = segment
            line.addWidget(segment)
        self.value = next(iter(self._segments), "")
        self._marked = True
        self._check()

    def segments(self) -> list[QAbstractButton]:
        return list(self._segments.values())

    def set_value(self, key: str) -> None:
        """Choose a key without emitting `chosen`."""
        if key not in self._segments:
            raise KeyError(key)
        self.value = key
        self._check()

    def set_marked(self, marked: bool) -> None:
        """Set whether the choice is marked; not while something else than the choice is shown."""
        if marked != self._marked:
            self._marked = marked
            self._check()

    def _check(self) -> None:
        for key, segment in self._segments.items():
            segment.setAutoExclusive(self._marked)  # else Qt refuses to uncheck the last one
            segment.setChecked(self._marked and key == self.value)
        self._update_accessible_text()

    def _update_accessible_text(self) -> None:
        """Add the chosen option to the accessible name: the focus is on the group."""
        chosen = self._segments.get(self.value) if self._marked else None
        set_accessible_description(self, chosen.text() if chosen is not None else "")

    def set_text(self, key: str, text: str) -> None:
        segment = self._segments[key]
        segment.setText(text)
        set_accessible_name(segment, f"{self.accessibleName()}: {text}")
        self._update_accessible_text()

    def _pick(self, key: str) -> None:
        self.set_value(key)
        self.chosen.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
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


def _paint_chevron(field: QWidget) -> None:
    color = theme.tokens().muted
    box = QRect(field.width() - 16 - 2 * STEP, field.height() // 2 - 8, 16, 16)
    chevron = icons.pixmap("chevron-down", color, 16, field.devicePixelRatioF())
    smooth_painter(field).drawPixmap(mirrored(box, field.rect()).topLeft(), chevron)


class ComboBox(QComboBox):
    """Combo box that ignores the wheel, which scrolls the page; it opens by click or key."""

    def __init__(self, label: str, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        set_accessible_name(self, label)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not with the wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a chevron at the end: the style sheet's borderless button has none."""
        super().paintEvent(event)
        _paint_chevron(self)


class MenuField(SecondaryButton):
    """Button with a menu that looks like a combo box."""

    def __init__(self, *, name: str) -> None:
        super().__init__("", name=name)
        self.setProperty("kind", "field")

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        option.features &= ~QStyleOptionButton.ButtonFeature.HasMenu

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _paint_chevron(self)


class ExpanderButton(AccessibleToggle, QAbstractButton):
    """Heading with a chevron and a muted remark at the right; checked means open."""

    def __init__(self, text: str, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setText(text)
        self.setCheckable(True)
        set_accessible_name(self, text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.remark = ""
        self.toggled.connect(self._update_accessible_text)
        self.connect_toggles()
        self._update_accessible_text()

    def set_remark(self, remark: str) -> None:
        self.remark = remark
        self._update_accessible_text()
        self.update()

    def _update_accessible_text(self) -> None:
        state = self.tr("open") if self.isChecked() else self.tr("closed")
        set_accessible_description(self, f"{self.remark}, {state}" if self.remark else state)

    def sizeHint(self) -> QSize:
        return QSize(240, 36)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.tokens()
        painter = smooth_painter(self)
        rtl = right_to_left()
        name = "chevron-down" if self.isChecked() else "chevron-right"
        middle = self.height() // 2
        ratio = self.devicePixelRatioF()
        chevron = icons.pixmap(name, colors.muted, 16, ratio, rtl=rtl)
        painter.drawPixmap(mirrored(QRect(0, middle - 8, 16, 16), self.rect()).topLeft(), chevron)
        left = mirrored(self.rect().adjusted(16 + 2 * STEP, 0, 0, 0), self.rect())
        draw_line(painter, left, self.text(), colors.ink, size=15, weight=theme.STRONG)
        taken = painter.fontMetrics().horizontalAdvance(self.text()) + 3 * STEP
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        remark = mirrored(left.adjusted(taken, 0, 0, 0), left)
        draw_line(painter, remark, self.remark, colors.muted, align=align)
        if self.hasFocus():
            draw_ring(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), colors.accent)
