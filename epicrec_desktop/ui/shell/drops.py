"""What is dropped on the window: files to import, or an invitation to a service."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QWidget

from epicrec_desktop.recommend.invitation import SCHEME, SUFFIX, read_line
from epicrec_desktop.ui.common.labels import Text
from epicrec_desktop.ui.common.theme import Theme


def local_files(data: QMimeData) -> list[Path]:
    """Return the dragged local files and folders; a URL without a path names none."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.toLocalFile()]


def dropped_invitation(data: QMimeData) -> str:
    """Return the line of an invitation that is dragged, as text or as its file; empty for none."""
    files = local_files(data)
    if len(files) == 1 and files[0].suffix.casefold() == SUFFIX:
        return read_line(files[0]) or SCHEME  # which is refused with a sentence
    text = data.text().strip() if data.hasText() and not files else ""
    return text if text.casefold().startswith(SCHEME) else ""


class DropHint(Text):
    """Cover of a window while files are over it: what happens when they are dropped."""

    KIND = "drop"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(name="window.drop")
        self.setParent(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self, theme: Theme, *, invited: bool) -> None:
        theme.apply_style_sheet(self)
        opens, takes = self.tr("Drop to open the invitation"), self.tr("Drop to import your movies")
        self.setText(opens if invited else takes)
        self.setGeometry(self.window().rect())
        self.show()
        self.raise_()
