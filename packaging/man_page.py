"""The man page of each program, from its parser: every command with its options and examples.

python packaging/man_page.py epicrec-server > epicrec-server.1
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from packages import day

from epicrec_desktop import __version__, cli
from epicrec_desktop.cli import EXAMPLES
from epicrec_desktop.console.arguments import Examples, commands
from epicrec_desktop.lab import cli as lab_cli
from epicrec_desktop.server import cli as server_cli

DESKTOP = """
finds the movies you watched in the history of your browsers, where you allow it, and recommends
others. What may leave this computer you decide: nothing, numbers with noise that hide every single
movie, or everything, overall or for a category. What left stands in a ledger, byte for byte.
"""
EXITS = (("0", "Done."), ("1", "A problem, reported in one line on stderr."), ("2", "Wrong use."))
VARIABLES = (
    ("EPICREC_TMDB_KEY", "A key for The Movie Database, for importing from it."),
    ("EPICREC_DEBUG", "If set, an unexpected fault shows where it happened."),
)
_FILES = (
    ("~/.local/share/epicrec-desktop", "The database, settings, models and logs."),
    ("~/.local/state/epicrec-desktop", "What was drawn, a second time."),
    ("~/.cache/epicrec-desktop", "What can be fetched again."),
)


@dataclass(frozen=True)
class Program:
    """A program with a man page."""

    name: str
    summary: str
    about: str
    build_parser: Callable[[], argparse.ArgumentParser]
    examples: Examples
    files: tuple[tuple[str, str], ...] = ()


PROGRAMS = (
    Program(
        "epicrec",
        "movie recommendations without handing your history over",
        DESKTOP,
        cli.build_parser,
        EXAMPLES,
        _FILES,
    ),
    Program(
        "epicrec-server",
        "the recommendation service of EpicRec",
        "runs the service, trains and publishes its models, and looks after its keys and backups.",
        server_cli.main.build_parser,
        server_cli.main.examples,
    ),
    Program(
        "epicrec-lab",
        "experiments, benchmarks and the privacy audit of EpicRec",
        "reproduces the figures of the papers, measures the program, and audits its releases.",
        lab_cli.main.build_parser,
        lab_cli.main.examples,
    ),
)


def man_page(program: Program) -> str:
    """Return the page in the macros of man(7), with the day of the build's moment."""
    return "\n".join([*_head(program), *_commands(program), *_tail(program)]) + "\n"


def _head(program: Program) -> Iterator[str]:
    title = _words(program.name.upper())
    name = _words(program.name)
    yield f'.TH {title} 1 "{day()}" "EpicRec Desktop {__version__}" "EpicRec Desktop"'
    yield from (".SH NAME", f"{name} \\- {program.summary}", ".SH SYNOPSIS")
    yield from (f".B {name}", _words("[--base-dir DIR] [--json] COMMAND ..."))
    yield from (".SH DESCRIPTION", f".B {name}", _words(" ".join(program.about.split())))
    if program.name == "epicrec":
        yield from (".PP", "The window of the same program is", ".BR epicrec-desktop .")
    yield ".SH OPTIONS"
    yield _words("They may stand before a command or behind it.")
    yield from _options(program.build_parser(), without=())
    yield from _examples("", program.examples)


def _commands(program: Program) -> Iterator[str]:
    yield ".SH COMMANDS"
    whole = program.build_parser()
    common = {flag for action in whole._actions for flag in action.option_strings}
    for path, parser in commands(whole):
        inner = any(isinstance(a, argparse._SubParsersAction) for a in parser._actions)
        if path == "" or (inner and not parser.description):
            continue
        given = [_positional(a) for a in parser._actions if not a.option_strings]
        title = " ".join(filter(None, (program.name, path, *given)))
        yield from (f'.SS "{_words(title)}"', _words(parser.description or ""))
        yield from _options(parser, without=common)
        yield from _examples(path, program.examples)


def _tail(program: Program) -> Iterator[str]:
    sections = (("EXIT STATUS", EXITS), ("ENVIRONMENT", VARIABLES), ("FILES", program.files))
    for heading, rows in sections:
        if rows:
            yield f".SH {heading}"
        for name, text in rows:
            yield from (".TP", f".B {_words(name)}", _words(text))
    yield from (".SH SEE ALSO", _words("The window's Help, and README.md of the program."))


def _positional(action: argparse.Action) -> str:
    if isinstance(action, argparse._SubParsersAction):
        return "..."
    name = str(action.metavar or "|".join(map(str, action.choices or [action.dest.upper()])))
    many = {"*": f"[{name} ...]", "+": f"{name} ...", "?": f"[{name}]"}
    return many.get(str(action.nargs), name)


def _options(parser: argparse.ArgumentParser, without: object) -> Iterator[str]:
    for action in parser._actions:
        is_help = isinstance(action, argparse._HelpAction)
        known = set(action.option_strings) <= set(without)  # type: ignore[call-overload]
        if not action.option_strings or is_help or known:
            continue
        value = "" if action.nargs == 0 else _value(action)
        flags = ", ".join(f"{flag}{value}" for flag in action.option_strings)
        yield from (".TP", f".B {_words(flags)}", _words(_sentence(action.help)))


def _value(action: argparse.Action) -> str:
    name = action.metavar or "|".join(map(str, action.choices or [action.dest.upper()]))
    return f" {name} ..." if action.nargs in ("+", "*") else f" {name}"


def _sentence(text: str | None) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _examples(path: str, examples: Examples) -> Iterator[str]:
    if path not in examples:
        return
    yield from (".PP", "For example:")
    for line, what in examples[path]:
        yield from (".TP", f".B {_words(line)}", _words(_sentence(what)))


def _words(text: str) -> str:
    """Text that roff takes as it is: what would be a macro or an escape is none."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    plain = plain.replace("'", "\\(aq").replace("~", "\\(ti")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    (wanted,) = (program for program in PROGRAMS if program.name == sys.argv[1])
    print(man_page(wanted), end="")
