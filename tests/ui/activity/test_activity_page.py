"""The Activity page: releases, contacts, totals, periods and trust tiers."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.ledger import FACTS, LedgerEntry, facts
from epicrec_desktop.services.period_calendar import Month, Spending
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.store.sample_file import LossCause
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.activity.page import FIRST_ROWS, FIRST_ROWS_BESIDE, ROW_HEIGHT, ActivityPage
from epicrec_desktop.ui.activity.views import MonthTile, ReleaseContents, pretty, raw
from epicrec_desktop.ui.common.labels import Text
from epicrec_desktop.ui.common.page import vertical_scroll
from epicrec_desktop.ui.common.tasks import LONG
from epicrec_desktop.ui.settings.providers import ProvidersSection
from epicrec_desktop.ui.shell.navigation import current_status
from ui.fakes import FakeServices, movies, never_used, release, released
from ui.fakes.pages import open_page, open_section, rest
from ui.fakes.prepared import log_contacts


def opened(services, qtbot) -> ActivityPage:
    return open_page(ActivityPage, services, qtbot, size=(1072, 800))


def made_here() -> LedgerEntry:
    return LedgerEntry(release(1, THIS_COMPUTER, ReleaseLevel.PERTURBED, []), (), None)


@pytest.fixture
def three(tmp_path) -> FakeServices:
    """After three releases: one for this computer, two for the film club, which failed once."""
    return released(tmp_path)


@pytest.fixture
def page(three, qtbot) -> ActivityPage:
    return opened(three, qtbot)


def test_an_empty_ledger_says_so(fake, qtbot):
    """And not that nothing was sent: the library may be one that lost its ledger."""
    page = opened(fake, qtbot)
    assert page.empty.isVisible()
    assert page.empty.heading.text() == "No list is on record"
    assert not page.overview.isVisible(), "there is nothing to sum up"
    assert not page.spent.isVisible()
    qtbot.waitUntil(lambda: len(page.calendar.tiles) == 1)
    assert page.calendar.tiles[0].state.text() == "Not blurred yet"


def test_releases_are_listed_newest_first_and_the_first_is_shown_as_it_is(page, tmp_path):
    assert [e.release.id for e in page.model.items] == [3, 2, 1]
    assert page.details.entry == page.model.items[0]
    assert "Film club" in page.details.heading.text()
    spoken = page.model.index(1).data()
    assert "Film club" in spoken
    assert f"blurred list of {len(page.model.items[1].release.items)}" in spoken
    assert "not sent" in spoken
    payload, shown = page.details.entry.release.payload, page.details.payload
    assert json.loads(shown.text.toPlainText()) == json.loads(payload)
    assert "\n" in shown.text.toPlainText()
    shown.shape._segments["raw"].click()
    assert shown.text.toPlainText().encode() == payload
    assert page.details.entry.release.sha256 in shown.digest.text()
    shown.copy.click()
    assert shown.copy.text() == "Copied"
    assert QGuiApplication.clipboard().text().encode() == payload
    shown.write(tmp_path / "sent.json")
    assert (tmp_path / "sent.json").read_bytes() == payload
    shown.write(tmp_path / "no such folder" / "sent.json")
    assert page.error.isVisible()
    page.list.setCurrentIndex(page.model.index(1))
    assert "did not answer" in page.details.values["error"].text()
    assert page.details.values["error"].isVisible()
    page.list.setCurrentIndex(page.model.index(0))
    assert not page.details.values["error"].isVisible()


def test_every_labeled_fact_of_a_release_is_shown(page):
    release = page.details.entry.release
    given = facts(release.replace(receiver="https://club.example"))
    assert given.keys() == FACTS.keys(), "a field that a test's release does not have"
    page.details.show_entry(replace(page.details.entry, release=release.replace(receiver="club")))
    for name, label in FACTS.items():
        assert page.details.findChild(Text, f"activity.label.{name}").text() == label
        assert page.details.values[name].text() == facts(page.details.entry.release)[name]
    page.details.show_entry(replace(page.details.entry, release=release.replace(receiver="")))
    assert not page.details.values["receiver"].isVisible(), "there is nothing to say"
    namesake = release.replace(provider=release.level.value, receiver="https://club.example")
    assert facts(namesake).keys() == FACTS.keys(), "a service may be called like a level"


def test_another_server_is_said_to_have_got_the_movies_alone(page):
    entry = page.model.items[0]
    page.details.show_entry(entry)
    assert "only the films" not in page.details.exact.remark
    other = entry.release.replace(receiver="gorse+https://shop.example#like")
    page.details.show_entry(replace(entry, release=other))
    assert page.details.exact.remark.endswith(" bytes, of which the service got only the films")


def test_payloads_that_are_not_json_or_not_text_are_shown_too():
    assert pretty(b"not json") == "not json"
    assert raw(b"\xff{") == "\\xff{"
    assert pretty(b"\xff{") == "\\xff{"


def test_totals_count_different_movies_and_sendings_per_provider(page):
    club, here = ({key: cell.text() for key, cell in line.items()} for line in page.totals.cells)
    assert (club["provider"], club["releases"], club["sent"]) == ("Film club", "2", "2")
    certain = page.model.items[0].release.items
    assert club["named"] == str(len(certain)), "the other one did not arrive"
    assert club["last"] == "20 Nov 2026"
    assert (here["provider"], here["sent"]) == (THIS_COMPUTER, "stayed here")
    assert here["spent"] == "–", "nothing of it left"


def test_movies_sent_as_they_are_are_named_beside_the_blurred_ones():
    spending = Spending(
        PosteriorBound.of(Fraction(1, 4)), {"Cinema": PosteriorBound.of(Fraction(1, 4))}
    )
    made = release(1, "Film club", ReleaseLevel.ALL, movies()[:26])
    sent = LedgerEntry(made, (made.created,), None)
    more = LedgerEntry(
        release(2, "Film club", ReleaseLevel.ALL, movies()[:28]), (), "No answer.", uncertain=True
    )
    silent = LedgerEntry(release(3, "Late", ReleaseLevel.ALL, movies()[:2]), (), None)
    said = text.spent(spending, [sent, more, silent])
    assert "57" in said
    assert "26 movies were sent to Film club as they are, so it knows them." in said
    assert "2 movies may have reached Film club as they are." in said
    assert "Late" not in said, "it was not sent yet"
    copied = replace(spending, causes=(LossCause.COPIED,))
    assert text.spent(copied, [sent]).endswith("may release the same movies again.")
    alone = text.spent(Spending(None, {}), [sent])
    assert alone == "26 movies were sent to Film club as they are, so it knows them."


def test_what_was_made_for_this_computer_is_not_said_to_have_left(fake, qtbot):
    fake.recommend.release(fake.releases.sample(fake.releases.propose()).proposal)
    assert all(entry.sent for entry in fake.ledger.entries())
    assert current_status(fake).texts()[2] == "No list sent so far"
    page = opened(fake, qtbot)
    assert page.spent.text().startswith("No list was sent from this library.")
    assert not page.details.again.isVisible()
    assert page.details.heading.text().startswith("Made on this computer, ")
    assert page.details.values["sent"].text() == "Made here; nothing was sent."
    assert page.details.exact.text() == "The exact bytes"
    assert "nothing sent" in page.model.index(0).data()
    fake.providers.add("Film club", "https://films.example")
    fake.recommend.release(fake.releases.propose(provider="Film club"))
    assert current_status(fake).texts()[2] == "Film club got a list 20 Nov 2026"
    page.activated()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    page.list.setCurrentIndex(page.model.index(0))
    assert page.details.again.isVisible()
    assert page.details.heading.text().startswith("To Film club, ")


def test_totals_say_what_a_provider_spent_in_all():
    blurred = LedgerEntry(release(1, "Film club", ReleaseLevel.PERTURBED, movies()[:3]), (), None)
    spending = Spending(
        PosteriorBound.of(Fraction(1, 4)), {"Film club": PosteriorBound.of(Fraction(1, 4))}
    )
    (total,) = text.totals([blurred], spending)
    short, sentence = text.provider_bound(total)
    assert "57" in short
    assert "ε" not in short, "the mathematics is in the exact bytes alone"
    assert "57" in sentence
    (silent,) = text.totals([blurred], Spending(None, {}))
    assert text.provider_bound(silent) == ("–", "Nothing about any movie.")


def test_send_again_sends_the_stored_release(page, three, film_club, qtbot):
    before = page.details.entry
    with qtbot.waitSignal(page.context.released):
        page.details.again.click()
    rest(page, qtbot)
    assert film_club.reached == [before.release.payload]
    (after,) = [e for e in three.ledger.entries() if e.release.id == before.release.id]
    assert after.release.payload == before.release.payload
    assert len(after.sent) == len(before.sent) + 1
    assert len(three.ledger.entries()) == 3


def test_a_damaged_model_is_no_failed_sending(page, three, film_club, qtbot, monkeypatch):
    refresh, note = three.recommend.refresh, Message("The model of this computer is damaged.")

    def with_note(**how):
        done = refresh(**how)
        return replace(done, recommendations=replace(done.recommendations, notes=(note,)))

    monkeypatch.setattr(three.recommend, "refresh", with_note)
    page.details.again.click()
    qtbot.waitUntil(page.news.isVisible)
    assert page.news.label.text().startswith("The same bytes were sent again.")


def test_nothing_is_sent_again_to_a_provider_that_is_gone(page, three, qtbot):
    assert page.details.again.isVisible()
    three.providers.remove("Film club")
    page.context.providers_changed.emit()
    rest(page, qtbot)
    assert not page.details.again.isVisible()


def test_all_contacts_are_listed_with_what_they_were_for(fake, qtbot):
    log_contacts(fake.real)
    page = opened(fake, qtbot)
    page.kind._segments["contacts"].click()
    assert page.contact_list.isVisible()
    said = [page.contacts.index(row).data() for row in range(page.contacts.rowCount())]
    assert len(said) == 4
    assert "daily schedule" in said[0]
    assert "could not be reached" in said[1]
    assert "nothing about your movies" in said[2]
    assert "no end on record" in said[3]
    page.kind._segments["releases"].click()
    assert page.empty.isVisible()


def test_a_release_is_shown_in_titles_and_the_bytes_are_folded(page, qtbot):
    qtbot.waitUntil(lambda: bool(page.details.disclosed.texts()))
    words = page.details.disclosed.texts()
    size = len(page.details.entry.release.items)
    assert any(word.startswith(f"A list of {size} movies") for word in words)
    numbers = [word for word in words if word.strip("\u2007\u2212 ")[:1].isdigit()]
    assert any(word.endswith("  Old Hollywood") for word in numbers)
    places = {word.index(".") for word in numbers if "  " in word}
    assert len(places) == 1, "digits below digits"
    assert not page.details.payload.isVisible()
    page.details.exact.click()
    assert page.details.payload.isVisible()
    assert not page.details.disclosed.isVisible()


def test_what_a_sending_brought_goes_with_its_provider(page, qtbot):
    page.news.show_text("Archive has a problem of its own. Your release was sent.")
    page.error.show_text("Archive could not be reached.")
    page.context.providers_changed.emit()
    assert not page.news.isVisible()
    assert not page.error.isVisible()


def test_send_again_never_makes_a_new_release(page, three, film_club, qtbot):
    three.privacy.set_overall(ReleaseLevel.ALL)  # a refresh now would release other bytes
    page.details.again.click()
    qtbot.waitUntil(page.news.isVisible)
    assert "Nothing was sent" in page.news.label.text()
    assert not film_club.reached
    assert len(three.ledger.entries()) == 3


def test_never_and_once_and_twice_have_their_words():
    made = release(1, "Film club", ReleaseLevel.ALL, movies()[:1])
    entry = LedgerEntry(made, (), None)
    assert text.delivery_status(entry) == "not sent yet"
    assert text.delivery_status(replace(entry, sent=(made.created,))) == "sent once"
    assert text.delivery_status(replace(entry, sent=(made.created,) * 2)) == "sent 2 times"


def test_what_was_contributed_is_part_of_what_was_spent():
    """Also where no list was ever sent, and to a provider that only has a contribution."""
    loss, more = PosteriorBound.of(Fraction(1)), PosteriorBound.of(Fraction(6, 5))
    spending = Spending(more, {"Friends": loss}, loss)
    words = text.spent(spending)
    assert "what you contributed" in words
    assert "77\u00a0% sure" in words
    assert "74\u00a0%" in words
    here = made_here()
    assert "No list was sent" in text.spent(spending, [here])
    assert "what you contributed" in text.spent(spending, [here])
    restored = text.spent(replace(spending, causes=(LossCause.RESTORED,)), [here])
    assert "No list was sent" not in restored, "one may be forgotten"
    assert "77\u00a0% sure" in restored
    (own, friends) = sorted(text.totals([here], spending), key=lambda total: total.deliveries)
    assert {own.provider, friends.provider} == {THIS_COMPUTER, "Friends"}
    (theirs,) = [t for t in text.totals([], spending) if t.provider == "Friends"]
    assert text.provider_bound(theirs)[0].startswith("74\u00a0%")


def test_months_and_totals_are_closed_until_they_are_asked_for(tmp_path, qtbot):
    services = never_used(tmp_path)
    page = open_page(ActivityPage, services, qtbot, size=(564, 600), styled=True)
    sentence, view = page.empty.sentence, page.scroll_area.viewport()
    assert sentence.isVisible()
    assert sentence.mapTo(view, sentence.rect().bottomLeft()).y() < view.height()
    services.library.add(1)
    services.recommend.release(services.releases.sample(services.releases.propose()).proposal)
    page.context.released.emit()
    rest(page, qtbot)
    parts = (page.spent, page.calendar, page.totals)
    assert not any(part.isVisible() for part in parts)
    page.overview.click()
    assert all(part.isVisible() for part in parts)
    page.kind._segments["contacts"].click()
    assert not any(part.isVisible() for part in (*parts, page.overview))


def test_a_scheduled_fetch_is_shown_while_the_page_is_open(services, window, settle, monkeypatch):
    """A random walk found the list of contacts a round behind."""

    def asks(**_):
        with services.contacts.logged(ContactKind.PUBLISHED, "Film club", asked=False):
            return ("Film club",)

    monkeypatch.setattr(services.providers, "refresh_public", asks)
    window.show_page("activity")
    settle(window)
    before = len(window.page("activity").contacts.items)
    window.publications.minute_passed()
    settle(window)
    assert len(window.page("activity").contacts.items) == before + 1


def test_a_fetch_by_the_clock_does_not_wait_for_private_work(services, window, monkeypatch, qtbot):
    """A provider that is asked every minute would see how long a scan takes."""
    private, asked = Event(), Event()
    monkeypatch.setattr(services.providers, "refresh_public", lambda **_: asked.set())
    task = window.tasks.run(lambda job: private.wait(), queue=LONG)
    window.publications.minute_passed()
    qtbot.waitUntil(asked.is_set)
    with qtbot.waitSignal(task.finished):
        private.set()


def test_what_was_made_last_is_shown_and_else_what_one_looked_at(page, three, qtbot):
    page.list.setCurrentIndex(page.model.index(1))
    looked_at = page.details.entry.release.id
    page.activated()
    rest(page, qtbot)
    assert page.details.entry.release.id == looked_at
    three.privacy.set_overall(ReleaseLevel.ALL)
    made = three.recommend.release(three.releases.propose(provider="Film club")).release
    page.activated()
    rest(page, qtbot)
    assert page.details.entry.release.id == made.id
    assert "2026, " in text.headline(page.details.entry), "the time tells those of one day apart"


def test_activity_shows_the_calendar_and_what_was_spent(three, qtbot):
    page = opened(three, qtbot)
    qtbot.waitUntil(lambda: len(page.calendar.tiles) == 3)
    last, current, following = page.calendar.tiles
    assert "Film club" in last.state.text()
    assert current.property("kind") == "chosen"
    assert following.state.text() == "Waits for the month to begin"
    assert following.movies.text().startswith("3")
    assert "57" in page.spent.text()
    assert "not sent by name" in page.spent.text()


def test_what_left_from_a_library_that_was_lost_is_said_before_the_first_release(
    fake, qtbot, monkeypatch
):
    lost = Spending(PosteriorBound.of(Fraction(1)), {}, causes=(LossCause.ELSEWHERE,))
    monkeypatch.setattr(fake.ledger, "spending", lambda: lost)
    page = opened(fake, qtbot)
    qtbot.waitUntil(page.overview.isVisible)
    for words in (page.spent.text(), text.spent(lost, [made_here()])):
        assert "74\u00a0% sure" in words
        assert "from another library" in words


def test_a_month_of_this_computer_or_of_no_one_has_a_sentence_of_its_own(qtbot):
    moment = datetime(2026, 11, 3, tzinfo=UTC)
    for receivers, sentence in (
        ((THIS_COMPUTER,), "Blurred once on 3 November 2026, for this computer"),
        ((), "Blurred once; nobody has it yet"),
    ):
        tile = MonthTile(Month("2026-11", 3, moment, receivers), "2026-11")
        qtbot.addWidget(tile)
        assert tile.state.text() == sentence


def test_trust_is_set_and_kept(real, in_context, qtbot):
    real.providers.add("Film club", "https://film.example")
    real.providers.add("Odd", "https://odd.example", trust=Fraction(1, 8))
    section = open_section(ProvidersSection, in_context(real), qtbot)
    here, club, odd = section.rows
    assert not here.trust.isVisible()
    assert (club.trust.value, odd.trust.value) == ("1", "1/8")
    assert "8 times" in odd.effect.text()
    club.trust._segments["1/2"].click()
    qtbot.waitUntil(lambda: section.rows[1] is not club)
    assert section.rows[1].trust.value == "1/2"
    assert "twice as much" in section.rows[1].effect.text()
    assert {p.name: p.trust for p in real.providers.all()}["Film club"] == Fraction(1, 2)


def test_a_release_of_thousands_of_movies_is_laid_out_without_reading_each(qtbot, monkeypatch):
    contents, read = ReleaseContents("contents"), []
    area = vertical_scroll(contents)
    qtbot.addWidget(area)
    value = contents.lines.value
    monkeypatch.setattr(contents.lines, "value", lambda *asked: read.append(1) or value(*asked))
    area.resize(300, 400)
    area.show()
    heading = "A heading that is far too long for one line of such a narrow list"
    contents.lines.show_items([(heading, True), *((f"Movie {n}", False) for n in range(4000))])
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 4000 * 10)
    assert 0 < len(read) < 2000
    rows = [contents.visualRect(contents.lines.index(row)) for row in range(3)]
    assert rows[0].height() > rows[1].height() == rows[2].height()


@pytest.mark.parametrize("width", [760, 1072])
def test_the_page_is_the_only_thing_that_scrolls(three, qtbot, width):
    page = open_page(ActivityPage, three, qtbot, size=(width, 600), styled=True)
    many = [f"Movie {n}" for n in range(300)]
    page.details.disclosed.lines.show_items([(words, False) for words in many])
    newest = page.model.items[0]
    older = [replace(newest, release=newest.release.replace(id=100 - n)) for n in range(30)]
    page.model.show_items(older)
    page._fit_list()
    bar = page.scroll_area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 300 * 10)
    first = FIRST_ROWS if width < 820 else FIRST_ROWS_BESIDE
    assert page.list.height() == first * ROW_HEIGHT, "the others wait for a click"
    page.older.click()
    qtbot.waitUntil(lambda: page.list.height() == 30 * ROW_HEIGHT)
    bars = [view.verticalScrollBar() for view in (page.list, page.details.disclosed)]
    qtbot.waitUntil(lambda: all(bar.maximum() == 0 for bar in bars))
    page.details.disclosed.setFocus()
    qtbot.keyClick(page.details.disclosed, Qt.Key.Key_End)
    last = page.details.disclosed.visualRect(page.details.disclosed.currentIndex())
    seen = page.details.disclosed.visibleRegion().boundingRect()
    assert seen.contains(last), "the page follows the keys"
