"""Other titles of well-known films for catalogs that lack them: the starter catalog's."""

from __future__ import annotations

from dataclasses import replace

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.movies import Catalog, Movie


def add_starter_titles(catalog: Catalog) -> Catalog:
    """The catalog, its films with the titles that the starter catalog has for them as well.

    Films are told by IMDb's id, or by title and year where a catalog has none. Raises
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
    return replace(movie, alternative_titles=tuple(titles))
