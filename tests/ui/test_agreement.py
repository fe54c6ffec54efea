"""What was agreed to is what is sent: the question and Refresh, over the real services.

Between the question and its answer anything may happen, in another window or command. Nothing of it
may make more leave, or leave elsewhere, than the person saw and said Yes to.
"""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from elsewhere import Mail, deliver
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.services.periods import accept_clock
from epicrec_desktop.ui.common import privacy_text
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.privacy.page import PrivacyPage
from epicrec_desktop.ui.privacy.release_dialog import ReleaseDialog
from epicrec_desktop.ui.recommendations.page import RecommendationsPage
from epicrec_desktop.wiring import Services
from ui.agreeing import agree, ask
from ui.fakes import prepared, use_club
from ui.fakes.base import ADDRESS, CLUB
from ui.fakes.pages import open_page, rest
from waiting import LIMIT_S

pytestmark = pytest.mark.usefixtures("quick_budget")

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
NO_LONGER = "Look at it once more, and decide again."


@pytest.fixture
def mail(monkeypatch) -> Mail:
    return deliver(monkeypatch)


@cache
def stored() -> Path:
    """Return a base folder with twelve movies and a provider elsewhere in use."""
    folder = prepared.empty().with_name("agreement")
    with closing(prepared.open_copy(prepared.empty, folder)) as services:
        for key, _ in services.library.search_catalog("the", limit=12):
            services.library.add(key)
        use_club(services)
    return folder


@pytest.fixture
def undecided(tmp_path, mail) -> Iterator[Services]:
    """A user who chose a provider in the terminal, and no level."""
    with closing(prepared.open_copy(stored, tmp_path / "data")) as services:
        yield services


@pytest.fixture
def person(undecided) -> Services:
    undecided.privacy.set_overall(PERTURBED)
    return undecided


def open_privacy(services: Services, qtbot, **how: bool) -> PrivacyPage:
    page = open_page(PrivacyPage, services, qtbot, size=(1072, 800), **how)
    settle(page, qtbot)
    return page


@pytest.fixture
def privacy(person, qtbot) -> PrivacyPage:
    return open_privacy(person, qtbot)


@pytest.fixture
def recommendations(person, qtbot) -> RecommendationsPage:
    return open_page(RecommendationsPage, person, qtbot, size=(1072, 800))


def settle(page: PrivacyPage, qtbot) -> None:
    qtbot.waitUntil(lambda: page.release.isEnabled() and not page.previews.resting)


def refused(page: PrivacyPage, dialog: ReleaseDialog, qtbot) -> str:
    """Answer Yes; the sentence that it was not done."""
    agree(dialog, qtbot)
    qtbot.waitUntil(page.error.isVisible)
    rest(page, qtbot)
    return page.error.label.text()


def nothing_left(services, mail) -> bool:
    """Nothing was sent, nothing is in the ledger, and no receiver has anything that was sampled."""
    held = [month for month in services.ledger.calendar().months if month.receivers]
    return not mail and not services.ledger.entries() and not held


def sampled(services) -> list[str]:
    """The months that were sampled."""
    return [month.name for month in services.ledger.calendar().months if month.sampled is not None]


def f5(page: RecommendationsPage, qtbot) -> None:
    qtbot.keyClick(page, Qt.Key.Key_F5)
    rest(page, qtbot)


def seen(dialog: ReleaseDialog) -> set[str]:
    return {movie.wire_id for movie in dialog.walls.movies}


@pytest.mark.parametrize("level", [PERTURBED, ALL])
def test_yes_sends_the_list_that_was_shown(privacy, person, mail, qtbot, level):
    privacy.cards.cards[level].click()
    settle(privacy, qtbot)
    dialog = ask(privacy, qtbot)
    shown = seen(dialog)
    assert shown
    with qtbot.waitSignal(privacy.context.released):
        agree(dialog, qtbot)
    ((address, payload),) = mail
    assert address == ADDRESS
    assert set(json.loads(payload)["profile"]) == shown
    assert hashlib.sha256(payload).hexdigest() == dialog.preview.proposal.sha256
    (entry,) = person.ledger.entries()
    assert entry.release.payload == payload


def test_buttons_of_the_question_stay_on_a_low_screen(person, qtbot):
    """Of 1280 x 800 pixels at 150 %: the posters scroll, by keys too, the buttons do not."""
    privacy = open_privacy(person, qtbot, styled=True)
    dialog = ask(privacy, qtbot)
    dialog.resize(520, 464)
    dialog.meaning.click()
    rest(privacy, qtbot)
    assert dialog.height() == 464
    for button in (dialog.no, dialog.yes):
        assert button.isVisible()
        assert dialog.rect().contains(button.geometry())
    qtbot.waitUntil(lambda: dialog.area.verticalScrollBar().maximum() > 0)
    assert dialog.area.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert dialog.area.verticalScrollBar().value() == 0
    dialog.reject()


