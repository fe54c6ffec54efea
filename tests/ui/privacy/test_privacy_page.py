"""The Privacy page: what the person chooses is kept, shown, and never overtaken by older work."""

import threading

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError, ProviderError, StoreError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services import releases
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.privacy.page import PrivacyPage
from epicrec_desktop.ui.privacy.practice import (
    PracticeDialog,
    guess_line,
    guess_words,
    number_words,
)
from epicrec_desktop.ui.privacy.release_dialog import ReleaseDialog
from epicrec_desktop.ui.privacy.release_movies import PosterWall, ReleaseMovies
from ui.agreeing import agree, ask
from ui.event_watch import EventWatch
from ui.fakes import use_club
from ui.fakes.pages import open_page, rest
from ui.places import unfold
from waiting import LIMIT_S

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL


@pytest.fixture
def page(fake, qtbot) -> PrivacyPage:
    """The page of somebody who uses a service and chose a level."""
    use_club(fake, PERTURBED)
    return opened(fake, qtbot)


def opened(services, qtbot, *, styled: bool = False) -> PrivacyPage:
    page = open_page(PrivacyPage, services, qtbot, size=(1072, 800), styled=styled)
    unfold(page, "details")
    qtbot.waitUntil(page.release.isEnabled)
    return page


def settle(page: PrivacyPage, qtbot) -> None:
    qtbot.waitUntil(lambda: page.release.isEnabled() and not page.previews.resting)


def press(page: PrivacyPage, qtbot, name: str) -> None:
    button = page.findChild(QPushButton, name) or page.findChild(object, name)
    assert button is not None, name
    QApplication.processEvents()  # what was just opened is laid out
    page.scroll_area.ensureWidgetVisible(button)
    QApplication.processEvents()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_level_chosen_while_the_page_loads_is_the_one_shown(page, fake, qtbot):
    settle(page, qtbot)
    gate = threading.Event()
    page.context.tasks.run(lambda job: gate.wait(LIMIT_S))
    page.context.library_changed.emit(None)  # as a scan does
    page.levels.choose_overall(NO)
    gate.set()
    rest(page, qtbot)
    assert fake.privacy.choice().overall is NO
    assert page.levels.choice.overall is NO, "what was read is older"
    assert page.levels.steps.canUndo()


def test_a_page_that_rests_lays_nothing_out(fake, qtbot):
    """Folding asks for a layout, which asks to fold: the page has to come to an end with it."""
    page, requests = opened(fake, qtbot, styled=True), []
    rest(page, qtbot)
    _watch = EventWatch(QEvent.Type.LayoutRequest, requests.append, page)

    def comes_to_rest():
        requests.clear()
        for _ in range(10):
            QApplication.processEvents()
        return not requests

    qtbot.waitUntil(comes_to_rest)


def test_what_is_folded_away_is_drawn_when_it_opens(fake, qtbot):
    """It is made then: nearly half of the page's making is its rows and lists."""
    page = open_page(PrivacyPage, fake, qtbot, size=(1072, 800))
    settle(page, qtbot)
    assert page.folded is None
    assert page.per_category is None
    unfold(page, "details")
    assert page.folded.leaving.note.text()
    assert any(true for _, true, _ in page.per_category.chart.rows())
    page.details.setChecked(False)
    page.by_category.setChecked(False)
    page.levels.choose_overall(ALL)
    settle(page, qtbot)
    unfold(page, "details")
    assert len(page.folded.leaving.walls.movies) == 26
    assert page.per_category.chart_panel.listed.text() == "in the list"
    page.levels.choose_overall(PERTURBED)
    settle(page, qtbot)
    assert page.per_category.chart_panel.listed.text() == "in an example"
    page.levels.choose_overall(ALL)
    settle(page, qtbot)
    comedy = page.per_category.categories.rows["Comedy"]
    assert comedy.segments.value == ALL.value


