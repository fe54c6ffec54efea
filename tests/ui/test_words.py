"""A page says little until it is asked for more: words per page, without titles of movies."""

import re

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.ui.common import translation
from epicrec_desktop.ui.common.level_choice import LevelCard
from epicrec_desktop.ui.privacy.page import PrivacyPage
from epicrec_desktop.ui.privacy.practice import PracticeDialog
from epicrec_desktop.ui.settings.page import PARTS
from epicrec_desktop.ui.shell.window import MainWindow
from ui.agreeing import ask
from ui.fakes import lived_in, released, use_club
from ui.fakes.base import CLUB
from ui.fakes.pages import open_page
from ui.places import PAGES, come_to, rest

pytestmark = pytest.mark.usefixtures("unpainted")

MOST, MOST_OF_SETTINGS = 120, 60
WORD = re.compile(r"\w+")


def texts(root: QWidget) -> list[str]:
    """Return the texts that are shown, without those of posters and lists of movies."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible():
            continue
        if isinstance(widget, LevelCard):
            continue  # its words are in labels
        if isinstance(widget, (QLabel, QAbstractButton)):
            found.append(widget.text())
        elif isinstance(widget, QLineEdit):
            found.append(widget.placeholderText())
    return [text for text in found if text]


def words(root: QWidget) -> int:
    return sum(len(WORD.findall(text)) for text in texts(root))


@pytest.fixture(params=["nothing sent", "nothing sent to a service", "lists sent, in German"])
def services(request, tmp_path, qapp, english):
    """Services of users with and without a service."""
    sent = request.param.startswith("lists")
    services = (released if sent else lived_in)(tmp_path)
    services.settings.wizard_step = "done"
    if "service" in request.param or sent:
        services.providers.choose(CLUB)
    if sent:
        assert translation.install_translators(qapp, "de")
    return services


def test_no_page_says_more_than_a_person_reads(services, window, qtbot):
    window.resize(1024, 700)
    for place in (*PAGES, "movies.diary", "movies.lists"):
        page = come_to(window, place, qtbot)
        assert words(page) <= MOST, (place, texts(page))
    page = come_to(window, "settings", qtbot)
    for part in PARTS:
        page.show_part(part)
        rest(window, qtbot)
        assert 8 <= words(page) <= MOST_OF_SETTINGS, (part, texts(page))


MOST_OF_THE_QUESTION, MOST_WITH_NAMES = 60, 90


@pytest.mark.parametrize("level", [ReleaseLevel.PERTURBED, ReleaseLevel.ALL])
def test_the_question_before_a_list_goes_says_what_a_yes_needs(fake, qtbot, level):
    """The wall of what leaves, a few sentences and two answers; the rest is behind a click."""
    use_club(fake, level)
    page = open_page(PrivacyPage, fake, qtbot, size=(1072, 800))
    qtbot.waitUntil(page.release.isEnabled)
    dialog = ask(page, qtbot)
    most = MOST_OF_THE_QUESTION if level is ReleaseLevel.PERTURBED else MOST_WITH_NAMES
    before = words(dialog)
    assert 30 <= before <= most, texts(dialog)
    dialog.meaning.click()
    assert words(dialog) > before + 40, "and what it means is there"
    dialog.reject()


def test_a_rehearsal_says_little_until_it_is_asked_what_it_means(fake, qtbot):
    page = open_page(PrivacyPage, fake, qtbot, size=(1072, 800))
    page.alone.practice.click()
    (dialog,) = page.findChildren(PracticeDialog)
    qtbot.waitUntil(lambda: len(dialog.lists) == 1)
    has = lambda: dialog.findChild(QWidget, "privacy.practice.has")  # noqa: E731
    qtbot.waitUntil(lambda: has() is not None and has().isVisible())
    before = words(dialog)
    assert 30 <= before <= MOST_OF_THE_QUESTION, texts(dialog)
    dialog.meaning.click()
    assert words(dialog) > before + 40, "and what it means is there"
    dialog.accept()


def test_neither_does_the_first_step(fake, qtbot):
    window = MainWindow(fake.paths, fake.settings)
    window.attach_services(fake)
    qtbot.addWidget(window)
    window.show()
    rest(window, qtbot)
    assert words(window.first_run.wizard) <= MOST, texts(window.first_run.wizard)
    window.close()
