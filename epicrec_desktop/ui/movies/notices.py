"""Over the movies: the scan under way, what the last one found, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.context import Context, ScanReport
from epicrec_desktop.ui.common.page import Banner, ErrorBanner
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import Task

if TYPE_CHECKING:
    from epicrec_desktop.services.scan import ScanResult


def _tr(text: str) -> str:
    return QCoreApplication.translate("MoviesPage", text)


class ScanNotices(QObject):
    """Follows the scan controller. Its widgets stand in the page, in their order."""

    found = Signal(object)  # ScanResult: the library has changed
    unreadable = Signal(object)  # ScanNews: no browser may be read

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.progress = ProgressStrip(name="movies.progress")
        self.news = Banner("info", name="movies.news")
        self.error = ErrorBanner(name="movies.error")
        self.consent = Banner("warning", name="movies.consent", button=_tr("Choose browsers"))
        self.consent.action.connect(lambda: context.navigate.emit("settings"))
        scans = context.scans
        scans.started.connect(self._begun)
        scans.reported.connect(self._announce)
        scans.failed.connect(self.error.show_text)

    def widgets(self) -> Iterator[QWidget]:
        """From the top down."""
        yield from (self.progress, self.news, self.consent, self.error)

    def show_current(self) -> None:
        """Show what happened before there was a page: a scan under way, and what one found."""
        scans = self._context.scans
        if scans.task is not None:
            self._begun(scans.task)
        if scans.unseen_report is not None:
            self._announce(scans.unseen_report)

    def _begun(self, task: Task) -> None:
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
        self._show_failures(news.result)
        self.found.emit(news)

    def _show_failures(self, result: ScanResult) -> None:
        if lines := messages.scan_problems(result):
            self.error.show_text("\n".join(lines))
