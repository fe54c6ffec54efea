"""The Settings page: consent, providers, catalog, appearance, export and erase."""

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import fields
from fractions import Fraction

import pytest
from browser_databases import chromium
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QSystemTrayIcon

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import CatalogError, ProviderError, StoreError
from epicrec_desktop.privacy.families import FAMILIES, LEARNED, PUBLISHED
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services.catalog_info import MOVIETWEETINGS, RATED
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, ResultDialog
from epicrec_desktop.ui.common.labels import Text
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.common.restore import RestoreDialog
from epicrec_desktop.ui.common.theme import fixed_font
from epicrec_desktop.ui.settings.page import SettingsPage
from epicrec_desktop.ui.settings.provider_card import AssistantDialog
from epicrec_desktop.ui.settings.providers import with_scheme
from ui.fakes import never_used, released
from ui.fakes.pages import open_page, rest
from ui.fakes.prepared import write_home


def opened(services, qtbot) -> SettingsPage:
    """The page with all of its sections made, and loaded."""
    page = open_page(SettingsPage, services, qtbot, size=(1072, 800))
    assert page.sections
    rest(page, qtbot)
    return page


@pytest.fixture
def page(fake, qtbot) -> SettingsPage:
    return opened(fake, qtbot)


def add_service(page: SettingsPage, qtbot, name: str, address: str) -> None:
    """Fill in the form, press its button, and wait."""
    form = page.providers.form
    form.name.setText(name)
    form.address.setText(address)
    form.add.click()
    rest(page, qtbot)


def consented(fake) -> list[str]:
    return [k.profile.name for k in fake.real.profiles.discover() if k.consent]


