"""Every page by keyboard alone: Tab reaches every control, in the order of reading, visibly."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
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
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.shell.crash_reports import CrashDialog, CrashReports
from epicrec_desktop.ui.shell.help import ShortcutsDialog
from ui.places import PAGES, PLACES, come_to, page_key, rest

LOOKS = ("light", "dark", "contrast")
TAB_REASON = Qt.FocusReason.TabFocusReason


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
    plain, other = QImage(50, 50, QImage.Format.Format_RGB32), QImage()
    plain.fill(Qt.GlobalColor.white)
    other = plain.copy()
    assert strongly_changed(plain, other) == 0
    other.fill(Qt.GlobalColor.black)
    assert strongly_changed(plain, other) == 2500


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
    page = come_to(window, "movies", qtbot)
    window.help_dialogs.show_shortcuts_dialog()
    window.crash.open_report()
    page.add_by_hand()
    page.entry_actions.ask_forget()
    for kind in (ShortcutsDialog, CrashDialog, AddMovieDialog, ConfirmDialog):
        (dialog,) = window.findChildren(kind)
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), kind.__name__


def test_focus_is_seen_on_every_control(window, qtbot):
    """Something changes with a contrast of 3 : 1; in dark and contrast on one control a kind."""
    window.resize(1280, 800)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    unseen, looked = [], 0
    for look in LOOKS:
        window.theme.set_appearance(look)
        kinds = set()
        for place in PLACES if look == "light" else PAGES:
            page = come_to(window, place, qtbot)
            for widget in sorted(reachable(page), key=lambda w: w.objectName()):
                kind = (type(widget), widget.property("kind"))
                if widget.visibleRegion().isEmpty() or (look != "light" and kind in kinds):
                    continue
                kinds.add(kind)
                window.navigation.buttons[page_key(place)].setFocus(TAB_REASON)
                before = picture(widget, window)
                widget.setFocus(TAB_REASON)
                looked += 1
                least = 1 if isinstance(widget, Segment) else 40
                if strongly_changed(before, picture(widget, window)) < least:
                    unseen.append(f"{look} {widget.objectName()}")
    window.theme.set_appearance("light")
    assert unseen == []
    assert looked >= 60


def picture(widget: QWidget, window: QWidget) -> QImage:
    """Return a widget on what is behind it."""
    place = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    return window.grab(place.intersected(window.rect())).toImage()


def strongly_changed(before: QImage, after: QImage) -> int:
    """Return the number of points that have another color, with a contrast of 3 and more."""
    one, other = luminance(before), luminance(after)
    high, wide = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    lights = np.sort(np.stack([one[:high, :wide], other[:high, :wide]]), axis=0)
    return int(((lights[1] + 0.05) / (lights[0] + 0.05) >= 3).sum())


def luminance(image: QImage) -> np.ndarray:
    """Return the relative luminance of every point, WCAG 2.2."""
    plain = image.convertToFormat(QImage.Format.Format_RGBX8888)
    data = np.frombuffer(plain.constBits(), dtype=np.uint8)
    colors = data.reshape(plain.height(), plain.width(), 4)[:, :, :3] / 255
    linear = np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])
