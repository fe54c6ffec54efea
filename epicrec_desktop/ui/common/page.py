"""Base class of the pages, empty states and banners."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QAccessible, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedLayout, QWidget

from epicrec_desktop.ui.common import icons
from epicrec_desktop.ui.common.buttons import Button, PrimaryButton
from epicrec_desktop.ui.common.context import Context, Host
from epicrec_desktop.ui.common.labels import Heading, PictureLabel, Subtitle, Title
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    BoundedScrollArea,
    Stretch,
    column,
    row,
    scroll_vertically,
)
from epicrec_desktop.ui.common.shortcuts import page_titles
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import right_to_left

MARGIN = 9 * STEP
LOW_HEIGHT = 560
"""Below this height a page has smaller vertical margins."""


class Page(Host, QWidget):
    """Page of the window. `KEY` is its stable name: object names begin with it.

    Add buttons at the right of the title to `head`, text below it to `words`, everything else to
    `body`. With `scroll` the body scrolls as a whole. The window calls `activated` each time it
    shows the page. A page that runs work has an `error` among its notices.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Pane
    KEY = "page"
    MAX_CONTENT_WIDTH = 1280
    """Widest content in pixels: a wider page has wider margins, as long lines are hard to read."""
    BOTTOM_MARGIN = 6 * STEP
    LIMIT_NOTICES = False
    """Whether notices are limited in height, and a low page has no subtitle."""

    def __init__(self, context: Context, subtitle: str = "", *, scroll: bool = True) -> None:
        super().__init__()
        self.context = context
        self.setObjectName(f"page.{self.KEY}")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._top = self._header(subtitle)
        notice_area = ScrollContent()
        self.notices = column(parent=notice_area, margins=(MARGIN, 2 * STEP, MARGIN, 0))
        self._notices = BoundedScrollArea(notice_area, f"{self.KEY}.notices")
        main = QWidget()
        self.outer = outer = column(self._top, self._notices, parent=main, spacing=0)
        self._covers = QStackedLayout(self)
        self._covers.setContentsMargins(0, 0, 0, 0)
        self._covers.addWidget(main)
        self.holder = holder = ScrollContent()
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

    def _header(self, subtitle: str) -> QHBoxLayout:
        self.title = Title(name=f"{self.KEY}.title", wrap=False)
        self.set_title()
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
        return max(MARGIN, (self.width() - self.MAX_CONTENT_WIDTH) // 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
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

    def add_cover(self, widget: QWidget) -> None:
        """Own a widget that `cover` shows."""
        self._covers.addWidget(widget)

    def cover(self, widget: QWidget | None) -> None:
        """Show a widget in the place of the whole page, which keeps its own; None ends it."""
        self._covers.setCurrentIndex(0 if widget is None else self._covers.indexOf(widget))
        for child in self.children():  # notices stay on top
            if isinstance(child, QFrame) and child.property("kind") == "float":
                child.raise_()

    @property
    def covered_by(self) -> QWidget | None:
        return self._covers.currentWidget() if self._covers.currentIndex() else None

    def set_title(self, title: str = "") -> None:
        """Show a title; without one that of the page."""
        title = title or page_titles()[self.KEY]
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

    def prepare(self) -> None:
        """Load what is on this computer and takes long, before the first visit."""

    def start(self) -> None:
        """Show the page from its start: it was asked for again, or something led to it."""
        self.left()

    def left(self) -> None:
        """End what does not outlast a visit, such as a search: another page is shown."""


class Freshness:
    """Remembers when a page loaded: `stale` after one of the signals, a write, or midnight."""

    def __init__(self, context: Context, *signals: SignalInstance) -> None:
        self._context = context
        self._loaded: object = None
        for signal in signals:
            signal.connect(self.expire)

    def expire(self, *_: object) -> None:
        self._loaded = None

    def begin(self) -> None:
        self._loaded = self._state()

    @property
    def stale(self) -> bool:
        return self._loaded is None or self._loaded != self._state()

    def _state(self) -> object:
        context = self._context.services.context
        return context.database.state(), context.now().astimezone().date()


class ScrollContent(QWidget):
    """Scrolled content, as high as its text needs at its width.

    A layout's minimum height is that of its minimum width, where text wraps most; a scroll area
    would reserve it at every width.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "canvas")

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            least.setHeight(0)
        return least


class NamedScrollArea(QScrollArea):
    """Scroll area that is reached by the keyboard, and says what is in it."""

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    def __init__(self, words: str) -> None:
        super().__init__()
        set_accessible_name(self, words)


def vertical_scroll(content: QWidget, name: str = "", words: str = "") -> QScrollArea:
    """Return a frameless area that scrolls vertically only; with `words` by the keyboard, too."""
    area = NamedScrollArea(words) if words else QScrollArea()
    area.setObjectName(name)
    scroll_vertically(area, content)
    if words:
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return area


COLUMN_WIDTH = 480


def centered_scroll_area(page: QWidget) -> QScrollArea:
    """Return a column of readable width that scrolls where there is too little room."""
    page.setFixedWidth(COLUMN_WIDTH)
    content = ScrollContent()
    column(STRETCH, row(STRETCH, page, STRETCH), Stretch(2), parent=content, margins=None)
    return vertical_scroll(content)


WIDTH = 420


class EmptyState(QWidget):
    """Picture, heading, sentence and at most one button, centered.

    `picture`: "empty", "scan", "error", "offline" or "done". The button emits `action`.
    """

    action = Signal()

    def __init__(
        self,
        picture: str = "empty",
        heading: str = "",
        sentence: str = "",
        button: str = "",
        *,
        name: str = "",
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.picture = PictureLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.heading, self.sentence = Heading(), Subtitle()
        self.button = PrimaryButton(name=f"{name}.action" if name else "", on_click=self.action)
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
        self._column.insertWidget(
            self._column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignHCenter
        )

    def show_state(self, picture: str, heading: str, sentence: str, button: str = "") -> None:
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
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)


class StartFailed(EmptyState):
    """Content of a window that cannot be used: why the app could not open, and a way out."""

    def __init__(self, sentence: str) -> None:
        heading, button = self.tr("EpicRec could not open"), self.tr("Quit")
        super().__init__("error", heading, sentence, button, name="failed")

    def offer_copy(self, sentence: str) -> None:
        """Offer, by `button`, to restore the copy that a sentence describes."""
        leave = Button(self.button.text(), name="failed.quit", on_click=self.action)
        self.button.clicked.disconnect(self.action)
        self.add_below(leave)
        self.show_state(
            "error", self.tr("Your library is damaged"), sentence, self.tr("Restore the copy")
        )
