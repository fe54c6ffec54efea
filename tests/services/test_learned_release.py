"""Releases that ask the learned question, through the real services."""

import json
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import numpy as np
import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.privacy.families import IMPROVED, LEARNED
from epicrec_desktop.recommend.learned_question import SHIPPED_BEFORE, load_question
from epicrec_desktop.services import asked_question as asking
from epicrec_desktop.services.release_list import COMBINED

DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)
JANUARY = datetime(2027, 1, 3, tzinfo=UTC)
NO_HORROR = PrivacyChoice(ReleaseLevel.PERTURBED, {"Horror": ReleaseLevel.NO})


@pytest.fixture
def learned(world):
    """The services, with the learned question chosen."""
    world.services.privacy.use_mechanism(LEARNED)
    return world


def released(world) -> dict:
    """What the newest release says besides its movies."""
    return json.loads(world.services.ledger.entries()[0].release.payload)["release"]


def test_the_chosen_mechanism_is_stored_and_has_the_budget_of_the_others(world):
    assert world.services.privacy.mechanism() is LEARNED, "the default"
    world.services.privacy.use_mechanism(IMPROVED)
    improved = world.services.privacy.budget()
    world.services.privacy.use_mechanism(LEARNED)
    budget = world.services.privacy.budget()
    assert (budget.mechanism, budget.family, budget.epsilon) == (
        "S-LQ",
        "learned",
        improved.epsilon,
    )
    assert set(budget.scales.values()) == {float(1 / improved.epsilon)}
    world.services.close()
    with closing(wiring.build(world.paths, now=world.clock)) as again:
        assert again.privacy.mechanism() is LEARNED


def test_a_release_names_its_question_and_gives_its_cells(learned):
    learned.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    release = learned.release().release
    question = load_question()
    release_part = released(learned)
    assert release_part["question"] == question.digest
    assert release_part["mechanism"] == release.mechanism == "S-LQ"
    assert set(release_part["counts"]) == set(release_part["variance"]) == set(question.cells)
    epsilon = Fraction(release_part["epsilon"]).limit_denominator(10**6)
    assert set(release_part["variance"].values()) == {round(float(2 / epsilon**2), 6)}
    (period,) = learned.sampled().values()
    assert period.mechanism.question == question.digest
    assert period.mechanism.loss == period.mechanism.epsilon


def test_the_same_noisy_numbers_give_the_same_bytes_whatever_the_library(learned):
    """Non-interference: once sampled, the library of today is in nothing that is sent."""
    learned.add("Heat (1995)", "Alien (1979)")
    before = learned.release().release
    keys = learned.add("The Matrix (1999)", "Casablanca (1942)")
    assert learned.release().release.payload == before.payload
    for key in keys:
        learned.services.library.forget([key])
    assert learned.release().release.payload == before.payload