def test_a_card_is_a_choice_that_is_kept_by_mouse_and_arrows(page, fake, qtbot):
    page.cards.cards[PERTURBED].setFocus()
    qtbot.keyClick(page.cards.cards[PERTURBED], Qt.Key.Key_Left)
    settle(page, qtbot)
    assert page.cards.level() is NO
    assert fake.privacy.choice().overall is NO
    assert page.release.text() == "Get recommendations"
    assert not page.folded.leaving.walls.movies
    qtbot.mouseClick(page.cards.cards[ALL], Qt.MouseButton.LeftButton)
    settle(page, qtbot)
    assert fake.privacy.choice().overall is ALL
    assert page.previews.current.level is ALL
    assert len(page.folded.leaving.walls.movies) == 26
    assert "Exactly this list" in page.folded.leaving.note.text()


def test_a_category_has_a_level_of_its_own_until_that_is_cleared(page, fake, qtbot):
    reset = page.per_category.categories.rows["Comedy"].reset
    assert not reset.isVisible()
    press(page, qtbot, "privacy.category.comedy.no")
    settle(page, qtbot)
    assert fake.privacy.choice().per_category == {"Comedy": NO}
    row = next(r for r in page.per_category.chart.rows() if r[0] == "Comedy")
    assert row[1] > 0
    assert row[2] == 0, "the strictest level wins"
    assert not any("Comedy" in m.categories for m in page.folded.leaving.walls.movies)
    assert reset.isVisible()
    press(page, qtbot, "privacy.category.comedy.clear")
    settle(page, qtbot)
    assert fake.privacy.choice() == PrivacyChoice()


