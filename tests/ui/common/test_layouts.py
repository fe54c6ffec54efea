"""Widgets beside each other, in as many lines as there must be."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from epicrec_desktop.ui.common.layouts import BoundedScrollArea, FlowLayout
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.page import Page


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
@pytest.mark.parametrize("spare", [0, 40])
def test_widgets_go_on_in_a_second_line_where_one_has_no_room(qtbot, direction, spare):
    host, buttons = QWidget(), [QPushButton(word) for word in ("Seen", "Liked", "Not interested")]
    qtbot.addWidget(host)
    host.setLayoutDirection(direction)
    flow = FlowLayout(*buttons, spacing=4)
    host.setLayout(flow)
    least = flow.sizeHint().width()

    def reach(shown):
        boxes = [button.geometry() for button in shown]
        return min(box.left() for box in boxes), max(box.right() + 1 for box in boxes)

    host.resize(least + spare, 200)
    flow.setGeometry(host.rect())
    left, right = reach(buttons)
    assert len({button.y() for button in buttons}) == 1
    assert right - left == least
    assert all(button.width() >= button.sizeHint().width() for button in buttons)

    host.resize(least - 1, 200)
    flow.setGeometry(host.rect())
    assert flow.heightForWidth(host.width()) == 2 * buttons[0].sizeHint().height() + 4
    assert len({button.y() for button in buttons}) == 2


def test_text_and_buttons_of_a_line_have_a_common_middle(qtbot):
    host, words, button = QWidget(), QLabel("Or bring your list from"), QPushButton("Netflix")
    qtbot.addWidget(host)
    button.setMinimumHeight(40)
    words.setMaximumHeight(20)
    flow = FlowLayout(words, button)
    host.setLayout(flow)
    host.resize(600, 100)
    flow.setGeometry(host.rect())
    assert words.geometry().center().y() == button.geometry().center().y()


def test_a_long_error_is_shown_whole_above_a_page(qtbot, in_context, fake):
    page = Page(in_context(fake), "Privacy")
    qtbot.addWidget(page)
    page.error = ErrorBanner(name="page.error", button="Try again")
    page.notices.addWidget(page.error)
    page.resize(736, 600)
    page.show()
    page.error.show_text("The service did not answer in time, and nothing was sent. " * 4)
    label, area = page.error.label, page.findChild(BoundedScrollArea)
    qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()))
    assert not area.verticalScrollBar().isVisible()
    assert area.height() == area.widget().height()
