"""Asks which file or folder. A dialog opens where the last was answered, else in Documents."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

_answered: list[Path] = []
"""The folder of the last answer. It is not written down: it may tell what somebody looks at."""

SHARED = sys.platform == "win32"
"""Whether Qt notes folders where no program has a place of its own: in Windows' registry. On Linux
`app.keep_dialogs_here` names one."""
LAST_FOLDER_KEY = ("FileDialog/history", "FileDialog/lastVisited")


def choose_file(parent: QWidget, title: str, kinds: str = "") -> Path | None:
    """A file that is there; None where nobody named one. `kinds` as Qt's name filters."""
    with _as_it_was_noted():
        name, _ = QFileDialog.getOpenFileName(parent, title, str(_place()), kinds)
    return _chosen(Path(name)) if name else None


def choose_files(parent: QWidget, title: str, kinds: str = "") -> list[Path]:
    """Files that are there."""
    with _as_it_was_noted():
        names, _ = QFileDialog.getOpenFileNames(parent, title, str(_place()), kinds)
    return [_chosen(Path(name)) for name in names]


def choose_folder(parent: QWidget, title: str) -> Path | None:
    """A folder that is there."""
    with _as_it_was_noted():
        name = QFileDialog.getExistingDirectory(parent, title, str(_place()))
    return _chosen(Path(name)) if name else None


def choose_save_file(parent: QWidget, title: str, proposal: str) -> Path | None:
    """Where a file is written, which is called as proposed unless they say otherwise."""
    with _as_it_was_noted():
        name, _ = QFileDialog.getSaveFileName(parent, title, str(_place() / proposal))
    return _chosen(Path(name)) if name else None


@contextmanager
def _as_it_was_noted() -> Iterator[None]:
    """Leave what Qt notes of folders, for all its programs, as it was before the dialog.

    Qt writes it behind the system's own dialogs too, and erasing would not find it.
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
