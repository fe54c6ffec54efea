"""Tab goes as one reads, and so do screen readers: by the layouts, whatever was made when.

A layout is never asked for its items, only where a widget or a layout stands in it: PySide keeps
what it hands out of an item for as long as the layout, and Qt deletes the item with its widget.
Whatever is made at its address then is taken for the item, and the program ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QScrollArea, QWidget

from epicrec_desktop.ui.common.flow import Flow


def in_reading_order(part: QWidget | QLayout) -> Iterator[QWidget]:
    """Everything that Tab can come to, as the layouts place it; also what is hidden now."""
    if isinstance(part, QLayout):
        for inner in _parts(part):
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


def _widgets_of(part: QWidget) -> list[QWidget]:
    return [child for child in part.children() if isinstance(child, QWidget)]


def _parts(layout: QLayout) -> list[QWidget | QLayout]:
    """What stands in a layout as one reads it; a grid's row by row, whatever was put in when."""
    if isinstance(layout, Flow):
        return list(layout.widgets)
    owner = layout.parentWidget()
    placed: list[tuple[int, QWidget | QLayout]] = []
    placed += [(layout.indexOf(widget), widget) for widget in _widgets_of(owner)] if owner else []
    for inner in layout.children():
        if isinstance(inner, QLayout):
            placed.append((layout.indexOf(inner), inner))
    placed = [at for at in placed if at[0] >= 0]
    if isinstance(layout, QGridLayout):
        position: Any = layout.getItemPosition  # row, column, and how many of each
        placed.sort(key=lambda at: tuple(position(at[0])[:2]))
    else:
        placed.sort(key=lambda at: at[0])
    return [part for _, part in placed]


def _placed(layout: QLayout) -> Iterator[QWidget]:
    """The widgets of a layout and of those in it, as one reads."""
    for part in _parts(layout):
        if isinstance(part, QLayout):
            yield from _placed(part)
        else:
            yield part


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
    children = _widgets_of(part)
    if [child for child in children if child in known] != wanted:
        over = [child for child in children if child not in known and not child.isWindow()]
        for widget in (*wanted, *over):
            widget.raise_()
    for widget in wanted:
        tell_in_order(widget)
