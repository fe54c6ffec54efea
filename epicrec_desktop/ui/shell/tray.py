"""System tray icon, its menu, and the settings that control it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import icons
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.scanning import ScanReport
from epicrec_desktop.ui.common.text import notification_text, set_tool_tip

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.window import MainWindow

Reason = QSystemTrayIcon.ActivationReason
NOTIFICATION_MS = 6000


def available() -> bool:
    """Return whether this desktop has a tray now; it may come and go."""
    return QSystemTrayIcon.isSystemTrayAvailable()


class Tray(QObject):
    """Tray icon of a window and its menu, shown where enabled; attached, it controls scans."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self._context: Context | None = None
        self._may_scan: Callable[[], bool] = lambda: False
        self.title = "EpicRec"  # as the window's title: each local user can have an icon
        self._icon: QSystemTrayIcon | None = None
        self._notified_still_running = False
        self._about_found_movies = False
        self.menu = QMenu()
        self.menu.setObjectName("tray.menu")
        self.open_action = self._action("tray.open", window.bring_to_front)
        self.scan_action = self._action("tray.scan", self._scan)
        self.pause_action = self._action("tray.pause", self._pause)
        self.pause_action.setCheckable(True)
        self.menu.addSeparator()
        self.quit_action = self._action("tray.quit", window.quit)
        self.retranslate()

    def _action(self, name: str, slot: Callable[..., object] | SignalInstance) -> QAction:
        action = self.menu.addAction("")
        action.setObjectName(name)
        action.triggered.connect(slot)
        return action

    def retranslate(self) -> None:
        self.open_action.setText(self.tr("Open"))
        self.scan_action.setText(self.tr("Scan now"))
        self.pause_action.setText(self.tr("Pause automatic scans"))
        self.quit_action.setText(self.tr("Quit"))

    def attach(self, context: Context, may_scan: Callable[[], bool]) -> None:
        """Connect the services. `may_scan` is asked before each scan: not during the first run."""
        self._context, self._may_scan = context, may_scan
        self._settings = context.services.settings
        context.setting_changed.connect(self.follow)
        context.scans.reported.connect(self.notify_scan)
        self.follow()

    @property
    def on(self) -> bool:
        return self._icon is not None and available()

    def follow(self) -> None:
        self.title = self._window.windowTitle()
        self._set_on(self._settings.tray)
        paused = self._settings.rescans_paused
        self.pause_action.setChecked(paused)
        if self._icon is not None:
            words = self.tr("{title}, automatic scans paused") if paused else "{title}"
            set_tool_tip(self._icon, words.format(title=self.title))
        QApplication.setQuitOnLastWindowClosed(not self.on)

    def _set_on(self, on: bool) -> None:
        """Show or hide the icon; does nothing on a desktop without a tray."""
        if on and self._icon is None and available():
            self._icon = QSystemTrayIcon(icons.application_icon(), self)
            self._icon.setContextMenu(self.menu)
            self._icon.activated.connect(self._activated)
            self._icon.messageClicked.connect(self._message_clicked)
            self._icon.show()
        elif not on and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def _scan(self) -> None:
        if self._context is not None and self._may_scan():
            self._context.scans.scan()
        else:
            self._window.bring_to_front()  # the first run asks which browsers may be read

    def _pause(self, paused: bool) -> None:
        if self._context is not None:
            self._context.save_settings(rescans_paused=paused)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (Reason.Trigger, Reason.DoubleClick):
            self._window.bring_to_front()

    def _message_clicked(self) -> None:
        if self._about_found_movies:
            self._window.show_movies()
        else:
            self._window.bring_to_front()

    def _notify(self, sentence: str, *, about_found_movies: bool = False) -> None:
        """Show a notification. Never include a title: others may see the screen, locked or not.
        `about_found_movies`: a click on it opens the movies.
        """
        if self._icon is not None:
            self._about_found_movies = about_found_movies
            shown = notification_text(self.title), notification_text(sentence)
            self._icon.showMessage(*shown, icons.application_icon(), NOTIFICATION_MS)

    def notify_still_running(self) -> None:
        if not self._notified_still_running:
            self._notified_still_running = True
            self._notify(self.tr("EpicRec is still running here. To quit, open this icon's menu."))

    def notify_scan(self, report: ScanReport) -> None:
        wanted = self._settings.tell_finds or not report.automatic
        if wanted and report.should_notify and not self._window.isVisible():
            self._notify(report.sentence, about_found_movies=report.found > 0)

    def notify_month(self, sentence: str) -> None:
        if self._settings.tell_month and not self._window.isVisible():
            self._notify(sentence)

    def close(self) -> None:
        self._set_on(False)
