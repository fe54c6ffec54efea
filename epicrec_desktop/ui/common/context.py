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
    """What a scan has to say. `result` is None where no browser may be read."""

    sentence: str
    result: ScanResult | None
    automatic: bool

    @property
    def found(self) -> int:
        """Movies that are new in the library."""
        return self.result.new_suggested + self.result.new_confirmed if self.result else 0

    @property
    def should_notify(self) -> bool:
        """Whoever asked is always answered; a scan by itself speaks of new movies only."""
        return self.found > 0 or not self.automatic


class ScanController(QObject):
    """Runs one scan at a time. The page of movies and the tray observe it; neither owns it."""

    started = Signal(object)  # Task
    reported = Signal(object)  # ScanNews
    failed = Signal(str)  # a sentence
    ended = Signal()
    library_changed = Signal(object)  # the controller itself: who changed it

    def __init__(self, services: Services, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._tasks = tasks
        self._by_itself = False
        self.task: Task | None = None
        self.unseen_report: ScanReport | None = None
        """What the last scan said while no page was there to show it."""

    @property
    def running(self) -> bool:
        """Whether a scan is under way."""
        return self.task is not None

    def any_consented(self) -> bool:
        """Whether some browser that is there may be read; asks the database."""
        return any(known.consent and known.present for known in self._services.profiles.discover())

    def scan(self, *, automatic: bool = False) -> None:
        """Look through what is new in the browsers agreed to; `automatic`: nobody asked for it.

        While a scan is under way nothing more is begun.
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
