"""Posters of type: six layouts for the movies that have no sign of their own.

A sheet is 200 units wide. Every ground that a title stands on is chosen by `behind` or `readable`,
so that the contrast of the title is 4.5 at least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPen,
    QRadialGradient,
)

from epicrec_desktop.ui.common import poster_text, theme
from epicrec_desktop.ui.common.poster_colors import (
    BLACK,
    READABLE,
    SEEN,
    WHITE,
    Inks,
    behind,
    blend,
    contrast,
    distinct,
    faded,
    luminance,
    readable,
)
from epicrec_desktop.ui.common.poster_text import (
    CAP,
    EM,
    SMALL,
    Lines,
    credit,
    face,
    fitted,
    groups,
    halves,
)
from epicrec_desktop.ui.common.text import display_name

WIDE = 200
"""Units of the width of a poster."""
PAD = 18
ROOM = WIDE - 2 * PAD
CREDIT = 13
"""Size of director and year."""
Stops = Sequence[tuple[float, QColor]]


@dataclass(frozen=True)
class Sheet:
    """What a layout draws on, and what it says."""

    p: QPainter
    high: float
    k: Inks
    n: tuple[float, ...]  # seeded numbers in [0, 1)
    title: str
    director: str
    year: int | None
    small: bool  # without director and year

    @property
    def foot(self) -> float:
        """Return where the room above director and year ends."""
        return self.high - (PAD + 4 if self.small else 46)

    def fill(self, x: float, y: float, wide: float, high: float, brush: QColor | QBrush) -> None:
        self.p.fillRect(QRectF(x, y, wide, high), brush)

    def down(self, *stops: tuple[float, QColor], top: float = 0, low: float = 0) -> QBrush:
        """Return a brush from above to below."""
        return _gradient(QLinearGradient(0, top, 0, low or self.high), stops)

    def sign(self, ink: QColor) -> None:
        if self.small:
            return
        font = theme.font(CREDIT, theme.MEDIUM)
        words = credit(self.director, self.year, QFontMetricsF(font), ROOM)
        self.p.setFont(font)
        self.p.setPen(ink)
        self.p.drawText(QPointF(PAD, self.high - PAD), words)
        self.p.setPen(Qt.PenStyle.NoPen)


def _gradient(gradient: QLinearGradient | QRadialGradient, stops: Stops) -> QBrush:
    for place, color in stops:
        gradient.setColorAt(place, color)
    return QBrush(gradient)


@dataclass(frozen=True)
class Row:
    """A word of a block: its size as drawn before the rows are stretched."""

    words: Lines
    high: float
    ink: QColor
    grows: bool


def block(sheet: Sheet) -> None:
    """Draw every word as wide as the sheet; room left becomes a field."""
    k = sheet.k
    scheme = int(sheet.n[0] * 3)
    ink = (k.dark, k.accent if sheet.n[1] < 0.5 else k.light, k.dark)[scheme]
    ground = (k.accent, blend(k.mid, k.dark, 0.25), blend(k.light, WHITE, 0.2))[scheme]
    ground = behind(ground, ink)
    low = behind(blend(ground, *((k.dark, 0.5) if scheme == 1 else (k.mid, 0.12))), ink)
    colors = ((k.mid, k.low, k.dark), (k.accent, k.light), (k.accent, k.low, k.mid))[scheme]
    accent = distinct(ground, *(color for color in colors if color is not ink))
    sheet.fill(0, 0, WIDE, sheet.high, sheet.down((0, ground), (1, low)))
    rows = _rows(sheet.title, ink, readable(low, accent, ink))
    gap, room = 9, sheet.foot - 44
    scale = room / (sum(row.high for row in rows) + gap * (len(rows) - 1))
    shrink, stretch = min(1.0, scale), max(1.0, min(1.5, scale))
    y = sheet.foot
    for row in reversed(rows):
        grown = shrink * (stretch if row.grows else 1.0)
        y -= row.high * grown
        sheet.p.save()
        sheet.p.translate(PAD, y)
        sheet.p.scale(shrink, grown)
        row.words.draw(sheet.p, 0, row.words.top, row.ink)
        sheet.p.restore()
        y -= gap * shrink
    _fill_field(sheet, y - 4, accent, low)
    sheet.sign(ink)


def _rows(title: str, ink: QColor, pale: QColor) -> list[Row]:
    heavy, medium = face(theme.HEAVY, -0.035), face(theme.MEDIUM)
    rows = []
    for small, word in groups(title):
        if small:
            words = Lines([small], medium, 22)
            rows.append(Row(words, words.high, pale, grows=False))
        wide = Lines([word], heavy, EM).wide
        words = Lines([word], heavy, min(ROOM / max(wide, 1), 1.18) * EM)
        rows.append(Row(words, words.high, ink, grows=True))
    return rows


def _fill_field(sheet: Sheet, low: float, color: QColor, ground: QColor) -> None:
    high = low - PAD
    if high < 28:
        sheet.fill(PAD, PAD, ROOM, 7, color)
        sheet.fill(PAD, 29, ROOM, 1.5, color)
        return
    kind = int(sheet.n[2] * 3)
    if kind == 1:
        bars = max(3, min(6, int(high / 16)))
        step = high / bars
        for place in range(bars):
            thick = step * (0.18 + 0.62 * (place + 1) / bars)
            sheet.fill(PAD, PAD + (place + 1) * step - thick, ROOM, thick, color)
    elif kind == 2 and high > 60:
        radius = min(high, ROOM / 2)
        sheet.p.setBrush(color)
        sheet.p.drawPie(QRectF(100 - radius, low - radius, 2 * radius, 2 * radius), 0, 180 * 16)
    else:
        fade = sheet.down((0, color), (1, blend(color, ground, 0.28)), top=PAD, low=low)
        sheet.fill(PAD, PAD, ROOM, high, fade)


def horizon(sheet: Sheet) -> None:
    """Draw a sky, one line, and a quiet title: water, two fields, or dusk in strips."""
    k = sheet.k
    glow = k.light if contrast(k.accent, k.low) < 1.5 else blend(k.accent, k.light, 0.45)
    ground = behind(blend(k.mid, k.dark, 0.55), k.light)
    font = face(theme.REGULAR, -0.03)
    title = fitted(sheet.title, font, ROOM, (40, 13), 1.06)
    first = sheet.foot - title.drop
    line = min((186, 166, 176)[int(sheet.n[1] * 3)] * sheet.high / 300, first - title.rise - 26)
    kind = (_water, _fields, _dusk)[int(sheet.n[0] * 3)]
    kind(sheet, line, glow, ground)
    title.draw(sheet.p, PAD, first, k.light)
    sheet.sign(k.light)


def _water(sheet: Sheet, line: float, glow: QColor, ground: QColor) -> None:
    k, x = sheet.k, (62, 100, 138)[int(sheet.n[2] * 3)]
    sky = sheet.down((0, k.top), (0.7, k.low), (1, glow), low=line)
    sheet.fill(0, 0, WIDE, line, sky)
    halo = ((0.0, glow), (0.3, faded(glow, 0.5)), (1.0, faded(glow, 0)))
    sheet.fill(0, 0, WIDE, line, _gradient(QRadialGradient(x, line, 112), halo))
    sheet.fill(0, line, WIDE, sheet.high - line, ground)
    fade = sheet.down((0, faded(glow, 0.42)), (1, faded(glow, 0)), top=line, low=line + 24)
    sheet.fill(0, line, WIDE, 24, fade)
    sheet.fill(0, line - 0.7, WIDE, 1.4, glow)
    for place, wide in enumerate((104, 72, 50, 30)):
        left, y = x - wide / 2 + (3 if place % 2 else -3), line + 4 + place * (3.4 + 0.5 * place)
        sheet.fill(left, y, wide, 1.1, faded(glow, 0.6 - 0.09 * place))


def _fields(sheet: Sheet, line: float, glow: QColor, ground: QColor) -> None:
    k = sheet.k
    sheet.fill(0, 0, WIDE, sheet.high, ground)
    upper = sheet.down(
        (0, faded(glow, 0)), (0.06, glow), (0.94, k.low), (1, faded(k.low, 0)), top=14, low=line - 8
    )
    sheet.fill(11, 14, 178, line - 22, upper)
    sheet.fill(11, line - 2, 178, 1.4, glow)
    calm = behind(blend(ground, k.mid, 0.6), k.light)
    lower = sheet.down((0, faded(calm, 0)), (0.12, calm), (1, faded(calm, 0)), top=line + 6)
    sheet.fill(11, line + 6, 178, sheet.high - line - 6, lower)


def _dusk(sheet: Sheet, line: float, glow: QColor, ground: QColor) -> None:
    sheet.fill(0, 0, WIDE, sheet.high, ground)
    strips = 7
    parts = [strips - place + 1.5 for place in range(strips)]
    y = 0.0
    for place, part in enumerate(parts):
        high = part * line / sum(parts)
        color = blend(sheet.k.top, sheet.k.low, place / (strips - 2))
        sheet.fill(0, y, WIDE, high + 0.5, color if place < strips - 1 else glow)
        y += high


def tower(sheet: Sheet) -> None:
    """Draw a title that stands, and once more beside it."""
    k = sheet.k
    fade = readable(blend(k.mid, k.dark, 0.6), k.accent, k.light)
    top = behind(behind(blend(k.mid, k.dark, 0.5), k.light), fade)
    sheet.fill(0, 0, WIDE, sheet.high, sheet.down((0, top), (1, k.dark)))
    low = sheet.high - PAD - (0 if sheet.small else 26)
    long = low - PAD
    sheet.fill(WIDE - PAD - 1.5, PAD, 1.5, long, k.accent)
    font = face(theme.HEAVY, -0.04)
    lines = [sheet.title] if len(sheet.title) <= 11 else halves(sheet.title)
    boxes = Lines(lines, font, EM).boxes
    tall = sum(box.height() for box in boxes) + 16 * (len(boxes) - 1)
    widest = max(box.width() for box in boxes)
    size = min(long / max(widest, 1), (ROOM - 14) / max(tall, 1)) * EM
    ends = QLinearGradient(0, 0, long * EM / size, 0)
    ink = _gradient(ends, ((0, fade), (0.35, k.light), (1, k.light)))
    sheet.p.save()
    sheet.p.translate(0, low)
    sheet.p.rotate(-90)
    x = float(PAD)
    for line in lines:
        words = Lines([line], font, size)
        words.draw(sheet.p, 0, x + words.top, ink)
        x += words.high + 0.16 * size
    sheet.p.setClipRect(QRectF(-PAD, x, sheet.high, WIDE - x), Qt.ClipOperation.IntersectClip)
    again = Lines([max(lines, key=len)], font, size * 2.15)
    again.decorate(sheet.p, -size * 0.3, WIDE + size * 0.04, faded(k.accent, 0.13))
    sheet.p.restore()
    sheet.sign(readable(k.dark, k.accent, k.light))


def _initial(title: str) -> str:
    words = [word for word in title.split() if word.casefold() not in SMALL] or [title]
    first = words[0][:1].upper()
    return first if first.isalpha() and first not in "IJ" else ""


def sheet_of_year(sheet: Sheet) -> None:
    """Draw a printed sheet: the year below, the year above, or a first letter that leaves it."""
    kind = int(sheet.n[0] * 3)
    short = kind == 2 and len(sheet.title) <= LONGEST["block"]
    if (short or sheet.year is None) and _initial(sheet.title):
        _draw_initial(sheet)
        return
    k = sheet.k
    paper = blend(k.light, WHITE, 0.3)
    accent = distinct(paper, k.accent, k.mid, k.low, k.dark)
    sheet.fill(0, 0, WIDE, sheet.high, paper)
    sheet.fill(PAD, PAD, ROOM, 2.2, k.dark)
    low = sheet.foot - 6
    title = fitted(sheet.title, face(theme.HEAVY, -0.035), ROOM, (46, 15), 0.98)
    room = low - PAD - 36 - title.rise - title.drop
    if sheet.year is not None and room > 24:
        number, font = f"{sheet.year % 100:02}", face(theme.HEAVY, -0.06)
        box = Lines([number], font, 1).boxes[0]
        size = min(ROOM / box.width(), room / box.height())
        y = PAD + 16 - box.top() * size if kind == 1 else low - box.bottom() * size
        Lines([number], font, size * EM).decorate(sheet.p, PAD, y, accent)
    y = low - title.drop if kind == 1 else PAD + 14 + title.rise
    title.draw(sheet.p, PAD, y, k.dark)
    sheet.fill(PAD, sheet.foot + 6, ROOM, 1, k.dark)
    sheet.sign(k.dark)


def _draw_initial(sheet: Sheet) -> None:
    k = sheet.k
    paper = k.accent if sheet.n[1] < 0.6 else k.mid
    ink = readable(paper, k.light, k.dark)
    paper = behind(paper, ink)
    shades = (blend(paper, k.dark, 0.3), blend(paper, WHITE, 0.35), blend(paper, k.accent, 0.3))
    shade = min(shades, key=lambda shade: abs(contrast(paper, shade) - SEEN))
    sheet.fill(0, 0, WIDE, sheet.high, paper)
    title = fitted(sheet.title, face(theme.HEAVY, -0.035), ROOM, (46, 15), 0.98)
    first = PAD + 14 + title.rise
    low = sheet.foot + 4
    size = min(200, (low - first - title.drop - 0.25 * title.size) / CAP)
    letter = Lines([_initial(sheet.title)], face(theme.HEAVY, -0.04), size)
    letter.decorate(sheet.p, WIDE + 0.12 * size - letter.wide, low, shade)
    sheet.fill(PAD, PAD, ROOM, 2.2, ink)
    title.draw(sheet.p, PAD, first, ink)
    sheet.sign(ink)


def playbill(sheet: Sheet) -> None:
    """Draw the title in the middle of a frame: on a band, or under a beam of light."""
    k = sheet.k
    paper = sheet.n[0] < 0.5
    ink = k.dark if paper else k.light
    if paper:
        ground, low = blend(k.light, k.top, 0.1), blend(k.light, k.low, 0.22)
    else:
        ground, low = behind(blend(k.mid, k.dark, 0.65), ink), k.dark
    sheet.fill(0, 0, WIDE, sheet.high, sheet.down((0, ground), (1, low)))
    for edge, wide in ((9, 2.2), (13.5, 0.8)):
        sheet.p.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(ink, wide)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        sheet.p.setPen(pen)
        sheet.p.drawRect(QRectF(edge, edge, WIDE - 2 * edge, sheet.high - 2 * edge))
        sheet.p.setPen(Qt.PenStyle.NoPen)
    size, lines, step = _bill(sheet)
    font = face(theme.HEAVY, 0.02)
    words = [Lines([line], font, size[place]) for place, line in enumerate(lines)]
    tall = sum(w.rise for w in words) + step * (len(words) - 1)
    y = sheet.high * 0.487 - tall / 2
    if paper:
        band = behind(k.mid if sheet.n[1] < 0.6 else k.accent, k.light)
        sheet.fill(13.5, y - 20, 173, tall + 40, band)
    else:
        _beam(sheet, y - 28, y + tall + 26, ground)
    for line in words:
        y += line.rise
        line.draw(sheet.p, (WIDE - line.wide) / 2, y, k.light)
        y += step
    _bill_credit(sheet, ink)


def _bill(sheet: Sheet) -> tuple[list[float], list[str], float]:
    """Return sizes, lines and the room between them: a word a line, or one size for all."""
    font = face(theme.HEAVY, 0.02)
    metrics = QFontMetricsF(font)
    room = 148
    rows: list[tuple[float, str]] = []
    for small, word in groups(sheet.title.upper()):
        if small:
            rows.append((15, small))
        rows.append((min(room * 100 / max(metrics.horizontalAdvance(word), 1), 54), word))
    most = sheet.high * 0.5
    if len(rows) <= 4 and sum(size for size, _ in rows) * CAP + 13 * len(rows) <= most:
        return [size for size, _ in rows], [word for _, word in rows], 13
    size, lines = poster_text.fit(sheet.title.upper(), font, 146, (30, 13), 6)
    size = min(size, most / (len(lines) * (CAP + 0.42)))
    return [size] * len(lines), lines, size * 0.42


def _beam(sheet: Sheet, above: float, below: float, ground: QColor) -> None:
    """Draw a beam so weak that the title can be read on it, and a rule above and below."""
    share = next(
        s
        for s in (0.28, 0.2, 0.14, 0.08, 0.0)
        if contrast(blend(ground, sheet.k.light, s), sheet.k.light) >= READABLE
    )
    light = sheet.k.light
    sheet.p.save()
    sheet.p.setClipRect(QRectF(14, 14, WIDE - 28, sheet.high - 28), Qt.ClipOperation.IntersectClip)
    sheet.p.translate(100, 150)
    sheet.p.rotate(24)
    beam = QLinearGradient(-38, 0, 38, 0)
    stops = ((0.0, faded(light, 0)), (0.5, faded(light, share)), (1.0, faded(light, 0)))
    sheet.p.fillRect(QRectF(-38, -230, 76, 460), _gradient(beam, stops))
    sheet.p.restore()
    for y in (above, below):
        sheet.fill(88, y, 24, 2, sheet.k.accent)


def _bill_credit(sheet: Sheet, ink: QColor) -> None:
    if sheet.small:
        return
    font = theme.font(11, theme.MEDIUM)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 1.5)
    metrics = QFontMetricsF(font)
    sheet.p.setFont(font)
    sheet.p.setPen(ink)
    middle = Qt.AlignmentFlag.AlignCenter
    name = display_name(sheet.director).upper()
    for words, y in ((name, 40), (str(sheet.year or ""), sheet.high - 38)):
        fits = credit(words, None, metrics, 152)
        sheet.p.drawText(QRectF(20, y - 10, WIDE - 40, 20), middle, fits)
    sheet.p.setPen(Qt.PenStyle.NoPen)


def echo(sheet: Sheet) -> None:
    """Draw the title again and again, lit once."""
    k = sheet.k
    dark = luminance(k.mid) < 0.3
    first, last = (blend(k.mid, k.low, 0.5), k.mid)
    if sheet.n[1] < 0.5:
        first, last = k.mid, blend(k.mid, k.dark, 0.4)
    lit = k.accent if contrast(k.accent, k.mid) > 1.5 else k.light
    lit_ink = readable(lit, k.dark, k.light)
    lit = behind(lit, lit_ink)
    font = face(theme.HEAVY, -0.04)
    body = sheet.high - (0 if sheet.small else 42)
    title = fitted(sheet.title, font, ROOM, (60, 21), 0.94, 1)
    if len(poster_text.break_lines(sheet.title, font, ROOM * 100 / title.size)) > 1:
        title = fitted(sheet.title, font, ROOM, (60, 15), 0.94, 2)
    tall = title.tall
    count = max(3, min(6, round(body / (tall * 1.75)))) if len(title.boxes) == 1 else 4
    high = body / count
    if tall > high * 0.9:
        title = Lines(title.lines, font, title.size * high * 0.9 / tall, 0.94)
        tall = title.tall
    hit = (count - 1) // 2 + int(sheet.n[0] * 2)
    pale = faded(k.light if dark else k.dark, 0.34)
    for place in range(count):
        ground = lit if place == hit else blend(first, last, place / (count - 1))
        sheet.fill(0, place * high, WIDE, high + 0.6, ground)
        y = place * high + (high - tall) / 2 + title.rise
        if place == hit:
            title.draw(sheet.p, PAD, y, lit_ink)
        else:
            title.decorate(sheet.p, PAD, y, pale)
    if not sheet.small:
        sheet.fill(0, body, WIDE, sheet.high - body, last)
    sheet.sign(readable(last, k.light, k.dark, WHITE, BLACK))


LAYOUTS: dict[str, Callable[[Sheet], None]] = {
    "block": block,
    "horizon": horizon,
    "tower": tower,
    "sheet": sheet_of_year,
    "playbill": playbill,
    "echo": echo,
}
LONGEST = {"block": 24, "tower": 18, "echo": 20}
"""Letters of a title that a layout takes; the others take any title."""


def suits(layout: str, title: str) -> bool:
    """Return whether a title is short enough for a layout."""
    return poster_text.letters(title) <= LONGEST.get(layout, 1_000) and (
        layout != "block" or len(groups(title)) <= 4
    )


def draw(sheet: Sheet, layout: str) -> None:
    """Draw a poster in a layout, or in one that takes its title."""
    if not suits(layout, sheet.title):
        layout = "horizon" if sheet.n[3] < 0.5 else "sheet"
    LAYOUTS[layout](sheet)
