"""Dialogs: to read, to confirm, with a result, and for files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSettings, QSize, QStandardPaths, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from epicrec_desktop.ui.common.buttons import Button, DangerButton, PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.controls import text_field
from epicrec_desktop.ui.common.labels import Heading, Note, ReadOnlyText, Text, Title
from epicrec_desktop.ui.common.layouts import STRETCH, Item, add_items, available_size, column, row
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.page import ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.text import set_accessible_name, set_window_title
from epicrec_desktop.ui.common.theme import STEP

MARGINS = (6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)


def button_row(*buttons: QWidget) -> QHBoxLayout:
    """Return the button row at the foot of a dialog."""
    return row(STRETCH, *buttons, spacing=2 * STEP)


class Dialog(QDialog):
    """Modal dialog, deleted once it is closed.

    `title` is shown by the desktop's list of windows: no number, no name. `label` is its
    accessible name, `size` its first size; without one it is as large as it needs.
    """

    def __init__(
        self,
        parent: QWidget | None,
        *,
        name: str,
        title: str = "EpicRec",
        label: str = "",
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        set_window_title(self, title)
        if label:
            set_accessible_name(self, label)
        self.setModal(True)
        self.finished.connect(self.deleteLater)
        if size is not None:
            self.resize(QSize(*size).boundedTo(available_size(self)))

    def open(self) -> None:
        """Show the dialog, unless one of its name is open: its button was pressed twice."""
        parent = self.parentWidget()
        others = parent.window().findChildren(Dialog, self.objectName()) if parent else ()
        if any(one.isVisible() for one in others):
            self.deleteLater()
        else:
            super().open()

    def set_content(self, *items: Item, spacing: int = 2 * STEP) -> None:
        column(*items, parent=self, margins=MARGINS, spacing=spacing)

    def add_answers(
        self, yes: str, kind: type[Button] = PrimaryButton, *, careful: bool = False
    ) -> QHBoxLayout:
        """Create `no` and `yes`, and return their row; `careful`: Enter never means yes."""
        self.no = SecondaryButton(
            QCoreApplication.translate("Dialog", "Cancel"), name=f"{self.objectName()}.no"
        )
        self.yes = kind(yes, name=f"{self.objectName()}.yes")
        self.no.clicked.connect(self.reject)
        self.yes.clicked.connect(self.confirm)
        (self.no if careful else self.yes).setDefault(True)
        if careful:
            self.yes.setAutoDefault(False)
        return button_row(self.no, self.yes)

    def confirm(self) -> None:
        self.accept()


class WrappedTextDialog(Dialog):
    """Dialog with wrapped text, exactly as high as the text needs at its width.

    Where the screen is lower, what is above the buttons scrolls.
    """

    WIDTH = 480

    def set_content(self, *items: Item, spacing: int = 2 * STEP) -> None:
        *above, buttons = items
        content = ScrollContent()
        self._above = column(*above, parent=content, spacing=spacing)
        self._area = vertical_scroll(content, words=self.accessibleName() or self.windowTitle())
        super().set_content(self._area, buttons, spacing=spacing)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height: the dialog's own layout estimates it before the text is wrapped."""
        self.fit()
        super().showEvent(event)

    def fit(self) -> None:
        left, _, right, _ = MARGINS
        high = self._above.totalHeightForWidth(self.WIDTH - left - right)
        if high < 0:  # no text that could wrap
            high = self._above.totalSizeHint().height()
        self._area.setFixedHeight(high)
        beyond = self._wanted_height() - available_size(self).height()
        self._area.setFixedHeight(high - max(beyond, 0))
        scrolls = Qt.FocusPolicy.StrongFocus if beyond > 0 else Qt.FocusPolicy.NoFocus
        self._area.setFocusPolicy(scrolls)
        # A bar that was there for a moment narrows the text, which then needs the bar.
        bar = Qt.ScrollBarPolicy
        self._area.setVerticalScrollBarPolicy(
            bar.ScrollBarAsNeeded if beyond > 0 else bar.ScrollBarAlwaysOff
        )
        self.setFixedSize(self.WIDTH, self._wanted_height())

    def _wanted_height(self) -> int:
        layout = self.layout()
        assert layout is not None
        return layout.totalSizeHint().height()


