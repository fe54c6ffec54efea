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
from epicrec_desktop.services.release_worth import SIZES, WorthTable, simulate, worth_sentences

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
