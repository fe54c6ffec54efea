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
import numpy as np

from epicrec_desktop import resources
from epicrec_desktop.build_info import full_version
from epicrec_desktop.catalog.movie_facts import Trait, all_traits, public_ids
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.files import write_file
from epicrec_desktop.matching.sorted_texts import Arrays
from epicrec_desktop.services.film_search import FilmSearch

_SHIPPED = ("starter.csv", "facts.tsv", "knowledge.txt")
_Stored = dict[str, tuple[str, bytes]]
"""The type and bytes of each array."""


def search_over(movies: Sequence[Movie], file: Path | None) -> FilmSearch:
    """Return the search over these movies: the stored one, or a new one that is stored.

    Without a `file` nothing is stored: an encrypted library leaves no list of its catalog behind.
    """
    if file is None:
        return FilmSearch(movies, shipped_traits())
    fingerprint = _fingerprint(movies)
    arrays = _read(file, fingerprint)
    if arrays is not None:
        return FilmSearch.restored(movies, arrays)
    search = FilmSearch(movies, shipped_traits())
    with suppress(OSError):  # the next start makes it again
        _write(file, fingerprint, search.arrays())
    return search


def shipped_traits() -> list[tuple[Trait, tuple[str, ...]]]:
    """Return the traits that ship with the program; none where they are damaged."""
    try:
        ids = {movie.label: public_ids(movie) for movie in load_starter().movies}
        traits = all_traits()
    except CatalogError:  # reported where it is needed: titles are found without
        return []
    return [(t, tuple(name for film in t.films for name in ids.get(film, ()))) for t in traits]


def _fingerprint(movies: Sequence[Movie]) -> bytes:
    """Return a hash of all that the search is made of."""
    found = hashlib.sha256(full_version().encode())
    for name in _SHIPPED:
        with suppress(OSError):
            found.update(hashlib.sha256(resources.path("catalog", name).read_bytes()).digest())
    searched = [
        (m.title, m.alternative_titles, m.year, m.categories, m.popularity, m.imdb_id, m.starter_id)
        for m in movies
    ]
    found.update(msgspec.msgpack.encode(searched))
    return found.digest()


def _read(file: Path, fingerprint: bytes) -> Arrays | None:
    """Return the stored arrays; None where they are of other movies, or damaged."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    size = len(fingerprint)
    known, checksum, body = content[:size], content[size : 2 * size], content[2 * size :]
    if known != fingerprint or checksum != hashlib.sha256(body).digest():
        return None
    stored = msgspec.msgpack.decode(body, type=_Stored)
    return {name: np.frombuffer(part, dtype=kind) for name, (kind, part) in stored.items()}


def _write(file: Path, fingerprint: bytes, arrays: Arrays) -> None:
    stored = {name: (array.dtype.str, array.tobytes()) for name, array in arrays.items()}
    body = msgspec.msgpack.encode(stored)
    write_file(file, fingerprint + hashlib.sha256(body).digest() + body, durable=False)
