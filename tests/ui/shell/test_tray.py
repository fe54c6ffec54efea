"""The tray icon: off by default; closing hides, quitting ends, pausing is kept."""

import json

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.month_news import MonthNews
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.ui.common.privacy_text import month_name
from epicrec_desktop.ui.shell import tray
from epicrec_desktop.ui.shell.startup import HiddenStartup
from epicrec_desktop.ui.shell.window import MainWindow
from ui.fakes.base import CLUB

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def desktop(monkeypatch) -> list[str]:
    """A desktop with a tray; what was said beside the icon."""
    said: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)
    monkeypatch.setattr(
        QSystemTrayIcon, "showMessage", lambda _, title, text, *__: said.append(text)
    )
    return said


@pytest.fixture
def hidden(desktop, open_window, services):
    """A window that was closed into the tray."""
    services.settings.tray = True
    window = open_window("activity")
    window.close()
    yield window
    window.quit()


def test_it_is_off_until_wanted_and_closing_ends(desktop, window, services):
    assert not Settings().tray
    assert not window.tray.on
    for services.settings.tray in (True, False):
        window.context.setting_changed.emit("tray")
        assert window.tray.on is services.settings.tray
    window.close()
    assert services.closed


def test_closing_hides_and_says_once_where_it_went(hidden, services, desktop):
    assert not hidden.isVisible()
    assert not services.closed
    assert not QApplication.quitOnLastWindowClosed()
    hidden.tray.open_action.trigger()
    assert hidden.isVisible()
    hidden.close()
    assert [sentence for sentence in desktop if "still running here" in sentence] == desktop
    assert len(desktop) == 1


def test_quit_ends_and_keeps_the_geometry(hidden, services):
    hidden.tray.quit_action.trigger()
    assert services.closed
    assert QApplication.quitOnLastWindowClosed()
    assert Settings.load(services.paths.settings).window_geometry


def test_a_click_on_the_icon_opens(hidden):
    hidden.tray._activated(QSystemTrayIcon.ActivationReason.Context)
    assert not hidden.isVisible()
    hidden.tray._activated(QSystemTrayIcon.ActivationReason.Trigger)
    assert hidden.isVisible()


def test_scanning_from_the_tray_tells_a_number_and_no_title(hidden, services, settle, desktop):
    hidden.tray.scan_action.trigger()
    settle(hidden)
    assert "scan.scan" in services.calls
    assert desktop[-1] == "3 new movies found."
    assert not hidden.isVisible()


def test_a_scan_by_itself_says_what_it_found_only_where_that_is_wanted(
    hidden, services, settle, desktop
):
    assert not Settings().tell_finds
    before = list(desktop)
    hidden.context.scans.scan(automatic=True)
    settle(hidden)
    assert desktop == before
    services.settings.tell_finds = True
    hidden.context.scans.reported.emit(hidden.context.scans.unseen_report)
    assert desktop == [*before, "3 new movies found."]
    hidden.tray._message_clicked()
    assert hidden.isVisible()
    assert hidden.stack.current_key == "movies"


def test_a_click_on_other_news_opens_what_was_open(hidden):
    hidden.tray._message_clicked()
    assert hidden.isVisible()
    assert hidden.stack.current_key == "activity"


@pytest.fixture
def framed(services, qtbot):
    """A window of which nothing was shown yet."""
    window = MainWindow(services.paths, services.settings)
    window.open_after_first_paint(lambda: services)
    yield window
    qtbot.waitUntil(lambda: not window.tasks.busy)
    window.quit()
    window.deleteLater()


def hidden_startup(window, services) -> HiddenStartup:
    return HiddenStartup(window, services.settings)


class TestStartWithTheSession:
    def test_it_goes_into_the_tray_and_opens_the_data(self, desktop, services, framed, qtbot):
        services.settings.tray = True
        assert hidden_startup(framed, services).begin()
        qtbot.waitUntil(lambda: framed.tray.on and not framed.tasks.busy)
        assert not framed.isVisible()
        assert framed.stack.current_key == "recommendations"

    def test_a_tray_that_comes_up_late_is_waited_for(
        self, desktop, services, framed, qtbot, monkeypatch
    ):
        there = []
        monkeypatch.setattr(
            QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: bool(there))
        )
        services.settings.tray = True
        start = hidden_startup(framed, services)
        assert start.begin()
        there.append(1)
        start._poll_tray()
        assert framed.tray.on
        assert not framed.isVisible()

    def test_without_a_tray_the_window_opens_in_the_end(self, services, framed, monkeypatch):
        monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: False))
        services.settings.tray = True
        start = hidden_startup(framed, services)
        assert start.begin()
        for _ in range(19):
            start._poll_tray()
        assert not framed.isVisible()
        start._poll_tray()
        assert framed.isVisible()

    def test_where_no_tray_is_wanted_or_nothing_is_set_up_it_opens_at_once(
        self, desktop, services, framed
    ):
        assert not hidden_startup(framed, services).begin()
        services.settings.tray, services.settings.wizard_step = True, "welcome"
        assert not hidden_startup(framed, services).begin()


