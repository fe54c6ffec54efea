"""No text is cut and no widgets overlap: in longer languages, small windows, right to left."""

from collections.abc import Callable, Iterable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.release import Recommendations
from epicrec_desktop.settings import LANGUAGES
from epicrec_desktop.ui.common import movie_text, theme, translation
from epicrec_desktop.ui.common.controls import Segment
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.recommendations.tonight import TonightDialog
from epicrec_desktop.ui.shell.crash_reports import CrashReports
from ui.event_watch import EventWatch
from ui.fakes import NOW
from ui.fitting import Longer, cut, faults, longer, overlapping
from ui.places import PLACES, come_to, open_dialogs, rest, settle_layouts

SMALL, LARGE_TYPE = (784, 560), (837, 464)
"""Inside of the frame: a screen of 800 x 600, and one of 1280 x 800 at 150 % below a bar."""
SIZES, WIDE = (SMALL, LARGE_TYPE), (1280, 800)
LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


@pytest.fixture
def right_to_left(qapp) -> Iterator[None]:
    qapp.setLayoutDirection(RIGHT)
    yield
    qapp.setLayoutDirection(LEFT)


@pytest.fixture
def longest(qapp, english) -> Iterator[None]:
    """The made-up language, over all of Qt; it has English's name, so words are made anew."""
    translator = Longer(qapp)
    qapp.installTranslator(translator)
    movie_text._themes.cache_clear()
    movie_text._traits.cache_clear()
    yield
    qapp.removeTranslator(translator)
    movie_text._themes.cache_clear()
    movie_text._traits.cache_clear()


@pytest.fixture(params=["longest", "German, from right to left"])
def spoken(request, qapp, english) -> tuple[int, int]:
    """One of the languages. The longest has the narrowest window, German the lowest one."""
    if request.param == "longest":
        request.getfixturevalue("longest")
        return SMALL
    request.getfixturevalue("right_to_left")
    assert translation.install_translators(qapp, "de")
    qapp.setLayoutDirection(RIGHT)
    return LARGE_TYPE


@pytest.fixture
def faults_in(spoken, qtbot) -> Callable[..., list[str]]:
    """Finds what is cut or overlaps in a window or a part of it."""

    def find(window, state, root=None):
        window.resize(*spoken)
        rest(window, qtbot)
        return [f"{state}: {fault}" for fault in faults(root or window)]

    return find


