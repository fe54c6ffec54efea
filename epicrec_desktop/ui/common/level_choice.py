"""Choice of the release level: the level cards, and the dialog that asks for a level."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QPaintEvent
from PySide6.QtWidgets import (
    QProgressBar,
    QRadioButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.ui.common import messages, privacy_text, theme
from epicrec_desktop.ui.common.accessibility import DECORATION, AccessibleToggle
from epicrec_desktop.ui.common.dialogs import WrappedTextDialog
from epicrec_desktop.ui.common.labels import Heading, RoomyText, Text
from epicrec_desktop.ui.common.layouts import STRETCH, column, follow_width, row, stack
from epicrec_desktop.ui.common.painting import draw_card, draw_ring, smooth_painter
from epicrec_desktop.ui.common.text import set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.common.wording import level_word

PADDING, RING, GAP = 18, 18, 8


class LevelCard(AccessibleToggle, QRadioButton):
    """Card of one level: a radio button to keyboards and screen readers."""

    def __init__(self, level: ReleaseLevel, name: str) -> None:
        super().__init__()
        self.level = level
        self.percent: int | None = None
        self._highest = (0, 0)  # a width, and the height needed at it so far
        self.setObjectName(name)
        self.setText(messages.localized(level.label))
        set_accessible_name(self, self.text())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow_width(self, down=QSizePolicy.Policy.Minimum)
        self._build()
        self.toggled.connect(self._mark)
        self.connect_toggles()

    def _build(self) -> None:
        self.word, self.title = RoomyText("title", wrap=False), RoomyText("level", wrap=False)
        self.body, self.note = RoomyText("level-body"), RoomyText("note")
        self.quality, self._value = RoomyText("note"), RoomyText("foot", wrap=False)
        self._bar = QProgressBar(textVisible=False)
        self._parts = (
            *(self.word, self.title, self.body, self.note, self.quality, self._value),
            self._bar,
        )
        for part in self._parts:
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            part.setProperty(DECORATION, True)
        self.word.setText(level_word(self.level))
        self.title.setText(self.text())
        head = row(RING + GAP, (column(self.word, self.title, spacing=0), 1), spacing=0)
        quality = row((self.quality, 1), self._value, spacing=2 * STEP)
        self._quality = QWidget()
        column(quality, self._bar, parent=self._quality, margins=(0, STEP, 0, 0), spacing=STEP)
        margins = (PADDING, PADDING - 2, PADDING, PADDING - 2)
        parts = (head, self.body, self.note, STRETCH, self._quality)
        self._column = column(*parts, parent=self, margins=margins, spacing=2 * STEP)
        self.note.hide()
        self._quality.hide()
        self._mark(False)

    def _mark(self, on: bool) -> None:
        for part in self._parts:
            theme.set_look(part, "chosen", on)
        self.update()

    def set_words(self, body: str, note: str = "") -> None:
        self.body.setText(body)
        self.note.setText(note)
        self._changed()

    def set_quality(self, quality: str, percent: int | None) -> None:
        """Set the quality of a provider's row at this level: a text, and a bar of 0 to 100."""
        if (quality, percent) == (self.quality.text(), self.percent):
            return
        self.percent = percent
        self.quality.setText(quality)
        self._value.setText(self.tr("none") if percent is None else f"{percent}\u00a0%")
        self._bar.setValue(percent or 0)
        self._quality.setVisible(bool(quality))
        self._changed()

    def reserve_note(self, note: str) -> None:
        """Reserve room for a note of this length, so that nothing moves when one appears."""
        self.note.reserve = note
        self._changed()

    def reserve_body(self, longest: str) -> None:
        """Reserve room for this body text; an empty one reserves no more than the text needs."""
        if longest != self.body.reserve:  # asked at every layout, which this requests again
            self.body.reserve = longest
            self.body.updateGeometry()

    def _changed(self) -> None:
        self.note.setVisible(bool(self.note.text() or self.note.reserve))
        self.note.updateGeometry()
        quality = self.quality.text()
        value = f"{quality}: {self._value.text()}." if quality else ""
        parts = (f"{self.word.text()}.", self.body.text(), self.note.text(), value)
        set_accessible_description(self, " ".join(filter(None, parts)))

    def least_width(self) -> int:
        words = max(self.word.sizeHint().width(), self.title.sizeHint().width())
        return words + RING + GAP + 2 * PADDING

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def heightForWidth(self, width: int) -> int:
        """Return the largest height so far: shorter text must move nothing under the pointer."""
        before = self._highest[1] if width == self._highest[0] else 0
        self._highest = (width, max(before, self._column.totalHeightForWidth(width)))
        return self._highest[1]

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(300))

    def minimumSizeHint(self) -> QSize:
        return QSize(168, 96)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, on = theme.tokens(), self.isChecked()
        painter = smooth_painter(self)
        edge = colors.accent if on else colors.ink if self.underMouse() else colors.control
        ground = colors.wash if on else colors.panel
        draw_card(painter, self.rect(), ground, edge, 2 if on else 1, theme.PANEL_RADIUS)
        if self.hasFocus():
            draw_ring(painter, QRectF(self.rect()).adjusted(5, 5, -5, -5), colors.accent)
        middle = self.word.geometry().center().y()
        ring = QRect(PADDING, middle - RING // 2, RING, RING)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.rect = mirrored(ring, self.rect())
        mark = QStyle.PrimitiveElement.PE_IndicatorRadioButton
        self.style().drawPrimitive(mark, option, painter, self)


class LevelCards(QWidget):
    """The three cards in a row; arrow keys choose. `chosen` is emitted for the user's choice."""

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    chosen = Signal(ReleaseLevel)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        set_accessible_name(self, self.tr("What may leave this computer"))
        follow_width(self, down=QSizePolicy.Policy.Minimum)
        self._layout = row(parent=self, spacing=4 * STEP)
        self.cards: dict[ReleaseLevel, LevelCard] = {}
        self._words: Mapping[ReleaseLevel, tuple[str, str]] = {}
        for level in ReleaseLevel:
            card = LevelCard(level, f"{name}.{level.value}")
            card.clicked.connect(lambda _=False, level=level: self.chosen.emit(level))
            self._layout.addWidget(card, 1)
            self.cards[level] = card

    def set_stacked(self, stacked: bool) -> None:
        if stack(self._layout, stacked):  # another spacing requests a layout, which calls this
            self._layout.setSpacing(2 * STEP if stacked else 4 * STEP)

    def least_width(self) -> int:
        return 3 * max(card.least_width() for card in self.cards.values()) + 8 * STEP

    def set_quality(self, quality: str, percents: Mapping[ReleaseLevel, int | None]) -> None:
        for level, percent in percents.items():
            self.cards[level].set_quality(quality, percent)

    def level(self) -> ReleaseLevel | None:
        """Return the chosen level; None before one was shown."""
        return next((level for level, card in self.cards.items() if card.isChecked()), None)

    def show_level(self, level: ReleaseLevel | None) -> None:
        """Show a level as chosen, or none, without emitting `chosen`."""
        for one, card in self.cards.items():
            card.setAutoExclusive(level is not None)  # else Qt refuses to uncheck the last one
            card.setChecked(one is level)
            card.setAutoExclusive(True)

    def set_words(self, words: Mapping[ReleaseLevel, tuple[str, str]]) -> None:
        if words == self._words:
            return  # new layouts of the whole page are what costs
        self._words = words
        for level, (body, note) in words.items():
            self.cards[level].set_words(body, note)
        self.updateGeometry()
        # At once, from here to the page: else the next paint shows new words in the old height.
        # The first round finds the heights of the cards, the second gives them the room.
        for _ in range(2):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


class LevelDialog(WrappedTextDialog):
    """Dialog with the three cards, none of them preselected. Closing it is no answer."""

    WIDTH = 560

    chosen = Signal(ReleaseLevel)

    def __init__(self, provider: str, confirmed: int, parent: QWidget | None = None) -> None:
        heading = self.tr("What may leave this computer?")
        super().__init__(parent, name="level.question", title=heading)
        self.cards = LevelCards("level.question.cards")
        self.cards.set_stacked(True)
        words = {
            level: (privacy_text.consequence(level, PrivacyChoice(), confirmed), "")
            for level in ReleaseLevel
        }
        self.cards.set_words(words)
        answers = self.add_answers(self.tr("Choose"))
        self.yes.setEnabled(False)
        self.cards.chosen.connect(lambda _: self.yes.setEnabled(True))
        about = self.tr(
            "What {name} gets cannot be taken back. Nothing is sent now: the Privacy page first "
            "shows you what it would be, and asks. You can change this there at any time."
        )
        text = Text(about.format(name=provider), name="level.question.text")
        self.set_content(Heading(heading), text, self.cards, STEP, answers, spacing=3 * STEP)

    def confirm(self) -> None:
        level = self.cards.level()
        if level is not None:
            self.chosen.emit(level)
            self.accept()
