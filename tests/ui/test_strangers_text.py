"""A stranger's text is text: on every page, in every dialog, in every way a widget can show it."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)

import epicrec_desktop.ui
from epicrec_desktop.ui.common import text as plain
from epicrec_desktop.ui.common.controls import CheckBox, RadioButton
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.notices import Banner
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.text import BREAK, ElidedLabel, Text
from epicrec_desktop.ui.common.theme import Theme
from epicrec_desktop.ui.common.window_frame import MINIMUM
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.shell.window import MainWindow
from ui.fitting import cut_after_layout
from ui.strangers import hostile_services, texts

Role = Qt.ItemDataRole
SHOWN_ROLES = (
    Role.DisplayRole,
    Role.ToolTipRole,
    Role.StatusTipRole,
    Role.WhatsThisRole,
    Role.AccessibleTextRole,
    Role.AccessibleDescriptionRole,
)
TIPS = ("tool tip", "role ToolTipRole")
SETTERS = re.compile(
    r"\.(setToolTip|setAccessibleName|setAccessibleDescription|setWindowTitle|setStatusTip|"
    r"setWhatsThis|setHtml|elidedText|showMessage)\(|"
    r"(?<![\w.])(QLabel|QMessageBox|QToolTip|QTextBrowser|QTextEdit|QErrorMessage|QInputDialog)"
    r"(?=[(,]|$)"
)
ALLOWED = {
    "common/text.py": {"*"},
    "shell/tray.py": {"showMessage"},  # of `notification_text`
    "common/theme.py": {"QMessageBox", "QToolTip"},  # the style sheet's selectors
}


@pytest.fixture
def picture(tmp_path) -> Path:
    image = QImage(900, 900, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    path = tmp_path / "seen.png"
    assert image.save(str(path))
    return path


@pytest.fixture
def open_hostile(qtbot, tmp_path, picture) -> Iterator:
    opened: list[MainWindow] = []

    def build(*, first_run: bool = False) -> MainWindow:
        services = hostile_services(tmp_path, picture, first_run=first_run)
        window = MainWindow(services.paths, services.settings)
        window.attach_services(services)
        opened.append(window)
        qtbot.addWidget(window)
        window.resize(*MINIMUM)
        window.show()
        qtbot.waitUntil(lambda: not window.tasks.busy)
        return window

    yield build
    for window in opened:
        window.close()


def shown(root: QWidget) -> Iterator[tuple[str, str, str]]:
    """(widget, way, text) of everything under `root` that a person may see or hear."""
    for widget in (root, *root.findChildren(QWidget)):
        name = widget.objectName() or type(widget).__name__
        yield name, "tool tip", widget.toolTip()
        yield name, "name", widget.accessibleName()
        yield name, "description", widget.accessibleDescription()
        yield name, "title", widget.windowTitle()
        yield name, "status tip", widget.statusTip()
        yield name, "what's this", widget.whatsThis()
        if isinstance(widget, QLabel):
            yield name, "label", QLabel.text(widget)
        elif isinstance(widget, QAbstractButton):
            yield name, "button", widget.text()
        elif isinstance(widget, QLineEdit):
            yield name, "hint", widget.placeholderText()
        elif isinstance(widget, QPlainTextEdit):
            yield name, "document", widget.toPlainText()
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model = widget.model()
            for row in range(min(model.rowCount(), 80)):
                for role in SHOWN_ROLES:
                    value = model.data(model.index(row, 0), role)
                    if value is not None:
                        yield name, f"role {role.name}", value


def odd(text: str) -> list[str]:
    """The characters of a text that may not be shown."""
    return [
        f"U+{ord(c):04X}"
        for c in text
        if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in f"\n{BREAK}"
    ]


def rich(text: str) -> bool:
    """Whether Qt would make anything of a text but characters."""
    if not QtGui.Qt.mightBeRichText(text):
        return False
    document = QTextDocument()
    document.setHtml(text)
    if "\N{OBJECT REPLACEMENT CHARACTER}" in document.toPlainText():
        return True
    block = document.begin()
    while block.isValid():
        for layout in block.textFormats():
            if layout.format.isAnchor() or layout.format.fontWeight() > QtGui.QFont.Weight.Normal:
                return True
        block = block.next()
    return False


def faults(root: QWidget) -> list[str]:
    """Everything under `root` that is more than text, or less."""
    found = []
    for name, way, text in shown(root):
        if odd(text):
            found.append(f"{name}, {way}: {odd(text)[:3]}")
        if way in TIPS and rich(text):
            found.append(f"{name}, {way}: rich text")
        if len(text) > plain.LABEL * 1.2 and way != "document":
            found.append(f"{name}, {way}: {len(text)} characters")
    for widget in (root, *root.findChildren(QWidget)):
        name = widget.objectName() or type(widget).__name__
        if isinstance(widget, QTextEdit):
            found.append(f"{name} is a rich text widget")
        if isinstance(widget, QLabel) and widget.textFormat() is not Qt.TextFormat.PlainText:
            found.append(f"{name} takes markup")
        if isinstance(widget, QAbstractButton) and not widget.shortcut().isEmpty():
            found.append(f"{name} has the shortcut {widget.shortcut().toString()}")
    return found


def sound(window: QWidget, root: QWidget | None = None) -> None:
    """Nothing under `root` is more than text, wider than its window, or cut."""
    root = root or window
    root.grab()  # draws every delegate with what it was given
    QApplication.processEvents()
    assert faults(root) == []
    found = [f"{text[:40]} … {text[-60:]}" for text in cut_after_layout(root)]
    assert found == [], found
    if isinstance(window, MainWindow):
        assert (window.width(), window.height()) == MINIMUM
        wide = [
            f"{child.objectName() or type(child).__name__}: {child.minimumSizeHint().width()}"
            for child in window.findChildren(QWidget)
            if child.isVisible() and child.minimumSizeHint().width() > 500
        ]
        _wait_for_layouts(window)
        assert window.minimumSizeHint().width() <= MINIMUM[0], wide


def _wait_for_layouts(window: MainWindow) -> None:
    """Until the window knows that its rail has become narrow; a second at most."""
    end = time.monotonic() + 1.0
    while window.minimumSizeHint().width() > MINIMUM[0] and time.monotonic() < end:
        QApplication.processEvents()


def test_qt_would_make_markup_of_such_text(picture):
    """The attack works where nothing is done against it; else this file proves nothing."""
    first = texts(picture)[0]
    assert rich(first)
    assert odd("".join(texts(picture)))
    document = QTextDocument()
    document.setHtml(first)
    assert document.size().width() > 800  # the file was read: it is as wide as it says


@pytest.mark.parametrize("key", ["recommendations", "movies", "privacy", "activity", "settings"])
def test_every_page_shows_a_strangers_text_as_text(open_hostile, qtbot, key):
    window = open_hostile()
    window.show_page(key)
    qtbot.waitUntil(lambda: not window.tasks.busy)
    qtbot.wait(50)
    if key == "recommendations":
        qtbot.waitUntil(lambda: not window.page(key).stack.waiting)
    sound(window)
    words = " ".join(text for _, _, text in shown(window))
    assert "<img" in words or key == "privacy"  # it is there, as text


def test_every_movie_in_list_wall_and_card(open_hostile, qtbot):
    window = open_hostile()
    window.show_page("movies")
    qtbot.waitUntil(lambda: not window.tasks.busy)
    page = window.page("movies")
    for _ in range(2):
        for row in range(15):
            page.view.select_row(row)
            page.library.open_card()
            # The card gets the movie's length from the background, and becomes higher by it.
            qtbot.waitUntil(lambda: not window.tasks.busy)
            sound(window, page.library.card)
        page.library.card.dismiss()
        page._toggle_view()
        sound(window)


def test_every_recommendation_on_its_card(open_hostile, qtbot):
    window = open_hostile()
    page = window.page("recommendations")
    qtbot.waitUntil(lambda: not page.stack.waiting)
    for row in page.ranking.result.rows[:3]:
        for suggestion in row.suggestions[:15]:
            page.stack.opened.emit(suggestion)
            qtbot.wait(20)
            sound(window, page.card)


def test_what_a_scan_says_and_what_a_movie_is_added_from(open_hostile, qtbot):
    window = open_hostile()
    window.show_page("movies")
    page = window.page("movies")
    page.scan_button.click()
    qtbot.waitUntil(lambda: not window.tasks.busy)
    sound(window)
    page.add_by_hand()
    dialog = window.findChild(AddMovieDialog)
    dialog.search.setText("e")
    qtbot.wait(400)
    qtbot.waitUntil(lambda: not window.tasks.busy)
    assert dialog.list.count() > 10
    sound(dialog)
    dialog.close()


def test_every_release_in_the_ledger(open_hostile, qtbot):
    window = open_hostile()
    window.show_page("activity")
    qtbot.waitUntil(lambda: not window.tasks.busy)
    page = window.page("activity")
    for row in range(page.list.model().rowCount()):
        page.list.setCurrentIndex(page.list.model().index(row, 0))
        qtbot.wait(10)
        sound(window)


def test_the_first_run(open_hostile, qtbot):
    window = open_hostile(first_run=True)
    wizard = window.first_run.wizard
    for place in wizard._keys:
        wizard._show(place)
        qtbot.waitUntil(lambda: not window.tasks.busy)
        qtbot.wait(50)
        sound(window, wizard)


@pytest.mark.parametrize("place", range(15))
def test_widgets_that_say_any_sentence(qapp, qtbot, picture, place):
    text = texts(picture)[place]
    host = QWidget()
    qtbot.addWidget(host)
    Theme(qapp, "light", host)
    host.resize(480, 300)
    widgets: list[QWidget] = [
        Text(text, host),
        Text(text, host, wrap=False),
        ElidedLabel(text, host),
        CheckBox(text, host, name="check"),
        RadioButton(text, host, name="radio"),
        EmptyState("error", text, text, text, host),
    ]
    for banner in (Banner("info", host, name="b", button=text), Banner("error", host, name="e")):
        banner.show_text(text)
        widgets.append(banner)
    for widget in widgets:
        widget.resize(480, 60)
    host.show()
    qtbot.wait(20)
    host.grab()
    assert faults(host) == []
    question = ConfirmDialog(text, text, text, host, name="question")
    question.open()
    assert faults(question) == []
    assert question.width() == ConfirmDialog.WIDTH
    question.close()


@pytest.mark.parametrize("place", range(15))
def test_a_tool_tip_says_what_is_readable(qtbot, picture, place):
    text = texts(picture)[place]
    tip = plain.tool_tip(text)
    document = QTextDocument()
    if QtGui.Qt.mightBeRichText(tip):
        document.setHtml(tip)
    else:
        document.setPlainText(tip)
    read = document.toPlainText().replace(BREAK, "")
    assert read == plain.plain(text, limit=plain.TIP, lines=True)
    document.setTextWidth(480)
    assert document.idealWidth() <= 480 or not QtGui.Qt.mightBeRichText(tip)


@pytest.mark.parametrize("place", range(15))
def test_a_notice_beside_the_tray_holds_no_markup(picture, place):
    shown_there = plain.notification_text(texts(picture)[place])
    assert not set(shown_there) & set("<>&\n")
    assert odd(shown_there) == []


def test_a_word_of_an_emoji_family_is_not_broken():
    family = "👨‍👩‍👧" * 40
    parts = plain.with_line_breaks(family).split(BREAK)
    assert "".join(parts) == family
    assert not [part for part in parts if part.startswith("\u200d") or part.endswith("\u200d")]


def test_text_reaches_widgets_in_one_way_only():
    folder = Path(epicrec_desktop.ui.__file__).parent
    found = []
    for path in folder.rglob("*.py"):
        place = path.relative_to(folder).as_posix()
        allowed = ALLOWED.get(place, set())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for match in SETTERS.finditer(line):
                used = match.group(1) or match.group(2)
                if not allowed & {used, "*"}:
                    found.append(f"{place}:{number}: {used}")
    assert found == [], found


def test_push_buttons_show_an_ampersand(qtbot):
    from epicrec_desktop.ui.common.buttons import QuietButton

    button = QuietButton("Remove R&D")
    qtbot.addWidget(button)
    assert isinstance(button, QPushButton)
    assert button.text() == "Remove R&&D"  # Qt's way to show one
    assert button.shortcut().isEmpty()
