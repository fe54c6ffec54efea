"""The sentences of the privacy screen say what is true of the preview they are made from."""

import math
import re
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.mechanism_planner import Budget
from epicrec_desktop.services.release_difference import Difference, Numbers
from epicrec_desktop.services.release_proposal import WARNINGS, Preview
from epicrec_desktop.services.release_worth import Worth
from epicrec_desktop.ui.common import privacy_text as words
from epicrec_desktop.ui.common.messages import localized
from epicrec_desktop.ui.privacy import previews
from epicrec_desktop.ui.privacy.sections import CategoryLevels
from ui.fakes import just_started, released


@pytest.fixture(scope="module")
def preview(tmp_path_factory) -> Preview:
    with closing(just_started(tmp_path_factory.mktemp("started"))) as services:
        return services.releases.preview()


def changed(preview: Preview, **proposal: object) -> Preview:
    """A preview of another proposal."""
    return replace(preview, proposal=replace(preview.proposal, **proposal))


def percents(sentence: str) -> list[int]:
    return [int(n) for n in re.findall(r"(\d+)\u00a0%", sentence)]


def observed(epsilon: Fraction) -> list[int]:
    return percents(localized(Budget(epsilon, "S-DPDP", "published", {}).observer))


def test_the_observer_bound_is_the_one_of_the_budget():
    assert observed(Fraction(23, 100)) == [56, 67]
    assert observed(Fraction(1)) == [74, 96]


@given(st.fractions(min_value=Fraction(1, 100), max_value=1, max_denominator=100))
def test_the_bound_said_is_never_below_the_bound_that_holds(epsilon):
    one, three = observed(epsilon)
    assert one >= 100 * math.exp(epsilon) / (1 + math.exp(epsilon))
    assert three >= 100 * math.exp(3 * epsilon) / (1 + math.exp(3 * epsilon)) - 1e-9
    assert three >= one


def test_no_release_promises_nothing_is_sent_only_where_that_is_so():
    for own, said in (
        ({}, "No list is sent, so"),
        ({"Comedy": ReleaseLevel.NO}, "No list is sent, so"),
        ({"Comedy": ReleaseLevel.ALL}, "except"),
    ):
        choice = PrivacyChoice(ReleaseLevel.NO, own)
        assert said in words.consequence(ReleaseLevel.NO, choice, 5), own


def test_all_release_names_the_count_only_where_all_are_sent():
    def card(confirmed, kept=0, **own):
        choice = PrivacyChoice(ReleaseLevel.ALL, own)
        return words.consequence(ReleaseLevel.ALL, choice, confirmed, kept=kept)

    assert "214" in card(214)
    assert "214" not in card(214, Romance=ReleaseLevel.NO)
    assert "1 category has" in card(214, Romance=ReleaseLevel.NO)
    assert card(41, kept=2).startswith("39 confirmed movies may leave")
    assert card(41, kept=2).endswith("The others stay here.")
    assert card(0) == "Your confirmed movies may leave as they are."


def test_where_every_category_agrees_the_card_says_what_holds():
    for overall, own in product(ReleaseLevel, repeat=2):
        choice = PrivacyChoice(overall, dict.fromkeys(CATEGORIES, own))
        said = words.consequence(overall, choice, 5)
        assert "level of their own" not in said
        if own is not overall:
            assert said == words.every_category_set(own)
        if own is ReleaseLevel.NO:
            assert said.startswith("No list ")


def test_an_example_is_marked_and_a_repeat_is_not_called_one(preview):
    assert "An example" in words.leaving_note(preview)
    again = changed(
        replace(preview, made="2026-10", arrived=True), repeats=True, provider="Film club"
    )
    assert not again.example
    assert words.release_button(again) == "Send again to Film club"
    assert "made in October and sent" in words.leaving_note(again), "not the month of today"
    assert "example" not in words.leaving_note(again)
    had = replace(again, difference=Difference(same_list=True))
    assert words.cost(had) == (
        "Film club has this very list already. Sending it again tells it nothing more."
    )


def test_what_was_made_and_never_answered_is_not_said_to_have_been_sent(preview):
    kept = changed(replace(preview, made="2026-10"), repeats=True, provider="Film club")
    assert "sent again" not in words.leaving_note(kept)
    assert "sent before" not in words.leaving_heading(kept)
    assert words.release_button(kept) == "Send to Film club"


def test_where_everything_is_drawn_the_list_is_the_real_one(preview):
    sampled = changed(preview, due=(), provider="Film club")
    assert not sampled.example
    assert words.leaving_note(sampled).startswith("This is the real list, blurred once")
    assert "about" not in words.leaving_heading(sampled)
    assert "“Not now” keeps the list" in dict(words.meaning(sampled))["When"]


def test_only_what_tells_somebody_something_is_said_to_tell_it(preview):
    new = replace(changed(preview, provider="Film club"), worth=Worth(28, 70, 31, "War", 52))
    assert words.cost(new) == (
        "Film club learns a little of your taste from this list. What is sent cannot be taken back."
    )
    had = words.cost(replace(new, difference=Difference(numbers=Numbers.AGAIN)))
    assert had == "Film club has these blurred numbers already."