def test_all_categories_are_set_and_cleared_at_once_and_undone_with_the_key(page, fake, qtbot):
    def undo_by_key():
        card = page.cards.cards[NO]
        card.setFocus()
        qtbot.keyClick(card, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        settle(page, qtbot)

    assert not page.undo.isVisible()
    page.cards.cards[ALL].click()
    assert page.undo.isVisible()
    press(page, qtbot, "privacy.categories.all.all")
    settle(page, qtbot)
    assert set(fake.privacy.choice().per_category.values()) == {ALL}
    assert len(fake.privacy.choice().per_category) == 18
    press(page, qtbot, "privacy.categories.clear")
    settle(page, qtbot)
    assert fake.privacy.choice() == PrivacyChoice(ALL)
    undo_by_key()
    assert len(fake.privacy.choice().per_category) == 18
    undo_by_key()
    assert fake.privacy.choice() == PrivacyChoice(ALL)
    assert page.undo.isVisible()
    for _ in range(2):  # the second one has nothing to undo
        undo_by_key()
        assert fake.privacy.choice() == PrivacyChoice()
        assert not page.undo.isVisible()


def test_quick_changes_cost_one_preview(page, fake, qtbot):
    made, usual = [], fake.real.releases.preview

    def noted(choice=None, **rest):
        made.append(choice.overall)
        return usual(choice, **rest)

    fake.releases.preview = noted
    for level in (ALL, NO, PERTURBED, ALL):
        page.cards.cards[level].click()
    settle(page, qtbot)
    assert made == [ALL]


def test_an_overtaken_preview_is_never_drawn(page, fake, qtbot):
    gate, reached = threading.Event(), threading.Event()
    sampled, usual = [], fake.releases.preview

    def slow(choice=None, **rest):
        if choice.overall is ALL:
            reached.set()
            assert gate.wait(LIMIT_S)
        return usual(choice, **rest)

    fake.releases.preview = slow
    page.previews.made.connect(lambda p: sampled.append(p.level))
    page.cards.cards[ALL].click()
    qtbot.waitUntil(reached.is_set)
    page.cards.cards[NO].click()
    assert not page.release.isEnabled()
    qtbot.waitUntil(lambda: not page.previews.resting)
    gate.set()
    settle(page, qtbot)
    assert sampled == [NO]
    assert page.release.text() == "Get recommendations"


def test_question_names_first_what_the_provider_would_know_for_certain(fake, qtbot):
    use_club(fake)
    named = fake.library.entries(LibraryStatus.CONFIRMED)[0].movie
    fake.privacy.restore(PrivacyChoice(PERTURBED, dict.fromkeys(named.categories, ALL)))
    fake.releases.sample(fake.releases.propose())
    page = opened(fake, qtbot)
    difference = page.previews.current.difference
    assert named.wire_id in difference.new
    dialog = ask(page, qtbot)
    said = dialog.names.label.text()
    assert dialog.names.isVisible()
    assert said.startswith("Film club will know for certain: ")
    assert "for certain" not in dialog.answer.text()  # once is enough
    assert "cannot be taken back" in dialog.answer.text()
    named = dialog.findChild(PosterWall, "privacy.confirm.wall.named")
    assert {movie.wire_id for movie in named.movies} == set(difference.new)
    first = [*dialog.walls.movies][: len(difference.new)]
    assert {*first} == {*named.movies}, "they come first"
    caption = dialog.findChild(QLabel, "privacy.confirm.caption.named")
    assert caption.text().endswith("by name")
    dialog.no.click()


def test_releasing_releases_the_choice_that_was_shown(page, fake, film_club, qtbot):
    dialog = ask(page, qtbot)
    settle(page, qtbot)
    shown = page.previews.current.proposal
    with qtbot.waitSignals(
        [page.context.released, page.context.recommendations_changed, page.context.navigate]
    ):
        agree(dialog, qtbot)
    (made,) = fake.ledger.entries()
    assert (made.release.provider, made.release.level) == (shown.provider, shown.level)
    assert shown.choice == PrivacyChoice()
    settle(page, qtbot)
    assert set(made.release.items) == {m.wire_id for m in page.previews.current.items}
    assert "sent again unchanged" in page.folded.leaving.note.text()
    assert page.release.text() == "Send again to Film club"
    assert ask(page, qtbot).yes.text() == page.release.text()


def test_at_no_release_nothing_is_asked_and_nothing_is_sent(fake, film_club, qtbot):
    use_club(fake, NO)
    page = opened(fake, qtbot)
    with qtbot.waitSignals([page.context.navigate, page.context.recommendations_changed]):
        page.release.click()
    rest(page, qtbot)
    assert page.error.isHidden()
    assert page.findChild(ReleaseDialog) is None
    assert not fake.ledger.entries()
    assert not film_club.reached


def test_a_failed_release_is_reported_and_can_be_tried_again(page, fake, qtbot):
    fake.faults["recommend.release"] = PrivacyError("This would break a promise. Nothing was sent.")
    agree(ask(page, qtbot), qtbot)
    qtbot.waitUntil(page.error.isVisible)
    assert "Nothing was sent" in page.error.label.text()
    settle(page, qtbot)
    assert page.cards.isEnabled()


def test_a_failed_preview_is_reported_and_nothing_can_be_released(page, fake, qtbot):
    fake.faults["releases.preview"] = ProviderError("The provider is down. Nothing was sent.")
    page.cards.cards[ALL].click()
    qtbot.waitUntil(page.error.isVisible)
    assert not page.release.isEnabled()


def test_while_the_provider_is_down_the_page_shows_what_is_known_here(fake, qtbot, monkeypatch):
    def down(_):
        raise ProviderError("Film club is down. Nothing was sent.")

    monkeypatch.setattr(releases, "_check_service", down)
    fake.providers.add("Film club", "https://club.example")
    fake.providers.choose("Film club")
    page = open_page(PrivacyPage, fake, qtbot, size=(1072, 800))
    unfold(page, "details")
    qtbot.waitUntil(page.error.isVisible)
    assert any(true for _, true, _ in page.per_category.chart.rows())
    assert "0 in the list" not in page.per_category.chart.accessibleDescription()
    assert "Film club" in page.folded.leaving.note.text()
    assert "nothing can be released" in page.cost.text()
    assert page.release.text()
    assert not page.release.isEnabled()
    page.per_category.categories.all_chosen.emit(NO)
    settle(page, qtbot)
    assert not page.error.isVisible(), "no release needs no provider"
    assert page.release.text() == "Get recommendations"
    assert "No list is sent" in page.cost.text()
    assert {released for _, _, released in page.per_category.chart.rows()} == {0}


def test_the_chart_fills_its_panel_and_keeps_its_order(fake, qtbot):
    page = opened(fake, qtbot, styled=True)
    chart = page.per_category.chart
    names = [name for name, _, _ in chart.rows()]
    counts = [true for _, true, _ in chart.rows()]
    assert counts == sorted(counts, reverse=True)
    assert chart._row_height() * 18 >= chart.height() * 0.85
    assert chart.accessibleDescription().count("watched") == 18
    assert chart.accessibleDescription().startswith(f"{names[0]}: ")
    heights = set()
    for level in (NO, PERTURBED, ALL):
        page.cards.cards[level].click()
        settle(page, qtbot)
        QApplication.processEvents()
        heights.add(page.cards.height())
    assert len(heights) == 1, "the cards stay as high whichever is chosen"
    assert [name for name, _, _ in chart.rows()] == names
    for width in (692, 800, 1072, 1500):
        page.resize(width, 760)
        for card in page.cards.cards.values():
            qtbot.waitUntil(lambda card=card: card.height() >= card.heightForWidth(card.width()))
    page.resize(1024 - 236, 700)
    qtbot.waitUntil(
        lambda: (
            page.per_category.chart_panel.geometry().left()
            > page.per_category.panel.geometry().right()
        )
    )
    page.resize(900 - 236, 600)
    qtbot.waitUntil(
        lambda: (
            page.per_category.chart_panel.geometry().top()
            > page.per_category.panel.geometry().bottom()
        )
    )


def test_each_level_says_what_it_costs_in_quality(page, fake, qtbot):
    cards = page.cards.cards
    for card in cards.values():
        assert card.accessibleName() == card.text()
        assert card.accessibleDescription()
    assert "57" in cards[PERTURBED].accessibleDescription()
    assert cards[ReleaseLevel.NO].percent is None
    assert cards[ReleaseLevel.ALL].percent == 100
    blurred = cards[ReleaseLevel.PERTURBED].percent
    assert 43 < blurred < 70
    assert f"{blurred}" in cards[ReleaseLevel.PERTURBED].accessibleDescription()
    assert "100" in page.folded.worth.text()
    assert "61 people" in page.folded.worth.text()
    assert "estimate" not in page.folded.worth.text()
    page.levels.choose_category("Horror", ReleaseLevel.ALL)
    assert cards[ReleaseLevel.PERTURBED].percent >= blurred
    assert cards[ReleaseLevel.NO].percent is not None, "open movies leave at No Release too"
    assert "estimate" in page.folded.worth.text()


def test_without_figures_of_the_model_in_use_no_bar_is_shown(fake, qtbot):
    fake.catalogs.measured = None
    page = opened(fake, qtbot)
    for card in page.cards.cards.values():
        assert (card.quality.text(), card.percent) == ("", None)
        assert "How well" not in card.accessibleDescription()
    assert "not known yet" in page.folded.worth.text()
    assert "Settings" in page.folded.worth.text()
    fake.catalogs.measured = ModelQuality(0.5, 0.01, 0.3, 0.1, 400, ((0.1, 0.2), (1.0, 0.3)))
    page.context.catalog_changed.emit()  # as after an import, which trained it
    qtbot.waitUntil(lambda: page.cards.cards[ReleaseLevel.ALL].percent == 100)
    assert "20\u00a0%" in page.folded.worth.text()


def test_undo_says_what_it_undoes_and_undoes_no_more(fake, qtbot):
    """After “Stop sharing” it takes back that, and never a level that was set before."""
    use_club(fake, PERTURBED)
    page = opened(fake, qtbot)
    page.cards.cards[ALL].click()
    settle(page, qtbot)
    assert page.undo.text() == "Undo “Everything”"
    page.levels.choose_category("Horror", NO)
    settle(page, qtbot)
    assert page.undo.text() == "Undo Horror to “Nothing”"
    page.sharing.stop.click()
    qtbot.waitUntil(page.alone.isVisible)
    settle(page, qtbot)
    assert page.undo.text() == "Undo “Stop sharing”"
    page.undo.click()
    qtbot.waitUntil(lambda: page.known.provider == "Film club")
    settle(page, qtbot)
    assert fake.privacy.choice() == PrivacyChoice(ALL, {"Horror": NO})
    assert not page.undo.isVisible(), "what was set before it is settled"
    page.sharing.stop.click()
    qtbot.waitUntil(page.alone.isVisible)
    settle(page, qtbot)
    fake.providers.add("Library", "https://library.example")
    fake.providers.choose("Library")  # elsewhere: it must not be left by an Undo of this page
    page.context.providers_changed.emit()
    qtbot.waitUntil(lambda: page.known.provider == "Library")
    assert not page.undo.isVisible()


def test_a_category_chosen_first_chooses_no_level_for_the_others(real, qtbot):
    real.library.add(real.library.search_catalog("the", limit=1)[0][0])
    page = opened(real, qtbot)
    row = page.per_category.categories.rows["Drama"]
    assert page.cards.level() is None
    assert not any(button.isChecked() for button in row.segments.segments())
    press(page, qtbot, "privacy.category.horror.no")
    settle(page, qtbot)
    assert page.cards.level() is None
    assert not real.privacy.chosen()
    assert real.privacy.choice().per_category == {"Horror": NO}
    page.cards.cards[ALL].click()
    settle(page, qtbot)
    assert row.segments.value == "all"
    assert real.privacy.chosen()
    page.undo.click()
    settle(page, qtbot)
    assert page.cards.level() is None, "as it was before"
    assert not real.privacy.chosen()


def test_a_level_of_a_category_says_before_it_is_chosen_what_it_does(real, qtbot):
    """A category that is set to Nothing leaves more of the budget to the others."""
    for key, _ in real.library.search_catalog("the", limit=28):
        real.library.add(key)
    real.privacy.set_overall(PERTURBED)
    page = opened(real, qtbot)
    row = page.per_category.categories.rows["Horror"]
    button = row.segments.segments()[0]
    QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, QPoint(), QPoint()))
    qtbot.waitUntil(lambda: "less" in button.accessibleDescription())
    strict = PrivacyChoice(PERTURBED, {"Horror": NO})
    now, then = (float(real.privacy.budget(choice).epsilon) for choice in (None, strict))
    said = button.accessibleDescription()
    assert f"blurred {round(100 * (1 - now / then))}\u00a0% less" in said
    assert real.privacy.choice() == PrivacyChoice(PERTURBED), "nothing is chosen by looking"


