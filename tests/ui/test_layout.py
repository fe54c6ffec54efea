"""Longer languages have room: a made-up one, 40 % longer than English, and German."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import pytest
from PySide6.QtCore import QEvent, QObject, QTranslator
from PySide6.QtWidgets import QWidget
from pytestqt.exceptions import TimeoutError as WaitedTooLong

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.release import Recommendations
from epicrec_desktop.ui.common import translation
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.shell.crash_reports import CrashDialog, CrashReports
from epicrec_desktop.ui.shell.help import ShortcutsDialog
from epicrec_desktop.ui.shell.help_dialog import HelpDialog
from epicrec_desktop.ui.shell.window import MainWindow
from ui.fakes import NOW, just_started, lived_in
from ui.fitting import Longer, cut, longer
from ui.places import PLACES, show_place

SMALL, LARGE_TYPE = (784, 560), (837, 464)
"""Inside of the frame: a screen of 800 x 600, and one of 1280 x 800 at 150 % below a bar."""
WIDER = [(1280, 800), (900, 600)]
SIZES = [SMALL, LARGE_TYPE, *(pytest.param(s, marks=pytest.mark.slow) for s in WIDER)]
SETTLED_MS = 2000


@pytest.fixture(params=["longer", "German"])
def spoken(request, qapp) -> Iterator[None]:
    """One of the languages, over all of Qt."""
    if request.param == "German":
        assert translation.install_translators(qapp, "de")
        yield
        return
    translator: QTranslator = Longer(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def open_at(request, spoken, qtbot, tmp_path) -> Iterator[Callable[..., MainWindow]]:
    """Opens a window of this size in this language."""
    opened: list[MainWindow] = []

    def build(*, first_run: bool = False, crashed: bool = False) -> MainWindow:
        services = (just_started if first_run else lived_in)(tmp_path)
        if crashed:
            CrashReports(services.paths.crashes).record(KeyError())
        window = MainWindow(services.paths, services.settings)
        window.attach_services(services)
        opened.append(window)
        qtbot.addWidget(window)
        window.resize(*request.param)
        window.show()
        qtbot.waitUntil(lambda: not window.tasks.busy)
        return window

    yield build
    for window in opened:
        window.close()


def cut_at_rest(qtbot, window: MainWindow, root: QWidget) -> list[str]:
    """What has no room below `root`, once all that was asked for has come and found its place."""
    qtbot.waitUntil(lambda: not window.tasks.busy)
    with suppress(WaitedTooLong):
        qtbot.waitUntil(lambda: not cut(root))
    return cut(root)


def test_the_made_up_language_is_longer_and_keeps_placeholders():
    assert longer("Refresh") == "Réfréshééé"
    made = longer("%Ln movies wait for {month}.")
    assert "%Ln" in made
    assert "{month}" in made
    assert len(made) >= 1.39 * len("%Ln movies wait for {month}.")


@pytest.mark.parametrize("key", PLACES)
def test_nothing_is_cut_on_a_page(open_at, qtbot, key):
    window = open_at(crashed=True)
    show_place(window, key)
    if key == "recommendations":
        qtbot.waitUntil(lambda: not window.page(key).stack.waiting)
    assert cut_at_rest(qtbot, window, window) == []


def test_edges_of_a_page_stay_where_they_are_with_a_scroll_bar(open_at, qtbot):
    window = open_at()
    page = show_place(window, "privacy.details")
    right = page.cards.geometry().right

    def aligned() -> bool:
        inside = page.holder.width() - 1 - right()
        bar = page.scroll_area.verticalScrollBar()
        return bar.isVisible() and inside + bar.width() == page.margin()

    qtbot.waitUntil(aligned)


def test_nothing_is_cut_beside_a_selected_movie(open_at, qtbot):
    window = open_at()
    window.show_page("movies")
    qtbot.waitUntil(lambda: not window.tasks.busy)
    page = window.page("movies")
    for status in ("suggested", "confirmed", "rejected"):
        page.filter._pick(status)
        page.view.select_row(0)
        page.library.open_card()
        assert cut_at_rest(qtbot, window, window) == [], status
        page.library.card.dismiss()
    page.entry_actions.answer([page.model.items[0].id] if page.model.items else [], "confirmed")
    assert cut_at_rest(qtbot, window, window) == []


def test_nothing_is_cut_on_a_recommended_movie(open_at, qtbot):
    window = open_at()
    page = window.page("recommendations")
    for suggestion, answer in ((3, "later"), (4, "refused")):
        page.stack.opened.emit(page.ranking.result.rows[0].suggestions[suggestion])
        assert cut_at_rest(qtbot, window, page.card) == []
        page.card._answer(answer)
        qtbot.waitUntil(lambda: not window.tasks.busy)
        assert cut_at_rest(qtbot, window, window) == []
    page.stack.opened.emit(page.opened.watchlist.suggestions[0])
    assert cut_at_rest(qtbot, window, page.card) == []


@pytest.mark.parametrize("key", ["recommendations", "movies"])
def test_a_card_shows_film_reason_and_verdicts_without_scrolling(open_at, qtbot, key):
    window = open_at()
    window.show_page(key)
    qtbot.waitUntil(lambda: not window.tasks.busy)
    page = window.page(key)
    if key == "movies":
        page.filter._pick("confirmed")
        page.library.open_card()
        card = page.library.card
    else:
        page.stack.opened.emit(page.ranking.result.rows[0].suggestions[3])
        card = page.card
    qtbot.waitUntil(lambda: not window.tasks.busy)
    for widget in (card.poster, card.title, card.about, card.why, *card.verdicts.values()):
        if widget is not card.about or widget.text():
            seen = widget.visibleRegion().boundingRect()
            assert seen == widget.rect(), widget.objectName()


def test_nothing_is_cut_where_there_is_nothing(open_at, qtbot):
    window = open_at()
    page = window.page("recommendations")
    for suggested in (0, 24):
        page.ranking.suggested = suggested
        page.ranking.nothing_to_rank.emit()
        assert cut_at_rest(qtbot, window, page) == []
    page.ranking.give(Recommendations((), NOW, "Film club", "", 3, ("It was silent.",)))
    assert cut_at_rest(qtbot, window, page) == []


def test_nothing_is_cut_in_dialogs(open_at, qtbot):
    window = open_at(crashed=True)
    window.help_dialogs.show_shortcuts_dialog()
    window.help_dialogs.show_help()
    window.crash.open_report()
    window.show_page("movies")
    qtbot.waitUntil(lambda: not window.tasks.busy)
    window.page("movies").add_by_hand()
    window.page("movies").entry_actions.ask_forget()
    window.page("settings").data._ask_erase()
    for kind in (ShortcutsDialog, HelpDialog, CrashDialog, AddMovieDialog, ConfirmDialog):
        for dialog in window.findChildren(kind):
            assert dialog.isVisible()
            assert cut_at_rest(qtbot, window, dialog) == [], kind.__name__
            dialog.close()


def test_nothing_is_cut_beside_the_first_rows(open_at, qtbot):
    window = open_at()
    page = window.page("recommendations")
    window.services.settings.ratings_offer = "open"
    page.activated()
    qtbot.waitUntil(page.offer.isVisible)
    assert cut_at_rest(qtbot, window, window) == []
    for button in page.offer.sources:
        assert button.height() >= button.heightForWidth(button.width())
    page.offer._stopped()
    assert cut_at_rest(qtbot, window, window) == []


class _FirstPaints(QObject):
    """Notes of each card whether its text fits when that is painted for the first time."""

    def __init__(self, cards: Iterable[QWidget]) -> None:
        super().__init__()
        self.fits: dict[str, bool] = {}
        for card in cards:
            card.installEventFilter(self)

    def eventFilter(self, watched, event) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint and watched.body:
            fits = watched.height() >= watched.heightForWidth(watched.width())
            self.fits.setdefault(watched.objectName(), fits)
        return False


def test_level_cards_have_their_height_when_they_are_painted_first(open_at, qtbot):
    window = open_at()
    page = window.page("privacy")
    seen = _FirstPaints(page.cards.cards.values())
    window.show_page("privacy")
    qtbot.waitUntil(lambda: not window.tasks.busy)
    page.cards.cards[ReleaseLevel.PERTURBED].setFocus()  # scrolls to it where it is below
    qtbot.waitUntil(lambda: bool(seen.fits))
    assert all(seen.fits.values()), seen.fits
    question = LevelDialog("A provider with a long name", 1234, window)
    asked = _FirstPaints(question.cards.cards.values())
    question.open()
    qtbot.waitUntil(lambda: len(asked.fits) == 3)
    assert all(asked.fits.values()), asked.fits
    question.close()


def test_nothing_is_cut_where_a_level_is_asked_for(open_at, qtbot):
    window = open_at()
    question = LevelDialog("A provider with a long name", 1234, window)
    question.open()
    assert cut_at_rest(qtbot, window, question) == []
    for card in question.cards.cards.values():
        assert card.height() >= card.heightForWidth(card.width())
    question.close()


def test_nothing_is_cut_in_the_first_run(open_at, qtbot):
    window = open_at(first_run=True)
    wizard = window.first_run.wizard
    for place in wizard._keys:
        wizard._show(place)
        qtbot.waitUntil(lambda: not window.tasks.busy)
        assert cut_at_rest(qtbot, window, wizard) == [], place
