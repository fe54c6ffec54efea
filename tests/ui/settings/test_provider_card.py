"""A provider's card: its word and what was found are never mixed, and its key is kept apart."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from epicrec_desktop.door.request import Certificate
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.provider.personas import Asked
from epicrec_desktop.provider.published import LastContact
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.services.provider_details import ProviderDetails, SharedModel, Tried
from epicrec_desktop.services.provider_sentences import (
    asked_as_nobody,
    exchange_history,
    found,
    trial_result,
)
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.ui.settings.page import SettingsPage
from epicrec_desktop.ui.settings.provider_card import FORMATS, ProviderCardDialog
from ui.fakes.pages import rest
from ui.settings.test_settings_page import opened
from ui.test_words import words as count_words

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)


@pytest.fixture
def page(fake, qtbot) -> SettingsPage:
    fake.providers.add("Film club", "https://films.example")
    page = opened(fake, qtbot)
    page.reveal(page.providers)
    return page


@pytest.fixture
def card(page, flashed, qtbot) -> ProviderCardDialog:
    """The card of the club, which opens as one window; this computer has none."""
    assert not page.providers.rows[0].card.isVisibleTo(page)
    flashed.clear()  # the page, which has no window here
    page.providers.rows[1].card.click()
    rest(page, qtbot)
    assert flashed == []
    return page.findChild(ProviderCardDialog)


def words(panel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel)]


def test_card_says_little_at_first_and_separates_statement_and_findings(card):
    said, found = (card.findChild(object, f"settings.provider-card.{n}") for n in ("word", "found"))
    assert "Film <b>club</b>" in words(said)  # a stranger's text is no markup
    assert "It does not say." in words(said)
    assert any("Nobody here can check" in text for text in words(said))
    assert "400 movies" in words(found)
    assert not any("club" in text or "610" in text for text in words(found))
    assert found.isHidden()
    before = count_words(card)
    assert before < 200
    card.meaning.setChecked(True)
    assert found.isVisible()
    assert count_words(card) > before + 60
    assert "610 people" in words(card.findChild(object, "settings.provider-card.more"))


def test_its_model_is_tried_here_and_the_result_is_qualified(card, page, fake, qtbot):
    fake.cards.try_model = lambda *_, **__: Tried(0.4, 0.2, 100)
    card.meaning.setChecked(True)
    card.try_model.click()
    rest(page, qtbot)
    assert card.outcome.isVisibleTo(card)
    assert "2.0 times as well as the most popular movies" in card.outcome.text()
    assert "it looks better than it is" in card.outcome.text()
    del fake.cards.try_model  # the real one: there are no ratings here
    card.try_model.click()
    rest(page, qtbot)
    assert card.outcome.text().startswith("There are no public ratings to train on.")
    assert card.try_model.isEnabled()


def test_api_key_is_stored_hidden_replaced_and_removed(card, page, fake, qtbot):
    assert card.key.echoMode() is QLineEdit.EchoMode.Password
    assert not card.save.isEnabled()
    assert not card.forget.isVisibleTo(card)
    card.key.setText("two words")
    card.save.click()
    rest(page, qtbot)
    assert card.key_status.text()
    card.key.setText("epicrec_1234")
    card.save.click()
    rest(page, qtbot)
    assert fake.providers.all()[1].has_key
    assert (card.key.text(), card.key_status.text()) == ("", "A key is kept.")
    card.forget.click()
    rest(page, qtbot)
    assert not fake.providers.all()[1].has_key
    assert card.key_status.text() == "No key is kept."


def test_a_card_that_is_closed_while_it_saves_tells_the_others(card, page, fake, qtbot):
    with qtbot.waitSignal(page.context.providers_changed):
        card.as_nobody.click()
        card.save.setEnabled(True)
        card.key.setText("epicrec_1234")
        card.save.click()
        card.try_model.click()
        card.reject()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    rest(page, qtbot)
    assert fake.providers.all()[1].has_key


def test_asking_as_nobody_is_explained_and_switched_off(card, page, fake, qtbot):
    panel = card.findChild(object, "settings.provider-card.nobody")
    assert any("nothing about you" in text for text in words(panel))
    assert card.as_nobody.isChecked()
    assert card.nobody_status.text() == "Not asked: only the service in use is."
    card.as_nobody.click()
    rest(page, qtbot)
    assert not fake.providers.all()[1].as_nobody
    assert card.nobody_status.text() == "It is not asked, and what it answered was removed."
    card.as_nobody.click()
    rest(page, qtbot)
    assert fake.providers.all()[1].as_nobody


def test_what_was_asked_is_said_with_its_bytes():
    asked = Asked("", NOW.timestamp(), [], 450, 2_000_000, 3_000_000)
    sentence = str(asked_as_nobody(made(personas=asked), FORMATS))
    assert "450 questions" in sentence
    assert "2.0 MB sent" in sentence
    current = ProviderInfo("Club", "https://films.example", current=True)
    assert "next minutes" in str(asked_as_nobody(made(info=current), FORMATS))


def test_a_key_can_be_given_with_a_new_provider(page, fake, qtbot):
    form = page.providers.form
    assert form.key.echoMode() is QLineEdit.EchoMode.Password
    form.name.setText("Library")
    form.address.setText("https://library.example")
    form.key.setText(" epicrec_1234 ")
    form.add.click()
    rest(page, qtbot)
    assert fake.providers.all()[-1].has_key
    assert form.key.text() == ""


def made(**changes: object) -> ProviderDetails:
    known: dict[str, object] = {
        "info": ProviderInfo("Club", "https://films.example"),
        "about": None,
        "last_contact": None,
        "movies": None,
        "model": None,
        "sent": 0,
        "last_sent": None,
        "asked": 0,
        "learned": None,
    }
    return ProviderDetails(**(known | changes))


def test_each_line_says_what_is_known(qapp):
    for changes, label, expected in (
        ({}, "Certificate", "Not seen yet"),
        ({"last_contact": LastContact(NOW, None)}, "Certificate", "It runs on this computer"),
        (
            {
                "last_contact": LastContact(
                    NOW, Certificate("Trust & Sons", "2027-02-01", "ab" * 32)
                )
            },
            "Certificate",
            "Issued by Trust & Sons, until 1 February 2027. Fingerprint (SHA-256): abababab abab",
        ),
        ({}, "Model", "Not here yet"),
        ({"last_contact": LastContact(NOW, None)}, "Model", "It shares none"),
        ({"model": SharedModel("als-1", 5)}, "Model", "fits its name, which is a checksum"),
        (
            {"model": SharedModel("als-1", 5), "about": About(model="als-2")},
            "Model",
            "says that it uses another one now",
        ),
        ({}, "Lists sent", "None"),
        ({"sent": 2, "last_sent": NOW}, "Lists sent", "2 times, the last on 20 November 2026"),
        ({}, "What it can know", "Nothing."),
        (
            {"sent": 1, "last_sent": NOW},
            "What it can know",
            "Nothing about a movie that only left blurred",
        ),
        ({"sent": 1, "last_sent": NOW}, "Lists sent", "Once, on 20 November 2026"),
        (
            {"learned": PosteriorBound(Fraction(1, 5), 55)},
            "What it can know",
            "55 % sure at most",
        ),
        (
            {"left_users": ("epicrec-0123456789abcdef",)},
            "Made-up users left there",
            "epicrec-0123456789abcdef. The service did not delete them",
        ),
    ):
        card = made(**changes)
        lines = found(card, FORMATS) + exchange_history(card, FORMATS)
        rows = {str(label): str(value) for label, value in lines}
        assert expected in rows[label]


def test_too_few_people_say_nothing(qapp):
    assert "too few" in str(trial_result(Tried(0.1, 0.0, 0), FORMATS))
