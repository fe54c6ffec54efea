"""Facts about movies that ship with the program: people, series, themes, running times and
sequels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from epicrec_desktop import resources
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog, Movie

LONGEST = 1_000
"""Minutes; what is longer is no film to sit through, but a slip of the pen."""


def load_running_times(path: Path | None = None) -> dict[str, int]:
    """Minutes by the film's label, "Heat (1995)".

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    try:
        return _minutes(_lines(path or resources.path("catalog", "minutes.txt")))
    except (OSError, ValueError) as error:
        raise _damaged() from error


def load_sequels(path: Path | None = None) -> frozenset[str]:
    """Labels of films that follow another one.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    try:
        lines = _lines(path or resources.path("catalog", "sequels.txt"))
    except (OSError, ValueError) as error:
        raise _damaged() from error
    return frozenset(lines)


def _lines(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    if not lines or not all(line.endswith(")") for line in lines):
        raise ValueError("no films")
    return lines


def _minutes(lines: list[str]) -> dict[str, int]:
    minutes: dict[str, int] = {}
    for line in lines:
        number, _, label = line.partition(" ")
        if not label or not 0 < int(number) <= LONGEST:
            raise ValueError("no film, or a length that is none")
        minutes[label] = int(number)
    if len(minutes) != len(lines):
        raise ValueError("a film twice")
    return minutes


def _damaged() -> CatalogError:
    return CatalogError(
        "What this program knows of films is missing or damaged. Your own data is kept. "
        "Install the program again."
    )


SECTIONS = (
    "directors", "series", "actors", "themes", "countries", "tones", "circles", "subjects",
)  # fmt: skip
"""The controlled vocabulary of sections, in this order."""
DISPLAYED_SECTIONS = SECTIONS[:6]
"""Sections that are shown; circles are for ranking alone, subjects for the search."""


@dataclass(frozen=True)
class Trait:
    """Something films have in common: `films` are labels, "Ran (1985)"."""

    section: str
    name: str
    films: tuple[str, ...]


def load_traits(path: Path | None = None) -> tuple[Trait, ...]:
    """Return the traits, section by section.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    try:
        text = (path or resources.path("catalog", "knowledge.txt")).read_text(encoding="utf-8")
        return tuple(_read(text))
    except (OSError, ValueError) as error:
        raise CatalogError(
            "What this program knows of films is missing or damaged. Your own data is kept. "
            "Install the program again."
        ) from error


def named(traits: tuple[Trait, ...], starter: Catalog) -> list[tuple[str, tuple[str, ...]]]:
    """Return the section of each trait, and its films by every public id in the starter catalog.

    Without subjects: models do not learn from them.

    A film that is in the catalog under another title, or from another source, has one of them.
    """
    ids = {movie.label: public_ids(movie) for movie in starter.movies}
    return [
        (trait.section, tuple(name for film in trait.films for name in ids.get(film, ())))
        for trait in traits
        if trait.section != "subjects"
    ]


def public_ids(movie: Movie) -> tuple[str, ...]:
    """Return the names by which a film of the starter catalog is known in another one."""
    imdb = (f"imdb:{movie.imdb_id}",) if movie.imdb_id else ()
    return (*imdb, f"starter:{movie.starter_id}") if movie.starter_id else imdb


@dataclass(frozen=True)
class MovieFacts:
    """What is known of one film; names in the order of the file."""

    directors: tuple[str, ...] = ()
    series: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    tones: tuple[str, ...] = ()
    minutes: int | None = None  # of the cut that cinemas showed
    follows: bool = False  # another film of one of its series came out before it


def load_movie_facts() -> dict[str, MovieFacts]:
    """Return what is known of each film, by its public ids.

    Raises `CatalogError` where what ships with the program is damaged.
    """
    movies = {movie.label: movie for movie in load_starter().movies}
    found: dict[str, dict[str, list[str]]] = {}
    follow = set(load_sequels())
    for trait in load_traits():
        years = {label: movies[label].year or 0 for label in trait.films if label in movies}
        first = min(years.values(), default=0)
        for label, year in years.items():
            if trait.section in DISPLAYED_SECTIONS:
                found.setdefault(label, {}).setdefault(trait.section, []).append(trait.name)
            if trait.section == "series" and year > first:
                follow.add(label)
    minutes = load_running_times()
    with_lists = (minutes.keys() | follow) & movies.keys()
    known: dict[str, MovieFacts] = {}
    for label in found.keys() | with_lists:
        shown = {section: tuple(names) for section, names in found.get(label, {}).items()}
        film = MovieFacts(**shown, minutes=minutes.get(label), follows=label in follow)
        known.update(dict.fromkeys(public_ids(movies[label]), film))
    return known


@cache
def _directors() -> dict[str, str]:
    films = load_movie_facts().items()
    return {name: ", ".join(film.directors) for name, film in films if film.directors}


def director_of(movie: Movie) -> str:
    """Return who directed a film, two of one film as "A, B"; empty where this is not known.

    The first call takes a moment. Raises as `load_movie_facts`.
    """
    known = _directors()
    return next((known[name] for name in public_ids(movie) if name in known), "")


def _read(text: str) -> list[Trait]:
    traits: list[Trait] = []
    section = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line.strip("[]")
            if section not in SECTIONS:
                raise ValueError("an unknown section")
            continue
        name, equals, films = line.partition(" = ")
        if not (section and name and equals):
            raise ValueError("a line that is no trait")
        traits.append(Trait(section, name, tuple(films.split("; "))))
    order = [SECTIONS.index(trait.section) for trait in traits]
    if not traits or order != sorted(order):
        raise ValueError("no traits, or sections out of order")
    return traits
