"""Help: how blurring works, the words, and what is new after an update."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from epicrec_desktop import __version__
from epicrec_desktop.privacy.families import LEARNED
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.shell import help_dialog, upgrade
from epicrec_desktop.ui.shell.help import ShortcutsDialog
from epicrec_desktop.ui.shell.help_dialog import HelpDialog
from epicrec_desktop.ui.shell.upgrade import ReleaseNotesDialog, note_version

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def help_(window, qtbot):
    """Help, opened by its key."""
    qtbot.keyClick(window, Qt.Key.Key_F1)
    found = window.findChild(HelpDialog)
    assert found is not None
    return found


def test_pages_lead_to_what_they_speak_of(window, settle):
    assert window.page("settings").sections  # they are made when they are asked for
    settle(window)
    for page, button, topic in (
        ("privacy", "privacy.explain", "blurring"),
        ("settings", "settings.providers.explain", "provider"),
        ("settings", "settings.mechanism.explain", "blurring"),
    ):
        asked = []
        window.context.show_help.connect(asked.append)
        window.page(page).findChild(QPushButton, button).click()
        assert asked[-1] == topic
        dialog = window.findChild(HelpDialog)
        assert topic in dialog.places
        dialog.close()
        dialog.setParent(None)
        settle(window)


def test_a_word_that_is_asked_for_is_seen(window, qtbot):
    window.help_dialogs.show_help("trust")
    dialog = window.findChild(HelpDialog)
    qtbot.waitUntil(lambda: dialog.area.verticalScrollBar().value() > 0)
    place = dialog.places["trust"]
    top = place.mapTo(dialog.area.viewport(), place.rect().topLeft()).y()
    assert 0 <= top < dialog.area.viewport().height()


def test_every_glossary_entry_is_read_aloud(help_):
    entries = help_dialog.glossary()
    assert len({entry.key for entry in entries}) == len(entries)
    for entry in entries:
        assert help_.places[entry.key].accessibleName() == f"{entry.word}: {entry.meaning}"


def test_the_keys_and_what_is_new_are_a_button_away(window, help_):
    help_.findChild(QPushButton, "help.keys").click()
    assert window.findChild(ShortcutsDialog) is not None
    help_.findChild(QPushButton, "help.news").click()
    assert window.findChild(ReleaseNotesDialog) is not None


def test_the_mechanism_in_use_is_named_and_its_groups_are_listed(window, qtbot):
    window.context.services.privacy.use_mechanism(LEARNED)
    window.help_dialogs.show_help("blurring")
    dialog = window.findChild(HelpDialog)
    qtbot.waitUntil(lambda: "cell.0" in dialog.places)
    assert "Learned" in dialog.counting.text()
    assert "More: " in dialog.places["cell.0"].accessibleName()


class TestNews:
    def test_the_version_that_is_built_has_its_news(self):
        versions = list(upgrade.release_notes())
        released = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        newest = re.findall(r"^## ([0-9.]+) - ", released, re.MULTILINE)[0]
        # Between two releases: those of the last one.
        assert versions[0] == (newest if ".dev" in __version__ else __version__)
        assert all(upgrade.release_notes().values())

    @pytest.mark.parametrize(
        ("before", "shown"),
        [("", False), ("0.0.9", True), (__version__, False), ("99.0", False), ("x", False)],
    )
    def test_update_notice_is_shown_once(self, before, shown):
        settings = Settings(version_seen=before)
        assert note_version(settings) is shown
        assert settings.version_seen == __version__
        assert note_version(settings) is False

    def test_the_strip_opens_the_news_and_goes(self, services, open_window):
        services.settings.version_seen = "0.0.9"
        window = open_window("activity")
        assert window.updated.isVisible()
        window.updated.buttons["show"].click()
        assert window.findChild(ReleaseNotesDialog) is not None
        assert window.updated.isHidden()

    def test_update_notice_is_hidden_at_the_first_start(self, services, open_window):
        services.settings.wizard_step = "welcome"
        services.settings.version_seen = ""
        window = open_window()
        assert window.updated.isHidden()
        window.close()
        assert Settings.load(services.paths.settings).version_seen == __version__
