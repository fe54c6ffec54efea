"""Compare the lengths in `resources/catalog/minutes.txt` with a table of somebody else.

    python packaging/film_lengths.py MOVIES.csv

The table has the columns title, year and length, as `movies` of ggplot2 has ("Matrix, The"). Of
several films of one title within a year, the one nearest in length counts. Nothing is changed.
"""

from __future__ import annotations

import argparse
import csv
import re
from pathlib import Path

from epicrec_desktop.catalog.movie_facts import load_running_times
from epicrec_desktop.catalog.starter import load_starter

CLOSE, FAR = 5, 15
"""Minutes."""

_ARTICLE_BEHIND = re.compile(r"(.*), (the|an?|le|la|les|das|der|die|il|el)")
_NO_LETTER = re.compile(r"[\W_]+")


def main() -> None:
    """Say how many agree, and which are far off."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("table", type=Path)
    theirs, ours = read(parser.parse_args().table), load_running_times()
    differences = []
    for movie in load_starter().movies:
        minutes = ours.get(movie.label)
        names = (movie.title, *movie.alternative_titles)
        found = [
            length
            for name in dict.fromkeys(map(bare, names))
            for year, length in theirs.get(name, ())
            if abs(year - (movie.year or 0)) <= 1
        ]
        if minutes is not None and found:
            nearest = min(found, key=lambda length: abs(length - minutes))
            differences.append((minutes - nearest, movie.label))
    for difference, label in differences:
        if abs(difference) > FAR:
            print(f"{difference:+5d}  {label}")
    close = sum(abs(difference) <= CLOSE for difference, _ in differences)
    far = sum(abs(difference) > FAR for difference, _ in differences)
    print(f"{len(differences)} compared, {close} within {CLOSE} minutes, {far} off by over {FAR}")


def read(table: Path) -> dict[str, list[tuple[int, int]]]:
    """(year, minutes) of the films of each title, by `bare`."""
    films: dict[str, list[tuple[int, int]]] = {}
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found = int(float(row["year"])), int(float(row["length"]))
            films.setdefault(bare(row["title"]), []).append(found)
    return films


def bare(title: str) -> str:
    """A title without its case, signs, and with its article in front."""
    title = re.sub(r"\(.*?\)", "", title.casefold()).strip()
    behind = _ARTICLE_BEHIND.fullmatch(title)
    return _NO_LETTER.sub("", f"{behind[2]}{behind[1]}" if behind else title)


if __name__ == "__main__":
    main()
