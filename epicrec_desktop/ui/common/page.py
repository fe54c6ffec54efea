"""Base class of the pages, empty states and banners."""

from __future__ import annotations

import weakref
from typing import ClassVar

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPropertyAnimation, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QEnterEvent, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.ui.common import icons
from epicrec_desktop.ui.common.accessibility import announce
from epicrec_desktop.ui.common.buttons import Button, IconButton, PrimaryButton, QuietButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.desktop_preferences import is_motion_reduced
from epicrec_desktop.ui.common.layouts import BoundedScrollArea, Stretch, column, row
from epicrec_desktop.ui.common.text import (
    Heading,
    PictureLabel,
    Subtitle,
    Text,
    Title,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import right_to_left

MARGIN = 9 * STEP
LOW_HEIGHT = 560
"""Below this height a page has smaller vertical margins."""


class Page(QWidget):
    """Page of the window. `KEY` is its stable name: object names begin with it.

    Add buttons at the right of the title to `head`, text below it to `words`, everything else to
    `body`. With `scroll` the body scrolls as a whole. The window calls `activated` each time it
    shows the page.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Pane
    KEY = "page"
    MAX_CONTENT_WIDTH = 1280
    """Widest content in pixels: longer lines are hard to read, so a wider page has wider margins.
    """
    BOTTOM_MARGIN = 6 * STEP
    """Margin below the body."""
    LIMIT_NOTICES = False
    """Whether notices are limited in height, and a low page has no subtitle: its body does not
    scroll.
    """

    def __init__(
        self, context: Context, title: str, subtitle: str = "", *, scroll: bool = True
    ) -> None:
        super().__init__()
        self.context = context
        self.setObjectName(f"page.{self.KEY}")
        set_accessible_name(self, title)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._top = self._header(title, subtitle)
        notice_area = ScrollContent()
        notice_area.setProperty("kind", "canvas")
        self.notices = column(parent=notice_area, margins=(MARGIN, 2 * STEP, MARGIN, 0))
        self._notices = BoundedScrollArea(notice_area, f"{self.KEY}.notices")
        outer = column(self._top, self._notices, parent=self, spacing=0)
        self.holder = holder = ScrollContent()
        holder.setProperty("kind", "canvas")
        self.body = column(
            parent=holder, margins=(MARGIN, 3 * STEP, MARGIN, 6 * STEP), spacing=4 * STEP
        )
        if scroll:
            self.scroll_area: QScrollArea | None = vertical_scroll(holder, f"{self.KEY}.scroll")
            self.scroll_area.verticalScrollBar().rangeChanged.connect(self._lay_body)
            outer.addWidget(self.scroll_area, 1)
        else:
            self.scroll_area = None
            outer.addWidget(holder, 1)

    def _header(self, title: str, subtitle: str) -> QHBoxLayout:
        self.title = Title(title, name=f"{self.KEY}.title", wrap=False)
        self.title.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self.subtitle = Subtitle(subtitle, name=f"{self.KEY}.subtitle")
        self.subtitle.setMinimumHeight(20)
        self.words = column(self.title, self.subtitle, spacing=STEP)
        self.head = row(spacing=2 * STEP)
        line = row(
            (self.words, 1), self.head, margins=(MARGIN, 7 * STEP, MARGIN, 0), spacing=4 * STEP
        )
        line.setAlignment(self.head, Qt.AlignmentFlag.AlignTop)
        return line

    def margin(self) -> int:
        """Return the margin at each side of the content at the current width."""
        return max(MARGIN, (self.width() - self.MAX_CONTENT_WIDTH) // 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the margins: wide in a wide window, small in a low one."""
        side, low = self.margin(), self.height() < LOW_HEIGHT
        self._top.setContentsMargins(side, (3 if low else 7) * STEP, side, 0)
        self.notices.setContentsMargins(side, 2 * STEP, side, 0)
        if self.LIMIT_NOTICES:
            self.subtitle.setVisible(not low)
            self._notices.set_maximum_height(self.height() // (8 if low else 2))
        self._lay_body()
        super().resizeEvent(event)

    def _lay_body(self) -> None:
        low = self.height() < LOW_HEIGHT
        self.lay_body(self.margin(), 2 * STEP if low else self.BOTTOM_MARGIN)

    def lay_body(self, side: int, below: int) -> None:
        """Set the margins of the body: its edges stay where they are when a scroll bar appears."""
        bar = self.scroll_area.verticalScrollBar() if self.scroll_area else None
        beside = side - bar.sizeHint().width() if bar is not None and bar.maximum() else side
        left, right = (beside, side) if right_to_left() else (side, beside)
        self.body.setContentsMargins(left, 3 * STEP, right, below)

    def set_title(self, title: str) -> None:
        """Set the title and its accessible name."""
        self.title.setText(title)
        set_accessible_name(self, title)

    def scroll_state(self) -> tuple[int, bool] | None:
        """Return the scroll position of the language switch, and whether it has the focus."""
        return None

    def restore_scroll_state(self, at: int, focused: bool) -> None:
        """Restore the scroll position of the language switch after the page was rebuilt."""

    def show_item(self, key: str) -> None:
        """Show a part of the page."""

    def first_focus(self) -> QWidget:
        """Return the widget that gets the focus when the page is shown.

        It is not a focus proxy: Tab would skip everything between the page and it.
        """
        return self

    def activated(self) -> None:
        """Load the content; called on the GUI thread when the page is shown."""


class ScrollContent(QWidget):
    """Scrolled content, as high as its text needs at its width.

    A layout's minimum height is that of its minimum width, where text wraps most; a scroll area
    would reserve it at every width.
    """

    def minimumSizeHint(self) -> QSize:
        """Return the layout's minimum size, with the height for the current width."""
        least = super().minimumSizeHint()
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            least.setHeight(0)
        return least


def vertical_scroll(content: QWidget, name: str = "") -> QScrollArea:
    """Return a frameless area that scrolls vertically only."""
    area = QScrollArea()
    area.setObjectName(name)
    area.setWidget(content)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.viewport().setAutoFillBackground(False)
    return area


WIDTH = 420
LONGEST = 1200
"""Longest text of a banner in characters: it must leave room for the page below."""


class EmptyState(QWidget):
    """Picture, heading, sentence and at most one button, centered.

    `picture`: "empty", "scan", "error", "offline" or "done". The button emits `action`.
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
        layout = column(
            Stretch(2), self.picture, 2 * STEP, parent=self, margins=None, spacing=2 * STEP
        )
        for label in (self.heading, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
            label.setFixedWidth(WIDTH)
            layout.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(3 * STEP)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self._column = layout
        self.show_state(picture, heading, sentence, button)

    def add_below(self, widget: QWidget) -> None:
        """Add a quiet widget below the text, such as other actions."""
        self._column.insertWidget(
            self._column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignHCenter
        )

    def show_state(self, picture: str, heading: str, sentence: str, button: str = "") -> None:
        """Show another state."""
        self._picture_name = picture
        self.heading.setText(heading)
        self.sentence.setText(sentence)
        for label in (self.heading, self.sentence):
            # The layout does not ask a centered label for its height.
            label.setMinimumHeight(0)
            label.setMinimumHeight(max(label.heightForWidth(WIDTH), 0))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self._make_room()
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the picture where it would take room from the text."""
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
        """Redraw the picture in the new colors."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)


class StartFailed(EmptyState):
    """Content of a window that cannot be used: why the app could not open, and a way out."""

    restore_requested = Signal()

    def __init__(self, sentence: str) -> None:
        super().__init__("error", "", "", name="failed")
        self.show_state("error", self.tr("EpicRec could not open"), sentence, self.tr("Quit"))

    def offer_copy(self, taken: str) -> None:
        """Offer to restore the copy of a time in place of a damaged library."""
        sentence = self.tr(
            "There is a copy of {time}. What you did since then is not in it; what was sent stays "
            "counted. The damaged file is kept for a month."
        ).format(time=taken)
        leave = Button(self.button.text(), name="failed.quit")
        leave.clicked.connect(self.action)
        self.button.clicked.disconnect(self.action)
        self.button.clicked.connect(self.restore_requested)
        self.add_below(leave)
        self.show_state(
            "error", self.tr("Your library is damaged"), sentence, self.tr("Restore the copy")
        )


class Banner(QFrame):
    """Sentence in a colored strip. Kinds: "info", "warning", "error". Hidden until `show_text`.

    The `button`, if any, emits `action`. The user can close the banner.
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
        if not button:  # shown without a parent it would flash as a window
            self.button.hide()
        self.close_button = IconButton(
            "close", self.tr("Close"), name=f"{name}.close" if name else ""
        )
        self.close_button.clicked.connect(self.hide)
        row(
            (self.label, 1),
            self.button,
            self.close_button,
            parent=self,
            margins=(4 * STEP, STEP, 2 * STEP, STEP),
            spacing=2 * STEP,
        )
        self.hide()

    def sizeHint(self) -> QSize:
        """Return the height the text needs at the current width."""
        usual = super().sizeHint()
        layout = self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return usual
        return QSize(usual.width(), layout.totalHeightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the height: another width may need another one."""
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

    def __init__(self, parent: QWidget | None = None, *, name: str = "", button: str = "") -> None:
        super().__init__("error", parent, name=name, button=button)


SHOWN_MS, SHOWN_READ_MS = 10_000, 30_000
"""Time for which a floating notice is shown; the second with a screen reader."""
FADE_MS = 400
FLOAT_WIDTH, FLOAT_ABOVE = 560, 18 * STEP


class FloatingNotice(Banner):
    """Result of what the user did, over the page, for a while; a newer one takes its place.

    It stays while the mouse or the focus is on it, and then fades. Its button undoes what the
    sentence says, and is gone with it.
    """

    _shown: ClassVar[weakref.ReferenceType[FloatingNotice] | None] = None
    _timer: QTimer | None = None  # until it is built, which hides it

    def __init__(self, page: QWidget, *, name: str, button: str = "") -> None:
        super().__init__("float", page, name=name, button=button)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._end)
        self._opacity = QGraphicsOpacityEffect(self)
        self._opacity.setEnabled(False)  # it costs a copy per repaint
        self.setGraphicsEffect(self._opacity)
        self._fade = QPropertyAnimation(self._opacity, b"opacity", self)
        self._fade.setDuration(FADE_MS)
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._fade.finished.connect(self.hide)
        page.installEventFilter(self)

    def show_text(self, text: str) -> None:
        """Show a sentence in place of any other notice; an empty one hides the notice."""
        before = FloatingNotice._shown() if FloatingNotice._shown is not None else None
        if text and before is not None and before is not self and shiboken6.isValid(before):
            before.hide()
        super().show_text(text)
        if text:
            FloatingNotice._shown = weakref.ref(self)
            self._start()

    def _start(self) -> None:
        self._place()
        self.raise_()
        if self._timer is not None:
            self._stop_fading()
            self._timer.start(SHOWN_READ_MS if QAccessible.isActive() else SHOWN_MS)

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

    def _place(self) -> None:
        """Place it in the middle of the page, above its foot."""
        page = self.parentWidget()
        if page is None:
            return
        width = min(FLOAT_WIDTH, page.width() - 2 * MARGIN)
        self.resize(width, self.height())
        layout = self.layout()
        high = layout.totalHeightForWidth(width) if layout is not None else self.height()
        top = page.height() - high - FLOAT_ABOVE
        self.setGeometry((page.width() - width) // 2, max(0, top), width, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the page's size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """Start over on a page that is shown again."""
        super().showEvent(event)
        self._start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop counting."""
        if self._timer is not None:
            self._timer.stop()
            self._stop_fading()
        super().hideEvent(event)


class NoticeStrip(QFrame):
    """Strip over the whole window: a sentence, buttons, and one that closes it. Hidden at first.

    Children are named after it: `<name>.text`, `<name>.close`, and a button `<name>.<key>` per key
    of `buttons`. A subclass sets the texts in `retranslate`. `KIND` "strip" warns, "news" does not.
    """

    KIND = "strip"

    def __init__(self, *buttons: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("kind", self.KIND)
        self.text = Text(name=f"{name}.text")
        self.buttons = {key: QuietButton(name=f"{name}.{key}") for key in buttons}
        self.close_button = IconButton("close", "", name=f"{name}.close")
        self.close_button.clicked.connect(self.hide)
        row(
            (self.text, 1),
            *self.buttons.values(),
            self.close_button,
            parent=self,
            margins=(5 * STEP, STEP, 2 * STEP, STEP),
            spacing=STEP,
        )
        self.retranslate()
        self.hide()

    def retranslate(self) -> None:
        """Set the texts in the current language."""
        raise NotImplementedError

    def set_texts(self, text: str, close: str, **buttons: str) -> None:
        """Set the sentence, and the texts of the buttons by their keys."""
        set_accessible_name(self, text)
        self.text.setText(text)
        for key, words in buttons.items():
            self.buttons[key].setText(words)
        set_tool_tip(self.close_button, close)
        set_accessible_name(self.close_button, close)
