"""The window: navigation at the left, pages at the right, the wizard at the first run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui import icons, language, shortcuts
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.crashes import CrashReports
from epicrec_desktop.ui.places import page_specs
from epicrec_desktop.ui.rescans import Rescans
from epicrec_desktop.ui.tasks import LONG, Tasks
from epicrec_desktop.ui.theme import Theme
from epicrec_desktop.ui.tray import Tray
from epicrec_desktop.ui.widgets.crash_notice import CrashNotice
from epicrec_desktop.ui.widgets.navigation import Navigation
from epicrec_desktop.ui.widgets.page import Page
from epicrec_desktop.ui.widgets.shortcuts_help import ShortcutsDialog
from epicrec_desktop.ui.widgets.states import EmptyState, StartFailed

if TYPE_CHECKING:
    from epicrec_desktop.ui.pages.movies import MoviesPage
    from epicrec_desktop.ui.standing import Standing
    from epicrec_desktop.wiring import Services

MINIMUM = (900, 600)
USUAL = (1280, 800)
OPENING_MS = 400
"""Opening that takes longer than this is told; it is less but for a first run or an update."""


class MainWindow(QMainWindow):
    """The whole app over one person's services; closing it cancels all work and waits for it.

    Built from paths and settings alone it draws its frame. `move_in` fills it with the pages; or
    `open_soon` does, with services that are built on a worker once the frame is on the screen.
    """

    moved_in = Signal()

    def __init__(self, paths: Paths, settings: Settings) -> None:
        super().__init__()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.setObjectName("window")
        self.setWindowTitle("EpicRec")
        self.setWindowIcon(icons.application_icon())
        self._settings = settings
        self.opening: EmptyState | None
        self._services: Services | None = None
        self._open: Callable[[], Services] | None = None
        self.tasks = Tasks(self)
        self.theme = Theme(application, settings.appearance, self)
        self._specs = {spec.key: spec for spec in page_specs()}
        self._pages: dict[str, Page] = {}
        self._erased = False
        self._quitting = False
        self.tray = self._new_tray()
        self._build(paths)
        self._restore_geometry()

    @property
    def services(self) -> Services:
        """The person's services; there after `move_in`."""
        assert self._services is not None, "the window is not open yet"
        return self._services

    # Opening

    def open_soon(self, build: Callable[[], Services]) -> None:
        """Build the services on a worker as soon as the frame is drawn, and move in."""
        self._open = build

    def paintEvent(self, event: QPaintEvent) -> None:
        """The first time, go on to what is behind the frame."""
        super().paintEvent(event)
        if self._open is not None:
            build, self._open = self._open, None
            QTimer.singleShot(0, self, partial(self._begin_opening, build))

    def _begin_opening(self, build: Callable[[], Services]) -> None:
        def work(report: Any, cancelled: Any) -> None:
            # Kept by the worker itself: a window that closes meanwhile hears of no result.
            self._services = build()

        self.tasks.run(
            work,
            queue=LONG,
            on_result=lambda _: self.move_in(self.services),
            on_error=self._could_not_open,
        )
        QTimer.singleShot(OPENING_MS, self, self._tell_opening)

    def _tell_opening(self) -> None:
        if self.opening is not None:
            self.opening.show()

    def _could_not_open(self, sentence: str) -> None:
        failed = StartFailed(sentence)
        failed.action.connect(self.quit)
        self.opening = None
        self.setCentralWidget(failed)
        failed.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def move_in(self, services: Services) -> None:
        """Fill the frame: the wizard at a first run, else the first page."""
        self._services = services
        self._settings = services.settings
        self.context = Context(services, self.tasks, self.theme, self)
        self._connect()
        self.follow_tray_setting()
        profiles = services.profiles
        self._rescans = Rescans(services.settings, profiles.last_scan(), datetime.now(UTC))
        self._clock = QTimer(self)
        self._clock.setInterval(60_000)
        self._clock.timeout.connect(self._minute_passed)
        self._clock.start()
        if services.settings.wizard_step == "done":
            self.show_page(self._wanted)
        else:
            self.show_wizard()
        self._drop_opening()
        self.moved_in.emit()

    def _drop_opening(self) -> None:
        if self.opening is not None:
            self.opening.hide()
            self._root.removeWidget(self._blank)
            self._blank.deleteLater()
            self.opening = None

    def _build(self, paths: Paths) -> None:
        self.navigation = self._new_navigation()
        self.stack = QStackedWidget()
        self.stack.setObjectName("pages")
        shell = QWidget()
        shell.setObjectName("shell")
        self._shell_row = row = QHBoxLayout(shell)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.navigation)
        row.addWidget(self.stack, 1)
        self._root = QStackedWidget()
        self._root.addWidget(shell)
        self._build_opening()
        self._wizard: QWidget | None = None
        self.crash = CrashNotice(CrashReports(paths.crashes))
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.crash)
        column.addWidget(self._root, 1)
        self.setCentralWidget(whole)
        self.crash.look()
        for key in self._specs:
            shortcuts.bind(f"go.{key}", self, partial(self._go_by_key, key))
        shortcuts.bind("help", self, self.show_shortcuts)
        shortcuts.bind("quit", self, self.quit)

    def _build_opening(self) -> None:
        """What is behind the frame until the services are there: nothing, then one sentence."""
        self.opening = EmptyState(
            "scan",
            self.tr("One moment"),
            self.tr("Your library is being opened."),
            name="window.opening",
        )
        self.opening.hide()
        self._blank = QWidget()
        column = QVBoxLayout(self._blank)
        column.addWidget(self.opening)
        self._wanted = "recommendations"
        if self._settings.wizard_step == "done":
            self.stack.addWidget(self._blank)
            self.navigation.set_current(self._wanted)
        else:
            self._root.addWidget(self._blank)
            self._root.setCurrentWidget(self._blank)

    def _new_navigation(self) -> Navigation:
        navigation = Navigation([(s.key, s.text, s.icon) for s in self._specs.values()])
        navigation.chosen.connect(self.show_page)
        return navigation

    def _connect(self) -> None:
        context = self.context
        context.language_chosen.connect(self._speak, Qt.ConnectionType.QueuedConnection)
        context.navigate.connect(self.show_page)
        context.show_wizard.connect(self.show_wizard)
        context.show_shortcuts.connect(self.show_shortcuts)
        context.tray_changed.connect(self.follow_tray_setting)
        context.erased.connect(self._leave_nothing)
        context.start_scan.connect(self._scan_on_movies)
        for signal in (
            context.library_changed,
            context.choice_changed,
            context.providers_changed,
            context.released,
        ):
            signal.connect(self.refresh_standing)

    # Pages

    def page(self, key: str) -> Page:
        """The page of this key, built when it is first asked for."""
        if key not in self._pages:
            spec = self._specs[key]
            page = spec.build(self.context)
            self._pages[key] = page
            if key == "movies":
                self._movies().scan_told.connect(self._scan_told)
                self._movies().scan_begun.connect(self._rescans.scanned)
            self.stack.addWidget(page)
        return self._pages[key]

    def show_page(self, key: str) -> None:
        """Bring a page to the front; before the window is open, as soon as it is."""
        if self._services is None:
            self._wanted = key
            return
        page = self.page(key)
        self.navigation.set_current(key)
        self.stack.setCurrentWidget(page)
        self._root.setCurrentIndex(0)
        page.activated()
        if not self.navigation.isAncestorOf(self.focusWidget() or self):
            page.first_focus().setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh_standing()

    def _go_by_key(self, key: str) -> None:
        if self._root.currentIndex() == 0:
            self.show_page(key)

    def _scan_on_movies(self) -> None:
        self.show_page("movies")
        self._movies().scan()

    def _movies(self) -> MoviesPage:
        from epicrec_desktop.ui.pages.movies import MoviesPage  # noqa: PLC0415

        page = self.page("movies")
        assert isinstance(page, MoviesPage)
        return page

    def _minute_passed(self) -> None:
        """Scan again by itself, as often as the settings say; never during the first run."""
        if self._rescans.minute_passed() and self._root.currentIndex() == 0:
            self._movies().scan(by_itself=True)

    # The language

    def _speak(self) -> None:
        """Build everything anew in the language of the settings, at the page that is open."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        language.speak(application, self.services.settings.language)
        here = next((k for k, p in self._pages.items() if p is self.stack.currentWidget()), None)
        for page in self._pages.values():
            self.stack.removeWidget(page)
            page.hide()
            page.deleteLater()
        self._pages.clear()
        self._specs = {spec.key: spec for spec in page_specs()}
        old = self.navigation
        self.navigation = self._new_navigation()
        self._shell_row.replaceWidget(old, self.navigation)
        old.hide()
        old.deleteLater()
        self.tray.close()
        self.tray.deleteLater()
        self.tray = self._new_tray()
        self.follow_tray_setting()
        self.crash.say()
        if here is not None:
            self.show_page(here)

    # The tray

    def _new_tray(self) -> Tray:
        tray = Tray(self)
        tray.open_asked.connect(self.bring_to_front)
        tray.scan_asked.connect(self._scan_from_tray)
        tray.pause_chosen.connect(self._pause)
        tray.quit_asked.connect(self.quit)
        return tray

    def follow_tray_setting(self) -> None:
        """Show or hide the tray icon as the settings say."""
        settings = self._settings
        self.tray.set_on(settings.tray)
        self.tray.set_paused(settings.rescans_paused)
        QApplication.setQuitOnLastWindowClosed(not self.tray.on)

    def _scan_from_tray(self) -> None:
        if self._services is not None and self._root.currentIndex() == 0:
            self._movies().scan()
        else:
            self.bring_to_front()  # the first run asks which browsers may be read

    def _scan_told(self, sentence: str) -> None:
        if not self.isVisible():
            self.tray.tell(sentence)

    def _pause(self, paused: bool) -> None:
        self.services.settings.rescans_paused = paused
        self.context.save_settings()
        self.tray.set_paused(paused)

    def quit(self) -> None:
        """End the program, also where closing the window would only hide it."""
        self._quitting = True
        QApplication.setQuitOnLastWindowClosed(True)
        hidden = not self.isVisible()
        self.close()
        if hidden:  # Qt ends by itself only after a window that was seen
            QApplication.quit()

    # First run

    def show_wizard(self) -> None:
        """Show the first run over the whole window, at the step where it was left."""
        from epicrec_desktop.ui.wizard.wizard import FirstRunWizard  # noqa: PLC0415

        self._drop_wizard()
        wizard = FirstRunWizard(self.services, self.tasks)
        wizard.finished.connect(self._wizard_finished)
        self._wizard = wizard
        self._root.addWidget(wizard)
        self._root.setCurrentWidget(wizard)

    def _wizard_finished(self) -> None:
        self.show_page("recommendations")
        self.context.library_changed.emit()
        self.context.choice_changed.emit()
        self.context.recommendations_changed.emit()
        QTimer.singleShot(0, self._drop_wizard)

    def _drop_wizard(self) -> None:
        if self._wizard is not None:
            self._root.removeWidget(self._wizard)
            self._wizard.deleteLater()
            self._wizard = None

    def _leave_nothing(self) -> None:
        """Everything was erased and the services are closed: go, and write nothing anymore."""
        self._erased = True
        self.quit()

    # How things stand

    def refresh_standing(self) -> None:
        """Load level, provider, last release and the number of suggestions again."""
        from epicrec_desktop.ui.standing import standing  # noqa: PLC0415

        services = self.services
        self.tasks.run(lambda report, cancelled: standing(services), on_result=self._stand)

    def _stand(self, now: Standing) -> None:
        self.navigation.set_foot(*now.words())
        self.navigation.buttons["movies"].set_badge(now.suggested)

    # The window itself

    def show_shortcuts(self) -> None:
        """Show the help page of the keys."""
        if self.findChild(ShortcutsDialog) is None:
            dialog = ShortcutsDialog(self)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def bring_to_front(self) -> None:
        """Show the window over all others, also when it was minimized."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def _restore_geometry(self) -> None:
        self.setMinimumSize(*MINIMUM)
        self.resize(QSize(*USUAL).boundedTo(self.screen().availableSize()))
        kept = self._settings.window_geometry
        if kept:
            self.restoreGeometry(QByteArray.fromBase64(QByteArray(kept.encode())))

    def session_ends(self) -> bool:
        """Whether the system asks everybody to close."""
        application = QApplication.instance()
        return isinstance(application, QApplication) and application.isSavingSession()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the geometry, cancel all work, wait for it, and close the database.

        With the tray icon the window is only hidden, unless the system itself is ending.
        """
        ending = self._quitting or self._erased or self.session_ends()
        if self.tray.on and not ending:
            self.hide()
            self.tray.tell_where_it_went()
            event.ignore()
            return
        if not self._erased:
            geometry = bytes(self.saveGeometry().toBase64().data())
            self._settings.window_geometry = geometry.decode()
            if self._services is not None:
                self.context.save_settings()
        self._open = None
        self.tray.close()
        self.hide()
        QApplication.setQuitOnLastWindowClosed(True)
        self.tasks.close()
        for timer in self.findChildren(QTimer):
            timer.stop()
        if self._services is not None:  # also when it was built while the window closed
            self._services.close()
        super().closeEvent(event)
