"""The Activity page shows the ledger as it is, and a repeat is the stored bytes or nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from fake_privacy import movies, release
from PySide6.QtGui import QGuiApplication

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.privacy.accountant import in_words
from epicrec_desktop.services.calendar import Spending
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.releases import LedgerEntry
from epicrec_desktop.ui import activity_words
from epicrec_desktop.ui.pages.activity import ActivityPage
from epicrec_desktop.ui.standing import standing
from epicrec_desktop.ui.widgets.payload_view import pretty, raw


def opened(services, in_context, qtbot) -> ActivityPage:
    page = ActivityPage(in_context(services))
    qtbot.addWidget(page)
    page.resize(1072, 800)
    page.show()
    page.activated()
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
    return page


@pytest.fixture
def page(fake, in_context, qtbot) -> ActivityPage:
    fake.ledger.filled()
    return opened(fake, in_context, qtbot)


def test_an_empty_ledger_says_so(fake, in_context, qtbot) -> None:
    page = opened(fake, in_context, qtbot)
    assert page.empty.isVisible()
    assert page.empty.heading.text() == "Nothing has left this computer."


def test_releases_are_listed_newest_first_and_the_first_is_shown(page, fake) -> None:
    assert [e.release.id for e in page.model.entries] == [3, 2, 1]
    assert page.details.entry == page.model.entries[0]
    assert "Film club" in page.details.heading.text()


def test_the_payload_is_shown_readable_and_as_it_is(page) -> None:
    payload = page.details.entry.release.payload
    shown = page.details.payload
    assert json.loads(shown.text.toPlainText()) == json.loads(payload)
    assert "\n" in shown.text.toPlainText()
    shown.shape._segments["raw"].click()
    assert shown.text.toPlainText().encode() == payload
    assert page.details.entry.release.sha256 in shown.digest.text()
    shown.copy.click()
    assert QGuiApplication.clipboard().text().encode() == payload


def test_saving_writes_the_bytes_themselves(page, tmp_path) -> None:
    page.details.payload.write(tmp_path / "sent.json")
    assert (tmp_path / "sent.json").read_bytes() == page.details.entry.release.payload


def test_a_file_that_cannot_be_written_is_told(page, tmp_path) -> None:
    page.details.payload.write(tmp_path / "no such folder" / "sent.json")
    assert page.error.isVisible()


def test_payloads_that_are_not_json_or_not_text_are_shown_too() -> None:
    assert pretty(b"not json") == "not json"
    assert raw(b"\xff{") == "\\xff{"
    assert pretty(b"\xff{") == "\\xff{"


def test_a_failed_attempt_is_told_with_its_sentence(page) -> None:
    page.list.setCurrentIndex(page.model.index(1))
    assert "did not answer" in page.details.values["error"].text()
    assert page.details.values["error"].isVisible()
    page.list.setCurrentIndex(page.model.index(0))
    assert not page.details.values["error"].isVisible()


def test_what_a_release_can_tell_follows_from_its_level() -> None:
    blurred = release(1, "Film club", ReleaseLevel.PERTURBED, movies()[:3])
    assert "56" in activity_words.budget(blurred)
    opened_all = release(2, "Film club", ReleaseLevel.ALL, movies()[:3])
    assert activity_words.budget(opened_all) == "Every movie in it, for certain."


def test_totals_count_different_movies_and_sendings_per_provider(page) -> None:
    club, here = ({key: cell.text() for key, cell in line.items()} for line in page.totals.cells)
    assert (club["provider"], club["releases"], club["sent"]) == ("Film club", "2", "2")
    assert club["named"] == "24"  # the second release holds none that is new
    assert club["last"] == "14 Nov 2026"
    assert (here["provider"], here["sent"]) == (THIS_COMPUTER, "stayed here")
    assert here["spent"] == "–", "nothing of it left"


def test_movies_sent_as_they_are_are_named_beside_the_blurred_ones() -> None:
    spending = Spending(in_words(Fraction(1, 4)), {"Cinema": in_words(Fraction(1, 4))})
    made = release(1, "Film club", ReleaseLevel.ALL, movies()[:26])
    sent = LedgerEntry(made, (made.created,), None)
    more = LedgerEntry(release(2, "Film club", ReleaseLevel.ALL, movies()[:28]), (), "No answer.")
    silent = LedgerEntry(release(3, "Late", ReleaseLevel.ALL, movies()[:2]), (), None)
    said = activity_words.spent(spending, [sent, more, silent])
    assert "57" in said
    assert "28 movies were sent as they are to Film club: those are known." in said
    assert "Late" not in said, "it was not sent yet"
    alone = activity_words.spent(Spending(None, {}), [sent])
    assert alone == "26 movies were sent as they are to Film club: those are known."


def test_what_was_made_for_this_computer_is_not_said_to_have_left(fake, in_context, qtbot) -> None:
    fake.ledger.rows = [e for e in fake.ledger.filled().rows if activity_words.stayed(e)]
    page = opened(fake, in_context, qtbot)
    assert page.spent.text().startswith("Nothing has left this computer yet.")
    assert not page.details.again.isVisible()
    assert page.details.heading.text().startswith("Made on this computer, ")
    assert page.details.values["sent"].text() == "Made here, nothing left."
    assert page.details.payload.heading.text() == "What was made here, byte for byte"
    assert "nothing left" in page.model.index(0).data()
    fake.ledger.filled()
    page.activated()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    page.list.setCurrentIndex(page.model.index(0))
    assert page.details.again.isVisible()
    assert page.details.heading.text().startswith("To Film club, ")
    assert page.details.payload.heading.text() == "What was sent, byte for byte"


def test_the_side_says_nothing_left_where_all_stayed_here(fake) -> None:
    fake.ledger.rows = [e for e in fake.ledger.filled().rows if activity_words.stayed(e)]
    assert all(entry.sent for entry in fake.ledger.rows)
    assert standing(fake).words()[2] == "Nothing has left yet"
    fake.ledger.filled()
    assert standing(fake).words()[2] == "Last release 14 Nov 2026"


def test_totals_say_what_a_provider_spent_in_all() -> None:
    blurred = LedgerEntry(release(1, "Film club", ReleaseLevel.PERTURBED, movies()[:3]), (), None)
    spending = Spending(in_words(Fraction(1, 4)), {"Film club": in_words(Fraction(1, 4))})
    (total,) = activity_words.totals([blurred], spending)
    short, sentence = activity_words.spent_by(total)
    assert "57" in short
    assert "0.25" in short
    assert "57" in sentence
    (silent,) = activity_words.totals([blurred], Spending(None, {}))
    assert activity_words.spent_by(silent) == ("–", "Nothing about any movie.")


def test_send_again_sends_the_stored_release(page, fake, qtbot) -> None:
    before = page.details.entry
    with qtbot.waitSignal(page.context.released):
        page.details.again.click()
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
    assert fake.recommend.calls == [(None, "Film club")]
    (after,) = [e for e in fake.ledger.rows if e.release.id == before.release.id]
    assert after.release.payload == before.release.payload
    assert len(after.sent) == len(before.sent) + 1
    assert len(fake.ledger.rows) == 3


def test_send_again_never_makes_a_new_release(page, fake, qtbot) -> None:
    # Something new is eligible: a refresh now would release other bytes.
    fake.ledger.of_level = lambda level: None
    page.details.again.click()
    qtbot.waitUntil(page.news.isVisible)
    assert "Nothing was sent" in page.news.label.text()
    assert not fake.recommend.calls
    assert len(fake.ledger.rows) == 3


def test_the_row_is_one_sentence_for_a_screen_reader(page) -> None:
    text = page.model.index(1).data()
    assert "Film club" in text
    assert "17 movies" in text
    assert "not sent" in text


def test_never_and_once_and_twice_have_their_words() -> None:
    made = release(1, "Film club", ReleaseLevel.ALL, movies()[:1])
    entry = LedgerEntry(made, (), None)
    assert activity_words.fate(entry) == "not sent yet"
    assert activity_words.fate(replace(entry, sent=(made.created,))) == "sent once"
    assert activity_words.fate(replace(entry, sent=(made.created,) * 2)) == "sent 2 times"


def test_with_the_real_services(real, in_context, qtbot) -> None:
    for key, _ in real.library.search_catalog("the", limit=5):
        real.library.add(key)
    real.privacy.set_overall(ReleaseLevel.ALL)
    outcome = real.recommend.refresh()
    page = opened(real, in_context, qtbot)
    assert page.details.entry.release == outcome.release
    page.details.payload.shape._segments["raw"].click()
    assert page.details.payload.text.toPlainText().encode() == outcome.release.payload
    with qtbot.waitSignal(page.context.released, timeout=60_000):
        page.details.again.click()
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
    (entry,) = real.ledger.entries()
    assert entry.release == outcome.release
    assert len(entry.sent) == 2
