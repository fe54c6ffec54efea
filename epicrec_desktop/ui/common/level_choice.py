"""Choice of the release level: the level cards, and the dialog that asks for a level."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.ui.common import privacy_text, theme
from epicrec_desktop.ui.common.accessibility import AccessibleToggle
from epicrec_desktop.ui.common.controls import paint_radio
from epicrec_desktop.ui.common.dialogs import MARGINS, WrappedTextDialog
from epicrec_desktop.ui.common.layouts import column, row, stack
from epicrec_desktop.ui.common.painting import draw_card, draw_plate, draw_ring, smooth_painter
from epicrec_desktop.ui.common.text import (
    Heading,
    Text,
    set_accessible_description,
    set_accessible_name,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.common.wording import level_title, level_word

PADDING, RING, GAP = 18, 16, 10
BAR = 4
WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class LevelCard(AccessibleToggle, QRadioButton):
    """Card of one level: a radio button to keyboards and screen readers."""

    def __init__(self, level: ReleaseLevel, name: str) -> None:
        super().__init__()
        self.level = level
        self.word = level_word(level)
        self.body = ""
        self.note = ""
        self.reserve = ""
        self.longest = ""
        self.quality = ""
        self.percent: int | None = None
        self._reserved = (0, 0)  # a width, and the height needed at it
        self.setObjectName(name)
        self.setText(level_title(level))
        set_accessible_name(self, level_title(level))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.toggled.connect(self.update)
        self.connect_toggles()

    def set_words(self, body: str, note: str = "") -> None:
        """Set what this level does, and a sentence about the consequences."""
        if (body, note) == (self.body, self.note):
            return
        self.body, self.note = body, note
        self._changed()

    def set_quality(self, quality: str, percent: int | None) -> None:
        """Set the quality of a provider's row at this level: a text, and a bar of 0 to 100 at the
        foot.
        """
        if (quality, percent) == (self.quality, self.percent):
            return
        self.quality, self.percent = quality, percent
        self._changed()

    def reserve_note(self, note: str) -> None:
        """Reserve room for a note of this length, so that nothing moves when one appears."""
        self.reserve = note
        self.updateGeometry()

    def reserve_body(self, longest: str) -> None:
        """Reserve room for this body text; an empty one reserves no more than the text needs."""
        if longest != self.longest:
            self.longest = longest
            self.updateGeometry()

    def _changed(self) -> None:
        value = f"{self.quality}: {self._percent_words()}." if self.quality else ""
        set_accessible_description(
            self, " ".join(filter(None, (f"{self.word}.", self.body, self.note, value)))
        )
        self.updateGeometry()
        self.update()

    def _percent_words(self) -> str:
        return self.tr("none") if self.percent is None else f"{self.percent}\u00a0%"

    def least_width(self) -> int:
        """Return the width of the title in one line."""
        word = QFontMetrics(self._font("word")).horizontalAdvance(self.word)
        title = QFontMetrics(self._font("title")).horizontalAdvance(self.text())
        return max(word, title) + RING + GAP + 2 * PADDING

    def hitButton(self, pos: QPoint) -> bool:
        """Return True: the whole card is clickable."""
        return self.rect().contains(pos)

    def hasHeightForWidth(self) -> bool:
        """Return True: text wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        inner = max(80, width - 2 * PADDING)
        height = 2 * (PADDING - 2) + self._head_height()
        bodies = (self.body, self.longest)
        height += max(self._text_height("body", body, inner) for body in bodies)
        notes = [note for note in (self.note, self.reserve) if note]
        if notes:
            height += 2 * STEP + max(self._text_height("note", note, inner) for note in notes)
        if self.quality:
            height += 3 * STEP + self._quality_height(inner)
        return self._reserve_height(width, height)

    def _head_height(self) -> int:
        """Return the height of word and title, and the gap below them."""
        lines = sum(QFontMetrics(self._font(part)).height() for part in ("word", "title"))
        return lines + 2 * STEP

    def _reserve_height(self, width: int, height: int) -> int:
        """Keep the largest height so far: shorter text of another level must move nothing under the
        pointer.
        """
        if width != self._reserved[0]:
            self._reserved = (width, 0)
        self._reserved = (width, max(height, self._reserved[1]))
        return self._reserved[1]

    def _quality_height(self, width: int) -> int:
        return self._text_height("note", self.quality, width - self._value_width()) + STEP + BAR

    def _value_width(self) -> int:
        metrics = QFontMetrics(theme.font(theme.NOTE, theme.STRONG))
        return metrics.horizontalAdvance(self._percent_words()) + 2 * STEP

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(300))

    def minimumSizeHint(self) -> QSize:
        return QSize(168, 96)

    @staticmethod
    def _font(part: str) -> QFont:
        if part == "word":
            return theme.font(theme.TITLE, theme.HEAVY)
        if part == "title":
            return theme.font(theme.NOTE, theme.STRONG)
        return theme.font(theme.BASE - 1 if part == "body" else theme.NOTE)

    def _text_height(self, part: str, text: str, width: int) -> int:
        metrics = QFontMetrics(self._font(part))
        return metrics.boundingRect(0, 0, width, 4000, int(WRAP), text).height()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.tokens()
        painter = smooth_painter(self)
        self._paint_ground(painter, colors)
        self._paint_ring(painter)
        self._paint_words(painter, colors)

    def _paint_ground(self, painter: QPainter, colors: theme.Tokens) -> None:
        on = self.isChecked()
        edge = colors.accent if on else colors.ink if self.underMouse() else colors.control
        ground = colors.wash if on else colors.panel
        draw_card(painter, self.rect(), ground, edge, 2 if on else 1, theme.PANEL_RADIUS)
        if self.hasFocus():
            draw_ring(painter, QRectF(self.rect()).adjusted(5, 5, -5, -5), colors.accent)

    def _paint_ring(self, painter: QPainter) -> None:
        height = QFontMetrics(self._font("word")).height()
        box = QRectF(PADDING, PADDING - 2 + (height - RING) / 2, RING, RING)
        paint_radio(painter, mirrored(box, QRectF(self.rect())), checked=self.isChecked())

    def _paint_words(self, painter: QPainter, colors: theme.Tokens) -> None:
        inner = self.rect().adjusted(PADDING, PADDING - 2, -PADDING, 0)
        one_line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        beside = mirrored(inner.adjusted(RING + GAP, 0, 0, 0), QRectF(inner))
        for part, text, ink in (
            ("word", self.word, colors.accent if self.isChecked() else colors.ink),
            ("title", self.text(), colors.muted),
        ):
            painter.setFont(self._font(part))
            painter.setPen(QColor(ink))
            painter.drawText(beside, int(one_line), text)
            beside = beside.adjusted(0, QFontMetrics(self._font(part)).height(), 0, 0)
        top = self._head_height()
        painter.setFont(self._font("body"))
        painter.setPen(QColor(colors.ink if self.isChecked() else colors.muted))
        painter.drawText(inner.adjusted(0, top, 0, 0), int(WRAP), self.body)
        if self.note:
            top += self._text_height("body", self.body, inner.width()) + 2 * STEP
            painter.setFont(self._font("note"))
            painter.setPen(QColor(colors.ink if self.isChecked() else colors.muted))
            painter.drawText(inner.adjusted(0, top, 0, 0), int(WRAP), self.note)
        if self.quality:
            self._paint_quality(painter, colors)

    def _paint_quality(self, painter: QPainter, colors: theme.Tokens) -> None:
        """Paint the quality bar at the foot, aligned over the three cards for comparison."""
        inner = self.rect().adjusted(PADDING, 0, -PADDING, -PADDING + 2)
        inner.setTop(inner.bottom() - self._quality_height(inner.width()))
        painter.setFont(self._font("note"))
        painter.setPen(QColor(colors.ink if self.isChecked() else colors.muted))
        words = mirrored(inner.adjusted(0, 0, -self._value_width(), 0), QRectF(inner))
        painter.drawText(words, int(WRAP), self.quality)
        painter.setFont(theme.font(theme.NOTE, theme.STRONG))
        painter.setPen(QColor(colors.ink))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        painter.drawText(inner, int(right), self._percent_words())
        bar = QRectF(inner.left(), inner.bottom() - BAR, inner.width(), BAR)
        draw_plate(painter, bar, colors.line, BAR / 2)
        if self.percent:
            whole = QRectF(bar)
            bar.setWidth(max(BAR, bar.width() * self.percent / 100))
            color = colors.accent if self.isChecked() else colors.true_count
            draw_plate(painter, mirrored(bar, whole), color, BAR / 2)

    def changeEvent(self, event: QEvent) -> None:
        """Update the height: other fonts need other room."""
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)


