"""Context shared by the pages: services, workers, theme and signals."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.ui.common.scanning import ScanController
from epicrec_desktop.ui.common.tasks import NETWORK, Task, Tasks
from epicrec_desktop.ui.common.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from epicrec_desktop.ui.common.notices import ErrorBanner
    from epicrec_desktop.ui.common.progress import ProgressStrip
    from epicrec_desktop.wiring import Services


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
    lists_changed = Signal()  # a list of movies, on this or another page
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
    erased = Signal()  # everything was erased: end all work, and write nothing
    quit_requested = Signal()  # end the program
    navigate = Signal(str)  # key of a page, or of a part: "settings.browsers"
    files_dropped = Signal(list)  # paths of exports dropped on the window
    invited = Signal(str)  # the line of an invitation to a service, dropped or opened from a link
    imported = Signal(object)  # AppliedImport, of the first run
    start_scan = Signal()  # show My movies and scan there
    show_wizard = Signal()
    show_shortcuts = Signal()
    show_help = Signal(str)  # a topic of Help, "" for the start
    show_release_notes = Signal()
    setting_changed = Signal(str)  # a field of `Settings`
    change_protection = Signal(object)  # ProtectionChange: close, encrypt or decrypt, reopen
    lock_requested = Signal()  # close everything until the passphrase is entered
    protection_settings_changed = Signal()  # how the library is unlocked
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
        self._commits_of_others = services.context.database.commits_of_others()

    def announce_everything(self, *, released: bool = True) -> None:
        """Announce that anything may have changed, as after a restore; what left, if `released`."""
        self.library_changed.emit(None)
        self.choice_changed.emit()
        self.providers_changed.emit()
        if released:
            self.released.emit()
        self.recommendations_changed.emit()

    def follow_others(self) -> bool:
        """Announce what another program wrote, such as the command; return whether one did."""
        before, now = self._commits_of_others, self.services.context.database.commits_of_others()
        self._commits_of_others = now
        if now != before:
            self.announce_everything(released=False)
        return now != before

    def save_settings(self, **changes: Any) -> None:
        """Change settings by name, save them, and say so; a full disk loses only the saving.

        While another program writes the file, a worker waits for it, also at the end.
        """
        settings, path = self.services.settings, self.services.paths.settings
        for name, value in changes.items():
            assert hasattr(settings, name), name
            setattr(settings, name, value)
        try:
            settings.save(path, *changes, patience=0.0)
        except StoreError:
            self.tasks.run(
                lambda job: settings.save(path, *changes),
                on_error=lambda _: logger.warning("Settings not saved"),
            ).must_end = True
        except OSError as error:
            logger.warning("Settings not saved: %s", type(error).__name__)
        if "appearance" in changes:
            self.theme.set_appearance(settings.appearance)
        for name in changes:
            self.setting_changed.emit(name)

    def run(
        self,
        work: Callable[[Services, Job], Any],
        on_result: Callable[[Any], object] | None = None,
        on_error: Callable[[str], object] | None = None,
        **how: Any,
    ) -> Task:
        """Queue work on the services, as `Tasks.run` does; it holds no widget."""
        services = self.services
        return self.tasks.run(lambda job: work(services, job), on_result, on_error, **how)


if TYPE_CHECKING:
    _Base = QWidget
else:
    _Base = object  # the widget class beside it in the list of bases provides it


class Host(_Base):
    """Widget that runs work on the services and shows its errors: a page, a section, a step.

    One that runs something long has `progress`; `task` is what it runs now.
    """

    context: Context
    error: ErrorBanner
    progress: ProgressStrip
    task: Task | None = None

    def show_error(self, sentence: str) -> None:
        self.error.show_text(sentence)

    def ask(
        self,
        work: Callable[[Services, Job], Any],
        on_result: Callable[[Any], object] | None = None,
        **how: Any,
    ) -> Task:
        """Run work on the services, and show its error."""
        return self.context.run(work, on_result, **{"on_error": self.show_error, **how})

    def run(
        self,
        work: Callable[[Services, Job], Any],
        text: str,
        on_result: Callable[[Any], object],
        *,
        queue: str = NETWORK,
        **how: Any,
    ) -> None:
        """Run long work with its progress, one at a time."""
        if self.task is None:
            self.clear()
            self.task = self.ask(work, on_result, queue=queue, on_finished=self._finished, **how)
            self.set_busy()
            self.progress.follow(self.task, text)

    def _finished(self) -> None:
        self.task = None
        self.set_busy()
        self.ended()

    def ended(self) -> None:
        """Follow the end of `run`, whatever came of it."""

    def set_busy(self) -> None:
        """Enable what can be done now: `task` began or ended."""

    def clear(self) -> None:
        """Hide the error, and what else was said: it is about something else now."""
        self.error.hide()
