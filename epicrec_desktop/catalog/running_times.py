"""How long films are: minutes written down for this program, film by film.

A text file, one film a line as the starter catalog calls it: `170 Heat (1995)`. A film whose length
nobody was sure of is not in it.
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
        text = (path or resources.path("catalog", "minutes.txt")).read_text(encoding="utf-8")
        return _read(text)
    except (OSError, ValueError) as error:
        raise CatalogError(
            "What this program knows of films is missing or damaged. Your own data is kept. "
            "Install the program again."
        ) from error


def _read(text: str) -> dict[str, int]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    minutes: dict[str, int] = {}
    for line in lines:
        number, _, label = line.partition(" ")
        if not label or not 0 < int(number) <= LONGEST:
            raise ValueError("no film, or a length that is none")
        minutes[label] = int(number)
    if not minutes or len(minutes) != len(lines):
        raise ValueError("no films, or one twice")
    return minutes
