"""Sentences that once were false in some state, each in that state."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.ledger import LedgerEntry
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.ui.activity import text as activity_text
from epicrec_desktop.ui.common import privacy_text
from epicrec_desktop.ui.common.page import Freshness
from epicrec_desktop.ui.privacy.page import PrivacyPage
from epicrec_desktop.ui.privacy.previews import load
from epicrec_desktop.ui.privacy.sections import NotSharing
from epicrec_desktop.ui.recommendations import text as recommendation_text
from epicrec_desktop.ui.recommendations.ranking import load_start
from epicrec_desktop.ui.settings.providers import ProviderRow, ProvidersSection
from epicrec_desktop.ui.shell.navigation import current_status
from epicrec_desktop.ui.shell.timers import MonthTimer
from ui.fakes import movies, never_used, prepared, release, released, use_club
from ui.fakes.base import ADDRESS, CLUB
from ui.fakes.pages import open_page, open_section

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL


def test_footer_names_no_level_before_a_choice_and_not_one_for_several(tmp_path):
    fake = never_used(tmp_path)
    assert current_status(fake).texts()[0] == "Nothing leaves"
    use_club(fake)
    assert current_status(fake).texts()[0] == "Nothing leaves yet"
    for own, words in (
        ({}, "Blurred"),
        ({"Comedy": ALL}, "Levels differ by category"),
        (dict.fromkeys(CATEGORIES, ALL), "Everything"),
    ):
        fake.privacy.restore(PrivacyChoice(PERTURBED, own))
        assert current_status(fake).texts()[0] == words


def test_what_leaves_by_itself_is_not_said_to_stay(fake, in_context, qtbot, monkeypatch):
    """Scheduled contributions go to their receivers, whatever provider is in use."""
    fake.privacy.set_overall(PERTURBED)
    fake.providers.choose("This computer")
    alone = NotSharing(in_context(fake))
    qtbot.addWidget(alone)

    def said():
        alone.show_contributing(load(fake).contributing)
        return current_status(fake).texts()[0], alone.heading.text()

    assert said() == ("Nothing leaves", "Nothing leaves this computer now.")
    monkeypatch.setattr(type(fake.real.contributions), "will_send", lambda service: True)
    assert said() == (
        "Only contributions leave",
        "Only the contributions that you scheduled leave this computer.",
    )


def test_without_a_service_no_list_is_said_to_be_sent(fake, qtbot):
    """At each level, and with a category of its own; what contributions send is no list."""
    fake.providers.choose("This computer")
    page = open_page(PrivacyPage, fake, qtbot)
    page.details.setChecked(True)
    for overall, own in ((PERTURBED, {}), (ALL, {}), (ALL, {"Drama": NO}), (NO, {})):
        choice = PrivacyChoice(overall, own)
        fake.privacy.restore(choice)
        page.context.choice_changed.emit()
        qtbot.waitUntil(
            lambda choice=choice: (
                page.previews.current is not None
                and page.previews.current.proposal.choice == choice
            )
        )
        note = page.folded.leaving.note.text()
        assert "would be sent" not in note
        assert "before it is sent" not in note
        assert ("nothing is sent" in note) or (overall is NO and "No list is sent" in note)
    repeat = replace(page.previews.current.proposal, repeats=True, level=ALL)
    again = replace(page.previews.current, proposal=repeat, made="2026-11", arrived=True)
    assert "sent again" not in privacy_text.leaving_note(again)
    assert "sent" not in privacy_text.leaving_heading(again)


def test_footer_names_the_last_receiver_not_the_current_provider(tmp_path):
    fake = released(tmp_path)
    fake.providers.add("Cinema", ADDRESS)
    fake.providers.choose("Cinema")
    _, provider, last = current_status(fake).texts()
    assert (provider, last) == ("Cinema", "Film club got a list 20 Nov 2026")


def test_what_may_have_left_is_not_said_to_have_stayed(fake, monkeypatch):
    made = release(3, CLUB, PERTURBED, movies()[:3])
    tried = LedgerEntry(made, (), message("No answer."), uncertain=True)
    monkeypatch.setattr(fake.ledger, "entries", lambda: [tried], raising=False)
    assert current_status(fake).texts()[2] == "A list may have been sent"
    assert "may have arrived" in activity_text.summary(tried)
    kept = replace(tried, uncertain=False)
    monkeypatch.setattr(fake.ledger, "entries", lambda: [kept], raising=False)
    assert current_status(fake).texts()[2] == "No list sent so far"
    assert "not sent" in activity_text.summary(kept)


def test_the_foot_knows_of_lists_that_a_lost_library_sent(tmp_path):
    fake = released(tmp_path)
    fake.close()
    for file in fake.paths.data.glob(f"{fake.paths.database.name}*"):
        file.unlink()
    with closing(prepared.build(tmp_path)) as again:
        assert current_status(again).texts()[2] == "A list may have been sent"


def test_what_a_release_can_tell_follows_from_its_level():
    blurred = activity_text.certainty(release(1, CLUB, PERTURBED, movies()[:3]))
    assert "56" in blurred
    assert "50:50" in activity_text.certainty(release(1, CLUB, PERTURBED, ()))
    by_name = activity_text.certainty(release(2, CLUB, ALL, movies()[:3]))
    assert by_name == "Every movie in it, with certainty."


def test_a_release_of_both_kinds_says_both():
    made = release(1, CLUB, PERTURBED, movies()[:5])
    both = made.replace(open_places=(0, 1))
    assert activity_text.contents(both) == "2 movies by name · blurred list of 3"
    assert "certainty" in activity_text.certainty(both)
    assert "50:50" in activity_text.certainty(both)


def test_rows_of_yesterday_do_not_say_that_nothing_was_sent_for_them(fake):
    result = fake.recommend.rank_locally()
    assert "sent" not in recommendation_text.summary(result)


def test_a_note_goes_with_its_provider(tmp_path, film_club):
    fake, film_club.down = released(tmp_path), True
    fake.providers.choose(CLUB)
    fake.recommend.refresh()
    assert load_start(fake)[0].notes
    fake.providers.choose("This computer")
    assert not load_start(fake)[0].notes


def effect(qtbot, **trust: object) -> str:
    row = ProviderRow(ProviderInfo(CLUB, ADDRESS, **trust), "row")
    qtbot.addWidget(row)
    return row.effect.text()


def test_trust_effect_names_the_period_it_applies_to(qtbot):
    half = Fraction(1, 2)
    assert effect(qtbot) == "Gets: what your levels allow."
    assert effect(qtbot, trust=half, shared=half) == "Gets: numbers blurred twice as much."
    kept = effect(qtbot, trust=half, shared=half, keeps=True)
    assert kept.startswith("What it has already stays as it is.")
    assert "lower one applies" in effect(qtbot, shared=half)
    assert "next month" in effect(qtbot, trust_from="2026-12", shared=half)


def test_months_that_a_provider_has_keep_their_tier(real):
    """The service says so, and does so."""
    real.providers.add(CLUB, "http://127.0.0.1:9")
    (club,) = [info for info in real.providers.all() if info.name == CLUB]
    assert (club.keeps, club.shared) == (False, 1)
    real.providers.add("Other", "http://127.0.0.1:9", trust=Fraction(1, 4))
    (club,) = [info for info in real.providers.all() if info.name == CLUB]
    assert club.shared == Fraction(1, 4)


@pytest.fixture
def section(fake, in_context, qtbot) -> ProvidersSection:
    fake.providers.add(CLUB, ADDRESS)
    return open_section(ProvidersSection, in_context(fake), qtbot)


def test_an_error_goes_when_its_provider_goes(section, fake, qtbot):
    fake.faults["providers.fetch"] = ProviderError("Film club could not be reached.")
    section.rows[1].test.click()
    qtbot.waitUntil(section.error.isVisible)
    fake.providers.remove(CLUB)  # in a terminal
    section.load()
    qtbot.waitUntil(lambda: len(section.rows) == 1)
    assert not section.error.isVisible()


def test_answer_of_a_removed_provider_is_ignored(section, fake, qtbot):
    with fake.held("providers.fetch"):
        section.rows[1].test.click()
        fake.providers.remove(CLUB)
        section.load()
    qtbot.waitUntil(lambda: not section.context.tasks.busy)
    assert not section.news.isVisible()


def test_provider_in_use_cannot_be_chosen_again(section, fake, qtbot):
    section._added(ProviderInfo(CLUB, ADDRESS, current=True))
    assert "is in use" in section.news.label.text()
    section._added(ProviderInfo(CLUB, ADDRESS))
    assert "Choose it below" in section.news.label.text()


def test_pages_hear_of_a_new_month(real, in_context, qtbot, monkeypatch):
    moment = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
    monkeypatch.setattr(real.context, "now", lambda: moment)
    context = in_context(real)
    watch, fresh = MonthTimer(context), Freshness(context)
    fresh.begin()
    with qtbot.assertNotEmitted(context.month_changed):
        watch.check()
    assert not fresh.stale
    moment += timedelta(days=1)
    assert fresh.stale, "what was loaded yesterday"
    with qtbot.waitSignal(context.month_changed):
        watch.check()
    with qtbot.assertNotEmitted(context.month_changed):
        watch.check()
    qtbot.waitUntil(lambda: not context.tasks.busy)
