"""System tray icon, its menu, and the settings that control it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import icons
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.scanning import ScanReport
from epicrec_desktop.ui.common.text import notification_text, set_tool_tip

Reason = QSystemTrayIcon.ActivationReason
NOTIFICATION_MS = 6000


def available() -> bool:
    """Return whether this desktop has a tray now; it may come and go."""
    return QSystemTrayIcon.isSystemTrayAvailable()


class Tray(QObject):
    """Tray icon and its menu; absent until `set_on`."""

    open_asked = Signal()
    scan_asked = Signal()
    pause_chosen = Signal(bool)
    quit_asked = Signal()
    found_movies_clicked = Signal()  # the notification of found movies was clicked

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = "EpicRec"  # as the window's title: each local user can have an icon
        self._icon: QSystemTrayIcon | None = None
        self._notified_still_running = False
        self._about_found_movies = False
        self.menu = QMenu()
        self.menu.setObjectName("tray.menu")
        self.open_action = self._action("tray.open", self.tr("Open"))
        self.open_action.triggered.connect(self.open_asked)
        self.scan_action = self._action("tray.scan", self.tr("Scan now"))
        self.scan_action.triggered.connect(self.scan_asked)
        self.pause_action = self._action("tray.pause", self.tr("Pause automatic scans"))
        self.pause_action.setCheckable(True)
        self.pause_action.triggered.connect(self.pause_chosen)
        self.menu.addSeparator()
        self.quit_action = self._action("tray.quit", self.tr("Quit"))
        self.quit_action.triggered.connect(self.quit_asked)

    def _action(self, name: str, text: str) -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        self.menu.addAction(action)
        return action

    @property
    def on(self) -> bool:
        """Return whether the icon is visible."""
        return self._icon is not None and available()

    def set_on(self, on: bool) -> None:
        """Show or hide the icon; does nothing on a desktop without a tray."""
        if on and self._icon is None and available():
            self._icon = QSystemTrayIcon(icons.application_icon(), self)
            set_tool_tip(self._icon, self.title)
            self._icon.setContextMenu(self.menu)
            self._icon.activated.connect(self._activated)
            self._icon.messageClicked.connect(self._message_clicked)
            self._icon.show()
        elif not on and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def set_paused(self, paused: bool) -> None:
        """Show whether automatic scans are paused."""
        self.pause_action.setChecked(paused)
        if self._icon is not None:
            set_tool_tip(
                self._icon,
                self.tr("{title}, automatic scans paused").format(title=self.title)
                if paused
                else self.title,
            )

    def notify(self, sentence: str, *, about_found_movies: bool = False) -> None:
        """Show a notification. Never include a title: others may see the screen, locked or not.
        `about_found_movies`: a click on it opens the movies.
        """
        if self._icon is not None:
            self._about_found_movies = about_found_movies
            shown = notification_text(self.title), notification_text(sentence)
            self._icon.showMessage(*shown, icons.application_icon(), NOTIFICATION_MS)

    def notify_still_running(self) -> None:
        """Notify once that the program keeps running without its window."""
        if not self._notified_still_running:
            self._notified_still_running = True
            self.notify(self.tr("EpicRec is still running here. To quit, open this icon's menu."))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (Reason.Trigger, Reason.DoubleClick):
            self.open_asked.emit()

    def _message_clicked(self) -> None:
        (self.found_movies_clicked if self._about_found_movies else self.open_asked).emit()

    def close(self) -> None:
        """Remove the icon and its menu."""
        self.set_on(False)
        self.menu.deleteLater()


class TrayController(QObject):
    """Owns the tray icon, and rebuilds it in another language; attached, it controls scans."""

    open_asked = Signal()
    quit_asked = Signal()
    movies_asked = Signal()

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._context: Context | None = None
        self._may_scan: Callable[[], bool] = lambda: False
        self.tray = self._new_tray()

    def _new_tray(self) -> Tray:
        tray = Tray(self)
        tray.open_asked.connect(self.open_asked)
        tray.scan_asked.connect(self._scan)
        tray.pause_chosen.connect(self._pause)
        tray.quit_asked.connect(self.quit_asked)
        tray.found_movies_clicked.connect(self.movies_asked)
        return tray

    def attach(self, context: Context, may_scan: Callable[[], bool]) -> None:
        """Connect the services. `may_scan` is asked before each scan: not during the first run."""
        self._context, self._may_scan = context, may_scan
        self._settings = context.services.settings
        context.tray_changed.connect(self.follow)
        context.scans.reported.connect(self.notify)
        self.follow()

    def follow(self) -> None:
        """Show or hide the icon as configured, with the window's title."""
        self.tray.title = self._window.windowTitle()
        self.tray.set_on(self._settings.tray)
        self.tray.set_paused(self._settings.rescans_paused)
        QApplication.setQuitOnLastWindowClosed(not self.tray.on)

    def _scan(self) -> None:
        if self._context is not None and self._may_scan():
            self._context.scans.scan()
        else:
            self.open_asked.emit()  # the first run asks which browsers may be read

    def _pause(self, paused: bool) -> None:
        if self._context is not None:
            self._settings.rescans_paused = paused
            self._context.save_settings()
            self.tray.set_paused(paused)

    def change_language(self) -> None:
        """Rebuild icon and menu."""
        self.tray.close()
        self.tray.deleteLater()
        self.tray = self._new_tray()
        self.follow()

    def notify(self, report: ScanReport) -> None:
        """Notify of a scan's result, where the window does not show it.

        A requested scan always notifies, an automatic one only where enabled.
        """
        wanted = self._settings.tell_finds or not report.automatic
        if wanted and report.should_notify and not self._window.isVisible():
            self.tray.notify(report.sentence, about_found_movies=report.found > 0)

    def notify_month(self, sentence: str) -> None:
        """Notify of what a new month brings, where that is enabled and the window is closed."""
        if self._settings.tell_month and not self._window.isVisible():
            self.tray.notify(sentence)
