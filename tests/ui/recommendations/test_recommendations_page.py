"""Recommendations: what one sees at once, asking again, and every state of it."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QApplication

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError, StoreError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.domain.release import Recommendations, Row
from epicrec_desktop.store import recommendations
from epicrec_desktop.ui.common.lists import ITEM
from epicrec_desktop.ui.common.poster_wall import ACTIONS, disc_box
from epicrec_desktop.ui.recommendations.poster_row import CELL, PosterRow
from epicrec_desktop.ui.recommendations.row_stack import RowSpec
from epicrec_desktop.ui.recommendations.text import row_words
from ui.fakes import NOW


@pytest.fixture
def page(window, qtbot):
    made = window.page("recommendations")
    qtbot.waitUntil(lambda: not made.stack.waiting)
    return made


def visible_words(page) -> str:
    return " ".join((page.empty.heading.text(), page.empty.sentence.text()))


def forget_rows(services) -> None:
    """Have no recommendations of an earlier day."""
    with services.real.context.database.write() as session:
        recommendations.forget(session)


def wheel(view, dx: int, dy: int, modifiers=Qt.KeyboardModifier.NoModifier) -> bool:
    at = QPointF(50, 50)
    event = QWheelEvent(
        at, view.viewport().mapToGlobal(at), QPoint(), QPoint(dx, dy), Qt.MouseButton.NoButton,
        modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    event.ignore()
    QApplication.sendEvent(view.viewport(), event)
    return event.isAccepted()


def test_the_last_result_is_there_at_start_and_nothing_was_asked(page, services):
    first, second, *others = [row.heading.text() for row in page.rows]
    assert (first, second) == ("For you", "From what you released")
    assert "Science fiction" in others
    assert page.rows[0].note.text() == "ranked here"
    assert re.fullmatch(r"\d+ watched", page.rows[2].note.text())
    assert "150 movies" in page.subtitle.text()
    assert "recommend.refresh" not in services.calls
    assert "recommend.rank_locally" not in services.calls


def test_rows_are_never_squeezed_while_more_are_built(page):
    some = [s for row in page.rows for s in row.model.items][:8]
    page.stack.set_rows([RowSpec(f"new {n}", "A heading", "A note.", some) for n in range(12)])
    assert page.stack.waiting
    while page.stack.waiting:
        page.stack._show_next()
        page.stack._column.activate()
        for row in page.stack.shown_rows:
            assert row.height() >= row.minimumSizeHint().height()


def test_rows_that_stay_keep_their_place_and_others_come_between(page, qtbot):
    kept, left = page.rows[2], page.rows[0].name
    films = [s for row in page.rows for s in row.model.items][:8]
    names = ["new", kept.name, page.rows[1].name, "last"]
    page.stack.set_rows([RowSpec(name, name, "A note.", films) for name in names])
    qtbot.waitUntil(lambda: not page.stack.waiting)
    assert [row.name for row in page.rows] == names
    assert [page.stack._column.indexOf(row) for row in page.rows] == [0, 1, 2, 3]
    assert page.rows[1] is kept
    assert left not in names
    assert kept.heading.text() == kept.name


def test_a_row_of_a_provider_says_so(page):
    page.ranking.provider = "Film club"
    assert page.row_words(Row("provider", "provider", ()))[0] == "From Film club"
    assert page.row_words(Row("Crime", "provider", (), 3)) == (
        "Crime", "3 watched · from Film club",
    )  # fmt: skip


def test_every_row_is_found_by_name_and_read_aloud(page):
    row = page.findChild(PosterRow, "recommendations.row.overall")
    model = row.view.model()
    spoken = model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    first = page.ranking.result.rows[0].suggestions[0]
    assert spoken.startswith(f"{first.title} ({first.year}), ")
    assert row.view.accessibleName() == "For you, ranked here"
    assert row.note.toolTip().startswith("Ranked on this computer with all your movies.")


def test_refresh_shows_progress_and_the_new_rows(page, window, services, settle, qtbot):
    services.delays["recommend.refresh"] = 0.1
    services.library.set_status([1], LibraryStatus.CONFIRMED)
    qtbot.mouseClick(page.refresh_button, Qt.MouseButton.LeftButton)
    assert page.progress.isVisible()
    assert not page.refresh_button.isEnabled()
    settle(window)
    assert not page.progress.isVisible()
    assert page.refresh_button.isEnabled()
    assert "151 movies" in page.subtitle.text()
    assert "Nothing left this computer." in page.subtitle.text()


@pytest.fixture
def club(services):
    """Another provider than this computer, and the release that it was sent."""
    services.providers.choose("Film club")
    services.recommend.release(services.releases.propose())


@pytest.mark.usefixtures("club")
def test_what_was_sent_to_a_provider_is_said(page, window, settle, qtbot):
    page.refresh()
    settle(window)
    qtbot.waitUntil(lambda: not page.stack.waiting)
    assert "Film club was sent the same list" in page.subtitle.text()
    assert page.rows[1].heading.text() == "From Film club"


def test_what_nobody_agreed_to_yet_is_said_to_wait(page, window, services, settle):
    services.privacy.set_overall(ReleaseLevel.ALL)
    page.refresh()
    settle(window)
    said = page.subtitle.text()
    assert "Nothing was sent. Privacy shows what would be" in said
    assert "was sent the" not in said
    assert page.rows


def test_refresh_can_be_cancelled_and_everything_stays(page, window, services, settle, qtbot):
    services.delays["recommend.refresh"] = 30
    before = page.ranking.result
    page.refresh()
    qtbot.mouseClick(page.progress.cancel, Qt.MouseButton.LeftButton)
    settle(window)
    assert page.ranking.result is before
    assert page.rows
    assert not page.error.isVisible()
    assert not page.progress.isVisible()


def test_a_second_refresh_waits_for_the_first(page, window, services, settle):
    services.delays["recommend.refresh"] = 0.05
    page.refresh()
    page.refresh()
    settle(window)
    assert services.calls.count("recommend.refresh") == 1


def test_an_error_is_a_banner_over_the_rows_that_stay(page, window, services, settle, qtbot):
    services.faults["recommend.refresh"] = ProviderError("Film club did not answer.")
    page.refresh()
    settle(window)
    assert page.error.isVisible()
    assert page.error.label.text() == "Film club did not answer."
    assert page.rows[0].isVisible()
    del services.faults["recommend.refresh"]
    qtbot.mouseClick(page.error.button, Qt.MouseButton.LeftButton)
    settle(window)
    assert not page.error.isVisible()


@pytest.mark.usefixtures("club")
def test_notes_of_a_result_are_shown(page, window, film_club, settle):
    film_club.down = True
    page.refresh()
    settle(window)
    assert page.banner.isVisible()
    assert "did not answer" in page.banner.label.text()
    assert "was sent" not in page.subtitle.text().replace("Nothing new was sent", "")


@pytest.mark.usefixtures("club")
def test_release_from_another_page_is_shown_also_if_it_failed(
    page, window, services, film_club, settle
):
    window.context.outcome = replace(services.recommend.refresh(), repeated=False)
    window.context.recommendations_changed.emit()
    settle(window)
    assert "Film club was sent a new list; Activity shows it." in page.subtitle.text()
    page.ranking.rank_locally()  # as after any answer: nothing of what was sent is undone by it
    settle(window)
    assert "Film club was sent a new list; Activity shows it." in page.subtitle.text()
    film_club.down = True
    window.context.outcome = replace(services.recommend.refresh(), repeated=False)
    window.context.recommendations_changed.emit()
    settle(window)
    assert "Nothing new was sent" not in page.subtitle.text(), "it may have arrived"
    assert "did not answer" in page.banner.label.text()


def test_without_movies_of_ones_own_the_rows_are_popular_ones(
    page, window, services, settle, qtbot
):
    result = replace(services.recommend.rank_locally(), library_size=0)
    page.ranking.give(result)
    settle(window)
    assert page.subtitle.text().startswith("Popular movies, until you say what you watched.")
    assert "0 movies" not in page.subtitle.text()
    assert page.row_words(result.rows[0])[0] == "Popular"
    assert page.begin.isVisible()
    qtbot.mouseClick(page.begin.button, Qt.MouseButton.LeftButton)
    settle(window)
    assert window.stack.currentWidget().objectName() == "page.movies"


def test_an_empty_library_leads_to_a_scan(open_window, services, qtbot, settle):
    forget_rows(services)
    services.empty_library()
    window = open_window()
    page = window.page("recommendations")
    assert page.empty.isVisible()
    assert "No movies yet" in visible_words(page)
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    settle(window)
    assert window.stack.currentWidget().objectName() == "page.movies"
    assert "scan.scan" in services.calls


def test_suggestions_alone_lead_to_my_movies(open_window, services, qtbot, settle):
    forget_rows(services)
    services.library.set_status(
        [k for k, e in services.kept().items() if e.status == "confirmed"],
        LibraryStatus.REJECTED,
    )
    window = open_window()
    page = window.page("recommendations")
    assert "24 movies found" in visible_words(page)
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    settle(window)
    assert window.stack.currentWidget().objectName() == "page.movies"
    assert "scan.scan" not in services.calls


def test_movies_without_a_result_are_ranked_here_unasked(open_window, services):
    forget_rows(services)
    window = open_window()
    assert "recommend.rank_locally" in services.calls
    assert "recommend.refresh" not in services.calls
    assert window.page("recommendations").rows


def test_a_change_of_the_library_ranks_again_when_the_page_is_looked_at(
    window, services, page, settle
):
    window.show_page("movies")
    settle(window)
    window.context.library_changed.emit(None)
    settle(window)
    assert "recommend.rank_locally" not in services.calls
    window.show_page("recommendations")
    settle(window)
    assert services.calls.count("recommend.rank_locally") == 1


def test_a_first_failure_has_a_picture_and_a_way_on(open_window, services, qtbot, settle):
    forget_rows(services)
    services.faults["recommend.rank_locally"] = ProviderError("The model cannot be read.")
    window = open_window()
    page = window.page("recommendations")
    assert page.empty.isVisible()
    assert "The model cannot be read." in visible_words(page)
    assert not page.empty.picture.pixmap().isNull()


def test_offline_with_nothing_to_show_says_so(page):
    page.ranking.give(Recommendations((), NOW, "Film club", "", 3, ("Film club did not answer.",)))
    assert "Film club did not answer." in visible_words(page)
    assert page.empty.button.text() == "Try again"


class TestRow:
    def test_the_hint_shows_where_there_is_more(self, page, qtbot):
        row = page.rows[0]
        assert row.forward.isVisible()
        assert not row.back.isVisible()
        qtbot.mouseClick(row.forward, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(row.back.isVisible)
        bar = row.view.horizontalScrollBar()
        bar.setValue(bar.maximum())
        assert not row.forward.isVisible()

    def test_a_short_row_has_no_hint(self, page, qtbot):
        suggestions = page.ranking.result.rows[0].suggestions[:3]
        row = PosterRow("short", "Short", "", suggestions, 36)
        qtbot.addWidget(row)
        row.resize(1000, 300)
        row.show()
        qtbot.wait(10)
        assert not row.forward.isVisible()
        assert not row.back.isVisible()

    def test_scrolling_glides(self, page, qtbot):
        row = page.rows[0]
        bar = row.view.horizontalScrollBar()
        row.view.page(1)
        places = set()
        bar.valueChanged.connect(places.add)
        qtbot.waitUntil(lambda: bar.value() >= 3 * CELL.width())
        assert len(places) > 1, "a busy computer draws few of them"

    def test_arrows_move_and_the_poster_stays_in_sight(self, page, qtbot):
        view = page.rows[0].view
        view.setFocus(Qt.FocusReason.TabFocusReason)
        assert view.currentIndex().row() == 0
        for _ in range(12):
            qtbot.keyClick(view, Qt.Key.Key_Right)
        assert view.currentIndex().row() == 12
        qtbot.waitUntil(
            lambda: view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())
        )

    def test_up_and_down_move_between_rows(self, page, qtbot):
        page.rows[0].view.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(page.rows[0].view, Qt.Key.Key_Down)
        assert page.rows[1].view.hasFocus()
        qtbot.keyClick(page.rows[1].view, Qt.Key.Key_Up)
        assert page.rows[0].view.hasFocus()

    def test_a_sideways_wheel_scrolls_the_row_and_an_upright_one_is_left_to_the_page(
        self, page, qtbot
    ):
        view = page.rows[0].view
        bar = view.horizontalScrollBar()
        assert wheel(view, -240, 0)
        qtbot.waitUntil(lambda: bar.value() == 2 * CELL.width())
        assert not wheel(view, 0, -240)
        qtbot.wait(50)
        assert bar.value() == 2 * CELL.width()
        assert wheel(view, 0, -240, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda: bar.value() == 4 * CELL.width())


class TestCard:
    def test_a_poster_opens_a_card_that_says_why(self, page, qtbot):
        view = page.rows[0].view
        view.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(view, Qt.Key.Key_Return)
        suggestion = page.ranking.result.rows[0].suggestions[0]
        assert page.card.isVisible()
        assert page.card.title.text() == suggestion.title
        assert str(suggestion.year) in page.card.facts.text()
        if suggestion.because:
            assert suggestion.because in page.card.why.text()
        assert "Ranked on this computer" in page.card.note.text()

    def test_escape_closes_it_and_the_focus_goes_back(self, page, qtbot):
        view = page.rows[0].view
        view.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(view, Qt.Key.Key_Space)
        qtbot.keyClick(page.card, Qt.Key.Key_Escape)
        assert not page.card.isVisible()
        assert view.hasFocus()

    def test_a_provider_s_movie_says_what_the_provider_knew(self, page):
        page.ranking.provider = "Film club"
        page.stack.opened.emit(page.ranking.result.rows[1].suggestions[0])
        assert "It saw only what was released" in page.card.note.text()

    def test_seen_adds_it_to_my_movies(self, page, window, services, qtbot, settle):
        first = page.ranking.result.rows[0].suggestions[0]
        page.stack.opened.emit(first)
        qtbot.mouseClick(page.card.verdicts["seen"], Qt.MouseButton.LeftButton)
        settle(window)
        added = [e for e in services.kept().values() if e.rule == "by-hand"]
        assert [e.movie.title for e in added] == [first.title]

    @pytest.mark.parametrize("answer", ["liked", "disliked"])
    def test_seen_with_a_rating_is_one_answer_and_one_undo(
        self, page, window, services, qtbot, settle, answer
    ):
        suggestion = page.ranking.result.rows[0].suggestions[0]
        page.stack.opened.emit(suggestion)
        button = page.findChild(QAbstractButton, f"recommendations.card.{answer}")
        assert button.accessibleName().startswith("Seen it already")
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        settle(window)
        entry = services.kept()[services.library.find(suggestion.wire_id)]
        assert (entry.status, entry.own) == ("confirmed", OwnRating(Rating(answer)))
        assert suggestion.title in page.news.label.text()
        qtbot.mouseClick(page.news.button, Qt.MouseButton.LeftButton)
        settle(window)
        assert services.library.find(suggestion.wire_id) not in services.kept()

    def test_nothing_in_it_is_cut_at_the_smallest_window(self, page, window, qtbot):
        window.resize(window.minimumSize())
        page.stack.opened.emit(page.ranking.result.rows[0].suggestions[13])
        qtbot.wait(20)
        card = page.card
        assert card.minimumSizeHint().height() <= page.height()
        for button in (*card.verdicts.values(), card.later_button):
            assert button.geometry().bottom() <= card.height()
            assert button.width() >= button.sizeHint().width()

    def test_not_for_me_goes_at_once_stays_away_and_can_be_taken_back(
        self, page, window, services, qtbot, settle
    ):
        row = page.rows[0]
        row.view.horizontalScrollBar().setValue(700)
        refused = row.model.data(row.model.index(5, 0), ITEM)
        page.stack.opened.emit(refused)
        qtbot.mouseClick(page.card.verdicts["refused"], Qt.MouseButton.LeftButton)
        settle(window)
        entry = services.kept()[services.library.find(refused.wire_id)]
        assert entry.status == "rejected"
        assert refused not in shown(page)
        assert page.rows[0] is row, "the row was not built again"
        assert row.view.horizontalScrollBar().value() == 700
        assert refused.title in page.news.label.text()
        qtbot.mouseClick(page.news.button, Qt.MouseButton.LeftButton)
        settle(window)
        assert services.library.find(refused.wire_id) not in services.kept()
        qtbot.waitUntil(lambda: refused in shown(page))
        assert not page.news.isVisible()

    def test_half_stars_are_kept_the_card_stays_and_undo_takes_them_back(
        self, page, window, services, qtbot, settle
    ):
        wanted = page.ranking.result.rows[0].suggestions[3]
        page.stack.opened.emit(wanted)
        settle(window)
        card = page.card
        card.stars.setFocus()
        for _ in range(9):
            qtbot.keyClick(card.stars, Qt.Key.Key_Right)
        card.stars.flush()
        settle(window)
        key = services.library.find(wanted.wire_id)
        assert services.kept()[key].own == OwnRating(Rating.LIKED, stars=9)
        assert card.isVisible()
        assert wanted.title in page.news.label.text()
        page.opened.undo()
        settle(window)
        assert key not in services.kept()
        assert card.stars.value() == 0

    def test_watchlist_is_a_row_and_is_stored(self, page, window, services, qtbot, settle):
        wanted = page.ranking.result.rows[0].suggestions[40]
        page.stack.opened.emit(wanted)
        assert page.card.later_button.text() == "To the watchlist"
        qtbot.mouseClick(page.card.later_button, Qt.MouseButton.LeftButton)
        settle(window)
        qtbot.waitUntil(lambda: not page.stack.waiting)
        assert [row.heading.text() for row in page.rows[:2]] == ["For you", "Your watchlist"]
        assert [s.title for s in page.opened.watchlist.suggestions] == [wanted.title]
        assert wanted in page.ranking.result.rows[0].suggestions, "it may still be recommended"
        assert "recommend.rank_locally" not in services.calls
        page.stack.opened.emit(page.opened.watchlist.suggestions[0])
        assert "watchlist" in page.card.why.text()
        qtbot.mouseClick(page.card.later_button, Qt.MouseButton.LeftButton)
        settle(window)
        assert not services.library.watchlist()
        assert page.rows[1].heading.text() != "Your watchlist"

    def test_what_another_page_took_off_the_watchlist_is_off_it_here(
        self, page, window, services, qtbot, settle
    ):
        movie = page.ranking.result.rows[0].suggestions[40]
        page.stack.opened.emit(movie)
        qtbot.mouseClick(page.card.later_button, Qt.MouseButton.LeftButton)
        settle(window)
        qtbot.waitUntil(lambda: not page.stack.waiting)
        assert page.rows[1].heading.text() == "Your watchlist"
        window.show_page("movies")
        settle(window)
        services.library.watch_later(services.library.find(movie.wire_id), False)
        window.context.library_changed.emit(None)
        window.show_page("recommendations")
        settle(window)
        qtbot.waitUntil(lambda: not page.stack.waiting)
        assert page.opened.watchlist.suggestions == ()
        assert page.rows[1].heading.text() != "Your watchlist"

    def test_what_was_seen_is_off_the_watchlist_and_undo_puts_both_back(
        self, page, window, services, settle
    ):
        wanted = page.ranking.result.rows[0].suggestions[40]
        for answer in ("later", "seen"):
            page.opened.answer(wanted, answer)
            settle(window)
        assert page.opened.watchlist.suggestions == ()
        page.opened.undo()
        settle(window)
        assert [s.title for s in page.opened.watchlist.suggestions] == [wanted.title]

    def test_a_release_withdraws_the_offer_to_undo(self, page, window, services, settle):
        suggestion = page.ranking.result.rows[0].suggestions[0]
        page.opened.answer(suggestion, "liked")
        settle(window)
        assert page.news.isVisible()
        window.context.released.emit()
        settle(window)
        assert not page.news.isVisible()
        page.opened.undo()
        settle(window)
        assert services.library.find(suggestion.wire_id) in services.kept()

    def test_movie_outside_the_catalog_shows_an_error(self, page, window, services, settle):
        strange = replace(page.ranking.result.rows[1].suggestions[0], wire_id="imdb:tt9999999")
        page.opened.answer(strange, "refused")
        settle(window)
        assert "not in the catalog" in page.error.label.text()

    def test_failed_answer_shows_an_error(self, page, window, services, settle):
        services.faults["library.refuse"] = StoreError("The disk is full.")
        page.opened.answer(page.ranking.result.rows[0].suggestions[0], "refused")
        settle(window)
        assert page.error.label.text() == "The disk is full."


def shown(page) -> list:
    return [
        row.model.data(row.model.index(n, 0), ITEM)
        for row in page.rows
        for n in range(row.model.rowCount())
    ]


def found(page) -> list[str]:
    return [one.movie.title for one in page.results.model.items]


class TestSearch:
    def test_the_field_finds_movies_of_the_whole_catalog_on_a_wall(self, page, qtbot):
        qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert page.search.hasFocus()
        qtbot.keyClicks(page.search, "harbor")
        qtbot.waitUntil(lambda: bool(found(page)))
        assert page.results.wall.isVisible()
        assert all("Harbor" in title for title in found(page))
        qtbot.keyClick(page.search, Qt.Key.Key_Return)
        assert page.results.wall.hasFocus()
        qtbot.keyClick(page.results.wall, Qt.Key.Key_Return)
        assert page.card.isVisible()
        assert page.card.title.text() == found(page)[0]
        page.search.clear()
        assert page.stack.isVisible()

    def test_a_slow_search_says_that_it_is_running(self, page, services, settle, window, qtbot):
        usual, gate = services.library.search, threading.Event()

        def slow(*rest):
            assert gate.wait(20)
            return usual(*rest)

        services.library.search = slow
        page.search.setText("harbor")
        qtbot.waitUntil(page.results.waiting.isVisible)
        page.search.setText("harbo")
        assert page.results.waiting.isVisible()
        gate.set()
        qtbot.waitUntil(lambda: page.results.wall.isVisible() and bool(found(page)))
        page.search.clear()

    def test_the_search_is_prepared_when_the_user_goes_to_the_field(
        self, page, services, settle, window
    ):
        settle(window)
        assert "library.search" not in services.calls, "it takes memory"
        page.search.setFocus()
        settle(window)
        assert services.calls.count("library.search") == 1

    def test_an_open_card_makes_way_for_what_is_found(self, page, window, qtbot):
        page.stack.opened.emit(page.rows[0].model.index(0, 0).data(ITEM))
        assert page.card.isVisible()
        page.search.setFocus()
        qtbot.keyClicks(page.search, "ha")
        assert not page.card.isVisible()
        assert page.search.text() == "ha"

    def test_nothing_found_offers_to_add_it(self, page, qtbot):
        page.search.setText("no such movie")
        qtbot.waitUntil(page.results.nothing.isVisible)
        assert page.results.nothing.button.text() == "Add it anyway…"
        page.search.clear()
        assert page.rows[0].isVisible()

    def test_an_answer_lights_up_at_its_place(self, page, services, qtbot, window, settle):
        page.search.setText("harbor")
        qtbot.waitUntil(lambda: bool(found(page)))
        before, wall = found(page), page.results.wall
        wall.setFocus()
        wall.setCurrentIndex(page.results.model.index(0, 0))
        qtbot.keyClick(wall, Qt.Key.Key_W)
        settle(window)
        assert found(page) == before
        assert wall.lit(page.results.model.items[0]) == {"later"}
        assert [key for key, _ in services.library.watchlist()] == [page.results.model.items[0].key]
        qtbot.mouseClick(page.news.button, Qt.MouseButton.LeftButton)
        settle(window)
        assert not services.library.watchlist()
        assert not wall.lit(page.results.model.items[0])


class TestActionsOverPosters:
    @pytest.fixture
    def view(self, page):
        return page.rows[0].view

    def press(self, qtbot, view, row: int, answer: str) -> None:
        cell = view.visualRect(view.model().index(row, 0))
        box = disc_box(view.itemDelegate().poster_box(cell), ACTIONS.index(answer))
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())

    @pytest.mark.parametrize("answer", ["seen", "liked", "refused"])
    def test_no_poster_moves_until_the_pointer_leaves(
        self, page, view, answer, services, qtbot, window, settle
    ):
        before = [s.title for s in view.model().items]
        view.setFocus()
        self.press(qtbot, view, 1, answer)
        settle(window)
        assert not page.card.isVisible()
        assert [s.title for s in view.model().items] == before
        assert view.is_leaving(view.model().items[1])
        added = [e for e in services.kept().values() if e.rule == "by-hand"]
        assert [e.movie.title for e in added] == [before[1]]
        QApplication.sendEvent(page.stack, QEvent(QEvent.Type.Leave))
        assert before[1] not in {s.title for row in page.rows for s in row.model.items}

    def test_undo_brings_the_poster_back_where_it_is(
        self, page, view, services, qtbot, window, settle
    ):
        before = [s.title for s in view.model().items]
        view.setFocus()
        self.press(qtbot, view, 1, "seen")
        settle(window)
        page.opened.undo()
        settle(window)
        assert not view.is_leaving(view.model().items[1])
        assert [s.title for s in view.model().items] == before
        assert before[1] not in {e.movie.title for e in services.kept().values()}

    def test_plus_is_the_watchlist_and_a_second_one_takes_it_off(
        self, page, view, services, qtbot, window, settle
    ):
        view.setFocus()
        self.press(qtbot, view, 2, "later")
        settle(window)
        assert len(services.library.watchlist()) == 1
        assert not view.is_leaving(view.model().items[2])
        self.press(qtbot, view, 2, "later")
        settle(window)
        assert not services.library.watchlist()

    def test_what_is_on_the_watchlist_is_marked_and_plus_takes_it_off(
        self, page, view, services, qtbot, window, settle
    ):
        item = view.model().items[2]
        services.library.watch_later(services.library.find(item.wire_id), True)
        page.ranking.load()
        settle(window)
        qtbot.waitUntil(lambda: not page.stack.waiting)
        assert view.worn(item) == {"later"}
        spoken = view.model().data(view.model().index(2, 0), Qt.ItemDataRole.AccessibleTextRole)
        assert spoken.endswith("on your watchlist")
        self.press(qtbot, view, 2, "later")
        settle(window)
        assert not services.library.watchlist()
        assert not view.lit(item)
        page.opened.undo()
        settle(window)
        assert len(services.library.watchlist()) == 1
        assert view.worn(item) == {"later"}


@pytest.mark.parametrize(
    ("provider", "ranked", "heading", "note"),
    [
        ("Film club", "provider", "From Film club", "ranked by the provider"),
        ("Film club", "here", "From Film club", "candidates, ranked here"),
        (
            "This computer",
            "provider",
            "From what you released",
            "ranked here, from your release alone",
        ),
    ],
)
def test_provider_row_names_the_provider(
    window, provider: str, ranked: str, heading: str, note: str
):
    words = row_words(Row("provider", ranked, ()), provider)
    assert words[0] == heading
    assert note in words[1]


def test_ranking_again_keeps_the_provider_s_answer_but_for_movies_known_by_now(
    page, window, services, settle
):
    before = page.ranking.result.rows[1].suggestions
    answered = before[0]
    page.opened.answer(answered, "seen")
    settle(window)
    row = page.ranking.result.rows[1]
    assert row.name == "provider"
    known = {e.movie.wire_id for e in services.library.entries() if e.status == "confirmed"}
    assert answered.wire_id in known
    assert row.suggestions == tuple(s for s in before if s.wire_id not in known)
    assert row.suggestions


def test_a_result_older_than_the_library_is_shown_and_ranked_again(open_window, services):
    older = replace(services.library.last_recommendations(), library_size=3)
    with services.real.context.database.write() as session:
        recommendations.save(session, older)
    window = open_window()
    assert window.page("recommendations").rows
    assert services.calls.count("recommend.rank_locally") == 1


def test_hundreds_of_posters_scroll_smoothly(page, qtbot):
    """A frame of scrolling takes less than 16 ms once its posters are drawn."""
    row = page.rows[0]
    bar = row.view.horizontalScrollBar()
    assert row.view.model().rowCount() == 60
    times = []
    for lap in range(2):
        for value in range(0, 1500, 75):
            bar.setValue(value)
            start = time.perf_counter()
            row.view.viewport().grab()
            if lap:
                times.append(time.perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.016


def test_words_stay_where_the_rows_went_however_small_the_window_is(page, window, qtbot):
    """A search that ends late shows no rows where there are none."""
    page.ranking.nothing_to_rank.emit()
    page.stack.changed.emit()
    for size in ((1024, 700), (784, 560), (640, 430)):
        window.resize(*size)
        QApplication.processEvents()
        for widget in (page.empty.heading, page.empty.sentence, page.empty.button):
            place = QRect(widget.mapTo(page, QPoint()), widget.size())
            assert widget.isVisible(), size
            assert page.rect().contains(place), size
