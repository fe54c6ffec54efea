"""`epicrec`: every job of the desktop program without a window.

`COMMANDS` says where each command is. The module of a command is imported only when the command is
used; its options are declared beside its function (`options.py`).

Exit codes: 0 done, 1 a problem (one line on stderr), 2 wrong use.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from epicrec_desktop import DESCRIPTION, memory
from epicrec_desktop.cli.opening import open_paths, open_services
from epicrec_desktop.console.arguments import (
    COMPLETION_HELP,
    Examples,
    add_command,
    add_examples,
    program_parser,
)
from epicrec_desktop.console.program import run_program
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.progress import Job

if TYPE_CHECKING:
    from epicrec_desktop.door.process import Door

EXAMPLES: Examples = {
    "": (
        ("epicrec run --sample", "the whole way with an invented history; nothing is kept"),
        ("epicrec browsers", "the browser profiles of this computer"),
        ("epicrec library search amelie", "a film by any of its titles"),
    ),
    "run": (
        ("epicrec run --sample", "with an invented history; nothing is kept"),
        ("epicrec run --sample --level no", "the same, and nothing leaves"),
    ),
    "browsers": (("epicrec browsers", "which profiles there are, and which may be read"),),
    "scan": (("epicrec scan", "read what is new in the profiles that may be read"),),
    "preview": (("epicrec preview", "see what a release would send"),),
    "recommend": (("epicrec --json recommend", "for a program to read"),),
    "tonight": (("epicrec tonight --with Anna --minutes 120", "what to watch together"),),
    "contribute": (("epicrec contribute", "what it does for others, and what it costs"),),
    "ledger": (("epicrec ledger", "what left, when and to whom"),),
    "assistant": (("epicrec assistant", "what your assistant needs in its settings"),),
    "library": (("epicrec library", "the movies found, and what is in doubt"),),
    "library confirm": (("epicrec library confirm 'Metropolis'", "yes, I watched it"),),
    "library add": (("epicrec library add 'Amelie 2001' metropolis", "films you watched"),),
    "library forget": (("epicrec library forget --deleted", "what you deleted in your browsers"),),
    "watchlist": (("epicrec watchlist add 'Das Leben der Anderen'", "keep it for later"),),
    "lists": (
        ("epicrec lists add Winter 'Fargo 1996'", "put a film on a list, which is made"),
        ("epicrec lists export Winter winter.csv", "a table that Letterboxd imports"),
    ),
    "library search": (
        ("epicrec library search das leben der anderen", "by a title in another language"),
        ("epicrec library search metropolis 1927", "by title and year"),
    ),
    "library review": (("epicrec library review", "suggestions that wait for an answer"),),
    "library import": (
        ("epicrec library import --preview FILE", "only show what would come in"),
    ),
    "library year": (("epicrec library year 2025", "what you watched in 2025, month by month"),),
    "library export": (("epicrec library export films.csv", "a table that Letterboxd imports"),),
    "catalog import": (
        ("epicrec catalog import movietweetings", "public ratings: better recommendations"),
    ),
    "privacy set": (
        ("epicrec privacy set overall perturbed", "a blurred list may leave"),
        ("epicrec privacy set Horror no", "nothing of horror movies leaves"),
    ),
    "providers add": (
        ("epicrec providers add Club https://club.example --trust 1/2", "someone to ask"),
    ),
    "export": (("epicrec export all.json", "everything that is kept of you, in one file"),),
    "import": (("epicrec import all.json", "restore it, here or on another computer"),),
    "completion": (
        ("epicrec completion bash > ~/.local/share/bash-completion/completions/epicrec", "bash"),
    ),
}  # fmt: skip


class Needs(Enum):
    """First argument of a command's function, before options, terminal and `Job`."""

    SERVICES = "the services of the user (`wiring.Services`)"
    PATHS = "the folders of the user (`paths.Paths`); nothing is opened"
    NOTHING = "no first argument"


@dataclass(frozen=True)
class Command:
    """A command: its line in the help, and its function in a module of this package."""

    help: str
    module: str
    function: str = ""  # the command's name, where it has another one
    needs: Needs = Needs.SERVICES
    network: bool = False  # whether it may ask somebody else

    def load(self, name: str) -> Any:
        """Return the command of this name with its options: `options.Command` or `Actions`."""
        return getattr(import_module(f"{__name__}.{self.module}"), self.function or name)


