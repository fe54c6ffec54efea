"""Session of one user: shows the window while the library is open, the lock screen while it is
closed.

Locking releases everything that was read: the window with its pages, the services with their
database and catalog. Python's memory is freed then, but not wiped.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from epicrec_desktop import memory
from epicrec_desktop.domain.errors import DamagedError, StoreError
from epicrec_desktop.paths import Paths, wrapped_keys
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import messages, window_frame, wording
from epicrec_desktop.ui.common.context import ProtectionChange
from epicrec_desktop.ui.shell.timers import IdleTimer
from epicrec_desktop.ui.shell.window import MainWindow

if TYPE_CHECKING:
    from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
    from epicrec_desktop.store.driver import Driver
    from epicrec_desktop.ui.shell.lock_screen import LockScreen
    from epicrec_desktop.wiring import Services

BuildServices = Callable[["Driver | None"], "Services"]
"""Builds the services over a database driver; None means the result of `LibraryEncryption.unlock`.
Raises `StoreError`; runs on a worker.
"""


class AppSession(QObject):
    """Owns `window` or `lock_screen`. Emits `window_opened` whenever a window has its services."""

    window_opened = Signal(object)  # MainWindow
    changed = Signal()

    def __init__(
        self,
        paths: Paths,
        build: BuildServices,
        protection: Callable[[], LibraryEncryption] | None = None,
    ) -> None:
        super().__init__()
        self._paths = paths
        self._build = build
        self._protection = protection if protection is not None else self._default_protection
        self._open_error: StoreError | None = None
        self._opened: Driver | None = None
        self._all_work_ended = True
        self.window: MainWindow | None = None
        self.lock_screen: LockScreen | None = None
        self.next_user: str | None = None
        """Id of the user to open next; "" asks for one, None ends the program."""
        self.idle = IdleTimer(self)
        self.idle.timed_out.connect(self.lock)

    def _default_protection(self) -> LibraryEncryption:
        from epicrec_desktop.services.protection.library_encryption import LibraryEncryption  # noqa: PLC0415

        return LibraryEncryption(self._paths)

    def begin(self) -> None:
        """Build the lock screen where a passphrase is needed, else the window; show neither."""
        # Importing the services takes most of a start, so the frame is drawn first.
        if wrapped_keys(self._paths.database).exists() and self._needs_passphrase():
            self._show_lock_screen().ask_passphrase()
        else:
            self._open_window(None)

    def _needs_passphrase(self) -> bool:
        from epicrec_desktop.services.protection.key_file import UnlockMethod  # noqa: PLC0415

        try:
            return self._protection().way() is UnlockMethod.PASSPHRASE
        except StoreError:
            return False  # opening reports the error

    def show(self) -> None:
        if (shown := self.window or self.lock_screen) is not None:
            shown.show()

    def bring_to_front(self) -> None:
        if (shown := self.window or self.lock_screen) is not None:
            shown.bring_to_front()

    def change_user(self, user: str = "") -> None:
        """Close everything of this user; another user is opened then."""
        self.next_user = user
        if self.window is not None:
            self.window.quit()
        elif self.lock_screen is not None:
            self.lock_screen.close()

    def delete_windows(self) -> None:
        for shown in (self.window, self.lock_screen):
            if shown is not None:
                shown.deleteLater()
        self.window = self.lock_screen = None

    # The window

    def _open_window(self, opened: Driver | None, *, restore: bool = False) -> None:
        self._open_error = None
        window = MainWindow(self._paths, Settings.load(self._paths.settings))

        def build() -> Services:
            try:
                if restore:
                    from epicrec_desktop.store.database_opening import restore_start_copy  # noqa: PLC0415

                    driver = self._protection().unlock() if opened is None else opened
                    restore_start_copy(self._paths.database, driver)
                return self._build(opened)
            except StoreError as error:
                self._open_error = error
                raise

        window.services_attached.connect(self._services_attached)
        self._opened = opened
        window.service_loader.failed.connect(self._failed, Qt.ConnectionType.QueuedConnection)
        self.window = window
        window.open_after_first_paint(build)

    def _services_attached(self) -> None:
        window = self.window
        if window is None:
            return
        context = window.context
        context.change_protection.connect(self.convert, Qt.ConnectionType.QueuedConnection)
        context.lock_requested.connect(self.lock, Qt.ConnectionType.QueuedConnection)
        context.protection_settings_changed.connect(self._watch_idle)
        context.setting_changed.connect(self._watch_idle)
        context.change_user.connect(self.change_user, Qt.ConnectionType.QueuedConnection)
        window.library_damaged.asked.connect(
            self._restore_newer, Qt.ConnectionType.QueuedConnection
        )
        self._watch_idle()
        self.window_opened.emit(window)

    def _watch_idle(self) -> None:
        window = self.window
        if window is not None:
            asks = self._needs_passphrase()
            self.idle.watch(window.services.settings.lock_minutes if asks else 0)

    def _failed(self, _: str) -> None:
        """Show the lock screen where a key is missing; the window shows any other error."""
        from epicrec_desktop.services.protection.key_file import KeyLostError  # noqa: PLC0415
        from epicrec_desktop.services.protection.keyring import KeyringError  # noqa: PLC0415
        from epicrec_desktop.services.protection.library_encryption import PassphraseRequiredError  # noqa: PLC0415

        open_error = self._open_error
        if isinstance(open_error, PassphraseRequiredError):
            self._close_window().ask_passphrase()
        elif isinstance(open_error, KeyLostError | KeyringError):
            self._close_window().ask_retry(messages.localized(open_error.message))
        elif isinstance(open_error, DamagedError) and self.window is not None:
            self._offer_copy(self.window)

    def _offer_copy(self, window: MainWindow) -> None:
        from epicrec_desktop.store.database import start_copy  # noqa: PLC0415
        from epicrec_desktop.store.database_opening import copy_offer  # noqa: PLC0415

        copy, failed = start_copy(self._paths.database), window.start_failed
        if copy.exists() and failed is not None:
            taken = datetime.fromtimestamp(copy.stat().st_mtime, UTC)
            failed.offer_copy(messages.localized(copy_offer(wording.moment(taken))))
            failed.button.clicked.connect(self._restore, Qt.ConnectionType.QueuedConnection)

    def _restore(self) -> None:
        damaged = self.window
        self._open_window(self._opened, restore=True)
        self._replace(damaged)

    def _restore_newer(self) -> None:
        """Restore the copy that has what the open library lacks, and open it again."""
        old = self.window
        if old is None:
            return
        opened = old.services.context.database.driver
        old.close_for_replacement()
        self._open_window(opened, restore=True)
        assert self.window is not None
        self.window.show()
        old.deleteLater()
        self.changed.emit()

    def _replace(self, old: MainWindow | LockScreen | None) -> None:
        """Show the new window as the old one was, which closes."""
        assert self.window is not None
        if old is not None and not old.isMinimized():
            self.window.show()
        else:
            self.window.showMinimized()
        if old is not None:
            old.close_for_replacement()
            old.deleteLater()
        self.changed.emit()

    # The lock screen

    def lock(self) -> None:
        if self.window is not None and self._needs_passphrase():
            self._close_window().ask_passphrase()

    def convert(self, change: ProtectionChange) -> None:
        """Close the library, encrypt or decrypt it, and reopen it."""
        if self.window is None:
            return
        from epicrec_desktop.store import encryption  # noqa: PLC0415 - with the database

        database = self.window.services.context.database
        encryption.link_log(database.path)
        opened = database.driver
        lock_screen = self._close_window()
        if self._all_work_ended:
            lock_screen.convert(change, opened)
        else:
            lock_screen.refuse_conversion(opened)

    def _close_window(self) -> LockScreen:
        """Close the window with all of its data, and put the lock screen in its place."""
        self.idle.watch(0)
        window, self.window = self.window, None
        hidden = False
        if window is not None:
            hidden = not window.isVisible()
            self._all_work_ended = window.close_for_replacement()
            window.deleteLater()
            del window
        memory.collect_once()
        lock_screen = self._show_lock_screen()
        if hidden:
            lock_screen.showMinimized()
        else:
            lock_screen.show()
        return lock_screen

    def _show_lock_screen(self) -> LockScreen:
        from epicrec_desktop.ui.shell.lock_screen import LockScreen  # noqa: PLC0415 - only where it is needed

        lock_screen = LockScreen(
            self._protection(),
            Settings.load(self._paths.settings),
            window_frame.title(self._paths),
            several=window_frame.several(self._paths),
        )
        lock_screen.change_user.connect(self.change_user, Qt.ConnectionType.QueuedConnection)
        lock_screen.opened.connect(self._unlocked, Qt.ConnectionType.QueuedConnection)
        self.lock_screen = lock_screen
        self.changed.emit()
        return lock_screen

    def _unlocked(self, opened: Driver | None) -> None:
        lock_screen, self.lock_screen = self.lock_screen, None
        self._open_window(opened)
        self._replace(lock_screen)