class FormDialog(WrappedTextDialog):
    """Dialog with a heading and fields. It stays open and shows what is wrong with its fields."""

    def __init__(self, parent: QWidget | None, heading: str, *, name: str) -> None:
        super().__init__(parent, name=name, label=heading)
        self._heading = Heading(heading)
        self.error = ErrorBanner(name=f"{name}.error")

    def lay_out(self, yes: str, *items: Item) -> None:
        answers = self.add_answers(yes)
        self.set_content(self._heading, STEP, self.error, *items, STEP, answers)

    def require(self, complete: Callable[[], bool], *fields: QLineEdit) -> None:
        """Enable "yes" while `complete` returns true; the first field gets the focus."""
        self._first = fields[0]
        for field in fields:
            field.textChanged.connect(lambda: self.yes.setEnabled(complete()))
        self.yes.setEnabled(complete())
        self._first.setFocus(Qt.FocusReason.OtherFocusReason)

    def refuse(self, sentence: str) -> None:
        self.setEnabled(True)
        self.error.show_text(sentence)
        self.fit()
        self._first.setFocus(Qt.FocusReason.OtherFocusReason)


class TextDialog(Dialog):
    """Dialog to read: a title, a text that scrolls, and "Close".

    `text` is shown in one field, which can be searched and copied. Without it add widgets to
    `column`; call `finish` at the end. `head` replaces the title. Children are named after the
    dialog: `<name>.text` or `<name>.scroll`, and `<name>.close`.
    """

    def __init__(
        self,
        parent: QWidget,
        title: str,
        size: tuple[int, int],
        *,
        name: str,
        text: str | None = None,
        head: Sequence[QWidget] = (),
    ) -> None:
        super().__init__(parent, name=name, title=title, size=size)
        self.area: QAbstractScrollArea
        if text is None:
            content = ScrollContent()
            self.column = column(parent=content, margins=(0, 0, 3 * STEP, 0))
            self.area = vertical_scroll(content, f"{name}.scroll")
        else:
            self.area = self.text = ReadOnlyText(text, name=f"{name}.text", label=title)
        set_accessible_name(self.area, title)
        close = QCoreApplication.translate("TextDialog", "Close")
        self.close_button = PrimaryButton(close, name=f"{name}.close", on_click=self.accept)
        self.foot = row(spacing=2 * STEP)
        self.set_content(*(head or (Title(title),)), (self.area, 1), self.foot, spacing=3 * STEP)

    def finish(self, *beside: Item) -> None:
        """Complete the layout, with other buttons beside "Close", which gets the focus."""
        if isinstance(self.area, QScrollArea):
            self.column.addStretch(1)
        add_items(self.foot, *(beside or (STRETCH,)), self.close_button)
        self.close_button.setFocus()


class ConfirmDialog(WrappedTextDialog):
    """Dialog with a heading, the consequences and two buttons.

    `careful`: the safe button has the focus, and Enter never means yes. With `confirmation_word`
    the yes button, and Enter for it, work only after that word was written. `destructive`:
    something is lost by a yes, and its button has the color of danger.
    """

    def __init__(
        self,
        heading: str,
        text: str,
        yes: str,
        parent: QWidget | None = None,
        *,
        name: str,
        confirmation_word: str = "",
        destructive: bool = True,
        careful: bool = True,
    ) -> None:
        super().__init__(parent, name=name, label=heading)
        kind = DangerButton if destructive else PrimaryButton
        answers = self.add_answers(yes, kind, careful=careful and not confirmation_word)
        items: list[QWidget] = [Heading(heading), Text(text, name=f"{name}.text")]
        if confirmation_word:
            hint = self.tr("Type “{word}” to go on").format(word=confirmation_word)
            self.word = text_field(hint, name=f"{name}.word")
            expected = confirmation_word.casefold()
            self.word.textChanged.connect(
                lambda typed: self.yes.setEnabled(typed.strip().casefold() == expected)
            )
            items += [Note(hint), self.word]
            self.yes.setEnabled(False)
        self.set_content(*items, STEP, answers, spacing=3 * STEP)
        if not confirmation_word:
            (self.no if careful else self.yes).setFocus()

    def ask(self, on_yes: Callable[[], object], on_no: Callable[[], object] | None = None) -> None:
        self.accepted.connect(on_yes)
        if on_no is not None:
            self.rejected.connect(on_no)
        self.open()


