"""What a choice costs in quality: measured figures, and nothing claimed beyond them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.ui import quality

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
MOVIES = [(("Drama",), 30), (("Comedy",), 10)]
README = Path(__file__).resolve().parents[2] / "README.md"


def percent(choice: PrivacyChoice, epsilon: float = 0.2, *, improved: bool = True) -> int | None:
    return quality.of_choice(choice, MOVIES, epsilon, improved=improved)


def test_the_levels_in_order():
    assert percent(PrivacyChoice(NO)) is None
    assert percent(PrivacyChoice(PERTURBED)) == 53
    assert percent(PrivacyChoice(ALL)) == 100


def test_more_told_is_worth_more_and_never_less_than_what_is_popular():
    values = [quality.of_blurred(e / 100, improved=True) for e in range(300)]
    assert values == sorted(values)
    assert values[0] == quality.POPULAR
    assert values[-1] == quality.of_blurred(1.0, improved=True), "nothing claimed beyond"
    for epsilon in (0.05, 0.2, 0.7):
        published = quality.of_blurred(epsilon, improved=False)
        assert quality.POPULAR <= published < quality.of_blurred(epsilon, improved=True)


def test_levels_per_category_lie_between():
    mixed = percent(PrivacyChoice(PERTURBED, {"Drama": ALL}))
    assert mixed == pytest.approx((30 * 100 + 10 * 53.4) / 40, abs=1)
    assert percent(PrivacyChoice(NO, {"Comedy": ALL})) == round((30 * 43.6 + 10 * 100) / 40)
    assert percent(PrivacyChoice(ALL, {"Drama": NO, "Comedy": NO})) is None


def test_without_movies_nothing_is_claimed():
    assert quality.of_choice(PrivacyChoice(ALL), [], 0.2, improved=True) is None


def test_the_figures_are_those_of_the_readme():
    """NDCG@10 over that of the true history, as the README's table has them."""
    text = README.read_text(encoding="utf-8")
    best = float(re.search(r"on the service / ranked here[^|]*\| ([\d.]+)", text)[1])
    popular = float(re.search(r"popularity ([\d.]+) \|", text)[1])
    assert pytest.approx(100 * popular / best, abs=0.6) == quality.POPULAR
    row = re.search(r"scorer that knows the mechanism \| ([\d. /]+) \|", text)[1]
    for epsilon, value in zip((0.1, 0.2, 0.3, 1.0), row.split(" / "), strict=True):
        told = quality.of_blurred(epsilon, improved=True)
        assert told == pytest.approx(100 * float(value) / best, abs=0.6)
