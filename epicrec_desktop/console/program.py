"""Run one of the command-line programs: parse, run, and turn errors into exit codes."""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence

from epicrec_desktop import core_dumps, logs, system_errors
from epicrec_desktop.console.interruption import interruptible
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import IsCancelled

_log = logging.getLogger(__name__)

BuildParser = Callable[[Sequence[str]], argparse.ArgumentParser]
"""Makes the parser of a program. Gets the words of the command line, so that it can load only the
modules of the commands among them."""
RunCommand = Callable[[argparse.Namespace, Terminal, IsCancelled], int]
"""Runs the parsed command and returns its exit code. Raises `EpicRecError`."""


def run_program(
    name: str,
    build_parser: BuildParser,
    run: RunCommand,
    arguments: Sequence[str] | None = None,
) -> int:
    """Parse the command line of the program `name`, run the command, and return the exit code.

    Exit codes: 0 done, 1 a problem (one line on stderr), 2 wrong use (from argparse, by
    `SystemExit`), 130 interrupted twice.

    `build_parser` and `run` should import NumPy only when they are called: the number of BLAS
    threads is set here and read when NumPy is loaded.
    """
    multiprocessing.freeze_support()
    core_dumps.forbid()
    # Every matrix is small: several BLAS threads would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _use_utf8()
    # Until a log file is open, log records are dropped: problems are printed below, in one line.
    logging.getLogger(logs.ROOT).addHandler(logging.NullHandler())
    words = sys.argv[1:] if arguments is None else arguments
    options = build_parser(words).parse_args(words)
    terminal = Terminal(as_json=options.json, program=name)
    try:
        with interruptible() as cancelled:
            return run(options, terminal, cancelled)
    except EpicRecError as error:
        terminal.problem(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the output has gone (`| head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        _log.error("unexpected %s", type(error).__name__)
        if os.environ.get("EPICREC_DEBUG"):
            raise
        known = system_errors.error_for(error)
        terminal.problem(_unexpected(error) if known is None else str(known))
    return 1


def _unexpected(error: Exception) -> str:
    """Return the sentence for an error that nobody expected, without its text."""
    return (
        f"Something unexpected happened ({type(error).__name__}). What was stored is kept. "
        "Set EPICREC_DEBUG=1 to see where, and please report it."
    )


def _use_utf8() -> None:
    """Write UTF-8; a console or pipe that cannot show a character gets a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
