"""The first run: three clicks, by keyboard too, left and resumed, and nothing by default."""

import shutil
from datetime import timedelta
from pathlib import Path

import first_steps
import pytest
from browser_databases import NOW, Page, chromium, chromium_ticks
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import Rating
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.labels import Text
from epicrec_desktop.ui.common.restore import RestoreDialog
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.theme import Theme
from epicrec_desktop.ui.wizard.found_wall import reason
from epicrec_desktop.ui.wizard.movies import is_looked_up
from epicrec_desktop.ui.wizard.wizard import FirstRunWizard
from losses import joint_loss
from ui.fakes import FakeServices, never_used
from ui.fakes.prepared import write_home
from ui.pointing import action_point

SUGGESTED, CONFIRMED = LibraryStatus.SUGGESTED, LibraryStatus.CONFIRMED


@pytest.fixture
def home(tmp_path) -> Path:
    """Three browsers with ten movies that a scan will find, the last three of them doubtful."""
    return write_home(tmp_path / "home", range(7), range(7, 10))


@pytest.fixture
def found(tmp_path, home) -> FakeServices:
    """Before the first run, on a computer with these browsers."""
    return never_used(tmp_path / "base", home)


def without_movies(home: Path) -> None:
    """Have nothing but other pages in the browsers."""
    shutil.rmtree(home)
    write_home(home, ())


def damage(database: Path) -> None:
    """Leave a history that cannot be read."""
    database.write_bytes(b"no database")


def agreed(services) -> list[bool]:
    """Return which browsers may be read, in their order."""
    return [known.consent for known in services.real.profiles.discover()]


def shown(services, qtbot) -> FirstRunWizard:
    """Return the wizard, whose workers end with the test."""
    tasks = Tasks()
    wizard = FirstRunWizard(
        Context(services, tasks, Theme(QApplication.instance(), "light", tasks))
    )
    qtbot.addWidget(wizard, before_close_func=lambda _: tasks.close())
    wizard.resize(900, 600)
    wizard.show()
    wizard.activateWindow()
    return wizard


def opened(services, qtbot) -> FirstRunWizard:
    wizard = shown(services, qtbot)
    rest(wizard, qtbot)
    return wizard


def rest(wizard: FirstRunWizard, qtbot) -> None:
    qtbot.waitUntil(lambda: not wizard.context.tasks.busy)


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


def through_scan(services, qtbot) -> FirstRunWizard:
    wizard = opened(services, qtbot)
    wizard.step.profiles.choices[0].tick.click()
    go_on(wizard, qtbot)
    assert wizard.step.KEY == "movies"
    return wizard


def entries_of(step) -> list:
    """Return the movies of both walls, shown or not."""
    return [entry for section in step.sections for entry in section.model.every]


def to_the_wall(services, qtbot) -> FirstRunWizard:
    services.settings.wizard_step = "pick"
    return opened(services, qtbot)


def ends(wizard: FirstRunWizard, qtbot) -> None:
    with qtbot.waitSignal(wizard.finished):
        wizard.next_button.click()


# The whole way


@pytest.mark.parametrize("browser", [True, False])
def test_three_clicks_to_rows_that_are_the_persons_own(qtbot, tmp_path, browser):
    """Without a browser three movies are picked, which are three more."""
    window = first_steps.open_new(tmp_path, browser=browser)
    qtbot.addWidget(window)
    made = first_steps.walk(window)
    services = window.services
    sampled = [month for month in services.ledger.calendar().months if month.sampled is not None]
    assert not services.ledger.entries()
    assert not sampled, "no noise, and no month is closed, before the first release"
    assert joint_loss(services) == 0
    assert not services.privacy.chosen(), "a level is asked for when somebody could get anything"
    qtbot.waitUntil(lambda: not window.tasks.busy)
    window.close()
    assert len(made.clicked) == (3 if browser else 5)
    assert made.words < 200
    assert made.personal >= 3
    assert made.first_row == 60


def test_the_keyboard_goes_on_at_the_first_page(qtbot, tmp_path):
    window = first_steps.open_new(tmp_path)
    qtbot.addWidget(window)

    def press(button, _):
        button.setFocus()
        qtbot.keyClick(button, Qt.Key.Key_Space)

    first_steps.walk(window, press)
    qtbot.waitUntil(lambda: window.first_run.wizard is None and not window.tasks.busy)
    assert window.focusWidget() is window.page("recommendations").first_focus()
    window.close()


