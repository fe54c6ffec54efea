"""Recommendations: what one sees at once, asking again, and every state of it."""

import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError, StoreError
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.domain.release import LEARNED, Learned, Recommendations, Row
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.movie_lists import MovieList
from epicrec_desktop.store.ratings import Imported, put_imports
from epicrec_desktop.ui.common.feedback import LATER, unknown_words
from epicrec_desktop.ui.common.lists import ITEM
from epicrec_desktop.ui.recommendations.page import RecommendationsPage
from epicrec_desktop.ui.recommendations.poster_row import CELL, PosterRow
from epicrec_desktop.ui.recommendations.row_stack import RowSpec
from epicrec_desktop.ui.recommendations.text import row_words
from ui.fakes import NOW, prepared
from ui.fakes.pages import open_page
from ui.pointing import action_point, wheel_event


@pytest.fixture
def page(services, qtbot) -> RecommendationsPage:
    page = open_page(RecommendationsPage, services, qtbot)
    wait_for(page, qtbot)
    return page


def wait_for(page: RecommendationsPage, qtbot) -> None:
    """Wait until nothing is running and all rows are built."""
    qtbot.waitUntil(lambda: not (page.context.tasks.busy or page.stack.waiting))


@pytest.fixture
def rest(page, qtbot) -> Callable[[], None]:
    return lambda: wait_for(page, qtbot)


def new_page(services, qtbot) -> RecommendationsPage:
    """Return a page without recommendations of an earlier day."""
    with services.real.context.database.write() as session:
        recommendations.forget(session)
    page = open_page(RecommendationsPage, services, qtbot)
    wait_for(page, qtbot)
    return page


def click(qtbot, button) -> None:
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def visible_words(page) -> str:
    return " ".join((page.empty.heading.text(), page.empty.sentence.text()))


def wheel(view, dx: int, dy: int, modifiers=Qt.KeyboardModifier.NoModifier) -> bool:
    event = wheel_event(dx, dy, modifiers)
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
    assert not {"recommend.refresh", "recommend.rank_locally", "library.search"} & {*services.calls}
    row = page.findChild(PosterRow, "recommendations.row.overall")
    spoken = row.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    suggestion = page.ranking.result.rows[0].suggestions[0]
    assert spoken.startswith(f"{suggestion.title} ({suggestion.year}), ")
    assert row.view.accessibleName() == "For you, ranked here"
    assert row.note.toolTip().startswith("Ranked on this computer with all your movies.")


def test_rows_are_never_squeezed_while_more_are_built(services, qtbot):
    page = open_page(RecommendationsPage, services, qtbot, styled=True)
    wait_for(page, qtbot)
    some = [s for row in page.rows for s in row.model.items][:8]
    page.stack.set_rows([RowSpec(f"new {n}", "A heading", "A note.", some) for n in range(12)])
    assert page.stack.waiting
    while page.stack.waiting:
        page.stack._show_next()
        page.stack._column.activate()
        for row in page.stack.shown_rows:
            assert row.height() >= row.minimumSizeHint().height()


def test_rows_that_stay_keep_their_place_and_others_come_between(page, rest):
    kept, left = page.rows[2], page.rows[0].name
    movies = [s for row in page.rows for s in row.model.items][:8]
    names = ["new", kept.name, page.rows[1].name, "last"]
    page.stack.set_rows([RowSpec(name, name, "A note.", movies) for name in names])
    rest()
    assert [row.name for row in page.rows] == names
    assert [page.stack._column.indexOf(row) for row in page.rows] == [0, 1, 2, 3]
    assert page.rows[1] is kept
    assert left not in names
    assert kept.heading.text() == kept.name


