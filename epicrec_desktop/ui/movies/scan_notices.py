"""Notices of scans on the My movies page: progress, what was found, and what went wrong."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.notices import Banner, ErrorBanner, FloatingNotice
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.scanning import ScanReport
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.translation import translator

_tr = translator("MoviesPage")


class ScanNotices(QObject):
    """Follows the scan controller. The page places its widgets in order."""

    found = Signal(object)  # ScanResult: the library has changed
    unreadable = Signal(object)  # ScanReport: no browser may be read

    def __init__(self, context: Context, page: QWidget) -> None:
        super().__init__(page)
        self._context = context
        self.progress = ProgressStrip(name="movies.progress")
        self.news = FloatingNotice(page, name="movies.news")
        self.error = ErrorBanner(name="movies.error")
        self.consent = Banner("warning", name="movies.consent", button=_tr("Choose browsers"))
        self.consent.action.connect(lambda: context.navigate.emit("settings.browsers"))
        scans = context.scans
        scans.started.connect(self._on_scan_started)
        scans.reported.connect(self._announce)
        scans.failed.connect(self.error.show_text)

    def show_current(self) -> None:
        scans = self._context.scans
        if scans.task is not None:
            self._on_scan_started(scans.task)
        if scans.unseen_report is not None:
            self._announce(scans.unseen_report)

    def _on_scan_started(self, task: Task) -> None:
        for banner in (self.news, self.error, self.consent):
            banner.hide()
        self.progress.follow(task, _tr("Looking at your browsers…"))

    def _announce(self, news: ScanReport) -> None:
        self._context.scans.unseen_report = None
        if news.result is None:
            if news.should_notify:
                self.unreadable.emit(news)
            return
        if news.should_notify:
            self.news.show_text(news.sentence)
        if lines := messages.scan_problems(news.result):
            self.error.show_text("\n".join(lines))
        self.found.emit(news)
