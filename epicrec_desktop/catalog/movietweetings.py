"""MovieTweetings: ratings that people published in public messages (Dooms and others 2013; MIT).

The `latest` folder of its repository has `movies.dat`, lines imdb::Title (Year)::Genre|Genre, and
`ratings.dat`, lines user::imdb::rating::time, with ratings from 0 to 10. They look as MovieLens-1M
does, but for movies' numbers: these are IMDb's, of seven digits at least.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath

from epicrec_desktop.catalog.files import SourceFiles
from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.movies import Movie

NAME = "MovieTweetings"
MOVIES_FILE, RATINGS_FILE = "movies.dat", "ratings.dat"

_LINE = re.compile(rb"\d{7,10}::")
_SNIFFED = 20  # lines
_MAX_LINE = 10_000


def is_movietweetings(files: SourceFiles, movies: str) -> bool:
    """Whether a table of movies has the numbers of IMDb, by its first lines."""
    if PurePosixPath(movies).name.lower() != MOVIES_FILE:
        return False
    with files.open(movies) as stream:
        lines = [stream.readline(_MAX_LINE) for _ in range(_SNIFFED)]
    found = [_LINE.match(line) is not None for line in lines if line.strip()]
    return bool(found) and sum(found) > len(found) // 2


def with_imdb_ids(imported: ImportedCatalog) -> ImportedCatalog:
    """What was read as if it were MovieLens's, with its numbers as IMDb's."""
    catalog = imported.catalog
    movies = tuple(_with_imdb_id(movie) for movie in catalog.movies)
    return replace(imported, catalog=replace(catalog, name=NAME, movies=movies))


def _with_imdb_id(movie: Movie) -> Movie:
    number = movie.movielens_id
    imdb_id = None if number is None else f"tt{number:07d}"
    return replace(movie, imdb_id=imdb_id, movielens_id=None)
