"""Names and sentences for the terminal, and what a text of the command line names.

JSON keeps the internal names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.domain.movies import CATEGORIES, Movie, category_label

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.wiring import Services

EVIDENCE = {
    Evidence.WATCHED: "watched",
    Evidence.INTEREST: "looked at",
    Evidence.NONE: "-",
}
"""What a trace says of a movie, in words."""
_MODELS = {
    "als": "learned from public ratings",
    "linear": "learned from public ratings",
    "knowledge": "by what is known of each movie",
}


def category_key(text: str) -> str | None:
    """Return the category with this internal or shown name; None if there is none."""
    names = {name.casefold(): name for name in CATEGORIES}
    names |= {category_label(name).casefold(): name for name in CATEGORIES}
    return names.get(text.casefold())


def distinct_labels(movies: Sequence[Movie], directors: Sequence[str]) -> list[str]:
    """Return the names of movies; of several with one title and year with director and categories.

    `directors`: of each, empty where not known.
    """
    labels = Counter(movie.label for movie in movies)
    found = []
    for movie, director in zip(movies, directors, strict=True):
        kinds = ", ".join(map(category_label, movie.categories[:3]))
        facts = ", ".join(filter(None, (director, kinds))) if labels[movie.label] > 1 else ""
        found.append(f"{movie.label} – {facts}" if facts else movie.label)
    return found


def movie_length(minutes: int | None) -> str:
    """Return a duration as text, "2 h 22 min"; an empty text for None."""
    if minutes is None:
        return ""
    hours, rest = divmod(minutes, 60)
    return " ".join(f"{count} {unit}" for count, unit in ((hours, "h"), (rest, "min")) if count)


def with_noun(count: int, one: str, several: str = "") -> str:
    """Return a number with its noun: "1 movie", "1,200 movies"; `several` if no "s" makes it."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def mechanism_name(name: str) -> str:
    """Return the family of a mechanism, as chosen: "learned"."""
    from epicrec_desktop.privacy.families import FAMILIES  # noqa: PLC0415 - with NumPy

    return next((one.key for one in FAMILIES.values() if name in one.names), name)


def budget_sentence(epsilon: Fraction) -> str:
    """Return a budget and what it is of: the movies of one period (docs/privacy.md 7)."""
    return (
        f"ε = {float(epsilon):.3f} for the movies confirmed between one list and "
        "the next, at most one a month."
    )


def model_name(kind: str) -> str:
    """Return what a model of this kind ranks by."""
    return _MODELS.get(kind, kind)


def moment(time: datetime) -> str:
    """Return a time as text, in UTC."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


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
    from epicrec_desktop.catalog.movie_facts import director_of  # noqa: PLC0415
    from epicrec_desktop.matching.title_search import is_named  # noqa: PLC0415

    for name in (text, f"imdb:{text}"):
        if (key := services.library.find(name)) is not None:
            return key, services.library.movie(key)
    found = services.library.search_catalog(text, 50)
    wanted = text.casefold()
    exact = [(k, m) for k, m in found if wanted in _movie_names(m)]
    candidates = exact or [(k, m) for k, m in found if is_named(m, text)]
    if found and not candidates:
        raise EpicRecError(
            "No film of the catalog is “{text}” for certain. Near it: {shown}. Nothing was "
            "changed. Use the id if you mean one of them, or --anyway for a film that the "
            "catalog does not have.",
            text=text,
            shown="; ".join(f"{m.label} ({m.wire_id})" for _, m in found[:_NAMED]),
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
    names = distinct_labels(movies, [director_of(movie) for movie in movies])
    shown = "; ".join(f"{n} ({m.wire_id})" for n, m in zip(names, movies, strict=True))
    if len({movie.label for movie in movies}) < len(movies):
        raise EpicRecError(
            "“{text}” may be {shown}. Nothing was changed. Use the id.", text=text, shown=shown
        )
    raise EpicRecError(
        "“{text}” may be {shown}. Nothing was changed. Add the year, or use the id.",
        text=text,
        shown=shown,
    )


def find_on_watchlist(services: Services, text: str) -> tuple[int, Movie]:
    """Return the movie of the watchlist that a text names."""
    problem = "names no single film that is kept for later"
    shown = "an id that `epicrec watchlist` shows"
    return find_in(services.library.watchlist(), text, problem, shown)


def find_in(
    movies: Sequence[tuple[int, Movie]], text: str, problem: str, instead: str
) -> tuple[int, Movie]:
    """Return which of these movies a text names. Raises `EpicRecError`, as `only_one`."""
    found = [(key, movie) for key, movie in movies if text.casefold() in _movie_names(movie)]
    return only_one(found, text, problem, instead)


def _movie_names(movie: Movie) -> set[str]:
    titles = (movie.title, *movie.alternative_titles)
    dated = [f"{t}{year}" for t in titles for year in (f" {movie.year}", f" ({movie.year})")]
    names = (movie.wire_id, movie.imdb_id, *titles, *(dated if movie.year else ()))
    return {name.casefold() for name in names if name}