def test_while_another_service_is_connected_its_page_is_not_the_former_ones(fake, qtbot):
    use_club(fake)
    fake.providers.add("Library", "https://library.example")
    page = opened(fake, qtbot)
    assert page.seen.isVisible()
    shown = []

    def dropped():
        """What is on the page when the former preview is gone and no other one is there yet."""
        words = (page.cost, page.release, page.folded.leaving.note)
        shown.append((page.seen.isVisible(), " ".join(one.text() for one in words)))

    page.previews.started.connect(dropped)
    fake.providers.choose("Library")
    page.context.providers_changed.emit()
    qtbot.waitUntil(lambda: page.sharing.text.text() == "Service: Library")
    qtbot.waitUntil(lambda: shown != [])
    ((seen, said),) = shown
    assert not seen
    assert "Film club" not in said
    assert "Library" in said


def test_a_change_that_cannot_be_kept_is_not_shown_and_ends_the_undo(page, fake, qtbot):
    page.cards.cards[ALL].click()
    settle(page, qtbot)
    fake.faults["privacy.set_overall"] = StoreError("The disk is full.")
    page.cards.cards[NO].click()
    qtbot.waitUntil(page.error.isVisible)
    assert page.error.label.text() == "The disk is full."
    settle(page, qtbot)
    assert page.cards.level() is ALL
    assert fake.privacy.choice().overall is ALL
    assert not page.undo.isVisible()


