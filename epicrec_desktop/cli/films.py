"""Films of the catalog that the library need not have: added, refused, kept for later."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from epicrec_desktop.cli.labels import film_length
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import IsCancelled
from epicrec_desktop.matching.title_search import is_named
from epicrec_desktop.wiring import Services

_SHOWN = 5
"""So many films are named where words mean several."""


def add(services: Services, texts: Sequence[str]) -> list[int]:
    """Add films as watched; their keys. All are found before the first is added."""
    chosen = [find_film(services, text) for text in texts]
    for key, _ in chosen:
        services.library.add(key)
    return [key for key, _ in chosen]


def refuse(services: Services, texts: Sequence[str]) -> list[int]:
    """Never recommend these films again; their keys."""
    chosen = [find_film(services, text) for text in texts]
    for key, _ in chosen:
        services.library.refuse(key)
    return [key for key, _ in chosen]


def watchlist(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """What the person wants to watch; or put a film on it, or take it off."""
    if options.action is not None:
        find = find_film if options.action == "add" else _kept
        chosen = [find(services, text) for text in options.films]
        for key, _ in reversed(chosen):
            services.library.watch_later(key, options.action == "add")
        if options.action == "add":
            watched = {entry.id for entry in services.library.entries()}
            for key, movie in chosen:
                if key in watched:
                    terminal.say(f"{movie.label} is in your library already.")
    films = services.library.watchlist()
    if not films:
        terminal.say(
            "Nothing is kept for later. Keep a film: `epicrec watchlist add 'Amelie 2001'`."
        )
    minutes = [services.films.minutes(movie.wire_id) for _, movie in films]
    terminal.table(
        (movie.label, film_length(length) or "-", movie.wire_id or "-")
        for (_, movie), length in zip(films, minutes, strict=True)
    )
    terminal.document(
        [
            {**_document(movie), "minutes": length}
            for (_, movie), length in zip(films, minutes, strict=True)
        ]
    )
    return 0


def find_film(services: Services, text: str) -> tuple[int, Movie]:
    """The one film of the catalog that an id, or a title with or without its year, names.

    Raises `EpicRecError` where there is none or several, and names some of them.
    """
    if (key := services.library.find(text)) is not None:
        return key, services.library.movie(key)
    found = services.library.search_catalog(text, 50)
    wanted = text.casefold()
    exact = [(k, m) for k, m in found if wanted in _names(m)]
    candidates = exact or [(k, m) for k, m in found if is_named(m, text)]
    if found and not candidates:
        raise EpicRecError(
            "No film of the catalog is “{text}” for certain. Near it: {films}. Nothing was "
            "changed. Use the id if you mean one of them.",
            text=text,
            films="; ".join(f"{m.label} ({m.wire_id})" for _, m in found[:_SHOWN]),
        )
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise EpicRecError(
            "No film of the catalog has the title “{text}”. Nothing was changed. "
            "`epicrec library search` finds films by other titles, too.",
            text=text,
        )
    raise EpicRecError(
        "“{text}” may be {films}. Nothing was changed. Add the year, or use the id.",
        text=text,
        films="; ".join(f"{m.label} ({m.wire_id})" for _, m in candidates[:_SHOWN]),
    )


def _kept(services: Services, text: str) -> tuple[int, Movie]:
    """The film of the watchlist that a text names."""
    wanted = text.casefold()
    found = [(k, m) for k, m in services.library.watchlist() if wanted in _names(m)]
    if len(found) != 1:
        raise EpicRecError(
            "“{text}” names no single film that is kept for later. Nothing was changed. "
            "Use an id that `epicrec watchlist` shows.",
            text=text,
        )
    return found[0]


def _names(movie: Movie) -> set[str]:
    year = f" {movie.year}" if movie.year else ""
    titles = (movie.title, *movie.alternative_titles)
    names = (movie.label, movie.wire_id, movie.imdb_id, *titles, *(f"{t}{year}" for t in titles))
    return {name.casefold() for name in names if name}


def _document(movie: Movie) -> dict[str, Any]:
    return {"id": movie.wire_id, "title": movie.title, "year": movie.year}
