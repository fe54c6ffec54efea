"""A rehearsal shows both sides of a release, costs nothing, and becomes no part of a real one."""

import json
from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.privacy.mechanism import plan
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.services.release_difference import read_numbers
from epicrec_desktop.services.release_worth import Query, surest_guesses
from losses import joint_loss

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
MOVIES = ("Heat (1995)", "Alien (1979)", "The Matrix (1999)", "Fight Club (1999)")


def stored(world) -> list[object]:
    """Everything that a release would change."""
    services = world.services
    return [
        world.sampled(),
        services.ledger.entries(),
        joint_loss(services),
        services.privacy.chosen(),
        sorted((f.name, f.read_bytes()) for f in world.paths.state.rglob("*") if f.is_file()),
        services.releases.propose().uncounted,
    ]


def test_a_rehearsal_costs_nothing_and_is_never_the_real_list(world, monkeypatch):
    never = Mock(side_effect=AssertionError("somebody was asked"))
    monkeypatch.setattr(HttpProvider, "recommend", never)
    world.add(*MOVIES)
    before = stored(world)
    first, second = (world.services.practice.rehearse() for _ in range(2))
    assert stored(world) == before
    assert first.numbers != second.numbers, "each has noise of its own"
    world.add("Toy Story (1995)")
    real = world.release().release
    assert read_numbers(real.payload) not in (first.numbers, second.numbers)
    assert {label for month in world.services.ledger.calendar().months for label in month.receivers}
    third = world.services.practice.rehearse()
    assert third.numbers != read_numbers(real.payload), "nor are the real ones shown in one"
    assert world.services.ledger.calendar().now in world.sampled()


def test_both_sides_are_read_from_the_same_bytes(world):
    key = world.add(*MOVIES)[2]
    (entry,) = (one for one in world.services.library.entries() if one.id == key)
    own = dict.fromkeys(entry.movie.categories, ALL)
    world.services.privacy.restore(PrivacyChoice(PERTURBED, own))
    made = world.services.practice.rehearse()
    sent = json.loads(made.payload)
    assert [movie.wire_id for movie in made.items] == sent["profile"]
    assert made.numbers == sent["release"]["counts"]
    named = {movie.label for movie in made.items if movie.wire_id in made.named}
    assert "The Matrix (1999)" in named
    assert named <= set(MOVIES)
    assert made.answer
    assert float(made.budget.epsilon) == pytest.approx(sent["release"]["epsilon"])
    assert {guess.name for guess in made.guesses} <= set(made.numbers)


def test_by_name_everything_is_known_and_at_nothing_there_is_no_list(world):
    world.add(*MOVIES)
    world.services.privacy.set_overall(ALL)
    made = world.services.practice.rehearse()
    assert {movie.label for movie in made.items} == set(MOVIES)
    assert len(made.named) == len(MOVIES)
    assert (made.numbers, made.guesses, made.budget, made.worth) == ({}, (), None, None)
    world.services.privacy.set_overall(NO)
    assert world.services.practice.rehearse() is None


def test_what_is_not_blurred_is_guessed_right(world):
    """Of exact numbers the surest guess is true; of one that is turned around it is not."""
    keys = world.add(*MOVIES, "Toy Story (1995)", "Spirited Away (2001)")
    services, choice = world.services, world.services.privacy.choice()
    catalog, place = services.context.catalog().catalog, services.context.catalog().position
    members = np.array(sorted(place[key] for key in keys))
    mechanism = plan(catalog.groups, choice, Fraction(1), family=IMPROVED, calibration=None).at(
        Fraction(10**6)
    )
    exact = mechanism.count(catalog.groups, choice, members)
    true = [value / mechanism.multiplier for value in exact]
    numbers = dict(zip(mechanism.categories, true, strict=True))
    query = Query(mechanism, catalog, choice)
    found = surest_guesses(query, members, numbers)
    assert found
    assert found[0].right
    crowd = {guess.name: guess.median for guess in found}
    assert (numbers[found[0].name] > crowd[found[0].name]) is found[0].more, "beside its number"
    assert sum(guess.right is False for guess in found) <= 1, "it reads all numbers together"
    turned = {guess.name: numbers[guess.name] + (-50 if guess.more else 50) for guess in found[:1]}
    wrong = surest_guesses(query, members, {**numbers, **turned})
    assert (wrong[0].name, wrong[0].right) == (found[0].name, False)
