"""The About section: update check and licenses."""

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from announcing import OTHER_KEY, Announcer, announcer, document, signed
from epicrec_desktop import resources
from epicrec_desktop.services.update_check import UpdateService
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, TextDialog
from epicrec_desktop.ui.settings.look import AboutSection
from epicrec_desktop.ui.settings.page import SettingsPage
from ui.fakes import NOW
from ui.fakes.pages import open_page, open_section
from ui.fakes.watched import Watched

NOTE = {"en": "Posters are drawn <b>faster</b>."}


@pytest.fixture
def host() -> Iterator[Announcer]:
    """Who says that 9.1 is the newest version."""
    with announcer() as server:
        server.body = signed(document(NOW, "9.1", notes=NOTE))
        yield server


def section(fake, in_context, qtbot, host: Announcer | None, version: str = "9.0") -> AboutSection:
    source = host.source if host is not None else None
    checks = UpdateService(fake.context, fake.real.contacts, source, version=version)
    fake.updates = Watched(checks, "updates", fake.enter)
    return open_section(AboutSection, in_context(fake), qtbot)


def click(about: AboutSection, qtbot, *, agree: bool = True) -> ConfirmDialog:
    qtbot.mouseClick(about.updates.button, Qt.MouseButton.LeftButton)
    question = about.findChildren(ConfirmDialog)[-1]
    assert question.isVisible()
    button = question.yes if agree else question.no
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not about.context.tasks.busy)
    return question


def test_without_an_address_it_says_so_and_offers_nothing(fake, in_context, qtbot):
    about = section(fake, in_context, qtbot, None)
    assert about.updates.off.isVisible()
    assert "off" in about.updates.off.text()
    assert not about.updates.button.isVisible()


def test_a_newer_version_is_shown_with_its_address_and_digest_after_a_yes(
    fake, in_context, qtbot, host
):
    about = section(fake, in_context, qtbot, host)
    assert not about.updates.off.isVisible()
    click(about, qtbot, agree=False)
    assert "updates.check" not in fake.calls
    click(about, qtbot)
    assert fake.calls.count("updates.check") == 1
    updates = about.updates
    assert updates.headline.text() == "Version 9.1 is there; this is 9.0."
    assert updates.note.text() == "Posters are drawn <b>faster</b>."
    assert updates.note.textFormat() is Qt.TextFormat.PlainText
    assert ("b" if sys.platform == "win32" else "a") * 64 in updates.files.text()
    assert updates.offer.isVisible()
    for width in (420, 900):
        about.resize(width, 700)
        assert updates.files.width() <= width, "a digest does not make the page wider"
    qtbot.mouseClick(updates.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "https://films.example/epicrec"


def test_the_newest_version_is_a_sentence(fake, in_context, qtbot, host):
    about = section(fake, in_context, qtbot, host, "9.1")
    click(about, qtbot)
    assert not about.updates.offer.isVisible()
    assert "This is the newest version" in about.news.label.text()


def test_untrusted_update_shows_an_error_and_can_be_retried(fake, in_context, qtbot, host):
    about = section(fake, in_context, qtbot, host)
    host.body = signed(document(NOW, "9.1"), [OTHER_KEY])
    click(about, qtbot)
    assert "not signed" in about.error.label.text()
    assert not about.updates.offer.isVisible()
    assert about.updates.button.isEnabled()


def opened(fake, qtbot) -> SettingsPage:
    page = open_page(SettingsPage, fake, qtbot)
    page.reveal(page.about)
    return page


def test_a_package_shows_its_licences(fake, qtbot, tmp_path, monkeypatch):
    (tmp_path / "licences.txt").write_text("Größe <b>1.0</b>: MIT\n" * 400, encoding="utf-8")
    whole = resources.path
    monkeypatch.setattr(
        resources,
        "path",
        lambda *parts: tmp_path.joinpath(*parts) if parts == ("licences.txt",) else whole(*parts),
    )
    page = opened(fake, qtbot)
    assert page.about.licences.isVisibleTo(page)
    qtbot.mouseClick(page.about.licences, Qt.MouseButton.LeftButton)
    dialog = page.findChild(TextDialog, "licences")
    assert dialog.isVisible()
    assert "Größe <b>1.0</b>: MIT" in dialog.text.toPlainText()
    assert dialog.text.hasFocus() or not dialog.isActiveWindow()
    qtbot.keyClick(dialog.text, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_without_them_there_is_no_button(fake, qtbot):
    if resources.path("licences.txt").exists():
        pytest.skip("this installation brings licences along")
    assert not opened(fake, qtbot).about.licences.isVisible()
