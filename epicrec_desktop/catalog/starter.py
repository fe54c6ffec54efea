"""The starter catalog that ships with the program, and its alternative titles for others."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from anyascii import anyascii

from epicrec_desktop import resources
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie

NAME = "Starter"

_COLUMNS = ["imdb_id", "title", "year", "categories", "popularity", "alternative_titles"]
_IMDB_ID = re.compile(r"tt\d{7,10}")
_NO_WORD = re.compile(r"[^a-z0-9]+")
_LOCAL = re.compile(r"([a-z]{2}(?:,[a-z]{2})*)=(.+)")
"""An alternative title with its languages: "de=Der Pate", "es,pt=Casablanca"."""


def load_starter(path: Path | None = None) -> Catalog:
    """Return the starter catalog; its version is the beginning of the file's SHA-256.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    try:
        return _parsed((path or resources.path("catalog", "starter.csv")).read_bytes())
    except (OSError, ValueError, csv.Error) as error:
        raise CatalogError(
            "The starter catalog of this installation is missing or damaged. Your own data is "
            "kept. Install the program again."
        ) from error


@lru_cache(maxsize=1)  # a first run asks for it four times
def _parsed(data: bytes) -> Catalog:
    reader = csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True)
    if next(reader, None) != _COLUMNS:
        raise ValueError("other columns")
    movies = [_movie(row) for row in reader]
    names = {movie.wire_id for movie in movies}
    if not movies or None in names or len(names) != len(movies):
        raise ValueError("no movies, or two with one name")
    return Catalog(NAME, _version(data), tuple(movies))


def starter_version() -> str | None:
    """Return the version `load_starter` would give its catalog, without reading the movies.

    None where the file is missing: `load_starter` says so.
    """
    try:
        return _version(resources.path("catalog", "starter.csv").read_bytes())
    except OSError:
        return None


def _version(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def slug(title: str, year: int | None) -> str:
    """Return a public name for a movie that has no other: "the-matrix-1999"."""
    plain = title if title.isascii() else anyascii(title)
    words = _NO_WORD.sub("-", plain.replace("'", "").lower()).strip("-")
    return f"{words}-{year}" if year else words


def _movie(row: list[str]) -> Movie:
    imdb_id, title, year, categories, popularity, titles = row  # else the row has too few, or more
    if imdb_id and not _IMDB_ID.fullmatch(imdb_id):
        raise ValueError("not an IMDb id")
    if not title:
        raise ValueError("no title")
    others, local = _alternatives(titles)
    return Movie(
        title=title,
        year=int(year),
        categories=_categories(categories),
        imdb_id=imdb_id or None,
        starter_id=slug(title, int(year)),
        alternative_titles=others,
        popularity=float(popularity),
        local_titles=local,
        fame=float(popularity),
    )


@lru_cache(maxsize=1000)  # thousands of movies share some hundred sets
def _categories(text: str) -> tuple[str, ...]:
    categories = tuple(text.split("|"))
    if not set(categories) <= set(CATEGORIES):
        raise ValueError("a category that is none")
    return categories


def _alternatives(text: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return all alternative titles, and the first one of each language that is named."""
    titles: dict[str, None] = {}
    local: dict[str, str] = {}
    for title in filter(None, text.split("|")):
        found = _LOCAL.fullmatch(title)
        titles[found[2] if found else title] = None
        for code in found[1].split(",") if found else ():
            local.setdefault(code, found[2] if found else title)
    return tuple(titles), tuple(local.items())


def add_starter_titles(catalog: Catalog) -> Catalog:
    """Return the catalog, its movies with the titles that the starter catalog has for them as well.

    Movies are joined by IMDb's id, or by title and year where a catalog has none. Raises
    `CatalogError` where the starter catalog is damaged.
    """
    known: dict[str | tuple[str, int | None], Movie] = {}
    for movie in load_starter().movies:
        known[_name(movie)] = movie
        known.setdefault((movie.title, movie.year), movie)
    return replace(catalog, movies=tuple(_enriched(movie, known) for movie in catalog.movies))


def _name(movie: Movie) -> str | tuple[str, int | None]:
    return movie.imdb_id or (movie.title, movie.year)


def _enriched(movie: Movie, known: dict[str | tuple[str, int | None], Movie]) -> Movie:
    other = known.get(_name(movie))
    if other is None:
        return movie
    titles = dict.fromkeys((*movie.alternative_titles, other.title, *other.alternative_titles))
    titles.pop(movie.title, None)
    local = {**dict(other.local_titles), **dict(movie.local_titles)}
    return movie.replace(
        alternative_titles=tuple(titles), local_titles=tuple(local.items()), fame=other.fame
    )
