"""True against released counts, category by category: two thin bars and two numbers in each row."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEasingCurve, QEvent, QRect, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import desktop_preferences, privacy_text, theme, wording
from epicrec_desktop.ui.common.labels import Note, Strong
from epicrec_desktop.ui.common.layouts import Panel, add_items, row
from epicrec_desktop.ui.common.painting import draw_plate, draw_ring, smooth_painter
from epicrec_desktop.ui.common.text import (
    set_accessible_description,
    set_accessible_name,
    show_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left, translator

_tr = translator("Legend")

ROW_MIN, ROW_MAX = 17, 34
FACE = 13
GAP = 12
ANIMATION_MS = 180


class CountChart(QWidget):
    """A bar chart over categories that fills its panel; also says itself in words.

    Rows are sorted by the true count, so the reading order does not move while levels change.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Chart

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("privacy.chart")
        set_accessible_name(self, self.tr("Watched and released movies per category"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._rows: list[tuple[str, int, int]] = []
        self._from: dict[str, float] = {}
        self._stale, self._known = False, True
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(ANIMATION_MS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self.update)

    def rows(self) -> list[tuple[str, int, int]]:
        """Return (category, true count, released count) from top to bottom."""
        return list(self._rows)

    def show_watched(self, true: Mapping[str, int]) -> None:
        self._show(true, {}, known=False)

    def show_preview(self, preview: Preview) -> None:
        self._show(preview.true_counts, preview.released_counts, known=True)

    def _show(self, true: Mapping[str, int], released: Mapping[str, int], *, known: bool) -> None:
        self._from = {name: self._shown_count(name, count) for name, _, count in self._rows}
        order = sorted(true, key=lambda name: -true[name])
        self._rows = [(name, true[name], released.get(name, 0)) for name in order]
        self._stale, self._known = False, known
        words = ". ".join(map(self._words, self._rows))
        set_accessible_description(self, f"{words}.")
        self._animation.stop()
        if self.isVisible() and self._from and not desktop_preferences.is_motion_reduced():
            self._animation.start()
        self.updateGeometry()
        self.update()

    def _words(self, row: tuple[str, int, int]) -> str:
        name, true, released = row
        return privacy_text.counts(name, true, released if self._known else None)

    def set_stale(self, stale: bool) -> None:
        self._stale = stale
        self.update()

    def sizeHint(self) -> QSize:
        """Return the smallest size; the panel gives more where there is more."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(
            240, max(ROW_MIN, QFontMetrics(theme.font(FACE)).height()) * max(1, len(self._rows))
        )

    def _shown_count(self, name: str, count: int) -> float:
        """Return the released count as the screen shows it, in the middle of a change or not."""
        if self._animation.state() is not QVariantAnimation.State.Running:
            return float(count)
        share = float(self._animation.currentValue())
        return self._from.get(name, float(count)) * (1 - share) + count * share

    def _row_height(self) -> float:
        return min(ROW_MAX, max(ROW_MIN, self.height() / max(1, len(self._rows))))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = int(event.pos().y() // self._row_height())
            if 0 <= index < len(self._rows):
                show_tool_tip(self, event.globalPos(), self._words(self._rows[index]))
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setFont(theme.font(FACE))
        metrics = QFontMetrics(painter.font())
        widths = (metrics.horizontalAdvance(wording.category(name)) for name, _, _ in self._rows)
        label = max(widths, default=0) + GAP
        top = max((max(t, r) for _, t, r in self._rows), default=0)
        widest = wording.number(top)
        numbers = metrics.horizontalAdvance(f"{widest} → {widest}") + 2
        top = top or 1
        height = self._row_height()
        bars = QRectF(label, 0, max(20.0, self.width() - label - numbers - GAP), height)
        for index, (name, true, released) in enumerate(self._rows):
            bars.moveTop(index * height)
            self._paint_words(painter, bars, name, (true, released))
            shown = self._shown_count(name, released)
            self._paint_bars(painter, mirrored(bars, self.rect()), true / top, shown / top)
        if self.hasFocus():
            draw_ring(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.tokens().accent, 6)

    def _paint_words(
        self, painter: QPainter, bars: QRectF, name: str, counts: tuple[int, int]
    ) -> None:
        colors = theme.tokens()
        row = QRect(0, round(bars.top()), self.width(), round(bars.height()))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(colors.ink if any(counts) else colors.muted))
        painter.drawText(row, middle | Qt.AlignmentFlag.AlignLeft, wording.category(name))
        painter.setPen(QColor(colors.muted))
        painter.setFont(theme.tabular_font(FACE))
        arrow = "←" if right_to_left() else "→"
        true, released = map(wording.number, counts)
        text = f"{true} {arrow} {released}" if self._known else true
        painter.drawText(row, middle | Qt.AlignmentFlag.AlignRight, text)
        painter.setFont(theme.font(FACE))

    def _paint_bars(self, painter: QPainter, bars: QRectF, true: float, released: float) -> None:
        colors = theme.tokens()
        thick = min(8.0, max(4.0, bars.height() * 0.26))
        top = bars.center().y() - thick - 0.5
        for share, color, y in (
            (true, QColor(colors.true_count), top),
            (released, QColor(colors.released_count), top + thick + 1),
        ):
            if share <= 0:
                continue
            if self._stale and y > top:
                color.setAlphaF(0.35)
            width = max(thick, bars.width() * share)
            bar = mirrored(QRectF(bars.left(), y, width, thick), bars)
            draw_plate(painter, bar, color, thick / 2)


class ChartPanel(Panel):
    """The chart with its heading and legend."""

    def __init__(self) -> None:
        super().__init__(name="privacy.chart.panel", padding=16)
        self.chart = CountChart()
        self.listed = Note(wrap=False)
        parts: list[QWidget] = []
        for kind, words in (("watched", Note(_tr("watched"), wrap=False)), ("listed", self.listed)):
            swatch = QFrame()
            swatch.setProperty("kind", kind)
            swatch.setFixedSize(12, 6)
            parts += [swatch, words]
        heading = Strong(self.tr("Movies per category"))
        legend = row(*parts, spacing=STEP + 2)
        add_items(self.body, row((heading, 1), legend), STEP, (self.chart, 1))
        self._name_list(example=False)

    def _name_list(self, *, example: bool) -> None:
        self.listed.setText(_tr("in an example") if example else _tr("in the list"))

    def show_preview(self, preview: Preview) -> None:
        self._name_list(example=preview.example)
        self.chart.show_preview(preview)
