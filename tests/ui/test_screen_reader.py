"""What a screen reader gets of every page: a stored text, with roles and in order, and rules.

`EPICREC_KEEP=1 pytest tests/ui/test_screen_reader.py` writes the texts again: read them before
they stay.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.text import BREAK, Title
from epicrec_desktop.ui.shell.window import MainWindow
from ui.fakes import just_started, lived_in
from ui.places import PLACES, show_place

KEPT = Path(__file__).parent / "screen_reader_baseline"
ITEMS = 3
"""Of a long list so many are kept: the others are told in the same way."""
Role = QAccessible.Role
SILENT = (Role.Client, Role.NoRole, Role.Whitespace, Role.ScrollBar, Role.Pane)
"""Only hold others, unless they have a name."""
PRESSED = (
    Role.Button,
    Role.CheckBox,
    Role.RadioButton,
    Role.EditableText,
    Role.List,
    Role.ComboBox,
)


def opened(qtbot, services) -> MainWindow:
    window = MainWindow(services.paths, services.settings)
    window.attach_services(services)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.waitUntil(lambda: not window.tasks.busy)
    return window


def page_of(window: MainWindow, qtbot, key: str) -> Page:
    page = show_place(window, key)
    qtbot.waitUntil(lambda: not window.tasks.busy)
    if key == "recommendations":
        qtbot.waitUntil(lambda: not page.stack.waiting)
    qtbot.wait(20)
    return page


Node = tuple[int, QAccessibleInterface]


def tree(widget: QWidget) -> Iterator[Node]:
    """Everything that is told and not hidden, as deep as it is in others that are told."""
    yield from _under(QAccessible.queryAccessibleInterface(widget), 0)


def _under(thing: QAccessibleInterface | None, depth: int) -> Iterator[Node]:
    if thing is None or not thing.isValid() or thing.state().invisible:
        return
    announced = bool(name_of(thing)) or thing.role() not in SILENT
    if announced and thing.role() is not Role.ScrollBar:
        yield depth, thing
        depth += 1
    count = thing.childCount()
    if thing.role() in (Role.List, Role.Table, Role.Tree):
        count = min(count, ITEMS)
    for place in range(count):
        yield from _under(thing.child(place), depth)


def name_of(thing: QAccessibleInterface) -> str:
    return thing.text(QAccessible.Text.Name).strip()


def announced(widget: QWidget) -> str:
    lines = []
    for depth, thing in tree(widget):
        about = thing.text(QAccessible.Text.Description).strip()
        lines.append(
            f"{'  ' * depth}{thing.role().name}: {name_of(thing)}"
            + (f" ({about})" if about and about != name_of(thing) else "")
            + (" [chosen]" if thing.state().checked else "")
        )
    return "\n".join(" ".join(line.split("\n")).rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("key", ["navigation", *PLACES])
def test_page_matches_the_accessibility_baseline(qtbot, tmp_path, key):
    if os.name == "nt" and key.startswith("settings"):
        pytest.skip("on Linux alone Qt calls a combo box what is chosen in it")
    window = opened(qtbot, lived_in(tmp_path))
    shown = window.navigation if key == "navigation" else page_of(window, qtbot, key)
    now = announced(shown).replace(BREAK, "").replace(str(tmp_path), "FOLDER")
    file = KEPT / f"{key}.txt"
    if os.environ.get("EPICREC_KEEP"):
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8")
    window.close()


def test_every_page_keeps_the_rules_of_screen_readers(qtbot, tmp_path):
    window = opened(qtbot, lived_in(tmp_path))
    wrong = []
    for key in PLACES:
        page = page_of(window, qtbot, key)
        wrong += [f"{key}: {fault}" for fault in faults(page)]
    assert wrong == []
    window.close()


def test_the_first_run_keeps_them_too(qtbot, tmp_path):
    window = opened(qtbot, just_started(tmp_path))
    wizard = window.first_run.wizard
    wrong = []
    for key in ("welcome", "pick"):
        wizard._show(key)
        qtbot.waitUntil(lambda: not window.tasks.busy)
        wrong += [f"{key}: {fault}" for fault in faults(wizard.step)]
    assert wrong == []
    window.close()


def faults(page: QWidget) -> Iterator[str]:
    """What axe would say of it: names, groups, headings, pictures."""
    nodes = [thing for _, thing in tree(page)]
    headings = [thing for thing in nodes if thing.role() is Role.Heading]
    first = next((h for h in headings), None)
    if first is None or not isinstance(first.object(), Title):
        yield "the first heading is not the page's title"
    yield from (f"a heading without words: {h.object()}" for h in headings if not name_of(h))
    for thing in nodes:
        if thing.role() in PRESSED and thing.state().focusable and not name_of(thing):
            yield f"{thing.role().name} without a name: {thing.object().objectName()}"
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
