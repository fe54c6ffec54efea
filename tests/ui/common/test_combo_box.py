"""A combo box: the wheel scrolls the page, and a chevron shows that it opens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.controls import ComboBox


def test_the_wheel_over_a_box_is_left_to_the_page_and_chooses_nothing(qtbot) -> None:
    box = ComboBox("Number", name="box")
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


@pytest.mark.parametrize(
    "direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]
)
def test_a_chevron_at_the_end_shows_that_it_opens(qtbot, direction) -> None:
    application = QApplication.instance()
    application.setLayoutDirection(direction)
    box = ComboBox("Number", name="box")
    box.addItem("one")
    box.setStyleSheet(theme.style_sheet(theme.LIGHT))
    box.resize(200, 36)
    qtbot.addWidget(box)
    try:
        image = box.grab().toImage()
    finally:
        application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    end = range(6, 28) if direction is Qt.LayoutDirection.RightToLeft else range(172, 194)
    assert len({image.pixel(x, y) for x in end for y in range(8, 28)}) > 1, "nothing is drawn there"
