"""Read a catalog source at a path: MovieLens or MovieTweetings, as a folder, archive or table."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path, PurePosixPath

from epicrec_desktop.catalog.files import FolderFiles, SourceFiles, open_source, read_bytes
from epicrec_desktop.catalog.movielens import ImportedCatalog, read_movielens
from epicrec_desktop.catalog.movielens_format import beside, find_movies
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.plain_text import unescaped
from epicrec_desktop.domain.progress import UNATTENDED, Job

MOVIETWEETINGS = "MovieTweetings"
MOVIES_FILE, RATINGS_FILE = "movies.dat", "ratings.dat"

RECOGNIZED = {
    "ml-latest-small": {
        "movies.csv": "5a5f32dd9bb3797b8e728a1b98958789d2b13f294a69fdfbc5727f8a9611aa07",
        "ratings.csv": "aa289ca83157595d0df6aea1be6a4ded676ddc4385472e8313a8ed9805352646",
    },
}
"""SHA-256 of the tables of public sets, as GroupLens has them (lines end in CR LF). To add a set,
add its question in `recommend/learned_question.py`."""

_MOST_RECOGNIZED_BYTES = 8_000_000
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
    return replace(
        movie,
        title=unescaped(movie.title),  # most ampersands are written "&amp;" there
        alternative_titles=others,
        imdb_id=imdb_id,
        movielens_id=None,
    )


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
        movies = find_movies(files, wanted)
        if is_movietweetings(files, movies):
            return with_imdb_ids(imported)
        return replace(imported, recognized=_recognize(files, movies))


def _recognize(files: SourceFiles, movies: str) -> str | None:
    """Return the public set whose tables these are, whatever ends their lines; None for others."""
    found: dict[str, str] = {}
    for table in ("movies.csv", "ratings.csv"):
        name = beside(files, movies, table)
        if name is None or files.size(name) > _MOST_RECOGNIZED_BYTES:
            return None
        data = read_bytes(files, name).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        found[table] = hashlib.sha256(data).hexdigest()
    return next((name for name, tables in RECOGNIZED.items() if tables == found), None)