def test_a_learned_row_says_where_it_is_from_and_how_well_it_is_known(page, qtbot):
    result = page.ranking.result
    movies = tuple(replace(one, ranked=LEARNED, because=None) for one in result.rows[0].suggestions)
    known = Row(LEARNED, LEARNED, movies, learned=Learned(5.4, 2.0, 0.6, 450))
    nonsense = replace(known, learned=Learned(9.0, 9.0, 0.05, 450))
    popular = replace(known, learned=Learned(9.1, 9.0, 0.5, 450))
    for row, note, about in (
        (known, "54 of 100", "450 made-up people"),
        (popular, "the same films to nearly all", "what is popular there"),
        (nonsense, "little of tastes", "None of its films are put into other rows."),
    ):
        rows = (*result.rows[:1], row)
        page.ranking.set_result(replace(result, rows=rows, provider="Film club"))
        wait_for(page, qtbot)
        shown = next(one for one in page.rows if one.name == LEARNED)
        assert shown.heading.text() == "What Film club would say"
        assert note in shown.note.text()
        assert about in shown.note.toolTip()
    page.opened.open(movies[0], "Film club")
    assert "made-up people with tastes like yours" in page.opened.movie_page.why.text()
    page.stack.end_reached.emit(LEARNED, 60)  # it is whole: nothing more is looked for
    assert not page.filtering.active


def test_row_words_name_the_provider_and_who_ranked():
    club, here = "Film club", "This computer"
    for ranked, provider, words in (
        ("provider", club, ("From Film club", "ranked by the service")),
        ("here", club, ("From Film club", "candidates, ranked here")),
        ("provider", here, ("From what you released", "ranked here, from your release alone")),
    ):
        heading, note = row_words(Row("provider", ranked, ()), provider)
        assert (heading, words[1] in note) == (words[0], True)
    assert row_words(Row("Crime", "provider", (), 3), club) == (
        "Crime", "3 watched · from Film club",
    )  # fmt: skip


def test_refresh_shows_progress_and_the_new_rows(page, services, rest, qtbot):
    services.library.set_status([1], LibraryStatus.CONFIRMED)
    with services.held("recommend.refresh"):
        qtbot.mouseClick(page.refresh_button, Qt.MouseButton.LeftButton)
        assert page.progress.isVisible()
        assert not page.refresh_button.isEnabled()
        page.refresh()  # waits for the first
    rest()
    assert services.calls.count("recommend.refresh") == 1
    assert not page.progress.isVisible()
    assert page.refresh_button.isEnabled()
    assert "151 movies" in page.subtitle.text()
    assert "Nothing left this computer." in page.subtitle.text()
    before = page.ranking.result
    with services.held("recommend.refresh"):
        page.refresh()
        page.progress.cancel.click()
        rest()
    assert page.ranking.result is before
    assert page.rows
    assert not page.error.isVisible()
    assert not page.progress.isVisible()


def test_where_there_are_no_rows_the_page_says_why_and_leads_on(services, qtbot):
    page = new_page(services, qtbot)
    assert "recommend.rank_locally" in services.calls, "unasked, as nothing leaves for it"
    assert "recommend.refresh" not in services.calls
    assert page.rows
    services.faults["recommend.rank_locally"] = ProviderError("The model cannot be read.")
    page = new_page(services, qtbot)
    assert "The model cannot be read." in visible_words(page)
    assert page.empty.isVisible()
    assert not page.empty.picture.pixmap().isNull()
    del services.faults["recommend.rank_locally"]
    page.ranking.set_result(
        Recommendations((), NOW, "Film club", "", 3, ("Film club did not answer.",))
    )
    assert "Film club did not answer." in visible_words(page)
    assert page.empty.button.text() == "Try again"
    services.library.set_status(
        [k for k, e in services.kept().items() if e.status == "confirmed"], LibraryStatus.REJECTED
    )
    page = new_page(services, qtbot)
    assert "24 movies found" in visible_words(page)
    with qtbot.waitSignal(page.context.navigate) as led_to:
        page.empty.button.click()
    assert led_to.args == ["movies"]
    services.empty_library()
    page = new_page(services, qtbot)
    assert "No movies yet" in visible_words(page)
    with qtbot.waitSignal(page.context.start_scan):
        page.empty.button.click()


