"""Named lists of movies, in the terminal."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop.cli.labels import find_in, find_movie, with_noun
from epicrec_desktop.console.options import (
    FORCE,
    MOVIE,
    MOVIES,
    Actions,
    Command,
    action,
    new_file,
    option,
)
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.store.movie_lists import MovieList

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

_LIST = option("list", metavar="LIST", help="the name of a list")
_NOTE = option("--note", metavar="TEXT", help="a note, for yourself alone")


def _find(services: Services, name: str) -> MovieList:
    found = services.lists.find(name)
    if found is None:
        raise EpicRecError(
            "You have no list “{name}”. Nothing was changed. Your lists: `epicrec lists`.",
            name=name,
        )
    return found


def _movies_on(services: Services, one: MovieList, texts: list[str]) -> list[int]:
    movies, problem = services.lists.movies(one), "names no single film of the list"
    shown = "an id that `epicrec lists show` shows"
    return [find_in(movies, text, problem, shown)[0] for text in texts]


def _all(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    lists = services.lists.all()
    if not lists:
        terminal.say("No list yet. To make one: `epicrec lists add Winter 'Fargo 1996'`.")
    terminal.table((one.name, with_noun(len(one.movies), "film"), one.note) for one in lists)
    terminal.document([_document(services, one) for one in lists])


def _document(services: Services, one: MovieList) -> dict[str, Any]:
    movies = [document(movie, "id=wire_id title year") for _, movie in services.lists.movies(one)]
    return {"name": one.name, "note": one.note, "films": movies}


def _print(services: Services, one: MovieList, terminal: Terminal) -> None:
    terminal.heading(one.name)
    if one.note:
        terminal.say(one.note)
    movies = [movie for _, movie in services.lists.movies(one)]
    terminal.table(
        (f"{place}.", movie.label, movie.wire_id or "-")
        for place, movie in enumerate(movies, start=1)
    )
    terminal.document(_document(services, one))


@action("show", "The films of a list.", _LIST)
def _show(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    _print(services, _find(services, options.list), terminal)


@action(
    "add",
    "Put films at the end of a list, which is made where you have none of that name.",
    _LIST,
    replace(MOVIES, settings=MOVIES.settings | {"nargs": "*"}),
)
def _add(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    keys = [find_movie(services, text)[0] for text in options.movies]  # all before any
    here = services.lists.find(options.list)
    if here is None:
        one = services.lists.add(MovieList(options.list).with_movies(keys))
    else:
        _, one = services.lists.change(here.id, lambda now: now.with_movies(keys))
    _print(services, one, terminal)


@action("remove", "Take films off a list.", _LIST, MOVIES)
def _remove(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    here = _find(services, options.list)
    keys = _movies_on(services, here, options.movies)
    _, one = services.lists.change(here.id, lambda now: now.without(keys))
    _print(services, one, terminal)


@action(
    "move",
    "Move a film of a list to another place.",
    _LIST,
    MOVIE,
    option("place", metavar="PLACE", type=int, help="1 for the first"),
)
def _move(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    here = _find(services, options.list)
    (key,) = _movies_on(services, here, [options.movie])

    def moved(now: MovieList) -> MovieList:
        others, place = [one for one in now.movies if one != key], max(options.place - 1, 0)
        return now.ordered((*others[:place], key, *others[place:]))

    _print(services, services.lists.change(here.id, moved)[1], terminal)


@action("edit", "Give a list another name or note.", _LIST, option("--name", metavar="NAME"), _NOTE)
def _edit(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    new = {"name": options.name, "note": options.note}
    said = {name: value for name, value in new.items() if value is not None}
    here = _find(services, options.list)
    _, one = services.lists.change(here.id, lambda now: replace(now, **said))
    _print(services, one, terminal)


@action("delete", "Delete a list; its films stay where they are.", _LIST)
def _delete(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.lists.delete(_find(services, options.list).id)
    _all(services, options, terminal, job)


@action(
    "export",
    "Write a list as a table for Letterboxd.",
    _LIST,
    option("file", type=Path, metavar="FILE.csv"),
    FORCE,
)
def _export(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    movies = [movie for _, movie in services.lists.movies(_find(services, options.list))]
    file = new_file(options)
    services.data.export_list(file, movies, replace=options.force)
    terminal.say(f"{with_noun(len(movies), 'film')} written to {file}. Only you can read it.")
    terminal.document({"file": str(file), "films": len(movies)})


lists = Actions(_show, _add, _remove, _move, _edit, _delete, _export, default=Command(_all, ()))
