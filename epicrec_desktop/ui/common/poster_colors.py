"""Colors of posters, and what can be read on them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

READABLE = 4.6
"""Least contrast of a title and what is behind it: 4.5, and the rounding of colors."""
SEEN = 1.5
"""Contrast from which a shape is seen."""
WHITE, BLACK = QColor("#ffffff"), QColor("#000000")


@dataclass(frozen=True)
class Inks:
    """Colors of one poster."""

    top: QColor
    low: QColor
    mid: QColor
    dark: QColor
    accent: QColor
    light: QColor


def blend(one: QColor, other: QColor, share: float) -> QColor:
    """Return a color between two."""
    return QColor.fromRgbF(
        one.redF() + (other.redF() - one.redF()) * share,
        one.greenF() + (other.greenF() - one.greenF()) * share,
        one.blueF() + (other.blueF() - one.blueF()) * share,
    )


def faded(color: QColor, alpha: float) -> QColor:
    """Return a color that lets what is behind it through."""
    result = QColor(color)
    result.setAlphaF(alpha)
    return result


def luminance(color: QColor) -> float:
    """Return the relative luminance of WCAG 2.2."""
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of WCAG 2.2, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def behind(color: QColor, ink: QColor) -> QColor:
    """Return a ground like `color`, darker or lighter as needed, on which `ink` can be read."""
    end = BLACK if contrast(ink, BLACK) > contrast(ink, WHITE) else WHITE
    steps = (blend(color, end, step / 16) for step in range(16))
    return next((ground for ground in steps if contrast(ground, ink) >= READABLE), end)


def distinct(ground: QColor, *colors: QColor) -> QColor:
    """Return the first color of a shape that is seen on a ground, else the one that is best."""
    seen = (color for color in colors if contrast(ground, color) >= SEEN)
    return next(seen, max(colors, key=lambda color: contrast(ground, color)))


def readable(ground: QColor, *inks: QColor) -> QColor:
    """Return the first ink that can be read on a ground, else the one that can best."""
    clear = (ink for ink in inks if contrast(ground, ink) >= READABLE)
    return next(clear, max(inks, key=lambda ink: contrast(ground, ink)))
