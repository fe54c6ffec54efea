"""What movies have in common, and all that ships with the program about one movie: people,
countries, series, themes, length, a sentence and whether it is a sequel.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeVar

from epicrec_desktop import resources
from epicrec_desktop.catalog.film_facts import FilmFacts, damaged, load_facts
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.movies import Catalog, Movie

T = TypeVar("T")


def load_sequels(path: Path | None = None) -> frozenset[str]:
    """Labels of films that follow another one.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    return _read_file(path or resources.path("catalog", "sequels.txt"), _sequels)


def _sequels(text: str) -> frozenset[str]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    if not lines or not all(line.endswith(")") for line in lines):
        raise ValueError("no films")
    return frozenset(lines)


def load_sentences(path: Path | None = None) -> Mapping[str, Mapping[str, str]]:
    """Return by label what a film is about, a sentence by language: "en", "de".

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    return _read_file(path or resources.path("catalog", "sentences.tsv"), _sentences)


def _sentences(text: str) -> Mapping[str, Mapping[str, str]]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    film, *languages = lines[0].split("\t") if lines else ("",)
    if film != "film" or "en" not in languages:
        raise ValueError("no sentences, or other columns")
    found: dict[str, Mapping[str, str]] = {}
    for line in lines[1:]:
        label, *sentences = line.split("\t")
        if not label.endswith(")") or label in found or len(sentences) != len(languages):
            raise ValueError("no film, a film twice, or a row of another length")
        written = zip(languages, sentences, strict=True)
        found[label] = {language: sentence for language, sentence in written if sentence}
    return found


def _read_file(path: Path, read: Callable[[str], T]) -> T:
    try:
        return read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise damaged() from error


SECTIONS = (
    "directors", "series", "actors", "themes", "countries", "tones", "circles", "subjects",
)  # fmt: skip
"""The controlled vocabulary of sections, in this order."""
_OF_FACTS = ("directors", "actors", "countries")
"""Sections that follow from the facts; the others are in `knowledge.txt`."""
_SHOWN = ("series", "themes", "tones")
"""Sections of `knowledge.txt` that are shown of a movie; circles are for ranking alone, subjects
for the search."""


@dataclass(frozen=True)
class Trait:
    """Something films have in common: `films` are labels, "Ran (1985)"."""

    section: str
    name: str
    films: tuple[str, ...]


def load_traits(path: Path | None = None) -> tuple[Trait, ...]:
    """Return the traits of `knowledge.txt`, section by section.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    return tuple(_read_file(path or resources.path("catalog", "knowledge.txt"), _read))


