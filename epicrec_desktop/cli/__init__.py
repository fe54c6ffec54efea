"""`epicrec`: every job without a window.

Exit codes: 0 done, 1 a problem told in one line, 2 wrong use.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import sys
from collections.abc import Sequence

from epicrec_desktop import core_dumps, logs, system_errors
from epicrec_desktop.console.interruption import interruptible
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError

_log = logging.getLogger(__name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    multiprocessing.freeze_support()
    core_dumps.forbid()
    # Every matrix here is small: several threads of the BLAS would only wait for each other. It is
    # read where NumPy is loaded, which the arguments do.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from epicrec_desktop.cli.arguments import build_parser  # noqa: PLC0415

    _speak_utf8()
    # Before a log file is open, what is logged goes nowhere: problems are told below, in one line.
    logging.getLogger(logs.ROOT).addHandler(logging.NullHandler())
    options = build_parser().parse_args(arguments)
    terminal = Terminal(as_json=options.json)
    try:
        with interruptible() as cancelled:
            from epicrec_desktop.cli import commands  # noqa: PLC0415 - `--help` is instant

            return commands.run(options, terminal, cancelled)
    except EpicRecError as error:
        terminal.problem(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output left (`| head`): nobody to tell anything.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        _log.error("unexpected %s", type(error).__name__)
        if os.environ.get("EPICREC_DEBUG"):
            raise
        if (said := system_errors.error_for(error)) is not None:
            terminal.problem(str(said))
            return 1
        terminal.problem(
            f"Something unexpected happened ({type(error).__name__}). What was stored is kept. "
            "Set EPICREC_DEBUG=1 to see where, and please report it."
        )
    return 1


def _speak_utf8() -> None:
    """Titles have every script; a console or pipe that cannot show one gets a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
