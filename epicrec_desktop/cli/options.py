"""Options and arguments that several commands of `epicrec` have."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path

from epicrec_desktop.console.arguments import add_command
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError

LEVELS = [level.value for level in ReleaseLevel]


add_action = partial(add_command, person=True)
"""Add an action (`library add`) with the common options and return its parser."""


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


def add_new_file(parser: argparse.ArgumentParser, metavar: str = "FILE") -> None:
    """Add a file to be written, and `--force`: replace an existing one."""
    parser.add_argument("file", type=Path, metavar=metavar)
    parser.add_argument("--force", action="store_true", help="replace the file if there is one")


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