class LevelCards(QWidget):
    """The three cards in a row. Arrow keys move and choose; `chosen` is emitted for the user's
    choice only.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    chosen = Signal(ReleaseLevel)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        set_accessible_name(self, self.tr("What may leave this computer"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._layout = row(parent=self, spacing=4 * STEP)
        self._stacked = False
        self.cards: dict[ReleaseLevel, LevelCard] = {}
        for level in ReleaseLevel:
            card = LevelCard(level, f"{name}.{level.value}")
            card.clicked.connect(lambda _=False, level=level: self.chosen.emit(level))
            self._layout.addWidget(card, 1)
            self.cards[level] = card

    def set_stacked(self, stacked: bool) -> None:
        """Stack the cards where three do not fit beside each other."""
        if stacked == self._stacked:
            return  # the same value again would request another layout, which calls this
        self._stacked = stacked
        stack(self._layout, stacked)
        self._layout.setSpacing(2 * STEP if stacked else 4 * STEP)

    def least_width(self) -> int:
        """Return the width of the three cards beside each other, with titles on one line."""
        return 3 * max(card.least_width() for card in self.cards.values()) + 8 * STEP

    def set_quality(self, quality: str, percents: Mapping[ReleaseLevel, int | None]) -> None:
        """Set the quality of a provider's row at each level."""
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
        """Set body and note of each card."""
        for level, (body, note) in words.items():
            self.cards[level].set_words(body, note)
        self.updateGeometry()
        # At once, from here to the page: else the next paint shows new words in the old height.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


class LevelDialog(WrappedTextDialog):
    """Dialog with the three cards, none of them preselected. Closing it is no answer."""

    WIDTH = 560

    chosen = Signal(ReleaseLevel)

    def __init__(self, provider: str, confirmed: int, parent: QWidget | None = None) -> None:
        """Create the dialog. `provider` is the future receiver; `confirmed` the number of confirmed
        movies.
        """
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
        column(
            Heading(heading),
            Text(about.format(name=provider), name="level.question.text"),
            self.cards,
            STEP,
            answers,
            parent=self,
            margins=MARGINS,
            spacing=3 * STEP,
        )

    def confirm(self) -> None:
        """Answer with the chosen level."""
        level = self.cards.level()
        if level is not None:
            self.chosen.emit(level)
            self.accept()
