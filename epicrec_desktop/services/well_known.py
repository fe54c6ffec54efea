"""The best-known movies of a catalog, varied: to pick from by somebody of whom nothing is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from epicrec_desktop.domain.movies import Movie

SCREEN = 14
"""So many are seen at once; among them no decade and no category has most of the room."""
OF_A_DECADE, OF_A_CATEGORY = 4, 3


def varied_selection(movies: Sequence[Movie], count: int) -> list[int]:
    """Positions of `count` movies, the best known first, each screenful of many kinds.

    A movie counts for the rarest of its categories, which says most about it.
    """
    common = Counter(name for movie in movies for name in movie.categories)
    left = sorted(range(len(movies)), key=lambda place: -movies[place].popularity)
    left = [place for place in left if movies[place].wire_id and movies[place].categories]
    chosen: list[int] = []
    while left and len(chosen) < count:
        screen = _screen(left, movies, common)
        chosen += screen
        taken = set(screen)
        left = [place for place in left if place not in taken]
    return chosen[:count]


def _screen(order: Sequence[int], movies: Sequence[Movie], common: Counter[str]) -> list[int]:
    """One screenful; never empty, so that the next one has others."""
    decades: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    series: set[str] = set()
    screen = []
    for place in order:
        movie = movies[place]
        decade = (movie.year or 0) // 10
        kind = min(movie.categories, key=lambda name: (common[name], name))
        name = movie.title.partition(":")[0]
        room = decades[decade] < OF_A_DECADE and kinds[kind] < OF_A_CATEGORY
        if room and name not in series:
            series.add(name)
            decades[decade] += 1
            kinds[kind] += 1
            screen.append(place)
        if len(screen) == SCREEN:
            break
    return screen
