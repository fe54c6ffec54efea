"""The window: places, keys, how things stand, the first run, and closing."""

import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.locks import FileLock
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import window_frame
from epicrec_desktop.ui.common.layouts import available_size
from epicrec_desktop.ui.shell.help import ShortcutsDialog
from epicrec_desktop.ui.shell.navigation import NavButton
from epicrec_desktop.ui.shell.upgrade import ReleaseNotesDialog
from ui.event_watch import EventWatch
from ui.fakes import prepared
from ui.places import PAGES, come_to, rest
from waiting import LIMIT_S, wait_until

pytestmark = pytest.mark.usefixtures("unpainted")


def nav(window, key) -> NavButton:
    button = window.findChild(NavButton, f"nav.{key}")
    assert button is not None
    return button


def test_clicks_and_keys_lead_to_pages(window, qtbot, settle):
    for key in PAGES:
        qtbot.mouseClick(nav(window, key), Qt.MouseButton.LeftButton)
        settle(window)
        assert window.findChild(QWidget, f"page.{key}").isVisible()
        assert nav(window, key).isChecked()
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    settle(window)
    assert window.stack.currentWidget().objectName() == "page.movies"
    qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    settle(window)
    assert window.stack.currentWidget().objectName() == "page.recommendations"
    first = nav(window, "recommendations")
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    settle(window)
    assert window.stack.currentWidget().objectName() == "page.movies"
    assert nav(window, "movies").hasFocus()
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    settle(window)
    assert nav(window, "privacy").hasFocus(), "the focus is at the page that is shown"
    assert window.stack.currentWidget().objectName() == "page.privacy"


@pytest.fixture
def forgotten_elsewhere(services) -> Callable[[int], None]:
    """Forgets a movie by another program over the same folder."""

    def forget(key):
        with closing(prepared.build(services.paths.data.parent)) as others:
            others.library.forget([key])

    return forget


def test_pages_follow_what_another_program_changed(open_window, settle, forgotten_elsewhere):
    window = open_window("movies")
    settle(window)
    model = window.page("movies").model
    returned_to, visited = [entry.id for entry in model.every[:2]]
    forgotten_elsewhere(returned_to)
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    settle(window)
    assert model.find(returned_to) is None, "the window is active again"
    window.show_page("activity")
    forgotten_elsewhere(visited)
    window.show_page("movies")
    settle(window)
    assert model.find(visited) is None


def test_what_the_window_changed_itself_is_not_loaded_again(window, services, settle):
    announced = []
    window.context.recommendations_changed.connect(lambda: announced.append(True))
    services.library.refuse(1)
    window.show_page("movies")
    settle(window)
    assert announced == []


def test_an_icon_alone_is_in_the_middle_of_its_button(window, settle):
    for width, alone in ((1100, False), (760, True), (1100, False)):
        window.resize(width, 700)
        settle(window)
        room = nav(window, "movies").iconSize().width() - NavButton.ICON
        assert (room == 0) is alone, "room beside the icon is for a text"


def test_a_search_has_its_heading_and_ends_with_the_visit(window, qtbot, settle):
    for key, title in (("recommendations", "Recommendations"), ("movies", "My movies")):
        page = window.page(key)
        window.show_page(key)
        settle(window)
        page.search.setText("blade")
        qtbot.waitUntil(lambda page=page: page.title.text() == "Search results")
        page.pages.open_person("Ridley Scott")
        window.show_page("activity")
        window.show_page(key)
        settle(window)
        assert page.search.text() == ""
        assert page.covered_by is None, "its way back named results that are gone"
        assert page.title.text() == title


def test_the_badge_counts_suggestions_and_is_read_aloud(window, services, settle):
    assert nav(window, "movies").badge == 24
    assert "24" in nav(window, "movies").accessibleDescription()
    services.empty_library()
    window.context.library_changed.emit(None)
    settle(window)
    assert nav(window, "movies").badge == 0
    assert nav(window, "movies").accessibleDescription() == ""


def test_geometry_is_remembered(open_window, services):
    first = open_window("activity")
    first.resize(760, 707)  # the screen of the tests is 800 wide
    first.close()
    assert services.closed
    services.settings = Settings.load(services.paths.settings)
    second = open_window("activity")
    assert (second.width(), second.height()) == (760, 707)


def test_damaged_geometry_is_ignored(open_window, services):
    services.settings.window_geometry = "not base64 of anything"
    window = open_window("activity")
    room = min(window_frame.DEFAULT_SIZE[0], available_size(window).width())
    assert window.width() == max(window_frame.MINIMUM[0], room)


