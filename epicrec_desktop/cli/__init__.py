"""`epicrec`: every job of the desktop program without a window.

Exit codes: 0 done, 1 a problem (one line on stderr), 2 wrong use.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from epicrec_desktop.console.program import run_program
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.progress import IsCancelled


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    return run_program("epicrec", _parser, _run, arguments)


def _parser(_words: Sequence[str]) -> argparse.ArgumentParser:
    from epicrec_desktop.cli.arguments import build_parser  # noqa: PLC0415

    return build_parser()


def _run(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.cli import commands  # noqa: PLC0415

    return commands.run(options, terminal, cancelled)
