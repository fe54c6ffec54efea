"""A provider's published catalog on the wire."""

from __future__ import annotations

import json
from typing import Any

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.recommend.wire import MAX_CATEGORIES, WireError, decode, is_wire_id

MAX_MOVIES = 500_000
MAX_TITLE = 500
MAX_NAME = 100
MAX_CATALOG_BYTES = 128_000_000


def encode_catalog(catalog: Catalog) -> bytes:
    """The catalog as JSON: movies with a public id, in the catalog's order."""
    document = {
        "name": catalog.name,
        "version": catalog.version,
        "categories": list(catalog.categories),
        "mean_profile_size": catalog.mean_profile_size,
        "movies": [
            {
                "id": movie.wire_id,
                "title": movie.title,
                "year": movie.year,
                "categories": list(movie.categories),
                "popularity": movie.popularity,
            }
            for movie in catalog.movies
            if movie.wire_id is not None
        ],
    }
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def parse_catalog(body: bytes) -> Catalog:
    """Read a catalog. Raises `WireError` unless every movie is sound."""
    document = decode(body)
    if not isinstance(document, dict):
        raise WireError("", "must be an object")
    categories = document.get("categories")
    if not isinstance(categories, list) or not 0 < len(categories) <= MAX_CATEGORIES:
        raise WireError("/categories", "must be a list of names")
    names = tuple(_text(name, "/categories/…", MAX_NAME) for name in categories)
    movies = document.get("movies")
    if not isinstance(movies, list) or not 0 < len(movies) <= MAX_MOVIES:
        raise WireError("/movies", "must be a list of movies")
    parsed = tuple(_movie(entry, f"/movies/{i}", set(names)) for i, entry in enumerate(movies))
    if len({movie.wire_id for movie in parsed}) != len(parsed) or len(set(names)) != len(names):
        raise WireError("", "has an entry twice")
    return Catalog(
        _text(document.get("name"), "/name", MAX_NAME),
        _text(document.get("version"), "/version", MAX_NAME),
        parsed,
        names,
        _size(document.get("mean_profile_size")),
    )


def _movie(entry: Any, pointer: str, categories: set[str]) -> Movie:
    if not isinstance(entry, dict):
        raise WireError(pointer, "must be an object")
    wire_id, year, popularity = entry.get("id"), entry.get("year"), entry.get("popularity", 0)
    if not isinstance(wire_id, str) or not is_wire_id(wire_id):
        raise WireError(f"{pointer}/id", "must be a movie's public id")
    if year is not None and (type(year) is not int or not 1800 <= year <= 2200):
        raise WireError(f"{pointer}/year", "must be a year or null")
    if type(popularity) not in (int, float) or not 0 <= popularity < 1e12:
        raise WireError(f"{pointer}/popularity", "must be a number that is not negative")
    own = entry.get("categories")
    if not isinstance(own, list) or not all(isinstance(c, str) and c in categories for c in own):
        raise WireError(f"{pointer}/categories", "must be names from the catalog's categories")
    scheme, _, value = wire_id.partition(":")
    movie = Movie(
        _text(entry.get("title"), f"{pointer}/title", MAX_TITLE),
        year,
        tuple(dict.fromkeys(own)),
        imdb_id=value if scheme == "imdb" else None,
        wikidata_id=value if scheme == "wd" else None,
        movielens_id=int(value) if scheme == "ml" else None,
        starter_id=value if scheme == "starter" else None,
        popularity=float(popularity),
    )
    if movie.wire_id != wire_id:  # "ml:007"
        raise WireError(f"{pointer}/id", "must be a movie's public id")
    return movie


def _text(value: Any, pointer: str, longest: int) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= longest:
        raise WireError(pointer, f"must be text of 1 to {longest} characters")
    return value


def _size(value: Any) -> float | None:
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 < value < 1e6:
        raise WireError("/mean_profile_size", "must be a number that is more than 0, or null")
    return float(value)
