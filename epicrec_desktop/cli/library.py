"""The movies found, and what the person says of them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from epicrec_desktop.cli import films, imports
from epicrec_desktop.cli.labels import film_length
from epicrec_desktop.cli.pipeline import movie_document
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import NOT_RATED, Rating
from epicrec_desktop.domain.progress import IsCancelled, Job
from epicrec_desktop.matching.title_search import other_title
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.wiring import Services


def library(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Movies found, and what the person says of them."""
    if options.action is None:
        entries = services.library.entries()
        if not entries:
            terminal.say("No movies yet. Scan a browser profile: `epicrec scan --profile PATH`.")
        _list(entries, terminal)
        return 0
    if options.action == "search":
        return _search(services, options, terminal)
    if options.action == "review":
        return _review(services, options, terminal)
    if options.action == "import":
        return imports.import_exports(services, options, terminal, cancelled)
    if options.action == "export":
        return imports.write(services, options, terminal)
    return _change(services, options, terminal, cancelled)


def _change(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """What the person says of movies that are there."""
    if options.action == "weight":
        _list_of(services, [_weigh(services, options)], terminal)
        return 0
    if options.action in ("add", "refuse"):
        say = films.add if options.action == "add" else films.refuse
        _list_of(services, say(services, options.films), terminal)
        return 0
    if options.action == "rate":
        _list_of(services, [_rate(services, options)], terminal)
        return 0
    chosen = [_find(services, text).id for text in options.movies]
    if options.action == "forget":
        return _forget(services, chosen, options, terminal, cancelled)
    status = {"confirm": LibraryStatus.CONFIRMED, "reject": LibraryStatus.REJECTED}
    services.library.set_status(chosen, status[options.action])
    _list_of(services, chosen, terminal)
    return 0


def _search(services: Services, options: argparse.Namespace, terminal: Terminal) -> int:
    """Films of the catalog, what fits best first, and which of them the library has."""
    if options.limit < 1:
        raise EpicRecError("The limit is at least 1.")
    text = " ".join(options.text)
    found = services.library.search_catalog(text, options.limit)
    status = {entry.id: entry.status.value for entry in services.library.entries()}
    if not found:
        terminal.say("No film of the catalog has such a title.")
    terminal.table(
        (
            movie.label,
            film_length(services.films.minutes(movie.wire_id)) or "-",
            movie.wire_id or "-",
            status.get(key, "-"),
            other_title(movie, text),
        )
        for key, movie in found
    )
    terminal.document(
        [
            {
                **_film(movie),
                "minutes": services.films.minutes(movie.wire_id),
                "status": status.get(key),
            }
            for key, movie in found
        ]
    )
    return 0


def _film(movie: Movie) -> dict[str, Any]:
    return {
        "id": movie.wire_id,
        "title": movie.title,
        "year": movie.year,
        "imdb_id": movie.imdb_id,
        "categories": list(movie.categories),
        "alternative_titles": list(movie.alternative_titles),
    }


def _review(services: Services, options: argparse.Namespace, terminal: Terminal) -> int:
    """Suggestions with the films that each may be; or the answer for one."""
    if options.movie is not None:
        return _answer(services, options, terminal)
    entries = services.library.entries(LibraryStatus.SUGGESTED)
    asked = [e for e in entries if e.decision is Decision.WHICH]
    sure = [e for e in entries if e.decision is not Decision.WHICH]
    if not entries:
        terminal.say("No suggestion waits for an answer.")
    terminal.table((e.movie.label, e.movie.wire_id or "-", e.evidence.value, e.rule) for e in sure)
    documents = [{**movie_document(e), "candidates": []} for e in sure]
    for entry in asked:
        documents.append(_show_candidates(services, entry, terminal))
    if asked:
        terminal.say()
        terminal.say(
            "To answer: `epicrec library review ID NUMBER`, with “none” if it is none of them."
        )
    terminal.document(documents)
    return 0


def _show_candidates(services: Services, entry: LibraryEntry, terminal: Terminal) -> dict[str, Any]:
    movies = [movie for _, movie in services.library.candidates(entry.id)]
    directors = services.library.directors(movies)
    terminal.heading(f"Which one? {entry.movie.title}  {entry.movie.wire_id or ''}")
    terminal.table(
        (f"{number}.", movie.label, director, movie.wire_id or "-")
        for number, (movie, director) in enumerate(zip(movies, directors, strict=True), start=1)
    )
    films = [
        {**_film(movie), "director": director or None}
        for movie, director in zip(movies, directors, strict=True)
    ]
    return {**movie_document(entry), "candidates": films}


def _answer(services: Services, options: argparse.Namespace, terminal: Terminal) -> int:
    """Confirm the film that is meant; or none."""
    entry = _find(services, options.movie)
    if entry.status is not LibraryStatus.SUGGESTED:
        raise EpicRecError(
            "“{text}” is answered already. Nothing was changed. "
            "Use `epicrec library confirm` or `epicrec library reject`.",
            text=options.movie,
        )
    if options.answer is None:
        terminal.document(_show_candidates(services, entry, terminal))
        return 0
    if options.answer.casefold() == "none":
        services.library.set_status([entry.id], LibraryStatus.REJECTED)
        _list_of(services, [entry.id], terminal)
        return 0
    chosen = _meant(services.library.candidates(entry.id), options.answer)
    services.library.choose(entry.id, chosen)
    _list_of(services, [chosen], terminal)
    return 0


def _meant(candidates: Sequence[tuple[int, Movie]], answer: str) -> int:
    """The local key of the candidate with this number, counted from 1, or this id."""
    if answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(candidates):
        return candidates[int(answer) - 1][0]
    named = [key for key, movie in candidates if answer in (movie.wire_id, movie.imdb_id)]
    if not named:
        raise EpicRecError(
            "“{answer}” is none of these films. Nothing was changed. "
            "Use a number or an id that `epicrec library review` shows, or “none”.",
            answer=answer,
        )
    return named[0]


def _forget(
    services: Services,
    chosen: list[int],
    options: argparse.Namespace,
    terminal: Terminal,
    cancelled: IsCancelled,
) -> int:
    chosen += _deletions(services, options, terminal, cancelled)
    if not chosen:
        terminal.document([])
        return 0
    terminal.say("To be forgotten:")
    _list_of(services, chosen, terminal)
    if options.yes or terminal.agrees("Forget these, with what was seen of them?"):
        services.library.forget(chosen)
        terminal.say("Forgotten.")
    else:
        terminal.say("Nothing was changed. To forget what is listed, run this again with --yes.")
    return 0


def _list_of(services: Services, ids: Sequence[int], terminal: Terminal) -> None:
    """The movies of these ids, as they are now."""
    wanted = set(ids)
    _list([e for e in services.library.entries() if e.id in wanted], terminal)


def _list(entries: Sequence[LibraryEntry], terminal: Terminal) -> None:
    terminal.table(
        (e.status.value, e.movie.label, e.movie.wire_id or "-", e.evidence.value, _own(e), e.rule)
        for e in entries
    )
    terminal.document([movie_document(e) for e in entries])


def _own(entry: LibraryEntry) -> str:
    """What the person thinks of it, in the words of `library rate`."""
    rating = entry.own.rating
    words = [rating.value] if rating is not None else []
    return ", ".join([*words, *(["again"] if entry.own.again else [])])


def _deletions(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> list[int]:
    """What the person deleted in the browsers, if that is asked for."""
    if not options.deleted:
        if not options.movies:
            raise EpicRecError("Name movies, or use --deleted. Nothing was changed.")
        return []
    found = services.scan.deletions(job=Job(terminal.report, cancelled))
    for label, failure in found.failures:
        terminal.problem(f"{label}: {failure}")
    count = len(found.movies)
    number = {0: "No movie was", 1: "1 movie was"}.get(count, f"{count} movies were")
    terminal.say(f"{number} found whose visits you have all deleted in your browsers.")
    return list(found.movies)


def _weigh(services: Services, options: argparse.Namespace) -> int:
    """Weigh the movie; its id."""
    if not 0.0 <= options.weight <= 1.0:
        raise EpicRecError(
            "A weight is between 0 (kept to yourself) and 1 (usual). Nothing was changed."
        )
    key = _find(services, options.movie).id
    services.library.set_weight(key, options.weight)
    return key


def _rate(services: Services, options: argparse.Namespace) -> int:
    """Keep what the person thinks of a movie; its id."""
    entry = _find(services, options.movie)
    if entry.status is not LibraryStatus.CONFIRMED:
        raise EpicRecError(
            "“{text}” is not among the movies you watched. Nothing was changed. "
            "Confirm it first: `epicrec library confirm`.",
            text=options.movie,
        )
    if options.rating == "none":
        own = NOT_RATED
    elif options.rating == "again":
        own = replace(entry.own, again=True)
    else:
        own = replace(entry.own, rating=Rating(options.rating))
    services.library.rate(entry.id, own)
    return entry.id


def _find(services: Services, text: str) -> LibraryEntry:
    """The movie of the library with this id, or this title, with or without its year."""
    entries = services.library.entries()
    wanted = text.casefold()
    found = [e for e in entries if wanted in _names(e)]
    if not found:  # by another title, without its accents, with a slip
        meant = {key for key, _ in services.library.search_catalog(text, 50)}
        found = [e for e in entries if e.id in meant]
    if len(found) == 1:
        return found[0]
    problem = "is not in the library" if not found else "names several movies"
    raise EpicRecError(
        "“{text}” {problem}. Nothing was changed. Use an id that `epicrec library` shows.",
        text=text,
        problem=problem,
    )


def _names(entry: LibraryEntry) -> set[str]:
    movie = entry.movie
    return {
        name.casefold() for name in (movie.title, movie.label, movie.wire_id, movie.imdb_id) if name
    }
