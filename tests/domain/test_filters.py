"""What is kept of the filters over recommendations."""

from __future__ import annotations

import pytest

from epicrec_desktop.domain.filters import PARTS, WITHOUT, Filters


def test_what_was_chosen_comes_back() -> None:
    chosen = Filters("Crime", "1990", "French films", "heists and con artists", WITHOUT)
    assert Filters.from_text(chosen.to_text()) == chosen
    assert chosen.chosen == PARTS
    assert chosen.without("decade") == Filters(
        "Crime", "", "French films", "heists and con artists", WITHOUT
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
    ],
)
def test_what_is_not_known_holds_nothing_back(text: str) -> None:
    assert Filters.from_text(text) == Filters()