COMMANDS = {
    "run": Command(
        "All in one: scan, find movies, release, ask, show what is recommended.",
        "pipeline",
        network=True,
    ),
    "browsers": Command(
        "Browser profiles on this computer, and which of them may be read.", "browsers"
    ),
    "scan": Command("Read what is new in browser profiles.", "pipeline"),
    "preview": Command("What would leave, before it leaves.", "pipeline"),
    "release": Command(
        "Release what your privacy levels allow; a repeat sends the same bytes.",
        "pipeline",
        network=True,
    ),
    "recommend": Command(
        "Release, ask the service, and show what is recommended.", "pipeline", network=True
    ),
    "tonight": Command(
        "A film for two: what neither has seen and both would like. Nothing leaves or is kept.",
        "tonight",
    ),
    "contribute": Command(
        "Help a service to learn what is watched together; off until you send something.",
        "contribute",
        network=True,
    ),
    "ledger": Command("Every release on record: what was sent to whom, and its bytes.", "activity"),
    "activity": Command("Everybody who was asked for something, releases among them.", "activity"),
    "assistant": Command(
        "Answer an assistant on this computer over stdio (MCP); off until you add one.",
        "assistant",
        needs=Needs.PATHS,
    ),
    "library": Command("Movies found, and what you say of them.", "library"),
    "watchlist": Command("What you want to watch.", "library"),
    "lists": Command("Your lists of films; no release has them.", "movie_lists"),
    "catalog": Command("The public catalog of movies.", "catalog", network=True),
    "match": Command("Match rows of history against a catalog.", "catalog", needs=Needs.NOTHING),
    "train": Command("Train the recommendation model on the imported ratings.", "catalog"),
    "privacy": Command("What may leave.", "privacy"),
    "providers": Command("The services that may be asked.", "providers", network=True),
    "export": Command("Write what EpicRec knows of you as one JSON document.", "user_data"),
    "import": Command(
        "Restore what `epicrec export` wrote, here or on another computer. It says what would "
        "come in, and asks. Exports of other services: `epicrec library import`.",
        *("user_data", "restore"),
    ),
    "restore": Command(
        "Restore the copy of the last start, where the library is damaged.",
        *("user_data", "restore_copy", Needs.PATHS),
    ),
    "protect": Command(
        "Encrypt the library on this computer. Passphrases and codes are asked for, or read from a "
        "pipe, a line each.",
        "protect",
        needs=Needs.PATHS,
    ),
    "people": Command(
        "Several people in one computer account, each with a library of their own. They are not "
        "protected from each other: see `protect`.",
        "local_users",
        needs=Needs.PATHS,
    ),
    "erase": Command(
        "Remove everything this program keeps; of several people, of one.",
        "user_data",
        needs=Needs.PATHS,
    ),
    "update": Command("Newer versions of this program.", "installation", network=True),
    "completion": Command(COMPLETION_HELP, "installation", needs=Needs.NOTHING),
    "selfcheck": Command(
        "Check that this installation is whole.", "installation", needs=Needs.NOTHING
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Without arguments they are the process's own, which from then on makes no request itself.
    """
    memory.pause_collection()
    alone = arguments is None
    code = run_program("epicrec", build_parser, partial(_run, alone=alone), arguments)
    if alone:
        gc.freeze()  # else Python looks for cycles among all objects before it ends
    return code


def build_parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser; only commands that are among `words`, if given, get their options."""
    parser, commands = program_parser(
        "epicrec",
        DESCRIPTION,
        person=True,
    )
    for name, command in COMMANDS.items():
        added = add_command(commands, name, command.help, person=True)
        if words is None or name in words:
            command.load(name).add_arguments(added)
    add_examples(parser, EXAMPLES)
    return parser


def _language(setting: str) -> str:
    """Return the window's language, as far as it is known without Qt."""
    from epicrec_desktop.settings import language_of, system_locale  # noqa: PLC0415

    return language_of(setting, [system_locale()])


def _sealed(command: Command) -> Door | None:
    """Give up the network; return the door of a command that may ask somebody else."""
    from epicrec_desktop.door.sealing import seal  # noqa: PLC0415 - only where it is used

    door = None
    if command.network:
        from epicrec_desktop.services.door_entries import start_door  # noqa: PLC0415

        door = start_door()
    seal()
    return door


def _run(options: argparse.Namespace, terminal: Terminal, job: Job, *, alone: bool = False) -> int:
    command = COMMANDS[options.command]
    door = _sealed(command) if alone else None
    function = command.load(options.command)
    if command.needs is Needs.NOTHING:
        return int(function(options, terminal, job))
    with open_paths(options, terminal) as paths:
        if command.needs is Needs.PATHS:
            return int(function(paths, options, terminal, job))
        with open_services(paths, terminal, door=door) as services:
            if door is not None and services.context.has_network_provider():
                door.announce("prepare")
            if not terminal.as_json:  # a document has the titles of public sources
                services.context.show_titles_in(_language(services.settings.language))
            return int(function(services, options, terminal, job))
