"""Run one of the command-line programs: parse, run, and turn errors into exit codes."""

from __future__ import annotations

import argparse
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

from epicrec_desktop import core_dumps, logs, process_environment, system_errors
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import Job, doing

# Windows ends a program five seconds after its console is closed.
_CLOSE_TIMEOUT_S = 4.5


@contextlib.contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether the user interrupted the command.

    The first Ctrl+C only sets it, so that the task stops and cleans up; a second one raises
    `KeyboardInterrupt`. Outside the main thread no signal is caught.
    """
    requested = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield requested.is_set
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        if requested.is_set():
            raise KeyboardInterrupt
        requested.set()

    names = ("SIGINT", "SIGBREAK")  # Ctrl+Break exists only on Windows
    previous = {
        name: signal.signal(getattr(signal, name), interrupt)
        for name in names
        if hasattr(signal, name)
    }
    try:
        with _closing(requested):
            yield requested.is_set
    finally:
        for name, handler in previous.items():
            signal.signal(getattr(signal, name), handler)


class ConsoleClosed:
    """Handles the Windows events for a closed console, a logoff and a shutdown.

    Windows ends the program as soon as the handler returns, so it returns only after the command
    has cleaned up, or after the time that Windows allows.
    """

    EVENTS = (2, 5, 6)  # closed, logoff, shutdown; Ctrl+C and Ctrl+Break arrive as signals

    def __init__(self, requested: threading.Event) -> None:
        self._requested = requested
        self.cleaned_up = threading.Event()

    def on_event(self, event: int) -> bool:
        """Handle an event, in a thread of Windows; return False for events of another kind."""
        if event not in self.EVENTS:
            return False
        self._requested.set()
        self.cleaned_up.wait(_CLOSE_TIMEOUT_S)
        return True


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _Handler = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.DWORD)
    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)

    @contextlib.contextmanager
    def _closing(requested: threading.Event) -> Iterator[None]:
        closed = ConsoleClosed(requested)
        handler = _Handler(closed.on_event)
        _kernel.SetConsoleCtrlHandler(handler, True)
        try:
            yield
        finally:
            closed.cleaned_up.set()
            _kernel.SetConsoleCtrlHandler(handler, False)

else:

    @contextlib.contextmanager
    def _closing(requested: threading.Event) -> Iterator[None]:
        """Do nothing: a closed terminal sends SIGHUP, which ends the command."""
        yield


_log = logging.getLogger(__name__)

BuildParser = Callable[[Sequence[str]], argparse.ArgumentParser]
"""Makes the parser of a program. Gets the words of the command line, so that it can load only the
modules of the commands among them."""
RunCommand = Callable[[argparse.Namespace, Terminal, Job], int]
"""Runs the parsed command and returns its exit code. Raises `EpicRecError`."""


def run_program(
    name: str, build_parser: BuildParser, run: RunCommand, arguments: Sequence[str] | None = None
) -> int:
    """Parse the command line of the program `name`, run the command, and return the exit code.

    Exit codes: 0 done, 1 a problem (one line on stderr), 2 wrong use (from argparse, by
    `SystemExit`), 130 interrupted twice, or before the command began.

    `build_parser` and `run` should import NumPy only when they are called: the number of BLAS
    threads is set here and read when NumPy is loaded.
    """
    multiprocessing.freeze_support()
    core_dumps.forbid()
    process_environment.prepare()
    # Write UTF-8; a console or pipe that cannot show a character gets a question mark.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    # Until a log file is open, log records are dropped: problems are printed below, in one line.
    logging.getLogger(logs.ROOT).addHandler(logging.NullHandler())
    words = sys.argv[1:] if arguments is None else arguments
    try:
        options = build_parser(words).parse_args(words)
    except KeyboardInterrupt:
        return 130
    terminal = Terminal(as_json=options.json, program=name)
    try:
        with interruptible() as cancelled, doing(Job(terminal.report, cancelled)) as job:
            return run(options, terminal, job)
    except EpicRecError as error:
        _fail(terminal, str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _discard_output()
    except Exception as error:
        _log.error("unexpected %s", type(error).__name__)
        if os.environ.get("EPICREC_DEBUG"):
            raise
        known = system_errors.error_for(error)
        unexpected = (  # without its text
            f"Something unexpected happened ({type(error).__name__}). What was stored is kept. "
            "Set EPICREC_DEBUG=1 to see where, and please report it."
        )
        _fail(terminal, unexpected if known is None else str(known))
    return 1


def _fail(terminal: Terminal, text: str) -> None:
    """Report the problem that ends the command; on stderr alone where stdout cannot be written."""
    try:
        terminal.fail(text)
    except OSError:  # its reader has gone, or the disk is full
        _discard_output()


def _discard_output() -> None:
    """Write the rest of stdout nowhere: its reader has gone (`| head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
