"""Store the user's lists of movies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import sqlalchemy as sa

from epicrec_desktop.store.movie_rows import ListedMovieRow, MovieListRow, MovieRow
from epicrec_desktop.store.records import (
    Repository,
    insert,
    parts,
    put_records,
    remove,
    remove_keys,
    select,
    table,
)

LONGEST_NAME = 100
"""Characters of a list's name."""
_PLACES = table(ListedMovieRow).c
_MOVIES = table(MovieRow).c.id


@dataclass(frozen=True, repr=False)
class MovieList:
    """A list of movies, by local keys, in the user's order. `id` is 0 until it is stored.

    `__repr__` says nothing, so that no log or exception can hold it.
    """

    name: str
    note: str = ""
    movies: tuple[int, ...] = ()
    id: int = 0

    @property
    def key(self) -> str:
        """Return what no two lists share: the name, whatever its case and spaces."""
        return " ".join(self.name.split()).casefold()

    def with_movies(self, ids: Iterable[int]) -> MovieList:
        """Return it with these movies at its end; those it has keep their places."""
        return replace(self, movies=tuple(dict.fromkeys((*self.movies, *ids))))

    def without(self, ids: Collection[int]) -> MovieList:
        """Return it without these movies."""
        return replace(self, movies=tuple(key for key in self.movies if key not in ids))

    def ordered(self, ids: Iterable[int]) -> MovieList:
        """Return it with its movies in this order, others behind them."""
        order = tuple(key for key in ids if key in self.movies)
        return replace(self, movies=tuple(dict.fromkeys((*order, *self.movies))))


class MovieListRepository(Repository):
    """Reads and changes the lists in one session."""

    def all(self) -> list[MovieList]:
        """Return the lists by name."""
        movies: defaultdict[int, list[int]] = defaultdict(list)
        for row in select(self._session, ListedMovieRow, order=[_PLACES.place, _PLACES.movie_id]):
            movies[row.list_id].append(row.movie_id)
        rows = select(self._session, MovieListRow)
        found = (MovieList(row.name, row.note, tuple(movies[row.id]), row.id) for row in rows)
        return sorted(found, key=lambda one: (one.name.casefold(), one.name))

    def put(self, one: MovieList) -> MovieList:
        """Store a list in place of the one with its id; return it as it is stored.

        Without movies that are gone: of one that no catalog had, the row goes when one has it.
        """
        chosen = (sa.select(_MOVIES).where(_MOVIES.in_(some)) for some in parts(one.movies))
        there = {key for query in chosen for key in self._session.scalars(query)}
        one = replace(one, movies=tuple(key for key in one.movies if key in there))
        row = MovieListRow(one.name, one.note, one.id)
        if one.id:
            put_records(self._session, [row])
        else:
            one = replace(one, id=insert(self._session, row))
        remove(self._session, ListedMovieRow, _PLACES.list_id == one.id)
        places = enumerate(one.movies)
        put_records(self._session, [ListedMovieRow(key, one.id, place) for place, key in places])
        return one

    def forget(self, ids: Iterable[int]) -> None:
        """Take movies off every list."""
        remove_keys(self._session, ListedMovieRow, ids)

    def restore(self, lists: Iterable[MovieList]) -> list[tuple[MovieList | None, MovieList]]:
        """Add lists of an export, and what lists of the same name lack.

        Return each that changed, before and after; None where there was none.
        """
        known = {one.key: one for one in self.all()}
        changed = []
        for one in lists:
            here = known.get(one.key)
            joined = one
            if here is not None:
                joined = replace(here.with_movies(one.movies), note=here.note or one.note)
            if joined != here:
                known[one.key] = self.put(joined)
                changed.append((here, known[one.key]))
        return changed

    def remove(self, list_id: int) -> None:
        """Delete a list."""
        remove_keys(self._session, MovieListRow, [list_id])
