"""The movies found, and what the person says of them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from epicrec_desktop.cli.journey import movie_document
from epicrec_desktop.cli.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.tasks import IsCancelled
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
    if options.action == "weight":
        _list_of(services, [_weigh(services, options)], terminal)
        return 0
    chosen = [_find(services, text).id for text in options.movies]
    if options.action == "forget":
        return _forget(services, chosen, options, terminal, cancelled)
    status = {"confirm": LibraryStatus.CONFIRMED, "reject": LibraryStatus.REJECTED}
    services.library.set_status(chosen, status[options.action])
    _list_of(services, chosen, terminal)
    return 0


def _forget(
    services: Services,
    chosen: list[int],
    options: argparse.Namespace,
    terminal: Terminal,
    cancelled: IsCancelled,
) -> int:
    chosen += _deleted(services, options, terminal, cancelled)
    if chosen:
        terminal.say("To be forgotten:" if options.deleted and not options.yes else "Forgotten:")
    _list_of(services, chosen, terminal)
    if not options.deleted or options.yes:
        services.library.forget(chosen)
    elif chosen:
        terminal.say("Nothing was changed. To forget what is listed, say it again with --yes.")
    return 0


def _list_of(services: Services, ids: Sequence[int], terminal: Terminal) -> None:
    """The movies of these ids, as they are now."""
    wanted = set(ids)
    _list([e for e in services.library.entries() if e.id in wanted], terminal)


def _list(entries: Sequence[LibraryEntry], terminal: Terminal) -> None:
    terminal.table(
        (e.status.value, e.movie.label, e.movie.wire_id or "-", e.evidence.value, e.rule)
        for e in entries
    )
    terminal.document([movie_document(e) for e in entries])


def _deleted(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> list[int]:
    """What the person deleted in the browsers, if that is asked for."""
    if not options.deleted:
        if not options.movies:
            raise EpicRecError("Name movies, or use --deleted. Nothing was changed.")
        return []
    deleted = services.scan.deleted(report=terminal.report, cancelled=cancelled)
    for label, failure in deleted.failures:
        terminal.problem(f"{label}: {failure}")
    count = len(deleted.movies)
    number = {0: "No movie was", 1: "1 movie was"}.get(count, f"{count} movies were")
    terminal.say(f"{number} found that you deleted in your browsers.")
    return list(deleted.movies)


def _weigh(services: Services, options: argparse.Namespace) -> int:
    """Weigh the movie; its id."""
    if not 0.0 <= options.weight <= 1.0:
        raise EpicRecError("A weight is between 0 (never) and 1 (usual). Nothing was changed.")
    key = _find(services, options.movie).id
    services.library.set_weight(key, options.weight)
    return key


def _find(services: Services, text: str) -> LibraryEntry:
    """The movie of the library with this id, or this title, with or without its year."""
    entries = services.library.entries()
    wanted = text.casefold()
    found = [e for e in entries if wanted in _names(e)]
    if len(found) == 1:
        return found[0]
    problem = "is not in the library" if not found else "names several movies"
    raise EpicRecError(
        f"“{text}” {problem}. Nothing was changed. Use an id that `epicrec library` shows."
    )


def _names(entry: LibraryEntry) -> set[str]:
    movie = entry.movie
    return {
        name.casefold() for name in (movie.title, movie.label, movie.wire_id, movie.imdb_id) if name
    }