def test_by_keyboard_alone(found, qtbot):
    wizard = opened(found, qtbot)
    press(wizard, qtbot, Qt.Key.Key_Space)
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "movies"
    press(wizard, qtbot, Qt.Key.Key_Space)  # unticks the first movie
    with qtbot.waitSignal(wizard.finished):
        press(wizard, qtbot, Qt.Key.Key_Return)
    assert len(confirmed(found)) == 6
    assert not found.ledger.entries()
    assert kept(found) == "done"
    assert "privacy.restore" not in found.calls, "no level was chosen for anybody"


def test_the_movies_found_are_asked_about_with_the_real_services(real, qtbot, tmp_path):
    # A page opened once is only a suggestion.
    time = tuple(chromium_ticks(NOW - timedelta(days=ago)) for ago in (9, 5, 1))
    profile = chromium(
        tmp_path / "home" / ".config" / "google-chrome" / "Default",
        [
            Page("https://www.hulu.com/watch/1", "Watch The Matrix (1999) | Hulu", time),
            Page("https://www.imdb.com/title/tt0113277/", "Heat (1995) - IMDb", time),
            Page("https://news.example/", "Nothing of interest", time),
        ],
    )
    wizard = opened(real, qtbot)
    assert [c.known.profile.database for c in wizard.step.profiles.choices] == [profile.database]
    assert kept(real) == "welcome"
    wizard.step.profiles.choices[0].tick.click()
    go_on(wizard, qtbot)
    assert kept(real) == "movies", "each step is written down"
    reasons = {e.movie.title: reason(e) for e in entries_of(wizard.step)}
    assert reasons == {
        "The Matrix": "Played on Hulu, 3 visits",
        "Heat": "Looked up on IMDb, 3 visits",
    }
    ends(wizard, qtbot)
    assert confirmed(real) == {"The Matrix"}, "only what was played is ticked at first"


# Where to look


def test_no_profile_is_ticked_and_return_on_one_ticks_it_before_it_goes_on(found, qtbot):
    wizard = opened(found, qtbot)
    assert not wizard.step.profiles.ticked()
    assert not wizard.next_button.isEnabled()
    wizard.next()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "welcome"
    assert "scan.scan" not in found.calls
    assert not any(agreed(found))
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "welcome"
    assert wizard.step.profiles.ticked() == [wizard.step.profiles.choices[0].known.profile]
    press(wizard, qtbot, Qt.Key.Key_Return)
    assert wizard.step.KEY == "movies"


def test_what_is_read_is_said_without_scrolling_in_a_small_window(qtbot, tmp_path):
    window = first_steps.open_new(tmp_path)
    qtbot.addWidget(window)
    wizard = window.first_run.wizard
    rest(wizard, qtbot)
    window.resize(800, 600)
    QApplication.processEvents()
    assert wizard.findChild(QAbstractButton, "wizard.bring-back").isVisible()
    note = wizard.step.profiles.note
    assert note.isVisible()
    assert note.visibleRegion().boundingRect() == note.rect()
    window.close()


def test_the_tick_is_the_consent_to_that_browser_and_to_no_other(found, qtbot):
    wizard = opened(found, qtbot)
    wizard.step.profiles.choices[0].tick.click()
    assert not any(agreed(found)), "kept when the button is pressed"
    go_on(wizard, qtbot)
    assert agreed(found) == [True, False, False]
    wizard.back_button.click()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "welcome", "back leads past the scan"
    assert [p.name for p in wizard.step.profiles.ticked()] == ["Personal"]
    wizard.step.profiles.choices[0].tick.click()
    wizard.step.profiles.choices[1].tick.click()
    go_on(wizard, qtbot)
    assert agreed(found) == [False, True, False], "an unticked profile is revoked"


