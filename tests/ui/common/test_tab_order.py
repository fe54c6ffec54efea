"""Tab follows the layout, and leaves no trace in it."""

from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)
from shiboken6 import Shiboken

from epicrec_desktop.ui.common.accessibility import (
    focusable_in_layout_order,
    set_tab_order_from_layout,
)


def _items() -> int:
    return sum(type(thing) is QWidgetItem for thing in Shiboken.getAllValidWrappers())


def test_tab_goes_through_a_layout_in_its_order_and_keeps_no_object_of_its_items(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    column, row, before = QVBoxLayout(host), QHBoxLayout(), _items()
    last, first, field, box = QPushButton(), QPushButton(), QLineEdit(), QCheckBox()
    column.addWidget(last)
    column.insertLayout(0, row)
    column.insertWidget(0, first)
    for widget in (field, box, QLabel("Title")):
        row.addWidget(widget)
    assert list(focusable_in_layout_order(host)) == [first, field, box, last]
    set_tab_order_from_layout(host)
    assert [first.nextInFocusChain(), field.nextInFocusChain()] == [field, box]
    # An object of an item that Qt deletes with its widget would later stand for another one.
    assert _items() == before
