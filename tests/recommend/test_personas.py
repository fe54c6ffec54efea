"""Personas are the same everywhere, and what is learned from answers ranks movies for a user."""

import json
import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import persona_world
from epicrec_desktop.catalog.movie_facts import all_traits
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.recommend import persona_reader
from epicrec_desktop.recommend.persona_reader import agreement
from epicrec_desktop.recommend.personas import (
    LENGTH,
    PersonaAnswers,
    PersonaSet,
    load_personas,
    persona_request,
)
from epicrec_desktop.recommend.wire import parse_request
from small_world import KINDS, world

ROOT = Path(__file__).parents[2]
DIGEST = "c95ceda68a8c556a22ada3a5b59a72ed09393ffa0d98bf43479fc43fb5dc9f31"
"""Of the personas that ship. After the facts of movies changed: `python packaging/personas.py`."""


def test_the_shipped_personas_are_made_again_of_movie_facts_alone(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    builder = import_module("personas")
    made = builder.build_personas(all_traits(), load_starter())
    assert made.digest == load_personas().digest == DIGEST
    assert len(made.personas) == builder.COUNT
    known = load_starter().index
    assert all(movie in known for movies in made.movies for movie in movies)


def test_a_set_is_read_as_it_was_written_and_nothing_else():
    text = load_personas().to_text()
    assert PersonaSet.from_text("# a comment\n" + text) == load_personas()
    first = text.splitlines()[1]
    for wrong in (
        "",
        text.replace("personas starter-1", "people starter-1"),
        text.replace(first, first + " tt0000001"),  # not in order
        text.replace(first, "director: Nobody = tt0000001 tt0000002"),
        text.replace(first, re.sub("tt", "nm", first, count=1)),
        "personas starter-1\n",
    ):
        with pytest.raises(ValueError, match="persona"):
            PersonaSet.from_text(wrong)


def test_a_request_has_the_movies_of_its_persona_and_nothing_else():
    movies = load_personas().movies[0]
    request = parse_request(persona_request(movies))
    assert set(request.profile) == set(movies)
    assert request.limit == LENGTH
    assert request.exclude_profile
    assert set(json.loads(persona_request(movies))["release"].values()) == {"all", None}


def found(reader: persona_reader.PersonaReader, kind: int) -> float:
    """The part of the first ten movies only the provider has that are of the user's kind."""
    watched = [f for f in world().ids(world().of_kind(kind)) if f in persona_world.known()]
    scores = reader.scores(dict.fromkeys(watched[::2], 1.0))
    order = [reader.movies[i] for i in np.argsort(-scores, kind="stable")]
    new = [movie for movie in order if movie not in persona_world.known()][:10]
    place = world().catalog.index
    return float(np.mean([place[movie] % len(KINDS) == kind for movie in new]))


def test_movies_that_only_the_provider_has_are_found_for_each_taste():
    reader = persona_world.reader(persona_world.answers(persona_world.personas().movies))
    assert np.mean([found(reader, kind) for kind in range(len(KINDS))]) > 0.8


def test_a_disliked_movie_counts_against_its_kind_and_nothing_for_nobody():
    reader = persona_world.reader(persona_world.answers(persona_world.personas().movies))
    movies = [f for f in world().ids(world().of_kind(1)) if f in persona_world.known()]
    likes, hates = (reader.scores(dict.fromkeys(movies, w)) for w in (2.0, -0.5))
    of_kind = [i for i, f in enumerate(reader.movies) if world().catalog.index[f] % len(KINDS) == 1]
    assert likes[of_kind].mean() > reader.scores({})[of_kind].mean() > hates[of_kind].mean()


def test_what_is_guessed_is_what_leaving_a_persona_out_finds():
    made = persona_world.answers(persona_world.personas().movies)
    reader = persona_world.reader(made)
    hits = []
    for i, (movies, listed) in enumerate(zip(made.personas, made.lists, strict=True)):
        others = [j for j in range(len(made.lists)) if j != i]
        rest = persona_world.reader(
            PersonaAnswers(
                tuple(made.personas[j] for j in others), tuple(made.lists[j] for j in others)
            )
        )
        scores = rest.scores(dict.fromkeys(movies, 1.0))
        order = [rest.movies[k] for k in np.argsort(-scores, kind="stable")]
        hits.append(len(set([f for f in order if f not in movies][:10]) & set(listed[:10])))
    guessed, by_mean = reader.guessed
    assert guessed == pytest.approx(np.mean(hits), abs=0.5)
    assert guessed > 2 * by_mean


def test_a_provider_that_tells_everybody_the_same_is_seen_to():
    movies = persona_world.personas().movies
    lists = tuple(persona_world.popular(one) for one in movies)
    guessed, by_mean = persona_world.reader(PersonaAnswers(movies, lists)).guessed
    assert guessed == pytest.approx(by_mean, abs=1)
    assert by_mean > 9


def test_too_many_movies_are_read_as_far_as_the_most_named(monkeypatch):
    monkeypatch.setattr(persona_reader, "MAX_MOVIES", 20)
    made = persona_world.answers(persona_world.personas().movies)
    reader = persona_world.reader(made)
    count = {f: sum(f in one for one in made.lists) for f in made.movies}
    assert len(reader.movies) == 20
    assert min(count[f] for f in reader.movies) >= sorted(count.values())[-20]
    assert np.isfinite(reader.scores({reader.movies[0]: 1.0})).all()


def test_factors_are_near_for_movies_that_share_traits():
    movies = world().catalog.movies
    ids = [str(movies[i].wire_id) for i in (1, 2, 3)]
    famous = [one.replace(fame=10.0, categories=("Drama",), year=1990) for one in movies[:20]]
    factors = persona_reader.MovieFactors.of(famous, [("themes", (ids[0], ids[1]))])
    rows = np.array([factors.of_profile([famous[i]], np.ones(1)) for i in (1, 2, 3)])
    assert rows[0] @ rows[1] > rows[0] @ rows[2]


def test_agreement_is_of_places():
    scores = np.array([1.0, 2.0, 3.0, 4.0])
    assert agreement(scores, scores**3) == pytest.approx(1.0)
    assert agreement(scores, -scores) == pytest.approx(-1.0)
    assert agreement(scores, np.zeros(4)) == 0.0
    assert agreement(scores[:1], scores[:1]) == 0.0
