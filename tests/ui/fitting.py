"""Texts that grow: a made-up language 40 % longer, and what is cut or overlaps in a window."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

from PySide6.QtCore import QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from epicrec_desktop.ui.common.controls import CheckBox, RadioButton, Segment
from epicrec_desktop.ui.common.labels import ElidedLabel
from epicrec_desktop.ui.common.movie_head import MovieBar
from epicrec_desktop.ui.common.notices import FloatingNotice
from epicrec_desktop.ui.common.text import BREAK
from epicrec_desktop.ui.recommendations.poster_row import EdgeHint
from epicrec_desktop.ui.shell.navigation import NavButton

ABOVE = (EdgeHint, FloatingNotice, MovieBar)
"""Widgets that are over others on purpose, as the cross of a card is over its text."""
TEXTS = Path(__file__).parents[2] / "resources" / "translations" / "epicrec_de.ts"
LETTERS = str.maketrans("aeiouyAEIOU", "àéîöüýÀÉÎÖÜ")
KEPT = re.compile(r"(\{[^}]*\}|%L?n)")


def longer(source: str) -> str:
    """The text 40 % longer, with accents; placeholders stay."""
    parts = [
        part if KEPT.fullmatch(part) else part.translate(LETTERS) for part in KEPT.split(source)
    ]
    extra = max(1, round(0.4 * len(source)))
    # Short words to wrap at, as a longer language has them; one word stays one word.
    filler = "é" * extra if " " not in source else (" éééé" * extra)[:extra]
    return "".join(parts) + filler


class Longer(QTranslator):
    """Speaks the made-up language in every context of ours, and in none of Qt's."""

    def __init__(self, parent) -> None:
        super().__init__(parent)
        self._contexts = contexts()

    def isEmpty(self) -> bool:  # noqa: N802
        return False

    def translate(self, context, source, disambiguation=None, n=-1) -> str | None:
        return longer(source) if context in self._contexts else None


@cache
def contexts() -> frozenset[str]:
    """Return the contexts of the program's own texts."""
    return frozenset(re.findall("<name>(.+)</name>", TEXTS.read_text(encoding="utf-8")))


def faults(root: QWidget) -> list[str]:
    """Return what is cut or overlaps under `root`, in words."""
    return [*cut(root), *overlapping(root)]


def overlapping(root: QWidget) -> list[str]:
    """Return the visible siblings under `root` that share more than an edge, in words."""
    found = []
    for parent in (root, *root.findChildren(QWidget)):
        children = [c for c in parent.children() if isinstance(c, QWidget) and not c.isWindow()]
        shown = [c for c in children if c.isVisible() and not isinstance(c, ABOVE)]
        for one, other in combinations(shown, 2):
            both = one.geometry().intersected(other.geometry())
            if both.width() > 1 and both.height() > 1:
                names = (w.objectName() or type(w).__name__ for w in (one, other))
                found.append(" overlaps ".join(names))
    return found


def cut(root: QWidget) -> list[str]:
    """Every visible widget under `root` whose text has no room, in words."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.width() == 0:
            continue
        reason = _reason(widget)
        if reason:
            name = widget.objectName() or type(widget).__name__
            found.append(f"{name}: {reason}")
    return found


def _reason(widget: QWidget) -> str:
    if isinstance(widget, QScrollArea):
        return _sideways(widget)
    if isinstance(widget, QLabel):
        return _label(widget)
    if isinstance(widget, QLineEdit):
        return _field(widget)
    if isinstance(widget, NavButton):
        return _place(widget)
    if isinstance(widget, (QPushButton, Segment, CheckBox, RadioButton, QComboBox)):
        return _button(widget)
    return ""


def _field(field: QLineEdit) -> str:
    wide = QFontMetrics(field.font()).horizontalAdvance(field.placeholderText())
    room = field.width() - 24 - (24 if field.actions() else 0)
    return f"“{field.placeholderText()}” {wide} > {room}" if wide > room else ""


def _place(button: NavButton) -> str:
    if button.toolTip():  # an icon alone
        return "" if button.toolTip() == button.text() else "an icon that says something else"
    wide = QFontMetrics(button.font()).horizontalAdvance(button.text())
    room = button.width() - 52 - (40 if button.badge else 0)
    return f"“{button.text()}” {wide} > {room}" if wide > room else ""


def _button(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else widget.currentText()
    elided = isinstance(widget, (CheckBox, RadioButton)) and widget.toolTip()
    if text and widget.sizeHint().width() > widget.width() and not elided:
        return f"“{text}” {widget.sizeHint().width()} > {widget.width()}"
    return _outside(widget)


def _sideways(area: QScrollArea) -> str:
    """What is wider than the area it scrolls in can only be seen by scrolling sideways."""
    content = area.widget()
    if content is None or content.width() <= area.viewport().width():
        return ""
    seen = area.viewport().width()
    wide = [
        f"{child.objectName() or type(child).__name__} ({child.minimumSizeHint().width()})"
        for child in content.findChildren(QWidget)
        if child.isVisible() and child.minimumSizeHint().width() > seen - 220
    ]
    return f"its content is {content.width()} wide, and {seen} are seen; because of {wide}"


def _label(label: QLabel) -> str:
    if isinstance(label, ElidedLabel) or not label.text():
        return ""
    if not label.wordWrap():
        wide = label.sizeHint().width()
        return f"“{label.text()}” {wide} > {label.width()}" if wide > label.width() else ""
    high = label.heightForWidth(label.width())
    if high > label.height() + 1:
        return f"“{label.text()}” {high} > {label.height()} high"
    longest = max(QLabel.text(label).replace(BREAK, " ").split() or [""], key=len)
    wide = label.fontMetrics().horizontalAdvance(longest)
    if wide > label.width():
        return f"“{longest}” {wide} > {label.width()}"
    return _outside(label)


def _outside(widget: QWidget) -> str:
    """Beyond the edge of what holds it; scrolling up and down is no harm."""
    parent = widget.parentWidget()
    while parent is not None:
        place = widget.mapTo(parent, widget.rect().topLeft())
        if place.x() < 0 or place.x() + widget.width() > parent.width() + 1:
            return f"beyond the side of {parent.objectName() or type(parent).__name__}"
        if isinstance(parent, QScrollArea) or parent.isWindow():
            return ""
        below = place.y() + widget.height() - parent.height() > 1
        in_scroll = isinstance(parent.parentWidget(), QScrollArea) or (
            parent.parentWidget() is not None
            and isinstance(parent.parentWidget().parentWidget(), QScrollArea)
        )
        if below and not in_scroll:
            return f"below {parent.objectName() or type(parent).__name__}"
        if in_scroll:
            return ""
        parent = parent.parentWidget()
    return ""
