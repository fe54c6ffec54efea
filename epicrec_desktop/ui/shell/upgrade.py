"""What an update brings: release notes, the restart, and the strips that offer them."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop import __version__, process_environment, program_files
from epicrec_desktop.door.process import library_of
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.autostart import start_command
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.labels import Strong, Text
from epicrec_desktop.ui.common.layouts import add_items
from epicrec_desktop.ui.common.notices import NoticeStrip
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.shell.timers import every_minute

if TYPE_CHECKING:
    from epicrec_desktop.door.process import Door


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
        )
    }


def note_version(settings: Settings) -> bool:
    """Note this version in the settings; return whether it is newer; False at the first start."""
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

    def __init__(self) -> None:
        super().__init__("show", name="updated")
        self.buttons["show"].clicked.connect(self.hide)

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


PAGE = "--page"
"""The argument with which a restart opens the page that was shown."""


class RestartNotice(NoticeStrip):
    """Strip over the whole window, shown once the program's files were replaced or removed.

    `restart_requested` is emitted when nothing is running any more; until then a second click
    cancels what runs.
    """

    restart_requested = Signal()

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        self._tasks = tasks
        self._waiting = False
        self._installed: bool | None = None  # None: nothing was noticed yet
        super().__init__("restart", name="upgraded")
        self.buttons["restart"].clicked.connect(self._restart)
        self.close_button.clicked.connect(lambda: self._set_waiting(False))
        tasks.busy_changed.connect(self._busy_changed)
        self.timer = every_minute(parent, self.check)

    def check(self) -> None:
        """Show the strip once the files were replaced; closed, it does not come again.

        Some upgrades remove the old version first, so after a removal it looks again.
        """
        installed = program_files.are_there()
        if not program_files.are_replaced() or installed is self._installed:
            return
        self._installed = installed
        if installed:
            self.timer.stop()
        self.retranslate()
        self.show()

    def retranslate(self) -> None:
        if self._waiting:
            text = self.tr("EpicRec restarts as soon as the running work has ended.")
            button = self.tr("Stop the work and restart")
        elif self._installed is False:
            text = self.tr("EpicRec was removed while it was open. What was stored is kept.")
            button = ""
        else:
            text = self.tr("EpicRec was updated while it was open. Restart it to go on.")
            button = self.tr("Restart")
        self.buttons["restart"].setVisible(bool(button))
        self.set_texts(text, self.tr("Not now"), restart=button)

    def _restart(self) -> None:
        if self._waiting or not self._tasks.busy:
            self.restart_requested.emit()
        else:
            self._set_waiting(True)

    def _busy_changed(self, busy: bool) -> None:
        if self._waiting and not busy:
            self.restart_requested.emit()

    def _set_waiting(self, waiting: bool) -> None:
        self._waiting = waiting
        self.retranslate()


def restart(paths: Paths, page: str, door: Door | None = None) -> int:
    """Start the program again for these folders, at this page; everything of this one is closed.

    Return the exit code. On Linux the door starts it, as this process may not use the network;
    without a door the process becomes the new program. Raises `OSError` where the program is gone.
    """
    if door is not None and sys.platform == "linux":
        if not door.ask("restart", [page], library_of(paths)):
            raise FileNotFoundError
        return 0
    command = [*start_command(paths), *([PAGE, page] if page else [])]
    with process_environment.for_other_programs():  # it sets what it needs itself
        if sys.platform != "win32":
            os.execv(command[0], command)  # noqa: S606 - our own program
        subprocess.Popen(command, close_fds=True)  # noqa: S603 - our own program
    return 0
