"""What movies have in common, and all that ships with the program about one movie: people,
countries, series, themes, length, a sentence and whether it is a sequel.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

import msgspec

from epicrec_desktop import resources
from epicrec_desktop.catalog.facts_table import FactsRow, load_facts, read_file
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.records import Record

SECTIONS = (
    "directors", "series", "actors", "themes", "countries", "tones", "circles", "subjects",
)  # fmt: skip
"""The controlled vocabulary of sections, in this order."""
_OF_FACTS = ("directors", "actors", "countries")
"""Sections that follow from the facts; the others are in `knowledge.txt`."""


class Trait(Record, frozen=True):
    """Something movies have in common: `movies` are labels, "Ran (1985)"."""

    section: str
    name: str
    movies: tuple[str, ...]


def load_traits(path: Path | None = None) -> tuple[Trait, ...]:
    """Return the traits of `knowledge.txt`, section by section.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    return tuple(read_file(path or resources.path("catalog", "knowledge.txt"), _read))


def traits_of_facts(facts: Mapping[str, FactsRow]) -> list[Trait]:
    """Return every director and actor with their movies, and every country with those it made."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for label, row in facts.items():
        shared = row.directors, (*row.leads, *row.cast), row.countries
        for section, names in zip(_OF_FACTS, shared, strict=True):
            for name in names:
                found[section, name].append(label)
    return [Trait(section, name, tuple(movies)) for (section, name), movies in found.items()]


def all_traits() -> list[Trait]:
    """Return what `knowledge.txt` and the facts say movies have in common, section by section."""
    traits = [*load_traits(), *traits_of_facts(load_facts())]
    return sorted(traits, key=lambda trait: SECTIONS.index(trait.section))


@cache
def model_traits() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the traits that models learn from: section, and movies by every id that they have.

    A movie that is in the catalog under another title, or from another source, has one of the ids.
    """
    joined = load_joined()
    names = [ids for ids, _ in joined.films]
    return tuple(
        (section, tuple(name for movie in movies for name in names[movie]))
        for section, movies in joined.traits
    )


def public_ids(movie: Movie) -> tuple[str, ...]:
    """Return the names by which a movie of the starter catalog is known in another one."""
    imdb = (f"imdb:{movie.imdb_id}",) if movie.imdb_id else ()
    return (*imdb, f"starter:{movie.starter_id}") if movie.starter_id else imdb


class MovieFacts(Record, frozen=True, omit_defaults=True):
    """What is known of one movie; names in the order of the files."""

    directors: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()  # who plays in it, in a sure order
    cast: tuple[str, ...] = ()  # who else does, in no order
    series: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    tones: tuple[str, ...] = ()
    minutes: int | None = None  # of the cut that cinemas showed
    follows: bool = False  # another movie of one of its series came out before it
    sentences: Mapping[str, str] = {}  # what it is about, by language

    @property
    def actors(self) -> tuple[str, ...]:
        """Return everybody who plays in it."""
        return (*self.leads, *self.cast)


class JoinedFacts(Record, frozen=True):
    """What the other files of the folder say, joined by `packaging/joined_facts.py`.

    `films` are public ids and facts of each movie of which anything is known; `traits` those that
    models learn from: a section, and positions in `films`.
    """

    films: tuple[tuple[tuple[str, ...], MovieFacts], ...]
    traits: tuple[tuple[str, tuple[int, ...]], ...]


@cache
def load_joined(path: Path | None = None) -> JoinedFacts:
    """Return `joined.json`; in a checkout it is made first where it is missing or out of date.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    file = path or resources.path("catalog", "joined.json")
    kinds = ("*.tsv", "*.csv", "*.txt")
    sources = (one for kind in kinds for one in file.parent.glob(kind))
    resources.make_if_outdated(file, "joined_facts.py", sources)
    read: Callable[[str], JoinedFacts] = partial(msgspec.json.decode, type=JoinedFacts)
    return read_file(file, read)


@cache
def known_movie_facts() -> Mapping[str, MovieFacts]:
    """Return what is known of each movie, by its public ids. Raises as `load_joined`."""
    return {name: movie for ids, movie in load_joined().films for name in ids}


def facts_of(movie: Movie) -> MovieFacts:
    """Return what is known of a movie of any catalog; nothing where nobody wrote anything down.

    Raises as `known_movie_facts`.
    """
    known = known_movie_facts()
    return next((known[name] for name in public_ids(movie) if name in known), MovieFacts())


def minutes_of(movie: Movie) -> int | None:
    """Return how long a movie is; None where that is not known.

    A list of movies is shown without lengths, too: damage is reported where facts are needed.
    """
    try:
        return facts_of(movie).minutes
    except CatalogError:
        return None


def director_of(movie: Movie) -> str:
    """Return who directed a movie, two of one movie as "A, B"; empty where this is not known."""
    return ", ".join(facts_of(movie).directors)


def _read(text: str) -> list[Trait]:
    traits: list[Trait] = []
    section = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line.strip("[]")
            if section not in SECTIONS or section in _OF_FACTS:
                raise ValueError("an unknown section")
            continue
        name, equals, movies = line.partition(" = ")
        if not (section and name and equals):
            raise ValueError("a line that is no trait")
        traits.append(Trait(section, name, tuple(movies.split("; "))))
    order = [SECTIONS.index(trait.section) for trait in traits]
    if not traits or order != sorted(order):
        raise ValueError("no traits, or sections out of order")
    return traits


COUNTED = ("directors", "cast", "leads", "minutes", "countries", "sentences")
_SINCE = 2024
Coverage = dict[str, dict[str, float]]
"""Shares of movies, by group of movies and by fact."""


def coverage() -> Coverage:
    """Return of which share of movies each of `COUNTED` is known: of all, of the best-known 1,000
    and 2,000, and of those since 2024.
    """
    known = known_movie_facts()
    movies = sorted(load_starter().movies, key=lambda movie: -movie.popularity)
    groups = {
        "all": movies,
        "best_1000": movies[:1_000],
        "best_2000": movies[:2_000],
        f"since_{_SINCE}": [movie for movie in movies if (movie.year or 0) >= _SINCE],
    }
    return {
        name: {fact: _share([known.get(public_ids(m)[0]) for m in group], fact) for fact in COUNTED}
        for name, group in groups.items()
    }


def _share(movies: Sequence[MovieFacts | None], fact: str) -> float:
    name = "actors" if fact == "cast" else fact
    return round(sum(bool(movie and getattr(movie, name)) for movie in movies) / len(movies), 3)
