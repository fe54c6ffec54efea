"""Release notes: the dialog, and the strip that offers it after an update."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop import __version__
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.layouts import add_items
from epicrec_desktop.ui.common.notices import NoticeStrip
from epicrec_desktop.ui.common.text import Strong, Text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator

_tr = translator("WhatsNew")


def release_notes() -> dict[str, tuple[str, ...]]:
    """Return the changes of every version for users, the newest first; CHANGELOG.md says more."""
    return {
        "0.1.0": (
            _tr("Filter the recommendations by category, years, country, theme, or sequels."),
            _tr("The card of a movie says who made it and who plays in it."),
            _tr("Help (F1) explains every word, and shows how blurring works."),
            _tr("EpicRec can start when you log in, and tell you when it found movies."),
            _tr("Movies you watched elsewhere come in from exports of other services."),
            _tr("Say what you think of a movie, and its recommendations follow."),
        ),
    }


def note_version(settings: Settings) -> bool:
    """Note this version in the settings; return whether it is newer than the one noted before.

    False at the very first start.
    """
    before, settings.version_seen = settings.version_seen, __version__
    if before in ("", __version__):
        return False
    from epicrec_desktop.updates.manifest import order  # noqa: PLC0415 - most starts need none

    try:
        return order(before) < order(__version__)
    except ValueError:  # the stored version is malformed
        return False


class UpdateNotice(NoticeStrip):
    """Strip over the whole window, shown once after an update."""

    KIND = "news"
    asked = Signal()

    def __init__(self) -> None:
        super().__init__("show", name="updated")
        self.buttons["show"].clicked.connect(self.hide)
        self.buttons["show"].clicked.connect(self.asked)

    def retranslate(self) -> None:
        self.set_texts(
            self.tr("EpicRec was updated to {version}.").format(version=__version__),
            self.tr("Not now"),
            show=self.tr("What is new"),
        )


class ReleaseNotesDialog(TextDialog):
    """Dialog with the changes of every version."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("What is new"), (560, 480), name="news")
        self.column.setSpacing(STEP)
        for version, changes in release_notes().items():
            heading = Strong(self.tr("Version {version}").format(version=version))
            add_items(self.column, heading, *(Text(f"• {line}") for line in changes), 4 * STEP)
        self.finish()
