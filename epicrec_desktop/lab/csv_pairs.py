"""Any data as a pair of CSV files: which category an item has, and which item a user has.

One pair a line, columns found by the names in the first line, other columns ignored:

    item,category            user,item
    b1,Coffee                ana,b1
    b1,Breakfast             ana,b7

An item without any category has one line with the category left empty.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from epicrec_desktop.catalog.files import (
    MAX_RATINGS_BYTES,
    MAX_TABLE_BYTES,
    FolderFiles,
    catalog_error,
    check_size,
    open_source,
)
from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import MalformedRows, PublicRatings
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job

NAMES = {
    "item": ("item", "item_id", "itemid", "movieid", "business_id"),
    "category": ("category", "categories", "genre", "attribute"),
    "user": ("user", "user_id", "userid"),
}
"""Names a column may have, in any case."""

_CHECK_EVERY = 50_000  # lines


def read_pairs(
    items: Path, users_items: Path | None = None, job: Job = UNATTENDED
) -> ImportedCatalog:
    """Return a catalog with the categories of the file, in alphabetical order, and its ratings.

    Items have no public name on the wire, so nothing made of this is ever released. Raises
    `CatalogError` for files that are no such tables; `Cancelled`.
    """
    found: dict[str, dict[str, None]] = {}  # of dicts, for the order of first appearance
    digest = hashlib.sha256()
    malformed = MalformedRows(items.name)
    for item, category in _pairs(items, ("item", "category"), MAX_TABLE_BYTES, malformed, job):
        digest.update(f"{item}\0{category}\0".encode())
        of_item = found.setdefault(item, {})
        if category:
            of_item[category] = None
    notes = list(malformed.notes())
    if not found:
        raise catalog_error("“{file}” has no items.", "Choose another file.", file=items.name)
    names = tuple(sorted({name for of_item in found.values() for name in of_item}))
    movies = tuple(Movie(item, None, tuple(sorted(of_item))) for item, of_item in found.items())
    ratings = None
    if users_items is not None:
        malformed = MalformedRows(users_items.name)
        ratings = _ratings(users_items, list(found), malformed, job)
        notes += malformed.notes()
    catalog = Catalog(
        items.stem,
        digest.hexdigest()[:16],
        movies,
        names,
        ratings.mean_profile_size if ratings else None,
    )
    return ImportedCatalog(catalog, ratings, tuple(notes))


def _ratings(path: Path, items: list[str], malformed: MalformedRows, job: Job) -> PublicRatings:
    """Return who has what; a line about an item missing in the other file counts as damaged."""
    position = {item: i for i, item in enumerate(items)}
    number: dict[str, int] = {}
    users, taken = [], []
    for user, item in _pairs(path, ("user", "item"), MAX_RATINGS_BYTES, malformed, job):
        at = position.get(item)
        if at is None:
            malformed.skip(malformed.lines)
            continue
        users.append(number.setdefault(user, len(number)))
        taken.append(at)
    malformed.check()
    if not users:
        raise catalog_error("“{file}” has no users.", "Choose another file.", file=path.name)
    return PublicRatings.build(
        np.array(users, dtype=np.int64), np.array(taken, dtype=np.int64), np.ones(len(users))
    )


def _pairs(
    path: Path, wanted: tuple[str, str], limit: int, malformed: MalformedRows, job: Job
) -> Iterator[tuple[str, str]]:
    """Yield two columns of a CSV file; unreadable lines are counted, too many are an error."""
    with open_source(path) as files:
        if not isinstance(files, FolderFiles) or path.is_dir():
            raise catalog_error("“{file}” is not a CSV file.", "Choose a CSV file.", file=path.name)
        size = check_size(files, path.name, limit)
        try:
            with path.open(encoding="utf-8-sig", newline="") as stream:
                lines = csv.reader(stream, strict=True)
                first, second = _columns(next(lines, []), wanted, path.name)
                malformed.lines = 1  # the names
                while (fields := _next(lines)) is not None:
                    malformed.lines += 1
                    if malformed.lines % _CHECK_EVERY == 0:
                        job.step(message("Reading {file}", file=path.name), 0, size)
                    if len(fields) > max(first, second) and fields[first].strip():
                        yield fields[first].strip(), fields[second].strip()
                    elif fields:
                        malformed.skip(malformed.lines)
        except UnicodeDecodeError:
            raise catalog_error(
                "“{file}” is not UTF-8 text.", "Save it as UTF-8.", file=path.name
            ) from None
    malformed.check()


def _next(lines: Iterator[list[str]]) -> list[str] | None:
    """Return the next line; None at the end, and no pair for one whose quotes do not close."""
    try:
        return next(lines, None)
    except csv.Error:
        return [""]


def _columns(names: list[str], wanted: tuple[str, str], file: str) -> tuple[int, int]:
    given = [name.strip().casefold() for name in names]
    names_of = (NAMES[column] for column in wanted)
    places = [next((given.index(one) for one in known if one in given), -1) for known in names_of]
    if -1 in places:
        raise catalog_error(
            "The first line of “{file}” does not name a column “{column}”.",
            "Its first line must name the columns {first} and {second}.",
            file=file,
            column=wanted[places.index(-1)],
            first=wanted[0],
            second=wanted[1],
        )
    return places[0], places[1]
