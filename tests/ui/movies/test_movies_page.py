"""My movies: answering by mouse and keys, undo, searching, adding, forgetting, scanning."""

import sys
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import partial
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

from epicrec_desktop.catalog.movie_facts import MovieFacts
from epicrec_desktop.domain.errors import HistoryError, StoreError
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile, Decision, LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.services.library import FoundMovie
from epicrec_desktop.services.movie_walls import MovieView
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.ratings import Imported, put_imports
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.evidence_text import doubt
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.movies.entry_actions import AnswerBar
from epicrec_desktop.ui.movies.entry_model import EntryModel, Loaded, action_box
from epicrec_desktop.ui.movies.entry_page import nearest_weight
from epicrec_desktop.ui.movies.library_view import EntryView, EntryWall
from epicrec_desktop.ui.movies.page import MoviesPage
from epicrec_desktop.ui.movies.sort_filter import SortFilter
from epicrec_desktop.ui.movies.year import YearDialog
from ui.fakes import entry
from ui.fakes.pages import open_page
from ui.fakes.pages import rest as wait_for
from ui.places import come_to
from ui.pointing import action_point, star_point
from waiting import LIMIT_S

SUGGESTED, CONFIRMED, REJECTED = LibraryStatus


@pytest.fixture
def page(services, qtbot) -> MoviesPage:
    return open_page(MoviesPage, services, qtbot)


@pytest.fixture
def rest(page, qtbot) -> Callable[[], None]:
    return lambda: wait_for(page, qtbot)


@pytest.fixture
def view(page) -> EntryView:
    page.view.setFocus(Qt.FocusReason.TabFocusReason)
    return page.view


def button(page, name: str) -> QPushButton:
    found = page.findChild(QPushButton, name)
    assert found is not None, name
    return found


def click(qtbot, page, name: str) -> None:
    assert button(page, name).isVisible()
    qtbot.mouseClick(button(page, name), Qt.MouseButton.LeftButton)


def consent(services, *, given: bool) -> None:
    profiles = [known.profile for known in services.profiles.discover()]
    services.profiles.set_consent(profiles, consent=given)


def statuses(services) -> Counter:
    return Counter(entry.status for entry in services.kept().values())


def titles(page) -> list[str]:
    return [entry.movie.title for entry in page.model.items]


