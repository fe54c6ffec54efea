"""Rank movies as a provider would, by what was learned from its answers to personas."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from epicrec_desktop.domain.release import LEARNED, Learned, Row, Suggestion
from epicrec_desktop.recommend.persona_reader import agreement
from epicrec_desktop.recommend.ranking import Ranker, Taste
from epicrec_desktop.services.personas import LearnedProvider

EVERY, MOST = 5, 6
"""Of a list ranked here, at most one of so many places, and so many in all, hold a movie that only
the provider has: a provider cannot fill the list with movies that it pushes."""


def rank_learned(
    learned: LearnedProvider, ranker: Ranker, taste: Taste, limit: int, own_movies: bool
) -> tuple[Row, list[tuple[Suggestion, int]]]:
    """Rank for someone of this taste, without movies they watched or refused.

    Return the provider's row, and which of its movies only the provider has, each with how many
    movies of the local catalog have a better learned score. `own_movies`: whether they may be
    named.
    """
    catalog, reader = ranker.catalog, learned.reader
    profile = {
        str(catalog.movies[p].wire_id): taste.weights.get(p, 1.0)
        for p in taste.watched
        if catalog.movies[p].wire_id
    }
    scores = reader.scores(profile)
    left_out = {*taste.watched, *taste.refused}
    order = np.argsort(-scores, kind="stable").tolist()
    listed: list[Suggestion] = []
    ahead: list[tuple[Suggestion, int]] = []
    before = 0  # movies of the local catalog so far
    for i in order:
        wire_id = reader.movies[i]
        place = catalog.index.get(wire_id)
        if place in left_out:
            continue
        movie = catalog.movie(wire_id)
        if movie is None and own_movies:
            movie = learned.catalog.movie(wire_id)
        if movie is None:
            continue
        suggestion = Suggestion.of(movie, LEARNED, float(scores[i]))
        if place is None:
            ahead.append((suggestion, before))
        before += place is not None
        listed.append(suggestion)
        if len(listed) == limit:
            break
    guessed, by_mean = reader.guessed
    # The rank correlation with the local order is over unwatched movies of both.
    seen = set(taste.watched)
    both = [
        (i, place)
        for i, wire_id in enumerate(reader.movies)
        if (place := catalog.index.get(wire_id)) is not None
        and place not in seen
        and ranker.listable[place]
    ]
    local = ranker.scores_of([place for _, place in both], taste.watched, taste.weights)
    measured = Learned(
        round(guessed, 1),
        round(by_mean, 1),
        round(agreement(scores[[i for i, _ in both]], local), 2),
        learned.personas,
    )
    return Row(LEARNED, LEARNED, tuple(listed), learned=measured), ahead


def with_new(
    local: Sequence[Suggestion], new: Sequence[tuple[Suggestion, int]]
) -> tuple[Suggestion, ...]:
    """Return the local list with movies that only the provider has, each at its learned place.

    The local order stays as it is; no movie is inserted more often than `EVERY` and `MOST` allow.
    """
    found = list(local)
    for number, (suggestion, ahead) in enumerate(new[:MOST]):
        place = max(ahead + number, EVERY * (number + 1) - 1)
        if place >= len(found):
            break
        found.insert(place, suggestion)
    return tuple(found)
