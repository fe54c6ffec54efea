"""What every page has: a title, a sentence under it, actions beside it, and room below."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from epicrec_desktop.ui.common.bounded import BoundedScrollArea
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.plain import set_accessible_name
from epicrec_desktop.ui.common.text import Subtitle, Title
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