def calls_of(function: Callable[[], object]) -> int:
    """Return how many functions of Python are called."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls


def test_suggestions_are_shown_first_and_only_they_ask(page):
    assert page.filter.value == SUGGESTED
    assert len(titles(page)) == 24
    spoken = page.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Blade Runner (1982). Played on Disney+, one visit"
    assert "24 movies found" in page.subtitle.text()
    page._show_part(CONFIRMED)
    assert page.subtitle.text() == "Only movies you confirm count."
    page.resize(620, 464)
    assert not page.subtitle.isVisible(), "a low window leaves its room to the movies"
    page.resize(820, 700)
    assert page.subtitle.isVisible()


def test_without_suggestions_the_watched_ones_are_shown(services, qtbot):
    services.library.set_status([e.id for e in services.library.entries(SUGGESTED)], REJECTED)
    assert open_page(MoviesPage, services, qtbot).filter.value == CONFIRMED


def test_keys_answer_and_go_on_to_the_next(page, view, services, rest, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_Down)
    answers = (
        (Qt.Key.Key_Y, CONFIRMED),
        (Qt.Key.Key_Return, CONFIRMED),
        (Qt.Key.Key_N, REJECTED),
        (Qt.Key.Key_Delete, REJECTED),
    )
    keys = [entry.id for entry in page.model.items[1:6]]
    for number, (key, _) in enumerate(answers, 1):
        qtbot.keyClick(view, key)
        assert view.selected_ids() == [keys[number]]
    rest()
    assert [services.kept()[key].status for key in keys[:4]] == [status for _, status in answers]
    assert statuses(services)[SUGGESTED] == 20


def test_fast_keys_lose_nothing_and_undo_goes_back_step_by_step(view, services, rest, qtbot):
    def undo():
        qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    with services.held("library.answer"):
        for key in "ynynyn":
            qtbot.keyClick(view, key)
        undo()  # before anything is saved
    rest()
    assert statuses(services) == {SUGGESTED: 19, CONFIRMED: 153, REJECTED: 2}
    assert services.kept()[1].status is CONFIRMED
    assert services.kept()[2].status is REJECTED
    for left in (20, 21, 22, 23, 24):
        undo()
        rest()
        assert statuses(services)[SUGGESTED] == left
    assert statuses(services)[CONFIRMED] == 150


def test_the_sure_ones_are_confirmed_at_once_and_undone_at_once(page, services, rest, qtbot):
    sure = {e.id for e in page.model.items if e.decision is Decision.ACCEPT}
    doubtful = {e.id for e in page.model.items} - sure
    assert sure
    assert doubtful
    assert str(len(sure)) in page.answers.sure.text()
    click(qtbot, page, "movies.confirm_sure")
    rest()
    assert {e.id for e in page.model.items} == doubtful
    assert {e.id for e in services.library.entries(CONFIRMED)} >= sure
    assert not page.answers.sure.isVisible()
    page.entry_actions.undo()
    rest()
    assert {e.id for e in services.library.entries(SUGGESTED)} == sure | doubtful


def test_a_database_that_refuses_puts_the_screen_back(page, view, services, rest, qtbot):
    services.faults["library.answer"] = StoreError("The disk is full. Nothing was changed.")
    qtbot.keyClick(view, Qt.Key.Key_Y)
    rest()
    assert page.error.label.text() == "The disk is full. Nothing was changed."
    assert page.error.isVisible()
    assert len(titles(page)) == 24
    assert not button(page, "movies.undo").isVisible()


def test_a_search_finds_movies_of_the_library_and_of_all_and_a_part_ends_it(page, qtbot):
    parts = [page.filter._segments[status.value] for status in (SUGGESTED, CONFIRMED)]
    qtbot.keyClicks(page.search, "solar")
    qtbot.waitUntil(lambda: [f.movie.title for f in page.results.model.items] == ["Solaris"])
    assert page.results.wall.isVisible()
    assert not button(page, "movies.undo").isVisible()
    assert not any(one.isChecked() for one in parts), "the results are those of no part"
    assert page.filter.accessibleDescription() == ""
    assert page.subtitle.text() == "Results from all movies that EpicRec knows, not only yours."
    qtbot.keyClicks(page.search, "xyz")
    qtbot.waitUntil(page.results.nothing.isVisible)
    assert page.results.nothing.button.text() == "Add it anyway…"
    parts[1].click()
    assert page.search.text() == ""
    assert page.library.isVisible()
    assert page.model.status is CONFIRMED
    assert [one.isChecked() for one in parts] == [False, True]
    page.search.setText("solaris")
    qtbot.waitUntil(lambda: bool(page.results.model.items))
    page.results.opened.emit(page.results.model.items[0])
    assert page.entries.movie_page.isVisible()
    assert page.entries.movie_page.title.text() == "Solaris"
    page.entries.movie_page.back_button.click()
    assert page.results.isVisible(), "back is where the user was"
    assert page.search.text() == "solaris"


def test_the_key_of_the_search_selects_the_words_that_are_in_it(page, qtbot):
    page.search.setFocus()
    qtbot.keyClicks(page.search, "solar")
    qtbot.keyClick(page.search, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.search.selectedText() == "solar"


def test_filters_show_each_status_with_its_count(page, qtbot, rest):
    click(qtbot, page, "movies.reject")
    segment = page.findChild(object, "movies.filter.rejected")
    assert segment.text() == "Not watched 1"
    qtbot.mouseClick(segment, Qt.MouseButton.LeftButton)
    assert titles(page) == ["Blade Runner"]
    assert not button(page, "movies.reject").isVisible()
    click(qtbot, page, "movies.confirm")
    rest()
    qtbot.keyClick(page.filter, Qt.Key.Key_Left)
    assert page.filter.value == CONFIRMED
    assert "Blade Runner" in titles(page)


def looking_for_chinatown(page, qtbot):
    click(qtbot, page, "movies.add")
    dialog = page.findChild(AddMovieDialog)
    qtbot.keyClicks(dialog.search, "chinat")
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    return dialog


def test_adding_by_hand(page, services, rest, qtbot):
    dialog = looking_for_chinatown(page, qtbot)
    assert dialog.list.item(0).text() == "Chinatown (1974)"
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    rest()
    assert dialog.isVisible(), "it stays for the next one"
    assert (dialog.search.text(), dialog.list.count()) == ("", 0)
    assert dialog.hint.text() == "Added: Chinatown (1974)"
    assert page.filter.value == CONFIRMED
    by_hand = [e.movie.title for e in services.kept().values() if e.rule == "by-hand"]
    assert by_hand == ["Chinatown"]
    assert page.model.find(page.view.selected_ids()[0]).movie.title == "Chinatown"
    qtbot.keyClick(dialog.search, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert button(page, "movies.undo").text().startswith("Undo: Watched · C")
    click(qtbot, page, "movies.undo")
    rest()
    assert not [e for e in services.kept().values() if e.movie.title == "Chinatown"]


@pytest.mark.parametrize("closed", [False, True])
def test_a_refused_addition_is_reported_where_the_user_is(page, services, rest, qtbot, closed):
    services.faults["library.add"] = StoreError("The disk is full. Nothing was changed.")
    dialog = looking_for_chinatown(page, qtbot)
    with services.held("library.add"):
        qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
        assert dialog.hint.text() == "", "nothing is reported before it is stored"
        if closed:
            dialog.reject()
            qtbot.waitUntil(lambda: page.findChild(AddMovieDialog) is None)
    rest()
    assert page.error.isVisible() is closed
    shown = page.error.label if closed else dialog.hint
    assert shown.text() == "The disk is full. Nothing was changed."


def chinatown(services) -> int:
    return services.library.search_catalog("chinatown", 1)[0][0]


@pytest.mark.parametrize("shown", [True, False])
def test_undo_of_adding_keeps_what_was_stored_since(page, services, rest, shown):
    key, own = chinatown(services), OwnRating(Rating.LIKED, note="With Ada")
    imported = Imported(Service.LETTERBOXD, date(2026, 1, 2), 0.9)
    page.changes.add(key, page._added)
    rest()
    services.library.rate(key, own)
    with services.context.database.write() as session:
        put_imports(session, [(key, imported)])
    if shown:
        page.context.library_changed.emit(None)
        rest()
    page.entry_actions.undo()
    rest()
    kept = services.kept()[key]
    assert (kept.status, kept.own, kept.imports) == (CONFIRMED, own, (imported,))
    assert page.model.find(key).own == own


def test_undo_of_adding_restores_a_suggestion_that_the_page_did_not_show_yet(page, services, rest):
    suggested = services.kept()[1]
    page.model.remove([1])
    page.changes.add(1, page._added)
    rest()
    assert services.kept()[1].status is CONFIRMED
    page.entry_actions.undo()
    rest()
    left = services.kept()[1]
    assert (
        left
        == page.model.find(1)
        == suggested.replace(release_period=left.release_period, changed=left.changed)
    )


def test_undo_of_adding_keeps_a_later_rejection(page, services, rest):
    key = chinatown(services)
    page.changes.add(key, page._added)
    rest()
    services.library.refuse(key)  # as on the page of recommendations
    page.entry_actions.undo()
    rest()
    assert services.kept()[key].status is page.model.find(key).status is REJECTED


def test_adding_a_watched_movie_is_no_step(page, services, rest):
    watched = page.model.watched[0]
    page.changes.add(watched.id, page._added)
    rest()
    assert services.kept()[watched.id].status is CONFIRMED
    assert not page.changes.steps.canUndo()


def test_an_answer_for_a_movie_that_has_left_the_library_is_not_saved(page, services, rest):
    """As on the page of a movie whose addition was undone on the page of its director."""
    key = chinatown(services)
    page.changes.add(key, page._added)
    rest()
    page.entries.open(key)
    page.pages.open_person("Roman Polanski")
    page.entry_actions.undo()
    rest()
    page.pages.trail.back()
    page.entries.movie_page.verdicts["refused"].click()
    rest()
    assert key not in services.kept()
    assert not page.changes.steps.canUndo()


def test_answers_are_undone_one_by_one_whatever_they_were(page, services, rest, qtbot):
    click(qtbot, page, "movies.select_all")
    assert page.answers.selected.text() == "24 selected"
    click(qtbot, page, "movies.confirm")
    rest()
    assert statuses(services) == {CONFIRMED: 174}
    assert page.empty.isVisible()
    assert "All answered" in page.empty.heading.text()
    page._show_part(CONFIRMED)
    keys = [entry.id for entry in page.model.items[:2]]
    page.view.select_ids(keys)
    click(qtbot, page, "movies.private")
    rest()
    assert [services.kept()[key].weight for key in keys] == [0, 0]
    assert button(page, "movies.private").text() == "Release as usual"
    assert button(page, "movies.undo").accessibleName() == "Undo: Kept to yourself · 2 movies"
    click(qtbot, page, "movies.undo")
    rest()
    assert [services.kept()[key].weight for key in keys] == [1, 1]
    assert [page.model.find(key).weight for key in keys] == [1, 1]
    assert button(page, "movies.undo").accessibleName() == "Undo: Watched · 24 movies"
    click(qtbot, page, "movies.undo")
    rest()
    assert statuses(services) == {SUGGESTED: 24, CONFIRMED: 150}
    assert not button(page, "movies.undo").isVisible()


def test_undo_of_an_answer_keeps_the_note_written_elsewhere_meanwhile(page, services, rest):
    """As on the movie's page in Recommendations: the next stars would save what is shown here."""
    key = page.model.items[0].id
    page.entry_actions.answer([key], CONFIRMED)
    rest()
    services.library.rate(key, OwnRating(note="With Ada"))
    page.context.library_changed.emit(None)
    rest()
    page.entry_actions.undo()
    rest()
    assert page.model.find(key).status == SUGGESTED
    assert page.model.find(key).own == services.kept()[key].own == OwnRating(note="With Ada")