def test_words_are_in_sight_where_there_are_no_rows(services, qtbot):
    """A search that ends late shows no rows where there are none."""
    page = open_page(RecommendationsPage, services, qtbot, styled=True)
    page.ranking.nothing_to_rank.emit()
    page.stack.changed.emit()
    for size in ((820, 700), (560, 560), (420, 430)):
        page.resize(*size)
        QApplication.processEvents()
        for widget in (page.empty.heading, page.empty.sentence, page.empty.button):
            place = QRect(widget.mapTo(page, QPoint()), widget.size())
            assert widget.isVisible(), size
            assert page.rect().contains(place), size


def test_without_movies_of_ones_own_the_rows_are_popular_ones(page, services, rest, qtbot):
    result = replace(services.recommend.rank_locally(), library_size=0)
    page.ranking.set_result(result)
    rest()
    assert page.subtitle.text().startswith("Popular movies, until you say what you watched.")
    assert "0 movies" not in page.subtitle.text()
    assert page.row_words(result.rows[0])[0] == "Popular"
    with qtbot.waitSignal(page.context.navigate) as led_to:
        click(qtbot, page.begin.button)
    assert led_to.args == ["movies"]


def test_a_change_of_the_library_ranks_again_when_the_page_is_looked_at(page, services, rest):
    page.hide()
    page.context.library_changed.emit(None)
    rest()
    assert "recommend.rank_locally" not in services.calls
    page.show()
    page.activated()
    rest()
    assert services.calls.count("recommend.rank_locally") == 1


def test_a_result_older_than_the_library_is_shown_and_ranked_again(services, qtbot):
    older = replace(services.library.last_recommendations(), library_size=3)
    with services.real.context.database.write() as session:
        recommendations.save(session, older)
    assert open_page(RecommendationsPage, services, qtbot).rows
    assert services.calls.count("recommend.rank_locally") == 1


@pytest.fixture
def club(services):
    """Another provider than this computer, and the release that it was sent."""
    services.providers.choose("Film club")
    services.recommend.release(services.releases.propose())


@pytest.mark.usefixtures("club")
def test_what_was_sent_to_a_provider_and_that_it_is_down_is_said(page, film_club, rest):
    page.refresh()
    rest()
    assert "Film club was sent the same list" in page.subtitle.text()
    assert page.rows[1].heading.text() == "From Film club"
    film_club.down = True
    page.refresh()
    rest()
    assert page.banner.isVisible()
    assert "did not answer" in page.banner.label.text()
    assert "was sent" not in page.subtitle.text().replace("Nothing new was sent", "")


def test_what_nobody_agreed_to_yet_is_said_to_wait(page, services, rest):
    services.privacy.set_overall(ReleaseLevel.ALL)
    page.refresh()
    rest()
    said = page.subtitle.text()
    assert "Nothing was sent. Privacy shows what would be" in said
    assert "was sent the" not in said
    assert page.rows


def test_an_error_is_a_banner_over_the_rows_that_stay(page, services, rest, qtbot):
    services.faults["recommend.refresh"] = ProviderError("Film club did not answer.")
    page.refresh()
    rest()
    assert page.error.isVisible()
    assert page.error.label.text() == "Film club did not answer."
    assert page.rows[0].isVisible()
    del services.faults["recommend.refresh"]
    qtbot.mouseClick(page.error.button, Qt.MouseButton.LeftButton)
    rest()
    assert not page.error.isVisible()


@pytest.mark.usefixtures("club")
def test_release_from_another_page_is_shown_also_if_it_failed(page, services, film_club, rest):
    services.context.last_result = replace(services.recommend.refresh(), repeated=False)
    page.context.recommendations_changed.emit()
    rest()
    assert "Film club was sent a new list; Activity shows it." in page.subtitle.text()
    page.ranking.rank_locally()  # as after any answer: nothing of what was sent is undone by it
    rest()
    assert "Film club was sent a new list; Activity shows it." in page.subtitle.text()
    film_club.down = True
    services.context.last_result = replace(services.recommend.refresh(), repeated=False)
    page.context.recommendations_changed.emit()
    rest()
    assert "Nothing new was sent" not in page.subtitle.text(), "it may have arrived"
    assert "did not answer" in page.banner.label.text()