def test_on_a_screen_smaller_than_its_content_the_window_fits_and_scrolls(
    open_window, settle, monkeypatch
):
    """As 1280 x 800 at 200 %, below a bar."""
    room = QSize(624, 330)
    monkeypatch.setattr(window_frame, "available_size", lambda _: room)
    window = open_window("settings")
    settle(window)
    assert window.size() == room
    area = window.centralWidget()
    assert (area.widget().width(), area.widget().height()) == window_frame.MINIMUM
    for bar in (area.horizontalScrollBar(), area.verticalScrollBar()):
        assert bar.isVisible()
        bar.setValue(bar.maximum())
    corner = area.widget().rect().bottomRight()
    shown = area.viewport().rect().bottomRight()
    assert area.widget().mapTo(area.viewport(), corner) == shown, "nothing is out of reach"


def test_a_first_run_shows_the_wizard_and_goes_on_to_the_pages(
    open_window, services, settle, qtbot
):
    services.settings.wizard_step = "welcome"
    window = open_window()
    wizard = window.first_run.wizard
    assert wizard.isVisible()
    assert not window.navigation.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert wizard.isVisible(), "keys do not lead around the first run"
    wizard.finished.emit()
    settle(window)
    assert window.stack.currentWidget().objectName() == "page.recommendations"
    assert window.navigation.isVisible()
    qtbot.waitUntil(lambda: window.first_run.wizard is None)


def test_after_erasing_the_window_closes_and_writes_nothing(open_window, services, settle):
    window = open_window("settings")
    window.page("settings").show_part("look")
    settle(window)
    services.settings.rescans_paused = True  # which a visit of this part would change
    services.settings.save(services.paths.settings)
    services.paths.settings.unlink()
    database = services.paths.database
    database.with_name(f"{database.name}.commits").unlink()
    window.context.erased.emit()
    assert services.closed, "nothing goes on while the user reads what was erased"
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    assert not services.paths.settings.exists(), "the window is active again"
    window.context.quit_requested.emit()
    assert not window.isVisible()
    assert not services.paths.settings.exists()


def test_it_scans_by_itself_as_often_as_asked(window, services, settle):
    services.settings.rescan_minutes = 2
    window.rescans.minute_passed()
    assert "scan.scan" not in services.calls
    window.rescans.minute_passed()
    settle(window)
    assert services.calls.count("scan.scan") == 1
    assert window.stack.currentWidget().objectName() == "page.activity"
    window.context.start_scan.emit()  # where another page leads to a scan
    settle(window)
    assert services.calls.count("scan.scan") == 2
    assert window.stack.currentWidget().objectName() == "page.movies"
    window.page("settings").about.shortcuts.click()
    assert window.findChild(ShortcutsDialog).isVisible()
    window.context.show_release_notes.emit()
    assert window.findChild(ReleaseNotesDialog).isVisible()


def test_its_clock_alone_fetches_what_providers_publish(window, services, settle):
    """At any level: the service knows what is due, and the moment tells nothing."""
    settle(window)
    assert "providers.refresh_public" not in services.calls
    for _ in range(2):
        window.publications.minute_passed()
        settle(window)
    assert services.calls.count("providers.refresh_public") == 2


def test_what_keeps_its_clock_from_sending_is_said_until_it_is_over(window, services, settle):
    def minute_passed() -> bool:
        window.publications.minute_passed()
        settle(window)
        return window.schedule.isVisible()

    refused = {"contributions.send_due": StoreError("The copy could not be saved.")}
    assert not minute_passed()
    services.faults |= refused
    assert minute_passed()
    assert window.schedule.label.text() == "The copy could not be saved."
    window.schedule.close_button.click()
    assert not minute_passed(), "it was read"
    services.faults.clear()
    assert not minute_passed()
    services.faults |= refused
    assert minute_passed()
    services.faults.clear()
    assert not minute_passed()


def test_a_setting_that_another_program_keeps_from_being_saved_waits_elsewhere(
    window, services, settle
):
    """The window goes on: a worker waits."""
    path = services.paths.settings
    other = FileLock(path.with_name(f"{path.name}.lock"))
    assert other.acquire(exclusive=True)
    window.context.save_settings(lock_minutes=60)
    assert window.tasks.busy
    other.release()
    settle(window)
    assert Settings.load(path).lock_minutes == 60


def test_settings_that_wait_for_another_program_are_saved_before_the_window_ends(window, services):
    path = services.paths.settings
    other = FileLock(path.with_name(f"{path.name}.lock"))
    assert other.acquire(exclusive=True)
    window.context.save_settings(lock_minutes=60)
    released = threading.Timer(0.1, other.release)
    released.start()
    window.close()
    released.join()
    stored = Settings.load(path)
    assert stored.lock_minutes == 60
    assert stored.window_geometry


