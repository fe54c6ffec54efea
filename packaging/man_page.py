"""The man page of `epicrec`, from its parser: every command once, with its options and examples."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from epicrec_desktop import __version__
from epicrec_desktop.cli.arguments import build_parser
from epicrec_desktop.cli.examples import EXAMPLES, commands

SHORT = "movie recommendations without handing your history over"
ABOUT = """
finds the movies you watched in the history of your browsers, where you allow it, and recommends
others. What may leave this computer you decide: nothing, numbers with noise that hide every single
movie, or everything, overall or for a category. What left stands in a ledger, byte for byte.
"""
EXITS = (("0", "Done."), ("1", "A problem, told in one line on stderr."), ("2", "Wrong use."))
VARIABLES = (
    ("EPICREC_TMDB_KEY", "A key for The Movie Database, for importing from it."),
    ("EPICREC_DEBUG", "If set, an unexpected fault shows where it happened."),
)
FILES = (
    ("~/.local/share/epicrec-desktop", "The database, settings, models and logs."),
    ("~/.local/state/epicrec-desktop", "What was drawn, a second time."),
    ("~/.cache/epicrec-desktop", "What can be fetched again."),
)


def man_page() -> str:
    """The page in man(7)'s macros; the same text from the same parser."""
    return "\n".join([*_head(), *_commands(), *_tail()]) + "\n"


def _head() -> Iterator[str]:
    parser = build_parser()
    yield f'.TH EPICREC 1 "" "EpicRec Desktop {__version__}" "EpicRec Desktop"'
    yield from (".SH NAME", f"epicrec \\- {SHORT}", ".SH SYNOPSIS")
    yield from (".B epicrec", _words("[--base-dir DIR] [--json] COMMAND ..."))
    yield from (".SH DESCRIPTION", ".B epicrec", _words(" ".join(ABOUT.split())))
    yield from (".PP", "The window of the same program is", ".BR epicrec-desktop .")
    yield ".SH OPTIONS"
    yield _words("They may stand before a command or behind it.")
    yield from _options(parser, without=())
    yield from _examples("")


def _commands() -> Iterator[str]:
    yield ".SH COMMANDS"
    common = {flag for action in build_parser()._actions for flag in action.option_strings}
    for path, parser in commands(build_parser()):
        inner = any(isinstance(a, argparse._SubParsersAction) for a in parser._actions)
        if path == "" or (inner and not parser.description):
            continue
        given = [_positional(a) for a in parser._actions if not a.option_strings]
        title = " ".join(filter(None, ("epicrec", path, *given)))
        yield from (f'.SS "{_words(title)}"', _words(parser.description or ""))
        yield from _options(parser, without=common)
        yield from _examples(path)


def _tail() -> Iterator[str]:
    for heading, rows in (("EXIT STATUS", EXITS), ("ENVIRONMENT", VARIABLES), ("FILES", FILES)):
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


def _examples(path: str) -> Iterator[str]:
    if path not in EXAMPLES:
        return
    yield from (".PP", "For example:")
    for line, what in EXAMPLES[path]:
        yield from (".TP", f".B {_words(line)}", _words(_sentence(what)))


def _words(text: str) -> str:
    """Text that roff takes as it is: what would be a macro or an escape is none."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    plain = plain.replace("'", "\\(aq").replace("~", "\\(ti")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
