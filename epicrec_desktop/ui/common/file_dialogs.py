"""Asks which file or folder. A dialog opens where the last was answered, else in Documents."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

_answered: list[Path] = []
"""The folder of the last answer. It is not written down: it may tell what somebody looks at."""


def choose_file(parent: QWidget, title: str, kinds: str = "") -> Path | None:
    """A file that is there; None where nobody named one. `kinds` as Qt's name filters."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(_place()), kinds)
    return _chosen(Path(name)) if name else None


def choose_files(parent: QWidget, title: str, kinds: str = "") -> list[Path]:
    """Files that are there."""
    names, _ = QFileDialog.getOpenFileNames(parent, title, str(_place()), kinds)
    return [_chosen(Path(name)) for name in names]


def choose_folder(parent: QWidget, title: str) -> Path | None:
    """A folder that is there."""
    name = QFileDialog.getExistingDirectory(parent, title, str(_place()))
    return _chosen(Path(name)) if name else None


def choose_where(parent: QWidget, title: str, proposal: str) -> Path | None:
    """Where a file is written, which is called as proposed unless they say otherwise."""
    name, _ = QFileDialog.getSaveFileName(parent, title, str(_place() / proposal))
    return _chosen(Path(name)) if name else None


def _place() -> Path:
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    places = (*_answered, Path(documents))
    return next((place for place in places if place.is_dir()), Path.home())


def _chosen(path: Path) -> Path:
    _answered[:] = [path.parent]
    return path
