"""What is kept of the filters over recommendations."""

import pytest

from epicrec_desktop.domain.preferences import LENGTHS, PARTS, WITHOUT, Filters


def test_filters_round_trip():
    chosen = Filters("Crime", "1990", "to 105", "French films", "heists and con artists", WITHOUT)
    assert Filters.from_text(chosen.to_text()) == chosen
    assert chosen.chosen == PARTS
    assert chosen.without("decade") == Filters(
        "Crime", "", "to 105", "French films", "heists and con artists", WITHOUT
    )
    assert Filters().chosen == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "category=;decade=",
        "category=Cooking;decade=1995;sequels=yes;theme=" + "x" * 81,
        ";;==;decade=٣",
        "length=to 106;decade=",
        "length=(1, 90)",
    ],
)
def test_unknown_facts_pass_every_filter(text):
    assert Filters.from_text(text) == Filters()


def test_filters_without_length_are_read():
    kept = "category=;decade=1990;country=;theme=;sequels=without"
    assert Filters.from_text(kept) == Filters(decade="1990", sequels=WITHOUT)


def test_every_length_has_an_end_and_movies_between():
    assert all(0 < least < most for least, most in LENGTHS.values())
