"""Animation of blurring: the counts, the noise, and what leaves; by category or by cell."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from epicrec_desktop.services.demonstration import Demonstration
from epicrec_desktop.ui.common import desktop_preferences, theme, wording
from epicrec_desktop.ui.common.painting import draw_ring, smooth_painter
from epicrec_desktop.ui.common.text import set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.translation import mirrored

COUNTS, BLURRED, LISTED = range(3)
STEP_MS = 2_600
MOVING = 0.45
"""Part of a step's duration in motion; then it rests, to be read."""
ROW = 26
BAR = 10
GAP = 12
BESIDE = 16
"""Letters of a name that has room beside its bar."""


class BlurPicture(QWidget):
    """Bars by category or cell. Emits `step_changed` with the visible one of three steps."""

    step_changed = Signal(int)
    stopped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("help.blurring")
        set_accessible_name(self, self.tr("How numbers are blurred, as bars"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._shown: Demonstration | None = None
        self.step, self._at = COUNTS, 1.0  # progress from the previous step to this one
        self._playing_all_steps = False
        self._time = QVariantAnimation(self)
        self._time.setStartValue(0.0)
        self._time.setEndValue(1.0)
        self._time.setDuration(STEP_MS)
        self._time.valueChanged.connect(self._move)
        self._time.finished.connect(self._step_finished)

    # State

    def show_sample(self, sample: Demonstration) -> None:
        """Show another sample at the current step."""
        self._shown = sample
        set_accessible_description(self, self.description())
        self.updateGeometry()
        self.update()

    def description(self) -> str:
        """Return the sample as a text, row by row."""
        if self._shown is None:
            return ""
        sample = self._shown
        rows = zip(sample.categories, sample.true, sample.noisy, sample.in_list, strict=True)
        words = self.tr("{category}: {true} counted, {noisy} blurred, {listed} in the list")
        return ". ".join(
            words.format(
                category=wording.category(name),
                true=round(true),
                noisy=round(noisy),
                listed=round(in_list),
            )
            for name, true, noisy, in_list in rows
        )

    @property
    def playing(self) -> bool:
        """Return whether the animation runs or waits for the next step."""
        return self._time.state() is QVariantAnimation.State.Running

    # Animation

    def play(self) -> None:
        """Play all steps once; with reduced motion show the last one at once."""
        if desktop_preferences.is_motion_reduced():
            self.show_step(LISTED)
            return
        self._playing_all_steps = True
        self._begin(COUNTS)

    def pause(self) -> None:
        """Pause at the current state."""
        self._playing_all_steps = False
        if self.playing:
            self._time.stop()
            self._at = 1.0
            self.update()
            self.stopped.emit()

    def show_step(self, step: int) -> None:
        """Show this step, without animation where motion is reduced."""
        self._playing_all_steps = False
        self._time.stop()
        if desktop_preferences.is_motion_reduced():
            self.step, self._at = step, 1.0
            self.step_changed.emit(step)
            self.update()
        else:
            self._begin(step)

    def _begin(self, step: int) -> None:
        self.step, self._at = step, 0.0
        self.step_changed.emit(step)
        self._time.stop()
        self._time.start()

    def _move(self, value: float) -> None:
        at = min(1.0, float(value) / MOVING)
        if at != self._at:
            self._at = at
            self.update()

    def _step_finished(self) -> None:
        if self._playing_all_steps and self.step < LISTED:
            self._begin(self.step + 1)
        else:
            self._playing_all_steps = False
            self.stopped.emit()

    # Painting

    def sizeHint(self) -> QSize:
        """Return the size of one row per category; of a cell, the name is above the bar."""
        rows = 0 if self._shown is None else len(self._shown.categories)
        height = max(ROW, QFontMetrics(theme.font(theme.NOTE)).height() + 4)
        return QSize(320, (height + BAR if self._stacked else height) * rows)

    @property
    def _stacked(self) -> bool:
        """Return whether the names are too long to stand beside the bars."""
        return self._shown is not None and any(len(c) > BESIDE for c in self._shown.categories)

    def minimumSizeHint(self) -> QSize:
        """Return the size hint."""
        return self.sizeHint()

    def _values(self, row: int) -> tuple[float, float]:
        """Return the bar of the previous step and of this one."""
        sample = self._shown
        assert sample is not None
        steps = (0.0, sample.true[row], sample.noisy[row], sample.in_list[row])
        return steps[self.step], steps[self.step + 1]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint every row."""
        sample = self._shown
        if sample is None:
            return
        painter = smooth_painter(self)
        painter.setFont(theme.font(theme.NOTE))
        metrics = painter.fontMetrics()
        names = [wording.category(name) for name in sample.categories]
        label = 0 if self._stacked else max(map(metrics.horizontalAdvance, names)) + GAP
        number = metrics.horizontalAdvance("−00") + GAP
        values = (*sample.true, *sample.noisy, *sample.in_list)
        scale = (min(0.0, *values), max(1.0, *values))
        high = self.height() / len(names)
        for row, name in enumerate(names):
            line = QRectF(0, row * high, self.width(), high)
            room = QRectF(label, line.top(), max(20.0, self.width() - label - number), high)
            if self._stacked:
                line.setHeight(high - BAR)
                room.setTop(line.bottom() - BAR / 2)
            self._paint_row(painter, line, room, row, name, scale)
        if self.hasFocus():
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            draw_ring(painter, box, theme.tokens().accent, 6)

    def _paint_row(
        self,
        painter: QPainter,
        line: QRectF,
        room: QRectF,
        row: int,
        name: str,
        scale: tuple[float, float],
    ) -> None:
        colors, sample = theme.tokens(), self._shown
        assert sample is not None
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(colors.ink))
        painter.drawText(line, middle | Qt.AlignmentFlag.AlignLeft, name)
        before, now = self._values(row)
        value = before + (now - before) * self._at
        first = QColor(colors.true_count)
        if self.step == COUNTS:
            self._bar(painter, room, value, scale, first)
        else:  # the counts stay as an outline: they are not what leaves
            self._bar(painter, room, sample.true[row], scale, first, outline=True)
            self._bar(painter, room, value, scale, QColor(colors.released_count))
        painter.setPen(QColor(colors.muted))
        number_text = str(round(now)).replace("-", "−")
        line.setBottom(room.bottom())
        painter.drawText(line, middle | Qt.AlignmentFlag.AlignRight, number_text)

    def _bar(
        self,
        painter: QPainter,
        room: QRectF,
        value: float,
        scale: tuple[float, float],
        color: QColor,
        *,
        outline: bool = False,
    ) -> None:
        """Draw a bar from zero, which is inside where a number is below it."""
        low, high = scale
        unit = room.width() / (high - low)
        if abs(value) * unit < 1.0:
            return
        left = room.left() + (min(value, 0.0) - low) * unit
        bar = QRectF(left, room.center().y() - BAR / 2, abs(value) * unit, BAR)
        bar = mirrored(bar, QRectF(self.rect()))
        if outline:
            bar = bar.adjusted(0.5, -2.5, -0.5, 2.5)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(color, 1.5))
        else:
            painter.setBrush(color)
            painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(bar, 4, 4)
