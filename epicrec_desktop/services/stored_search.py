"""The search over the catalog in use, stored in the cache: making it takes seconds of a large one.

The file has public data alone, no user's. It is of exactly these movies, this version of the
program and what ships with it; any other one is made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from epicrec_desktop import resources
from epicrec_desktop.build_info import full_version
from epicrec_desktop.catalog.movie_facts import Trait, all_traits, public_ids
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.movie_search import MovieSearch
from epicrec_desktop.services.stored_arrays import read_arrays, write_arrays

_SHIPPED = ("starter.csv", "facts.tsv", "knowledge.txt")


def search_over(movies: Sequence[Movie], file: Path | None, known: str = "") -> MovieSearch:
    """Return the search over these movies: the stored one, or a new one that is stored.

    `known` is the checksum of their catalog, where it has one.

    Without a `file` nothing is stored: an encrypted library leaves no list of its catalog behind.
    """
    if file is None:
        return MovieSearch(movies, shipped_traits())
    fingerprint = _fingerprint(movies, known)
    arrays = read_arrays(file, fingerprint)
    if arrays is not None:
        return MovieSearch.restored(movies, arrays)
    search = MovieSearch(movies, shipped_traits())
    write_arrays(file, fingerprint, search.arrays())
    return search


def shipped_traits() -> list[tuple[Trait, tuple[str, ...]]]:
    """Return the traits that ship with the program; none where they are damaged."""
    try:
        ids = {movie.label: public_ids(movie) for movie in load_starter().movies}
        traits = all_traits()
    except CatalogError:  # reported where it is needed: titles are found without
        return []
    return [(t, tuple(name for label in t.movies for name in ids.get(label, ()))) for t in traits]


def _fingerprint(movies: Sequence[Movie], known: str) -> bytes:
    found = hashlib.sha256(full_version().encode())
    for name in _SHIPPED:
        with suppress(OSError):
            found.update(hashlib.sha256(resources.path("catalog", name).read_bytes()).digest())
    if known:
        found.update(known.encode())
        return found.digest()
    searched = [
        (m.title, m.alternative_titles, m.year, m.categories, m.popularity, m.imdb_id, m.starter_id)
        for m in movies
    ]
    found.update(msgspec.msgpack.encode(searched))
    return found.digest()
