"""Who is this? Asked at the start where several people share a computer account.

It comes before the door: which library it is decides whether a passphrase is asked for.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTextBoundaryFinder, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton, QSizePolicy, QVBoxLayout

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.services.household.roster import Household, Person
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import icons, roles, theme
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.direction import mirrored
from epicrec_desktop.ui.common.person_name import NameDialog, called, honest_words
from epicrec_desktop.ui.common.plain import (
    caption,
    elided,
    set_accessible_name,
    set_window_title,
)
from epicrec_desktop.ui.common.screens import room_for
from epicrec_desktop.ui.common.states import ErrorBanner
from epicrec_desktop.ui.common.text import Note, Title
from epicrec_desktop.ui.common.theme import STEP, Theme
from epicrec_desktop.ui.shell.sheet import WIDTH, Sheet, in_the_middle

LEAST, USUAL = (540, 360), (640, 560)
HEIGHT = 56
CIRCLE = 36
PADDING = 10


class PersonButton(QPushButton):
    """One person: the first letter of the name in a circle, and the name."""

    def __init__(self, person: Person, name: str) -> None:
        words = called(person)
        super().__init__(caption(words))
        self.person = person
        self._words = words
        self.setObjectName(name)
        set_accessible_name(self, words)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """A row to hit without aiming."""
        return QSize(WIDTH, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """A longer name is cut."""
        return QSize(160, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The Return key chooses."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the row."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        near = self.hasFocus() or self.underMouse()
        pen = QPen(QColor(colors.accent if near else colors.control), 2 if self.hasFocus() else 1)
        painter.setPen(pen)
        painter.setBrush(QColor(colors.wash if near else colors.panel))
        half = pen.widthF() / 2
        whole = QRectF(self.rect())
        painter.drawRoundedRect(whole.adjusted(half, half, -half, -half), 12, 12)
        circle = mirrored(QRectF(PADDING, (HEIGHT - CIRCLE) / 2, CIRCLE, CIRCLE), whole)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent))
        painter.drawEllipse(circle)
        painter.setPen(QColor(colors.on_accent))
        painter.setFont(theme.font(16, theme.STRONG))
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, _initial(self._words))
        painter.setPen(QColor(colors.ink))
        painter.setFont(theme.font(15, theme.STRONG))
        left = 2 * PADDING + CIRCLE
        room = mirrored(QRectF(left, 0, whole.width() - left - PADDING, HEIGHT), whole)
        words = elided(painter.fontMetrics(), self._words, room.width())
        side = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, side, words)


class Chooser(QMainWindow):
    """`chosen` carries the person. Closing the window chooses nobody."""

    chosen = Signal(object)

    def __init__(self, household: Household, settings: Settings) -> None:
        super().__init__()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        roles.install()
        self.setObjectName("window.chooser")
        set_window_title(self, "EpicRec")
        self.setWindowIcon(icons.application_icon())
        self.theme = Theme(application, settings.appearance, self)
        self._household = household
        self.rows: list[PersonButton] = []
        self.setMinimumSize(*LEAST)
        self.resize(QSize(*USUAL).boundedTo(room_for(self)))
        self.load()

    def load(self) -> None:
        """Show everybody, who came in last first."""
        roster = self._household.read()
        last = self._household.last()
        people = sorted(roster.people, key=lambda person: person.id != last.id)
        page = Sheet()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 6 * STEP, 0, 6 * STEP)
        column.setSpacing(2 * STEP)
        column.addWidget(Title(self.tr("Who is this?"), name="chooser.heading"))
        self.error = ErrorBanner(name="chooser.error")
        column.addWidget(self.error)
        column.addSpacing(STEP)
        self.rows = [PersonButton(p, f"chooser.person.{n}") for n, p in enumerate(people)]
        for row in self.rows:
            row.clicked.connect(lambda _=False, row=row: self._choose(row.person))
            column.addWidget(row)
        self.add = SecondaryButton(self.tr("Add a person…"), name="chooser.add", icon="plus")
        self.add.clicked.connect(self._ask_name)
        column.addSpacing(STEP)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeading)
        column.addSpacing(STEP)
        column.addWidget(Note(honest_words(), name="chooser.note"))
        self._room = in_the_middle(page)
        self._room.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it goes along with who has the focus
        self.setCentralWidget(self._room)
        if roster.trouble is not None:
            self.error.show_text(_localized(roster.trouble))
        stops: list[QPushButton] = [*self.rows, self.add]
        for stop in stops:
            stop.installEventFilter(self)
        stops[0].setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows go through the people, and no further; left to Qt they would go on."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
            if step is not None:
                self._move(step)
                return True
        return super().eventFilter(watched, event)

    def _move(self, step: int) -> None:
        stops: list[QPushButton] = [*self.rows, self.add]
        here = next((n for n, stop in enumerate(stops) if stop is self.focusWidget()), -step)
        to = stops[min(max(here + step, 0), len(stops) - 1)]
        to.setFocus(Qt.FocusReason.TabFocusReason)
        self._room.ensureWidgetVisible(to)

    def _ask_name(self) -> None:
        dialog = NameDialog(
            self.tr("Add a person"),
            self.tr("They begin with an empty library and settings of their own."),
            self.tr("Add"),
            self,
        )

        def add(name: str, _: str) -> None:
            try:
                person = self._household.add(name)
            except EpicRecError as error:
                dialog.refuse(_localized(error.message))
                return
            dialog.close()
            self._choose(person)

        dialog.answered.connect(add)
        dialog.open()

    def _choose(self, person: Person) -> None:
        self._household.came_in(person)
        self.chosen.emit(person)
        self.close()


def _localized(said: Message) -> str:
    from epicrec_desktop.ui.common import messages  # noqa: PLC0415 - it imports services

    return messages.localized(said)


def _initial(words: str) -> str:
    """The first character as it is written, with the marks on it."""
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, words)
    end = finder.toNextBoundary()
    return words[: end if end > 0 else 1].upper()
