"""Tab goes as one reads, and so do screen readers: by the layouts, whatever was made when."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QScrollArea, QWidget


def in_reading_order(part: QWidget | QLayout) -> Iterator[QWidget]:
    """Everything that Tab can come to, as the layouts place it; also what is hidden now."""
    if isinstance(part, QLayout):
        for place in _places(part):
            item = part.itemAt(place)
            inner = item.widget() or item.layout() if item is not None else None
            if inner is not None:
                yield from in_reading_order(inner)
        return
    if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield part
        return  # what is inside of a control is its own affair
    content = part.widget() if isinstance(part, QScrollArea) else part.layout()
    if content is not None:
        yield from in_reading_order(content)


def follow_layout(part: QWidget) -> None:
    """Let Tab go through `part` in reading order."""
    for before, after in pairwise(in_reading_order(part)):
        if before.nextInFocusChain() is not after:
            QWidget.setTabOrder(before, after)


def _places(layout: QLayout) -> list[int]:
    """The places of a layout as one reads them; a grid's row by row, whatever was put in when."""
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        position: Any = layout.getItemPosition  # row, column, and how many of each
        places.sort(key=lambda place: tuple(position(place)[:2]))
    return places


def _placed(layout: QLayout) -> Iterator[QWidget]:
    """The widgets of a layout and of those in it, as one reads."""
    for place in _places(layout):
        item = layout.itemAt(place)
        if item is None:
            continue
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _placed(inner)


def tell_in_order(part: QWidget) -> None:
    """Have a screen reader meet what is in `part` in reading order, at every depth.

    It goes by the order of the children, which is that in which they were made, and by which they
    are drawn over each other: what no layout places, and so may lie over others, stays on top.
    Only layouts are followed: what Qt made for itself, such as the box around a scroll bar, must
    not be taken hold of, as PySide lets go of what is in it together with it.
    """
    if isinstance(part, QScrollArea):
        content = part.widget()
        if content is not None:
            tell_in_order(content)
        return
    layout = part.layout()
    if layout is None:
        return
    wanted = [widget for widget in _placed(layout) if widget.parentWidget() is part]
    known = set(wanted)
    children = [child for child in part.children() if isinstance(child, QWidget)]
    if [child for child in children if child in known] != wanted:
        over = [child for child in children if child not in known and not child.isWindow()]
        for widget in (*wanted, *over):
            widget.raise_()
    for widget in wanted:
        tell_in_order(widget)
