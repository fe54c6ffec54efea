"""Main window: navigation at the left, pages at the right, the wizard at the first run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.json_files import Damage
from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import shortcuts, translation, window_frame
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.page import Page, StartFailed
from epicrec_desktop.ui.common.poster_design import book
from epicrec_desktop.ui.common.tasks import LONG, Tasks
from epicrec_desktop.ui.common.text import set_window_title
from epicrec_desktop.ui.common.window_frame import TopWindow
from epicrec_desktop.ui.shell.crash_reports import CrashBanner, CrashReports
from epicrec_desktop.ui.shell.drops import DropHint, dropped_invitation, local_files
from epicrec_desktop.ui.shell.help import HelpDialogs
from epicrec_desktop.ui.shell.navigation import Navigation, StatusUpdater
from epicrec_desktop.ui.shell.pages import FirstRun, PageStack
from epicrec_desktop.ui.shell.preparation import Preparation
from epicrec_desktop.ui.shell.startup import DamageNotice, ServiceLoader
from epicrec_desktop.ui.shell.timers import (
    MonthNotice,
    MonthTimer,
    RequestTimer,
    RescanTimer,
    ScheduleNotice,
    month_sentence,
)
from epicrec_desktop.ui.shell.tray import Tray
from epicrec_desktop.ui.shell.upgrade import RestartNotice, UpdateNotice, note_version

if TYPE_CHECKING:
    from epicrec_desktop.services.import_service import AppliedImport
    from epicrec_desktop.services.month_news import MonthNews
    from epicrec_desktop.wiring import Services


NEWS_DELAY_MS = 2000
"""Milliseconds after which the news of a month is looked for, which may compute a release."""


class MainWindow(TopWindow):
    """Main window over one user's services; closing it cancels all work and waits for it.

    Built from paths and settings alone it draws its frame. `attach_services` adds the pages; or
    `open_after_first_paint` does, with services that a worker builds after the first paint.
    """

    services_attached = Signal()

    def __init__(self, paths: Paths, settings: Settings) -> None:
        super().__init__("window", window_frame.title(paths), settings, in_parts=True)
        self._paths = paths
        self.setAcceptDrops(True)
        self._settings = settings
        self._requested_key = "recommendations"
        self._open = False
        self._quitting = False
        self.preparation: Preparation | None = None
        self._waiting_invitation: Callable[[], str] | None = None
        self.restart_page: str | None = None
        """Key of the page to begin with after a restart; None: the program ends."""
        self.tasks = Tasks(self)
        self.tray = Tray(self, settings)
        self.start_failed: StartFailed | None = None
        self.service_loader = ServiceLoader(self.tasks, self)
        self.service_loader.built.connect(self.attach_services)
        self.service_loader.failed.connect(self._open_failed)
        self._build(paths)
        window_frame.restore(self, settings)

    @property
    def services(self) -> Services:
        assert self.service_loader.services is not None, "the window is not open yet"
        return self.service_loader.services

    # Opening

    def open_after_first_paint(self, build: Callable[[], Services]) -> None:
        self.service_loader.pending = build

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.service_loader.after_paint()

    def _open_failed(self, sentence: str) -> None:
        self.start_failed = failed = StartFailed(sentence)
        failed.action.connect(self.quit)
        self.theme.apply_style_sheet(failed)
        self.setCentralWidget(failed)
        failed.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def attach_services(self, services: Services) -> None:
        """Add the content: the wizard at a first run, else the first page."""
        self.service_loader.services = services
        self._settings = services.settings
        self._show_titles()
        self.context = Context(services, self.tasks, self.theme, self)
        self._open = True
        # Read by a worker before the first poster is painted; a damaged file is reported then.
        self.tasks.run(lambda job: book(), queue=LONG, on_error=lambda _: None)
        self.stack.context = self.context
        self._connect()
        if (missing := services.context.database.missing()) is not None:
            sentence = missing.sentence(command=False)
            self.library_damaged.show_sentences([sentence], button=missing.copy)
        self.tray.attach(self.context, self.first_run.finished_setup)
        last_scan = services.profiles.last_scan()
        self.rescans = RescanTimer(services.settings, last_scan, datetime.now(UTC), self)
        self.rescans.due.connect(self._scan_by_itself)
        self.context.scans.started.connect(self.rescans.scanned)
        self.publications = RequestTimer(self.context, self)
        self.publications.round_ended.connect(self.schedule.show_sentence)
        self.months = MonthTimer(self.context, self)
        self.months.news_found.connect(self._show_month)
        if services.settings.wizard_step == "done":
            self.show_page(self._requested_key)
            self.updated.setVisible(note_version(services.settings))
        else:
            self.show_wizard()
            note_version(services.settings)  # a new user has not seen an older version
        blank = self.service_loader.blank
        self._root.removeWidget(blank)
        blank.hide()
        blank.deleteLater()
        self.preparation = Preparation(
            self.context, self.stack, self.first_run.finished_setup, self
        )
        self.preparation.damage_found.connect(self._show_public_damage)
        QTimer.singleShot(NEWS_DELAY_MS, self.months, self.months.look)
        self.services_attached.emit()

    def _prepare(self) -> None:
        if self.preparation is not None:
            self.preparation.go_on()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._prepare()

    def _show_public_damage(self, damage: Sequence[Message]) -> None:
        if damage:
            self.public_damaged.show_sentences(damage, button=self.first_run.finished_setup())
            self.context.catalog_changed.emit()

    def _build(self, paths: Paths) -> None:
        self.stack = PageStack()
        self.navigation = self._new_navigation()
        shell = QWidget()
        shell.setObjectName("shell")
        self._shell_row = row(self.navigation, (self.stack, 1), parent=shell, spacing=0)
        self._root = QStackedWidget()
        self._root.addWidget(shell)
        self._place_loading_view()
        self.first_run = FirstRun(self._root)
        self.first_run.finished.connect(self._first_run_ended)
        self.first_run.imported.connect(self._imported)
        self._drop_hint = DropHint(self)
        self.help_dialogs = HelpDialogs(self, self.theme)
        self.crash = CrashBanner(CrashReports(paths.crashes))
        self.crash.opened.connect(self.theme.apply_style_sheet)
        self.updated = UpdateNotice()
        self.updated.buttons["show"].clicked.connect(self.help_dialogs.show_release_notes)
        self.month = MonthNotice()
        self.month.asked.connect(self.show_page)
        # Before they have a parent: inside a hidden window Qt gives them the system's typeface.
        self.upgraded = RestartNotice(self.tasks, self)
        self.upgraded.restart_requested.connect(self.restart)
        settings_damaged = DamageNotice(
            name="settings_damaged", button=lambda: self.tr("Open Settings")
        )
        settings_damaged.asked.connect(partial(self.show_page, "settings"))
        self.library_damaged = DamageNotice(
            name="library_damaged", button=lambda: self.tr("Restore the copy")
        )
        self.public_damaged = DamageNotice(
            name="public_damaged", button=lambda: self.tr("Open Settings")
        )
        self.public_damaged.asked.connect(partial(self._navigate, "settings.catalog"))
        damaged = (self.library_damaged, settings_damaged, self.public_damaged)
        self.schedule = ScheduleNotice()
        news = (self.upgraded, self.updated, self.month)
        self._notices = (self.crash, *damaged, self.schedule, *news)
        for notice in self._notices:
            self.theme.apply_style_sheet(notice)
        whole = QWidget()
        column(*self._notices, (self._root, 1), parent=whole, spacing=0)
        self.setCentralWidget(window_frame.fitted(self, whole))
        self.crash.show_if_any()
        settings_damaged.show_sentences(
            filter(None, [self._settings.damage_sentence]),
            button=self._settings.damage is Damage.LOST,
        )
        for key in self.stack.titles:
            shortcuts.bind(f"go.{key}", self, partial(self._show_page_by_shortcut, key))
        shortcuts.bind("help", self, self.help_dialogs.show_help)
        shortcuts.bind("keys", self, self.help_dialogs.show_shortcuts_dialog)
        shortcuts.bind("quit", self, self.quit)

    def _place_loading_view(self) -> None:
        blank = self.service_loader.blank
        self.theme.apply_style_sheet(blank)  # before it has a parent, as the notices
        if self._settings.wizard_step == "done":
            self.stack.addWidget(blank)
            self.navigation.set_current(self._requested_key)
        else:
            self._root.addWidget(blank)
            self._root.setCurrentWidget(blank)

    def _new_navigation(self) -> Navigation:
        navigation = Navigation(self.stack.titles)
        navigation.chosen.connect(self.show_page)
        self.theme.apply_style_sheet(navigation)
        navigation.set_narrow(self.width() < window_frame.NARROW_NAVIGATION_BELOW)
        return navigation

    def _connect(self) -> None:
        context = self.context
        context.setting_changed.connect(self._follow_setting, Qt.ConnectionType.QueuedConnection)
        context.navigate.connect(self._navigate)
        context.show_wizard.connect(self.show_wizard)
        context.show_shortcuts.connect(self.help_dialogs.show_shortcuts_dialog)
        context.show_help.connect(self.help_dialogs.show_help)
        self.help_dialogs.context = context
        context.show_release_notes.connect(self.help_dialogs.show_release_notes)
        context.erased.connect(self._erased_everything)
        context.quit_requested.connect(self.quit)
        context.start_scan.connect(self._scan_on_movies)
        context.users_changed.connect(self._update_title)
        self._status = StatusUpdater(context, self.navigation)

    # Pages

    def page(self, key: str) -> Page:
        return self.stack.page(key)

    def show_page(self, key: str) -> None:
        """Show a page; before the services are attached, remember it."""
        if not self._open:
            self._requested_key = key
            return
        self.context.follow_others()
        page = self.page(key)
        self.navigation.set_current(key)
        left = self.stack.currentWidget()
        if isinstance(left, Page):
            left.left() if left is not page else page.start()
        self.stack.setCurrentWidget(page)
        self._root.setCurrentIndex(0)
        page.activated()
        if not self.navigation.isAncestorOf(self.focusWidget() or self):
            page.first_focus().setFocus(Qt.FocusReason.OtherFocusReason)
        self._status.load()

    def _navigate(self, place: str) -> None:
        key, _, item = place.partition(".")
        self.show_page(key)
        if item:
            self.page(key).show_item(item)
        else:
            self.page(key).start()

    def _show_page_by_shortcut(self, key: str) -> None:
        if self.first_run.finished_setup():
            self.show_page(key)

    def show_movies(self) -> None:
        self.bring_to_front()
        if self.first_run.finished_setup():
            self.show_page("movies")

    def _show_month(self, news: MonthNews) -> None:
        self.month.show_news(news)
        self.tray.notify_month(month_sentence(news))

    def _scan_on_movies(self) -> None:
        self.show_page("movies")
        self.context.scans.scan()

    def _scan_by_itself(self) -> None:
        if self.first_run.finished_setup():
            self.context.scans.scan(automatic=True)

    def _update_title(self) -> None:
        set_window_title(self, window_frame.title(self._paths))
        self.tray.follow()

    # The language

    def _show_titles(self) -> None:
        language = translation.resolve_language(self.services.settings.language)
        self.services.context.show_titles_in(language)

    def _follow_setting(self, name: str) -> None:
        if name != "language":
            return
        current_key = self.stack.current_key
        scroll_state = None if current_key is None else self.page(current_key).scroll_state()
        translation.install_translators(self.application, self.services.settings.language)
        self._show_titles()
        self.stack.drop_pages()
        old = self.navigation
        self.navigation = self._new_navigation()
        self._shell_row.replaceWidget(old, self.navigation)
        old.hide()
        old.deleteLater()
        self._status.navigation = self.navigation
        self.tray.retranslate()
        self.tray.follow()
        for notice in self._notices:
            notice.retranslate()
        if current_key is not None:
            self.show_page(current_key)
            if scroll_state is not None:
                self.page(current_key).restore_scroll_state(*scroll_state)

    def quit(self) -> None:
        """End the program, also where closing would only hide the window."""
        self._quitting = True
        QApplication.setQuitOnLastWindowClosed(True)
        hidden = not self.isVisible()
        self.close()
        if hidden:  # Qt ends by itself only after a window that was visible
            QApplication.quit()

    def restart(self) -> None:
        self.restart_page = self.stack.current_key or ""
        self.quit()

    # First run

    def show_wizard(self) -> None:
        self.first_run.show(self.context)

    def _first_run_ended(self) -> None:
        self.show_page("recommendations")
        self.context.announce_everything()  # an export may have been restored
        self._prepare()
        if (take := self._waiting_invitation) is not None:
            self._waiting_invitation = None
            self.open_invitation(take)

    def _erased_everything(self) -> None:
        self._open, self._quitting = False, True
        self._end_work()

    # Dropped files

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        invited = bool(dropped_invitation(event.mimeData()))
        if self._open and (invited or local_files(event.mimeData())):
            event.acceptProposedAction()
            self._drop_hint.cover(self.theme, invited=invited)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._drop_hint.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop_hint.hide()
        files, invitation = local_files(event.mimeData()), dropped_invitation(event.mimeData())
        if invitation:
            event.acceptProposedAction()
            self.open_invitation(lambda: invitation)
        elif files:
            event.acceptProposedAction()
            if self.first_run.finished_setup():
                self.show_page("movies")
                self.context.files_dropped.emit(files)
            else:
                self.first_run.import_files(files)

    def open_invitation(self, take: Callable[[], str]) -> None:
        """Ask about an invitation to a service, where services are added; before, it waits."""
        if not (self._open and self.first_run.finished_setup()):
            self._waiting_invitation = take
        elif line := take():
            self._navigate("settings.providers")
            self.context.invited.emit(line)

    def _imported(self, applied: AppliedImport) -> None:
        """Let My movies undo an import of the first run."""
        self.page("movies")  # listens from now on
        self.context.imported.emit(applied)

    # The window itself

    def changeEvent(self, event: QEvent) -> None:
        """Follow what a command changed while the user was there."""
        super().changeEvent(event)
        returned = event.type() is QEvent.Type.ActivationChange and self.isActiveWindow()
        if returned and self._open and self.context.follow_others():
            page = self.stack.currentWidget()
            if isinstance(page, Page):
                page.activated()

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < window_frame.NARROW_NAVIGATION_BELOW
        if narrow != self.navigation.narrow:
            self.navigation.set_narrow(narrow)
        super().resizeEvent(event)

    def desktop_session_ends(self) -> bool:
        return self.application.isSavingSession()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the geometry, cancel all work, wait for it, and close the database.

        With the tray icon the window is only hidden, unless the desktop session is ending.
        """
        ending = self._quitting or self.desktop_session_ends()
        if self.tray.on and not ending:
            self.hide()
            self.tray.notify_still_running()
            event.ignore()
            return
        self._save_settings()
        self._end()
        super().closeEvent(event)

    def close_for_replacement(self) -> bool:
        """Close for good whatever the tray setting; another window takes its place.

        Return whether all work ended in time; otherwise it may still use the database.
        """
        self._save_settings()
        return self._end()

    def _save_settings(self) -> None:
        """Save what only the end of a window does: its geometry, and the version that ran."""
        if self._open:
            self.context.save_settings(
                window_geometry=window_frame.geometry(self),
                version_seen=self._settings.version_seen,
            )

    def _end(self) -> bool:
        self.service_loader.pending = None
        self.tray.close()
        self.hide()
        QApplication.setQuitOnLastWindowClosed(True)
        return self._end_work()

    def _end_work(self) -> bool:
        """Cancel all work, wait for it, and close the database; return whether it ended in time."""
        ended = self.tasks.close()
        for timer in self.findChildren(QTimer):
            timer.stop()
        self.stack.drop_prepared()  # they hold the services, and have no parent to go with
        if (services := self.service_loader.services) is not None:  # also built while it closed
            services.close()
        return ended
