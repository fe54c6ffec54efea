"""Every page by keyboard alone, and every control with a name: for eyes, ears and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from epicrec_desktop.ui.common.controls import Segment, SegmentedControl
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.shell.crash_reports import CrashDialog, CrashReports
from epicrec_desktop.ui.shell.help import ShortcutsDialog
from epicrec_desktop.ui.shell.window import MainWindow
from ui.fakes import just_started, lived_in
from ui.places import PLACES, page_key, show_place

STEPS = ("welcome", "scan", "movies", "pick")
CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    SegmentedControl,
)
ROLELESS = (QAccessible.Role.NoRole, QAccessible.Role.Client)


@pytest.fixture
def open_whole(qtbot, tmp_path) -> Iterator[Callable[..., MainWindow]]:
    opened: list[MainWindow] = []

    def build(*, first_run: bool = False) -> MainWindow:
        services = (just_started if first_run else lived_in)(tmp_path)
        CrashReports(services.paths.crashes).record(KeyError())
        window = MainWindow(services.paths, services.settings)
        window.attach_services(services)
        opened.append(window)
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(lambda: not window.tasks.busy and window.isActiveWindow())
        return window

    yield build
    for window in opened:
        window.close()


@pytest.fixture
def page_of(open_whole, qtbot) -> Callable[[str], MainWindow]:
    def show(key: str) -> MainWindow:
        window = open_whole()
        show_place(window, key)
        qtbot.waitUntil(lambda: not window.tasks.busy)
        if key == "recommendations":
            qtbot.waitUntil(lambda: not window.page(key).stack.waiting)
        return window

    return show


def controls(root: QWidget) -> list[QWidget]:
    """What a person can act on, as far as it is seen; not the parts of such a one."""
    found = [w for w in root.findChildren(QWidget) if isinstance(w, CONTROLS) and w.isVisible()]
    return [w for w in found if not _is_part(w)]


def _is_part(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    inside = isinstance(parent, (QLineEdit, QAbstractSpinBox, QComboBox))
    return inside or widget.objectName().startswith("qt_")


def nameless(root: QWidget) -> list[str]:
    wrong = []
    for widget in controls(root):
        spoken = QAccessible.queryAccessibleInterface(widget)
        name = spoken.text(QAccessible.Text.Name) if spoken is not None else ""
        what = f"{type(widget).__name__} {widget.objectName()!r}"
        if not name.strip():
            wrong.append(f"{what} has no accessible name")
        elif spoken.role() in ROLELESS and not isinstance(widget, SegmentedControl):
            wrong.append(f"{what} has no role")
        if not widget.objectName():
            wrong.append(f"{what} “{name}” has no object name")
    return wrong


def reachable(root: QWidget) -> set[QWidget]:
    """What Tab has to come to. Of a list of places or a group of radio buttons one is enough."""
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
    """Every widget that has the focus on the way round."""
    seen: list[QWidget] = []
    for _ in range(limit):
        qtbot.keyClick(QApplication.focusWidget() or window, key)
        focus = QApplication.focusWidget()
        assert focus is not None, "the focus got lost"
        assert focus.isVisible(), f"{focus.objectName()} has the focus and is not seen"
        if seen and focus is seen[0]:
            return seen
        assert focus not in seen, f"Tab turns at {focus.objectName()} before it came round"
        seen.append(focus)
    raise AssertionError("Tab does not come round")


def one_of(widget: QWidget, seen: list[QWidget]) -> bool:
    """Whether Tab came to it, or to the one that stands for its group."""
    if widget in seen or isinstance(widget, Segment):
        return True
    if isinstance(widget, QAbstractButton):
        group = widget.group()
        others = group.buttons() if group is not None else []
        if widget.autoExclusive() and widget.parentWidget() is not None:
            others = [*others, *widget.parentWidget().findChildren(type(widget))]
        return any(other in seen for other in others)
    return False


@pytest.mark.parametrize("key", PLACES)
def test_every_control_of_a_page_has_a_name(page_of, key):
    assert nameless(page_of(key)) == []


@pytest.mark.parametrize("key", PLACES)
def test_tab_comes_to_every_control_of_a_page_and_round(page_of, qtbot, key):
    window = page_of(key)
    seen = walk(window, Qt.Key.Key_Tab, qtbot)
    missed = [w for w in reachable(window) if not one_of(w, seen)]
    assert [f"{type(w).__name__} {w.objectName()}" for w in missed] == []
    back = walk(window, Qt.Key.Key_Backtab, qtbot)
    assert set(back) == set(seen), "the way back is another one"


@pytest.mark.parametrize("key", PLACES)
def test_the_focus_goes_down_and_to_the_right(page_of, qtbot, key):
    """The order of Tab is the order of reading: nowhere far up, but to the top of a next column."""
    window = page_of(key)
    page = window.page(page_key(key))
    seen = [w for w in walk(window, Qt.Key.Key_Tab, qtbot) if page.isAncestorOf(w)]
    places = [w.mapTo(window, w.rect().topLeft()) for w in seen]
    steps = pairwise(zip(places, seen, strict=True))
    jumps = [
        f"{first.objectName()} → {second.objectName()}"
        for (a, first), (b, second) in steps
        if b.y() < a.y() - 60 and b.x() < a.x() + 40
    ]
    assert len(jumps) <= 1, jumps  # from the page's foot to its head, once


@pytest.mark.parametrize("key", STEPS)
def test_every_step_of_the_first_run_has_names_and_is_walked_round(open_whole, qtbot, key):
    window = open_whole(first_run=True)
    wizard = window.first_run.wizard
    wizard._show(key)
    qtbot.waitUntil(lambda: not window.tasks.busy)
    assert nameless(window) == []
    seen = walk(window, Qt.Key.Key_Tab, qtbot)
    missed = [w.objectName() for w in reachable(window) if not one_of(w, seen)]
    assert missed == []


def test_dialogs_have_names_and_are_left_by_escape(page_of, qtbot):
    window = page_of("movies")
    window.help_dialogs.show_shortcuts_dialog()
    window.crash.open_report()
    window.page("movies").add_by_hand()
    window.page("movies").entry_actions.ask_forget()
    for kind in (ShortcutsDialog, CrashDialog, AddMovieDialog, ConfirmDialog):
        (dialog,) = window.findChildren(kind)
        assert nameless(dialog) == [], kind.__name__
        assert dialog.windowTitle() or dialog.accessibleName(), kind.__name__
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), kind.__name__


def test_focused_control_looks_different(page_of, qtbot):
    """A ring, an edge, a color: something has to show where one is."""
    for key in PLACES:
        window = page_of(key)
        elsewhere = window.crash.close_button
        for widget in walk(window, Qt.Key.Key_Tab, qtbot):
            if widget is elsewhere:
                continue
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            with_focus = widget.grab().toImage()
            elsewhere.setFocus(Qt.FocusReason.TabFocusReason)
            assert with_focus != widget.grab().toImage(), f"{key}: {widget.objectName()}"
        window.close()
