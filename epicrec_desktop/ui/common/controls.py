"""Input controls: fields, search, check box, radio button, segments, combo box and expander."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAction, QFontMetrics, QKeyEvent, QResizeEvent, QWheelEvent
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
from epicrec_desktop.ui.common.accessibility import (
    DECORATION,
    AccessibleToggle,
    announce_result_count,
)
from epicrec_desktop.ui.common.buttons import Button, SecondaryButton
from epicrec_desktop.ui.common.labels import ElidedLabel, Text
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.text import (
    button_text,
    display_line,
    elided,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored


def text_field(label: str, *, name: str, longest: int = 32767) -> QLineEdit:
    """Return a field for one line of text, of at most `longest` characters."""
    field = QLineEdit()
    field.setObjectName(name)
    field.setMaxLength(longest)
    set_accessible_name(field, label)
    return field


def password_field(label: str, *, name: str, longest: int = 1000) -> QLineEdit:
    """Return a field that hides its text."""
    field = text_field(label, name=name, longest=longest)
    field.setEchoMode(QLineEdit.EchoMode.Password)
    return field


NOTE_HEIGHT = 84


class TextArea(QPlainTextEdit):
    """Field for a text of some lines, which Tab leaves."""

    def __init__(self, label: str, *, name: str) -> None:
        super().__init__(tabChangesFocus=True)
        self.setObjectName(name)
        self.setFixedHeight(NOTE_HEIGHT)
        set_accessible_name(self, label)


PAUSE_MS = 150
"""Milliseconds without typing after which `rested` is emitted."""
REST_MS = 900
"""Milliseconds without typing after which results are announced: longer than within a word."""


class SearchField(QLineEdit):
    """Search field; `label` is its placeholder and accessible name.

    With `count` a screen reader announces the number of results after a pause in typing.
    """

    rested = Signal()  # a short pause in typing: time to search

    count: Callable[[], int] | None = None

    def __init__(self, label: str, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setPlaceholderText(label)
        set_accessible_name(self, label)
        self.setClearButtonEnabled(True)
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        # Qt gives both buttons no name, and margins of their own: the style has less padding.
        self.setProperty("kind", "search")
        for button in self.findChildren(QAbstractButton):
            if self._glass in button.actions():
                button.setProperty(DECORATION, True)
            else:
                set_accessible_name(button, self.tr("Clear"))
        for wait, slot in ((PAUSE_MS, self.rested), (REST_MS, self._say_found)):
            timer = QTimer(self, singleShot=True, interval=wait)
            timer.timeout.connect(slot)
            self.textChanged.connect(lambda _, timer=timer: timer.start())
        self._draw()

    def _say_found(self) -> None:
        if self.count is not None and self.text().strip() and self.isVisible():
            announce_result_count(self, self.count())

    def _draw(self) -> None:
        self._glass.setIcon(icons.icon("search", theme.tokens().muted))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


def field_label(words: str, field: QWidget) -> Text:
    """Return the label of a field."""
    label = Text(words, wrap=False)
    label.setBuddy(field)
    return label


def labeled(field: QWidget) -> QVBoxLayout:
    """Return a field below a label with its accessible name."""
    return column(field_label(field.accessibleName(), field), field, spacing=STEP)


INDENT = 28
"""Left edge of the text beside a mark, as the style sheet has it."""


class _Toggle(AccessibleToggle):
    """Base of check box and radio button: an elided text beside a mark, all of it clickable."""

    _words = ""

    def __init__(self, text: str, *, name: str) -> None:
        super().__init__()
        self.connect_toggles()
        self.setText(text)
        self.setObjectName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        self._words = display_line(text)
        set_accessible_name(self, self._words)
        self._elide()

    def text(self) -> str:
        return self._words

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme.font())
        width = INDENT + metrics.horizontalAdvance(self._words) + 10
        return QSize(width, max(28, metrics.height() + 8))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def _elide(self) -> None:
        """Show what fits of the text; where it is not all, the whole text is the tool tip."""
        fits = self.sizeHint().width() <= self.width()
        room = self.sizeHint().width() if fits else self.width() - INDENT - 6
        super().setText(elided(QFontMetrics(theme.font()), self._words, room).replace("&", "&&"))
        set_tool_tip(self, "" if fits else self._words)


class CheckBox(_Toggle, QCheckBox):
    """Check box whose whole line is clickable."""


class RadioButton(_Toggle, QRadioButton):
    """Radio button whose whole line is clickable."""


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
        self._words = text
        super().setText(button_text(text))
        chosen = QFontMetrics(theme.font(theme.NOTE if self._small else theme.BASE, theme.STRONG))
        self.setMinimumWidth(chosen.horizontalAdvance(text) + (5 if self._small else 6) * STEP)

    def text(self) -> str:
        return self._words


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


class ComboBox(QComboBox):
    """Combo box that ignores the wheel, which scrolls the page; it opens by click or key."""

    def __init__(self, label: str, *, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        set_accessible_name(self, label)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not with the wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class MenuField(SecondaryButton):
    """Button with a menu that looks like a combo box."""

    KIND = "field"

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        option.features &= ~QStyleOptionButton.ButtonFeature.HasMenu


HEADING_HEIGHT = 36


class ExpanderButton(AccessibleToggle, Button):
    """Heading with a chevron and a muted remark at the right; checked means open."""

    ROLE = "expander"
    INK = "muted"

    def __init__(self, text: str, *, name: str) -> None:
        super().__init__(text, name=name)
        self.setCheckable(True)
        set_accessible_name(self, text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEADING_HEIGHT)  # whatever its state, nothing below it moves
        self._remark = ElidedLabel()
        self._remark.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._remark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._remark.setProperty(DECORATION, True)
        self._remark.setParent(self)  # in no layout: another remark moves nothing around it
        heading = QFontMetrics(theme.font(15, theme.STRONG)).horizontalAdvance(text)
        self._taken = heading + 9 * STEP
        self.toggled.connect(self._follow)
        self.connect_toggles()
        self._follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.rect().adjusted(self._taken, 0, 0, 0)
        self._remark.setGeometry(mirrored(room, self.rect()))

    @property
    def remark(self) -> str:
        return self._remark.text()

    def set_remark(self, remark: str) -> None:
        self._remark.setText(remark)
        self._follow()

    def _follow(self) -> None:
        self.set_icon("chevron-down" if self.isChecked() else "chevron-right")
        state = self.tr("open") if self.isChecked() else self.tr("closed")
        set_accessible_description(self, f"{self.remark}, {state}" if self.remark else state)
