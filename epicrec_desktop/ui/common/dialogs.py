"""Confirmation dialogs, result dialogs and file dialogs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSettings, QStandardPaths
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from epicrec_desktop.ui.common.buttons import DangerButton, PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.layouts import resize_to_screen
from epicrec_desktop.ui.common.page import ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.text import (
    Heading,
    Note,
    Text,
    Title,
    set_accessible_name,
    set_window_title,
)
from epicrec_desktop.ui.common.theme import STEP


class WrappedTextDialog(QDialog):
    """Dialog with wrapped text, exactly as high as the text needs at its width."""

    WIDTH = 480

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height: the dialog's own layout estimates it before the text is wrapped."""
        self.fit()
        super().showEvent(event)

    def fit(self) -> None:
        """Resize to the height the text needs now."""
        layout = self.layout()
        if layout is not None:
            high = layout.totalHeightForWidth(self.WIDTH)
            if high < 0:  # no text that could wrap
                high = layout.totalSizeHint().height()
            self.setFixedSize(self.WIDTH, high)


def button_row(*buttons: QWidget) -> QHBoxLayout:
    """Return the button row at the foot of a dialog."""
    row = QHBoxLayout()
    row.setSpacing(2 * STEP)
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    return row


class TextDialog(QDialog):
    """Modal dialog to read: a title, text that scrolls, and "Close".

    Add the text to `column`, quiet buttons to `foot`, and call `finish` at the end. Children are
    named after it: `<name>.scroll` and `<name>.close`.
    """

    def __init__(self, parent: QWidget, title: str, size: tuple[int, int], *, name: str) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        set_window_title(self, title)
        self.setModal(True)
        resize_to_screen(self, *size)
        content = ScrollContent()
        content.setProperty("kind", "canvas")
        self.column = QVBoxLayout(content)
        self.column.setContentsMargins(0, 0, 3 * STEP, 0)
        self.area = vertical_scroll(content, f"{name}.scroll")
        set_accessible_name(self.area, title)
        self.close_button = PrimaryButton(
            QCoreApplication.translate("TextDialog", "Close"), name=f"{name}.close"
        )
        self.close_button.clicked.connect(self.accept)
        self.foot = QHBoxLayout()
        self.foot.setSpacing(2 * STEP)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        outer.setSpacing(3 * STEP)
        outer.addWidget(Title(title))
        outer.addWidget(self.area, 1)
        outer.addLayout(self.foot)

    def finish(self) -> None:
        """Complete the layout and focus the button."""
        self.column.addStretch(1)
        if not self.foot.count():
            self.foot.addStretch(1)
        self.foot.addWidget(self.close_button)
        self.close_button.setFocus()


class ConfirmDialog(WrappedTextDialog):
    """Dialog with a heading, the consequences and two buttons; the safe button has the focus.

    With `confirmation_word` the yes button works only after that word was written. `destructive`:
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
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        # The desktop's list of windows must not show a number or a name.
        set_window_title(self, "EpicRec")
        set_accessible_name(self, heading)
        self.setModal(True)
        self._typed = confirmation_word
        self.no = SecondaryButton(self.tr("Cancel"), name=f"{name}.no")
        self.no.clicked.connect(self.reject)
        self.no.setDefault(True)
        kind = DangerButton if destructive else PrimaryButton
        self.yes: DangerButton | PrimaryButton = kind(yes, name=f"{name}.yes")
        self.yes.setAutoDefault(False)
        self.yes.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addWidget(Heading(heading))
        column.addWidget(Text(text, name=f"{name}.text"))
        if confirmation_word:
            self.word = QLineEdit()
            self.word.setObjectName(f"{name}.word")
            hint = self.tr("Type “{word}” to go on").format(word=confirmation_word)
            set_accessible_name(self.word, hint)
            self.word.textChanged.connect(self._compare)
            column.addWidget(Note(hint))
            column.addWidget(self.word)
            self.yes.setEnabled(False)
        column.addSpacing(STEP)
        column.addLayout(button_row(self.no, self.yes))
        if not confirmation_word:
            self.no.setFocus()

    def _compare(self, text: str) -> None:
        self.yes.setEnabled(text.strip().casefold() == self._typed.casefold())

    def ask(self, on_yes: Callable[[], object], on_no: Callable[[], object] | None = None) -> None:
        """Open the dialog; call `on_yes` or `on_no` with the answer."""
        self.accepted.connect(on_yes)
        if on_no is not None:
            self.rejected.connect(on_no)
        self.finished.connect(self.deleteLater)
        self.open()


class ResultDialog(WrappedTextDialog):
    """Dialog that lists what was done, line by line."""

    def __init__(
        self, heading: str, lines: Sequence[str], parent: QWidget | None = None, *, name: str
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        set_window_title(self, "EpicRec")
        set_accessible_name(self, heading)
        self.setModal(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(2 * STEP)
        column.addWidget(Heading(heading))
        for number, line in enumerate(lines):
            column.addWidget(Text(line, name=f"{name}.line.{number}"))
        self.close_button = PrimaryButton(self.tr("Close"), name=f"{name}.close")
        self.close_button.clicked.connect(self.accept)
        column.addSpacing(2 * STEP)
        column.addLayout(button_row(self.close_button))


_answered: list[Path] = []
"""Folder of the last answer. It is not stored, because it may reveal what the user looks at."""

SHARED = sys.platform == "win32"
"""Whether Qt stores folders outside the program's own data: in the registry on Windows. On Linux
`app.keep_dialog_settings_in` sets the place.
"""
LAST_FOLDER_KEY = ("FileDialog/history", "FileDialog/lastVisited")


def choose_file(parent: QWidget, title: str, kinds: str = "") -> Path | None:
    """Ask for an existing file; return None where the user named none. `kinds` are Qt's name
    filters.
    """
    with _as_it_was_noted():
        name, _ = QFileDialog.getOpenFileName(parent, title, str(_place()), kinds)
    return _chosen(Path(name)) if name else None


def choose_files(parent: QWidget, title: str, kinds: str = "") -> list[Path]:
    """Ask for existing files."""
    with _as_it_was_noted():
        names, _ = QFileDialog.getOpenFileNames(parent, title, str(_place()), kinds)
    return [_chosen(Path(name)) for name in names]


def choose_folder(parent: QWidget, title: str) -> Path | None:
    """Ask for an existing folder."""
    with _as_it_was_noted():
        name = QFileDialog.getExistingDirectory(parent, title, str(_place()))
    return _chosen(Path(name)) if name else None


def choose_save_file(parent: QWidget, title: str, proposal: str) -> Path | None:
    """Ask where to write a file; the proposed name is the default."""
    with _as_it_was_noted():
        name, _ = QFileDialog.getSaveFileName(parent, title, str(_place() / proposal))
    return _chosen(Path(name)) if name else None


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


def _place() -> Path:
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    places = (*_answered, Path(documents))
    return next((place for place in places if place.is_dir()), Path.home())


def _chosen(path: Path) -> Path:
    _answered[:] = [path.parent]
    return path
