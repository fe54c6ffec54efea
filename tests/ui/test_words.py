"""A page says little until it is asked for more: words per page, without titles of movies."""

from __future__ import annotations

import re

import pytest
from gallery.library import connect_to_club, furnish, open_world
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.recommend.learned_question import RECOGNIZED, load_question
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.ui.common import translation, wording
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.level_choice import LevelCard
from epicrec_desktop.ui.shell.window import MainWindow
from ui.fakes import just_started, lived_in
from ui.places import PAGES

MOST, MOST_OF_SETTINGS = 120, 60
MOST_BEFORE_A_LIST = 130  # of Privacy, where a provider has no list yet: what it would learn
WORD = re.compile(r"\w+")


def texts(root: QWidget) -> list[str]:
    """Return the texts that are shown, without those of posters and lists of movies."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible():
            continue
        if isinstance(widget, LevelCard):
            found += [widget.word, widget.text(), widget.body, widget.note, widget.quality]
        elif isinstance(widget, ExpanderButton):
            found += [widget.text(), widget.remark]
        elif isinstance(widget, (QLabel, QAbstractButton)):
            found.append(widget.text())
        elif isinstance(widget, QLineEdit):
            found.append(widget.placeholderText())
    return [text for text in found if text]


def words(root: QWidget) -> int:
    return sum(len(WORD.findall(text)) for text in texts(root))


@pytest.fixture(params=["without a service", "with a service", "realistic", "realistic, in German"])
def window(request, tmp_path, qtbot, qapp, monkeypatch) -> MainWindow:
    """A window of somebody who has movies; "realistic": the library of the pictures."""
    if request.param.startswith("realistic"):
        monkeypatch.setattr(ProviderService, "_http", connect_to_club)
        furnish(tmp_path / "home", tmp_path / "library", lived_in=True)
        services = open_world(tmp_path / "home", tmp_path / "library").services
        services.settings.language = "de" if "German" in request.param else "en"
        assert translation.install_translators(qapp, services.settings.language)
    else:
        services = lived_in(tmp_path)
    if request.param == "with a service":
        services.providers.add("Film club", "https://films.example")
        services.providers.choose("Film club")
    window = MainWindow(services.paths, services.settings)
    window.attach_services(services)
    qtbot.addWidget(window)
    window.resize(1024, 700)
    window.show()
    yield window
    window.close()
    if request.param.startswith("realistic"):
        services.close()


def rest(window: MainWindow, qtbot) -> None:
    qtbot.waitUntil(lambda: not window.tasks.busy)
    qtbot.wait(50)


def test_no_page_says_more_than_a_person_reads(window, qtbot) -> None:
    for key in PAGES:
        window.show_page(key)
        rest(window, qtbot)
        if key == "recommendations":
            qtbot.waitUntil(lambda: not window.page("recommendations").stack.waiting)
        page = window.page(key)
        sent = window.services.ledger.entries()[0].release.provider != THIS_COMPUTER
        most = MOST_BEFORE_A_LIST if key == "privacy" and not sent else MOST
        assert words(page) <= most, (key, texts(page))


def test_each_page_of_settings_is_short_before_anything_is_opened(window, qtbot) -> None:
    window.show_page("settings")
    page = window.page("settings")
    for part in page.parts:
        page.show_part(part)
        rest(window, qtbot)
        assert 8 <= words(page) <= MOST_OF_SETTINGS, (part, texts(page))


def test_so_is_the_first_step(tmp_path, qtbot) -> None:
    services = just_started(tmp_path)
    window = MainWindow(services.paths, services.settings)
    window.attach_services(services)
    qtbot.addWidget(window)
    window.show()
    rest(window, qtbot)
    assert words(window.first_run.wizard) <= MOST, texts(window.first_run.wizard)
    window.close()


def test_every_cell_of_a_question_has_words_in_every_language() -> None:
    cells = [c for known in RECOGNIZED.values() for c in known.cells] + [*load_question().cells]
    assert sorted(cells) == sorted(wording.CELL_NAMES)
