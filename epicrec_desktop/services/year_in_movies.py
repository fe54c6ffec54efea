"""Compute a year in movies from the library: what was watched when, and what stands out. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from epicrec_desktop.domain.movies import Movie

if TYPE_CHECKING:
    from epicrec_desktop.catalog.movie_facts import MovieFacts
    from epicrec_desktop.services.library import LibraryEntry

NAMED = 3
"""Most directors that are named."""

Counted = TypeVar("Counted", int, str)


@dataclass(frozen=True)
class WatchedMovie:
    """A confirmed movie. `day`: when it was watched, None where nothing says so."""

    movie: Movie
    day: date | None
    minutes: int | None = None
    directors: tuple[str, ...] = ()


@dataclass(frozen=True)
class YearInMovies:
    """A calendar year, or the whole library (`year` 0). `movies` are in the order watched, each
    once: on the last day that is known.

    `months`: 12 counts, January first. `decades`, `categories` and `directors`: (name, count), the
    most watched first; directors of two movies and more. `undated`: movies of the whole library
    without a day, which are in no year.
    """

    year: int
    movies: tuple[WatchedMovie, ...]
    undated: int
    months: tuple[int, ...]
    decades: tuple[tuple[int, int], ...]
    categories: tuple[tuple[str, int], ...]
    directors: tuple[tuple[str, int], ...]
    minutes: int
    longest: WatchedMovie | None
    oldest: WatchedMovie | None
    least_known: WatchedMovie | None

    @property
    def hours(self) -> int:
        """How long they last together, to the hour; at least so long if not `timed`."""
        return round(self.minutes / 60) if self.timed else self.minutes // 60

    @property
    def timed(self) -> bool:
        """Whether the length of every movie is known."""
        return all(one.minutes for one in self.movies)

    @property
    def first(self) -> WatchedMovie | None:
        """The first movie whose day is known."""
        return next((one for one in self.movies if one.day is not None), None)

    @property
    def last(self) -> WatchedMovie | None:
        """The last one."""
        return next((one for one in reversed(self.movies) if one.day is not None), None)


def watched_movies(
    entries: Iterable[LibraryEntry], about: Callable[[str], MovieFacts] | None
) -> list[WatchedMovie]:
    """Return confirmed entries with their days and what `about`, if any, says of a wire id."""
    found = []
    for entry in entries:
        if not entry.watched:
            continue  # confirmed by an older version for pages about it
        wire_id = entry.movie.wire_id
        facts = about(wire_id) if about and wire_id else None
        minutes, directors = (facts.minutes, facts.directors) if facts else (None, ())
        found.append(WatchedMovie(entry.movie, entry.watched_day, minutes, directors))
    return found


def years(watched: Iterable[WatchedMovie]) -> list[int]:
    """Return the years that have movies, the newest first."""
    return sorted({one.day.year for one in watched if one.day is not None}, reverse=True)


def year_in_movies(watched: Sequence[WatchedMovie], year: int) -> YearInMovies:
    """Return what was watched in a year; everything is empty where nothing was."""
    movies = [one for one in watched if one.day is not None and one.day.year == year]
    return _summed(movies, year, sum(one.day is None for one in watched))


def library_in_movies(watched: Sequence[WatchedMovie]) -> YearInMovies:
    """Return the same of all movies, with or without a day."""
    return _summed(watched, 0, sum(one.day is None for one in watched))


def _summed(watched: Iterable[WatchedMovie], year: int, undated: int) -> YearInMovies:
    movies = sorted(watched, key=lambda one: (one.day or date.min, one.movie.title))
    months = Counter(one.day.month for one in movies if one.day is not None)
    directors = Counter(name for one in movies for name in one.directors)
    timed = [one for one in movies if one.minutes]
    dated = [one for one in movies if one.movie.year]
    public = [one for one in movies if one.movie.popularity > 0]
    return YearInMovies(
        year=year,
        movies=tuple(movies),
        undated=undated,
        months=tuple(months[month] for month in range(1, 13)),
        decades=_ranked(Counter((one.movie.year or 0) // 10 * 10 for one in dated)),
        categories=_ranked(Counter(name for one in movies for name in one.movie.categories)),
        directors=tuple(pair for pair in _ranked(directors) if pair[1] > 1)[:NAMED],
        minutes=sum(one.minutes or 0 for one in timed),
        longest=max(timed, key=lambda one: one.minutes or 0, default=None),
        oldest=min(dated, key=lambda one: one.movie.year or 0, default=None),
        least_known=min(public, key=lambda one: one.movie.popularity, default=None),
    )


def on_this_day(watched: Iterable[WatchedMovie], today: date) -> WatchedMovie | None:
    """Return the movie watched on this day of an earlier year, the latest such year first."""
    found = [
        one
        for one in watched
        if one.day is not None
        and (one.day.month, one.day.day) == (today.month, today.day)
        and one.day.year < today.year
    ]
    return max(found, key=lambda one: (one.day or date.min, one.movie.popularity), default=None)


def _ranked(counts: Counter[Counted]) -> tuple[tuple[Counted, int], ...]:
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