def test_a_click_on_the_round_buttons_answers_for_that_row_alone(page, view, services, rest, qtbot):
    """Also the second one of a double click, when the row below is under the pointer."""
    for place, status in ((1, CONFIRMED), (0, REJECTED)):  # from the right: reject, confirm
        key = page.model.items[3].id
        at = action_box(view.visualRect(page.model.index(3, 0)), place).center()
        double_click(view, at, rest)
        assert services.kept()[key].status is status
    assert statuses(services)[SUGGESTED] == 22


def test_a_filter_takes_steps_in_proportion_to_the_library(qapp, services):
    def steps(count):
        model = EntryModel()
        entries = [entry(k, services.catalog[k % 400], SUGGESTED) for k in range(count)]
        model.show(Loaded(entries), SortFilter())
        return calls_of(lambda: model.set_filter(SUGGESTED))

    assert steps(1_000) < 12 * steps(100)


def test_steps_to_show_what_was_undone_grow_with_the_movies_alone(page, services):
    def steps(count):
        entries = [entry(k, services.catalog[0], SUGGESTED) for k in range(count)]
        page.model.show(Loaded(entries), page.order)
        return calls_of(lambda: page._reveal([one.id for one in entries]))

    page.order = SortFilter(category=services.catalog[0].categories[0])
    assert steps(1_000) < 12 * steps(100)


def test_a_button_that_is_pressed_twice_opens_one_dialog(page, rest):
    page.year_button.click()
    page.year_button.click()
    rest()
    assert [one.isVisible() for one in page.findChildren(YearDialog)].count(True) == 1


def test_enter_adds_what_was_typed_and_not_what_is_still_listed(page, rest, qtbot):
    page.add_button.click()
    dialog = page.findChild(AddMovieDialog)
    qtbot.keyClicks(dialog.search, "alien")
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    dialog.search.selectAll()
    qtbot.keyClicks(dialog.search, "heat")
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.hint.text() != "")
    assert dialog.hint.text() == "Added: Heat (1995)"


def test_the_last_undo_leads_to_the_movies_and_not_to_an_answer(page, view, rest, qtbot):
    view.selectAll()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    rest()
    page.answers.undo.setFocus()
    qtbot.keyClick(page.answers.undo, Qt.Key.Key_Space)
    rest()
    assert page.focusWidget() is page.view


def test_a_library_that_is_loaded_again_stays_where_it_was(page, rest, qtbot):
    page._show_part(CONFIRMED)
    for wall in (False, True):
        page._use_wall(wall)
        bar = page.view.verticalScrollBar()
        qtbot.waitUntil(lambda bar=bar: bar.maximum() > 1_500)
        bar.setValue(1_500)
        page.context.library_changed.emit(None)
        rest()
        assert bar.value() == 1_500


