"""What a release would tell, computed before anything is sampled."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.families import IMPROVED, PUBLISHED, CategoryFamily
from epicrec_desktop.privacy.learned import PublicHistories
from epicrec_desktop.privacy.mechanism import Mechanism, movie_shares, plan, plan_question
from epicrec_desktop.services.asked_question import asked_questions
from epicrec_desktop.services.release_worth import (
    SIZES,
    Worth,
    WorthTable,
    _by_popularity,
    simulate,
    worth_sentences,
)

PERTURBED = PrivacyChoice(ReleaseLevel.PERTURBED)
EPSILON = Fraction(18, 100)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_starter()


def mechanism(catalog: Catalog, family: CategoryFamily, epsilon: Fraction = EPSILON) -> Mechanism:
    planned = plan(catalog.groups, PERTURBED, epsilon, family=family)
    assert planned is not None
    return planned


@pytest.fixture(scope="module")
def table(catalog: Catalog) -> WorthTable:
    return simulate(mechanism(catalog, IMPROVED), catalog, PERTURBED, None)


def test_the_known_answers_of_the_starter_catalog(table: WorthTable) -> None:
    """Measured apart at this budget: 15 movies 21 %, 60 39 %, 210 90 %; by luck 17 %."""
    found = [table.at(movies).top_percent for movies in (15, 60, 210)]
    assert found == pytest.approx([21, 39, 90], abs=11)
    assert table.at(0).luck_percent == 17
    assert table.at(0).top_percent == 17
    begins = table.at(15).begins
    assert begins is not None
    assert 40 <= begins <= 70
    assert table.at(15).little
    assert not table.at(60 + 10).little


def test_more_movies_never_tell_less_and_single_numbers_stay_uncertain(table: WorthTable) -> None:
    found = [table.at(movies).top_percent for movies in SIZES]
    assert found == sorted(found)
    assert all(50 <= table.at(movies).worst_percent <= 75 for movies in SIZES)


def test_the_mechanism_decides(catalog: Catalog, table: WorthTable) -> None:
    """The published one has more noise; a budget of nothing tells nothing."""
    published = simulate(mechanism(catalog, PUBLISHED), catalog, PERTURBED, None)
    assert published.at(60).top_percent < table.at(60).top_percent
    none = simulate(mechanism(catalog, IMPROVED, Fraction(1, 10_000)), catalog, PERTURBED, None)
    assert none.at(500).little
    assert none.at(500).begins is None
    assert "however many" in str(worth_sentences(none.at(500))[0])


def test_months_add_their_noise(catalog: Catalog, table: WorthTable) -> None:
    """Four months have four noises, whose sum is as large as that of one at half the budget."""
    year = simulate(mechanism(catalog, IMPROVED), catalog, PERTURBED, None, periods=4)
    half = simulate(mechanism(catalog, IMPROVED, EPSILON / 2), catalog, PERTURBED, None)
    assert year.at(210).top_percent == pytest.approx(half.at(210).top_percent, abs=5)
    assert year.at(210).top_percent < table.at(210).top_percent - 10


def test_begins_at_the_first_size_that_is_clearly_more_than_luck() -> None:
    """Luck is 3 of 18, 17 %; 28 % of the way from there to certainty are 40 %."""
    names = tuple(f"number {place}" for place in range(18))
    top = np.where(np.array(SIZES) < 66, 0.39, 0.41)
    found = WorthTable(names, top, np.full((len(SIZES), 18), 0.5)).at(10)
    assert found.begins is not None
    assert 46 < found.begins < 66


def test_a_simulated_profile_has_as_many_movies_as_its_size() -> None:
    shares = np.ones((1_200, 1))
    found = _by_popularity(shares, np.ones(1_200), np.random.default_rng(1))
    assert (found[:, :, 0] == np.array(SIZES)[:, None]).all()


@pytest.mark.parametrize(("begins", "about"), [(12, "12"), (19, "19"), (24, "20"), (66, "70")])
def test_the_number_from_which_it_says_something_is_rounded(begins: int, about: str) -> None:
    worth = Worth(5, 20, 17, begins, "War", 50)
    assert f"From about {about} it says something." in str(worth_sentences(worth)[0])


def test_public_people_are_drawn_where_they_are_known(catalog: Catalog) -> None:
    """All of them watch horror alone, so its number is the largest one long before."""
    horror = [i for i, movie in enumerate(catalog.movies) if movie.categories == ("Horror",)]
    users = np.repeat(np.arange(30), len(horror))
    items = np.array(horror * 30)
    people = PublicHistories(users, items)
    found = simulate(mechanism(catalog, IMPROVED), catalog, PERTURBED, people)
    usual = simulate(mechanism(catalog, IMPROVED), catalog, PERTURBED, None)
    assert found.at(22).top_percent > usual.at(22).top_percent + 20


def test_shares_are_what_is_counted(catalog: Catalog, tmp_path: Path) -> None:
    asked = asked_questions(Paths.under(tmp_path), catalog)[0]
    learned = plan_question(asked, catalog.groups, PERTURBED, EPSILON)
    assert learned is not None
    items = np.arange(0, len(catalog.movies), 7)
    for planned, question in ((mechanism(catalog, IMPROVED), None), (learned, asked)):
        counted = planned.count(catalog.groups, PERTURBED, items, asked=question)
        shares = movie_shares(planned, catalog.groups, PERTURBED, question)
        assert shares[items].sum(axis=0) * planned.multiplier == pytest.approx(counted)
    assert simulate(learned, catalog, PERTURBED, None, asked).at(400).top_percent > 60
