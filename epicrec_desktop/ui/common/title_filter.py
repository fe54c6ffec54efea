"""What a search field shows of the movies below it: the program's one search, over a list."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from epicrec_desktop.domain.movies import Movie

if TYPE_CHECKING:
    from epicrec_desktop.matching.title_search import SearchEntry, TitleSearch


class TitleFilter:
    """Finds keys of movies by words, as `matching.title_search` does. Thousands take a worker."""

    def __init__(self, things: Iterable[tuple[Hashable, SearchEntry]]) -> None:
        self.known: set[Hashable] = set()
        self._parts: list[tuple[tuple[Hashable, ...], TitleSearch]] = []
        self._put(things)

    @classmethod
    def of(cls, movies: Iterable[tuple[Hashable, Movie]]) -> TitleFilter:
        """Of movies with all their titles."""
        from epicrec_desktop.matching.title_search import named  # noqa: PLC0415 - after the frame

        return cls((key, named(movie)) for key, movie in movies)

    def add(self, key: Hashable, movie: Movie) -> None:
        """Know one more movie."""
        from epicrec_desktop.matching.title_search import named  # noqa: PLC0415

        self._put([(key, named(movie))])

    def _put(self, things: Iterable[tuple[Hashable, SearchEntry]]) -> None:
        from epicrec_desktop.matching.title_search import TitleSearch  # noqa: PLC0415

        known = list(things)
        self.known.update(key for key, _ in known)
        search = TitleSearch([thing for _, thing in known])
        self._parts.append((tuple(key for key, _ in known), search))

    def keys(self, text: str) -> frozenset[Hashable]:
        """The movies that these words name; those near to it where none has the words."""
        direct: set[Hashable] = set()
        near: set[Hashable] = set()
        for keys, search in self._parts:
            found = search.find(text)
            direct.update(keys[place] for place in found.direct)
            near.update(keys[place] for place in found.places)
        return frozenset(direct or near)
