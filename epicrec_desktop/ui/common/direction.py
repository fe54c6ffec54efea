"""Right to left: what is painted by hand goes to the side where reading begins.

Layouts, alignments and lists of Qt turn round by themselves; a place in numbers does not. It is
told here as from left to right, and comes back as the language of the window has it.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QGuiApplication

Rect = TypeVar("Rect", QRect, QRectF)


def right_to_left() -> bool:
    """Whether reading begins at the right."""
    return QGuiApplication.isRightToLeft()


def mirrored(place: Rect, inside: QRect | QRectF) -> Rect:
    """`place`; from right to left as far from the other side of `inside`."""
    if not right_to_left():
        return place
    turned = type(place)(place)
    room = QRectF(inside)
    left = room.left() + room.right() - QRectF(place).right()
    turned.moveLeft(round(left) if isinstance(place, QRect) else left)
    return turned