def test_what_was_changed_elsewhere_is_not_taken_back(page, fake, qtbot):
    page.cards.cards[ALL].click()
    settle(page, qtbot)
    fake.privacy.restore(PrivacyChoice(NO))
    page.context.choice_changed.emit()
    qtbot.waitUntil(lambda: page.cards.level() is NO)
    settle(page, qtbot)
    assert not page.undo.isVisible()


def test_a_category_at_all_says_how_many_its_others_let_go(page, fake, qtbot):
    """Every science-fiction movie has a stricter category beside it, so none leaves as it is."""
    page.levels.choose_category("Sci-Fi", ALL)
    settle(page, qtbot)
    row = page.per_category.categories.rows["Sci-Fi"]
    movies = [entry.movie for entry in fake.library.entries(LibraryStatus.CONFIRMED)]
    alone = [m for m in movies if set(m.categories) == {"Sci-Fi"}]
    watched = [m for m in movies if "Sci-Fi" in m.categories]
    assert row.count.text() == f"{len(alone)} of {len(watched)}"
    assert "hold the rest back" in row.count.toolTip()
    assert "2 of 5" in page.per_category.categories.note.text()
    assert row.held.isHidden() is bool(alone)
    page.levels.choose_category("Sci-Fi", None)
    settle(page, qtbot)
    assert row.count.text() == str(len(watched))
    assert "2 of 5" not in page.per_category.categories.note.text()


