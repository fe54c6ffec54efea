"""Options and arguments that several commands of `epicrec` have."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from epicrec_desktop.console.arguments import add_command
from epicrec_desktop.domain.choices import ReleaseLevel

LEVELS = [level.value for level in ReleaseLevel]


def add_action(
    actions: Any, name: str, text: str, *, person: bool = True
) -> argparse.ArgumentParser:
    """Add an action (`library add`) with the common options and return its parser."""
    return add_command(actions, name, text, person=person)


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Add `--profile PATH`, which may be given several times."""
    parser.add_argument(
        "--profile",
        type=Path,
        action="append",
        metavar="PATH",
        help="a profile folder, or the file of the history in it; naming it lets EpicRec read it",
    )


def add_provider(parser: argparse.ArgumentParser, text: str | None = None) -> None:
    """Add `--provider NAME`."""
    parser.add_argument("--provider", metavar="NAME", help=text)


def add_clock(parser: argparse.ArgumentParser) -> None:
    """Add `--clock-is-right`: sample although the clock jumped."""
    parser.add_argument(
        "--clock-is-right",
        action="store_true",
        help="the date of this computer is right, although it jumped since the last start",
    )


def add_movies(parser: argparse.ArgumentParser) -> None:
    """Add the movies of the catalog that are meant, as `films`."""
    parser.add_argument(
        "films", nargs="+", metavar="FILM", help="an id, or a title with or without its year"
    )


def add_yes(parser: argparse.ArgumentParser) -> None:
    """Add `--yes`: go on without asking."""
    parser.add_argument("--yes", action="store_true", help="do not ask")


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add `--force`: replace an existing file."""
    parser.add_argument("--force", action="store_true", help="replace the file if there is one")
