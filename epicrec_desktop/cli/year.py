"""`epicrec library year`: a year in movies."""

from __future__ import annotations

from argparse import Namespace
from calendar import month_name
from typing import TYPE_CHECKING, Any

from epicrec_desktop.cli.labels import movie_length, with_noun
from epicrec_desktop.console.options import action, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.movies import category_label
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.year_in_movies import (
    WatchedMovie,
    YearInMovies,
    watched_movies,
    year_in_movies,
    years,
)

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

_BAR, _CATEGORIES = 30, 5


@action(
    "year",
    "Your year in films, from the days your library knows.",
    option(
        "year", nargs="?", type=int, metavar="YEAR", help="the newest one with films by default"
    ),
)
def show_year(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    """Print a year of the library."""
    entries = services.library.entries(LibraryStatus.CONFIRMED)
    watched = watched_movies(entries, services.facts.about)
    known = years(watched)
    newest = known[0] if known else services.context.now().year
    found = year_in_movies(watched, newest if options.year is None else options.year)
    terminal.heading(f"{found.year}: {with_noun(len(found.movies), 'film')}")
    if found.movies:
        _print(found, terminal)
    elif known:
        terminal.say(f"There are films in {', '.join(map(str, known))}.")
    if found.undated:
        terminal.say(
            f"{with_noun(found.undated, 'film has', 'films have')} no day, so no year counts them."
        )
    terminal.document(_document(found, known))


def _print(found: YearInMovies, terminal: Terminal) -> None:
    most = max(found.months)
    bars = ["█" * -(-_BAR * count // most) for count in found.months]
    terminal.table(
        (month_name[month], f"{count:>3}", bar)
        for month, (count, bar) in enumerate(zip(found.months, bars, strict=True), start=1)
    )
    if found.hours:
        terminal.say(f"{'About' if found.timed else 'At least'} {with_noun(found.hours, 'hour')}")
    ranked = (
        ("Decades", [(f"{decade}s", count) for decade, count in found.decades]),
        ("Categories", [(category_label(name), n) for name, n in found.categories[:_CATEGORIES]]),
        ("Directors", found.directors),
    )
    for name, pairs in ranked:
        if pairs:
            terminal.say(f"{name}: " + ", ".join(f"{one} {count}" for one, count in pairs))
    rows = (
        ("First", found.first),
        ("Last", found.last),
        ("Longest", found.longest),
        ("Oldest", found.oldest),
        ("Least known", found.least_known),
    )
    terminal.table(
        (name, one.movie.label, str(one.day), movie_length(one.minutes))
        for name, one in rows
        if one is not None
    )


def _document(found: YearInMovies, known: list[int]) -> dict[str, Any]:
    singles = ("first", "last", "longest", "oldest", "least_known")
    return {
        "year": found.year,
        "years": known,
        "films": [_movie(one) for one in found.movies],
        "undated": found.undated,
        "months": list(found.months),
        "decades": {str(decade): count for decade, count in found.decades},
        "categories": dict(found.categories),
        "directors": dict(found.directors),
        "minutes": found.minutes,
        **{name: _movie(getattr(found, name)) for name in singles},
    }


def _movie(one: WatchedMovie | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {**document(one.movie, "id=wire_id title year"), **document(one, "day minutes")}