def test_all_browsers_are_ticked_by_one_click(found, home, qtbot):
    wizard = opened(found, qtbot)
    wizard.step.profiles.all.click()
    go_on(wizard, qtbot)
    assert all(agreed(found))
    found.profiles.set_consent([k.profile for k in found.profiles.discover()[1:]], consent=False)
    shutil.rmtree(home / ".mozilla")
    shutil.rmtree(home / ".config" / "google-chrome" / "Profile 1")
    found.settings.wizard_step = "welcome"
    assert not opened(found, qtbot).step.profiles.all.isVisible()


def test_an_export_of_another_computer_is_restored(qtbot, tmp_path, monkeypatch):
    """Chosen, shown, agreed to: then there is nothing left to ask, and the rows are there."""
    old = first_steps.open_new(tmp_path / "old", browser=False)
    qtbot.addWidget(old)
    for key, _ in old.services.library.best_known(12):
        old.services.library.add(key)
    file = tmp_path / "export.json"
    old.services.data.export(file)
    old.close()
    window = first_steps.open_new(tmp_path / "new", browser=False)
    qtbot.addWidget(window)
    wizard = window.first_run.wizard
    rest(wizard, qtbot)
    button = wizard.findChild(QAbstractButton, "wizard.bring-back")
    files = iter(["", str(tmp_path / "none.json"), str(file), str(file)])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (next(files), ""))

    def choose():
        assert button.isVisible()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        rest(wizard, qtbot)

    choose()  # and no file after all
    assert not wizard.step.error.isVisible()
    choose()
    assert wizard.step.error.isVisible(), "there is no such file"
    for agree in (False, True):
        choose()
        assert not wizard.step.error.isVisible()
        dialog = window.findChild(RestoreDialog)
        assert "12 movies come into your library." in [t.text() for t in dialog.findChildren(Text)]
        assert not window.services.library.entries()
        (dialog.yes if agree else dialog.no).click()
        qtbot.waitUntil(lambda: window.findChild(RestoreDialog) is None)
    qtbot.waitUntil(window.first_run.finished_setup)
    page = window.page("recommendations")
    qtbot.waitUntil(lambda: not window.tasks.busy and bool(page.rows))
    assert len(window.services.library.entries(CONFIRMED)) == 12
    assert kept(window.services) == "done"
    assert "12 movies" in page.subtitle.text()
    window.close()


def test_without_browsers_movies_are_picked_or_a_folder_is_chosen(found, home, qtbot, tmp_path):
    shutil.rmtree(home)
    wizard = opened(found, qtbot)
    assert wizard.step.empty.isVisible()
    for size in ((1024, 700), (784, 560)):
        wizard.resize(*size)
        QApplication.processEvents()
        words, folder = wizard.step.empty.sentence, "wizard.profiles.empty.folder"
        below = wizard.findChild(QAbstractButton, folder).mapTo(wizard, QPoint()).y()
        gap = below - words.mapTo(wizard, words.rect().bottomLeft()).y()
        assert 0 < gap < 40, "the options are grouped"
    assert wizard.next_button.text() == "Pick movies I liked"
    assert not wizard.other_button.isVisible()
    wizard.step.add_folder(tmp_path / "empty")
    qtbot.waitUntil(wizard.step.error.isVisible)
    mine = write_home(tmp_path / "mine") / ".config" / "google-chrome" / "Default"
    wizard.step.add_folder(mine)
    rest(wizard, qtbot)
    assert [p.name for p in wizard.step.profiles.ticked()] == ["Personal"]
    assert not wizard.step.empty.isVisible()
    go_on(wizard, qtbot)
    assert wizard.step.KEY == "movies"


# Reading


def test_profile_failures_are_shown_above_the_movies(found, home, qtbot):
    damage(home / ".config" / "google-chrome" / "Default" / "History")
    wizard = opened(found, qtbot)
    wizard.step.profiles.all.click()
    go_on(wizard, qtbot)
    assert wizard.step.KEY == "movies"
    assert wizard.step.problems.isVisible()
    said = wizard.step.problems.label.text()
    assert said.startswith("Chrome · Personal: The history of this profile is not a database")


def to_the_scan(services, qtbot) -> FirstRunWizard:
    """Return the wizard that reads its first browser."""
    wizard = opened(services, qtbot)
    wizard.step.profiles.choices[0].tick.click()
    wizard.next_button.click()
    qtbot.waitUntil(lambda: wizard.step.KEY == "scan")
    return wizard


