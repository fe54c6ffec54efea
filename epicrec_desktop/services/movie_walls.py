"""Walls of a movie's page and of a person's: movies of its series, by whom it is, with whom, alike.

Nothing here leaves this computer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from epicrec_desktop.catalog.movie_facts import MovieFacts, facts_of
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import NOT_RATED
from epicrec_desktop.services.context import OfCatalog, ServiceContext
from epicrec_desktop.services.library import FoundMovie, OwnMovies
from epicrec_desktop.store.catalog import StoredCatalog
from epicrec_desktop.store.ratings import by_movie, own_ratings, stars_of

if TYPE_CHECKING:  # they bring NumPy, which the first page does without
    from epicrec_desktop.services.movie_facts import MovieFactsService, SimilarMovies

SERIES, DIRECTOR, ACTOR, ALIKE, COUNTRY = "series", "director", "actor", "alike", "country"
LEAST = 2
"""A wall of fewer movies says nothing."""
MOST = 12
"""So many movies of a wall are shown at most; a person's page has all."""
COMMON = frozenset(("United States", "United Kingdom"))
"""Countries of so many movies that one in common means nothing."""


@dataclass(frozen=True)
class Wall:
    """Movies that have something in common with one; `movies` are the first `MOST` of `total`."""

    kind: str
    name: str  # of the series, the person or the country
    movies: tuple[FoundMovie, ...]
    total: int
    seen: int  # of all


@dataclass(frozen=True)
class MovieView:
    """What a movie's page shows beside the movie."""

    known: MovieFacts
    walls: tuple[Wall, ...]


@dataclass(frozen=True)
class PersonView:
    """What a person's page shows: movies by year, the earliest first; `near` are like them."""

    name: str
    directed: tuple[FoundMovie, ...]
    played: tuple[FoundMovie, ...]
    near: tuple[FoundMovie, ...]

    @property
    def movies(self) -> tuple[FoundMovie, ...]:
        """Return all movies, each once."""
        return tuple({movie.key: movie for movie in (*self.directed, *self.played)}.values())


_Index = Mapping[str, Mapping[str, list[int]]]
"""Positions of a catalog's movies by what they have in common: a kind, and a name."""


def _index_of(stored: StoredCatalog) -> _Index:
    found: dict[str, defaultdict[str, list[int]]] = {
        kind: defaultdict(list) for kind in (SERIES, DIRECTOR, ACTOR, COUNTRY)
    }
    for position, movie in enumerate(stored.catalog.movies):
        known = facts_of(movie)
        for kind, names in (
            (SERIES, known.series),
            (DIRECTOR, known.directors),
            (ACTOR, known.actors),
            (COUNTRY, known.countries[:1]),
        ):
            for name in names:
                found[kind][name].append(position)
    return found


class MovieWalls:
    """Safe to use from several threads; another catalog is read again."""

    def __init__(
        self, context: ServiceContext, facts: MovieFactsService, alike: SimilarMovies
    ) -> None:
        self._context, self._facts, self._alike = context, facts, alike
        self._index = OfCatalog(context, _index_of)

    def movie(self, wire_id: str) -> MovieView:
        """Return what is known of a movie, and its walls: no movie is on two of them.

        The first call for a catalog reads what is known of all its movies.
        """
        known, (stored, index) = self._facts.about(wire_id), self._index.get()
        at = stored.catalog.index.get(wire_id)
        if at is None:
            return MovieView(known, ())
        shelf = _Shelf(stored, self._own())
        walls = [
            shelf.wall(SERIES, name, shelf.by_year(index[SERIES].get(name, ())), keep=at)
            for name in known.series[:1]
        ]
        shelf.used.add(at)
        walls += [shelf.by_fame(index, DIRECTOR, name) for name in known.directors[:2]]
        walls.append(shelf.wall(ALIKE, "", self._like(stored, wire_id)))
        first = next(iter(known.leads), "")
        if first and first not in known.directors:
            walls.append(shelf.by_fame(index, ACTOR, first))
        country = next(iter(known.countries), "")
        if not known.directors and country and country not in COMMON:
            walls.append(shelf.by_fame(index, COUNTRY, country))
        walls = [wall for wall in walls if len(wall.movies) >= LEAST]
        starred = self._starred([wall.movies for wall in walls])
        found = (replace(wall, movies=movies) for wall, movies in zip(walls, starred, strict=True))
        return MovieView(known, tuple(found))

    def person(self, name: str) -> PersonView:
        """Return the movies of a director or actor, with what the user saw of them."""
        stored, index = self._index.get()
        shelf = _Shelf(stored, self._own())
        directed = shelf.by_year(index[DIRECTOR].get(name, ()))
        played = shelf.by_year(index[ACTOR].get(name, ()))
        first = max(directed or played, key=lambda at: shelf.movie(at).popularity, default=None)
        wire_id = shelf.movie(first).wire_id if first is not None else None
        theirs = {*directed, *played}
        near = [at for at in self._like(stored, wire_id or "") if at not in theirs]
        movies = [tuple(map(shelf.found, some)) for some in (directed, played, near[:MOST])]
        return PersonView(name, *self._starred(movies))

    def _like(self, stored: StoredCatalog, wire_id: str) -> list[int]:
        alike = self._alike.like(wire_id, 2 * MOST, left_out=()) if wire_id else ()
        places = stored.catalog.index
        return [places[one.wire_id] for one in alike if one.wire_id in places]

    def _own(self) -> OwnMovies:
        with self._context.database.read() as session:
            return OwnMovies(session)

    def _starred(self, walls: Sequence[tuple[FoundMovie, ...]]) -> Iterator[tuple[FoundMovie, ...]]:
        """Yield walls with the stars that My movies has below these movies: own or imported."""
        keys = {found.key for movies in walls for found in movies}
        with self._context.database.read() as session:
            own, imports = own_ratings(session, keys), by_movie(session, keys)
        for movies in walls:
            stars = (
                stars_of(own.get(found.key, NOT_RATED), imports.get(found.key, ()))[0]
                for found in movies
            )
            yield tuple(
                replace(found, stars=halves or None)
                for found, halves in zip(movies, stars, strict=True)
            )


class _Shelf:
    """Builds the walls of one page; a movie that is on one is on no later one."""

    def __init__(self, stored: StoredCatalog, own: OwnMovies) -> None:
        self._stored, self._own = stored, own
        self.used: set[int] = set()

    def movie(self, at: int) -> Movie:
        return self._stored.catalog.movies[at]

    def found(self, at: int) -> FoundMovie:
        return self._own.found(self._stored.keys[at], self.movie(at))

    def by_year(self, positions: Iterable[int]) -> list[int]:
        return sorted(positions, key=lambda at: (self.movie(at).year or 0, self.movie(at).title))

    def by_fame(self, index: _Index, kind: str, name: str) -> Wall:
        """Return a wall of all movies of a name, the best known first."""
        positions = index[kind].get(name, ())
        return self.wall(kind, name, sorted(positions, key=lambda at: -self.movie(at).popularity))

    def wall(self, kind: str, name: str, order: Sequence[int], keep: int | None = None) -> Wall:
        """Return a wall of these movies, without those of earlier walls; `keep` is on it."""
        free = [at for at in order if at not in self.used]
        shown = free[:MOST]
        if len(shown) >= LEAST:
            self.used.update(shown)
        if keep is not None and keep not in shown:
            shown = [*shown[: MOST - 1], keep]
        seen = sum(
            self._own.statuses.get(self._stored.keys[at]) is LibraryStatus.CONFIRMED for at in order
        )
        return Wall(kind, name, tuple(map(self.found, shown)), len(order), seen)
