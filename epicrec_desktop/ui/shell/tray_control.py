"""The tray icon as the settings say, and what its menu asks for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.scans import ScanReport
from epicrec_desktop.ui.shell.tray import Tray


class TrayController(QObject):
    """Owns the icon; makes it anew in another language. Scans and pauses once it is attached."""

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
        """The services are there. `may_scan` is asked whenever a scan is: not in the first run."""
        self._context, self._may_scan = context, may_scan
        self._settings = context.services.settings
        context.tray_changed.connect(self.follow)
        context.scans.reported.connect(self.notify)
        self.follow()

    def follow(self) -> None:
        """Show or hide the icon as the settings say, called as the window is."""
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
        """Make icon and menu anew."""
        self.tray.close()
        self.tray.deleteLater()
        self.tray = self._new_tray()
        self.follow()

    def notify(self, report: ScanReport) -> None:
        """Say what a scan found, where the window does not show it.

        Whoever asked for the scan is answered; one by itself is told to those who want that.
        """
        wanted = self._settings.tell_finds or not report.automatic
        if wanted and report.should_notify and not self._window.isVisible():
            self.tray.notify(report.sentence, about_found_movies=report.found > 0)
