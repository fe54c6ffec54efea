"""The window: navigation at the left, pages at the right, the wizard at the first run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QDate, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.ui import core_words, icons, language, privacy_words, shortcuts, words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.crashes import CrashReports
from epicrec_desktop.ui.pages.activity import ActivityPage
from epicrec_desktop.ui.pages.movies import MoviesPage
from epicrec_desktop.ui.pages.privacy import PrivacyPage
from epicrec_desktop.ui.pages.recommendations import RecommendationsPage
from epicrec_desktop.ui.pages.settings import SettingsPage
from epicrec_desktop.ui.tasks import Tasks
from epicrec_desktop.ui.theme import Theme
from epicrec_desktop.ui.tray import Tray
from epicrec_desktop.ui.widgets.crash_notice import CrashNotice
from epicrec_desktop.ui.widgets.navigation import Navigation
from epicrec_desktop.ui.widgets.page import Page
from epicrec_desktop.ui.widgets.shortcuts_help import ShortcutsDialog
from epicrec_desktop.ui.wizard.wizard import FirstRunWizard

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

MINIMUM = (900, 600)
USUAL = (1280, 800)


@dataclass(frozen=True)
class PageSpec:
    """A place in the navigation, and the page that is built when it is first shown."""

    key: str
    text: str
    icon: str
    build: Callable[[Context], Page]


def page_specs() -> list[PageSpec]:
    """The places in order, Ctrl+1 first."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Navigation", text)

    return [
        PageSpec("recommendations", tr("Recommendations"), "recommendations", RecommendationsPage),
        PageSpec("movies", tr("My movies"), "movies", MoviesPage),
        PageSpec("privacy", tr("Privacy"), "privacy", PrivacyPage),
        PageSpec("activity", tr("Activity"), "activity", ActivityPage),
        PageSpec("settings", tr("Settings"), "settings", SettingsPage),
    ]


@dataclass(frozen=True)
class Standing:
    """What the navigation says of how things stand."""

    level: ReleaseLevel
    provider: str
    last_release: datetime | None
    suggested: int


class MainWindow(QMainWindow):
    """The whole app over one person's services; closing it cancels all work and waits for it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.setObjectName("window")
        self.setWindowTitle("EpicRec")
        self.setWindowIcon(icons.application_icon())
        self.services = services
        self.tasks = Tasks(self)
        self.theme = Theme(application, services.settings.appearance, self)
        self.context = Context(services, self.tasks, self.theme, self)
        self._specs = {spec.key: spec for spec in page_specs()}
        self._pages: dict[str, Page] = {}
        self._erased = False
        self._quitting = False
        self.tray = self._new_tray()
        self._build()
        self._connect()
        self._restore_geometry()
        self.follow_tray_setting()
        self._minutes = 0
        self._clock = QTimer(self)
        self._clock.setInterval(60_000)
        self._clock.timeout.connect(self._minute_passed)
        self._clock.start()
        if services.settings.wizard_step == "done":
            self.show_page("recommendations")
        else:
            self.show_wizard()

    def _build(self) -> None:
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
        self._wizard: QWidget | None = None
        self.crash = CrashNotice(CrashReports(self.services.paths.crashes))
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
            if isinstance(page, MoviesPage):
                page.scan_told.connect(self._scan_told)
            self.stack.addWidget(page)
        return self._pages[key]

    def show_page(self, key: str) -> None:
        """Bring a page to the front."""
        page = self.page(key)
        self.navigation.set_current(key)
        self.stack.setCurrentWidget(page)
        self._root.setCurrentIndex(0)
        page.activated()
        if not self.navigation.isAncestorOf(self.focusWidget() or self):
            page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh_standing()

    def _go_by_key(self, key: str) -> None:
        if self._root.currentIndex() == 0:
            self.show_page(key)

    def _scan_on_movies(self) -> None:
        self.show_page("movies")
        self._movies().scan()

    def _movies(self) -> MoviesPage:
        page = self.page("movies")
        assert isinstance(page, MoviesPage)
        return page

    def _minute_passed(self) -> None:
        """Scan again by itself, as often as the settings say; never during the first run."""
        self._minutes += 1
        settings = self.services.settings
        every = 0 if settings.rescans_paused else settings.rescan_minutes
        if every and self._minutes >= every and self._root.currentIndex() == 0:
            self._minutes = 0
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
        settings = self.services.settings
        self.tray.set_on(settings.tray)
        self.tray.set_paused(settings.rescans_paused)
        QApplication.setQuitOnLastWindowClosed(not self.tray.on)

    def _scan_from_tray(self) -> None:
        if self._root.currentIndex() == 0:
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
        self.tasks.run(lambda report, cancelled: standing(self.services), on_result=self._stand)

    def _stand(self, now: Standing) -> None:
        if now.last_release is None:
            released = self.tr("Nothing was sent yet")
        else:
            local = now.last_release.astimezone()
            day = words.day(QDate(local.year, local.month, local.day), short=True)
            released = self.tr("Last release {day}").format(day=day)
        self.navigation.set_foot(
            privacy_words.level_title(now.level), core_words.provider(now.provider), released
        )
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
        kept = self.services.settings.window_geometry
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
            self.services.settings.window_geometry = geometry.decode()
            self.context.save_settings()
        self.tray.close()
        self.hide()
        QApplication.setQuitOnLastWindowClosed(True)
        self.tasks.close()
        self.services.close()
        super().closeEvent(event)


def standing(services: Services) -> Standing:
    """Ask the services how things stand; for a worker."""
    providers = services.providers.all()
    entries = services.ledger.entries()
    sent = max((time for entry in entries for time in entry.sent), default=None)
    return Standing(
        level=services.privacy.choice().summary(CATEGORIES),
        provider=next((p.name for p in providers if p.current), ""),
        last_release=sent,
        suggested=services.library.counts().get(LibraryStatus.SUGGESTED, 0),
    )