def test_the_real_list_is_seen_before_it_is_sent(privacy, person, mail, qtbot):
    """The page says what a click does; the click sends nothing."""
    assert "before it is sent" in privacy.waiting.text()
    assert "December" in privacy.waiting.text()
    dialog = ask(privacy, qtbot)
    assert nothing_left(person, mail)
    assert sampled(person) == ["2026-11"]
    assert "cannot be taken back" in dialog.answer.text()
    assert dialog.yes.text() == f"Send {len(dialog.walls.movies)} movies"
    assert CLUB in dialog.heading.text()
    dialog.no.click()


def test_after_a_no_the_same_list_is_there_at_once(privacy, person, mail, qtbot):
    dialog = ask(privacy, qtbot)
    shown = seen(dialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)  # Enter means no
    qtbot.waitUntil(lambda: not privacy.findChildren(ReleaseDialog))
    settle(privacy, qtbot)
    assert nothing_left(person, mail)
    privacy.details.setChecked(True)
    assert "real list" in privacy.folded.leaving.note.text()
    assert {movie.wire_id for movie in privacy.folded.leaving.walls.movies} == shown
    dialog = ask(privacy, qtbot)
    assert dialog.yes.isEnabled(), "nothing was just made under the mouse"
    assert seen(dialog) == shown
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    rest(privacy, qtbot)
    assert nothing_left(person, mail)


def test_the_second_click_of_a_double_one_sends_nothing(privacy, person, mail, qtbot):
    dialog = ask(privacy, qtbot)
    assert not dialog.yes.isEnabled()
    qtbot.mouseClick(dialog.yes, Qt.MouseButton.LeftButton)
    rest(privacy, qtbot)
    assert nothing_left(person, mail)
    qtbot.waitUntil(dialog.yes.isEnabled)
    dialog.no.click()


@pytest.mark.parametrize("how", ["stopped", "left"])
def test_what_is_being_made_can_be_stopped(privacy, person, mail, qtbot, monkeypatch, how):
    """And whoever went to another page meanwhile is not followed by a question."""
    gate, reached = threading.Event(), threading.Event()
    genuine = person.releases.sample

    def slow(*arguments, **options):
        reached.set()
        assert gate.wait(LIMIT_S)
        return genuine(*arguments, **options)

    monkeypatch.setattr(person.releases, "sample", slow)
    privacy.release.click()
    qtbot.waitUntil(reached.is_set)
    assert not privacy.release.isEnabled()
    if how == "stopped":
        qtbot.waitUntil(privacy.progress.isVisible)
        privacy.progress.cancel.click()
    else:
        privacy.hide()
    gate.set()
    rest(privacy, qtbot)
    assert not privacy.findChildren(ReleaseDialog)
    assert bool(sampled(person)) is (how == "left")
    assert nothing_left(person, mail)


def test_nothing_leaves_at_a_level_that_nobody_chose(undecided, mail, qtbot):
    page = open_privacy(undecided, qtbot)
    assert not undecided.privacy.chosen()
    page.release.click()
    assert not page.findChildren(ReleaseDialog)
    (question,) = page.findChildren(LevelDialog)
    assert question.cards.level() is None, "none is chosen beforehand"
    assert not question.yes.isEnabled()
    question.cards.cards[PERTURBED].click()
    question.yes.click()
    qtbot.waitUntil(undecided.privacy.chosen)
    assert nothing_left(undecided, mail)
    settle(page, qtbot)
    dialog = ask(page, qtbot)
    with qtbot.waitSignal(page.context.released):
        agree(dialog, qtbot)
    assert len(mail) == 1


def test_what_else_counts_is_a_click_away_and_a_repeat_says_it_not_again(privacy, qtbot):
    dialog = ask(privacy, qtbot)
    assert not dialog.rows.isVisible()
    dialog.meaning.click()
    assert dialog.rows.isVisible()
    said = dict(privacy_text.meaning(dialog.preview))
    assert "before erasing, add to" in said["What else counts"]
    assert "December" in said["When"]
    with qtbot.waitSignal(privacy.context.released):
        agree(dialog, qtbot)
    settle(privacy, qtbot)
    again = ask(privacy, qtbot)
    assert "What else counts" not in dict(privacy_text.meaning(again.preview))


def test_a_clock_that_jumped_is_asked_about_before_anything_is_made(person, mail, qtbot):
    with person.context.database.write() as session:
        accept_clock(session, datetime(2020, 2, 1, tzinfo=UTC))
    page = open_privacy(person, qtbot)
    page.release.click()
    (question,) = page.findChildren(ConfirmDialog)
    assert "2020" in question.findChild(QLabel, "privacy.clock.text").text()
    assert "date is right" in question.yes.text()
    assert not sampled(person)
    question.yes.click()
    qtbot.waitUntil(lambda: page.findChildren(ReleaseDialog) != [])
    rest(page, qtbot)
    with qtbot.waitSignal(page.context.released):
        agree(page.findChildren(ReleaseDialog)[0], qtbot)
    settle(page, qtbot)
    assert len(mail) == len(sampled(person)) == 1


