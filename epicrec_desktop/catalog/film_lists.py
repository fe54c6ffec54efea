"""How long films are, and which follow another one: written down for this program, film by film.

Text files, one film a line as the starter catalog calls it: `170 Heat (1995)` in `minutes.txt`, and
`Finding Dory (2016)` in `sequels.txt`. A film whose length nobody was sure of is not in the first;
a film whose series `knowledge.txt` has, or whose title says it, need not be in the second.
"""

from __future__ import annotations

from pathlib import Path

from epicrec_desktop import resources
from epicrec_desktop.domain.errors import CatalogError

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
