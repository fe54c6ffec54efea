"""A stranger's text is text: on every page, in every dialog, in every way a widget can show it."""

import re
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
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

import epicrec_desktop.ui
from epicrec_desktop.ui.common import text as plain
from epicrec_desktop.ui.common.controls import CheckBox, RadioButton
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.labels import LABEL, ElidedLabel, Text
from epicrec_desktop.ui.common.notices import Banner
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.text import BREAK
from epicrec_desktop.ui.common.theme import Theme
from epicrec_desktop.ui.common.window_frame import MINIMUM
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.settings.page import SettingsPage
from epicrec_desktop.ui.shell.window import MainWindow
from ui.fakes import FakeServices
from ui.fitting import cut
from ui.places import PAGES, come_to, rest, settle_layouts
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
    "common/labels.py": {"*"},
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
def services(tmp_path, picture, request) -> FakeServices:
    return hostile_services(tmp_path, picture, first_run=hasattr(request, "param"))


@pytest.fixture
def window(window) -> MainWindow:
    window.resize(*MINIMUM)
    return window


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
        if len(text) > LABEL * 1.2 and way != "document":
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
    settle_layouts(window)
    assert faults(root) == []
    found = [f"{text[:40]} … {text[-60:]}" for text in cut(root)]
    assert found == [], found
    if isinstance(window, MainWindow):
        assert (window.width(), window.height()) == MINIMUM
        assert window.minimumSizeHint().width() <= MINIMUM[0]


def test_qt_would_make_markup_of_such_text(picture):
    """The attack works where nothing is done against it; else this file proves nothing."""
    first = texts(picture)[0]
    assert rich(first)
    assert odd("".join(texts(picture)))
    document = QTextDocument()
    document.setHtml(first)
    assert document.size().width() > 800  # the file was read: it is as wide as it says


def test_every_page_and_card_shows_a_strangers_text_as_text(window, qtbot):
    pages_are_sound(window, qtbot)
    movies_are_sound(window, qtbot)
    recommendations_are_sound(window, qtbot)
    scans_and_added_movies_are_sound(window, qtbot)


def pages_are_sound(window: MainWindow, qtbot) -> None:
    for key in PAGES:
        page = come_to(window, key, qtbot)
        if isinstance(page, SettingsPage):
            assert page.sections  # they are made when they are asked for
            rest(window, qtbot)
        sound(window, page)
        words = " ".join(text for _, _, text in shown(page))
        assert "<img" in words or key == "privacy"  # it is there, as text
    page = come_to(window, "activity", qtbot)
    assert page.list.model().rowCount()
    for row in range(page.list.model().rowCount()):
        page.list.setCurrentIndex(page.list.model().index(row, 0))
        rest(window, qtbot)
        sound(window, page)
    sound(window, window.navigation)


def movies_are_sound(window: MainWindow, qtbot) -> None:
    """Each of the fifteen texts is the title of one of fifteen movies, in list, wall and card."""
    page = come_to(window, "movies", qtbot)
    for row in range(15):
        page.view.select_row(row)
        page.entries.open_selected()
        rest(window, qtbot)
        sound(window, page.entries.movie_page)
    for _ in range(2):
        page.pages.trail.leave()
        page._toggle_view()
        rest(window, qtbot)
        sound(window)
        page.view.select_row(0)
        page.entries.open_selected()
        rest(window, qtbot)
        sound(window, page.entries.movie_page)
    page.pages.trail.leave()


def recommendations_are_sound(window: MainWindow, qtbot) -> None:
    page = come_to(window, "recommendations", qtbot)
    for suggestion in page.ranking.result.rows[0].suggestions[:15]:
        page.stack.opened.emit(suggestion)
        rest(window, qtbot)
        sound(window, page.opened.movie_page)


def scans_and_added_movies_are_sound(window: MainWindow, qtbot) -> None:
    page = come_to(window, "movies", qtbot)
    page.scan_button.click()
    rest(window, qtbot)
    sound(window)
    page.add_by_hand()
    dialog = window.findChild(AddMovieDialog)
    dialog.search.setText("e")
    qtbot.waitUntil(lambda: dialog.list.count() > 10)
    rest(window, qtbot)
    sound(dialog)
    dialog.close()


@pytest.mark.parametrize("services", ["first run"], indirect=True)
def test_the_first_run(window, qtbot):
    wizard = window.first_run.wizard
    for place in wizard._keys:
        wizard._show(place)
        rest(window, qtbot)
        sound(window, wizard)


def test_widgets_that_say_any_sentence(qapp, qtbot, picture):
    theme = QWidget()
    qtbot.addWidget(theme)
    Theme(qapp, "light", theme)
    for text in texts(picture):
        host = QWidget(theme)
        host.resize(480, 300)
        widgets: list[QWidget] = [
            Text(text),
            Text(text, wrap=False),
            ElidedLabel(text),
            CheckBox(text, name="check"),
            RadioButton(text, name="radio"),
            EmptyState("error", text, text, text),
        ]
        for banner in (
            Banner("info", name="b", button=text),
            Banner("error", name="e"),
        ):
            banner.show_text(text)
            widgets.append(banner)
        for widget in widgets:
            widget.setParent(host)
            widget.resize(480, 60)
        host.grab()
        assert faults(host) == []
        question = ConfirmDialog(text, text, text, host, name="question")
        question.open()
        assert faults(question) == []
        assert question.width() == ConfirmDialog.WIDTH
        question.close()


def test_a_tool_tip_says_what_is_readable(picture):
    for text in texts(picture):
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


def test_a_notice_beside_the_tray_holds_no_markup(picture):
    for text in texts(picture):
        notice = plain.notification_text(text)
        assert not set(notice) & set("<>&\n")
        assert odd(notice) == []


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
    assert button.text() == "Remove R&&D"  # Qt's way to show one
    assert button.shortcut().isEmpty()
