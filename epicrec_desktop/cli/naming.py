"""The film that a text of the command line names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from epicrec_desktop.cli.labels import distinct_labels
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Movie

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.wiring import Services

T = TypeVar("T")

_NAMED = 5
"""How many movies an error names where a text may mean several."""


def find_entry(services: Services, text: str) -> LibraryEntry:
    """Return the movie of the library with this id or title, with or without its year."""
    entries = services.library.entries()
    wanted = text.casefold()
    found = [e for e in entries if wanted in _entry_names(e)]
    if not found:  # another title, missing accents, a typo
        meant = {key for key, _ in services.library.search_catalog(text, 50)}
        found = [e for e in entries if e.id in meant]
    problem = "names several movies" if found else "is not in the library"
    return only_one(found, text, problem, "an id that `epicrec library` shows")


def only_one(found: Sequence[T], text: str, problem: str, names: str) -> T:
    """Return the only one that a text names; else raise `EpicRecError` with what to use."""
    if len(found) == 1:
        return found[0]
    raise EpicRecError(
        "“{text}” {problem}. Nothing was changed. Use {names}.",
        text=text,
        problem=problem,
        names=names,
    )


def _entry_names(entry: LibraryEntry) -> set[str]:
    movie = entry.movie
    return {
        name.casefold() for name in (*_movie_names(movie), movie.identities.get("imdb")) if name
    }


def find_movie(services: Services, text: str) -> tuple[int, Movie]:
    """Return key and movie of the catalog that an id, or a title with or without its year, names.

    Raises `EpicRecError` where there is none, or several, and names some of them.
    """
    # Commands that only read do without what the search of titles imports.
    from epicrec_desktop.matching.title_search import is_named  # noqa: PLC0415

    if (key := services.library.find(text)) is not None:
        return key, services.library.movie(key)
    found = services.library.search_catalog(text, 50)
    wanted = text.casefold()
    exact = [(k, m) for k, m in found if wanted in _movie_names(m)]
    candidates = exact or [(k, m) for k, m in found if is_named(m, text)]
    if found and not candidates:
        raise EpicRecError(
            "No film of the catalog is “{text}” for certain. Near it: {films}. Nothing was "
            "changed. Use the id if you mean one of them, or --anyway for a film that the "
            "catalog does not have.",
            text=text,
            films="; ".join(f"{m.label} ({m.wire_id})" for _, m in found[:_NAMED]),
        )
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise EpicRecError(
            "No film of the catalog has the title “{text}”. Nothing was changed. "
            "`epicrec library search` finds films by other titles, too; "
            "`epicrec library add --anyway 'Title (year)'` adds one that is not there.",
            text=text,
        )
    movies = [movie for _, movie in candidates[:_NAMED]]
    names = distinct_labels(movies, services.library.directors(movies))
    films = "; ".join(f"{n} ({m.wire_id})" for n, m in zip(names, movies, strict=True))
    if len({movie.label for movie in movies}) < len(movies):
        raise EpicRecError(
            "“{text}” may be {films}. Nothing was changed. Use the id.", text=text, films=films
        )
    raise EpicRecError(
        "“{text}” may be {films}. Nothing was changed. Add the year, or use the id.",
        text=text,
        films=films,
    )


def find_on_watchlist(services: Services, text: str) -> tuple[int, Movie]:
    """Return the movie of the watchlist that a text names."""
    wanted = text.casefold()
    found = [(k, m) for k, m in services.library.watchlist() if wanted in _movie_names(m)]
    problem = "names no single film that is kept for later"
    return only_one(found, text, problem, "an id that `epicrec watchlist` shows")


def _movie_names(movie: Movie) -> set[str]:
    titles = (movie.title, *movie.alternative_titles)
    dated = [f"{t}{year}" for t in titles for year in (f" {movie.year}", f" ({movie.year})")]
    names = (movie.wire_id, movie.imdb_id, *titles, *(dated if movie.year else ()))
    return {name.casefold() for name in names if name}
