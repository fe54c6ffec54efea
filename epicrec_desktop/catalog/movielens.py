"""MovieLens in all its shapes: latest and 10M to 32M, 1M, and 100K, as folders or archives."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np

from epicrec_desktop.catalog.files import SourceFiles, catalog_error, decode, read_bytes
from epicrec_desktop.catalog.movielens_format import (
    FIRST_YEAR,
    GENRES_FILE,
    LAST_YEAR,
    LINKS_FILE,
    RATINGS_FILES,
    Layout,
    beside,
    fields_of,
    find_movies,
    flags,
    parse_title,
    sniff,
)
from epicrec_desktop.catalog.ratings import MalformedRows, PublicRatings, read_ratings
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import CATEGORIES, LARGEST_TMDB_ID, Catalog, Movie
from epicrec_desktop.domain.progress import IsCancelled, Job, Progress, check

NAME = "MovieLens"

_log = logging.getLogger(__name__)
_CATEGORY = {name.lower(): name for name in CATEGORIES} | {
    "children's": "Children",
    "family": "Children",  # as IMDb calls them
}
_CHECK_EVERY = 5_000  # lines


@dataclass(frozen=True)
class ImportedCatalog:
    """What a source held. `notes` are sentences for the person: what was skipped.

    `shares_ids` is False for the 100K set, which numbers its movies on its own: its numbers must
    not be taken for MovieLens's. `recognized` names the public set whose files these are, as their
    publisher has them.
    """

    catalog: Catalog
    ratings: PublicRatings | None
    notes: tuple[Message, ...] = ()
    shares_ids: bool = True
    recognized: str | None = None


def read_movielens(files: SourceFiles, wanted: str | None, job: Job) -> ImportedCatalog:
    """Read movies, links and ratings; `wanted` is the file the person named, if it was one.

    The version is a digest of movies, links and who rated what: one for a folder and its archive.
    Raises `CatalogError`; `Cancelled`.
    """
    name = find_movies(files, wanted)
    job.report(Progress("Reading movies"))
    data = read_bytes(files, name)
    digest = hashlib.sha256(data)
    layout = _layout(files, name)
    movies, malformed = _movies(decode(data), layout, PurePosixPath(name).name, job)
    notes = list(malformed.notes())
    links = beside(files, name, LINKS_FILE)
    if links is not None:
        data = read_bytes(files, links)
        digest.update(data)
        movies, malformed = _with_links(movies, decode(data), job.cancelled)
        notes += malformed.notes()
    ratings = None
    tables = (beside(files, name, one) for one in RATINGS_FILES)
    table = next((one for one in tables if one is not None), None)
    if table is not None:
        ids = np.array([movie.movielens_id for movie in movies], dtype=np.int64)
        ratings, malformed = read_ratings(files, table, ids, job)
        notes += malformed.notes()
        digest.update(ratings.users.tobytes() + ratings.items.tobytes())
    catalog = _catalog(movies, ratings, digest.hexdigest()[:16])
    _log.info("read %d movies, %d ratings", len(movies), len(ratings) if ratings else 0)
    shares_ids = layout.name != "item"
    return ImportedCatalog(catalog, ratings if ratings else None, tuple(notes), shares_ids)


def categories_of(genres: tuple[str, ...]) -> tuple[str, ...]:
    """MovieLens's genre names as categories, in their order; formats and "none" are no genres."""
    found = {_CATEGORY[genre.lower()] for genre in genres if genre.lower() in _CATEGORY}
    return tuple(name for name in CATEGORIES if name in found)


def _layout(files: SourceFiles, movies: str) -> Layout:
    genres = beside(files, movies, GENRES_FILE)
    layout = None
    if genres is not None:
        layout = sniff(files, movies, flags(decode(read_bytes(files, genres))))
    layout = layout or sniff(files, movies)
    if layout is None:  # found by sniffing, so the file changed in between
        raise catalog_error("The table of movies changed while it was read.", "Import it again.")
    return layout


def _movies(text: str, layout: Layout, file: str, job: Job) -> tuple[list[Movie], MalformedRows]:
    lines = text.split("\n")
    movies: dict[int, Movie] = {}
    malformed = MalformedRows(file, lines=len(lines))
    every = job.steps("Reading movies", lines, every=_CHECK_EVERY)
    for number, line in enumerate(every, start=1):
        if number <= layout.header or not line.strip():
            continue
        try:
            read = layout.read(line.rstrip("\r"))
        except ValueError:
            malformed.skip(number)
            continue
        if read.movie in movies:
            malformed.skip(number)
        else:
            parsed = parse_title(read.title)
            movies[read.movie] = Movie(
                title=parsed.title,
                year=parsed.year or _year_of_date(read.released),
                categories=categories_of(read.genres),
                movielens_id=read.movie,
                alternative_titles=parsed.alternative_titles,
            )
    malformed.check()
    if not movies:
        raise catalog_error(
            "{file} holds no movies.", "Choose another MovieLens folder or zip file.", file=file
        )
    if not any(movie.categories for movie in movies.values()):
        raise catalog_error(
            "No movie in {file} has a category of MovieLens.",
            "Choose another MovieLens folder or zip file.",
            file=file,
        )
    return list(movies.values()), malformed


def _year_of_date(date: str) -> int | None:
    """Return the year of ML-100K's release dates, "01-Jan-1995"."""
    year = date.strip()[-4:]
    if year.isascii() and year.isdecimal() and FIRST_YEAR <= int(year) <= LAST_YEAR:
        return int(year)
    return None


def _with_links(
    movies: list[Movie], text: str, cancelled: IsCancelled
) -> tuple[list[Movie], MalformedRows]:
    """Give movies their ids at IMDb and TMDB; of two movies with one IMDb id the first has it."""
    position = {movie.movielens_id: i for i, movie in enumerate(movies)}
    movies = list(movies)
    taken: set[str] = set()
    lines = text.split("\n")
    malformed = MalformedRows(LINKS_FILE, lines=len(lines))
    for number, line in enumerate(lines[1:], start=2):
        if number % _CHECK_EVERY == 0:
            check(cancelled)
        if not line.strip():
            continue
        try:
            movie, imdb, tmdb = (_number(field) for field in fields_of(line.strip(), ",")[:3])
            at = position[movie]
        except (ValueError, KeyError):
            malformed.skip(number)
            continue
        imdb_id = f"tt{imdb:07d}" if imdb and imdb < 10**10 else None
        if imdb_id in taken:
            imdb_id = None
        elif imdb_id is not None:
            taken.add(imdb_id)
        tmdb_id = tmdb if tmdb and tmdb <= LARGEST_TMDB_ID else None
        movies[at] = movies[at].replace(imdb_id=imdb_id, tmdb_id=tmdb_id)
    malformed.check()
    return movies, malformed


def _number(field: str) -> int | None:
    """Return a number, None for an empty field. Raises `ValueError` for anything else."""
    field = field.strip().removesuffix(".0").removeprefix("tt")
    if not field:
        return None
    if not (field.isascii() and field.isdecimal()):
        raise ValueError("not a number")
    return int(field)


def _catalog(movies: list[Movie], ratings: PublicRatings | None, version: str) -> Catalog:
    if not ratings:
        return Catalog(NAME, version, tuple(movies))
    popularity = ratings.popularity(len(movies))
    counted = tuple(
        movie.replace(popularity=float(raters))
        for movie, raters in zip(movies, popularity, strict=True)
    )
    return Catalog(NAME, version, counted, mean_profile_size=ratings.mean_profile_size)
