"""Banners in a page, a notice that floats over it and fades, and a strip over the window."""

from __future__ import annotations

import weakref
from typing import ClassVar

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QPropertyAnimation, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QAccessible, QEnterEvent, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QSizePolicy, QWidget

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.ui.common.accessibility import announce
from epicrec_desktop.ui.common.buttons import IconButton, QuietButton
from epicrec_desktop.ui.common.desktop_preferences import is_motion_reduced
from epicrec_desktop.ui.common.labels import Text
from epicrec_desktop.ui.common.layouts import add_items, row
from epicrec_desktop.ui.common.page import MARGIN
from epicrec_desktop.ui.common.text import set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored

LONGEST = 1200
"""Longest text of a banner in characters: it must leave room for the page below."""


class _Strip(QFrame):
    """Sentence, buttons, and one that closes it. Hidden at first.

    Children are named after it: `<name>.text`, `<name>.close`, and a button `<name>.<key>` per key
    of `buttons`.
    """

    def __init__(
        self, kind: str, *buttons: str, name: str, parent: QWidget | None = None, left: int
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("kind", kind)
        self.label = Text(name=f"{name}.text")
        self.buttons = {key: QuietButton(name=f"{name}.{key}") for key in buttons}
        self.close_button = IconButton("close", "", name=f"{name}.close", on_click=self.hide)
        self.line = row(parent=self, margins=(left, STEP, 2 * STEP, STEP), spacing=2 * STEP)
        add_items(self.line, (self.label, 1), *self.buttons.values(), self.close_button)
        self.hide()

    def name_close_button(self, words: str) -> None:
        set_tool_tip(self.close_button, words)
        set_accessible_name(self.close_button, words)


class Banner(_Strip):
    """Sentence in a colored strip. Kinds: "info", "warning", "error". Hidden until `show_text`.

    The `button`, if any, emits `action`. The user can close the banner.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.AlertMessage

    action = Signal()

    def __init__(
        self, kind: str = "info", parent: QWidget | None = None, *, name: str, button: str = ""
    ) -> None:
        super().__init__(kind, "action", name=name, parent=parent, left=4 * STEP)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.name_close_button(self.tr("Close"))
        self.button = self.buttons["action"]
        self.button.setText(button or self.tr("Try again"))
        self.button.clicked.connect(self.action)
        self.button.setHidden(not button)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.line.totalHeightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
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
    """Banner of an error; its button, if any, retries."""

    def __init__(self, *, name: str, button: str = "") -> None:
        super().__init__("error", name=name, button=button)


NOTICE_MS, NOTICE_READ_MS = 10_000, 30_000
"""Time for which a floating notice is shown; the second with a screen reader."""
FADE_MS = 400
FLOAT_WIDTH, FLOAT_ABOVE = 560, 18 * STEP
_MOVES = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide}


class FloatingNotice(Banner):
    """Result of what the user did, over the page, for a while; a newer one takes its place.

    It stays while the mouse or the focus is on it, and then fades. Its button undoes what the
    sentence says, and is gone with it.
    """

    _shown: ClassVar[weakref.ReferenceType[FloatingNotice] | None] = None
    _timer: QTimer | None = None  # until it is built, which hides it

    def __init__(self, page: QWidget, *, name: str, button: str = "") -> None:
        super().__init__("float", page, name=name, button=button)
        self._uncovered: tuple[QWidget, ...] = ()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._end)
        self._left = -1  # of its time in ms while its page is hidden; -1: nobody saw it yet
        self._opacity = QGraphicsOpacityEffect(self)
        self._opacity.setEnabled(False)  # it costs a copy per repaint
        self.setGraphicsEffect(self._opacity)
        self._fade = QPropertyAnimation(self._opacity, b"opacity", self)
        self._fade.setDuration(FADE_MS)
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._fade.finished.connect(self.hide)
        page.installEventFilter(self)

    def keep_above(self, *widgets: QWidget) -> None:
        """Never cover these widgets at the foot of the page."""
        self._uncovered = widgets
        for widget in widgets:
            widget.installEventFilter(self)

    def show_text(self, text: str) -> None:
        """Show a sentence in place of any other notice; an empty one hides the notice."""
        before = FloatingNotice._shown() if FloatingNotice._shown is not None else None
        if text and before is not None and before is not self and shiboken6.isValid(before):
            before.hide()
        super().show_text(text)
        if text:
            self._left = -1
            FloatingNotice._shown = weakref.ref(self)
            self._start()

    def _start(self) -> None:
        self._set_place()
        self.raise_()
        if self._timer is not None and self.isVisible():  # on a hidden page it waits for its reader
            self._stop_fading()
            self._timer.start(NOTICE_READ_MS if QAccessible.isActive() else NOTICE_MS)

    def _end(self) -> None:
        focus = self.window().focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self._start()
        elif is_motion_reduced():
            self.hide()
        else:
            self._opacity.setEnabled(True)
            self._fade.start()

    def _stop_fading(self) -> None:
        self._fade.stop()
        self._opacity.setEnabled(False)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show it in full again while the mouse is on it."""
        self._start()
        super().enterEvent(event)

    def _set_place(self) -> None:
        page = self.parentWidget()
        if page is None:
            return
        width = min(FLOAT_WIDTH, page.width() - 2 * MARGIN)
        self.resize(width, self.height())
        high = self.line.totalHeightForWidth(width)
        below = page.height() - FLOAT_ABOVE
        for widget in self._uncovered:
            if widget.isVisible():
                below = min(below, widget.mapTo(page, QPoint(0, 0)).y() - 2 * STEP)
        top = max(0, below - high)
        self.setGeometry(mirrored(QRect(MARGIN, top, width, high), page.rect()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES and self.isVisible():
            self._set_place()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """Go on with the time that is left on a page that is shown again."""
        left = self._left
        super().showEvent(event)
        self._start()
        if self._timer is not None and left >= 0:
            self._timer.start(left)

    def hideEvent(self, event: QHideEvent) -> None:
        if self._timer is not None:
            self._left = max(self._timer.remainingTime(), 0)
            self._timer.stop()
            self._stop_fading()
        super().hideEvent(event)


class NoticeStrip(_Strip):
    """Strip over the window: `KIND` "strip" warns, "news" does not; `retranslate` sets texts."""

    KIND = "strip"

    def __init__(self, *buttons: str, name: str) -> None:
        super().__init__(self.KIND, *buttons, name=name, left=5 * STEP)
        self.label.setContentsMargins(0, STEP, 0, STEP)
        self.retranslate()

    def retranslate(self) -> None:
        raise NotImplementedError

    def set_texts(self, text: str, close: str, **buttons: str) -> None:
        set_accessible_name(self, text)
        self.label.setText(text)
        for key, words in buttons.items():
            self.buttons[key].setText(words)
        self.name_close_button(close)
