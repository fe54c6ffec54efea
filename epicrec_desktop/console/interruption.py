"""Interruption of a running command: Ctrl+C, and on Windows also closing the console."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

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