def test_nothing_is_sampled_where_a_row_costs_too_much(learned, monkeypatch):
    learned.add("Heat (1995)")
    proposal = learned.services.releases.propose()
    catalog = learned.services.context.catalog().catalog
    good, *_ = asking.asked_questions(learned.paths, catalog)
    planted = replace(good, rows=good.rows * 3 // 2)
    monkeypatch.setattr("epicrec_desktop.services.releases.asked_questions", lambda *_: (planted,))
    with pytest.raises(PrivacyError):
        learned.services.recommend.release(proposal)
    assert learned.sampled() == {}
    assert learned.services.ledger.entries() == []


def test_two_months_of_one_question_add_up(learned):
    learned.add("Heat (1995)")
    learned.release()
    first = released(learned)
    learned.clock.moment = DECEMBER
    learned.add("Alien (1979)")
    learned.release()
    second = released(learned)
    assert second["question"] == first["question"]
    for cell, variance in first["variance"].items():
        assert second["variance"][cell] == pytest.approx(2 * variance)
    copies = [period.tiers[Fraction(1)] for period in learned.sampled().values()]
    sums = np.sum(copies, axis=0) / load_question().multiplier
    assert list(second["counts"].values()) == pytest.approx(sums.tolist())


def test_a_series_costs_one_movie_a_month_and_the_account_adds_its_months(learned):
    learned.add("The Matrix (1999)", "The Matrix Reloaded (2003)")
    learned.release()
    (period,) = learned.sampled().values()
    assert period.mechanism.by_series
    budget = learned.services.releases.preview().budget
    assert 0 < budget.swap < 1
    first = learned.services.ledger.spending()
    assert first.joint is not None
    assert first.series is None, "one month has all of it"
    learned.clock.moment = DECEMBER
    learned.add("The Matrix Revolutions (2003)")
    learned.release()
    second = learned.services.ledger.spending()
    assert second.joint == first.joint
    assert second.series.epsilon == 2 * first.joint.epsilon


def test_a_period_of_an_earlier_version_is_still_read_and_costs_what_it_did(learned, monkeypatch):
    """Its question had no series: the period stays as it was stored, and bounds none."""
    before = load_question(SHIPPED_BEFORE)
    with monkeypatch.context() as patch:
        patch.setattr(asking, "known_questions", lambda _: (before,))
        patch.setattr(asking, "_last", None)
        learned.add("Heat (1995)", "Alien (1979)")
        older = learned.release().release
    monkeypatch.setattr(asking, "_last", None)
    (period,) = learned.sampled().values()
    assert "by_series" not in period.to_dict()["mechanism"]
    again = learned.services.releases.preview()
    assert tuple(sorted(m.wire_id for m in again.items)) == older.items
    spent = learned.services.ledger.spending()
    learned.clock.moment = DECEMBER
    learned.add("Aliens (1986)")
    learned.release()
    both = learned.services.ledger.spending()
    assert both.joint == spent.joint
    budget = learned.services.releases.preview().budget
    assert budget.swap is None, "the old month is in what is released"
    assert both.series is None, "the first month counted each movie by itself"


def test_months_of_several_mechanisms_are_put_together_by_category(learned):
    learned.add("Heat (1995)", "Alien (1979)")
    learned.release()
    learned.services.privacy.use_mechanism(IMPROVED)
    learned.clock.moment = DECEMBER
    learned.add("Casablanca (1942)")
    learned.release()
    both = released(learned)
    assert both["mechanism"] == COMBINED
    assert "question" not in both
    assert both.get("variance") is None
    assert set(both["counts"]) <= set(learned.services.context.catalog().catalog.categories)


def test_withheld_movies_are_in_no_cell_and_on_no_list(learned):
    learned.services.privacy.restore(NO_HORROR)
    learned.add("Alien (1979)", "Heat (1995)")
    release = learned.release().release
    catalog = learned.services.context.catalog().catalog
    listed = [catalog.movies[catalog.index[item]] for item in release.items]
    assert not any("Horror" in movie.categories for movie in listed)
    assert released(learned)["mechanism"] == "M-LQ"


def test_cells_that_counted_a_category_closed_since_are_left_out(learned):
    learned.add("Heat (1995)", "Alien (1979)")
    learned.release()
    learned.services.privacy.restore(NO_HORROR)
    learned.clock.moment = DECEMBER
    learned.add("Casablanca (1942)")
    learned.release()
    alone = released(learned)
    periods = learned.sampled()
    sent = np.array(periods["2026-12"].tiers[Fraction(1)]) / load_question().multiplier
    assert list(alone["counts"].values()) == pytest.approx(sent.tolist())


def test_an_older_question_keeps_its_numbers_and_names_no_movies(learned, monkeypatch):
    learned.add("Heat (1995)", "Alien (1979)")
    older = learned.release().release
    assert older.items
    newer = replace(load_question(), name="knowledge-9")
    monkeypatch.setattr(asking, "known_questions", lambda _: (newer,))
    monkeypatch.setattr(asking, "_last", None)
    learned.services.providers.add("New", "https://new.example", trust=Fraction(1))
    release, _ = learned.commit(learned.receiver("New", "https://new.example"))
    part = json.loads(release.payload)["release"]
    assert part["question"] == load_question().digest != newer.digest
    assert set(part["counts"]) == set(load_question().cells)
    assert release.items == ()