def test_where_nothing_was_found_movies_are_picked(found, home, qtbot):
    without_movies(home)
    wizard = to_the_scan(found, qtbot)
    rest(wizard, qtbot)
    assert wizard.step.state.heading.text() == "No movies found"
    assert "2 pages" in wizard.step.state.sentence.text()
    go_on(wizard, qtbot)
    assert wizard.step.KEY == "pick"
    press(wizard, qtbot, Qt.Key.Key_Escape)
    assert wizard.step.KEY == "welcome"


def test_a_history_that_cannot_be_read_says_why_and_is_no_dead_end(found, home, qtbot):
    damage(home / ".config" / "google-chrome" / "Default" / "History")
    wizard = to_the_scan(found, qtbot)
    rest(wizard, qtbot)
    banner = wizard.findChild(object, "wizard.scan.failure.0")
    assert "is not a database" in banner.label.text()
    assert banner.isVisible()
    assert wizard.step.state.button.text() == "Try again"
    go_on(wizard, qtbot)
    assert wizard.step.KEY == "pick"


def test_enter_does_nothing_while_something_is_read(found, qtbot):
    with found.held("scan.scan"):
        wizard = to_the_scan(found, qtbot)
        qtbot.waitUntil(wizard.step.progress.isVisible)
        qtbot.keyClick(wizard.focusWidget(), Qt.Key.Key_Return)
        assert wizard.step.KEY == "scan"
    rest(wizard, qtbot)
    assert wizard.step.KEY == "movies"
    assert wizard.focusWidget() is wizard.step.played.wall


def test_a_scan_can_be_stopped_and_started_again(found, qtbot):
    with found.held("scan.scan"):
        wizard = to_the_scan(found, qtbot)
        qtbot.waitUntil(wizard.step.progress.isVisible)
        assert not wizard.next_button.isEnabled()
        assert not wizard.back_button.isEnabled()
        wizard.step.progress.cancel.click()
        rest(wizard, qtbot)
        assert wizard.step.state.heading.text() == "Stopped"
        wizard.step.state.button.click()
        qtbot.waitUntil(wizard.step.progress.isVisible)
        qtbot.keyClick(wizard, Qt.Key.Key_Escape)
        rest(wizard, qtbot)
        assert wizard.step.state.heading.text() == "Stopped"
    assert not found.kept()
    wizard.step.state.button.click()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "movies"


# The movies found


def test_sure_movies_are_ticked_and_doubtful_ones_not(found, qtbot):
    wizard = through_scan(found, qtbot)
    step = wizard.step
    assert step.title.text() == "10 films found. Which did you watch?"
    assert wizard.summary.text() == "7 watched · 3 open"
    assert "What was played is ticked" in step.sentence.text()
    assert step.played.model.ticked == {e.id for e in entries_of(step) if not is_looked_up(e)}
    assert not step.looked_up.model.ticked
    step.looked_up.all.click()
    assert wizard.summary.text() == "10 watched"
    step.looked_up.none.click()
    assert wizard.summary.text() == "7 watched · 3 open"
    assert step.deletes_old_visits.isVisible(), "a browser made of Chromium was read"
    step.played.none.click()
    assert wizard.summary.text() == "0 watched · 10 open"
    assert wizard.next_button.text() == "Pick movies I liked"
    step.search.setText("heat")
    assert [section.isVisible() for section in step.sections] == [True, False]
    assert step.played.model.rowCount() == 1
    step.played.all.click()
    assert wizard.summary.text() == "1 watched · 9 open"
    ends(wizard, qtbot)
    assert confirmed(found) == {"Heat"}
    assert len(found.library.entries(SUGGESTED)) == 9


def strip_point(wall, row: int, answer: str):
    """Return the middle of ✓ or ✗ below a poster."""
    cell = wall.visualRect(wall.model().index(row, 0))
    return wall.itemDelegate().action_boxes(cell, None)[answer].center()