def test_rules_find_planted_faults(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(300, 200)
    low = QLabel("This sentence needs more than the one line that it has here.", host)
    low.setWordWrap(True)
    low.setGeometry(0, 0, 80, 20)
    narrow = QPushButton("Narrow button", host)
    narrow.setGeometry(0, 40, 30, 30)
    beyond = QPushButton("OK", host)
    beyond.setGeometry(290, 80, 100, 30)
    host.show()
    assert len(cut(host)) == 3
    assert overlapping(host) == []
    narrow.move(0, 10)
    assert overlapping(host) == ["QLabel overlaps QPushButton"]


def test_the_made_up_language_is_longer_and_keeps_placeholders():
    assert longer("Refresh") == "Réfréshééé"
    made = longer("%Ln movies wait for {month}.")
    assert "%Ln" in made
    assert "{month}" in made
    assert len(made) >= 1.39 * len("%Ln movies wait for {month}.")


def test_pages_have_room(spoken, services, open_window, qtbot, faults_in):
    CrashReports(services.paths.crashes).record(KeyError())
    window = open_window()
    found = []
    for place in PLACES:
        window.resize(*WIDE)  # then as a user makes a window smaller
        come_to(window, place, qtbot)
        found += faults_in(window, place)
    assert found == []


def test_movies_and_their_cards_have_room(spoken, open_window, qtbot, faults_in):
    window = open_window("movies")
    page = come_to(window, "movies", qtbot)
    found = []
    for status in ("suggested", "confirmed", "rejected"):
        page.filter._pick(status)
        page.view.select_row(0)
        page.entries.open_selected()
        found += faults_in(window, status)
        page.pages.trail.leave()
    page.entry_actions.answer([page.model.items[0].id] if page.model.items else [], "confirmed")
    assert [*found, *faults_in(window, "answered")] == []


def test_recommendations_and_their_cards_have_room(spoken, open_window, qtbot, faults_in):
    window = open_window()
    page = come_to(window, "recommendations", qtbot)
    found = []
    for suggestion, answer in ((3, "later"), (4, "refused")):
        page.stack.opened.emit(page.ranking.result.rows[0].suggestions[suggestion])
        found += faults_in(window, f"before {answer}")
        card = page.opened.movie_page
        card.answered.emit(card.subject, answer)
        found += faults_in(window, answer)
    page.stack.opened.emit(page.opened.watchlist.suggestions[0])
    found += faults_in(window, "watchlist")
    page.pages.trail.leave()
    window.services.settings.ratings_offer = "open"
    page.activated()
    qtbot.waitUntil(page.offer.isVisible)
    found += faults_in(window, "offer of ratings")
    for button in page.offer.sources:
        assert button.height() >= button.heightForWidth(button.width())
    page.offer._stopped()
    found += faults_in(window, "offer stopped")
    for suggested in (0, 24):
        page.ranking.suggested = suggested
        page.ranking.nothing_to_rank.emit()
        found += faults_in(window, f"nothing to rank, {suggested} suggested")
    page.ranking.set_result(Recommendations((), NOW, "Film club", "", 3, ("It was silent.",)))
    assert [*found, *faults_in(window, "nothing found")] == []


def test_dialogs_have_room(spoken, services, open_window, qtbot, faults_in):
    CrashReports(services.paths.crashes).record(KeyError())
    window = open_window("movies")
    window.resize(*LARGE_TYPE)
    come_to(window, "movies.lists", qtbot)
    come_to(window, "recommendations", qtbot)
    dialogs = open_dialogs(window)
    window.page("settings").data._question_erase((True, True))
    found = []
    for dialog in (*dialogs, window.page("settings").findChild(ConfirmDialog)):
        assert dialog.isVisible()
        rest(window, qtbot)
        found += [f"{dialog.objectName()}: {fault}" for fault in faults(dialog)]
        dialog.close()
    question = LevelDialog("A provider with a long name", 1234, window)
    question.open()
    settle_layouts(question)
    assert [*found, *faults(question)] == []
    for card in question.cards.cards.values():
        assert card.height() >= card.heightForWidth(card.width())
    question.close()


def test_the_movie_for_two_fits_on_a_small_screen(spoken, open_window, qtbot):
    window = open_window()
    come_to(window, "recommendations", qtbot).tonight_button.click()
    dialog = window.findChild(TonightDialog)
    for choice in (dialog.who, dialog.pick_button, dialog.minutes):
        choice.show()
    assert dialog.minimumSizeHint().width() <= SMALL[0]


def test_steps_of_the_first_run_have_room(spoken, services, open_window, tmp_path, faults_in):
    services.settings.wizard_step = "welcome"
    window = open_window()
    wizard = window.first_run.wizard
    found = []
    for place in wizard._keys:
        wizard._show(place)
        found += faults_in(window, place, wizard)
    assert found == []


def test_a_movies_page_shows_movie_and_verdicts_without_scrolling(longest, window, qtbot):
    hidden = []
    for key in ("recommendations", "movies"):
        page = come_to(window, key, qtbot)
        if key == "movies":
            page.filter._pick("confirmed")
            page.entries.open_selected()
            card = page.entries.movie_page
        else:
            page.stack.opened.emit(page.ranking.result.rows[0].suggestions[3])
            card = page.opened.movie_page
        parts = [card.poster, card.title, card.stars, *card.verdicts.values()]
        if key == "recommendations":
            parts.append(card.later_button)  # which a watched movie does not have
        for size in SIZES:
            window.resize(*size)
            rest(window, qtbot)
            for part in parts:
                whole = part.visibleRegion().boundingRect() == part.rect()
                if not whole:
                    hidden.append(f"{key} {size}: {part.objectName()}")
    assert hidden == []


def painted(cards: Iterable[QWidget]) -> tuple[EventWatch, dict[str, bool]]:
    """Return whether the text of each card fits whenever it is painted, and what notes it."""
    fits: dict[str, bool] = {}

    def note(card):
        needed = QLabel.heightForWidth(card.body, card.body.width())
        fits[card.objectName()] = card.body.height() >= needed

    return EventWatch(QEvent.Type.Paint, note, *cards), fits


def test_level_cards_have_the_height_of_new_words_when_these_are_painted(
    longest, open_window, qtbot
):
    window = open_window("privacy")
    window.resize(*LARGE_TYPE)
    page = come_to(window, "privacy", qtbot)
    page.cards.cards[ReleaseLevel.PERTURBED].setFocus()  # scrolls to it where it is below
    settle_layouts(window)
    _watch, fits = painted(page.cards.cards.values())
    page.cards.set_words(dict.fromkeys(ReleaseLevel, ("More words than before. " * 30, "")))
    window.repaint()
    assert fits
    assert all(fits.values()), fits
    question = LevelDialog("A provider with a long name", 1234, window)
    _watch, fits = painted(question.cards.cards.values())
    question.open()
    qtbot.waitUntil(lambda: len(fits) == 3)
    assert all(fits.values()), fits
    question.close()


def test_nothing_moves_when_a_scroll_bar_comes_or_a_level_changes(open_window, qtbot):
    window = open_window("privacy")
    page = come_to(window, "privacy.details", qtbot)

    def places():
        levels = [*page.cards.cards.values(), *page.per_category.categories.findChildren(Segment)]
        return {
            level.objectName(): QRect(level.mapTo(window, level.rect().topLeft()), level.size())
            for level in levels
            if level.isVisible()
        }

    for size in (SMALL, WIDE):
        window.resize(*size)
        rest(window, qtbot)
        inside = page.holder.width() - 1 - page.cards.geometry().right()
        bar = page.scroll_area.verticalScrollBar()
        assert bar.isVisible()
        assert inside + bar.width() == page.margin()
        before = places()
        assert len(before) > 10
        for level in (*ReleaseLevel, ReleaseLevel.PERTURBED):
            page.cards.cards[level].click()
            rest(window, qtbot)
            assert places() == before, level


# From right to left


def test_a_place_is_mirrored_within_its_room(right_to_left):
    room = QRect(100, 0, 200, 40)
    assert mirrored(QRect(110, 5, 30, 10), room) == QRect(260, 5, 30, 10)
    assert mirrored(mirrored(QRect(110, 5, 30, 10), room), room) == QRect(110, 5, 30, 10)


def test_the_language_decides_the_direction(qapp, monkeypatch):
    monkeypatch.setitem(LANGUAGES, "he", "עברית")
    translation.install_translators(qapp, "he")
    try:
        assert qapp.isRightToLeft()
        assert "border-left" in theme.style_sheet(theme.LIGHT).split('kind="side"')[1][:120]
    finally:
        translation.install_translators(qapp, "en")
    assert not qapp.isRightToLeft()


def test_everything_is_mirrored_in_a_wide_window_and_can_be_clicked(right_to_left, window, qtbot):
    window.resize(*WIDE)
    assert window.navigation.geometry().left() > window.width() // 2
    for key in PLACES:
        page = come_to(window, key, qtbot)
        title = page.title.geometry()
        assert title.left() > page.width() - title.right() - 1 or page.title.alignment() & (
            Qt.AlignmentFlag.AlignRight
        ), key
        assert faults(window) == [], key
    row = come_to(window, "recommendations", qtbot).rows[0]
    poster = row.view.itemDelegate().poster_box(row.view.visualRect(row.model.index(0, 0)))
    right = row.view.viewport().mapTo(row, poster.topRight()).x()
    assert right == row.heading.mapTo(row, row.heading.rect().topRight()).x()
    page = come_to(window, "movies", qtbot)
    page.view.select_row(0)
    page.entries.open_selected()
    rest(window, qtbot)
    card = page.entries.movie_page
    assert card.poster.mapTo(card, QPoint()).x() > card.width() // 2, "the poster is at the right"
    page.pages.trail.leave()
    before = len(page.model.items)
    answer = page.view.visualRect(page.view.model().index(0, 0))
    place = QPoint(answer.left() + 32, answer.center().y() - 1)
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: len(page.model.items) == before - 1)
