"""The library: movies found, the answers of the user, the watchlist."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from epicrec_desktop.catalog.movie_facts import director_of, minutes_of
from epicrec_desktop.cli import imports
from epicrec_desktop.cli.documents import movie_document
from epicrec_desktop.cli.labels import (
    EVIDENCE,
    find_entry,
    find_movie,
    find_on_watchlist,
    movie_length,
)
from epicrec_desktop.cli.year import show_year
from epicrec_desktop.console.options import MOVIES, YES, Actions, Command, action, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.movies import Movie, category_label
from epicrec_desktop.domain.preferences import NOT_RATED, Rating, is_day_of_watching
from epicrec_desktop.domain.progress import Job

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.wiring import Services

# A search of titles is imported where it is used: it brings RapidFuzz and NumPy.


_MOVIE = option("movie", metavar="MOVIE")
_MOVIES = {"metavar": "MOVIE", "help": "an id as shown, or a title"}


def _list(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    entries = services.library.entries()
    if not entries:
        terminal.say("No movies yet. Scan a browser profile: `epicrec scan --profile PATH`.")
    _print_entries(entries, terminal)


@action("confirm", "Confirm movies.", option("movies", nargs="+", **_MOVIES))
def _confirm(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    _set_status(services, options.movies, LibraryStatus.CONFIRMED, terminal)


@action("reject", "Reject movies.", option("movies", nargs="+", **_MOVIES))
def _reject(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    _set_status(services, options.movies, LibraryStatus.REJECTED, terminal)


def _set_status(
    services: Services, movies: Sequence[str], status: LibraryStatus, terminal: Terminal
) -> None:
    chosen = [find_entry(services, text).id for text in movies]
    services.library.set_status(chosen, status)
    _print_entries_of(services, chosen, terminal)


@action(
    "search",
    "Find films by title, person, theme, country, tone, or likeness: “like Arrival but lighter”.",
    option("text", nargs="+", metavar="TEXT", help="words of a title or a name, and a year"),
    option(
        "--limit", type=int, default=20, metavar="N", help="show at most so many; 20 by default"
    ),
)
def _search(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    from epicrec_desktop.matching.title_search import other_title  # noqa: PLC0415
    from epicrec_desktop.services.movie_search import in_english  # noqa: PLC0415

    if options.limit < 1:
        raise EpicRecError("The limit is at least 1.")
    text = " ".join(options.text)
    found = services.library.search(text, options.limit)
    if not found:
        terminal.say("No film is known by these words.")
        terminal.say("To add a film anyway: `epicrec library add --anyway 'Title (year)'`.")
    why = [", ".join(map(in_english, one.reasons)) or other_title(one.movie, text) for one in found]
    minutes = [minutes_of(one.movie) for one in found]
    terminal.table(
        (
            one.movie.label,
            movie_length(length) or "-",
            one.movie.wire_id or "-",
            one.status.value if one.status else "-",
            because,
        )
        for one, length, because in zip(found, minutes, why, strict=True)
    )
    terminal.document(
        [
            {
                **_catalog_document(one.movie),
                "minutes": length,
                **document(one, "status"),
                "why": because or None,
            }
            for one, length, because in zip(found, minutes, why, strict=True)
        ]
    )


def _catalog_document(movie: Movie) -> dict[str, Any]:
    return document(movie, "id=wire_id title year imdb_id categories alternative_titles")


@action(
    "review",
    "Suggestions to answer, also where several films have the same title.",
    option("movie", nargs="?", metavar="MOVIE", help="a suggestion to answer for"),
    option(
        "answer",
        nargs="?",
        metavar="ANSWER",
        help="which film it is: its number or id as shown, or “none”",
    ),
)
def _review(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    if options.movie is not None:
        _answer(services, options, terminal)
        return
    entries = services.library.entries(LibraryStatus.SUGGESTED)
    asked = [e for e in entries if e.decision is Decision.WHICH]
    sure = [e for e in entries if e.decision is not Decision.WHICH]
    if not entries:
        terminal.say("No suggestion waits for an answer.")
    terminal.table(
        (e.movie.label, e.movie.wire_id or "-", EVIDENCE[e.evidence], e.rule) for e in sure
    )
    documents = [{**movie_document(e), "candidates": []} for e in sure]
    for entry in asked:
        documents.append(_show_candidates(services, entry, terminal))
    if asked:
        terminal.say()
        terminal.say(
            "To answer: `epicrec library review ID NUMBER`, with “none” if it is none of them."
        )
    terminal.document(documents)


def _show_candidates(services: Services, entry: LibraryEntry, terminal: Terminal) -> dict[str, Any]:
    movies = [movie for _, movie in services.library.candidates(entry.id)]
    directors = [director_of(movie) for movie in movies]
    terminal.heading(f"Which one? {entry.movie.shown_title}  {entry.movie.wire_id or ''}")
    terminal.table(
        (
            f"{number}.",
            movie.label,
            director,
            ", ".join(map(category_label, movie.categories[:3])),
            movie.wire_id or "-",
        )
        for number, (movie, director) in enumerate(zip(movies, directors, strict=True), start=1)
    )
    candidates = [
        {**_catalog_document(movie), "director": director or None}
        for movie, director in zip(movies, directors, strict=True)
    ]
    return {**movie_document(entry), "candidates": candidates}


def _answer(services: Services, options: Namespace, terminal: Terminal) -> None:
    """Confirm the movie that a suggestion stands for, or reject the suggestion."""
    from epicrec_desktop.services.library import answer_which  # noqa: PLC0415

    entry = find_entry(services, options.movie)
    if entry.status is not LibraryStatus.SUGGESTED:
        raise EpicRecError(
            "“{text}” is answered already. Nothing was changed. "
            "Use `epicrec library confirm` or `epicrec library reject`.",
            text=options.movie,
        )
    if options.answer is None:
        terminal.document(_show_candidates(services, entry, terminal))
        return
    if options.answer.casefold() == "none":
        services.library.set_status([entry.id], LibraryStatus.REJECTED)
        _print_entries_of(services, [entry.id], terminal)
        return
    chosen = _candidate_key(services.library.candidates(entry.id), options.answer)
    services.library.answer(answer_which(entry.id, chosen))
    _print_entries_of(services, [chosen], terminal)


def _candidate_key(candidates: Sequence[tuple[int, Movie]], answer: str) -> int:
    """Return the key of the candidate with this number, counted from 1, or this id."""
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


@action(
    "forget",
    "Forget movies.",
    option("movies", nargs="*", **_MOVIES),
    option(
        "--deleted",
        action="store_true",
        help="those whose visits you have all deleted in your browsers",
    ),
    YES,
)
def _forget(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    chosen = [find_entry(services, text).id for text in options.movies]
    chosen += _deleted_movies(services, options, terminal, job)
    if not chosen:
        terminal.document([])
        return 0
    terminal.say("To be forgotten:")
    _print_entries_of(services, chosen, terminal)
    if not options.yes and not terminal.agrees("Forget these, with what was seen of them?"):
        terminal.problem("Nothing was changed. Add --yes to forget what is listed.")
        return 1
    services.library.forget(chosen)
    terminal.say("Forgotten.")
    return 0


def _print_entries_of(services: Services, ids: Sequence[int], terminal: Terminal) -> None:
    wanted = set(ids)
    _print_entries([e for e in services.library.entries() if e.id in wanted], terminal)


def _print_entries(entries: Sequence[LibraryEntry], terminal: Terminal) -> None:
    terminal.table(
        (
            e.status.value,
            e.movie.label,
            "not in the catalog yet" if e.movie.unlisted else e.movie.wire_id or "-",
            EVIDENCE[e.evidence],
            ", ".join(filter(None, (e.own.rating, "again" if e.own.again else ""))),
            e.rule,
        )
        for e in entries
    )
    terminal.document(map(movie_document, entries))


def _deleted_movies(
    services: Services, options: Namespace, terminal: Terminal, job: Job
) -> list[int]:
    """Return the movies deleted in the browsers, with `--deleted`."""
    if not options.deleted:
        if not options.movies:
            raise EpicRecError("Name movies, or use --deleted. Nothing was changed.")
        return []
    found = services.scan.deletions(job=job)
    for label, failure in found.failures:
        terminal.problem(f"{label}: {failure}")
    count = len(found.movies)
    number = {0: "No movie was", 1: "1 movie was"}.get(count, f"{count} movies were")
    terminal.say(f"{number} found whose visits you have all deleted in your browsers.")
    return list(found.movies)


@action(
    "weight",
    "How much a movie may count in a release: 0 keeps it to yourself, 1 is usual.",
    _MOVIE,
    option("weight", type=float),
)
def _weight(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    if not 0.0 <= options.weight <= 1.0:
        raise EpicRecError(
            "A weight is between 0 (kept to yourself) and 1 (usual). Nothing was changed."
        )
    key = find_entry(services, options.movie).id
    services.library.set_weight(key, options.weight)
    _print_entries_of(services, [key], terminal)


def day_or_none(text: str) -> date | None:
    """Read a day that is not to come, or "none". Raises `ArgumentTypeError`."""
    try:
        day = None if text == "none" else date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("a day as 2026-11-02, or none") from None
    if day is not None and not is_day_of_watching(day):
        raise ArgumentTypeError("a day until today")
    return day


def _watched(services: Services, text: str) -> LibraryEntry:
    entry = find_entry(services, text)
    if entry.status is not LibraryStatus.CONFIRMED:
        raise EpicRecError(
            "“{text}” is not among the movies you watched. Nothing was changed. "
            "Confirm it first: `epicrec library confirm`.",
            text=text,
        )
    return entry


@action(
    "seen",
    "The day on which you last watched a movie, as 2026-11-02; none to take it back. It stays "
    "here, and is in “Your year” and in tables for other services.",
    _MOVIE,
    option("day", metavar="DAY", type=day_or_none),
)
def _seen(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    entry = _watched(services, options.movie)
    services.library.rate(entry.id, replace(entry.own, day=options.day))
    _print_entries_of(services, [entry.id], terminal)


@action(
    "rate",
    "What you think of a movie you watched: liked, disliked (not for you), again (seen again), "
    "none to take it back. Recommendations made on this computer count it; it never leaves.",
    _MOVIE,
    option("rating", choices=("liked", "disliked", "again", "none")),
)
def _rate(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    entry = _watched(services, options.movie)
    if options.rating == "none":
        own = replace(NOT_RATED, day=entry.own.day)
    elif options.rating == "again":
        own = replace(entry.own, again=True)
    else:
        own = entry.own.with_rating(Rating(options.rating))
    services.library.rate(entry.id, own)
    _print_entries_of(services, [entry.id], terminal)


@action(
    "correct",
    "It was another film: all that was taken for a movie, and its pages, mean that one.",
    option("movie", metavar="MOVIE", help="what it was taken for"),
    option("right", metavar="FILM", help="what it was: a film of the catalog"),
)
def _correct(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    right, _ = find_movie(services, options.right)
    entry = find_entry(services, options.movie)
    if entry.id == right:
        raise EpicRecError(
            "“{title}” is what it was taken for. Nothing was changed.", title=entry.movie.label
        )
    services.unlisted.correct(entry.id, right)
    _print_entries_of(services, [right], terminal)


@action("add", "Add films of the catalog that you watched.", MOVIES, *imports.ANYWAY)
def _add(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    if options.anyway:
        chosen = imports.add_anyway(services, options)
    else:
        chosen = [find_movie(services, text)[0] for text in options.movies]  # all before any
        for key in chosen:
            services.library.add(key)
    _print_entries_of(services, chosen, terminal)


@action("refuse", "Never recommend these films of the catalog again.", MOVIES)
def _refuse(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    chosen = [find_movie(services, text)[0] for text in options.movies]
    for key in chosen:
        services.library.refuse(key)
    _print_entries_of(services, chosen, terminal)


library = Actions(
    _confirm,
    _reject,
    _forget,
    _add,
    _refuse,
    imports.unplaced,
    imports.place,
    _correct,
    _search,
    _review,
    _weight,
    _rate,
    _seen,
    imports.import_exports,
    imports.export_table,
    show_year,
    default=Command(_list, ()),
)


@action("add", "Keep films for later.", MOVIES)
def _watch_later(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    chosen = [find_movie(services, text) for text in options.movies]
    for key, _ in reversed(chosen):
        services.library.watch_later(key, True)
    watched = {entry.id for entry in services.library.entries()}
    for key, movie in chosen:
        if key in watched:
            terminal.say(f"{movie.label} is in your library already.")
    _list_watchlist(services, options, terminal, job)


@action("remove", "Take films off the list.", MOVIES)
def _take_off(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    chosen = [find_on_watchlist(services, text) for text in options.movies]
    for key, _ in reversed(chosen):
        services.library.watch_later(key, False)
    _list_watchlist(services, options, terminal, job)


def _list_watchlist(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    movies = services.library.watchlist()
    if not movies:
        terminal.say(
            "Nothing is kept for later. Keep a film: `epicrec watchlist add 'Amelie 2001'`."
        )
    minutes = [minutes_of(movie) for _, movie in movies]
    terminal.table(
        (movie.label, movie_length(length) or "-", movie.wire_id or "-")
        for (_, movie), length in zip(movies, minutes, strict=True)
    )
    terminal.document(
        [
            {**document(movie, "id=wire_id title year"), "minutes": length}
            for (_, movie), length in zip(movies, minutes, strict=True)
        ]
    )


watchlist = Actions(_watch_later, _take_off, default=Command(_list_watchlist, ()))