CHANGES = {
    "level": (lambda person: person.privacy.set_overall(ALL), NO_LONGER),
    "category": (lambda person: person.privacy.set_category("Drama", NO), NO_LONGER),
    "address": (
        lambda person: person.providers.add(CLUB, "https://other.example", replace=True),
        NO_LONGER,
    ),
    "removed": (lambda person: person.providers.remove(CLUB), CLUB),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_changes_before_the_list_is_made_makes_none(
    privacy, person, mail, qtbot, monkeypatch, what
):
    """Between the preview on the page and the list that a click makes of it."""
    change, said = CHANGES[what]
    genuine = person.releases.sample

    def sample(*arguments, **options):
        change(person)
        return genuine(*arguments, **options)

    monkeypatch.setattr(person.releases, "sample", sample)
    privacy.release.click()
    qtbot.waitUntil(privacy.error.isVisible)
    assert said in privacy.error.label.text()
    rest(privacy, qtbot)
    assert not sampled(person)
    assert nothing_left(person, mail)


@pytest.mark.parametrize("what", CHANGES)
def test_what_changes_while_the_question_is_open_sends_nothing(privacy, person, mail, qtbot, what):
    change, said = CHANGES[what]
    dialog = ask(privacy, qtbot)
    change(person)
    assert said in refused(privacy, dialog, qtbot)
    assert nothing_left(person, mail)
    assert sampled(person)


def test_a_provider_chosen_while_the_question_is_open_is_sent_nothing(privacy, person, mail, qtbot):
    """The answer is about the provider that the question names; no other one gets anything."""
    dialog = ask(privacy, qtbot)
    assert CLUB in dialog.heading.text()
    person.providers.add("Cinema", "https://cinema.example")
    person.providers.choose("Cinema")
    agree(dialog, qtbot)
    rest(privacy, qtbot)
    assert {address for address, _ in mail} <= {ADDRESS}
    assert {entry.release.provider for entry in person.ledger.entries()} <= {CLUB}


def test_a_movie_confirmed_while_the_question_is_open_is_not_sent_as_it_is(
    privacy, person, mail, qtbot
):
    privacy.cards.cards[ALL].click()
    settle(privacy, qtbot)
    dialog = ask(privacy, qtbot)
    key, _ = person.library.search_catalog("arrival", limit=1)[0]
    person.library.add(key)
    assert "no longer what you agreed to" in refused(privacy, dialog, qtbot)
    assert nothing_left(person, mail)


def test_after_a_refusal_the_page_shows_what_a_release_now_would_be(privacy, person, mail, qtbot):
    dialog = ask(privacy, qtbot)
    person.privacy.set_overall(ALL)
    refused(privacy, dialog, qtbot)
    settle(privacy, qtbot)
    assert privacy.cards.level() is ALL
    assert privacy.previews.current.proposal.choice == person.privacy.choice()
    with qtbot.waitSignal(privacy.context.released):
        agree(ask(privacy, qtbot), qtbot)
    assert len(mail) == 1


def test_f5_never_begins(recommendations, person, mail, qtbot):
    for level in (PERTURBED, ALL, NO):
        person.privacy.set_overall(level)
        f5(recommendations, qtbot)
        said = recommendations.subtitle.text()
        assert "Nothing was sent" in said
        assert ("Privacy" in said) is (level is not NO), "where it waits to be decided"
        assert recommendations.rows, "ranked here all the same"
        assert nothing_left(person, mail)


def test_f5_repeats_the_bytes_that_were_agreed_to(recommendations, person, mail, qtbot):
    person.recommend.release(person.releases.propose())
    f5(recommendations, qtbot)
    assert [address for address, _ in mail] == [ADDRESS, ADDRESS]
    assert mail[0] == mail[1]
    assert "same list as before" in recommendations.subtitle.text()
    assert len(person.ledger.entries()) == 1


def test_f5_sends_nothing_that_differs_from_the_last_release(recommendations, person, mail, qtbot):
    person.privacy.set_overall(ALL)
    person.recommend.release(person.releases.propose())

    def refreshed():
        f5(recommendations, qtbot)
        assert len(mail) == len(person.ledger.entries()) == 1
        return recommendations.subtitle.text()

    person.privacy.set_category("Drama", PERTURBED)
    assert "Nothing was sent" in refreshed()
    person.privacy.restore(PrivacyChoice(ALL))
    person.providers.add("Cinema", "https://cinema.example")
    person.providers.choose("Cinema")
    assert "Nothing was sent" in refreshed()
    person.providers.choose(CLUB)
    key, _ = person.library.search_catalog("arrival", limit=1)[0]
    person.library.add(key)
    assert "Nothing was sent" in refreshed()
