"""Compare a table of facts about movies with `resources/catalog/facts.tsv`, add what ours lacks.

    python packaging/facts_table.py TABLE.tsv [--write]

The table has the columns title and year, as the starter catalog writes them, and any of minutes,
countries, language, directors and cast; several names are separated by "|". Prints how much agrees
and every difference. With `--write`, empty cells are filled, and names of the cast that ours lacks
are added behind the leads; nothing is ever replaced. A cast of fewer than three is left out.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from epicrec_desktop.catalog.facts_table import COLUMNS, SEPARATOR, FactsRow, load_facts
from epicrec_desktop.catalog.starter import load_starter

FILE = Path(__file__).resolve().parents[1] / "resources" / "catalog" / "facts.tsv"
LEAST_CAST = 3
CLOSE = 3
"""Minutes between two lengths that agree."""


def row(label: str, facts: FactsRow) -> str:
    """Return a line of the table."""
    cells = (getattr(facts, name) for name in COLUMNS[1:])
    written = (SEPARATOR.join(c) if isinstance(c, tuple) else str(c or "") for c in cells)
    return "\t".join((label, *written))


def main() -> None:
    """Compare, and add if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("table", type=Path)
    parser.add_argument("--write", action="store_true", help="add what is missing")
    options = parser.parse_args()
    ours, theirs = dict(load_facts(FILE)), read(options.table)
    agreed: Counter[str] = Counter()
    added: Counter[str] = Counter()
    for movie in load_starter().movies:
        label = movie.label
        if label in theirs:
            ours[label] = merged(label, ours.get(label, FactsRow()), theirs[label], agreed, added)
    print(f"agree: {dict(agreed)}", f"new: {dict(added)}", sep="\n")
    if options.write:
        write(ours)


def read(table: Path) -> dict[str, FactsRow]:
    """Return the facts of a table by label."""
    found = {}
    with table.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            label = f"{line['title']} ({line['year']})"
            cast = _names(line.get("cast"))
            found[label] = FactsRow(
                minutes=int(line.get("minutes") or 0) or None,
                countries=_names(line.get("countries")),
                languages=_names(line.get("language")),
                directors=_names(line.get("directors")),
                cast=cast if len(cast) >= LEAST_CAST else (),
            )
    return found


def _names(cell: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell.split("|"))) if cell else ()


def merged(
    label: str, ours: FactsRow, theirs: FactsRow, agreed: Counter[str], added: Counter[str]
) -> FactsRow:
    """Return our facts with what only the other table has; prints and counts the comparison."""
    for name in ("minutes", "countries", "languages", "directors"):
        known, other = getattr(ours, name), getattr(theirs, name)
        if not other:
            continue
        if not known:
            added[name] += 1
            ours = ours.replace(**{name: other})
        elif _agree(known, other):
            agreed[name] += 1
        else:
            print(f"{label}: {name} {known}, not {other}")
    more = tuple(name for name in theirs.cast if name not in (*ours.leads, *ours.cast))
    added["cast"] += len(more)
    return ours.replace(cast=(*ours.cast, *more))


def _agree(known: object, other: object) -> bool:
    if isinstance(known, int) and isinstance(other, int):
        return abs(known - other) <= CLOSE
    return isinstance(known, tuple) and isinstance(other, tuple) and set(known) == set(other)


def write(facts: Mapping[str, FactsRow]) -> None:
    """Write the table below its header, in the order of the starter catalog."""
    header = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line[:1] == "#"]
    labels = [movie.label for movie in load_starter().movies]
    rows = [row(label, facts[label]) for label in labels if label in facts]
    lines = (*header, "\t".join(COLUMNS), *rows)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