class TestRow:
    def test_a_hint_shows_where_there_is_more_and_glides_there(self, page, qtbot):
        row = page.rows[0]
        bar, places = row.view.horizontalScrollBar(), []
        bar.valueChanged.connect(places.append)
        assert row.forward.isVisible()
        assert not row.back.isVisible()
        click(qtbot, row.forward)
        assert bar.value() == 0, "it glides"
        qtbot.waitUntil(lambda: bar.value() >= 3 * CELL.width())
        assert places == sorted(places)
        assert row.back.isVisible()
        bar.setValue(bar.maximum())
        assert not row.forward.isVisible()

    def test_a_short_row_has_no_hint(self, page, qtbot):
        suggestions = page.ranking.result.rows[0].suggestions[:3]
        row = PosterRow("short", "Short", "", suggestions, 36)
        qtbot.addWidget(row)
        row.resize(1000, 300)
        row.show()
        qtbot.waitUntil(lambda: row.view.viewport().width() > 3 * CELL.width())
        assert not row.forward.isVisible()
        assert not row.back.isVisible()

    def test_arrows_move_in_a_row_and_between_rows(self, page, qtbot):
        view, below = page.rows[0].view, page.rows[1].view
        view.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(view, Qt.Key.Key_Down)
        assert below.hasFocus()
        qtbot.keyClick(below, Qt.Key.Key_Up)
        assert view.hasFocus()
        assert view.currentIndex().row() == 0
        for _ in range(12):
            qtbot.keyClick(view, Qt.Key.Key_Right)
        assert view.currentIndex().row() == 12
        qtbot.waitUntil(
            lambda: view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())
        )

    def test_a_sideways_wheel_scrolls_the_row_and_an_upright_one_is_left_to_the_page(
        self, page, qtbot
    ):
        view = page.rows[0].view
        bar = view.horizontalScrollBar()
        assert not wheel(view, 0, -240)
        assert wheel(view, -240, 0)
        qtbot.waitUntil(lambda: bar.value() == 2 * CELL.width())
        assert wheel(view, 0, -240, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda: bar.value() == 4 * CELL.width())


