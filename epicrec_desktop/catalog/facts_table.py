"""The table of facts that ships with the program: who made a movie, who plays in it, how long it
is, and where it is from. `resources/catalog/README.md` says where they come from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from epicrec_desktop import resources
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.records import Record

LONGEST = 1_000
"""Minutes; a longer movie is a typing error."""

SEPARATOR = "|"

T = TypeVar("T")


class FactsRow(Record, frozen=True):
    """A row of the table, in the order of its columns."""

    minutes: int | None = None  # of the version that cinemas showed
    countries: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    directors: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()  # who plays in it, in a sure order
    cast: tuple[str, ...] = ()  # who else plays in it, in no sure order


COLUMNS = ("film", *FactsRow.__struct_fields__)


def load_facts(path: Path | None = None) -> Mapping[str, FactsRow]:
    """Return facts by the label of a movie, "Heat (1995)".

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    return read_file(path or resources.path("catalog", "facts.tsv"), read_facts)


def read_file(path: Path, read: Callable[[str], T]) -> T:
    """Return what `read` makes of a file of the catalog's folder. Raises `CatalogError`."""
    try:
        return read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise damaged() from error


def damaged() -> CatalogError:
    """Return the error of a file of this folder that cannot be used."""
    return CatalogError(
        "What this program knows of films is missing or damaged. Your own data is kept. "
        "Install the program again."
    )


@lru_cache(maxsize=1)  # posters, search and movie pages ask for it
def read_facts(text: str) -> Mapping[str, FactsRow]:
    """Return the rows of a table. Raises `ValueError`."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    if len(lines) < 2 or tuple(lines[0].split("\t")) != COLUMNS:
        raise ValueError("no films, or other columns")
    facts: dict[str, FactsRow] = {}
    for line in lines[1:]:
        label, *cells = line.split("\t")
        if not label.endswith(")") or label in facts or len(cells) != len(COLUMNS) - 1:
            raise ValueError("no film, a film twice, or a row of another length")
        minutes, *names = cells
        facts[label] = FactsRow(_minutes(minutes), *map(_names, names))
    return facts


def _minutes(cell: str) -> int | None:
    if not cell:
        return None
    if not (len(cell) <= 4 and cell.isdecimal() and 0 < int(cell) <= LONGEST):
        raise ValueError("a length that is none")
    return int(cell)


def _names(cell: str) -> tuple[str, ...]:
    names = tuple(cell.split(SEPARATOR)) if cell else ()
    if not all(names) or len(set(names)) != len(names):
        raise ValueError("an empty name, or a name twice")
    return names


@lru_cache(maxsize=1)
def place_names() -> tuple[list[str], list[str]]:
    """Return the names of all countries and languages of movies. Raises `CatalogError`."""
    movies = load_facts().values()
    countries = {name for movie in movies for name in movie.countries}
    return sorted(countries), sorted({name for movie in movies for name in movie.languages})


def trait_names(section: str) -> dict[str, str]:
    """Return how "themes" or "tones" are called, by their names. Raises `CatalogError`."""
    try:
        lines = resources.sections("catalog", "trait_names.txt")[section]
        return dict(line.split(" = ", 1) for line in lines)
    except (OSError, ValueError, LookupError) as error:
        raise damaged() from error
