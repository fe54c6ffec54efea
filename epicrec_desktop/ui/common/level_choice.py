"""Choice of the release level: the level cards, and the dialog that asks for a level."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QRadioButton, QSizePolicy, QVBoxLayout, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.ui.common import privacy_text, theme
from epicrec_desktop.ui.common.accessibility import AccessibleToggle
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.controls import paint_radio
from epicrec_desktop.ui.common.dialogs import WrappedTextDialog, button_row
from epicrec_desktop.ui.common.privacy_text import level_title
from epicrec_desktop.ui.common.text import (
    Heading,
    Text,
    set_accessible_description,
    set_accessible_name,
    set_window_title,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored

PADDING, RING, GAP = 18, 16, 10
BAR = 4
WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class LevelCard(AccessibleToggle, QRadioButton):
    """Card of one level: a radio button to keyboards and screen readers."""

    def __init__(self, level: ReleaseLevel, name: str) -> None:
        super().__init__()
        self.level = level
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
        set_accessible_description(self, " ".join(filter(None, (self.body, self.note, value))))
        self.updateGeometry()
        self.update()

    def _percent_words(self) -> str:
        return self.tr("none") if self.percent is None else f"{self.percent}\u00a0%"

    def least_width(self) -> int:
        """Return the width of the title in one line."""
        metrics = QFontMetrics(self._font("title"))
        return metrics.horizontalAdvance(self.text()) + RING + GAP + 2 * PADDING

    def hitButton(self, pos: QPoint) -> bool:
        """Return True: the whole card is clickable."""
        return self.rect().contains(pos)

    def hasHeightForWidth(self) -> bool:
        """Return True: text wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of title, body and note at this width."""
        inner = max(80, width - 2 * PADDING)
        height = 2 * (PADDING - 2) + QFontMetrics(self._font("title")).height() + STEP + 2
        bodies = (self.body, self.longest)
        height += max(self._text_height("body", body, inner) for body in bodies)
        notes = [note for note in (self.note, self.reserve) if note]
        if notes:
            height += 2 * STEP + max(self._text_height("note", note, inner) for note in notes)
        if self.quality:
            height += 3 * STEP + self._quality_height(inner)
        return self._reserve_height(width, height)

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
        """Return a third of a usual page."""
        return QSize(300, self.heightForWidth(300))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest readable size."""
        return QSize(168, 96)

    @staticmethod
    def _font(part: str) -> QFont:
        if part == "title":
            return theme.font(15, theme.STRONG)
        return theme.font(theme.BASE - 1 if part == "body" else theme.NOTE)

    def _text_height(self, part: str, text: str, width: int) -> int:
        metrics = QFontMetrics(self._font(part))
        return metrics.boundingRect(0, 0, width, 4000, int(WRAP), text).height()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, colors)
        self._paint_ring(painter)
        self._paint_words(painter, colors)

    def _paint_ground(self, painter: QPainter, colors: theme.Tokens) -> None:
        on = self.isChecked()
        edge = QColor(colors.accent if on else colors.control)
        if not on and self.underMouse():
            edge = QColor(colors.ink)
        pen = QPen(edge, 2 if on else 1)
        painter.setPen(pen)
        painter.setBrush(QColor(colors.wash if on else colors.panel))
        half = pen.widthF() / 2
        box = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(box, theme.PANEL_RADIUS, theme.PANEL_RADIUS)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(5, 5, -5, -5), 8, 8)

    def _paint_ring(self, painter: QPainter) -> None:
        height = QFontMetrics(self._font("title")).height()
        box = QRectF(PADDING, PADDING - 2 + (height - RING) / 2, RING, RING)
        paint_radio(painter, mirrored(box, QRectF(self.rect())), checked=self.isChecked())

    def _paint_words(self, painter: QPainter, colors: theme.Tokens) -> None:
        inner = self.rect().adjusted(PADDING, PADDING - 2, -PADDING, 0)
        painter.setFont(self._font("title"))
        painter.setPen(QColor(colors.ink))
        one_line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        title = mirrored(inner.adjusted(RING + GAP, 0, 0, 0), QRectF(inner))
        painter.drawText(title, int(one_line), self.text())
        top = QFontMetrics(self._font("title")).height() + STEP + 2
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
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.line))
        painter.drawRoundedRect(bar, BAR / 2, BAR / 2)
        if self.percent:
            whole = QRectF(bar)
            bar.setWidth(max(BAR, bar.width() * self.percent / 100))
            bar = mirrored(bar, whole)
            painter.setBrush(QColor(colors.accent if self.isChecked() else colors.true_count))
            painter.drawRoundedRect(bar, BAR / 2, BAR / 2)

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
        self._layout = layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4 * STEP)
        self._stacked = False
        self.cards: dict[ReleaseLevel, LevelCard] = {}
        for level in ReleaseLevel:
            card = LevelCard(level, f"{name}.{level.value}")
            card.clicked.connect(lambda _=False, level=level: self.chosen.emit(level))
            layout.addWidget(card, 1)
            self.cards[level] = card

    def set_stacked(self, stacked: bool) -> None:
        """Stack the cards where three do not fit beside each other."""
        if stacked == self._stacked:
            return  # setting the same value again would request another layout, which calls this again
        self._stacked = stacked
        self._layout.setDirection(
            QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight
        )
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

    def show_level(self, level: ReleaseLevel) -> None:
        """Show a level as chosen without emitting `chosen`."""
        self.cards[level].setChecked(True)

    def set_words(self, words: Mapping[ReleaseLevel, tuple[str, str]]) -> None:
        """Set body and note of each card."""
        for level, (body, note) in words.items():
            self.cards[level].set_words(body, note)


class LevelDialog(WrappedTextDialog):
    """Dialog with the three cards, none of them preselected. Closing it is no answer."""

    WIDTH = 560

    chosen = Signal(ReleaseLevel)

    def __init__(self, provider: str, confirmed: int, parent: QWidget | None = None) -> None:
        """Create the dialog. `provider` is the future receiver; `confirmed` the number of confirmed
        movies.
        """
        super().__init__(parent)
        heading = self.tr("What may leave this computer?")
        self.setObjectName("level.question")
        set_window_title(self, heading)
        self.setModal(True)
        self.cards = LevelCards("level.question.cards")
        self.cards.set_stacked(True)
        words = {
            level: (privacy_text.consequence(level, PrivacyChoice(), confirmed), "")
            for level in ReleaseLevel
        }
        self.cards.set_words(words)
        self.no = SecondaryButton(self.tr("Cancel"), name="level.question.no")
        self.no.setAutoDefault(False)
        self.no.clicked.connect(self.reject)
        self.yes = PrimaryButton(self.tr("Choose"), name="level.question.yes")
        self.yes.setDefault(True)
        self.yes.setEnabled(False)
        self.yes.clicked.connect(self._answer)
        self.cards.chosen.connect(self._level_selected)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addWidget(Heading(heading))
        about = self.tr(
            "What {name} gets leaves EpicRec for good. Nothing is sent now. Before anything "
            "leaves, Privacy shows you what it is and asks. You can change the level there at any "
            "time."
        )
        column.addWidget(Text(about.format(name=provider), name="level.question.text"))
        column.addWidget(self.cards)
        column.addSpacing(STEP)
        column.addLayout(button_row(self.no, self.yes))

    def _level_selected(self) -> None:
        self.yes.setEnabled(True)

    def _answer(self) -> None:
        level = self.cards.level()
        if level is not None:
            self.chosen.emit(level)
            self.accept()