class TestCard:
    def test_a_poster_opens_a_card_that_says_why(self, page, qtbot):
        view = page.rows[0].view
        view.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(view, Qt.Key.Key_Return)
        suggestion = page.ranking.result.rows[0].suggestions[0]
        assert page.opened.movie_page.isVisible()
        assert page.opened.movie_page.title.text() == suggestion.title
        assert str(suggestion.year) in page.opened.movie_page.facts.text()
        if suggestion.because:
            assert suggestion.because in page.opened.movie_page.why.text()
        assert "Ranked on this computer" in page.opened.movie_page.note.text()
        qtbot.keyClick(page.opened.movie_page, Qt.Key.Key_Escape)
        assert not page.opened.movie_page.isVisible()
        assert view.hasFocus()
        page.ranking.provider = "Film club"
        page.stack.opened.emit(page.ranking.result.rows[1].suggestions[0])
        assert "It saw only what was released" in page.opened.movie_page.note.text()

    def test_an_answer_is_stored_and_undone(self, page, services, qtbot, rest):
        suggestion = page.ranking.result.rows[0].suggestions[0]
        for answer, rating in (
            ("seen", None),
            ("liked", Rating.LIKED),
            ("disliked", Rating.DISLIKED),
        ):
            page.stack.opened.emit(suggestion)
            assert (
                page.opened.movie_page.verdicts[answer]
                .accessibleName()
                .startswith("Seen it already")
            )
            click(qtbot, page.opened.movie_page.verdicts[answer])
            rest()
            entry = services.kept()[services.library.find(suggestion.wire_id)]
            assert (entry.status, entry.own) == ("confirmed", OwnRating(rating))
            assert suggestion.title in page.news.label.text()
            click(qtbot, page.news.button)
            rest()
            assert services.library.find(suggestion.wire_id) not in services.kept()
        page.stack.opened.emit(suggestion)
        stars = page.opened.movie_page.stars
        for _ in range(9):
            qtbot.keyClick(stars, Qt.Key.Key_Right)
        stars.flush()
        rest()
        key = services.library.find(suggestion.wire_id)
        assert services.kept()[key].own == OwnRating(Rating.LIKED, stars=9)
        assert page.opened.movie_page.isVisible()
        page.steps.undo()
        rest()
        assert key not in services.kept()
        assert stars.value() == 0

    def test_an_answer_in_effect_is_taken_back_by_it_as_in_my_movies(
        self, page, services, qtbot, rest
    ):
        """The page said that it was saved, and showed what it had shown before."""
        suggestion = page.ranking.result.rows[0].suggestions[0]
        page.stack.opened.emit(suggestion)
        key = services.library.find(suggestion.wire_id)
        for answer, rating in (
            ("liked", Rating.LIKED),
            ("seen", None),
            ("disliked", Rating.DISLIKED),
            ("disliked", None),
        ):
            click(qtbot, page.opened.movie_page.verdicts[answer])
            rest()
            assert services.kept()[key].own == OwnRating(rating)
            shown = {
                name for name, one in page.opened.movie_page.verdicts.items() if one.isChecked()
            }
            assert shown == {"seen", *([rating.value] if rating is not None else [])}
            said = "Answer taken back" if rating is None else rating.value.capitalize()
            assert page.news.label.text().startswith(f"{said} · ")

    def test_a_movie_is_put_on_a_list_which_can_be_undone(
        self, page, services, qtbot, rest, monkeypatch
    ):
        lists = services.real.lists
        winter = lists.add(MovieList("Winter"))
        monkeypatch.setattr(page.pages.lists.menu, "popup", lambda at: None)
        suggestion = page.ranking.result.rows[0].suggestions[0]
        page.stack.opened.emit(suggestion)
        click(qtbot, page.opened.movie_page.lists_button)
        rest()
        page.pages.lists.menu.findChild(QAction, f"film-lists.menu.{winter.id}").trigger()
        rest()
        assert lists.find("Winter").movies == (services.library.find(suggestion.wire_id),)
        assert page.news.label.text() == "Put on “Winter”"
        click(qtbot, page.news.button)
        rest()
        assert lists.find("Winter") == winter
        page.opened.movie_page.lists_asked.emit(
            replace(suggestion, wire_id="imdb:tt0000000"), QPoint()
        )
        rest()
        assert page.error.label.text() == unknown_words(), "no list is ticked for it"

    def test_the_day_and_a_note_are_written_once_it_was_seen(self, page, services, qtbot, rest):
        suggestion = page.ranking.result.rows[0].suggestions[0]
        page.stack.opened.emit(suggestion)
        rest()
        own = page.opened.movie_page.own
        assert not any(panel.isVisible() for panel in own.panels)
        click(qtbot, page.opened.movie_page.verdicts["seen"])
        rest()
        assert all(panel.isVisible() for panel in own.panels)
        own.day_button.click()
        own.day_field.setText("3 May 2024")
        qtbot.keyClick(own.day_field, Qt.Key.Key_Return)
        rest()
        assert own.day.text() == "3 May 2024"
        own.note.setPlainText("With Ada.")
        qtbot.keyClick(page.opened.movie_page, Qt.Key.Key_Escape)
        rest()
        key = services.library.find(suggestion.wire_id)
        assert services.kept()[key].own == OwnRating(day=date(2024, 5, 3), note="With Ada.")
        page.steps.undo()
        rest()
        assert services.kept()[key].own == OwnRating(day=date(2024, 5, 3))

    def test_imported_stars_and_their_day_are_on_it(self, page, services, qtbot, rest):
        suggestion = page.ranking.result.rows[0].suggestions[0]
        key = services.library.find(suggestion.wire_id)
        services.library.add(key)
        with services.real.context.database.write() as session:
            rated = Imported(Service.LETTERBOXD, None, 0.9, seen_by=date(2021, 5, 3))
            put_imports(session, [(key, rated)])
        page.stack.opened.emit(suggestion)
        rest()
        own = page.opened.movie_page.own
        assert (own.day.text(), own.day_from.text()) == (
            "By 3 May 2021",
            "Rated or marked on Letterboxd that day",
        )
        own.write_day()  # the press takes its focus, and it goes
        own.day_field.setFocus()
        click(qtbot, own.same_day)
        rest()
        assert (own.day.text(), own.same_day.isVisible()) == ("3 May 2021", False)
        assert services.kept()[key].own == OwnRating(day=date(2021, 5, 3))
        page.steps.undo()
        rest()
        assert (page.opened.movie_page.stars.value(), page.opened.movie_page.stars_note.text()) == (
            9,
            "4½ from Letterboxd",
        )

    def test_an_answer_that_cannot_be_stored_shows_an_error(self, page, services, rest):
        first = page.ranking.result.rows[1].suggestions[0]
        page.opened.act(replace(first, wire_id="imdb:tt9999999"), "refused")
        rest()
        assert "not in the catalog" in page.error.label.text()
        services.faults["library.answer"] = StoreError("The disk is full.")
        page.opened.act(first, "refused")
        rest()
        assert page.error.label.text() == "The disk is full."

    def test_what_was_seen_or_taken_off_elsewhere_is_off_the_watchlist(self, page, services, rest):
        wanted = page.ranking.result.rows[0].suggestions[40]
        for answer in ("later", "seen"):
            page.opened.act(wanted, answer)
            rest()
        assert page.opened.watchlist.suggestions == ()
        page.steps.undo()
        rest()
        assert [s.title for s in page.opened.watchlist.suggestions] == [wanted.title]
        assert page.rows[1].heading.text() == "Your watchlist"
        services.library.watch_later(services.library.find(wanted.wire_id), False)
        page.context.library_changed.emit(None)
        page.activated()
        rest()
        assert page.opened.watchlist.suggestions == ()
        assert page.rows[1].heading.text() != "Your watchlist"

    def test_not_for_me_goes_at_once_stays_away_and_can_be_taken_back(
        self, page, services, qtbot, rest
    ):
        row = page.rows[0]
        row.view.horizontalScrollBar().setValue(700)
        refused = row.model.data(row.model.index(5, 0), ITEM)
        page.stack.opened.emit(refused)
        qtbot.mouseClick(page.opened.movie_page.verdicts["refused"], Qt.MouseButton.LeftButton)
        rest()
        entry = services.kept()[services.library.find(refused.wire_id)]
        assert entry.status == "rejected"
        assert refused not in shown(page)
        assert page.rows[0] is row, "the row was not built again"
        assert row.view.horizontalScrollBar().value() == 700
        assert refused.title in page.news.label.text()
        qtbot.mouseClick(page.news.button, Qt.MouseButton.LeftButton)
        rest()
        assert services.library.find(refused.wire_id) not in services.kept()
        qtbot.waitUntil(lambda: refused in shown(page))
        assert not page.news.isVisible()

    def test_watchlist_is_a_row_and_is_stored(self, page, services, qtbot, rest):
        wanted = page.ranking.result.rows[0].suggestions[40]
        page.stack.opened.emit(wanted)
        assert not page.opened.movie_page.later_button.isChecked()
        qtbot.mouseClick(page.opened.movie_page.later_button, Qt.MouseButton.LeftButton)
        rest()
        assert [row.heading.text() for row in page.rows[:2]] == ["For you", "Your watchlist"]
        assert [s.title for s in page.opened.watchlist.suggestions] == [wanted.title]
        assert wanted in page.ranking.result.rows[0].suggestions, "it may still be recommended"
        assert "recommend.rank_locally" not in services.calls
        page.stack.opened.emit(page.opened.watchlist.suggestions[0])
        assert "watchlist" in page.opened.movie_page.why.text()
        qtbot.mouseClick(page.opened.movie_page.later_button, Qt.MouseButton.LeftButton)
        rest()
        assert not services.library.watchlist()
        assert page.rows[1].heading.text() != "Your watchlist"

    def test_a_release_withdraws_the_offer_to_undo(self, page, services, rest):
        suggestion = page.ranking.result.rows[0].suggestions[0]
        page.opened.act(suggestion, "liked")
        rest()
        with closing(prepared.build(services.paths.data.parent)) as others:
            others.library.watch_later(services.library.find(suggestion.wire_id) + 1, wanted=True)
        assert page.context.follow_others()
        rest()
        assert page.news.isVisible(), "another program wrote something else"
        page.context.released.emit()
        rest()
        assert not page.news.isVisible()
        page.steps.undo()
        rest()
        assert services.library.find(suggestion.wire_id) in services.kept()

    def test_undo_takes_back_nothing_that_was_said_since(self, page, services, rest):
        suggestion = page.ranking.result.rows[0].suggestions[0]
        page.opened.act(suggestion, "liked")
        rest()
        key = services.library.find(suggestion.wire_id)
        with closing(prepared.build(services.paths.data.parent)) as others:
            others.library.refuse(key)
        assert page.context.follow_others()
        rest()
        page.steps.undo()
        rest()
        assert services.kept()[key].status == "rejected"

    def test_undo_takes_back_an_answer_although_a_scan_found_the_film_since(
        self, page, services, rest
    ):
        suggestion = page.ranking.result.rows[0].suggestions[0]
        page.opened.act(suggestion, LATER)
        rest()
        key = services.library.find(suggestion.wire_id)
        with services.context.database.write() as session:
            LibraryRepository(session).add_imported({key: LibraryStatus.SUGGESTED}, now=NOW)
        assert services.library.watchlist()
        page.steps.undo()
        rest()
        assert not services.library.watchlist()


