"""Context shared by the pages: services, workers, theme, signals and the scan controller."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.tasks import LONG, Task, Tasks
from epicrec_desktop.ui.common.theme import Theme

if TYPE_CHECKING:
    from epicrec_desktop.services.recommendations import RecommendResult
    from epicrec_desktop.services.scan import ScanResult
    from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class ScanReport:
    """Result of a scan for the user. `result` is None where no browser may be read."""

    sentence: str
    result: ScanResult | None
    automatic: bool

    @property
    def found(self) -> int:
        """Return the number of movies that are new in the library."""
        return self.result.new_suggested + self.result.new_confirmed if self.result else 0

    @property
    def should_notify(self) -> bool:
        """Return whether to notify the user: always after a requested scan, after an automatic one
        only of new movies.
        """
        return self.found > 0 or not self.automatic


class ScanController(QObject):
    """Runs one scan at a time. The movies page and the tray observe it; neither owns it."""

    started = Signal(object)  # Task
    reported = Signal(object)  # ScanReport
    failed = Signal(str)  # a sentence
    ended = Signal()
    library_changed = Signal(object)  # the sender: the controller itself

    def __init__(self, services: Services, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._tasks = tasks
        self._by_itself = False
        self.task: Task | None = None
        self.unseen_report: ScanReport | None = None
        """Report of the last scan that no page has shown yet."""

    @property
    def running(self) -> bool:
        """Return whether a scan is running."""
        return self.task is not None

    def any_consented(self) -> bool:
        """Return whether some browser that is present may be read; queries the database."""
        return any(known.consent and known.present for known in self._services.profiles.discover())

    def scan(self, *, automatic: bool = False) -> None:
        """Scan the consented browsers for new visits; `automatic` means the user did not ask for
        it.

        Does nothing while a scan is running.
        """
        if self.task is not None:
            return
        self._by_itself = automatic
        self.unseen_report = None
        self.task = self._tasks.run(
            lambda job: self._services.scan.scan(job=job) if self.any_consented() else None,
            queue=LONG,
            on_result=self._scanned,
            on_error=self.failed.emit,
            on_finished=self._finished,
        )
        self.started.emit(self.task)

    def _scanned(self, result: ScanResult | None) -> None:
        news = ScanReport(self._sentence(result), result, self._by_itself)
        self.unseen_report = news
        self.reported.emit(news)
        if result is not None:
            self.library_changed.emit(self)

    def _sentence(self, result: ScanResult | None) -> str:
        if result is None:
            return self.tr(
                "EpicRec may not read any browser yet, so there was nothing to scan. "
                "Choose the browsers it may read."
            )
        found = result.new_suggested + result.new_confirmed
        if found:
            return wording.plural("ScanController", "%Ln new movies found.", found)
        return self.tr("Nothing new since the last scan.")

    def _finished(self) -> None:
        self.task = None
        self.ended.emit()


logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ProtectionChange:
    """Request to encrypt or decrypt the library; without `passphrase` the keyring has the key."""

    encrypted: bool
    passphrase: str | None = field(default=None, repr=False)


class Context(QObject):
    """Objects and signals shared by the pages of one window.

    Code that changes something emits the matching signal; a page that shows it listens and reloads.
    A signal that carries its sender is ignored by that sender.
    """

    library_changed = Signal(object)  # the sender, which already shows the change
    choice_changed = Signal()
    providers_changed = Signal()
    catalog_changed = Signal()
    released = Signal()  # the ledger has a new entry, or a release was sent again
    sampled = Signal()  # a release was committed and not sent yet
    provider_contacted = Signal()  # a provider was contacted for something other than a release
    recommendations_changed = Signal()
    month_changed = Signal()  # in the calendar of the releases
    erasing = Signal()  # everything is about to be erased: close files
    erasing_refused = Signal()  # erasing was refused: continue
    erased = Signal()  # everything was erased: close the window and write nothing
    navigate = Signal(str)  # key of a page, or of a part: "settings.browsers"
    files_dropped = Signal(list)  # paths of exports dropped on the window
    start_scan = Signal()  # show My movies and scan there
    show_wizard = Signal()
    show_shortcuts = Signal()
    show_help = Signal(str)  # a topic of Help, "" for the start
    show_release_notes = Signal()
    language_changed = Signal()  # rebuild the window
    tray_changed = Signal()  # the setting was changed
    change_protection = Signal(
        object
    )  # ProtectionChange: close everything, encrypt or decrypt, and reopen
    lock_requested = Signal()  # close everything until the passphrase is entered
    protection_settings_changed = Signal()  # how the library is unlocked, or when it locks itself
    users_changed = Signal()  # a local user was added, renamed or removed
    change_user = Signal(str)  # close this window and open another user's, by id; "" asks which

    def __init__(
        self, services: Services, tasks: Tasks, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.services = services
        self.tasks = tasks
        self.theme = theme
        self.scans = ScanController(services, tasks, self)
        self.scans.library_changed.connect(self.library_changed)
        self.outcome: RecommendResult | None = None  # of the last release proposed in this window

    def save_settings(self) -> None:
        """Save the settings file; a full disk loses the settings but keeps the window."""
        try:
            self.services.settings.save(self.services.paths.settings)
        except OSError as error:
            logger.warning("Settings not saved: %s", type(error).__name__)