def test_pausing_stops_rescans_and_is_stored(hidden, services, settle):
    services.settings.rescan_minutes = 1
    hidden.tray.pause_action.trigger()
    hidden.rescans.minute_passed()
    settle(hidden)
    assert "scan.scan" not in services.calls
    assert Settings.load(services.paths.settings).rescans_paused
    hidden.tray.pause_action.trigger()
    hidden.rescans.minute_passed()
    settle(hidden)
    assert "scan.scan" in services.calls


def test_when_the_session_ends_the_window_does_not_stay(hidden, services, monkeypatch):
    monkeypatch.setattr(hidden, "desktop_session_ends", lambda: True)
    hidden.bring_to_front()
    hidden.close()
    assert services.closed


def test_a_tray_that_goes_away_leaves_no_program_without_a_window(hidden, services, monkeypatch):
    hidden.bring_to_front()
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: False))
    hidden.close()
    assert services.closed


def test_erasing_everything_ends_it_too(hidden, services):
    hidden.context.erased.emit()
    assert services.closed


def test_during_the_first_run_scanning_opens_the_window(desktop, open_window, services):
    services.settings.tray = True
    services.settings.wizard_step = "welcome"
    window = open_window()
    window.close()
    window.tray.scan_action.trigger()
    assert window.isVisible()
    assert "scan.scan" not in services.calls
    window.quit()


def test_without_a_tray_nothing_is_shown(open_window, services, monkeypatch):
    monkeypatch.setattr(tray, "available", lambda: False)
    services.settings.tray = True
    window = open_window("activity")
    assert not window.tray.on
    window.close()
    assert services.closed


def october(services) -> None:
    """Store that the last look was in October, and that the library has two movies more since."""
    movies = sum(e.status is LibraryStatus.CONFIRMED for e in services.kept().values())
    seen = {"month": "2026-10", "watched": movies - 2, "newest": len(services.catalog)}
    with services.context.database.write() as session:
        StateRepository(session).put("month_news", json.dumps(seen))


def looked_back(services) -> MonthNews:
    """Return the news since then; they are new again afterwards."""
    october(services)
    news = services.real.month_news.take_news()
    assert news is not None
    october(services)
    return news


def test_a_month_is_announced_in_the_window_and_beside_the_icon_where_wanted(
    hidden, services, desktop, qtbot
):
    assert not Settings().tell_month
    before = list(desktop)
    services.providers.choose(CLUB)
    news = looked_back(services)
    hidden.months.look()
    qtbot.waitUntil(lambda: not hidden.tasks.busy)
    assert desktop == before
    services.settings.tell_month = True
    october(services)
    hidden.months.look()
    qtbot.waitUntil(lambda: not hidden.tasks.busy)
    sentence = f"{month_name('2026-11')}: {news.shareable} movies can be shared now. "
    sentence += f"Your library grew by 2 since {month_name('2026-10')}."
    assert desktop == [*before, sentence]
    hidden.tray._message_clicked()
    assert hidden.month.label.text() == sentence
    hidden.month.buttons["show"].click()
    assert hidden.stack.current_key == "privacy"
    assert hidden.month.isHidden()


def test_an_open_window_shows_a_month_by_itself(window, services, desktop, qtbot):
    services.settings.tell_month = True
    news = MonthNews("2026-12", "2026-10", shareable=0, added=2, fitting=1)
    services.month_news.take_news = lambda *, job: news  # no movie of the made-up catalog is so new
    window.months.look()
    qtbot.waitUntil(window.month.isVisible)
    assert window.month.label.text().endswith("One new film is recommended to you.")
    assert desktop == []
    window.month.buttons["show"].click()
    assert window.stack.current_key == "recommendations"
