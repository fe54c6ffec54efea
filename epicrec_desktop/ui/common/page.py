"""Base class of the pages, empty states and banners."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.ui.common import icons
from epicrec_desktop.ui.common.accessibility import announce
from epicrec_desktop.ui.common.buttons import Button, IconButton, PrimaryButton, QuietButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.layouts import BoundedScrollArea
from epicrec_desktop.ui.common.text import (
    Heading,
    PictureLabel,
    Subtitle,
    Text,
    Title,
    set_accessible_name,
)
from epicrec_desktop.ui.common.theme import STEP

MARGIN = 9 * STEP
LOW_HEIGHT = 560
"""Lower than this, a page leaves less air above and below."""


class Page(QWidget):
    """A page of the window. `KEY` is its stable name: object names begin with it.

    `head` takes buttons at the right of the title, `words` what stands under it, `body` everything
    below. With `scroll` the body scrolls as a whole. The window calls `activated` each time the
    page comes to the front.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Pane
    KEY = "page"
    MAX_CONTENT_WIDTH = 1280
    """Lines of words longer than this are hard to read: a wider page has wider margins."""
    BOTTOM_MARGIN = 6 * STEP
    """Below the body."""
    LIMIT_NOTICES = False
    """Its body does not scroll, so where it is low the notices over it do."""

    def __init__(
        self, context: Context, title: str, subtitle: str = "", *, scroll: bool = True
    ) -> None:
        super().__init__()
        self.context = context
        self.setObjectName(f"page.{self.KEY}")
        set_accessible_name(self, title)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        self._top = self._header(title, subtitle)
        outer.addLayout(self._top)
        notice_area = QWidget()
        notice_area.setProperty("kind", "canvas")
        self.notices = QVBoxLayout(notice_area)
        self.notices.setContentsMargins(MARGIN, 2 * STEP, MARGIN, 0)
        self._notices = BoundedScrollArea(notice_area, f"{self.KEY}.notices")
        outer.addWidget(self._notices)
        self.holder = holder = ScrollContent()
        holder.setProperty("kind", "canvas")
        self.body = QVBoxLayout(holder)
        self.body.setContentsMargins(MARGIN, 3 * STEP, MARGIN, 6 * STEP)
        self.body.setSpacing(4 * STEP)
        if scroll:
            self.scroll_area: QScrollArea | None = vertical_scroll(holder, f"{self.KEY}.scroll")
            outer.addWidget(self.scroll_area, 1)
        else:
            self.scroll_area = None
            outer.addWidget(holder, 1)

    def _header(self, title: str, subtitle: str) -> QHBoxLayout:
        self.title = Title(title, name=f"{self.KEY}.title", wrap=False)
        self.subtitle = Subtitle(subtitle, name=f"{self.KEY}.subtitle")
        self.subtitle.setMinimumHeight(20)
        self.words = QVBoxLayout()
        self.words.setSpacing(STEP)
        self.words.addWidget(self.title)
        self.words.addWidget(self.subtitle)
        self.head = QHBoxLayout()
        self.head.setSpacing(2 * STEP)
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 7 * STEP, MARGIN, 0)
        row.setSpacing(4 * STEP)
        row.addLayout(self.words, 1)
        row.addLayout(self.head)
        row.setAlignment(self.head, Qt.AlignmentFlag.AlignTop)
        return row

    def margin(self) -> int:
        """At each side of what the page shows, at the width it has."""
        return max(MARGIN, (self.width() - self.MAX_CONTENT_WIDTH) // 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wide margins in a wide window, little air in a low one."""
        side, low = self.margin(), self.height() < LOW_HEIGHT
        self._top.setContentsMargins(side, (3 if low else 7) * STEP, side, 0)
        self.notices.setContentsMargins(side, 2 * STEP, side, 0)
        if self.LIMIT_NOTICES:
            self._notices.set_maximum_height(self.height() // (8 if low else 2))
        self.lay_body(side, 2 * STEP if low else self.BOTTOM_MARGIN)
        super().resizeEvent(event)

    def lay_body(self, side: int, below: int) -> None:
        """Give the body its margins."""
        self.body.setContentsMargins(side, 3 * STEP, side, below)

    def set_title(self, title: str) -> None:
        """Change the title, also for those who hear it."""
        self.title.setText(title)
        set_accessible_name(self, title)

    def scroll_state(self) -> tuple[int, bool] | None:
        """How high the switch of the language stands, and whether it has the focus."""
        return None

    def restore_scroll_state(self, at: int, focused: bool) -> None:
        """Bring the switch there again: the page was built anew when it was used."""

    def first_focus(self) -> QWidget:
        """What has the focus when the page comes up.

        Not a focus proxy: Tab would pass over everything between the page and it.
        """
        return self

    def activated(self) -> None:
        """The page came to the front; load what it shows. Called on the screen's thread."""


class ScrollContent(QWidget):
    """What scrolls: as high as its words need at the width they have.

    A layout's least height is that at its least width, where words wrap most; a scroll area would
    leave that much room at every width.
    """

    def minimumSizeHint(self) -> QSize:
        """The layout's, but for a height that depends on the width."""
        least = super().minimumSizeHint()
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            least.setHeight(0)
        return least


def vertical_scroll(content: QWidget, name: str = "") -> QScrollArea:
    """A frameless area that scrolls its content up and down only."""
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
"""Characters of a banner: it stands above a page and must leave room for it."""


class EmptyState(QWidget):
    """A picture, a heading, a sentence and at most one button, in the middle of its room.

    `picture`: "empty", "scan", "error", "offline" or "done". `action` is emitted by the button.
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
        column = QVBoxLayout(self)
        column.setSpacing(2 * STEP)
        column.addStretch(2)
        column.addWidget(self.picture)
        column.addSpacing(2 * STEP)
        for label in (self.heading, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
            label.setFixedWidth(WIDTH)
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(3 * STEP)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self._column = column
        self.show_state(picture, heading, sentence, button)

    def add_below(self, widget: QWidget) -> None:
        """Put something quiet under the words, such as other ways."""
        self._column.insertWidget(
            self._column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignHCenter
        )

    def show_state(self, picture: str, heading: str, sentence: str, button: str = "") -> None:
        """Say something else."""
        self._picture_name = picture
        self.heading.setText(heading)
        self.sentence.setText(sentence)
        for label in (self.heading, self.sentence):
            # A centered label is not asked for its height by the layout.
            label.setMinimumHeight(0)
            label.setMinimumHeight(max(label.heightForWidth(WIDTH), 0))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self._make_room()
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture is there where it takes nothing from the words."""
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
        """Draw the picture again in the new colors."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)


class StartFailed(EmptyState):
    """Fills a window that cannot be used: why the app could not open, and a way out."""

    def __init__(self, sentence: str) -> None:
        super().__init__("error", "", "", name="failed")
        self.show_state("error", self.tr("EpicRec could not open"), sentence, self.tr("Quit"))


class Banner(QFrame):
    """A sentence in a colored strip. Kinds: "info", "warning", "error". Hidden until `show_text`.

    With a `button`, `action` is emitted by it. The person can close it.
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
        if not button:  # never shown before it has a parent: it would flash as a window
            self.button.hide()
        self.close_button = IconButton(
            "close", self.tr("Close"), name=f"{name}.close" if name else ""
        )
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(4 * STEP, STEP, 2 * STEP, STEP)
        row.setSpacing(2 * STEP)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        row.addWidget(self.close_button)
        self.hide()

    def sizeHint(self) -> QSize:
        """As high as its words need at its width: it is never given more than this."""
        usual = super().sizeHint()
        layout = self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return usual
        return QSize(usual.width(), layout.totalHeightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need another height."""
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
    """A sentence about something that went wrong; its button, if any, tries again."""

    def __init__(self, parent: QWidget | None = None, *, name: str = "", button: str = "") -> None:
        super().__init__("error", parent, name=name, button=button)