def traits_of_facts(facts: Mapping[str, FilmFacts]) -> list[Trait]:
    """Return every director and actor with their films, and every country with those it made."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for label, film in facts.items():
        for section, names in zip(_OF_FACTS, _shared(film), strict=True):
            for name in names:
                found[section, name].append(label)
    return [Trait(section, name, tuple(films)) for (section, name), films in found.items()]


def _shared(film: FilmFacts) -> tuple[tuple[str, ...], ...]:
    return film.directors, (*film.leads, *film.cast), film.countries


def all_traits() -> list[Trait]:
    """Return what `knowledge.txt` and the facts say films have in common, section by section."""
    traits = [*load_traits(), *traits_of_facts(load_facts())]
    return sorted(traits, key=lambda trait: SECTIONS.index(trait.section))


MODELED = {"directors": 130, "actors": 64}
"""So many people models learn from, the best-known ones: with more of them the built-in model
ranks worse, as each film then has people of its own."""
_EVERYWHERE = "United States"
"""The country of more than half of the films, which models do not learn from."""


def model_traits(starter: Catalog) -> list[tuple[str, tuple[str, ...]]]:
    """Return the traits that models learn from: the section of each, and its films by every public
    id in the starter catalog.

    Without subjects. A film that is in the catalog under another title, or from another source,
    has one of the ids.
    """
    ids = {movie.label: public_ids(movie) for movie in starter.movies}
    fame = {movie.label: movie.popularity for movie in starter.movies}
    return [
        (trait.section, tuple(name for film in trait.films for name in ids.get(film, ())))
        for trait in _modeled(all_traits(), fame)
    ]


def _modeled(traits: Iterable[Trait], fame: Mapping[str, float]) -> list[Trait]:
    by_section: dict[str, list[Trait]] = {section: [] for section in SECTIONS[:-1]}
    for trait in traits:
        if trait.section in by_section and trait.name != _EVERYWHERE and len(trait.films) > 1:
            by_section[trait.section].append(trait)
    for section, most in MODELED.items():
        by_section[section].sort(key=lambda trait: -sum(fame.get(f, 0.0) for f in trait.films))
        del by_section[section][most:]
    return [trait for section in by_section.values() for trait in section]


def public_ids(movie: Movie) -> tuple[str, ...]:
    """Return the names by which a film of the starter catalog is known in another one."""
    imdb = (f"imdb:{movie.imdb_id}",) if movie.imdb_id else ()
    return (*imdb, f"starter:{movie.starter_id}") if movie.starter_id else imdb


@dataclass(frozen=True)
class MovieFacts:
    """What is known of one film; names in the order of the files."""

    directors: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()  # who plays in it, in a sure order
    cast: tuple[str, ...] = ()  # who else does, in no order
    series: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    tones: tuple[str, ...] = ()
    minutes: int | None = None  # of the cut that cinemas showed
    follows: bool = False  # another film of one of its series came out before it
    sentences: Mapping[str, str] = field(default_factory=dict)  # what it is about, by language

    @property
    def actors(self) -> tuple[str, ...]:
        """Return everybody who plays in it."""
        return (*self.leads, *self.cast)


def load_movie_facts() -> dict[str, MovieFacts]:
    """Return what is known of each film, by its public ids.

    Raises `CatalogError` where what ships with the program is damaged.
    """
    movies = {movie.label: movie for movie in load_starter().movies}
    shown: dict[str, dict[str, list[str]]] = {}
    follow = set(load_sequels())
    for trait in load_traits():
        years = {label: movies[label].year or 0 for label in trait.films if label in movies}
        first = min(years.values(), default=0)
        for label, year in years.items():
            if trait.section in _SHOWN:
                shown.setdefault(label, {}).setdefault(trait.section, []).append(trait.name)
            if trait.section == "series" and year > first:
                follow.add(label)
    facts, sentences = load_facts(), load_sentences()
    known: dict[str, MovieFacts] = {}
    for label in (shown.keys() | facts.keys() | sentences.keys() | follow) & movies.keys():
        film = facts.get(label, FilmFacts())
        known_film = MovieFacts(
            **{section: tuple(names) for section, names in shown.get(label, {}).items()},
            directors=film.directors,
            leads=film.leads,
            cast=film.cast,
            countries=film.countries,
            languages=film.languages,
            minutes=film.minutes,
            follows=label in follow,
            sentences=sentences.get(label, {}),
        )
        known.update(dict.fromkeys(public_ids(movies[label]), known_film))
    return known


@cache
def known_movie_facts() -> Mapping[str, MovieFacts]:
    """Return `load_movie_facts`, read once; the first call takes a moment."""
    return load_movie_facts()


def facts_of(movie: Movie) -> MovieFacts:
    """Return what is known of a movie of any catalog; nothing where nobody wrote anything down.

    Raises as `load_movie_facts`.
    """
    known = known_movie_facts()
    return next((known[name] for name in public_ids(movie) if name in known), MovieFacts())


def director_of(movie: Movie) -> str:
    """Return who directed a film, two of one film as "A, B"; empty where this is not known."""
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
        name, equals, films = line.partition(" = ")
        if not (section and name and equals):
            raise ValueError("a line that is no trait")
        traits.append(Trait(section, name, tuple(films.split("; "))))
    order = [SECTIONS.index(trait.section) for trait in traits]
    if not traits or order != sorted(order):
        raise ValueError("no traits, or sections out of order")
    return traits


COUNTED = ("directors", "cast", "leads", "minutes", "countries", "sentences")
_SINCE = 2024
Coverage = dict[str, dict[str, float]]
"""Shares of films, by group of films and by fact."""


def coverage() -> Coverage:
    """Return of which share of films each of `COUNTED` is known: of all, of the best-known 1,000
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


def _share(films: Sequence[MovieFacts | None], fact: str) -> float:
    name = "actors" if fact == "cast" else fact
    return round(sum(bool(film and getattr(film, name)) for film in films) / len(films), 3)
