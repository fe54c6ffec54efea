"""Every page by keyboard alone: Tab reaches every control, in the order of reading."""

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.ui.common.controls import Segment
from epicrec_desktop.ui.shell.crash_reports import CrashReports
from ui.places import PLACES, come_to, open_dialogs, rest


def reachable(root: QWidget) -> set[QWidget]:
    """Return what Tab has to reach, with all buttons of a group."""
    return {
        widget
        for widget in root.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
        and not isinstance(widget, (QScrollArea, QAbstractSlider))
        and not widget.objectName().startswith("qt_")
    }


def walk(window: QWidget, key: Qt.Key, qtbot, limit: int = 400) -> list[QWidget]:
    """Return every widget that has the focus on the way round."""
    seen: list[QWidget] = []
    for _ in range(limit):
        qtbot.keyClick(QApplication.focusWidget() or window, key)
        focus = QApplication.focusWidget()
        assert focus is not None, "the focus got lost"
        assert focus.isVisible(), f"{focus.objectName()} has the focus and is hidden"
        if seen and focus is seen[0]:
            return seen
        assert focus not in seen, f"Tab turns at {focus.objectName()} before it came round"
        seen.append(focus)
    raise AssertionError("Tab does not come round")


def missed(window: QWidget, seen: list[QWidget]) -> list[str]:
    """Return what Tab should have reached."""
    return [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in reachable(window)
        if not in_group(widget, seen)
    ]


def in_group(widget: QWidget, seen: list[QWidget]) -> bool:
    """Return whether Tab reached it, or another button of its group."""
    if widget in seen or isinstance(widget, Segment):
        return True
    if isinstance(widget, QAbstractButton):
        group = widget.group()
        others = group.buttons() if group is not None else []
        if widget.autoExclusive() and widget.parentWidget() is not None:
            others = [*others, *widget.parentWidget().findChildren(type(widget))]
        return any(other in seen for other in others)
    return False


def jumps(window: QWidget, seen: list[QWidget]) -> list[str]:
    """Return the steps far up that do not lead to the top of a next column."""
    places = [widget.mapTo(window, widget.rect().topLeft()) for widget in seen]
    return [
        f"{first.objectName()} → {second.objectName()}"
        for (a, first), (b, second) in pairwise(zip(places, seen, strict=True))
        if b.y() < a.y() - 60 and b.x() < a.x() + 40
    ]


def test_rules_find_planted_faults(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    column = QVBoxLayout(host)
    buttons = [QPushButton(str(number), host) for number in range(4)]
    for button in buttons:
        button.setObjectName(button.text())
        button.setFixedHeight(40)
        column.addWidget(button)
    host.show()
    host.activateWindow()
    qtbot.waitUntil(host.isActiveWindow)
    assert [b.text() for b in walk(host, Qt.Key.Key_Tab, qtbot)] == ["1", "2", "3", "0"]
    assert missed(host, buttons[1:]) == ["QPushButton 0"]
    assert jumps(host, buttons) == []
    QWidget.setTabOrder(buttons[3], buttons[1])
    assert jumps(host, [buttons[0], buttons[3], buttons[1], buttons[2]]) == ["3 → 1"]


def test_tab_reaches_every_control_of_a_page_in_the_order_of_reading(services, open_window, qtbot):
    CrashReports(services.paths.crashes).record(KeyError())
    window = open_window()
    window.resize(1280, 800)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for place in PLACES:
        page = come_to(window, place, qtbot)
        seen = walk(window, Qt.Key.Key_Tab, qtbot)
        assert missed(window, seen) == [], place
        assert len(jumps(window, [w for w in seen if page.isAncestorOf(w)])) <= 1, place
        assert set(walk(window, Qt.Key.Key_Backtab, qtbot)) == set(seen), place


def test_tab_reaches_every_control_of_the_first_run(services, open_window, qtbot):
    services.settings.wizard_step = "welcome"
    window = open_window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for step in window.first_run.wizard._keys:
        window.first_run.wizard._show(step)
        rest(window, qtbot)
        assert missed(window, walk(window, Qt.Key.Key_Tab, qtbot)) == [], step


def test_escape_leaves_dialogs(services, open_window, qtbot):
    CrashReports(services.paths.crashes).record(KeyError())
    window = open_window()
    come_to(window, "movies.lists", qtbot)
    come_to(window, "recommendations", qtbot)
    for dialog in open_dialogs(window):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), dialog.objectName()
