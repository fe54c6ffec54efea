"""Release notes: shown once after an update, and from Help and Settings."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop import __version__
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import layouts
from epicrec_desktop.ui.common.buttons import IconButton, PrimaryButton, QuietButton
from epicrec_desktop.ui.common.page import ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.text import (
    Strong,
    Text,
    Title,
    set_accessible_name,
    set_tool_tip,
    set_window_title,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator


@dataclass(frozen=True)
class ReleaseNotes:
    """Changes of a version for users."""

    version: str
    entries: tuple[str, ...]


_tr = translator("WhatsNew")


def release_notes() -> tuple[ReleaseNotes, ...]:
    """Return the notes of every version, the newest first. CHANGELOG.md is for developers."""
    return (
        ReleaseNotes(
            "0.1.0",
            (
                _tr("Filter the recommendations by category, years, country, theme, or sequels."),
                _tr("The card of a movie says who made it and who plays in it."),
                _tr("Help (F1) explains every word, and shows how blurring works."),
                _tr("EpicRec can start when you log in, and tell you when it found movies."),
                _tr("Movies you watched elsewhere come in from exports of other services."),
                _tr("Say what you think of a movie, and its recommendations follow."),
            ),
        ),
    )


def updated(settings: Settings) -> bool:
    """Return whether this is the first start of a newer version; true once.

    Never at the very first start.
    """
    from epicrec_desktop.updates.manifest import order  # noqa: PLC0415 - after the frame

    before, settings.version_seen = settings.version_seen, __version__
    try:
        return bool(before) and order(before) < order(__version__)
    except ValueError:  # the stored version is malformed
        return False


class UpdateNotice(QFrame):
    """Strip over the whole window, shown once after an update."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("updated")
        self.setProperty("kind", "strip")
        self.text = Text(name="updated.text")
        self.show_button = QuietButton(name="updated.show")
        self.show_button.clicked.connect(self.hide)
        self.show_button.clicked.connect(self.asked)
        self.close_button = IconButton("close", "", name="updated.close")
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(5 * STEP, STEP, 2 * STEP, STEP)
        row.setSpacing(STEP)
        row.addWidget(self.text, 1)
        row.addWidget(self.show_button)
        row.addWidget(self.close_button)
        self.retranslate()
        self.hide()

    def retranslate(self) -> None:
        """Set the texts in the current language."""
        text = self.tr("EpicRec was updated to {version}.").format(version=__version__)
        set_accessible_name(self, text)
        self.text.setText(text)
        self.show_button.setText(self.tr("What is new"))
        set_tool_tip(self.close_button, self.tr("Not now"))
        set_accessible_name(self.close_button, self.tr("Not now"))


class ReleaseNotesDialog(QDialog):
    """Dialog with the changes of every version."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("news")
        set_window_title(self, self.tr("What is new"))
        self.setModal(True)
        layouts.resize_to_screen(self, 560, 480)
        content = ScrollContent()
        content.setProperty("kind", "canvas")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 3 * STEP, 0)
        column.setSpacing(STEP)
        for one in release_notes():
            column.addWidget(Strong(self.tr("Version {version}").format(version=one.version)))
            for sentence in one.entries:
                column.addWidget(Text(f"• {sentence}"))
            column.addSpacing(4 * STEP)
        column.addStretch(1)
        area = vertical_scroll(content, "news.scroll")
        set_accessible_name(area, self.tr("What is new"))
        self.close_button = PrimaryButton(self.tr("Close"), name="news.close")
        self.close_button.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        outer.setSpacing(3 * STEP)
        outer.addWidget(Title(self.tr("What is new")))
        outer.addWidget(area, 1)
        outer.addLayout(foot)
        self.close_button.setFocus()
