"""An upgrade under the open window: the strip that offers a restart, and the restart itself."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from epicrec_desktop import program_files
from epicrec_desktop.door.process import library_of
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.autostart import start_command
from epicrec_desktop.ui.common.notices import NoticeStrip
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.shell.timers import every_minute

if TYPE_CHECKING:
    from epicrec_desktop.door.process import Door

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
    if sys.platform != "win32":
        os.execv(command[0], command)  # noqa: S606 - our own program
    subprocess.Popen(command, close_fds=True)  # noqa: S603 - our own program
    return 0