def test_a_click_on_a_mark_answers_and_the_same_again_takes_it_back(found, qtbot):
    wizard = through_scan(found, qtbot)
    step = wizard.step
    played, looked_up = step.played, step.looked_up
    not_watched = played.model.items[0].id
    watched = looked_up.model.items[1].id

    def click(section, row, answer):
        point = strip_point(section.wall, row, answer)
        qtbot.mouseClick(section.wall.viewport(), Qt.MouseButton.LeftButton, pos=point)
        return wizard.summary.text()

    assert click(played, 0, "refused") == "6 watched · 1 not · 3 open"
    spoken = played.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "not watched" in spoken
    assert click(played, 0, "refused") == "6 watched · 4 open"
    assert click(played, 0, "refused") == "6 watched · 1 not · 3 open"
    assert click(looked_up, 1, "seen") == "7 watched · 1 not · 2 open"
    assert click(looked_up, 2, "seen") == "8 watched · 1 not · 1 open"
    assert click(looked_up, 2, "seen") == "7 watched · 1 not · 2 open"
    ends(wizard, qtbot)
    statuses = {e.id: e.status for e in found.library.entries()}
    assert statuses[not_watched] is LibraryStatus.REJECTED
    assert statuses[watched] is CONFIRMED
    found.settings.wizard_step = "movies"
    again = opened(found, qtbot)
    assert again.summary.text() == "7 watched · 1 not · 2 open", "answers are there again"


def test_keys_answer_and_lead_from_one_wall_to_the_other(found, qtbot):
    wizard = through_scan(found, qtbot)
    step = wizard.step
    first, second = step.played.wall, step.looked_up.wall
    content = step.area.widget()
    qtbot.waitUntil(lambda: 0 < content.sizeHint().height() <= content.height())
    assert wizard.focusWidget() is first
    qtbot.keyClick(first, Qt.Key.Key_N)
    assert wizard.summary.text() == "6 watched · 1 not · 3 open"
    qtbot.keyClick(first, Qt.Key.Key_End)
    qtbot.keyClick(first, Qt.Key.Key_Down)
    assert wizard.focusWidget() is second
    qtbot.keyClick(second, Qt.Key.Key_Y)
    assert step.looked_up.model.items[0].id in step.looked_up.model.ticked
    middle = second.visualRect(second.currentIndex()).center()
    qtbot.waitUntil(lambda: second.viewport().visibleRegion().contains(middle))
    qtbot.keyClick(second, Qt.Key.Key_Up)
    assert wizard.focusWidget() is first


def test_each_movie_says_why_it_is_there_and_what_is_in_doubt(found, qtbot):
    wizard = through_scan(found, qtbot)
    spoken = [
        section.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
        for section in wizard.step.sections
        for row in range(section.model.rowCount())
    ]
    entries = entries_of(wizard.step)
    for entry, said in zip(entries, spoken, strict=True):
        assert said.startswith(entry.movie.label)
        assert "http" not in said
    sure, doubted = spoken[:7], spoken[7:]
    assert all("visit" in said or "open for" in said for said in sure)
    for said in doubted:
        assert said.endswith((".", "?")), "a sentence that says the doubt"
        assert " · " in said, "after what happened"


def test_note_on_deleted_visits_is_absent_without_chrome(found, home, qtbot):
    shutil.rmtree(home / ".config")
    wizard = through_scan(found, qtbot)
    assert not wizard.step.deletes_old_visits.isVisible()


def test_going_back_keeps_answers_and_can_take_them_back(found, qtbot):
    wizard = through_scan(found, qtbot)
    ends(wizard, qtbot)
    assert len(confirmed(found)) == 7
    found.settings.wizard_step = "movies"
    again = opened(found, qtbot)
    assert again.summary.text() == "7 watched · 3 open"
    again.step.played.none.click()
    go_on(again, qtbot)
    assert not confirmed(found)
    assert again.step.KEY == "pick"


def test_failed_save_keeps_the_step(found, qtbot):
    wizard = through_scan(found, qtbot)
    found.faults["library.set_status"] = StoreError("The disk is full. Nothing was changed.")
    wizard.next_button.click()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "movies"
    assert wizard.step.error.isVisible()
    assert wizard.next_button.isEnabled()


# The wall


