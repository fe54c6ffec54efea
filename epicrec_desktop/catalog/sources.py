"""Read a catalog source at a path: MovieLens or MovieTweetings, as a folder, archive or table."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path, PurePosixPath

import numpy as np

from epicrec_desktop.catalog.files import FolderFiles, SourceFiles, open_source
from epicrec_desktop.catalog.movielens import ImportedCatalog, read_movielens
from epicrec_desktop.catalog.movielens_format import find_movies
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.plain_text import unescaped
from epicrec_desktop.domain.progress import UNATTENDED, Job

MOVIETWEETINGS = "MovieTweetings"
MOVIES_FILE, RATINGS_FILE = "movies.dat", "ratings.dat"

RECOGNIZED = {
    "ml-latest-small": (
        100_836,
        "79146533557b44426a62868e43c9ce3ee165c133a9003c8bb2760ea1393fa39b",
    ),
}
"""How many ratings public sets have, and the digest of their content (`content_of`), whatever the
format of their files. `epicrec-lab question FOLDER` prints both of a set, to be added here, and its
question, for `recommend/learned_question.py`."""

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
    others = tuple(map(unescaped, movie.alternative_titles))
    return movie.replace(
        title=unescaped(movie.title),  # most ampersands are written "&amp;" there
        alternative_titles=others,
        imdb_id=imdb_id,
        movielens_id=None,
    )


def read_source(path: Path, job: Job = UNATTENDED) -> ImportedCatalog:
    """Read a folder of MovieLens or MovieTweetings, a zip archive, or the table of movies itself.

    Changes nothing. Raises `CatalogError` with a sentence for what is no catalog; `Cancelled`.
    """
    path = path.expanduser().absolute()
    with open_source(path) as files:
        named = isinstance(files, FolderFiles) and not path.is_dir()
        wanted = path.name if named else None
        imported = read_movielens(files, wanted, job)
        movies = find_movies(files, wanted)
        if is_movietweetings(files, movies):
            imported = with_imdb_ids(imported)
    # It has the name of the public set that it is, if it is one.
    count = 0 if imported.ratings is None else len(imported.ratings.users)
    name = next((name for name, (ratings, _) in RECOGNIZED.items() if ratings == count), None)
    if name is None or content_of(imported) != RECOGNIZED[name][1]:
        return imported
    return replace(imported, recognized=name)


def content_of(imported: ImportedCatalog) -> str:
    """Return the SHA-256 of who rated which movie, and of the movies' years and categories.

    People are numbered in the order of the source's numbers; stars and titles have no part in it.
    """
    movies, public = imported.catalog.movies, imported.ratings
    digest = hashlib.sha256()
    for movie in sorted(movies, key=_number):
        line = f"{_number(movie)} {movie.year} {'|'.join(sorted(movie.categories))}\n"
        digest.update(line.encode())
    if public is not None:
        numbers = np.array([_number(movie) for movie in movies])[public.items]
        order = np.lexsort((numbers, public.users))
        digest.update(np.column_stack([public.users, numbers])[order].astype("<i8").tobytes())
    return digest.hexdigest()


def _number(movie: Movie) -> int:
    if movie.movielens_id is not None:
        return movie.movielens_id
    return int(movie.imdb_id.removeprefix("tt")) if movie.imdb_id else 0
