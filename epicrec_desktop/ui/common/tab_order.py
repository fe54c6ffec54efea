"""Tab goes as one reads: in the order of the layouts, whatever was made when."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget


def focusable_in_layout_order(part: QWidget | QLayout) -> Iterator[QWidget]:
    """Everything that Tab can come to, as the layouts place it; also what is hidden now."""
    if isinstance(part, QLayout):
        for place in range(part.count()):
            item = part.itemAt(place)
            inner = item.widget() or item.layout() if item is not None else None
            if inner is not None:
                yield from focusable_in_layout_order(inner)
        return
    if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield part
        return  # what is inside of a control is its own affair
    content = part.widget() if isinstance(part, QScrollArea) else part.layout()
    if content is not None:
        yield from focusable_in_layout_order(content)


def set_tab_order_from_layout(part: QWidget) -> None:
    """Let Tab go through `part` in reading order."""
    for before, after in pairwise(focusable_in_layout_order(part)):
        if before.nextInFocusChain() is not after:
            QWidget.setTabOrder(before, after)
