"""Made-up public ratings of real movies, small enough to be trained on in a moment."""

from __future__ import annotations

import random
from collections.abc import Sequence

from epicrec_desktop.domain.movies import Movie

MOVIES, PEOPLE, EACH = 120, 60, 24


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
        group = range(1 + user % 3, len(known) + 1, 3)
        ratings += [f"{user + 1},{movie},4.5,964982703" for movie in rng.sample(group, EACH)]
    files = {"movies.csv": rows, "links.csv": links, "ratings.csv": ratings}
    return {name: "".join(f"{x}\n" for x in lines).encode() for name, lines in files.items()}