class ResultDialog(WrappedTextDialog):
    """Dialog that lists what was done, line by line."""

    def __init__(
        self, heading: str, lines: Sequence[str], parent: QWidget | None = None, *, name: str
    ) -> None:
        super().__init__(parent, name=name, label=heading)
        self.close_button = PrimaryButton(self.tr("Close"), name=f"{name}.close")
        self.close_button.clicked.connect(self.accept)
        texts = (Text(line, name=f"{name}.line.{number}") for number, line in enumerate(lines))
        self.set_content(Heading(heading), *texts, 2 * STEP, button_row(self.close_button))


Take = Callable[[Path], object]

_answered: list[Path] = []
"""Folder of the last answer. It is not stored, because it may reveal what the user looks at."""

SHARED = sys.platform == "win32"
"""Whether Qt stores folders outside the program's data (Linux: `app.keep_dialog_settings_in`)."""
LAST_FOLDER_KEY = ("FileDialog/history", "FileDialog/lastVisited")


def choose_file(parent: QWidget, title: str, then: Take, kinds: str = "") -> None:
    """Ask for an existing file (`kinds`: Qt's name filters), and call `then` with a named one."""
    with _as_it_was_noted():
        name, _ = QFileDialog.getOpenFileName(parent, title, str(_start_folder()), kinds)
    _pass_on(name, then)


def choose_files(
    parent: QWidget, title: str, then: Callable[[list[Path]], object], kinds: str = ""
) -> None:
    """Ask for existing files, and call `then` with all that were named."""
    with _as_it_was_noted():
        names, _ = QFileDialog.getOpenFileNames(parent, title, str(_start_folder()), kinds)
    if files := [Path(name) for name in names]:
        _answered[:] = [files[0].parent]
        then(files)


def choose_folder(parent: QWidget, title: str, then: Take) -> None:
    """Ask for an existing folder, and call `then` with one that was named."""
    with _as_it_was_noted():
        name = QFileDialog.getExistingDirectory(parent, title, str(_start_folder()))
    _pass_on(name, then)


def choose_save_file(parent: QWidget, title: str, then: Take, proposal: str) -> None:
    """Ask where to write a file, and call `then` with it; the proposed name is the default."""
    with _as_it_was_noted():
        name, _ = QFileDialog.getSaveFileName(parent, title, str(_start_folder() / proposal))
    _pass_on(name, then)


@contextmanager
def _as_it_was_noted() -> Iterator[None]:
    """Restore, after the dialog, the folders that Qt stores for all of its programs.

    Qt stores them also for native dialogs, and erasing would not find them.
    """
    if not SHARED:
        yield
        return
    noted = QSettings(QSettings.Scope.UserScope, "QtProject")
    before = {key: noted.value(key) for key in LAST_FOLDER_KEY}
    try:
        yield
    finally:
        for key, value in before.items():
            if value is None:
                noted.remove(key)
            else:
                noted.setValue(key, value)
        noted.sync()


def _start_folder() -> Path:
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    places = (*_answered, Path(documents))
    return next((place for place in places if place.is_dir()), Path.home())


def _pass_on(name: str, then: Take) -> None:
    if name:
        _answered[:] = [Path(name).parent]
        then(Path(name))
