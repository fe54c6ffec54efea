"""What asks a running command to stop: Ctrl+C, and on Windows also closing the console."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

# Windows gives a program five seconds when its console is closed.
_LAST_S = 4.5


@contextlib.contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Ctrl+C asks the running task to stop and tidy up; a second one ends the program."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    names = ("SIGINT", "SIGBREAK")  # Ctrl+Break is Windows' own
    earlier = {
        name: signal.signal(getattr(signal, name), interrupt)
        for name in names
        if hasattr(signal, name)
    }
    try:
        with _closing(asked):
            yield asked.is_set
    finally:
        for name, handler in earlier.items():
            signal.signal(getattr(signal, name), handler)


class ConsoleClosed:
    """The answer to Windows when it says that a console is closed, or that the person logs off.

    Windows ends the program as soon as it is answered. So the answer waits until the command has
    tidied up, as long as Windows lets it.
    """

    EVENTS = (2, 5, 6)  # closed, logged off, shut down; Ctrl+C and Ctrl+Break come as signals

    def __init__(self, asked: threading.Event) -> None:
        self._asked = asked
        self.tidy = threading.Event()

    def on_event(self, event: int) -> bool:
        """What Windows calls, in a thread of its own; False for events that are not meant."""
        if event not in self.EVENTS:
            return False
        self._asked.set()
        self.tidy.wait(_LAST_S)
        return True


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _Handler = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.DWORD)
    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)

    @contextlib.contextmanager
    def _closing(asked: threading.Event) -> Iterator[None]:
        closed = ConsoleClosed(asked)
        handler = _Handler(closed.on_event)
        _kernel.SetConsoleCtrlHandler(handler, True)
        try:
            yield
        finally:
            closed.tidy.set()
            _kernel.SetConsoleCtrlHandler(handler, False)

else:

    @contextlib.contextmanager
    def _closing(asked: threading.Event) -> Iterator[None]:
        """A terminal that is closed sends SIGHUP, which ends the command as it always has."""
        yield
