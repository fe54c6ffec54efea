"""What a poster shows: the sign of a well-known movie, or the layout and colors of its type.

`resources/catalog/posters.txt` has the palettes, which movies have which sign and scene, and
layouts and palettes by category for all others; signs and scenes are drawings in
`resources/posters`. The same movie has the same poster on every computer.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from epicrec_desktop import resources
from epicrec_desktop.catalog.facts_table import load_facts

T = TypeVar("T")
DEFINING = (
    "Film-Noir", "Western", "War", "Musical", "Documentary", "Horror", "Animation", "Sci-Fi",
    "Fantasy", "Mystery", "Crime", "Romance", "Children", "Thriller", "Adventure", "Comedy",
    "Action", "Drama",
)  # fmt: skip
"""Categories by rarity: the rarest one of a movie says most."""
OLD = 1962
"""Movies before this year look like prints of their time."""
LONG = 20
"""Characters of a title that fits below a picture with an edge."""
DRAWN_NEW = frozenset(("Animation", "Children", "Musical"))
"""Categories in color before that year too."""


@dataclass(frozen=True)
class Design:
    """What is drawn; equal designs give equal posters but for the text."""

    sign: str  # empty where the title is the picture
    scene: str
    layout: str  # of the sign: full, band or frame; else of `poster_layouts.LAYOUTS`
    colors: tuple[str, ...]  # of the palette's variant: top, low, mid, dark, accent, light
    director: str
    numbers: tuple[float, ...] = field(repr=False)  # in [0, 1): proportions


@dataclass(frozen=True)
class Scene:
    """`behind`: the ink that the sign stands before, or "ground"; `y`: the middle of the sign as a
    share of the height; `size`: of the sign as a share of the width.
    """

    behind: str
    y: float
    size: float


@dataclass
class Book:
    """The content of `posters.txt`, and the director of each movie."""

    palettes: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    scenes: dict[str, Scene] = field(default_factory=dict)
    movies: dict[str, tuple[str, ...]] = field(default_factory=dict)  # sign, scene and palette,
    # or layout and palette
    categories: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
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
            _read_line(made, section, *line.split(" = ", 1))
    for label, facts in load_facts().items():
        made.directors[label] = " & ".join(facts.directors[:2])
    return made


def _read_line(made: Book, section: str, name: str, rest: str) -> None:
    if section == "palettes":
        made.palettes[name] = [tuple(f"#{c}" for c in v.split()) for v in rest.split(";")]
    elif section == "scenes":
        behind, y, size = rest.split()
        made.scenes[name] = Scene(behind, float(y), float(size))
    elif section == "films":
        made.movies.update(dict.fromkeys(rest.split("; "), tuple(name.split(", "))))
    else:
        layouts, palettes = (part.split(", ") for part in rest.split(" / "))
        made.categories[name] = layouts, palettes


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
    sign, scene = "", ""
    match has.movies.get(label):
        case (sign, scene, palette):
            layout = _picture_layout(title, year, numbers[5])
        case (layout, palette):
            pass
        case _:
            layout, palette = _type(year, categories, numbers)
    return Design(
        sign=sign,
        scene=scene,
        layout=layout,
        colors=_pick(has.palettes[palette], numbers[4]),
        director=has.directors.get(label, ""),
        numbers=numbers[6:],
    )


def _pick(choices: Sequence[T], number: float) -> T:
    return choices[int(number * len(choices))]


def _type(year: int | None, categories: Sequence[str], numbers: Sequence[float]) -> tuple[str, str]:
    """Return layout and palette by the two rarest categories, and by the time of a movie."""
    kinds = [name for name in DEFINING if name in categories][:2] or ["any"]
    known = [book().categories[name] for name in kinds]
    layouts = [layout for some, _palettes in known for layout in some]
    palettes = [palette for _layouts, some in known for palette in some]
    if year is not None and year < OLD:
        layouts = ["playbill"]
        if not DRAWN_NEW & set(categories):
            palettes = (
                ["sepia", "noir", "noir", "ink"]
                if year < OLD - 20
                else [*palettes, "sepia", "noir", "ink"]
            )
    return _pick(layouts, numbers[1]), _pick(palettes, numbers[2])


def _picture_layout(title: str, year: int | None, number: float) -> str:
    """Return the layout; old movies are framed more often, long titles need the most room."""
    if len(title) > LONG:
        return "full"
    limits = (0.3, 0.5) if year is not None and year < OLD else (0.6, 0.82)
    return ("full", "band", "frame")[sum(number >= limit for limit in limits)]