def test_three_movies_picked_are_enough_to_begin(found, qtbot):
    wizard = opened(found, qtbot)
    wizard.other_button.click()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "pick"
    model = wizard.step.model
    titles = {movie.title for _, movie in model.items[:3]}
    for row in range(2):
        model.toggle(row)
    assert not wizard.next_button.isEnabled()
    assert wizard.step.picker.picked.text() == "2 of 3 picked"
    model.toggle(2)
    assert wizard.next_button.isEnabled()
    assert wizard.step.picker.picked.text() == "3 picked"
    picked = model.ticked
    ends(wizard, qtbot)
    assert {found.library.own_rating(key).rating for key in picked} == {Rating.LIKED}, "as asked"
    assert confirmed(found) == titles
    assert not any(agreed(found))
    assert "scan.scan" not in found.calls


def test_a_poster_of_the_first_step_is_picked_on_the_wall_and_undo_takes_it_back(found, qtbot):
    wizard = opened(found, qtbot)
    strip = wizard.step.posters
    qtbot.waitUntil(lambda: len(strip.boxes()) > 1)
    boxes = strip.boxes()
    assert all(strip.rect().contains(box) for box in boxes)
    between = QPoint((boxes[0].right() + boxes[1].left()) // 2, boxes[0].center().y())
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=between)
    assert wizard.step.KEY == "welcome"
    at, no = QPointF(boxes[1].center()), Qt.MouseButton.NoButton
    moved = QMouseEvent(QEvent.Type.MouseMove, at, at, no, no, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(strip, moved)
    assert strip.toolTip().endswith(": I liked it")
    title = strip.toolTip().removesuffix(": I liked it")
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=boxes[1].center())
    rest(wizard, qtbot)
    assert wizard.step.KEY == "pick"
    model = wizard.step.model
    assert [movie.label for key, movie in model.items if key in model.ticked] == [title]
    assert len(confirmed(found)) == 1
    wizard.step.undo_button.click()
    rest(wizard, qtbot)
    assert not model.ticked
    assert not confirmed(found)
    wizard.back()
    rest(wizard, qtbot)
    wizard.take_other()
    rest(wizard, qtbot)
    assert not model.ticked, "it was asked for once"


def test_the_wall_by_keyboard_alone(found, qtbot):
    wizard = to_the_wall(found, qtbot)
    assert wizard.focusWidget() is wizard.step.wall
    titles = {movie.title for _, movie in wizard.step.model.items[:3]}
    for _ in range(3):
        press(wizard, qtbot, Qt.Key.Key_Space)
        press(wizard, qtbot, Qt.Key.Key_Right)
    with qtbot.waitSignal(wizard.finished):
        press(wizard, qtbot, Qt.Key.Key_Return)
    assert confirmed(found) == titles


def test_the_first_space_bar_picks_also_where_the_wall_came_late(found, qtbot):
    found.settings.wizard_step = "pick"
    with found.held("library.best_known"):
        wizard = shown(found, qtbot)
        qtbot.waitUntil(lambda: wizard.focusWidget() is wizard.step.wall)
        assert not wizard.step.model.items
    rest(wizard, qtbot)
    press(wizard, qtbot, Qt.Key.Key_Space)
    assert wizard.step.picker.picked.text() == "1 of 3 picked"


def test_typing_and_return_picks_one_after_the_other(found, qtbot):
    wizard = to_the_wall(found, qtbot)
    step = wizard.step
    step.picker.search.setFocus()
    for title in ("heat", "alien"):
        qtbot.keyClicks(step.picker.search, title)
        qtbot.waitUntil(
            lambda title=title: [m.title.casefold() for _, m in step.model.items] == [title]
        )
        press(wizard, qtbot, Qt.Key.Key_Return)
    assert confirmed(found) == {"Heat", "Alien"}
    qtbot.keyClicks(step.picker.search, "no such movie")
    qtbot.waitUntil(step.picker.nothing.isVisible)
    press(wizard, qtbot, Qt.Key.Key_Escape)
    qtbot.waitUntil(step.wall.isVisible)
    assert wizard.step.KEY == "pick", "Escape emptied the field first"


