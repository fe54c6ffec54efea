"""The sentences of the privacy screen say what is true of the preview they are made from."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from fake_privacy import FakeBudget, fake_services
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.ui import privacy_words as words


@pytest.fixture
def preview(tmp_path):
    return fake_services(tmp_path).privacy.preview()


def percents(sentence: str) -> list[int]:
    return [int(n) for n in re.findall(r"(\d+)\u00a0%", sentence)]


def test_the_observer_bound_is_the_one_of_the_budget() -> None:
    assert percents(words.observer(FakeBudget(Fraction(23, 100), "S-DPDP", {}))) == [56, 67]
    assert percents(words.observer(FakeBudget(Fraction(1), "S-DPDP", {}))) == [74, 96]


@given(st.fractions(min_value=Fraction(1, 100), max_value=1, max_denominator=100))
def test_the_bound_said_is_never_below_the_bound_that_holds(epsilon: Fraction) -> None:
    one, three = percents(words.observer(FakeBudget(epsilon, "S-DPDP", {})))
    assert one >= 100 * math.exp(epsilon) / (1 + math.exp(epsilon))
    assert three >= 100 * math.exp(3 * epsilon) / (1 + math.exp(3 * epsilon)) - 1e-9
    assert three >= one


def test_no_release_promises_nothing_is_sent_only_where_that_is_so() -> None:
    plain = PrivacyChoice(ReleaseLevel.NO)
    own = PrivacyChoice(ReleaseLevel.NO, {"Comedy": ReleaseLevel.ALL})
    same = PrivacyChoice(ReleaseLevel.NO, {"Comedy": ReleaseLevel.NO})
    assert words.consequence(ReleaseLevel.NO, plain, 5).startswith("Nothing about your movies")
    assert words.consequence(ReleaseLevel.NO, same, 5).startswith("Nothing about your movies")
    assert "except" in words.consequence(ReleaseLevel.NO, own, 5)


def test_all_release_names_the_count_only_where_all_are_sent() -> None:
    assert "214" in words.consequence(ReleaseLevel.ALL, PrivacyChoice(), 214)
    own = PrivacyChoice(ReleaseLevel.ALL, {"Romance": ReleaseLevel.NO})
    assert "214" not in words.consequence(ReleaseLevel.ALL, own, 214)
    assert "1 category has" in words.consequence(ReleaseLevel.ALL, own, 214)


def test_all_release_says_what_is_kept_to_oneself_and_nothing_of_no_categories() -> None:
    said = words.consequence(ReleaseLevel.ALL, PrivacyChoice(), 41, kept=2)
    assert said.startswith("39 confirmed movies are sent")
    assert "to yourself" in said
    none = words.consequence(ReleaseLevel.ALL, PrivacyChoice(), 0)
    assert none == "Your confirmed movies are sent as they are."


@pytest.mark.parametrize("overall", list(ReleaseLevel))
@pytest.mark.parametrize("own", list(ReleaseLevel))
def test_where_every_category_agrees_the_card_says_what_holds(
    overall: ReleaseLevel, own: ReleaseLevel
) -> None:
    choice = PrivacyChoice(overall, dict.fromkeys(CATEGORIES, own))
    said = words.consequence(overall, choice, 5)
    assert "level of their own" not in said
    if own is not overall:
        assert said == words.overruled(own)
    if own is ReleaseLevel.NO:
        assert said.startswith("Nothing ")


def test_an_example_is_marked_and_a_repeat_is_not_called_one(preview) -> None:
    assert "An example" in words.leaving_note(preview)
    here = replace(preview, example=False, repeat=True)
    assert "sent" not in words.leaving_note(here) + words.cost(here) + words.release_button(here)
    again = replace(here, provider="Film club")
    assert words.release_button(again).startswith("Send again")
    assert "sent in November" in words.leaving_note(again)
    assert "example" not in words.leaving_note(again)
    assert "costs nothing" in words.cost(again)


def test_waiting_movies_are_told_with_the_month_they_wait_for(preview) -> None:
    assert "3 movies" in words.waiting(preview)
    assert "December" in words.waiting(preview)
    assert "1 movie confirmed since waits" in words.waiting(replace(preview, waiting_items=1))
    assert "wait" not in words.waiting(replace(preview, waiting_items=0))


def test_the_window_of_another_year_is_named_with_it() -> None:
    assert words.month_name("2019-01") == "January 2019"
    assert words.month_name("whenever") == "whenever"


def test_the_chart_in_words_has_every_category_in_the_order_of_the_bars(preview) -> None:
    text = words.counts_in_words(preview)
    assert text.count("watched") == 18
    first = text.split(":")[0]
    assert preview.true_counts[first] == max(preview.true_counts.values())


@pytest.mark.parametrize("level", list(ReleaseLevel))
def test_the_mathematics_is_never_named(preview, level: ReleaseLevel) -> None:
    said = " ".join(
        (
            words.consequence(level, PrivacyChoice(), 3),
            words.observer(preview.budget),
            words.cost(preview),
            words.waiting(preview),
            words.parts(preview),
        )
    ).casefold()
    assert not [w for w in ("differential", "epsilon", "ε", "laplace", "noise") if w in said]