@pytest.mark.parametrize("size", [(720, 560), (1280, 1700)])
def test_the_row_under_the_mouse_stays_when_its_level_is_chosen(fake, qtbot, size):
    """The cards say that a category differs, which takes a line more of them above the rows."""
    page = opened(fake, qtbot, styled=True)
    page.resize(*size)
    settle(page, qtbot)
    row = page.per_category.categories.rows["Drama"]
    button = row.segments.findChild(QWidget, "privacy.category.drama.no")

    def under_the_mouse():
        """Return whether the page is laid out at its new size, with the pointer on the button."""
        page.scroll_area.ensureWidgetVisible(button)
        before = row.mapTo(page, QPoint()).y()
        QApplication.processEvents()
        qtbot.mouseMove(button)
        return page.per_category.panel.underMouse() and row.mapTo(page, QPoint()).y() == before

    qtbot.waitUntil(under_the_mouse)
    places, high = set(), page.cards.height()

    def painted(_):
        places.add(row.mapTo(page, QPoint()).y())

    _watch = EventWatch(QEvent.Type.Paint, painted, row, page.scroll_area.viewport())
    before = row.mapTo(page, QPoint()).y()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(page, qtbot)
    assert page.levels.choice.per_category == {"Drama": NO}
    assert row.mapTo(page, QPoint()).y() == before
    assert places <= {before}, "not for a moment"
    assert page.height() > 1200 or page.cards.height() > high, "nothing grew: this shows nothing"


def test_the_foot_is_as_high_as_its_words_need_and_no_higher(fake, qtbot):
    use_club(fake)
    page = opened(fake, qtbot, styled=True)
    page.resize(1000, 640)
    page.cost.setText("Film club will know for certain: American Beauty (1999). " * 4)
    qtbot.waitUntil(lambda: page.cost.height() >= page.cost.heightForWidth(page.cost.width()) > 30)
    qtbot.waitUntil(lambda: page.foot.height() == 84)
    page.cost.setText("Film club will know for certain: American Beauty (1999). " * 12)
    qtbot.waitUntil(lambda: page.foot.height() > 120)
    needed = page.cost.heightForWidth(page.cost.width()) + page.waiting.height()
    qtbot.waitUntil(lambda: needed < page.foot.height() < needed + 30)


def test_without_a_service_nothing_is_asked_and_no_percentage_is_shown(fake, qtbot):
    page = opened(fake, qtbot)
    page.details.setChecked(False)
    assert page.alone.isVisible()
    assert not page.seen.isVisible()
    assert not page.release.isVisible()
    assert "%" not in page.cards.cards[PERTURBED].accessibleDescription()
    with qtbot.waitSignal(page.context.navigate) as led:
        page.alone.add.click()
    assert led.args == ["settings.providers.invitation"]


