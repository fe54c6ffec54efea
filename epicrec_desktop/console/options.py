"""How commands of the three programs declare themselves, and the options that several have.

@command(PROFILE)
def scan(services, options, terminal, job): ...

@action("weight", "How much a movie may count.", option("movie"), option("weight", type=float))
def _weight(services, options, terminal, job): ...

library = Actions(_weight, …, default=_list)
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epicrec_desktop.console.arguments import (
    COMPLETION_HELP,
    SHELLS,
    Examples,
    add_command,
    add_examples,
    print_completion,
    program_parser,
)
from epicrec_desktop.console.program import run_program
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import Job

Run = Callable[..., int | None]
"""Runs a command: takes what it needs (`Needs`), the options, the terminal and a `Job`."""


@dataclass(frozen=True)
class Option:
    """An option or an argument, as `add_argument` takes it."""

    flags: tuple[str, ...]
    settings: dict[str, Any]

    def add_to(self, parser: Any) -> None:
        """Add it to a parser or a group."""
        parser.add_argument(*self.flags, **self.settings)


def option(*flags: str, **settings: Any) -> Option:
    """Declare an option."""
    return Option(flags, settings)


@dataclass(frozen=True)
class OneOf:
    """Options of which exactly one is given."""

    options: tuple[Option, ...]

    def add_to(self, parser: Any) -> None:
        """Add them to a parser."""
        group = parser.add_mutually_exclusive_group(required=True)
        for one in self.options:
            one.add_to(group)


Declared = Option | OneOf


@dataclass(frozen=True)
class Command:
    """A function with its options."""

    run: Run
    options: tuple[Declared, ...]

    def __call__(self, *arguments: Any) -> int:
        """Run it and return the exit code."""
        return self.run(*arguments) or 0

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add its options to a parser."""
        for one in self.options:
            one.add_to(parser)


def command(*options: Declared) -> Callable[[Run], Command]:
    """Declare the options of the function below."""
    return lambda run: Command(run, options)


@dataclass(frozen=True)
class Action(Command):
    """A function that is an action of a command (`library add`). `person`: it has `--person`."""

    name: str
    help: str
    person: bool


def action(
    name: str, text: str, *options: Declared, person: bool = True
) -> Callable[[Run], Action]:
    """Declare the function below as an action."""
    return lambda run: Action(run, options, name, text, person)


class Actions:
    """A command with actions; `default` runs without one."""

    def __init__(
        self, *actions: Action, default: Command | None = None, metavar: str = "ACTION"
    ) -> None:
        self._metavar = metavar
        self._actions = {one.name: one for one in actions}
        self._default = default

    def __call__(self, *arguments: Any) -> int:
        """Run the action that was named and return the exit code."""
        (options,) = (one for one in arguments if isinstance(one, argparse.Namespace))
        chosen = self._default if options.action is None else self._actions[options.action]
        assert chosen is not None  # the parser requires an action then
        return chosen(*arguments)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the actions as subcommands, each with its options."""
        below = parser.add_subparsers(
            dest="action", required=self._default is None, metavar=self._metavar
        )
        for one in self._actions.values():
            one.add_arguments(add_command(below, one.name, one.help, person=one.person))


@dataclass(frozen=True)
class Program:
    """A program that opens no library: its commands by name, each with its line in the help."""

    name: str
    about: str
    examples: Examples
    commands: Mapping[str, tuple[str, Command | Actions]]

    def __call__(self, arguments: Sequence[str] | None = None) -> int:
        """Run one command and return its exit code."""
        return run_program(self.name, self.build_parser, self._run, arguments)

    def build_parser(self, words: Sequence[str] | None = None) -> argparse.ArgumentParser:
        """Return the parser; `words` is not used, as every option is cheap to add."""
        parser, commands = program_parser(self.name, self.about)
        for name, (text, one) in self.commands.items():
            one.add_arguments(add_command(commands, name, text))
        add_command(commands, "completion", COMPLETION_HELP).add_argument("shell", choices=SHELLS)
        add_examples(parser, self.examples)
        return parser

    def _run(self, options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
        if options.command == "completion":
            return print_completion(self.build_parser(), options.shell, terminal)
        return self.commands[options.command][1](options, terminal, job)


LEVELS = [level.value for level in ReleaseLevel]

PROFILE = option(
    "--profile",
    type=Path,
    action="append",
    metavar="PATH",
    help="a profile folder, or the file of the history in it; naming it lets EpicRec read it",
)
PROVIDER_NAME = option("--provider", metavar="NAME")
CLOCK = option(
    "--clock-is-right",
    action="store_true",
    help="the date of this computer is right, although it jumped since the last start",
)
_NAMES_A_MOVIE = "an id, or a title with or without its year"
MOVIE = option("movie", metavar="FILM", help=_NAMES_A_MOVIE)
MOVIES = option("movies", nargs="+", metavar="FILM", help=_NAMES_A_MOVIE)
YES = option("--yes", action="store_true", help="do not ask")
NAME = option("name")
NEW_FILE = option("file", type=Path, metavar="FILE")
FORCE = option("--force", action="store_true", help="replace the file if there is one")


def new_file(options: argparse.Namespace) -> Path:
    """Return the file to be written. Raises `EpicRecError` if it exists, without `--force`."""
    file: Path = options.file.expanduser()
    if os.path.lexists(file) and not options.force:
        raise EpicRecError(
            "There is something at {file} already. Nothing was written. Choose another name, or "
            "use --force to replace it.",
            file=file,
        )
    return file
