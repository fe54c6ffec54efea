"""Words of posters: outlines of titles, the size at which one fits, and the line below it.

A title is drawn by its outlines: they can be as wide as the room, stretched and turned.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QTextLayout,
    QTextOption,
)

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.text import display_name, elided

EM = 100
"""Size in which titles are measured and outlined."""
CAP = 0.727
"""Height of a capital letter of Inter as a share of its size."""
MANY_LINES = 0.7
"""Share of the largest size at which a title may have more than two lines."""


@functools.cache
def face(weight: QFont.Weight, track: float = 0.0) -> QFont:
    """Return Inter at the size `EM`; `track` is the share of it that is between two letters."""
    font = theme.font(EM, weight)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, track * EM)
    return font


def outline(text: str, font: QFont) -> QPainterPath:
    """Return the outline of a text, its baseline from the origin."""
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path


def break_lines(text: str, font: QFont, width: float) -> list[str]:
    """Break text into lines; a word longer than a line is broken."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines = []
    units = text.encode("utf-16-le", "surrogatepass")  # as Qt counts; Python counts characters
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        start, end = line.textStart(), line.textStart() + line.textLength()
        lines.append(units[2 * start : 2 * end].decode("utf-16-le", "replace").strip())
    layout.endLayout()
    return lines


def fit(
    title: str, font: QFont, room: float, sizes: tuple[float, float], most: int = 4
) -> tuple[float, list[str]]:
    """Return the largest size at which a title has at most `most` lines of the width `room` and
    breaks no word, and its lines; three lines or more are set smaller. At the least of `sizes`,
    words are broken and the end is elided. `sizes`: the largest and the least one.
    """
    metrics = QFontMetricsF(font)
    widest = max((metrics.horizontalAdvance(word) for word in title.split()), default=1.0) / EM
    whole = metrics.horizontalAdvance(title) / EM
    largest, least = sizes
    size = min(largest, 0.99 * room / max(widest, 0.01), most * room / max(whole, 0.01))
    while size >= least:
        lines = break_lines(title, font, room * EM / size)
        if len(lines) <= (2 if size > largest * MANY_LINES else most):
            return size, lines
        size *= 0.94
    width = room * EM / least
    lines = break_lines(title, font, width)
    if len(lines) > most:
        lines = [*lines[: most - 1], elided(metrics, " ".join(lines[most - 1 :]), width)]
    return least, lines


class Lines:
    """Lines of type, one below the other; no line touches the next one in any script."""

    def __init__(self, lines: Sequence[str], font: QFont, size: float, step: float = 1.0) -> None:
        self.lines = lines
        self.size = size
        self._font = font
        self._paths = [outline(line, font) for line in lines]
        metrics = QFontMetricsF(font)
        self.boxes = [
            metrics.boundingRect(line) if path.isEmpty() else path.boundingRect()
            for line, path in zip(lines, self._paths, strict=True)
        ]
        self.steps = [0.0]
        for upper, lower in zip(self.boxes, self.boxes[1:], strict=False):
            apart = max(step * EM, upper.bottom() - lower.top() + 5)
            self.steps.append(self.steps[-1] + apart)
        self._scale = size / EM

    @property
    def rise(self) -> float:
        """Return the height of the first line above its baseline."""
        return max(CAP * self._scale * EM, self.top)

    @property
    def drop(self) -> float:
        """Return how far the lines go on below the first baseline; for a last line that reaches
        deeper than a Latin one, as in Thai, that much more.
        """
        return (self.steps[-1] + max(0.0, self.boxes[-1].bottom() - 22)) * self._scale

    @property
    def tall(self) -> float:
        """Return the height of all: of one line without what goes below the baseline, which looks
        centered, of more lines with it.
        """
        below = min(self.boxes[-1].bottom(), 22) * self._scale if len(self.boxes) > 1 else 0
        return self.rise + self.drop + below

    @property
    def wide(self) -> float:
        """Return the width of the ink of the first line."""
        return self.boxes[0].width() * self._scale

    @property
    def high(self) -> float:
        """Return the height of the ink of the first line."""
        return self.boxes[0].height() * self._scale

    @property
    def top(self) -> float:
        """Return how far the ink of the first line rises above its baseline."""
        return -self.boxes[0].top() * self._scale

    def draw(self, painter: QPainter, x: float, y: float, brush: QColor | QBrush) -> None:
        """Draw a title from the left edge `x`, the first baseline at `y`."""
        self.decorate(painter, x, y, brush)

    def decorate(self, painter: QPainter, x: float, y: float, brush: QColor | QBrush) -> None:
        """Draw type that is a picture, which nobody has to read."""
        painter.setBrush(brush)
        for place, path in enumerate(self._paths):
            painter.save()
            painter.translate(x, y + self.steps[place] * self._scale)
            painter.scale(self._scale, self._scale)
            painter.translate(-self.boxes[place].left(), 0)
            if path.isEmpty():  # pictures in place of letters have no outlines
                painter.setFont(self._font)
                painter.setPen(QPen(brush, 1))
                painter.drawText(QPointF(), self.lines[place])
            painter.drawPath(path)
            painter.restore()


def fitted(
    title: str, font: QFont, room: float, sizes: tuple[float, float], step: float, most: int = 4
) -> Lines:
    """Return a title as large as `fit` has it."""
    size, lines = fit(title, font, room, sizes, most)
    return Lines(lines, font, size, step)


def groups(title: str) -> list[tuple[str, str]]:
    """Return a title word by word, each with the small words before it; a word of one or two
    letters is set with the one before.
    """
    found: list[tuple[str, str]] = []
    small: list[str] = []
    for word in title.split():
        if word.casefold() in SMALL:
            small.append(word)
        elif len(word) <= 2 and found and not small:
            found[-1] = (found[-1][0], f"{found[-1][1]} {word}")
        else:
            found.append((" ".join(small), word))
            small = []
    return [*found, ("", " ".join(small))] if small else found


SMALL = frozenset(
    (
        *("the", "a", "an", "of", "and", "in", "on", "at", "to", "for", "with"),
        *("der", "die", "das", "des", "dem", "den", "und", "von", "im", "am", "zu"),
        *("le", "la", "les", "de", "du", "et", "il", "lo", "el", "los", "y"),
    )
)
"""Words that are set smaller: English, German and Romance ones."""


def halves(title: str) -> list[str]:
    """Return a title on two lines that are as equal as they can be, or a single word."""
    words = title.split()
    pairs: Sequence[list[str]] = [
        [" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))
    ]
    return min(pairs, key=lambda pair: max(map(len, pair)), default=[title])


def credit(director: str, year: int | None, metrics: QFontMetricsF, width: float) -> str:
    """Return director and year as far as they fit on one line."""
    when = str(year) if year is not None else ""
    surnames = dict.fromkeys(name.rpartition(" ")[2] for name in director.split(" & "))
    for name in (director, " & ".join(surnames)):
        words = " · ".join(filter(None, (display_name(name), when)))
        if metrics.horizontalAdvance(words) <= width:
            return words
    return when


def letters(title: str) -> int:
    """Return how long a title is, in Latin letters: a Chinese one takes the room of two."""
    wide = QFontMetricsF(face(theme.HEAVY)).horizontalAdvance(title) / EM
    return max(len(title), math.ceil(wide / 0.62))
