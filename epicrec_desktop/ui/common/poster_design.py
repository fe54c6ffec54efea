"""What a poster shows: chosen from what ships about a film, and seeded variety.

`resources/catalog/posters.txt` has the palettes, the signs, and which of them suit which films,
subjects, categories and words of a title. A film that nothing is known of is chosen for by its
categories and the words of its title. The same film has the same poster on every computer.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from epicrec_desktop import resources
from epicrec_desktop.catalog.film_facts import load_facts
from epicrec_desktop.catalog.movie_facts import load_traits

T = TypeVar("T")
DEFINING = (
    "Film-Noir", "Western", "War", "Musical", "Documentary", "Horror", "Animation", "Sci-Fi",
    "Fantasy", "Mystery", "Crime", "Romance", "Children", "Thriller", "Adventure", "Comedy",
    "Action", "Drama",
)  # fmt: skip
"""Categories by rarity: the rarest one of a movie says most."""
LAYOUTS = ("full", "band", "frame")
OLD = 1962
"""Films before this year look like prints of their time."""
DECADES = {1970: ("seventies",), 1980: ("neon",)}
"""Palettes that more films of a decade have."""
LONG = 20
"""Characters of a title that fits below a picture with an edge."""
DRAWN_NEW = frozenset(("Animation", "Children", "Musical"))
"""Categories in color before that year too."""


@dataclass(frozen=True)
class Design:
    """What is drawn; equal designs give equal posters but for the text."""

    sign: str
    scene: str
    palette: str
    colors: tuple[str, ...]  # of the palette's variant: top, low, mid, dark, accent, light
    layout: str
    director: str
    numbers: tuple[float, ...] = field(repr=False)  # in [0, 1): proportions

    @property
    def look(self) -> tuple[str, ...]:
        """Return what is seen at a glance."""
        return (self.sign, self.scene, *self.colors, self.layout)


@dataclass(frozen=True)
class Suits:
    """Signs, scenes and palettes that suit a subject."""

    signs: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    palettes: tuple[str, ...] = ()


@dataclass
class Book:
    """The content of `posters.txt`, with the subjects and the director of each film."""

    palettes: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    films: dict[str, Suits] = field(default_factory=dict)
    subjects: dict[str, Suits] = field(default_factory=dict)
    known: dict[str, list[str]] = field(default_factory=dict)
    directors: dict[str, str] = field(default_factory=dict)


@functools.cache
def book() -> Book:
    """Return everything that posters are chosen from; raises `OSError`, `CatalogError`."""
    made = Book()
    section = ""
    for line in resources.path("catalog", "posters.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            _take(made, section, *line.split(" = ", 1))
    _note_films(made)
    return made


def _note_films(made: Book) -> None:
    """Note of each film what is known of it that posters are drawn from: themes, the country that
    comes first, and the first tone, which counts as much as the first theme.
    """
    traits = [trait for trait in load_traits() if trait.name in made.subjects]
    for trait in traits:
        if trait.section != "tones":
            for film in trait.films:
                made.known.setdefault(film, []).append(trait.name)
    for label, facts in load_facts().items():
        made.directors[label] = " & ".join(facts.directors[:2])
        if facts.countries[:1] and facts.countries[0] in made.subjects:
            made.known.setdefault(label, []).append(facts.countries[0])
    for trait in traits:
        if trait.section == "tones":
            for film in trait.films:
                made.known.setdefault(film, []).insert(1, trait.name)


def _take(made: Book, section: str, name: str, rest: str) -> None:
    if section == "palettes":
        made.palettes[name] = [tuple(f"#{c}" for c in v.split()) for v in rest.split(";")]
    elif section == "signs":
        made.signs[name] = rest
    elif section == "words":
        made.words.update(dict.fromkeys(rest.split(), name))
    elif section == "films":
        chosen = [() if part == "*" else (part,) for part in name.split(", ")]
        made.films.update(dict.fromkeys(rest.split("; "), Suits(*chosen)))
    else:
        parts = (tuple(filter(None, part.strip().split(", "))) for part in rest.split("/"))
        made.subjects.update(dict.fromkeys(name.split("; "), Suits(*parts)))


def defining_category(categories: Sequence[str]) -> str | None:
    """Return the rarest category of a movie, which is shown where there is room for one."""
    return next((name for name in DEFINING if name in categories), None)


def design(title: str, year: int | None, categories: Sequence[str]) -> Design:
    """Return the design of a movie."""
    digest = hashlib.blake2b(
        f"{title}\0{year}".encode("utf-8", "surrogatepass"), digest_size=24
    ).digest()
    numbers = tuple(byte / 256 for byte in digest)
    has = book()
    label = f"{title} ({year})"
    own = has.films.get(label, Suits())
    kinds = [name for name in DEFINING if name in categories] or ["any"]
    subjects = [has.subjects[name] for name in (*has.known.get(label, ()), *kinds)]
    word = Suits(signs=_word(title, has))
    palette = _pick(_palettes(own, subjects, year, categories), numbers[1])
    scenes = own.scenes or _first_two(subjects, "scenes")
    return Design(
        sign=_pick(own.signs or word.signs or _first_two(subjects, "signs"), numbers[2]),
        scene=_pick(scenes, numbers[3]),
        palette=palette,
        colors=_pick(has.palettes[palette], numbers[4]),
        layout=_layout(title, year, numbers[5]),
        director=has.directors.get(label, ""),
        numbers=numbers[6:],
    )


def _pick(choices: Sequence[T], number: float) -> T:
    return choices[int(number * len(choices))]


def _word(title: str, has: Book) -> tuple[str, ...]:
    """Return the sign of the first word of a title that has one."""
    words = re.findall(r"\w+", title[:100].casefold())
    return next(((has.words[word],) for word in words if word in has.words), ())


def _first_two(subjects: Sequence[Suits], name: str) -> tuple[str, ...]:
    """Return the choices of the first two subjects that have any."""
    found: list[tuple[str, ...]] = [getattr(subject, name) for subject in subjects]
    return sum([choices for choices in found if choices][:2], ())


def _palettes(
    own: Suits, subjects: Sequence[Suits], year: int | None, categories: Sequence[str]
) -> tuple[str, ...]:
    if own.palettes:
        return own.palettes
    if year is not None and year < OLD and not DRAWN_NEW & set(categories):
        return ("sepia", "noir", "noir", "ink") if year < OLD - 20 else ("sepia", "noir", "ink")
    return _first_two(subjects, "palettes") + DECADES.get((year or 0) // 10 * 10, ())


def _layout(title: str, year: int | None, number: float) -> str:
    """Return the layout; old films are framed more often, long titles need the most room."""
    if len(title) > LONG:
        return "full"
    limits = (0.3, 0.5) if year is not None and year < OLD else (0.6, 0.82)
    return LAYOUTS[sum(number >= limit for limit in limits)]
