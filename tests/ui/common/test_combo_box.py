"""A box to choose from does not stop the page that is turned under it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent

from epicrec_desktop.ui.common.controls import ComboBox


def test_the_wheel_over_a_box_is_left_to_the_page_and_chooses_nothing(qtbot) -> None:
    box = ComboBox()
    box.addItems(["one", "two", "three"])
    qtbot.addWidget(box)
    box.show()
    box.setFocus()
    turned = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    turned.accept()
    box.wheelEvent(turned)
    assert not turned.isAccepted(), "the page below takes what is ignored"
    assert box.currentText() == "one"
    assert not box.focusPolicy() & Qt.FocusPolicy.WheelFocus & ~Qt.FocusPolicy.StrongFocus
