"""The data of the user: exported to one file, restored from it, erased."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from epicrec_desktop.cli import local_users
from epicrec_desktop.cli.labels import with_noun
from epicrec_desktop.cli.opening import open_services
from epicrec_desktop.cli.protect import unlock_library
from epicrec_desktop.console.options import FORCE, NEW_FILE, YES, command, new_file, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import erasing
from epicrec_desktop.services.backup.restore import RestoreResult
from epicrec_desktop.services.backup.restore_sentences import COPY_STORED, restore_sentences
from epicrec_desktop.store.database import start_copy
from epicrec_desktop.store.database_opening import NO_COPY, copy_offer, restore_start_copy
from epicrec_desktop.wiring import Services


@command(NEW_FILE, FORCE)
def export(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Write everything that is stored of the user to one file."""
    file = new_file(options)
    services.data.export(file, replace=options.force)
    terminal.say(f"Everything was written to {file}. Only you can read it.")
    terminal.document({"file": str(file)})
    return 0


@command(
    option("file", type=Path, metavar="FILE"),
    option("--preview", action="store_true", help="only say what would come in"),
    YES,
)
def restore(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Print what `export` wrote, and restore it after a yes."""
    plan = services.backup.plan(options.file.expanduser(), job=job)
    terminal.say_each(restore_sentences(plan.would))
    if not plan.would.changes:
        terminal.document(_document(plan.would, done=False))
        return 0
    terminal.say(COPY_STORED)
    if options.preview:
        terminal.document(_document(plan.would, done=False))
        return 0
    if not options.yes and not terminal.agrees("Bring all of this back?"):
        terminal.problem("Nothing was restored. Add --yes to restore it.")
        terminal.document(_document(plan.would, done=False))
        return 1
    done = services.backup.restore(plan)
    terminal.say("Restored.")
    terminal.document(_document(done, done=True))
    return 0


def _document(result: RestoreResult, *, done: bool) -> dict[str, Any]:
    movies = result.movies
    return {
        "done": done,
        "movies": {**document(movies, "new known answered differing"), "unknown": result.unknown},
        "ratings": movies.ratings,
        "watchlist": result.watchlist,
        "levels": result.choice is not None,
        "providers": [one.name for one in result.providers],
        "releases": result.releases,
        "months": document(result.samples.periods, "taken twice"),
        "observer_percent": result.after.percent if result.after is not None else None,
        "sentences": [str(sentence) for sentence in restore_sentences(result)],
    }


@command(YES)
def restore_copy(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Put the copy of the last sound start in the place of a damaged library, after a yes."""
    opened = unlock_library(paths, terminal)
    copy = start_copy(paths.database)
    if not copy.exists():
        raise StoreError(NO_COPY)
    if not options.yes:
        taken = datetime.fromtimestamp(copy.stat().st_mtime)  # noqa: DTZ006
        terminal.say(copy_offer(f"{taken:%Y-%m-%d %H:%M}"))
        if not terminal.agrees("Restore it?"):
            terminal.fail("Nothing was restored. Add --yes to restore it.")
            return 1
    restored = restore_start_copy(paths.database, opened)
    with open_services(paths, terminal, opened) as services:
        movies = sum(services.library.counts().values())
    terminal.say(
        f"Your library is as it was on {restored.astimezone():%Y-%m-%d %H:%M}: "
        f"{with_noun(movies, 'movie')}. What was sent since stays counted. The damaged file is "
        "kept beside it for a month."
    )
    terminal.document({"restored": restored.isoformat(), "movies": movies})
    return 0


@command(option("--everybody", action="store_true", help="of several people, of all of them"), YES)
def erase(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Remove everything that is stored, also where the library cannot be opened."""
    if options.everybody:
        return local_users.erase_all_users(paths, options, terminal)
    try:
        # Without a terminal: what is erased need not be unlocked before.
        with open_services(paths, None) as services:
            return _erase(services.data.erase, options, terminal)
    except StoreError:
        return _erase(partial(erasing.erase_unopened, paths), options, terminal)


def _erase(remove: Callable[[], list[Message]], options: Namespace, terminal: Terminal) -> int:
    if not options.yes and not _agreed(terminal):
        terminal.fail("Nothing was removed. Add --yes to remove everything.")
        return 1
    removed = [str(line) for line in remove()]
    terminal.say_each(removed)
    terminal.document({"removed": removed})
    return 0


def _agreed(terminal: Terminal) -> bool:
    if not sys.stdin.isatty():
        return False
    terminal.clear_bar()
    # On stderr: stdout may be one JSON document.
    question = (
        "This removes your movies, your levels and the record of what was sent, for good. What "
        "you contributed cannot be withdrawn afterwards. "
        "Type “erase” to go on: "
    )
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() == "erase"