def test_a_layout_asks_for_no_row_in_python(view, services):
    def steps(count):
        entries = [entry(k, services.catalog[k % 400], SUGGESTED) for k in range(count)]
        view.entry_model.show(Loaded(entries), SortFilter())
        return calls_of(view.doItemsLayout)

    assert steps(3_000) < steps(1_000) + 100


def test_an_added_movie_is_in_sight(page, rest):
    page._show_part(CONFIRMED)
    last = page.model.items[-1]
    page._added(last)
    rest()
    (selected,) = page.view.selectionModel().selectedIndexes()
    assert page.model.items[selected.row()].id == last.id
    assert page.view.viewport().rect().contains(page.view.visualRect(selected).center())


def test_a_movies_page_stays_while_another_page_is_shown(window, settle, qtbot):
    page = come_to(window, "movies", qtbot)
    page._show_part(CONFIRMED)
    page.entries.open_selected()
    card = page.entries.movie_page
    window.show_page("privacy")
    settle(window)
    assert not card.isVisible()
    window.show_page("movies")
    settle(window)
    assert card.isVisible()
    assert card.size() == page.size()
    assert not page.library.isVisible()


def test_forgetting_asks_first(page, services, rest, qtbot):
    click(qtbot, page, "movies.forget")
    question = page.findChild(ConfirmDialog)
    qtbot.mouseClick(button(question, "movies.forget.question.no"), Qt.MouseButton.LeftButton)
    rest()
    assert 1 in services.kept()
    qtbot.waitUntil(lambda: page.findChild(ConfirmDialog) is None)
    click(qtbot, page, "movies.forget")
    question = page.findChild(ConfirmDialog)
    qtbot.mouseClick(button(question, "movies.forget.question.yes"), Qt.MouseButton.LeftButton)
    rest()
    assert 1 not in services.kept()
    assert len(titles(page)) == 23


class TestScan:
    def test_its_news_are_shown_and_one_can_go_on_answering_meanwhile(
        self, page, view, services, rest, qtbot
    ):
        with services.held("scan.scan"):
            click(qtbot, page, "movies.scan")
            assert page.progress.isVisible()
            assert not page.scan_button.isEnabled()
            qtbot.keyClick(view, Qt.Key.Key_Y)
            qtbot.waitUntil(lambda: services.kept()[1].status is CONFIRMED)
        rest()
        assert page.news.label.text() == "3 new movies found."
        assert len(titles(page)) == 26
        assert not page.progress.isVisible()

    def test_a_later_page_follows_it_and_cancelling_leaves_everything(
        self, page, services, rest, qtbot
    ):
        with services.held("scan.scan"):
            page.scan()
            later = MoviesPage(page.context)
            qtbot.addWidget(later)
            assert later.progress.isVisibleTo(later)
            assert not later.scan_button.isEnabled()
            page.progress.cancel.click()
            rest()
        assert statuses(services)[SUGGESTED] == 24
        assert not page.error.isVisible()
        assert page.scan_button.isEnabled()
        assert later.scan_button.isEnabled()

    def test_without_consent_nothing_is_read_and_it_leads_to_the_settings(
        self, page, services, rest, qtbot
    ):
        consent(services, given=False)
        page.scan()
        rest()
        assert "scan.scan" not in services.calls
        with qtbot.waitSignal(page.context.navigate) as led_to:
            click(qtbot, page, "movies.consent.action")
        assert led_to.args == ["settings.browsers"]

    def test_an_empty_library_offers_a_scan_of_the_browsers_agreed_to(
        self, page, services, rest, qtbot
    ):
        services.empty_library()
        consent(services, given=False)
        page.context.library_changed.emit(None)
        rest()
        assert page.empty.button.text() == "Choose browsers"
        with qtbot.waitSignal(page.context.navigate) as led_to:
            click(qtbot, page, "movies.empty.action")
        assert led_to.args == ["settings.browsers"]
        consent(services, given=True)
        page.activated()
        rest()
        assert page.empty.heading.text() == "No movies yet"
        with services.held("scan.scan"):
            click(qtbot, page, "movies.empty.action")
            assert page.empty.heading.text() == "Looking for movies"
        rest()
        assert len(titles(page)) == 3

    def test_a_profile_that_cannot_be_read_is_named(self, page, services, rest, tmp_path):
        damaged = tmp_path / "History"
        damaged.write_bytes(b"no database")
        profile = BrowserProfile("Chrome", BrowserFamily.CHROMIUM, "Person 1", damaged)
        services.profiles.set_consent([profile], consent=True)
        page.scan()
        rest()
        assert page.error.label.text().startswith("Chrome · Person 1: ")
        assert "is not a database" in page.error.label.text()
        assert page.news.label.text() == "3 new movies found.", "in the browser that was read"

    def test_remaining_private_copy_is_reported(self, page, rest, monkeypatch):
        monkeypatch.setattr("epicrec_desktop.services.scan.stale_snapshots", lambda _folder: 1)
        page.scan()
        rest()
        assert "is removed at the next start" in page.error.label.text()

    def test_an_error_keeps_the_library(self, page, services, rest):
        services.faults["scan.scan"] = HistoryError("No browser could be read.", "permission")
        page.scan()
        rest()
        assert page.error.label.text() == "No browser could be read."
        assert len(titles(page)) == 24


