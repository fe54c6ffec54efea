"""What a mouse does: places it is moved to, and turns of its wheel."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QListView

from epicrec_desktop.ui.common.poster_wall import ACTIONS, disc_box
from epicrec_desktop.ui.common.stars import EDGE, GAP, SIDE


def action_point(view: QListView, row: int, answer: str) -> QPoint:
    """Return the middle of an action over the poster of a row."""
    view.doItemsLayout()  # what was never painted has no places yet
    box = view.itemDelegate().poster_box(view.visualRect(view.model().index(row, 0)))
    return disc_box(box, ACTIONS.index(answer)).center()


def star_point(halves: int) -> QPoint:
    """Return a point in the left or right half of a star."""
    star, right = divmod(halves - 1, 2)
    return QPoint(EDGE + star * (SIDE + GAP) + (SIDE * 3 // 4 if right else SIDE // 4), 12)


def wheel_event(
    dx: int, dy: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> QWheelEvent:
    """Return a turn of the wheel, in eighths of a degree."""
    at, none = QPointF(50, 50), Qt.MouseButton.NoButton
    phase = Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(at, at, QPoint(), QPoint(dx, dy), none, modifiers, phase, False)