def shown(page) -> list:
    return [
        row.model.data(row.model.index(n, 0), ITEM)
        for row in page.rows
        for n in range(row.model.rowCount())
    ]


def found(page) -> list[str]:
    return [one.movie.title for one in page.results.model.items]


class TestSearch:
    def test_it_says_that_it_is_running_and_what_it_did_not_find(self, page, services, qtbot, rest):
        page.stack.opened.emit(page.rows[0].model.index(0, 0).data(ITEM))
        rest()
        assert "library.search" not in services.calls, "it takes memory"
        with services.held("library.search"):
            qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
            assert not page.opened.movie_page.isVisible(), "it makes way for the search"
            qtbot.waitUntil(lambda: "library.search" in services.calls)
            qtbot.keyClicks(page.search, "harbor")
            qtbot.waitUntil(page.results.waiting.isVisible)
            page.search.setText("harbo")
            assert page.results.waiting.isVisible()
        qtbot.waitUntil(lambda: page.results.wall.isVisible() and bool(found(page)))
        page.search.setText("no such movie")
        qtbot.waitUntil(page.results.nothing.isVisible)
        assert page.results.nothing.button.text() == "Add it anyway…"
        page.search.clear()
        assert page.rows[0].isVisible()

    def test_the_field_finds_movies_of_the_whole_catalog_on_a_wall(self, page, qtbot):
        qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert page.search.hasFocus()
        qtbot.keyClicks(page.search, "harbor")
        qtbot.waitUntil(lambda: bool(found(page)))
        assert page.results.wall.isVisible()
        assert all("Harbor" in title for title in found(page))
        assert page.subtitle.text().startswith("Results from all movies")
        qtbot.keyClick(page.search, Qt.Key.Key_Return)
        assert page.results.wall.hasFocus()
        qtbot.keyClick(page.results.wall, Qt.Key.Key_Return)
        assert page.opened.movie_page.isVisible()
        assert page.opened.movie_page.title.text() == found(page)[0]
        page.opened.movie_page.back_button.click()
        assert page.results.wall.isVisible()
        page.search.clear()
        assert page.stack.isVisible()
        assert "movies" in page.subtitle.text()
        assert not page.subtitle.text().startswith("Results")

    def test_an_answer_lights_up_at_its_place(self, page, services, qtbot, rest):
        page.search.setText("harbor")
        qtbot.waitUntil(lambda: bool(found(page)))
        before, wall = found(page), page.results.wall
        wall.setFocus()
        wall.setCurrentIndex(page.results.model.index(0, 0))
        qtbot.keyClick(wall, Qt.Key.Key_W)
        rest()
        assert found(page) == before
        assert wall.lit(page.results.model.items[0]) == {"later"}
        assert [key for key, _ in services.library.watchlist()] == [page.results.model.items[0].key]
        qtbot.mouseClick(page.news.button, Qt.MouseButton.LeftButton)
        rest()
        assert not services.library.watchlist()
        assert not wall.lit(page.results.model.items[0])