def test_the_timer_asks_for_scans_every_minute_also_after_a_restart(
    open_window, services, settle, qtbot
):
    """A daily scan is due although the window was never open for a whole day."""
    services.settings.rescan_minutes = 1440
    scanned = datetime.now(UTC) - timedelta(days=2)
    services.real.context.now = lambda: scanned
    services.real.scan.scan()
    window = open_window("activity")
    assert window.rescans.timer.isActive()
    assert window.rescans.timer.interval() == 60_000
    window.rescans.timer.timeout.connect(window.rescans.timer.stop)
    window.rescans.timer.setInterval(1)  # instead of waiting for a minute
    qtbot.waitUntil(lambda: "scan.scan" in services.calls)
    settle(window)
    window.rescans.minute_passed()
    settle(window)
    assert services.calls.count("scan.scan") == 1


def test_no_widget_flashes_as_a_window_of_its_own(window, qapp, qtbot, settle):
    """A child that is shown before it has a parent takes the focus away from the window."""
    shown = []

    def note(watched):
        if isinstance(watched, QWidget) and watched.isWindow() and watched is not window:
            shown.append(type(watched).__name__)

    watch = EventWatch(QEvent.Type.Show, note, qapp)
    for key in window.stack.titles:
        window.show_page(key)
        settle(window)
    qapp.removeEventFilter(watch)
    assert shown == []


def test_a_closed_window_leaves_no_thread_and_no_timer_behind(open_window, services, settle, qtbot):
    before = {thread.ident for thread in threading.enumerate()}
    window = open_window()
    for key in window.stack.titles:
        window.show_page(key)
        settle(window)
    window.page("movies").scan()
    started, ended = threading.Event(), threading.Event()

    def work(job):
        started.set()
        wait_until(job.cancelled)
        ended.set()

    window.tasks.run(work, queue="network")
    assert started.wait(LIMIT_S)
    window.close()
    assert ended.is_set(), "it was stopped, and waited for"
    assert services.closed
    assert {thread.ident for thread in threading.enumerate()} <= before
    running = [timer for timer in window.findChildren(QTimer) if timer.isActive()]
    assert [timer.parent().objectName() for timer in running] == []


@pytest.mark.parametrize("focused", [False, True], ids=["mouse", "keyboard"])
def test_language_change_shows_the_same_place_of_settings(open_window, qtbot, focused):
    window = open_window("settings")
    window.resize(1024, 700)
    old = window.page("settings")
    old.reveal(old.appearance)
    if focused:
        old.appearance.language.setFocus()
    rest(window, qtbot)
    before = old.appearance.mapTo(window, old.appearance.rect().topLeft()).y()
    old.appearance.findChild(QWidget, "settings.appearance.language.de").click()
    qtbot.waitUntil(lambda: window.page("settings") is not old)
    new = window.page("settings")
    qtbot.waitUntil(lambda: new.scroll_state() == (0, focused))
    rest(window, qtbot)
    assert new.appearance.language.isVisible()
    assert new.scroll_state() == (0, focused)
    assert new.appearance.mapTo(window, new.appearance.rect().topLeft()).y() == before
    assert new.title.text() == "Einstellungen"


def test_a_page_that_is_asked_for_again_or_led_to_is_shown_from_its_start(window, qtbot, settle):
    """The row that came for a list that was sent is not below the page of a movie."""
    page = come_to(window, "recommendations", qtbot)
    for leave in (
        lambda: qtbot.mouseClick(nav(window, "recommendations"), Qt.MouseButton.LeftButton),
        lambda: (window.show_page("privacy"), window.context.navigate.emit("recommendations")),
    ):
        page.pages.open_person("Céline Sciamma")
        settle(window)
        assert page.covered_by is page.pages.person
        leave()
        settle(window)
        assert page.covered_by is None
        assert page.isVisible()
    page.pages.open_person("Céline Sciamma")
    settle(window)
    nav(window, "recommendations").setFocus()
    qtbot.keyClick(nav(window, "recommendations"), Qt.Key.Key_Down)
    settle(window)
    assert nav(window, "movies").hasFocus(), "arrow keys go on in the navigation"


def test_add_a_service_leads_into_the_field_for_an_invitation(window, qtbot, settle):
    window.resize(800, 600)
    window.context.navigate.emit("settings.providers.invitation")
    settle(window)
    line = window.page("settings").providers.invitation.line
    qtbot.waitUntil(line.hasFocus)
    qtbot.waitUntil(lambda: not line.visibleRegion().isEmpty())
