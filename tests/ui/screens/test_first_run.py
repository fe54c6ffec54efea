"""The first run: by keyboard alone, left and resumed, back and forth, and nothing by default."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path

import pytest
from browser_databases import NOW, Page, chromium, chromium_ticks
from fake_privacy import movies
from PySide6.QtCore import Qt

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.domain.tasks import Progress, check
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.wizard.wizard import FirstRunWizard

SUGGESTED, CONFIRMED = LibraryStatus.SUGGESTED, LibraryStatus.CONFIRMED


@pytest.fixture
def found(fake):
    """Ten movies that a scan will find, the last three of them doubtful."""
    fake.library.rows = []
    fake.scan.found = [
        fake.library.entry(n, movie, SUGGESTED, Decision.ACCEPT if n <= 7 else Decision.REVIEW)
        for n, movie in enumerate(movies()[:10], start=1)
    ]
    return fake


def opened(services, in_context, qtbot) -> FirstRunWizard:
    context = in_context(services)
    wizard = FirstRunWizard(services, context.tasks)
    qtbot.addWidget(wizard)
    wizard.resize(900, 600)
    wizard.show()
    wizard.activateWindow()
    rest(wizard, qtbot)
    return wizard


def rest(wizard: FirstRunWizard, qtbot) -> None:
    qtbot.waitUntil(lambda: not wizard.steps[0].tasks.busy, timeout=120_000)


def go_on(wizard: FirstRunWizard, qtbot) -> None:
    key = wizard.step.KEY
    qtbot.waitUntil(wizard.next_button.isEnabled)
    wizard.next_button.click()
    qtbot.waitUntil(lambda: key != wizard.step.KEY)
    rest(wizard, qtbot)


def kept(services) -> str:
    return Settings.load(services.paths.settings).wizard_step


def confirmed(services) -> set[str]:
    return {e.movie.title for e in services.library.entries(CONFIRMED)}


def press(wizard: FirstRunWizard, qtbot, key: Qt.Key) -> None:
    qtbot.keyClick(wizard.focusWidget() or wizard, key)
    rest(wizard, qtbot)


def test_from_nothing_to_recommendations_by_keyboard_alone(found, in_context, qtbot) -> None:
    wizard = opened(found, in_context, qtbot)
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "profiles"
    press(wizard, qtbot, Qt.Key.Key_Space)
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "scan"
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "movies"
    press(wizard, qtbot, Qt.Key.Key_Space)  # unticks the first movie
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "level"
    press(wizard, qtbot, Qt.Key.Key_Up)
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "ready"
    with qtbot.waitSignal(wizard.finished):
        press(wizard, qtbot, Qt.Key.Key_Return)
    assert len(confirmed(found)) == 6
    assert found.privacy.stored.overall is ReleaseLevel.NO
    assert found.recommend.calls
    assert kept(found) == "done"


def test_no_profile_is_ticked_beforehand_and_none_is_read(found, in_context, qtbot) -> None:
    wizard = opened(found, in_context, qtbot)
    go_on(wizard, qtbot)
    assert not wizard.step.ticked()
    assert wizard.next_button.text() == "Go on without"
    go_on(wizard, qtbot)
    assert wizard.step.KEY == "level"
    assert found.scan.scans == 0
    assert not any(k.consent for k in found.profiles.known)


def test_return_on_a_browser_ticks_it_before_it_goes_on(found, in_context, qtbot) -> None:
    wizard = opened(found, in_context, qtbot)
    go_on(wizard, qtbot)
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "profiles"
    assert wizard.step.ticked() == [wizard.step.choices[0].known.profile]
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "scan"


def test_without_any_movie_the_end_releases_nothing(found, in_context, qtbot) -> None:
    ranked = []
    found.recommend.rank_here = lambda *, report: ranked.append(1)
    found.settings.wizard_step = "ready"
    wizard = opened(found, in_context, qtbot)
    assert "nothing is released" in wizard.step.state.sentence.text()
    with qtbot.waitSignal(wizard.finished):
        wizard.next_button.click()
    assert ranked
    assert not found.recommend.calls


def test_chrome_forgets_is_said_only_where_there_is_chrome(found, in_context, qtbot) -> None:
    wizard = opened(found, in_context, qtbot)
    go_on(wizard, qtbot)
    assert "90 days" in wizard.step.forgets.text()
    assert wizard.step.forgets.isVisible()
    found.profiles.known = found.profiles.known[2:]
    found.settings.wizard_step = "profiles"
    again = opened(found, in_context, qtbot)
    assert not again.step.forgets.isVisible()


def test_without_browsers_a_folder_can_be_chosen(found, in_context, qtbot, tmp_path) -> None:
    found.profiles.known = []
    wizard = opened(found, in_context, qtbot)
    go_on(wizard, qtbot)
    assert wizard.step.empty.isVisible()
    wizard.step.add_folder(tmp_path / "empty")
    qtbot.waitUntil(wizard.step.error.isVisible)
    wizard.step.add_folder(tmp_path / "mine")
    rest(wizard, qtbot)
    assert [p.name for p in wizard.step.ticked()] == ["mine"]
    assert not wizard.step.empty.isVisible()


def test_sure_movies_are_ticked_and_doubtful_ones_not(found, in_context, qtbot) -> None:
    wizard = through_scan(found, in_context, qtbot)
    step = wizard.step
    assert step.count.text() == "7 of 10 ticked"
    assert wizard.next_button.text() == "Confirm 7"
    step.none.click()
    assert step.count.text() == "0 of 10 ticked"
    step.search.setText("heat")
    assert step.found.rowCount() == 1
    step.all.click()
    assert step.count.text() == "1 of 10 ticked"
    go_on(wizard, qtbot)
    assert confirmed(found) == {"Heat"}
    assert len(found.library.entries(SUGGESTED)) == 9


def through_scan(services, in_context, qtbot) -> FirstRunWizard:
    wizard = opened(services, in_context, qtbot)
    go_on(wizard, qtbot)
    wizard.step.choices[0].tick.click()
    go_on(wizard, qtbot)
    go_on(wizard, qtbot)
    assert wizard.step.KEY == "movies"
    return wizard


def test_going_back_keeps_answers_and_can_take_them_back(found, in_context, qtbot) -> None:
    wizard = through_scan(found, in_context, qtbot)
    go_on(wizard, qtbot)
    assert len(confirmed(found)) == 7
    wizard.back_button.click()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "movies"
    assert wizard.step.count.text() == "7 of 10 ticked"
    wizard.step.none.click()
    go_on(wizard, qtbot)
    assert not confirmed(found)


def test_an_unticked_profile_is_revoked(found, in_context, qtbot) -> None:
    wizard = through_scan(found, in_context, qtbot)
    found.settings.wizard_step = "profiles"
    again = opened(found, in_context, qtbot)
    assert [p.name for p in again.step.ticked()] == ["Personal"]
    again.step.choices[0].tick.click()
    go_on(again, qtbot)
    assert not any(k.consent for k in found.profiles.known)
    assert wizard.step.KEY == "movies"


@pytest.mark.parametrize("key", ["welcome", "profiles", "scan", "movies", "level", "ready"])
def test_it_resumes_where_it_was_left(found, in_context, qtbot, key: str) -> None:
    found.settings.wizard_step = key
    assert key == opened(found, in_context, qtbot).step.KEY


def test_a_step_nobody_knows_is_the_first_one(found, in_context, qtbot) -> None:
    found.settings.wizard_step = "?"
    assert opened(found, in_context, qtbot).step.KEY == "welcome"


def test_each_step_is_written_down(found, in_context, qtbot) -> None:
    wizard = opened(found, in_context, qtbot)
    assert kept(found) == "welcome"
    go_on(wizard, qtbot)
    assert kept(found) == "profiles"


def test_skipping_ends_it_and_releases_nothing(found, in_context, qtbot) -> None:
    wizard = opened(found, in_context, qtbot)
    with qtbot.waitSignal(wizard.finished):
        wizard.skip_button.click()
    assert kept(found) == "done"
    assert not found.recommend.calls


def test_failures_of_a_profile_are_sentences(found, in_context, qtbot) -> None:
    found.scan.failing = {"Personal": "The history is damaged. Nothing was read from it."}
    wizard = opened(found, in_context, qtbot)
    go_on(wizard, qtbot)
    for choice in wizard.step.choices:
        choice.tick.click()
    go_on(wizard, qtbot)
    banner = wizard.findChild(object, "wizard.scan.failure.0")
    assert banner.label.text().startswith("Chrome · Personal: The history is damaged.")
    assert banner.isVisible()
    assert wizard.next_button.text() == "See the movies"


def test_enter_waits_for_a_scan_and_then_goes_on(found, in_context, qtbot) -> None:
    usual, gate = found.scan.scan, threading.Event()

    def slow(**rest):
        assert gate.wait(10)
        return usual(**rest)

    found.scan.scan = slow
    wizard = opened(found, in_context, qtbot)
    go_on(wizard, qtbot)
    wizard.step.choices[0].tick.click()
    wizard.next_button.click()
    qtbot.waitUntil(lambda: wizard.step.KEY == "scan")
    qtbot.keyClick(wizard.focusWidget(), Qt.Key.Key_Return)
    assert wizard.step.KEY == "scan"
    gate.set()
    rest(wizard, qtbot)
    assert wizard.focusWidget() is wizard.next_button
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "movies"


def test_a_scan_can_be_stopped_and_started_again(found, in_context, qtbot) -> None:
    usual, endless = found.scan.scan, True

    def scan(*args, report, cancelled, **rest):
        while endless:
            report(Progress("Reading", 0, 0))
            check(cancelled)
        return usual(report=report, cancelled=cancelled)

    found.scan.scan = scan
    wizard = opened(found, in_context, qtbot)
    go_on(wizard, qtbot)
    wizard.step.choices[0].tick.click()
    wizard.next_button.click()
    qtbot.waitUntil(lambda: wizard.step.KEY == "scan" and wizard.step.progress.isVisible())
    assert not wizard.next_button.isEnabled()
    assert not wizard.back_button.isEnabled()
    wizard.step.progress.cancel.click()
    rest(wizard, qtbot)
    assert wizard.step.state.heading.text() == "Stopped"
    assert not found.library.rows
    endless = False
    wizard.step.state.button.click()
    rest(wizard, qtbot)
    assert wizard.step.state.heading.text() == "10 movies found"


def test_an_answer_that_cannot_be_kept_keeps_the_step(found, in_context, qtbot) -> None:
    wizard = through_scan(found, in_context, qtbot)

    def full(ids, status):
        raise StoreError("The disk is full. Nothing was changed.")

    found.library.set_status = full
    wizard.next_button.click()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "movies"
    assert wizard.step.error.isVisible()
    assert wizard.next_button.isEnabled()


def test_two_presses_are_one_step(found, in_context, qtbot) -> None:
    wizard = opened(found, in_context, qtbot)
    go_on(wizard, qtbot)
    wizard.next()
    wizard.next()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "level"


def test_with_another_provider_the_end_sends_nothing(found, in_context, qtbot) -> None:
    found.providers.add("Film club", "https://films.example.org")
    found.providers.choose("Film club")
    ranked = []
    found.recommend.rank_here = lambda *, report: ranked.append(1)
    found.settings.wizard_step = "ready"
    wizard = opened(found, in_context, qtbot)
    with qtbot.waitSignal(wizard.finished):
        wizard.next_button.click()
    assert ranked
    assert not found.recommend.calls


def test_with_the_real_services(real, in_context, qtbot, tmp_path: Path) -> None:
    # A page opened once is only a suggestion.
    time = tuple(chromium_ticks(NOW - timedelta(days=ago)) for ago in (9, 5, 1))
    profile = chromium(
        tmp_path / "home" / ".config" / "google-chrome" / "Default",
        [
            Page("https://www.imdb.com/title/tt0133093/", "The Matrix (1999) - IMDb", time),
            Page("https://www.imdb.com/title/tt0113277/", "Heat (1995) - IMDb", time),
            Page("https://news.example/", "Nothing of interest", time),
        ],
    )
    wizard = opened(real, in_context, qtbot)
    go_on(wizard, qtbot)
    assert [c.known.profile.database for c in wizard.step.choices] == [profile.database]
    wizard.step.choices[0].tick.click()
    go_on(wizard, qtbot)
    assert wizard.step.state.heading.text() == "2 movies found"
    go_on(wizard, qtbot)
    go_on(wizard, qtbot)
    go_on(wizard, qtbot)
    assert confirmed(real) == {"The Matrix", "Heat"}
    with qtbot.waitSignal(wizard.finished, timeout=120_000):
        wizard.next_button.click()
    assert real.recommend.latest() is not None