class TestActionsOverPosters:
    @pytest.fixture
    def view(self, page):
        return page.rows[0].view

    def press(self, qtbot, view, row: int, answer: str) -> None:
        point = action_point(view, row, answer)
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    def test_no_poster_moves_until_the_pointer_leaves(self, page, view, services, qtbot, rest):
        before = [s.title for s in view.model().items]
        view.setFocus()
        for answer in ("seen", "liked", "refused"):
            self.press(qtbot, view, 1, answer)
            rest()
            assert not page.opened.movie_page.isVisible()
            assert [s.title for s in view.model().items] == before
            assert view.is_leaving(view.model().items[1])
            added = [e for e in services.kept().values() if e.rule == "by-hand"]
            assert [e.movie.title for e in added] == [before[1]]
            if answer == "refused":
                break
            page.steps.undo()
            rest()
            assert not view.is_leaving(view.model().items[1])
            assert before[1] not in {e.movie.title for e in services.kept().values()}
        QApplication.sendEvent(page.stack, QEvent(QEvent.Type.Leave))
        assert before[1] not in {s.title for row in page.rows for s in row.model.items}

    def test_plus_is_the_watchlist_which_is_marked_and_a_second_one_takes_it_off(
        self, page, view, services, qtbot, rest
    ):
        item = view.model().items[2]
        self.press(qtbot, view, 2, "later")
        rest()
        assert len(services.library.watchlist()) == 1
        assert not view.is_leaving(item)
        page.ranking.load()
        rest()
        assert view.always_shown(item) == {"later"}
        spoken = view.model().data(view.model().index(2, 0), Qt.ItemDataRole.AccessibleTextRole)
        assert spoken.endswith("on your watchlist")
        self.press(qtbot, view, 2, "later")
        rest()
        assert not services.library.watchlist()
        assert not view.lit(item)
        page.steps.undo()
        rest()
        assert len(services.library.watchlist()) == 1
        assert view.always_shown(item) == {"later"}


def test_ranking_again_keeps_the_provider_s_answer_but_for_movies_known_by_now(
    page, services, rest
):
    before = page.ranking.result.rows[1].suggestions
    answered = before[0]
    page.opened.act(answered, "seen")
    rest()
    row = page.ranking.result.rows[1]
    assert row.name == "provider"
    known = {e.movie.wire_id for e in services.library.entries() if e.status == "confirmed"}
    assert answered.wire_id in known
    assert row.suggestions == tuple(s for s in before if s.wire_id not in known)
    assert row.suggestions
