"""Every key is in one table, works, and is on the help page."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut

from epicrec_desktop import ui
from epicrec_desktop.ui.common import shortcuts
from epicrec_desktop.ui.common.labels import Chip
from epicrec_desktop.ui.shell.help import ShortcutRow, ShortcutsDialog

Key, Modifier = Qt.Key, Qt.KeyboardModifier


def test_no_other_file_makes_shortcuts():
    own = Path(ui.__file__).parent
    users = {
        file.relative_to(own).as_posix()
        for file in own.rglob("*.py")
        if "QShortcut" in (text := file.read_text(encoding="utf-8")) or "QKeySequence" in text
    }
    assert users == {"common/shortcuts.py"}


def test_every_key_of_the_table_is_bound_somewhere(window, settle):
    for page in window.stack.titles:
        window.show_page(page) if page in ("recommendations", "movies") else None
    settle(window)
    sources = "".join(
        file.read_text(encoding="utf-8") for file in Path(ui.__file__).parent.rglob("*.py")
    )
    for entry in shortcuts.table():
        if entry.key and not entry.key.startswith("go."):
            assert sources.count(f'"{entry.key}"') >= 2, entry.key
        assert entry.words
        assert entry.key_labels(), entry
    bound = {shortcut.key().toString() for shortcut in window.findChildren(QShortcut)}
    assert {"Ctrl+1", "Ctrl+5", "F1", "?", "Ctrl+Q", "F5", "Ctrl+F", "Ctrl+Z"} <= bound


def test_no_two_keys_of_one_place_are_the_same():
    seen = {}
    for entry in shortcuts.table():
        for sequence in entry.sequences():
            known = seen.setdefault((entry.place, sequence.toString()), entry.words)
            assert known == entry.words, sequence.toString()


def test_the_help_page_opens_once_by_key_and_shows_the_whole_table(window, settle, qtbot):
    window.show_page("movies")
    settle(window)
    search = window.page("movies").search
    search.setFocus()
    qtbot.keyClick(search, Key.Key_Question, Modifier.ShiftModifier)
    assert window.findChild(ShortcutsDialog) is None, "a question mark in a search is a letter"
    qtbot.keyClick(window, Key.Key_Question)
    window.help_dialogs.show_shortcuts_dialog()
    (dialog,) = window.findChildren(ShortcutsDialog)
    assert dialog.isVisible()
    rows = dialog.findChildren(ShortcutRow)
    assert len(rows) == len(shortcuts.table())
    shown = {chip.text() for chip in dialog.findChildren(Chip)}
    assert {"Ctrl+1", "F1", "?", "F5", "Y", "N", "←", "Tab"} <= shown
    names = [row.accessibleName() for row in rows]
    assert "Recommendations: Ctrl+1" in names
    assert "These shortcuts: ?" in names
    assert all(name in dialog.area.accessibleDescription() for name in names)
    assert dialog.area.focusPolicy() & Qt.FocusPolicy.TabFocus
    qtbot.keyClick(dialog, Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(ShortcutsDialog) is None)


def test_key_press_is_matched_with_the_shortcut_table(qapp):
    for key, modifiers, wanted in (
        (Key.Key_Y, Modifier.NoModifier, True),
        (Key.Key_Enter, Modifier.KeypadModifier, True),
        (Key.Key_Return, Modifier.NoModifier, True),
        (Key.Key_Y, Modifier.ControlModifier, False),
        (Key.Key_N, Modifier.NoModifier, False),
    ):
        event = QKeyEvent(QKeyEvent.Type.KeyPress, key, modifiers)
        assert bool(shortcuts.pressed(event, ("movies.confirm",))) is wanted


def test_an_unknown_key_is_an_error():
    with pytest.raises(StopIteration):
        shortcuts.entry("no.such")
    assert QKeySequence("Ctrl+1") in shortcuts.entry("go.recommendations").sequences()
