"""Helping others from Settings: what is said before a yes, what a yes does, and taking it back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from epicrec_desktop.domain.errors import PrivacyError, ProviderBusyError, ProviderError
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.settings.contributions import ContributionsSection
from ui.fakes.elsewhere import Club
from ui.fakes.pages import open_section, rest

CLUB = "Film club"


@pytest.fixture
def section(fake, in_context, qtbot) -> ContributionsSection:
    fake.providers.add(CLUB, "https://films.example")
    return shown(fake, in_context, qtbot)


def shown(fake, in_context, qtbot) -> ContributionsSection:
    made = open_section(ContributionsSection, in_context(fake), qtbot, size=(900, 900))
    settle(made, qtbot)
    return made


def contribute(fake, name: str) -> None:
    contributions = fake.real.contributions
    contributions.contribute(contributions.propose(name))


def contributed(fake, club: Club) -> None:
    """To three receivers, in every state that a person may have to do something about."""
    others = {"Library": "https://library.example", "Cinema": "https://cinema.example"}
    club.addresses |= {*others.values()}
    for name, address in others.items():
        fake.providers.add(name, address)
    contribute(fake, CLUB)
    contribute(fake, "Library")
    fake.real.contributions.withdraw(others["Library"])
    club.busy = True
    with pytest.raises(ProviderBusyError):
        contribute(fake, "Cinema")
    club.busy = False


def settle(section, qtbot) -> None:
    rest(section, qtbot)
    QApplication.processEvents()  # what was added to a layout is shown then


def click(section, button, qtbot) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(section, qtbot)


def test_it_is_off_and_says_what_it_does_and_costs_before_anybody_is_asked(section, fake):
    words = " ".join(text.text() for text in section.about)
    assert "1,000 well-known movies" in words
    assert "27 of 100 answers" in words
    assert "74 % sure at most" in words
    assert "96 % of three" in words
    assert section.state.text() == "Off. Nothing was ever contributed from this library."
    assert section.rows == []
    assert "contributions.contribute" not in fake.calls


def test_without_a_provider_elsewhere_it_says_what_is_missing(fake, in_context, qtbot):
    section = shown(fake, in_context, qtbot)
    assert not section.choice.isVisible()
    assert "add a service" in section.state.text()


def test_example_contribution_is_sampled_again_and_labeled(section, fake, qtbot):
    click(section, section.example_open, qtbot)
    assert fake.calls.count("contributions.example") == 1
    assert section.example.isVisible()
    assert "only an example" in section.example.note.text()
    said = section.findChild(object, "settings.contributions.example.0.said")
    assert said.text() == "no, flipped"
    click(section, section.example.another, qtbot)
    assert fake.calls.count("contributions.example") == 2


def test_nothing_is_sent_before_the_person_agrees_to_the_receiver(section, fake, qtbot):
    click(section, section.send, qtbot)
    (question,) = section.findChildren(ConfirmDialog)
    click(section, question.no, qtbot)
    assert section.rows == []
    click(section, section.send, qtbot)
    question = section.findChildren(ConfirmDialog)[-1]
    words = question.findChild(object, "settings.contributions.question.text").text()
    assert "Film club gets it, at https://films.example." in words
    disclosed = fake.real.contributions.propose(CLUB).disclosed
    assert disclosed
    assert f"{disclosed} that you confirmed" in words
    assert "74 % sure at most" in words
    assert "contributions.contribute" not in fake.calls
    click(section, question.yes, qtbot)
    assert fake.calls.count("contributions.contribute") == 1
    assert section.news.label.text().startswith("Sent to Film club")
    (row,) = section.rows
    assert row.states[0].text().startswith("Sent on ")
    assert not section.state.isVisible()
    assert not row.payload.isVisible()
    click(section, row.exact, qtbot)
    assert row.payload.isVisible()
    assert row.entries[0].payload.decode() in row.payload.toPlainText()
    assert row.entries[0].sha256 in row.payload.toPlainText()
    click(section, section.send, qtbot)
    assert [one for one in section.findChildren(ConfirmDialog) if one.isVisible()] == []
    assert "next month" in section.news.label.text(), "there is nothing new"


def test_it_is_withdrawn_by_one_click_and_what_that_cannot_undo_is_beside_it(
    section, fake, film_club, qtbot
):
    contributed(fake, film_club)
    section.load()
    settle(section, qtbot)
    rows = {row.entries[0].provider: row for row in section.rows}
    sent, waiting, withdrawn = (rows[name] for name in (CLUB, "Cinema", "Library"))
    assert "cannot undo models" in sent.undone.text()
    assert sent.undone.isVisible()
    assert not withdrawn.withdraw.isVisible()
    assert waiting.again.isVisible()
    assert not sent.again.isVisible()
    assert "asked to come back after" in waiting.states[0].text()
    click(section, sent.withdraw, qtbot)
    assert fake.calls.count("contributions.withdraw") == 1
    assert section.rows[0].states[0].text().startswith("Withdrawn on ")
    assert section.news.label.text().startswith("Withdrawn from Film club")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("contributions.propose", PrivacyError("At No Release nothing leaves.")),
        ("contributions.contribute", ProviderError("Film club takes no contributions.")),
    ],
)
def test_failed_download_shows_an_error_and_can_be_retried(section, fake, qtbot, name, fault):
    fake.faults[name] = fault
    click(section, section.send, qtbot)
    for question in section.findChildren(ConfirmDialog):
        click(section, question.yes, qtbot)
    assert section.error.isVisible()
    assert section.send.isEnabled()