def test_consent_is_given_by_a_tick_and_taken_back_after_a_question(fake, qtbot):
    assert not consented(fake)
    fake.scan.scan([fake.profiles.discover()[0].profile])
    page = opened(fake, qtbot)
    qtbot.mouseClick(page.browsers.rows[1].tick, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    assert consented(fake) == ["Personal", "Work"]
    for answer, left in (("no", ["Personal", "Work"]), ("yes", ["Work"])):
        page.browsers.rows[0].tick.click()
        question = page.findChildren(ConfirmDialog)[-1]
        assert "3 movies" in question.findChild(object, "settings.browsers.revoke.text").text()
        getattr(question, answer).click()
        rest(page, qtbot)
        assert consented(fake) == left
        assert page.browsers.rows[0].tick.isChecked() is (answer == "no")


def test_folder_without_history_shows_an_error(page, fake, qtbot, tmp_path):
    page.browsers.add_folder(tmp_path / "empty")
    qtbot.waitUntil(page.browsers.error.isVisible)
    chromium(tmp_path / "mine")
    page.browsers.add_folder(tmp_path / "mine")
    rest(page, qtbot)
    assert consented(fake) == ["mine"]
    assert not page.browsers.error.isVisible()


def test_headings_say_what_holds_and_the_language_is_in_reach(page, real, qtbot):
    assert page.browsers.expander.remark == "0 of 3 read"
    assert opened(real, qtbot).browsers.expander.remark == "None found"
    page.show_part("look")
    assert page.appearance.language.isVisible()
    assert page.behavior.expander.remark == "Quits when closed"
    assert page.people.expander.remark == "Only you"
    page.search.setText("back up")
    assert page.data.isVisible()


def test_every_offered_setting_is_stored_and_shown_again(fake, qtbot, monkeypatch):
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    page = opened(fake, qtbot)
    offered = {s.name for s in fields(Settings) if "offered" in s.metadata}
    rows = {name: line for section in page.sections for name, line in section.settings.items()}
    assert rows.keys() == offered
    for name, line in rows.items():
        values = line.offered.values or (True,)
        for value in values:
            segment = line.control._segments[str(value)] if line.offered.values else line.control
            segment.click()
            assert getattr(Settings.load(fake.paths.settings), name) == value
    again = opened(fake, qtbot)
    for name, line in rows.items():
        shown = next(s.settings[name] for s in again.sections if name in s.settings).control
        if line.offered.values:
            assert shown.value == str(getattr(fake.settings, name))
        else:
            assert shown.isChecked()


def test_a_value_that_is_not_offered_is_shown_as_a_near_one(fake, qtbot):
    fake.settings.rescan_minutes, fake.settings.language, fake.settings.lock_minutes = 300, "xx", 1
    page = opened(fake, qtbot)
    assert page.browsers.settings["rescan_minutes"].control.value == "360"
    assert page.appearance.language.value == "system"
    assert page.protection.after.control.value == "5", "never is not near to any time"


def test_a_provider_is_added_tested_chosen_and_removed(page, fake, qtbot):
    section, met = page.providers, []
    assert not section.form.add.isEnabled()
    fake.providers.fetch_first = lambda name, **_: met.append(name)
    add_service(page, qtbot, "Film club", "https://films.example")
    assert [p.name for p in fake.providers.all()] == ["This computer", "Film club"]
    assert met == ["Film club"], "it is asked for its catalog now, and not at a release"
    assert not section.form.name.text()
    fake.providers.fetch = lambda name, *, job: f"{name} answers and knows 9,742 movies."
    section.rows[1].test.click()
    rest(page, qtbot)
    assert "9,742" in section.news.label.text()
    del fake.providers.fetch
    fake.faults["providers.fetch"] = ProviderError("Film club did not answer.")
    section.rows[1].test.click()
    rest(page, qtbot)
    assert section.error.label.text() == "Film club did not answer."
    assert not section.news.isVisibleTo(section)
    with qtbot.waitSignal(page.context.providers_changed):
        section.rows[1].use.click()
    rest(page, qtbot)
    assert met == ["Film club", "Film club"]
    assert [p.name for p in fake.providers.all() if p.current] == ["Film club"]
    section.rows[1].remove.click()
    page.findChild(ConfirmDialog).yes.click()
    rest(page, qtbot)
    (left,) = fake.providers.all()
    assert left.current


def test_the_next_provider_can_be_typed_while_the_first_is_being_added(page, fake, qtbot):
    form = page.providers.form
    fake.providers.fetch_first = lambda name, **_: None
    form.name.setText("Film club")
    form.address.setText("https://films.example")
    form.add.click()
    form.name.setText("Library")
    rest(page, qtbot)
    assert [p.name for p in fake.providers.all()] == ["This computer", "Film club"]
    assert form.name.text() == "Library"


def test_other_servers_are_added_with_how_they_are_asked(page, fake, qtbot):
    page.reveal(page.providers)
    form, fields = page.providers.form, page.providers.form.details
    fake.providers.fetch_first = lambda name, **_: None
    for name, kind, typed in (
        ("One", "gorse", {}),
        ("Two", "json", {("json", 1): "results.id"}),
        ("Three", "", {}),
    ):
        form.name.setText(name)
        form.address.setText("shop.example")
        form.kind._segments[kind].click()
        for key, shown in fields.items():
            assert [field.isVisible() for field in shown] == [key == kind] * len(shown)
        for (key, place), text in typed.items():
            fields[key][place].setText(text)
        form.add.click()
        qtbot.waitUntil(lambda: not form.name.text())
        assert not form.kind.value
    assert [info.address for info in fake.providers.all()[1:]] == [
        "gorse+https://shop.example#like",
        "https://shop.example",
        "json+https://shop.example#items:results.id",
    ]


def test_invalid_address_shows_an_error_and_stays_editable(page, fake, qtbot):
    page.reveal(page.providers)
    add_service(page, qtbot, "Film club", "http://films.example.org")
    assert page.providers.error.isVisible()
    assert page.providers.form.address.text() == "http://films.example.org"
    assert len(fake.providers.all()) == 1


def test_a_name_that_is_taken_is_asked_about_before_its_address_changes(real, qtbot):
    real.providers.add("Mine", "https://first.example", trust=Fraction(1, 2))
    page = opened(real, qtbot)
    for answer, address in (("no", "https://first.example"), ("yes", "https://second.example")):
        add_service(page, qtbot, "mine", "https://second.example")
        qtbot.waitUntil(lambda: page.findChild(ConfirmDialog) is not None)
        question = page.findChild(ConfirmDialog)
        assert (
            "https://first.example"
            in question.findChild(QLabel, "settings.provider.question.text").text()
        )
        getattr(question, answer).click()
        qtbot.waitUntil(lambda: page.findChild(ConfirmDialog) is None)
        rest(page, qtbot)
        (mine,) = (p for p in real.providers.all() if p.address)
        assert (mine.name, mine.address, mine.trust) == ("Mine", address, Fraction(1, 2))


def test_an_assistant_is_added_once_and_says_how_it_is_connected(page, fake, qtbot):
    section = page.providers
    page.reveal(section)
    section.add_assistant.click()
    rest(page, qtbot)
    assert [p.address for p in fake.providers.all()] == [None, "assistant:"]
    row = section.rows[1]
    assert not section.add_assistant.isVisibleTo(section)
    assert not row.test.isVisibleTo(row)
    assert row.trust.isVisibleTo(row)
    dialog = page.findChild(AssistantDialog)
    assert dialog.text.font() == fixed_font()
    entry = json.loads(dialog.text.toPlainText())["mcpServers"]["epicrec"]
    assert entry["args"][-1] == "assistant"
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText()
    dialog.close()
    row.remove.click()
    page.findChild(ConfirmDialog).yes.click()
    rest(page, qtbot)
    assert section.add_assistant.isVisibleTo(section)


def test_a_bundle_says_that_it_cannot_answer_an_assistant(page, fake, qtbot, monkeypatch):
    """One may be known there: from a library that was restored."""
    fake.providers.add("Assistant", "assistant:")
    monkeypatch.setattr("epicrec_desktop.ui.settings.provider_card.can_serve", lambda: False)
    section = page.providers
    section.load()
    page.reveal(section)
    rest(page, qtbot)
    section.rows[1].card.click()
    assert "Install EpicRec with pip" in section.error.label.text()
    assert not page.findChildren(AssistantDialog)


def test_an_import_shows_the_new_catalog_or_why_it_failed(page, fake, qtbot, tmp_path):
    page.reveal(page.catalog)
    assert page.catalog.name.text() == "made-up"
    fake.faults["catalogs.import_path"] = CatalogError("This is no catalog.")
    page.catalog.import_path(tmp_path)
    rest(page, qtbot)
    assert page.catalog.error.label.text() == "This is no catalog."
    fake.faults.clear()
    with fake.held("catalogs.import_path"):
        page.catalog.import_path(tmp_path)
        qtbot.waitUntil(page.catalog.progress.isVisible)
        assert not page.catalog.rated["movielens"].isEnabled()
        page.catalog.progress.cancel.click()
        rest(page, qtbot)
    assert "Stopped" in page.catalog.news.label.text()
    with qtbot.waitSignal(page.context.catalog_changed):
        page.catalog.import_path(tmp_path)
    rest(page, qtbot)
    assert page.catalog.name.text() == "MovieLens"
    assert all(b.isEnabled() is (b is not page.catalog.tmdb) for b in page.catalog.buttons)


def test_movies_of_this_year_are_fetched_by_themselves_only_after_a_yes(page, fake, qtbot):
    assert not page.catalog.settings["films_of_year"].control.isChecked()
    page.catalog.update_now.click()
    rest(page, qtbot)
    assert fake.catalogs.asked == "update"
    assert not fake.settings.films_of_year
    page.catalog.settings["films_of_year"].control.click()
    assert fake.settings.films_of_year


def test_wikidata_needs_no_key_and_tmdb_a_key_of_the_persons_own(page, fake, qtbot):
    catalog = page.catalog
    catalog.wikidata.click()
    rest(page, qtbot)
    assert fake.catalogs.asked == "wikidata"
    assert not catalog.tmdb.isEnabled()
    catalog.key.setText(" mine ")
    catalog.tmdb.click()
    rest(page, qtbot)
    assert fake.catalogs.asked == "tmdb"
    assert fake.settings.tmdb_key == Settings.load(fake.paths.settings).tmdb_key == "mine"
    catalog.key.clear()
    catalog.key.editingFinished.emit()
    assert fake.settings.tmdb_key == ""
    assert not catalog.tmdb.isEnabled()


def test_what_was_deleted_in_the_browser_is_forgotten_after_a_question(qtbot, tmp_path):
    home = write_home(tmp_path / "home", range(5))
    fake = never_used(tmp_path / "base", home)
    personal, work, _ = (known.profile for known in fake.profiles.discover())
    fake.scan.scan([personal])
    page = opened(fake, qtbot)
    section = page.browsers
    section.deleted.click()
    rest(page, qtbot)
    assert "No movies were found whose visits" in section.news.label.text()
    gone = fake.library.entries()
    assert len(gone) == 5
    with closing(sqlite3.connect(personal.database)) as history, history:
        history.executescript("DELETE FROM visits WHERE url > 1; DELETE FROM urls WHERE id > 1")
    work.database.write_bytes(b"no database")
    fake.profiles.set_consent([work], consent=True)
    section.deleted.click()
    rest(page, qtbot)
    assert "Chrome · Work" in section.error.label.text()
    question = page.findChild(ConfirmDialog)
    question_text = question.findChild(object, "settings.browsers.deleted.question.text").text()
    assert gone[0].movie.label in question_text
    assert gone[4].movie.label not in question_text
    assert all(e.id in fake.kept() for e in gone), "not before it was confirmed"
    with qtbot.waitSignal(page.context.library_changed):
        question.yes.click()
    rest(page, qtbot)
    assert not any(e.id in fake.kept() for e in gone)


def test_public_ratings_are_fetched_with_license_shown(page, fake, qtbot):
    for source in RATED:
        said = page.catalog.findChild(object, f"settings.catalog.{source}.source").text()
        assert ("MIT" in said) == (source == MOVIETWEETINGS)
        assert ("commercial" in said) == (source != MOVIETWEETINGS)
        assert "MB" in said
        page.catalog.rated[source].click()
        rest(page, qtbot)
        assert fake.catalogs.asked == source
    assert "much better" not in page.catalog.model.text()


def test_model_quality_is_shown_beside_its_ratings(page, fake, qtbot):
    worth = ModelQuality(0.40, 0.01, 0.3, 0.20, 1000)
    fake.catalogs.changes = {"ratings": 900_000, "users": 70_000, "quality": worth}
    page.catalog.load()
    rest(page, qtbot)
    assert "On 1,000 people it had not learned from, it was 2.0 times" in page.catalog.model.text()
    assert "0.400" in page.catalog.model.toolTip()


def test_what_may_leave_is_asked_with_the_first_provider_elsewhere(tmp_path, qtbot):
    fake = never_used(tmp_path)
    fake.providers.add("Film club", "https://films.example")
    fake.providers.fetch_first = lambda *_, **__: None
    page = opened(fake, qtbot)
    page.providers.rows[1].use.click()
    rest(page, qtbot)
    question = page.findChild(LevelDialog)
    qtbot.keyClick(question, Qt.Key.Key_Escape)
    rest(page, qtbot)
    assert [p.current for p in fake.providers.all()] == [True, False], "no answer, not in use"
    assert page.providers.rows[0].use.isChecked()
    page.providers.rows[1].use.click()
    rest(page, qtbot)
    question = page.findChildren(LevelDialog)[-1]
    assert "Film club" in question.findChild(object, "level.question.text").text()
    question.cards.cards[ReleaseLevel.NO].click()
    question.yes.click()
    rest(page, qtbot)
    assert fake.privacy.choice().overall is ReleaseLevel.NO
    assert [p.current for p in fake.providers.all()] == [False, True]
    page.providers.rows[0].use.click()
    rest(page, qtbot)
    page.providers.rows[1].use.click()
    rest(page, qtbot)
    assert [p.current for p in fake.providers.all()] == [False, True], "asked once"


def test_appearance_changes_at_once(page):
    appearance = page.appearance.settings["appearance"].control
    appearance._segments["dark"].click()
    assert QGuiApplication.palette().window().color().name() == theme.DARK.background
    appearance._segments["light"].click()
    assert QGuiApplication.palette().window().color().name() == theme.LIGHT.background


def test_erasing_needs_the_word_and_shows_what_was_removed(fake, qtbot):
    page = open_page(SettingsPage, fake, qtbot, styled=True)
    page.data.erase.click()
    page.data.erase.click()  # as a double click does
    qtbot.waitUntil(lambda: page.findChild(ConfirmDialog) is not None)
    rest(page, qtbot)
    (question,) = page.findChildren(ConfirmDialog)
    words = question.findChild(QLabel, "settings.data.question.text")
    assert "already sent" not in words.text(), "nothing was"
    assert "withdrawn" not in words.text()
    assert words.height() >= words.heightForWidth(words.width()), "no word is cut"
    assert not question.yes.isEnabled()
    question.yes.click()
    qtbot.keyClicks(question.word, "erase")
    qtbot.keyClick(question, Qt.Key.Key_Escape)
    rest(page, qtbot)
    assert "data.erase" not in fake.calls
    page.data.erase.click()
    qtbot.waitUntil(lambda: any(one.isVisible() for one in page.findChildren(ConfirmDialog)))
    question = page.findChildren(ConfirmDialog)[-1]
    qtbot.keyClicks(question.word, "eras")
    qtbot.keyClick(question.word, Qt.Key.Key_Return)
    assert question.isVisible(), "Enter is no answer before the word is there"
    qtbot.keyClicks(question.word, "e")
    with qtbot.waitSignal(page.context.erased):  # before it is read: nothing is written meanwhile
        qtbot.keyClick(question.word, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.findChild(ResultDialog) is not None)
    proof = page.findChild(ResultDialog)
    assert "data.erase" in fake.calls
    first = proof.findChild(object, "settings.data.proof.line.0").text()
    assert first == "30 movies of the library (26 confirmed) were forgotten."
    assert not fake.paths.database.exists()
    assert "(0 files)" not in " ".join(label.text() for label in proof.findChildren(QLabel))
    assert proof.close_button.text() == "Close EpicRec", "the window does not vanish unannounced"
    with qtbot.waitSignal(page.context.quit_requested):
        proof.close_button.click()


def test_what_erasing_leaves_elsewhere_is_said_where_something_left(tmp_path, qtbot):
    page = open_page(SettingsPage, released(tmp_path), qtbot)
    page.data.erase.click()
    qtbot.waitUntil(lambda: page.findChild(ConfirmDialog) is not None)
    question = page.findChild(ConfirmDialog)
    words = question.findChild(QLabel, "settings.data.question.text").text()
    assert "already sent cannot be called back" in words
    assert "withdrawn" not in words
    question.reject()


def test_an_export_is_written_and_restored_after_a_question(real, qtbot, tmp_path):
    """With one provider more, of which the question tells."""
    page = opened(real, qtbot)
    file = tmp_path / "mine.json"
    page.data.export_to(file)
    rest(page, qtbot)
    document = json.loads(file.read_text())
    assert document["format"] == "epicrec-export"
    cinema = {"name": "Cinema", "address": "https://cinema.example", "trust": "1/2"}
    document["providers"].append(cinema)
    file.write_text(json.dumps(document))
    for agree in (False, True):
        page.data.reading.show(file)
        qtbot.waitUntil(lambda: page.findChild(RestoreDialog) is not None)
        dialog = page.findChild(RestoreDialog)
        lines = [label.text() for label in dialog.findChildren(Text)]
        assert any("Cinema (https://cinema.example)" in line for line in lines)
        assert dialog.no.isDefault()
        (dialog.yes if agree else dialog.no).click()
        rest(page, qtbot)
        qtbot.waitUntil(lambda: page.findChild(RestoreDialog) is None)
        assert ("Cinema" in {p.name for p in real.providers.all()}) is agree
    assert page.data.news.isVisible()
    file.write_text("{}")
    page.data.reading.show(file)
    rest(page, qtbot)
    assert "no export of EpicRec" in page.data.error.label.text()


def test_the_page_ends_where_its_sections_end(fake, qtbot):
    page = open_page(SettingsPage, fake, qtbot, styled=True)
    page.show_part("look")
    for section in page.part("look"):
        section.unfold()
    body = page.scroll_area.widget()
    bottom = page.body.contentsMargins().bottom()

    def fits():
        ends = page.about.geometry().bottom() + 1 + bottom == body.height()
        return ends and all(s.height() == s.heightForWidth(s.width()) for s in page.part("look"))

    for width in (788, 1072, 1440):
        page.resize(width, 800)
        qtbot.waitUntil(fits)


def test_tray_news_and_a_start_with_the_session_are_wanted_or_not(
    fake, qtbot, monkeypatch, tmp_path
):
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    page = opened(fake, qtbot)
    section = page.behavior
    tray, finds = section.settings["tray"].control, section.settings["tell_finds"].control
    assert tray.isEnabled()
    assert not tray.isChecked()
    assert not finds.isEnabled()
    assert section.settings["tell_finds"].note.text() == (
        "Only while EpicRec runs in the system tray."
    )
    with qtbot.waitSignal(page.context.setting_changed):
        tray.click()
    finds.click()
    stored = Settings.load(fake.paths.settings)
    assert stored.tray
    assert stored.tell_finds
    fake.settings.rescans_paused = True
    tray.click()
    stored = Settings.load(fake.paths.settings)
    assert not stored.tray
    assert not stored.rescans_paused
    if sys.platform == "win32":
        return
    assert not section.login.control.isChecked()
    for files in (1, 0):
        section.login.control.click()
        rest(page, qtbot)
        assert len(list((tmp_path / "config" / "autostart").iterdir())) == files


def test_without_a_tray_the_choice_is_off_and_says_why(fake, qtbot, monkeypatch):
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    fake.settings.tray = True
    tray = opened(fake, qtbot).behavior.settings["tray"]
    assert not tray.control.isEnabled()
    assert not tray.control.isChecked()
    assert "no system tray" in tray.note.text()
    assert tray.control.accessibleDescription() == tray.note.text()


def test_the_language_is_chosen_by_its_own_name(fake, qtbot):
    page = opened(fake, qtbot)
    assert page.appearance.language.value == "system"
    german = page.findChild(QAbstractButton, "settings.appearance.language.de")
    assert german.text() == "Deutsch"
    with qtbot.waitSignal(page.context.setting_changed):
        german.click()


def test_the_mechanism_is_chosen_announced_and_kept(page, fake, qtbot):
    for family in (PUBLISHED, *FAMILIES.values()):
        button = page.mechanism.choices[family.key]
        if not button.isChecked():
            with qtbot.waitSignal(page.context.choice_changed):
                button.click()
        assert fake.privacy.mechanism() is family
        section = opened(fake, qtbot).mechanism
        ticked = [key for key, button in section.choices.items() if button.isChecked()]
        assert ticked == [family.key]
        assert section.choices[family.key].text() in section.expander.accessibleDescription()
    assert "paper" in page.mechanism.choices[PUBLISHED.key].accessibleDescription()


def test_failed_mechanism_change_is_reported_and_reverted(page, fake, qtbot):
    fake.faults["privacy.use_mechanism"] = StoreError("The disk is full. Nothing was changed.")
    page.mechanism.choices[PUBLISHED.key].click()
    qtbot.waitUntil(page.mechanism.choices[LEARNED.key].isChecked)
    assert "disk is full" in page.mechanism.error.label.text()


def test_an_address_without_a_scheme_gets_one():
    completed = {
        "127.0.0.1:8765": "http://127.0.0.1:8765",
        "localhost:8765/films": "http://localhost:8765/films",
        "[::1]:8765": "http://[::1]:8765",
        "films.example": "https://films.example",
        "http://films.example": "http://films.example",
        "[films": "[films",
        "": "",
    }
    assert {typed: with_scheme(typed) for typed in completed} == completed


def test_a_section_is_made_and_loaded_when_it_is_shown_first(fake, qtbot):
    fake.providers.add("Film club", "https://films.example")
    page = open_page(SettingsPage, fake, qtbot, size=(1072, 800))
    rest(page, qtbot)
    assert page.findChild(QAbstractButton, "settings.data.open") is not None
    assert page.findChild(QAbstractButton, "settings.providers.open") is None
    page.choice._pick("services")
    rest(page, qtbot)
    assert page.providers.isVisible()
    assert len(page.providers.rows) == 2
    page.show_item("about")
    assert page.about.y() > page.behavior.y() > page.appearance.y()


def test_sections_are_closed_until_they_are_asked_for(page, qtbot):
    shown = [section.KEY for section in page.sections if section.isVisible()]
    assert shown == ["browsers", "catalog", "data"]
    assert not page.data.export.isVisible()
    qtbot.mouseClick(page.data.expander, Qt.MouseButton.LeftButton)
    assert page.data.export.isVisible()
    page.choice._pick("safety")
    assert [section.KEY for section in page.sections if section.isVisible()] == [
        "protection",
        "people",
    ]


def test_search_finds_settings_of_every_part(page):
    for words, found in (
        ("encrypt", "protection"),
        ("TMDB key", "catalog"),
        ("dark", "appearance"),
        ("colors", "appearance"),
        ("import letterboxd", "data"),
        ("folder", "data"),
    ):
        page.search.setText(words)
        assert found in [section.KEY for section in page.sections if section.isVisible()]
        assert not page.nothing.isVisible()
    page.search.setText("qqq")
    assert not any(section.isVisible() for section in page.sections)
    assert page.nothing.isVisible()
    page.search.clear()
    assert page.browsers.isVisible()
    assert not page.protection.isVisible()


def test_new_service_begins_at_a_quarter_of_the_trust(real, qtbot):
    page = opened(real, qtbot)
    for address in ("https://films.example.org", "https://films.example.org/"):
        add_service(page, qtbot, "Film club", address)
    (club,) = (info for info in real.providers.all() if info.address)
    assert club.trust == Fraction(1, 4)
    real.providers.set_trust("Film club", Fraction(1, 8))
    add_service(page, qtbot, "Film club", "https://films.example.org")
    assert real.providers.find("Film club").trust == Fraction(1, 8), "a known one keeps its own"
