"""What a choice costs in quality: figures of the model in use, and nothing claimed beyond them."""

import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.privacy.families import LEARNED, PUBLISHED, Family
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.ui.privacy import quality

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
MOVIES = [(("Drama",), 30), (("Comedy",), 10)]
WORTH = ModelQuality(
    0.4, 0.01, 0.3, 0.2, 60, ((0.1, 0.21), (0.2, 0.22), (1.0, 0.3)), ((0.1, 0.2), (1.0, 0.22))
)


def percent(choice: PrivacyChoice, epsilon: float = 0.2, family: Family = LEARNED) -> int | None:
    return quality.choice_percent(WORTH, choice, MOVIES, epsilon, family)


def test_the_levels_in_order():
    assert percent(PrivacyChoice(NO)) is None
    assert percent(PrivacyChoice(PERTURBED)) == 55
    assert percent(PrivacyChoice(ALL)) == 100


def test_more_disclosure_is_worth_more_and_never_less_than_popularity():
    values = [quality.perturbed_percent(WORTH, e / 100, LEARNED) for e in range(300)]
    assert values == sorted(values)
    assert values[0] == quality.popularity_percent(WORTH) == 50.0
    assert values[-1] == quality.perturbed_percent(WORTH, 1.0, LEARNED), "nothing claimed beyond"
    for epsilon in (0.05, 0.2, 0.7):
        published = quality.perturbed_percent(WORTH, epsilon, PUBLISHED)
        assert 50.0 <= published < quality.perturbed_percent(WORTH, epsilon, LEARNED)


def test_levels_per_category_lie_between():
    mixed = percent(PrivacyChoice(PERTURBED, {"Drama": ALL}))
    assert mixed == pytest.approx((30 * 100 + 10 * 55) / 40, abs=1)
    assert percent(PrivacyChoice(NO, {"Comedy": ALL})) == round((30 * 50 + 10 * 100) / 40)
    assert percent(PrivacyChoice(ALL, {"Drama": NO, "Comedy": NO})) is None


def test_without_movies_nothing_is_claimed():
    assert quality.choice_percent(WORTH, PrivacyChoice(ALL), [], 0.2, LEARNED) is None


def test_without_figures_nothing_is_claimed():
    assert not quality.is_measured(None, LEARNED)
    old = ModelQuality(0.4, 0.01, 0.3, 0.2, 60, WORTH.released)
    assert quality.is_measured(old, LEARNED)
    assert not quality.is_measured(old, PUBLISHED), "the published one was not measured"
    assert not quality.is_measured(ModelQuality(0.0, 0.0, 0.0, 0.0, 60, WORTH.released), LEARNED)


def test_popularity_that_ranks_better_than_the_model_is_no_more_than_all():
    assert quality.popularity_percent(ModelQuality(0.1, 0.01, 0.3, 0.2, 60)) == 100.0
