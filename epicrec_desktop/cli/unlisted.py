"""Films that no catalog has, and rows of exports that name none for certain."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from epicrec_desktop.cli.documents import import_document
from epicrec_desktop.cli.naming import find_movie
from epicrec_desktop.cli.options import add_action
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import CATEGORIES, split_year
from epicrec_desktop.services.import_preview import why

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services


def add_anyway_arguments(action: Any) -> None:
    """Add the options of `library add` for a film that no catalog has."""
    action.add_argument(
        "--anyway",
        action="store_true",
        help="add a film that the catalog does not have, named “Title (year)”; it is in no release",
    )
    action.add_argument(
        "--category",
        action="append",
        default=[],
        choices=CATEGORIES,
        metavar="NAME",
        help="with --anyway: a category of it",
    )
    action.add_argument(
        "--imdb", default="", metavar="ADDRESS", help="with --anyway: its address at IMDb"
    )


def add_actions_of_rows(actions: Any) -> None:
    """Add `unplaced`, `place` and `correct`."""
    add_action(actions, "unplaced", "Rows of imported exports that name no movie for certain.")
    place = add_action(actions, "place", "Say what a row that `library unplaced` shows is.")
    place.add_argument("row", metavar="ROW", help="its number there, or its title")
    what = place.add_mutually_exclusive_group(required=True)
    what.add_argument("film", nargs="?", metavar="MOVIE", help="a film of the catalog")
    what.add_argument("--own", action="store_true", help="a film that the catalog does not have")
    what.add_argument("--drop", action="store_true", help="no film: forget the row")
    place.add_argument("--year", type=int, help="with --own: the year of the film")
    correct = add_action(
        actions,
        "correct",
        "It was another film: all that was taken for a movie, and its pages, mean that one.",
    )
    correct.add_argument("movie", metavar="MOVIE", help="what it was taken for")
    correct.add_argument("film", metavar="FILM", help="what it was: a film of the catalog")


def add_anyway(services: Services, options: argparse.Namespace) -> list[int]:
    """Add films that the catalog does not have and return their keys."""
    if options.imdb and len(options.films) > 1:
        raise EpicRecError("An address at IMDb is of one film. Nothing was changed.")
    films = [split_year(text) for text in options.films]
    unclear = next((t for t, (_, year) in zip(options.films, films, strict=True) if not year), None)
    if unclear is not None:
        raise EpicRecError(
            "“{text}” has no year. Nothing was changed. Name the film as “Title (year)”.",
            text=unclear,
        )
    return [
        services.unlisted.add(title, year, options.category, options.imdb)
        for title, year in films
        if year is not None
    ]


def place(services: Services, options: argparse.Namespace, terminal: Terminal) -> int:
    """Let a row stand for a film, be one of its own, or forget it."""
    rows = services.unlisted.unplaced()
    wanted = options.row.casefold()
    named = [
        one for one in rows if wanted in (one.movie.title.casefold(), one.movie.label.casefold())
    ]
    if not named and options.row.isdecimal() and 1 <= int(options.row) <= len(rows):
        named = [rows[int(options.row) - 1]]
    if len(named) != 1:
        raise EpicRecError(
            "“{text}” is no single row. Nothing was changed. Use a number that "
            "`epicrec library unplaced` shows.",
            text=options.row,
        )
    if options.drop:
        services.unlisted.drop(named[0].id)
    elif options.own:
        services.unlisted.keep(named[0].id, options.year or named[0].movie.year)
    else:
        key, _ = find_movie(services, options.film)
        services.unlisted.place(named[0].id, key)
    return print_unplaced(services, options, terminal)


def print_unplaced(services: Services, _options: argparse.Namespace, terminal: Terminal) -> int:
    """Print the rows that name no film for certain."""
    rows = services.unlisted.unplaced()
    if not rows:
        terminal.say("Every row of your imports has its film.")
    terminal.table(
        (
            f"{number}.",
            row.movie.label,
            row.kind.value,
            str(why(row.reason)),
            ", ".join(str(one.source.label) for one in row.imports),
        )
        for number, row in enumerate(rows, start=1)
    )
    terminal.document(
        [
            {
                "title": row.movie.title,
                "year": row.movie.year,
                "kind": row.kind.value,
                "why": str(why(row.reason)),
                "imports": [import_document(one) for one in row.imports],
            }
            for row in rows
        ]
    )
    return 0
