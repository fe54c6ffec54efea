"""What the parsers of the three programs share: common options, types, examples, completion."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from epicrec_desktop.build_info import full_version
from epicrec_desktop.console.terminal import Terminal

Examples = Mapping[str, tuple[tuple[str, str], ...]]
"""By command ("" for the program itself): lines to type, and what each does."""

SHELLS = ("bash", "zsh", "fish")
COMPLETION_HELP = "Print what completes commands in your shell."


def program_parser(
    name: str, description: str, *, person: bool = False
) -> tuple[argparse.ArgumentParser, Any]:
    """Return the parser of a program and its subparsers, to which commands are added."""
    parser = argparse.ArgumentParser(
        prog=name, description=description, parents=[common_options(first=True, person=person)]
    )
    parser.add_argument(
        "--version", action="version", version=f"{name} {full_version()}", help="the version"
    )
    return parser, parser.add_subparsers(dest="command", required=True, metavar="COMMAND")


@cache
def common_options(*, first: bool = False, person: bool = False) -> argparse.ArgumentParser:
    """Return a parent parser with the options that every command has.

    They may stand before or after the command, so only the `first` parser sets defaults. `person`
    adds `--person NAME`, stored as `who`.
    """
    common = argparse.ArgumentParser(add_help=False)
    default: Any = None if first else argparse.SUPPRESS
    common.add_argument(
        "--base-dir",
        type=Path,
        default=default,
        metavar="DIR",
        help="keep everything under this folder",
    )
    if person:
        common.add_argument(
            "--person",
            dest="who",
            default=default,
            metavar="NAME",
            help="whose data, of several people in one computer account",
        )
    common.add_argument(
        "--json",
        action="store_true",
        default=False if first else argparse.SUPPRESS,
        help="one JSON document on stdout, progress on stderr",
    )
    return common


def add_command(
    commands: Any, name: str, text: str, *, person: bool = False
) -> argparse.ArgumentParser:
    """Add a command with the common options to subparsers and return its parser."""
    added: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text, parents=[common_options(person=person)]
    )
    return added


# Types of option values


def count(text: str) -> int:
    """Return a whole number above 0."""
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"not a whole number above 0: {text}")
    return int(text)


def port(text: str) -> int:
    """Return a TCP port; 0 lets the system choose one."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"not a port from 0 to 65535: {text}")
    return int(text)


def fraction(text: str) -> Fraction:
    """Return an exact number: "1/4" or "0.25"."""
    try:
        if len(text) > 20 or "e" in text.casefold():  # an exponent can ask for endless digits
            raise ValueError(text)
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{text} is not a number or a fraction") from None


def number(least: float, most: float, what: str) -> Callable[[str], float]:
    """Return a type of option: a number from `least` to `most`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"not {what}: {text}")
        return value

    return read


_ABOVE_0 = 1e-12
budget = number(_ABOVE_0, 1000.0, "a number above 0")
"""A privacy budget ε."""
part = number(0.0, 1.0, "a number between 0 and 1")
minutes = number(_ABOVE_0, 10_000.0, "a number of minutes")


# Examples in the help of each command


def commands(
    parser: argparse.ArgumentParser, path: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield every parser with its words ("library add"), `parser` itself first, in help order."""
    yield path, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from commands(below, f"{path} {name}".strip())


def add_examples(parser: argparse.ArgumentParser, examples: Examples) -> None:
    """Append the examples to the help of each command that has some."""
    for path, command in commands(parser):
        if path in examples:
            command.formatter_class = _HelpWithExamples
            lines = (f"  {line}\n      {what}" for line, what in examples[path])
            command.epilog = "\n".join(("examples:", *lines))


class _HelpWithExamples(argparse.HelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("examples:"):
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)


# The command `completion` of each program


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script that completes the commands of a program in a shell of `SHELLS`."""
    import shtab  # noqa: PLC0415 - one command needs it

    lines = shtab.complete(parser, shell).splitlines()
    first = int(lines[0].startswith("#compdef"))  # zsh's own mark
    while lines[first].startswith("#") or not lines[first].strip():
        del lines[first]  # advice on installing it by hand
    return "\n".join(lines).strip() + "\n"


def print_completion(parser: argparse.ArgumentParser, shell: str, terminal: Terminal) -> int:
    """Print the script that completes the commands of a program in a shell, unchanged."""
    script = completion_script(parser, shell)
    if terminal.as_json:
        terminal.document({"shell": shell, "script": script})
    else:
        sys.stdout.write(script)
    return 0
