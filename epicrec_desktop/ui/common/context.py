"""What every page is given: the services, the workers, the theme, and news of changes."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.ui.common.scans import ScanController
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.theme import Theme

if TYPE_CHECKING:
    from epicrec_desktop.services.recommend import RecommendResult
    from epicrec_desktop.wiring import Services

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ProtectionChange:
    """The library is to be encrypted or not; `passphrase` None: the keyring has the key."""

    encrypted: bool
    passphrase: str | None = field(default=None, repr=False)


class Context(QObject):
    """Shared by the pages of one window. Whoever changes something emits the matching signal.

    A page that shows something listens to the signal and loads it again; a signal that carries
    its sender is not news to that one.
    """

    library_changed = Signal(object)  # who changed it: that one has it on the screen already
    choice_changed = Signal()
    providers_changed = Signal()
    catalog_changed = Signal()
    released = Signal()  # the ledger has a new entry, or one was sent again
    sampled = Signal()  # a list was made for good, and nobody has it yet
    provider_contacted = Signal()  # somebody was asked for something else
    recommendations_changed = Signal()
    month_changed = Signal()  # by the calendar of the releases
    erasing = Signal()  # everything is about to be removed: let go of files
    erasing_refused = Signal()  # it was refused: everything goes on
    erased = Signal()  # everything was removed: the window closes and writes nothing
    navigate = Signal(str)  # a page's key: "movies"
    files_dropped = Signal(list)  # paths, on the window: exports to import
    start_scan = Signal()  # show My movies and scan there
    show_wizard = Signal()
    show_shortcuts = Signal()
    show_help = Signal(str)  # a topic of Help, "" for its beginning
    show_release_notes = Signal()
    language_changed = Signal()  # the window is built anew
    tray_changed = Signal()  # the setting was changed
    change_protection = Signal(object)  # Wish: close everything, encrypt or decrypt, and open again
    lock_requested = Signal()  # close everything until the passphrase is written
    protection_settings_changed = Signal()  # how the library is unlocked, or when it locks itself
    users_changed = Signal()  # somebody was added to this computer account, renamed or removed
    change_user = Signal(str)  # close this window; somebody comes in by id, "": ask who

    def __init__(
        self, services: Services, tasks: Tasks, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.services = services
        self.tasks = tasks
        self.theme = theme
        self.scans = ScanController(services, tasks, self)
        self.scans.library_changed.connect(self.library_changed)
        self.outcome: RecommendResult | None = None  # of the last release asked for in this window

    def save_settings(self) -> None:
        """Write the settings file; a full disk costs the settings, not the window."""
        try:
            self.services.settings.save(self.services.paths.settings)
        except OSError as error:
            logger.warning("Settings not saved: %s", type(error).__name__)
