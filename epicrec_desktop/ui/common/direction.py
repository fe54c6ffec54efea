"""Right to left: what is painted by hand goes to the side where reading begins.

Everything here takes places as they are from left to right, and gives those of the layout's way.
"""

from __future__ import annotations

from typing import overload

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtWidgets import QWidget


def right_to_left(widget: QWidget) -> bool:
    """Whether reading begins at the right of this widget."""
    return widget.layoutDirection() is Qt.LayoutDirection.RightToLeft


@overload
def mirrored(widget: QWidget, place: QRect, inside: QRect | QRectF | None = None) -> QRect: ...


@overload
def mirrored(widget: QWidget, place: QRectF, inside: QRect | QRectF | None = None) -> QRectF: ...


def mirrored(
    widget: QWidget, place: QRect | QRectF, inside: QRect | QRectF | None = None
) -> QRect | QRectF:
    """`place`, from left to right; from right to left as far from the other side of `inside`.

    Without `inside` it is the whole widget.
    """
    if not right_to_left(widget):
        return place
    if isinstance(place, QRect):
        room = QRect(0, 0, widget.width(), 0) if inside is None else QRectF(inside).toRect()
        return QRect(
            room.left() + room.right() - place.right(), place.top(), place.width(), place.height()
        )
    whole = QRectF(0, 0, widget.width(), 0) if inside is None else QRectF(inside)
    return QRectF(
        whole.left() + whole.right() - place.right(), place.top(), place.width(), place.height()
    )


def start_of_line(
    widget: QWidget, vertical: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignVCenter
) -> Qt.AlignmentFlag:
    """Where a line of the interface begins, whatever the script of the words in it.

    Words from strangers keep their own direction inside of it: a French title in Hebrew's layout.
    """
    absolute = Qt.AlignmentFlag.AlignAbsolute
    side = Qt.AlignmentFlag.AlignRight if right_to_left(widget) else Qt.AlignmentFlag.AlignLeft
    return vertical | side | absolute


def end_of_line(
    widget: QWidget, vertical: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignVCenter
) -> Qt.AlignmentFlag:
    """The other side: figures in a column, a remark at the end of a row."""
    absolute = Qt.AlignmentFlag.AlignAbsolute
    side = Qt.AlignmentFlag.AlignLeft if right_to_left(widget) else Qt.AlignmentFlag.AlignRight
    return vertical | side | absolute