def test_practice_shows_both_sides_and_leaves_nothing(fake, qtbot):
    """One click from the page; what a service would have, beside what would leave.

    It can be closed while a list is made.
    """
    before = fake.ledger.calendar()
    page = opened(fake, qtbot)
    page.alone.practice.click()
    page.findChild(PracticeDialog).reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    rest(page, qtbot)
    page.alone.practice.click()
    (dialog,) = page.findChildren(PracticeDialog)
    qtbot.waitUntil(lambda: len(dialog.lists) == 1)
    rest(page, qtbot)
    (made,) = dialog.lists
    wall = dialog.findChild(PosterWall, "privacy.practice.wall")
    assert wall.movies == made.items
    qtbot.waitUntil(lambda: wall.height() == wall.heightForWidth(wall.width()))
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "Nothing leaves" in said
    assert guess_line(made.guesses[0]) in said
    assert guess_words(made.guesses[0]) in said
    assert number_words(*max(made.numbers.items(), key=lambda pair: abs(pair[1]))) in said
    answer = dialog.findChild(PosterWall, "privacy.practice.answer")
    assert answer.movies == made.answer
    assert "sure at most" in said
    dialog.again.click()
    qtbot.waitUntil(lambda: len(dialog.lists) == 2)
    assert dialog.place == 1
    dialog.former.click()
    assert dialog.place == 0
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "together they tell more" in said
    dialog.accept()
    assert fake.ledger.entries() == []
    assert fake.ledger.calendar() == before


def test_a_service_that_was_added_is_offered_and_put_to_use_here(real, qtbot):
    real.library.add(real.library.search_catalog("the", limit=1)[0][0])
    real.providers.add("Film club", "https://127.0.0.1:9")  # nobody answers there
    page = opened(real, qtbot)
    assert page.cards.level() is None, "nothing is chosen before the user chose"
    offer = page.alone.findChild(QPushButton, "privacy.alone.use.0")
    assert offer.text() == "Share with Film club"
    assert not page.alone.add.isVisibleTo(page.alone)
    offer.click()
    qtbot.waitUntil(lambda: page.findChild(LevelDialog) is not None)
    question = page.findChild(LevelDialog)
    question.reject()
    assert next(info.name for info in real.providers.all() if info.current) == THIS_COMPUTER
    question.deleteLater()
    qtbot.waitUntil(lambda: page.findChild(LevelDialog) is None)
    offer.click()
    qtbot.waitUntil(lambda: page.findChild(LevelDialog) is not None)
    question = page.findChild(LevelDialog)
    question.cards.cards[PERTURBED].click()
    question.yes.click()
    qtbot.waitUntil(lambda: page.known.provider == "Film club")
    assert real.privacy.choice().overall is PERTURBED
    assert not page.alone.isVisible()
    assert real.ledger.entries() == [], "choosing a service sends nothing"
    qtbot.waitUntil(lambda: "Film club" in page.error.label.text())
    assert page.cards.level() is PERTURBED
    assert page.sharing.text.text() == "Service: Film club"
    asked = []

    def fetch(name, *, job):
        asked.append(name)

    page.context.services.providers.fetch_first = fetch
    page.error.button.click()  # the catalog is asked for again, not only the page drawn
    qtbot.waitUntil(lambda: asked == ["Film club"])
    with qtbot.waitSignal(page.context.navigate) as led:
        page.sharing.change.click()
    assert led.args == ["settings.providers"], "where it can be tested"
    page.sharing.stop.click()
    qtbot.waitUntil(lambda: page.alone.isVisible() and not page.sharing.isVisible())
    assert page.known.provider == THIS_COMPUTER
    offer = page.alone.findChild(QPushButton, "privacy.alone.use.0")
    assert offer.text() == "Share with Film club"


def test_with_a_service_the_page_shows_what_it_would_see(fake, qtbot):
    use_club(fake)
    page = opened(fake, qtbot)
    page.details.setChecked(False)
    assert not page.alone.isVisible()
    assert page.seen.heading.text() == "What Film club would see"
    assert page.seen.wall.movies == page.previews.current.items
    assert "may be one you never saw" in page.seen.note.text()
    assert page.release.isVisible()
    page.cards.cards[NO].click()
    settle(page, qtbot)
    assert page.seen.heading.text() == "Film club would get no list"
    assert not page.seen.wall.isVisible()


def test_a_list_in_a_narrow_place_scrolls_down_and_never_sideways(page, qtbot):
    movies = ReleaseMovies("list")
    qtbot.addWidget(movies)
    settle(page, qtbot)
    movies.show_preview(page.previews.current)
    movies.resize(300, 400)
    movies.show()
    assert movies.area.verticalScrollBar().maximum() > 0
    assert not movies.area.horizontalScrollBar().isVisible()
    assert movies.walls.width() <= movies.area.viewport().width()