def double_click(view, point: QPoint, settle: Callable[[], None]) -> None:
    """Click twice at one place, as a mouse does: the second press comes as a double click."""
    for press in (QTest.mousePress, QTest.mouseRelease, QTest.mouseDClick, QTest.mouseRelease):
        press(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
        settle()


class TestWall:
    @pytest.fixture
    def wall(self, page, qtbot) -> EntryWall:
        qtbot.mouseClick(page.view_button, Qt.MouseButton.LeftButton)
        page.view.setFocus(Qt.FocusReason.TabFocusReason)
        return page.view

    def test_it_shows_the_same_selection_and_is_remembered(self, page, services, qtbot):
        page.view.select_row(3)
        chosen = page.view.selected_ids()
        qtbot.mouseClick(page.view_button, Qt.MouseButton.LeftButton)
        assert isinstance(page.view, EntryWall)
        assert page.view.isVisible()
        assert not page.library.list.isVisible()
        assert page.view.selected_ids() == chosen
        assert page.view_button.accessibleName() == "Show as a list"
        assert Settings.load(services.paths.settings).movies_view == "wall"
        assert isinstance(MoviesPage(page.context).view, EntryWall)

    def test_stars_are_given_below_a_poster_and_nothing_moves(self, page, wall, rest, qtbot):
        page._show_part(CONFIRMED)
        page._set_order(SortFilter("stars"))
        shown = [e.id for e in page.model.items]
        last = page.model.rowCount() - 1
        key = shown[last]

        def click(halves):
            line = wall.itemDelegate().star_box(wall.visualRect(page.model.index(last, 0)))
            point = QPoint(line.left() + round((halves - 0.5) * 10), line.center().y())
            qtbot.mouseMove(wall.viewport(), point)
            qtbot.mouseClick(wall.viewport(), Qt.MouseButton.LeftButton, pos=point)
            rest()
            assert [e.id for e in page.model.items] == shown, "no row moves under the pointer"
            return page.context.services.library.own_rating(key).stars

        wall.scrollTo(page.model.index(last, 0))
        assert click(9) == 9
        assert click(9) is None, "the same again takes them back"
        assert click(10) == 10
        wall.let_go()
        assert page.model.items[0].id == key, "it has its place once the pointer left"
        wall.select_row(1)
        other = wall.selected_ids()[0]
        qtbot.keyClick(wall, Qt.Key.Key_3)
        rest()
        assert page.context.services.library.own_rating(other).stars == 6

    def test_the_right_button_answers_nothing(self, page, wall, services, rest):
        before = statuses(services)
        point = action_point(wall, 0, "seen")
        for press in (QTest.mousePress, QTest.mouseRelease):
            press(wall.viewport(), Qt.MouseButton.RightButton, pos=point)
        rest()
        assert statuses(services) == before
        assert wall.selected_ids() == [page.model.items[0].id], "the menu is of this movie"

    def test_posters_fill_the_width(self, wall):
        tops = [wall.visualRect(wall.entry_model.index(n, 0)).top() for n in range(12)]
        assert tops[0] == tops[1] < tops[11]
        for width in (700, 823, 1010):
            wall.resize(width, 400)
            free = wall.viewport().width() % wall.gridSize().width()
            assert free < wall.viewport().width() // wall.gridSize().width() + 2

    def test_a_double_click_on_a_round_button_answers_for_one_movie_that_stays(
        self, page, wall, services, rest
    ):
        before = titles(page)
        double_click(wall, action_point(wall, 3, "later"), rest)
        assert services.kept()[page.model.items[3].id].wanted, "it is not taken back"
        double_click(wall, action_point(wall, 2, "seen"), rest)
        assert statuses(services)[SUGGESTED] == 23
        assert services.kept()[page.model.items[2].id].status is CONFIRMED
        assert not page.entries.movie_page.isVisible()
        assert titles(page) == before
        QApplication.sendEvent(wall, QEvent(QEvent.Type.Leave))
        assert titles(page) == before[:2] + before[3:], "the pointer left"

    def test_actions_over_a_poster_and_their_keys_are_saved_and_undone(
        self, page, wall, services, rest, qtbot
    ):
        one, shown = page.model.items[2].id, titles(page)

        def now():
            entry_ = services.kept()[one]
            return entry_.status, entry_.own, entry_.wanted

        def by_pointer(answer):
            point = action_point(wall, 2, answer)
            qtbot.mouseMove(wall.viewport(), point)
            qtbot.mouseClick(wall.viewport(), Qt.MouseButton.LeftButton, pos=point)
            assert titles(page) == shown, "no other film moves under it"

        for answer, key, after in (
            ("liked", Qt.Key.Key_L, (CONFIRMED, OwnRating(Rating.LIKED), False)),
            ("later", Qt.Key.Key_W, (SUGGESTED, OwnRating(), True)),
            ("refused", Qt.Key.Key_N, (REJECTED, OwnRating(), False)),
        ):
            for act in (partial(by_pointer, answer), partial(qtbot.keyClick, wall, key)):
                wall.select_row(2)
                act()
                rest()
                assert now() == after
                page.entry_actions.undo()
                rest()
                assert now() == (SUGGESTED, OwnRating(), False)

    def test_only_posters_in_sight_are_painted(self, page, wall, qtbot, monkeypatch):
        some = page.model.items[0]
        entries = [
            some.replace(movie_id=n, movie=some.movie.replace(title=f"Picture {n}"))
            for n in range(5000)
        ]
        page.model.show(Loaded(entries), SortFilter())
        qtbot.waitUntil(lambda: wall.verticalScrollBar().maximum() > 50_000)
        painted = []
        kind = type(wall.itemDelegate())
        monkeypatch.setattr(kind, "paint_cell", lambda _delegate, cell: painted.append(cell))
        wall.verticalScrollBar().setValue(4000)
        wall.viewport().grab()
        assert 0 < len(painted) < 100

    def test_screen_readers_hear_of_the_watchlist_and_others_see_it(
        self, page, wall, services, rest, qtbot
    ):
        wall.select_row(2)
        qtbot.keyClick(wall, Qt.Key.Key_W)
        rest()
        index = page.model.index(2, 0)
        assert "on your watchlist" in index.data(Qt.ItemDataRole.AccessibleTextRole)
        assert wall.always_shown(page.model.items[2]) == {"later"}
        assert [key for key, _ in services.library.watchlist()] == [page.model.items[2].id]
        qtbot.keyClick(wall, Qt.Key.Key_W)
        rest()
        assert services.library.watchlist() == []


class TestStars:
    """Halves of stars on the card of a movie, own or imported."""

    def test_a_suggestion_with_stars_was_watched_and_undo_takes_both_back(
        self, page, view, services, qtbot, rest
    ):
        view.select_row(1)
        page.entries.open_selected()
        card, key = page.entries.movie_page, view.selected_ids()[0]
        assert not card.own.panels[0].isVisible()
        click_star(qtbot, card.stars, 9)
        rest()
        kept = services.kept()[key]
        assert (kept.status, kept.own) == (CONFIRMED, OwnRating(Rating.LIKED, stars=9))
        assert card.isVisible()
        assert card.stars.value() == 9
        assert card.stars_note.text() == "4½"
        assert card.verdicts["liked"].isChecked()
        assert card.verdicts["seen"].isChecked()
        assert card.title.text() == kept.movie.title, "the card stays with its movie"
        assert page.changed.isVisible(), "with the way to undo it"
        qtbot.mouseClick(page.changed.button, Qt.MouseButton.LeftButton)
        rest()
        kept = services.kept()[key]
        assert (kept.status, kept.own) == (SUGGESTED, OwnRating())
        assert card.isVisible()
        assert card.stars.value() == 0

    def test_imported_stars_keep_their_half_until_the_user_gives_others(
        self, page, services, qtbot, rest
    ):
        key = next(e.id for e in services.kept().values() if e.status is CONFIRMED)
        imported = Imported(Service.LETTERBOXD, None, 0.9)
        with services.real.context.database.write() as session:
            put_imports(session, [(key, imported)])
        page.context.library_changed.emit(None)
        rest()
        page._show_again([key])
        page.entries.open_selected()
        card = page.entries.movie_page
        assert (card.stars.value(), card.stars_note.text()) == (9, "4½ from Letterboxd")
        click_star(qtbot, card.stars, 7)
        rest()
        assert services.kept()[key].own == OwnRating(None, stars=7)
        assert (card.stars.value(), card.stars_note.text()) == (7, "3½")
        assert "3½ of 5 stars" in page.changes.steps.undoText()


def click_star(qtbot, stars, halves: int) -> None:
    qtbot.waitUntil(lambda: stars.width() == stars.sizeHint().width())
    qtbot.mouseClick(stars, Qt.MouseButton.LeftButton, pos=star_point(halves))


class TestCard:
    @pytest.fixture
    def watched(self, page, qtbot):
        page._show_part(CONFIRMED)
        page.view.select_row(2)
        return page.model.items[2]

    def test_it_opens_by_key_by_button_and_by_double_click_and_follows(self, page, view, qtbot):
        card = page.entries.movie_page
        view.select_row(1)
        qtbot.keyClick(view, Qt.Key.Key_I)
        assert card.isVisible()
        assert card.title.text() == page.model.items[1].movie.title
        assert not card.release_section.isVisible(), "only watched movies are weighed"
        qtbot.keyClick(card, Qt.Key.Key_Escape)
        assert not card.isVisible()
        assert view.hasFocus()
        click(qtbot, page, "movies.details")
        assert card.isVisible()
        card.back_button.click()
        view.select_row(0)
        point = view.visualRect(page.model.index(0, 0)).center()
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
        assert card.isVisible()
        assert card.why.text()
        assert card.note.text().startswith("Last visit")
        assert card.place.text() == f"1 of {len(page.model.items)}"
        assert not card.previous.isEnabled()
        card.next.click()
        assert card.title.text() == page.model.items[1].movie.title
        assert page.view.selected_ids() == [page.model.items[1].id], "the list goes along"
        doubtful = next(e for e in page.model.items if e.decision is Decision.REVIEW)
        page.entries.open(doubtful.id)
        assert doubt(doubtful) in card.note.text()
        sure = next(e for e in page.model.items if e.decision is Decision.ACCEPT)
        page.entries.open(sure.id)
        assert card.note.text().startswith("Last visit")

    def test_weight_is_stored_and_explained(self, page, services, rest, qtbot, watched):
        services.library.set_weight(watched.id, 0.25)
        page.entries.open_selected()
        card = page.entries.movie_page
        before = card.consequence.text()
        for word, weight in (("never", 0.0), ("less", 0.5), ("usual", 1.0)):
            button = page.findChild(QAbstractButton, f"movies.card.weight.{word}")
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
            rest()
            assert services.kept()[watched.id].weight == weight
            assert page.model.find(watched.id).weight == weight
            assert card.isVisible()
            assert word == "usual" or card.consequence.text() != before
            past = "What was blurred or sent before stays as it was" in card.consequence.text()
            assert past is (word != "usual"), "a month that was sampled contains it for good"
        words = [nearest_weight(weight) for weight in (0, 0.3, 0.5, 0.9, 1)]
        assert words == ["never", "never", "less", "less", "usual"], "none is overstated"

    def test_it_says_how_long_the_movie_is_and_keeps_that(self, page, rest):
        page.view.select_row(0)
        page.entries.open_selected()
        rest()
        facts = page.entries.movie_page.facts
        assert "1 h 57 min" in facts.text()
        page.entries.follow()  # something about this one has changed
        assert "1 h 57 min" in facts.text()
        late = MovieView(MovieFacts(minutes=45), ())
        page.entries.movie_page.show_view(page.model.items[1].id, late)
        assert "1 h 57 min" in facts.text()

    def test_rating_is_stored_and_undone(self, page, services, rest, qtbot, watched):
        page.entries.open_selected()
        for key, own in (
            ("liked", OwnRating(Rating.LIKED)),
            ("again", OwnRating(Rating.LIKED, True)),
            ("disliked", OwnRating(Rating.DISLIKED, True)),
            ("again", OwnRating(Rating.DISLIKED)),
            ("seen", OwnRating()),
        ):
            button = page.findChild(QAbstractButton, f"movies.card.{key}")
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
            rest()
            assert services.kept()[watched.id].own == page.model.find(watched.id).own == own
            assert page.entries.movie_page.isVisible()
        for own in (OwnRating(Rating.DISLIKED), OwnRating(Rating.DISLIKED, True)):
            page.entry_actions.undo()
            rest()
            assert services.kept()[watched.id].own == own
            assert page.entries.movie_page.own.again.isChecked() == own.again

    def test_the_day_is_written_and_undone(self, page, services, rest, qtbot, watched):
        page.entries.open_selected()
        card = page.entries.movie_page
        for written, day, shown in (
            ("3 May 2024", date(2024, 5, 3), "3 May 2024"),
            ("2024-06-01", date(2024, 6, 1), "1 June 2024"),
            ("", None, ""),
        ):
            card.own.day_button.click()
            card.own.day_field.setText(written)
            qtbot.keyClick(card.own.day_field, Qt.Key.Key_Return)
            rest()
            assert services.kept()[watched.id].own.day == day
            assert card.own.day.text() == shown or day is None
            assert card.own.day_field.isHidden()
        page.entry_actions.undo()
        rest()
        assert services.kept()[watched.id].own.day == date(2024, 6, 1)
        card.own.day_button.click()
        for written in ("tomorrow", "3 May 2999", "3 May 1890", "3 May -0044"):
            card.own.day_field.setText(written)
            qtbot.keyClick(card.own.day_field, Qt.Key.Key_Return)
            assert card.own.day_from.text().startswith("Write a day until today")
        assert services.kept()[watched.id].own.day == date(2024, 6, 1)

    def test_a_note_is_saved_where_the_user_leaves_it(self, page, services, rest, qtbot, watched):
        page.entries.open_selected()
        card = page.entries.movie_page
        note = card.own.note

        def kept(key=watched.id):
            rest()
            return services.kept()[key].own.note

        note.setFocus()
        qtbot.keyClicks(note, "The silence at the car.")
        card.back_button.setFocus()
        assert kept() == "The silence at the car."
        note.setFocus()
        note.setPlainText("Again.")
        card.next.click()  # another movie, without leaving the field
        assert kept() == "Again."
        other = card.entry_id
        assert note.toPlainText() == kept(other) == ""
        page.entries.open(watched.id)
        assert note.toPlainText() == "Again."
        page.entry_actions.undo()
        assert kept() == "The silence at the car."
        assert note.toPlainText() == "The silence at the car."

    def test_it_says_so_where_an_imported_rating_counts(self, page, view, watched):
        said = Imported(Service.LETTERBOXD, None, 0.9)
        page.model.change([watched.replace(imports=(said,))])
        page.view.select_ids([watched.id])
        page.entries.open_selected()
        assert "counts as liked until you answer" in page.entries.movie_page.own.effect.text()
        page.changes.show_values({watched.id: {"own": OwnRating(Rating.DISLIKED)}})
        page.entries.movie_page.show_entry(page.model.find(watched.id))
        assert "until you answer" not in page.entries.movie_page.own.effect.text()
        row = next(n for n, e in enumerate(page.model.items) if e.id == watched.id)
        spoken = page.model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert "Disliked" in spoken

    def test_a_movie_answered_on_the_card_leaves_when_it_closes(self, page, view, rest, qtbot):
        page.entries.open_selected()
        one = page.view.selected_ids()[0]
        qtbot.mouseClick(page.entries.movie_page.verdicts["refused"], Qt.MouseButton.LeftButton)
        rest()
        assert page.model.are_listed([one])
        page.pages.trail.leave()
        assert not page.model.are_listed([one])
        assert page.view.selected_ids(), "the next one is selected"

    def test_a_seen_movie_is_not_offered_for_the_watchlist(self, page, watched):
        page.entries.open_selected()
        assert not page.entries.movie_page.later_button.isVisible()
        page.model.change([watched.replace(wanted=True)])
        page.view.select_ids([watched.id])
        page.entries.follow()
        assert page.entries.movie_page.later_button.isChecked()
        assert page.entries.movie_page.later_button.isVisible()

    def test_the_card_leads_to_the_watchlist_and_out(
        self, page, view, services, rest, qtbot, monkeypatch
    ):
        opened = []
        monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
        page.entries.open_selected()
        card = page.entries.movie_page
        qtbot.mouseClick(card.later_button, Qt.MouseButton.LeftButton)
        rest()
        assert (card.later_button.isChecked(), card.later_button.toolTip()) == (
            True,
            "Off the watchlist",
        )
        card.links[0].click()
        rest()
        assert "imdb.com" in opened[0].toString()
        assert services.contacts.all()[0].name == "IMDb"

    def test_a_key_rates_all_that_are_selected_and_again_takes_it_back(
        self, page, services, rest, qtbot, watched
    ):
        page.view.selectAll()
        ids = page.view.selected_ids()
        for key, own, undo in (
            (Qt.Key.Key_D, OwnRating(Rating.DISLIKED), "Disliked · "),
            (Qt.Key.Key_L, OwnRating(Rating.LIKED), "Liked · "),
            (Qt.Key.Key_R, OwnRating(Rating.LIKED, True), "Seen again · "),
            (Qt.Key.Key_L, OwnRating(None, True), "Answer taken back · "),
            (Qt.Key.Key_R, OwnRating(), "Answer taken back · "),
        ):
            qtbot.keyClick(page.view, key)
            rest()
            kept = services.kept()
            assert {kept[k].own for k in ids} == {own}
            assert undo in page.changes.steps.undoText()
            assert page.view.selected_ids() == ids


def test_a_rating_is_of_all_that_are_selected_watched_before_or_not(page, services, rest):
    waiting = page.model.items[0].id
    watched = page.model.watched[0].id
    before = services.kept()[watched].own
    page.entry_actions.rate([waiting, watched], "liked")
    rest()
    for key in (waiting, watched):
        assert services.kept()[key].status is CONFIRMED
        assert services.kept()[key].own.rating is Rating.LIKED
    assert page.changes.steps.undoText() == "Liked · 2 movies"
    page.entry_actions.undo()
    rest()
    assert services.kept()[waiting].status is SUGGESTED
    assert services.kept()[watched].own == before


def test_a_forgotten_movie_leaves_its_step_and_the_rest_can_be_taken_back(page, services, rest):
    page.entry_actions.answer([1, 2, 3], CONFIRMED)
    rest()
    page.entry_actions.forget([2])
    rest()
    assert page.changes.steps.undoText() == "Watched · 2 movies"
    page.entry_actions.undo()
    rest()
    assert [services.kept()[key].status for key in (1, 3)] == [SUGGESTED, SUGGESTED]
    assert page.changes.steps.undoText() == ""


def test_keys_of_a_search_answer_what_is_pointed_at_and_undo_every_answer(
    page, services, rest, qtbot
):
    at_first = statuses(services)
    page.entry_actions.answer([page.model.items[0].id], REJECTED)
    rest()
    page.view.select_row(0)
    page.view.selectAll()
    assert button(page, "movies.confirm").isVisible()
    before = statuses(services)
    page.search.setText("solaris")
    qtbot.waitUntil(lambda: bool(page.results.model.items))
    for name in ("movies.confirm", "movies.reject", "movies.forget", "movies.select_all"):
        assert not button(page, name).isVisible()
    for key in (Qt.Key.Key_Y, Qt.Key.Key_N, Qt.Key.Key_Delete):
        qtbot.keyClick(page.results, key)
    rest()
    assert statuses(services) == before
    page.results.wall.setCurrentIndex(page.results.model.index(0, 0))
    qtbot.keyClick(page.results.wall, Qt.Key.Key_L)
    rest()
    assert statuses(services)[CONFIRMED] == before[CONFIRMED] + 1, "the one that is pointed at"
    for undone in (before, at_first):
        qtbot.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        rest()
        assert statuses(services) == undone
    page.search.clear()
    assert len(page.view.selected_ids()) >= 1


def test_the_page_of_a_found_movie_names_the_answer_and_undoes_it(page, services, rest, qtbot):
    page.search.setText("solaris")
    qtbot.waitUntil(lambda: bool(page.results.model.items))
    one, card = page.results.model.items[0], page.finding.opened.movie_page
    page.finding.opened.open_found(one)
    rest()
    card.later_button.click()
    rest()
    assert [key for key, _ in services.library.watchlist()] == [one.key]
    assert one.movie.title in page.changed.label.text()
    page.changed.button.click()
    rest()
    assert not services.library.watchlist()
    assert not page.changed.isVisible()
    card.verdicts["liked"].click()
    rest()
    card.back_button.click()
    assert one.movie.title in page.answers.undo.text(), "the foot of the list names it as well"
    page.entry_actions.forget([one.key])
    rest()
    assert not page.answers.undo.isVisible()


@pytest.mark.parametrize("own", [OwnRating(), OwnRating().with_stars(7)])
def test_an_answer_that_changes_nothing_is_no_step(page, services, rest, own):
    watched = page.model.watched[0]
    services.library.rate(watched.id, own)
    page.finding.opened.open_found(FoundMovie(watched.id, watched.movie, (), CONFIRMED))
    rest()
    page.finding.opened.movie_page.verdicts["seen"].click()
    rest()
    assert services.kept()[watched.id].own == own
    assert not page.changes.steps.canUndo()
    assert not page.changed.isVisible()


def test_an_answer_given_while_the_library_is_read_stays(page, services, rest):
    rest()
    gate, key = Event(), page.model.items[0].id
    page.context.tasks.run(lambda job: gate.wait(LIMIT_S))
    page.context.library_changed.emit(None)  # as a scan does
    page.entry_actions.answer([key], CONFIRMED)
    shown = []
    page.loader.loaded.connect(lambda _: shown.append(page.model.find(key).status))
    gate.set()
    rest()
    assert shown == [CONFIRMED] == [services.kept()[key].status]


def test_the_bar_folds_before_any_of_its_buttons_is_cut(qtbot):
    """At every width that two rows fit into, with and without a step to undo."""
    host = QWidget()  # a window of its own would be as wide as its layout asks
    qtbot.addWidget(host)
    bar = AnswerBar()
    bar.setParent(host)
    host.resize(1000, 100)
    host.show()
    for undo in ("", "Seen · Heat (1995)"):
        bar.show_choice(CONFIRMED, rows=9, selected=1, sure=0, private=False, asks=False, undo=undo)
        buttons = [bar.all, bar.details, bar.forget, bar.private, bar.reject]
        for width in range(440, 1000, 20):
            bar.resize(width, 100)
            QApplication.processEvents()
            cut = [one.objectName() for one in buttons if one.width() < one.sizeHint().width()]
            assert cut == [], (undo, width)
