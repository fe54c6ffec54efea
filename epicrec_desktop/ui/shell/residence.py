"""The window while the library is open, the door in its place while it is closed; one at a time.

Locking lets go of everything that was read: the window with its pages, the services with their
database and catalog. What Python's memory had held is free for other use then, but not wiped.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import whose
from epicrec_desktop.ui.common.context import Wish
from epicrec_desktop.ui.shell.idle import IdleWatch
from epicrec_desktop.ui.shell.window import MainWindow

if TYPE_CHECKING:
    from epicrec_desktop.services.protection.service import Protection
    from epicrec_desktop.store.driver import Driver
    from epicrec_desktop.ui.shell.door import Door
    from epicrec_desktop.wiring import Services

Build = Callable[["Driver | None"], "Services"]
"""Builds the services over a database that is opened this way; None: as `Protection.unlock` says.
Raises `StoreError`; runs on a worker."""

KEYS = ".keys"
"""Behind the name of the database: the file that an encrypted one has beside it."""


class Residence(QObject):
    """Owns `window` or `door`. `moved_in` whenever a window has its services."""

    moved_in = Signal(object)  # MainWindow
    changed = Signal()

    def __init__(
        self, paths: Paths, build: Build, protection: Callable[[], Protection] | None = None
    ) -> None:
        super().__init__()
        self._paths = paths
        self._build = build
        self._protection = protection if protection is not None else self._usual
        self._trouble: StoreError | None = None
        self._ended = True
        self.window: MainWindow | None = None
        self.door: Door | None = None
        self.following: str | None = None
        """Who comes in after this: an id, "" where that is to be asked; None: nobody."""
        self.idle = IdleWatch(self)
        self.idle.away.connect(self.lock)

    def _usual(self) -> Protection:
        from epicrec_desktop.services.protection.service import Protection  # noqa: PLC0415

        return Protection(self._paths)

    def begin(self) -> None:
        """The door where a passphrase is needed, else the window; neither is shown yet."""
        # Most of a start is the import of the services: the frame is drawn before it.
        keys = self._paths.database.with_name(self._paths.database.name + KEYS)
        if keys.exists() and self._needs_passphrase():
            self._stand_at_door().ask_passphrase()
        else:
            self._move_in(None)

    def _needs_passphrase(self) -> bool:
        from epicrec_desktop.services.protection.key_file import Way  # noqa: PLC0415

        try:
            return self._protection().way() is Way.PASSPHRASE
        except StoreError:
            return False  # opening says it

    def show(self) -> None:
        """Show what there is."""
        shown = self.window or self.door
        if shown is not None:
            shown.show()

    def bring_to_front(self) -> None:
        """The program was started a second time."""
        shown = self.window or self.door
        if shown is not None:
            shown.bring_to_front()

    def change_person(self, person: str = "") -> None:
        """Close all that is this person's; another one comes in then."""
        self.following = person
        if self.window is not None:
            self.window.quit()
        elif self.door is not None:
            self.door.close()

    def let_go(self) -> None:
        """Closed, and somebody else comes in: what Qt holds of it goes when it can."""
        for shown in (self.window, self.door):
            if shown is not None:
                shown.deleteLater()
        self.window = self.door = None

    # The window

    def _move_in(self, opened: Driver | None) -> None:
        self._trouble = None
        window = MainWindow(self._paths, Settings.load(self._paths.settings))

        def build() -> Services:
            try:
                return self._build(opened)
            except StoreError as error:
                self._trouble = error
                raise

        window.services_attached.connect(self._attached)
        window.opening.failed.connect(self._failed, Qt.ConnectionType.QueuedConnection)
        self.window = window
        window.open_after_first_paint(build)

    def _attached(self) -> None:
        window = self.window
        if window is None:
            return
        context = window.context
        context.protect.connect(self.convert, Qt.ConnectionType.QueuedConnection)
        context.lock_asked.connect(self.lock, Qt.ConnectionType.QueuedConnection)
        context.protection_changed.connect(self._watch)
        context.change_person.connect(self.change_person, Qt.ConnectionType.QueuedConnection)
        self._watch()
        self.moved_in.emit(window)

    def _watch(self) -> None:
        """Lock after a time, where there is something to be locked."""
        window = self.window
        if window is not None:
            asks = self._needs_passphrase()
            self.idle.watch(window.services.settings.lock_minutes if asks else 0)

    def _failed(self, _: str) -> None:
        """A key that is not to be had is asked for at the door; the window has said the rest."""
        from epicrec_desktop.services.protection.key_file import KeyLostError  # noqa: PLC0415
        from epicrec_desktop.services.protection.keyring import KeyringError  # noqa: PLC0415
        from epicrec_desktop.services.protection.service import (  # noqa: PLC0415
            NeedsPassphraseError,
        )
        from epicrec_desktop.ui.common import messages  # noqa: PLC0415

        trouble = self._trouble
        if isinstance(trouble, NeedsPassphraseError):
            self._move_out().ask_passphrase()
        elif isinstance(trouble, KeyLostError | KeyringError):
            self._move_out().ask_again(messages.localized(trouble.message))

    # The door

    def lock(self) -> None:
        """Close the library until its passphrase is written."""
        if self.window is not None and self._needs_passphrase():
            self._move_out().ask_passphrase()

    def convert(self, wish: Wish) -> None:
        """Close the library, encrypt or decrypt it, and open it again."""
        if self.window is None:
            return
        database = self.window.services.context.database
        database.hold_log()
        opened = database.driver
        door = self._move_out()
        if self._ended:
            door.convert(wish, opened)
        else:
            door.refuse(opened)

    def _move_out(self) -> Door:
        """Close the window with all that it knows; the door in its place."""
        self.idle.watch(0)
        window, self.window = self.window, None
        hidden = False
        if window is not None:
            hidden = not window.isVisible()
            self._ended = window.leave()
            window.deleteLater()
            del window
        # A start tells the collector that what is there stays: now it does not.
        gc.unfreeze()
        gc.collect()
        door = self._stand_at_door()
        if hidden:
            door.showMinimized()
        else:
            door.show()
        return door

    def _stand_at_door(self) -> Door:
        from epicrec_desktop.ui.shell.door import Door  # noqa: PLC0415 - only where it is needed

        door = Door(
            self._protection(),
            Settings.load(self._paths.settings),
            whose.title(self._paths),
            several=whose.several(self._paths),
        )
        door.change_person.connect(self.change_person, Qt.ConnectionType.QueuedConnection)
        door.opened.connect(self._enter, Qt.ConnectionType.QueuedConnection)
        self.door = door
        self.changed.emit()
        return door

    def _enter(self, opened: Driver | None) -> None:
        door, self.door = self.door, None
        self._move_in(opened)
        assert self.window is not None
        if door is not None and not door.isMinimized():
            self.window.show()
        else:
            self.window.showMinimized()
        if door is not None:
            door.leave()
            door.deleteLater()
        self.changed.emit()
