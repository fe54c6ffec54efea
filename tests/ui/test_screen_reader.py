"""Rules of screen readers: names, roles, groups, headings and the order of what is read."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.ui.common.accessibility import install_roles
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.labels import Title
from epicrec_desktop.ui.shell.crash_reports import CrashReports
from ui.places import PLACES, come_to, open_dialogs, rest

ITEMS = 3
"""Items read of a long list: the others are exposed in the same way."""
Role = QAccessible.Role
SILENT = (Role.Client, Role.NoRole, Role.Whitespace, Role.ScrollBar, Role.Pane)
"""Only contain others, unless they have a name."""
PRESSED = (
    Role.Button,
    Role.CheckBox,
    Role.RadioButton,
    Role.EditableText,
    Role.List,
    Role.ComboBox,
)
CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    SegmentedControl,
)


def tree(thing: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    """Yield everything that is exposed and not hidden, in the order of reading."""
    if thing is None or not thing.isValid() or thing.state().invisible:
        return
    if thing.role() is not Role.ScrollBar and (name_of(thing) or thing.role() not in SILENT):
        yield thing
    count = thing.childCount()
    if thing.role() in (Role.List, Role.Table, Role.Tree):
        count = min(count, ITEMS)
    for place in range(count):
        yield from tree(thing.child(place))


def name_of(thing: QAccessibleInterface) -> str:
    return thing.text(QAccessible.Text.Name).strip()


def nameless(root: QWidget) -> Iterator[str]:
    """Yield each visible control without a name, a role or an object name."""
    for widget in root.findChildren(QWidget):
        part = isinstance(widget.parentWidget(), (QLineEdit, QAbstractSpinBox, QComboBox))
        if not isinstance(widget, CONTROLS) or not widget.isVisible() or part:
            continue
        if widget.objectName().startswith("qt_"):
            continue
        thing = QAccessible.queryAccessibleInterface(widget)
        what = f"{type(widget).__name__} {widget.objectName()!r}"
        if thing is None or not name_of(thing):
            yield f"{what} has no accessible name"
        elif thing.role() in SILENT and not isinstance(widget, SegmentedControl):
            yield f"{what} has no role"
        if not widget.objectName():
            yield f"{what} has no object name"


def out_of_order(things: list[QAccessibleInterface]) -> Iterator[str]:
    """Yield each step up to what is read later, except to the top of a next column."""
    shown = [t for t in things if t.rect().isValid() and name_of(t)]
    for one, other in pairwise(shown):
        above = other.rect().bottom() < one.rect().top()
        if above and other.rect().left() <= one.rect().left() and other.parent() is one.parent():
            yield f"“{name_of(other)}” is above “{name_of(one)}” and read after it"


def faults(page: QWidget) -> Iterator[str]:
    """Yield what breaks a rule on a page: names, roles, groups, headings, twins, order."""
    yield from nameless(page)
    things = list(tree(QAccessible.queryAccessibleInterface(page)))
    headings = [thing for thing in things if thing.role() is Role.Heading]
    if not headings or not isinstance(headings[0].object(), Title):
        yield "the first heading is not the page's title"
    yield from (f"a heading without words: {h.object()}" for h in headings if not name_of(h))
    yield from out_of_order(things)
    for thing in things:
        if thing.role() is Role.RadioButton and not in_group(thing):
            yield f"“{name_of(thing)}” is one of several of no group with a name"
        inside = [c for c in children(thing) if c.role() in PRESSED and c.state().focusable]
        for (_, name), count in Counter((c.role(), name_of(c)) for c in inside).items():
            if count > 1:
                yield f"{count} times “{name}” beside each other"


def children(thing: QAccessibleInterface) -> list[QAccessibleInterface]:
    found = [thing.child(place) for place in range(min(thing.childCount(), 60))]
    return [c for c in found if c is not None and c.isValid() and not c.state().invisible]


def in_group(thing: QAccessibleInterface) -> bool:
    above = thing.parent()
    while above is not None and above.isValid():
        if name_of(above) and above.role() in (Role.Grouping, Role.Table):
            return True
        above = above.parent()
    return False


def test_rules_find_planted_faults(qtbot):
    install_roles()
    page = QWidget()
    page.setAccessibleName("Page")
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    for number, made in enumerate((Title("Page"), Title(""), QRadioButton("One"), QPushButton())):
        made.setObjectName(str(number))
        column.addWidget(made)
    for number in range(2):
        twin = QPushButton("Open", page)
        twin.setObjectName(f"twin {number}")
        column.addWidget(twin)
    first = QPushButton("First", page)
    first.setObjectName("first")
    column.insertWidget(0, first)
    page.show()
    assert [*faults(page)] == [
        "QPushButton '3' has no accessible name",
        f"a heading without words: {page.findChild(Title, '1')}",
        "“First” is above “Open” and read after it",
        "2 times “Open” beside each other",
        "“One” is one of several of no group with a name",
    ]


def test_every_page_keeps_the_rules(services, open_window, qtbot):
    CrashReports(services.paths.crashes).record(KeyError())
    window = open_window()
    window.resize(1280, 800)
    found = [*nameless(window)]
    for place in PLACES:
        found += [f"{place}: {fault}" for fault in faults(come_to(window, place, qtbot))]
    assert found == []


def test_the_first_run_keeps_them(services, open_window, qtbot):
    services.settings.wizard_step = "welcome"
    window = open_window()
    wizard = window.first_run.wizard
    found = []
    for key in wizard._keys:
        wizard._show(key)
        rest(window, qtbot)
        found += [f"{key}: {fault}" for fault in faults(wizard.step)]
    assert found == []


def test_dialogs_and_their_controls_have_names(services, open_window, qtbot):
    CrashReports(services.paths.crashes).record(KeyError())
    window = open_window()
    come_to(window, "movies.lists", qtbot)
    come_to(window, "recommendations", qtbot)
    for dialog in open_dialogs(window):
        assert [*nameless(dialog)] == [], dialog.objectName()
        assert dialog.windowTitle() or dialog.accessibleName(), dialog.objectName()