def test_picks_are_there_after_a_restart_and_others_are_not_stored(found, qtbot):
    wizard = to_the_wall(found, qtbot)
    for row in (1, 5, 4, 4):  # the last one is unpicked again
        wizard.step.model.toggle(row)
    rest(wizard, qtbot)
    again = opened(found, qtbot)
    assert again.step.KEY == "pick"
    assert again.step.picker.picked.text() == "2 of 3 picked"
    picked = set(again.step.model.ticked)
    assert {*found.kept()} == picked
    found.faults["library.answer"] = StoreError("The disk is full. Nothing was changed.")
    again.step.model.toggle(0)
    rest(again, qtbot)
    assert set(again.step.model.ticked) == picked
    assert again.step.error.isVisible()


# The frame


def test_it_resumes_where_it_was_left_or_at_the_first_step(found, qtbot):
    for stored, key in (("movies", "movies"), ("pick", "pick"), ("?", "welcome")):
        found.settings.wizard_step = stored
        assert key == opened(found, qtbot).step.KEY


def test_left_while_reading_it_reads_again_and_goes_on(found, qtbot):
    found.profiles.set_consent([found.profiles.discover()[0].profile], consent=True)
    found.settings.wizard_step = "scan"
    wizard = opened(found, qtbot)
    assert wizard.step.KEY == "movies"
    press(wizard, qtbot, Qt.Key.Key_Escape)
    assert wizard.step.KEY == "welcome"


def test_skipping_ends_it_and_releases_nothing(found, qtbot):
    wizard = opened(found, qtbot)
    with qtbot.waitSignal(wizard.finished):
        wizard.skip_button.click()
    assert kept(found) == "done"
    assert not found.ledger.entries()
    assert Settings.load(found.paths.settings).ratings_offer == "open"
    found.settings.ratings_offer = "done"
    wizard = opened(found, qtbot)
    wizard.skip_button.click()
    assert Settings.load(found.paths.settings).ratings_offer == "done", "offered once"


def test_two_presses_are_one_step(found, qtbot):
    wizard = opened(found, qtbot)
    wizard.step.profiles.choices[0].tick.click()
    wizard.next()
    wizard.next()
    rest(wizard, qtbot)
    assert wizard.step.KEY == "movies"
    assert found.calls.count("scan.scan") == 1


def test_actions_over_the_posters_of_the_first_run(found, qtbot):
    """✓ ♥ + and × by key: saved, lit, told to screen readers, and undone."""
    wizard = to_the_wall(found, qtbot)
    step, library = wizard.step, found.library
    wall, key = step.wall, step.model.items[4][0]
    shown = step.model.items

    def state():
        qtbot.waitUntil(lambda: not step.context.tasks.busy)
        known = {e.id: (e.status, e.own.rating) for e in library.entries()}
        return known.get(key), key in [one for one, _ in library.watchlist()]

    before = state()
    wall.setCurrentIndex(step.model.index(4, 0))
    for pressed, after, words in (
        (Qt.Key.Key_L, (("confirmed", "liked"), False), "liked"),
        (Qt.Key.Key_W, (("confirmed", "liked"), True), "on your watchlist"),
        (Qt.Key.Key_N, (("rejected", None), False), "not interested"),
        (Qt.Key.Key_Y, (("confirmed", None), False), ""),
    ):
        qtbot.keyClick(wall, pressed)
        assert state() == after
        spoken = step.model.index(4, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert words in spoken
        assert step.model.items == shown, "nothing moves"
    for after in ("rejected", "confirmed"):
        qtbot.mouseClick(step.undo_button, Qt.MouseButton.LeftButton)
        assert state()[0][0] == after
    for _ in range(2):
        qtbot.mouseClick(step.undo_button, Qt.MouseButton.LeftButton)
    assert state() == before
    assert not step.undo_button.isVisible()


def test_an_action_over_a_poster_of_the_first_run_picks_once(found, qtbot):
    wizard = to_the_wall(found, qtbot)
    step = wizard.step
    wall, (key, movie) = step.wall, step.model.items[1]
    heart = action_point(wall, 1, "liked")
    qtbot.mouseClick(wall.viewport(), Qt.MouseButton.LeftButton, pos=heart)
    assert step.model.ticked >= {key}
    assert step.model.lit[key] == {"liked"}
    qtbot.mouseClick(wall.viewport(), Qt.MouseButton.LeftButton, pos=heart)
    assert key not in step.model.ticked, movie.label
