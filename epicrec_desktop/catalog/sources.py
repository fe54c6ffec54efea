"""Read a catalog source at a path: MovieLens or MovieTweetings, as a folder, archive or table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path, PurePosixPath

from epicrec_desktop.catalog.files import FolderFiles, SourceFiles, open_source
from epicrec_desktop.catalog.movielens import ImportedCatalog, read_movielens
from epicrec_desktop.catalog.movielens_format import find_movies
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
)

MOVIETWEETINGS = "MovieTweetings"
MOVIES_FILE, RATINGS_FILE = "movies.dat", "ratings.dat"

_LINE = re.compile(rb"\d{7,10}::")
_SNIFFED = 20  # lines
_MAX_LINE = 10_000


def is_movietweetings(files: SourceFiles, movies: str) -> bool:
    """Return whether a table of movies has the numbers of IMDb, by its first lines."""
    if PurePosixPath(movies).name.lower() != MOVIES_FILE:
        return False
    with files.open(movies) as stream:
        lines = [stream.readline(_MAX_LINE) for _ in range(_SNIFFED)]
    found = [_LINE.match(line) is not None for line in lines if line.strip()]
    return bool(found) and sum(found) > len(found) // 2


def with_imdb_ids(imported: ImportedCatalog) -> ImportedCatalog:
    """Return what was read as if it were MovieLens's, with its numbers as IMDb's."""
    catalog = imported.catalog
    movies = tuple(_with_imdb_id(movie) for movie in catalog.movies)
    return replace(imported, catalog=replace(catalog, name=MOVIETWEETINGS, movies=movies))


def _with_imdb_id(movie: Movie) -> Movie:
    number = movie.movielens_id
    imdb_id = None if number is None else f"tt{number:07d}"
    return replace(movie, imdb_id=imdb_id, movielens_id=None)


def read_source(path: Path, job: Job = UNATTENDED) -> ImportedCatalog:
    """Read a folder of MovieLens or MovieTweetings, a zip archive, or the table of movies itself.

    Changes nothing. Raises `CatalogError` with a sentence for anything that is no catalog;
    `Cancelled`.
    """
    path = path.expanduser().absolute()
    with open_source(path) as files:
        named = isinstance(files, FolderFiles) and not path.is_dir()
        wanted = path.name if named else None
        imported = read_movielens(files, wanted, job)
        tweeted = is_movietweetings(files, find_movies(files, wanted))
        return with_imdb_ids(imported) if tweeted else imported
