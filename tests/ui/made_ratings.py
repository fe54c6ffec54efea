"""Made-up public ratings of real movies, small enough to be trained on in a moment."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.recommend.factor_models import LinearModel
from epicrec_desktop.recommend.ratings import Ratings

MOVIES, PEOPLE, EACH = 120, 60, 24
GROUPS = 3


def made_ratings(movies: Sequence[Movie]) -> dict[str, bytes]:
    """The files of a MovieLens folder: people who each like one of three groups of movies."""
    known = [m for m in movies if m.imdb_id and '"' not in m.title][:MOVIES]
    rng = random.Random(3)
    rows, links = ["movieId,title,genres"], ["movieId,imdbId,tmdbId"]
    for place, movie in enumerate(known, 1):
        rows.append(f'{place},"{movie.title} ({movie.year})",{"|".join(movie.categories)}')
        links.append(f"{place},{str(movie.imdb_id)[2:]},")
    ratings = ["userId,movieId,rating,timestamp"]
    for user in range(PEOPLE):
        group = range(1 + user % GROUPS, len(known) + 1, GROUPS)
        ratings += [f"{user + 1},{movie},4.5,964982703" for movie in rng.sample(group, EACH)]
    files = {"movies.csv": rows, "links.csv": links, "ratings.csv": ratings}
    return {name: "".join(f"{x}\n" for x in lines).encode() for name, lines in files.items()}


def same_everywhere(ratings: Ratings, _settings: Any = None, **_rest: Any) -> LinearModel:
    """A model of these ratings whose lists are the same on every computer, for pictures.

    Movies of one group are so much alike that a trained model orders them by how a processor
    rounds. This one knows the groups, and in each of them how many people watched what.
    """
    items = sorted(set(ratings.items.tolist()))
    popularity = np.bincount(ratings.items)[items].astype(np.float64)
    groups = dict(zip(ratings.items.tolist(), (ratings.users % GROUPS).tolist(), strict=True))
    factors = np.eye(GROUPS, dtype=np.float32)[[groups[item] for item in items]]
    wire_ids = [str(ratings.wire_ids[item]) for item in items]
    gain = popularity.astype(np.float32)
    return LinearModel.from_factors(wire_ids, factors, gain, popularity, {"users": PEOPLE})