def test_few_movies_are_not_promised_to_show_what_somebody_likes():
    def card(movies, right=60):
        worth = None if movies is None else Worth(movies, right, 62, "War", 52)
        return words.consequence(ReleaseLevel.PERTURBED, PrivacyChoice(), 99, worth=worth)

    assert card(15).endswith(
        "With 15 movies it tells a little of your taste, hardly enough to recommend by; from about "
        "60 on, something."
    )
    assert card(66, 80).endswith("With 66 movies it tells something of your taste.")
    assert card(210, 92).endswith("With 210 movies it tells much of your taste.")
    assert "however many" in words.consequence(
        ReleaseLevel.PERTURBED, PrivacyChoice(), 99, worth=Worth(99, 50, None, "War", 50)
    )
    assert "movies" not in card(None), "it is not known yet"


def test_each_movie_is_in_one_class_of_the_sum(preview):
    shown = replace(preview, open_items=2, perturbed_items=10, waiting_items=3, withheld_items=4)
    said = words.parts(shown)
    assert [int(n) for n in re.findall(r"\d+", said)] == [2, 7, 4, 3]
    assert (
        words.parts(
            replace(shown, open_items=0, perturbed_items=0, waiting_items=0, withheld_items=0)
        )
        == ""
    )


def test_a_long_name_leaves_room_on_the_button(preview):
    long = changed(preview, provider="The society of friends of silent films")
    assert words.release_button(long) == "Send to The society of friends of s…"


def test_waiting_movies_are_shown_with_the_month_they_wait_for(tmp_path):
    preview = released(tmp_path).releases.preview()
    assert "3 movies" in words.waiting(preview)
    assert "December" in words.waiting(preview)
    before = replace(preview, counted_before=1, silenced_items=2)
    assert "one still in numbers made before · 2 kept to yourself now" in words.parts(before)
    assert "One movie waits" in words.waiting(replace(preview, waiting_items=1))
    assert "wait" not in words.waiting(replace(preview, waiting_items=0))


def test_after_a_release_new_movies_wait_unless_their_month_is_open(preview):
    perturbed = PrivacyChoice(ReleaseLevel.PERTURBED)
    sent = replace(preview, waiting_items=0, arrived=True, period="2026-11", later="2026-12")
    sent = changed(sent, repeats=True, provider="Film club", choice=perturbed)
    assert words.waiting(sent) == "Movies you confirm now wait for December."
    assert not words.waiting(replace(sent, period="2026-12")), "its month has no sample yet"
    by_name = PrivacyChoice(ReleaseLevel.PERTURBED, {"War": ReleaseLevel.ALL})
    assert not words.waiting(changed(sent, choice=by_name)), "war movies do not wait"
    assert not words.waiting(changed(sent, choice=PrivacyChoice(ReleaseLevel.ALL)))


def test_a_blurred_list_may_name_movies_never_seen(preview):
    never = "Any movie in it may be one you never saw."
    elsewhere = replace(changed(preview, provider="Film club"), difference=Difference())
    for state in ({}, {"due": ()}, {"repeats": True}):
        assert words.leaving_note(changed(elsewhere, **state)).endswith(never)
    named = replace(elsewhere, difference=Difference(again=("ml:7",)))
    assert "not sent by name" in words.unseen(named), "those by name were seen"
    assert not words.unseen(replace(elsewhere, budget=None)), "nothing is blurred"
    assert not words.unseen(replace(elsewhere, items=()))


def test_the_window_of_another_year_is_named_with_it():
    assert words.month_name("2019-01") == "January 2019"
    assert words.month_name("whenever") == "whenever"


def test_the_mathematics_is_never_named(preview):
    said = " ".join(
        (
            *(words.consequence(level, PrivacyChoice(), 3) for level in ReleaseLevel),
            localized(preview.budget.observer),
            words.cost(preview),
            words.waiting(preview),
            words.parts(preview),
        )
    ).casefold()
    assert not [w for w in ("differential", "epsilon", "ε", "laplace", "noise") if w in said]


def test_every_warning_of_a_release_has_its_own_words():
    said = {kind: words.warning(kind) for kind in WARNINGS}
    assert len(set(said.values())) == len(WARNINGS)
    assert all(sentence.endswith(".") for sentence in said.values())


def test_a_movie_that_no_catalog_has_is_not_among_those_that_may_leave(real):
    real.library.add(real.library.search_catalog("Heat 1995")[0][0])
    real.unlisted.add("Between two rivers", 2024)
    known = previews.load(real)
    assert (known.confirmed, known.kept) == (2, 1)


def test_levels_of_categories_have_the_words_of_the_cards(qtbot):
    levels = CategoryLevels()
    qtbot.addWidget(levels)
    shown = [one.text() for one in levels.rows["Drama"].segments._segments.values()]
    assert shown == ["Nothing", "Blurred", "Everything"]
    for level, word in zip(ReleaseLevel, shown, strict=True):
        assert f"“{word}”" in words.every_category_set(level)
