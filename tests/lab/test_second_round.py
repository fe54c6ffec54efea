"""The second round of personas, which the lab still measures."""

from __future__ import annotations

import numpy as np
import pytest

import persona_world
from epicrec_desktop.lab.second_round import ALIKE, TwoRoundReader, second_round
from small_world import KINDS, world


def test_the_second_round_is_of_films_that_only_the_provider_has() -> None:
    first = persona_world.answers(persona_world.personas().films)
    made = second_round(first, persona_world.known())
    assert made == second_round(first, persona_world.known())
    assert len(made) > len(KINDS)
    own = set(first.films) - persona_world.known()
    assert all(len(films) == ALIKE and set(films) <= own for films in made)
    # Films that are recommended to the same personas are of one kind.
    place = world().catalog.index
    of_one_kind = [len({place[film] % len(KINDS) for film in films}) == 1 for films in made]
    assert np.mean(of_one_kind) > 0.7
    # Few films of its own are no second round.
    assert second_round(first, {*persona_world.known(), *sorted(own)[5:]}) == ()


def test_the_second_round_counts_for_who_watched_such_films_and_for_nobody_else() -> None:
    first = persona_world.answers(persona_world.personas().films)
    second = persona_world.answers(second_round(first, persona_world.known()))
    one = persona_world.reader(first)
    two = TwoRoundReader(
        first, second, persona_world.factors(), persona_world.movie, persona_world.known()
    )
    column = [two.films.index(film) for film in one.films]
    known = dict.fromkeys(first.personas[0], 1.0)
    assert two.scores(known)[column] == pytest.approx(one.scores(known), abs=1e-4)
    better = []
    for films, listed in zip(second.personas, second.lists, strict=True):
        scores = [reader.scores(dict.fromkeys(films[:3], 1.0)) for reader in (one, two)]
        at = [reader.films.index(listed[0]) for reader in (one, two)]
        places = [int((row > row[j]).sum()) for row, j in zip(scores, at, strict=True)]
        better.append(places[1] < places[0])
    assert np.mean(better) > 0.75
