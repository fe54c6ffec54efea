"""What the command line writes: documents and tables on stdout, progress and problems on stderr.

All of it is plain (`domain.plain_text`): a title, a path or an error's text that came from outside
holds no escape sequence and begins no line of its own. JSON keeps every value exactly, escaped.
"""

from __future__ import annotations

import getpass
import json
import shutil
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import Any

from epicrec_desktop.domain.plain_text import escaped_json, plain
from epicrec_desktop.domain.progress import Progress

_BAR = 24
_CELL = 120
"""Characters of a cell that other cells follow: one endless title leaves room for the rest."""


class Terminal:
    """Where a command writes. With `as_json` stdout holds one JSON document and nothing else."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self._bar_shown = False
        self._draws = sys.stderr.isatty() and understands_escapes()
        self._lock = threading.Lock()

    def say(self, text: str = "") -> None:
        """A line for a person; nothing with `--json`."""
        self.clear_bar()
        if not self.as_json:
            print(plain(text))

    def heading(self, text: str) -> None:
        """A line that begins a part."""
        self.say()
        self.say(text)
        self.say("─" * min(len(text), self.width))

    def table(self, rows: Iterable[Sequence[str]], *, indent: int = 2) -> None:
        """Columns of text, aligned; lines are cut to the width of a terminal, and in no pipe."""
        lines = [[*(plain(cell, limit=_CELL) for cell in row[:-1]), plain(row[-1])] for row in rows]
        if not lines:
            return
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
        for line in lines:
            cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
            text = f"{' ' * indent}{'  '.join(cells).rstrip()}"
            self.say(text[: max(self.width, 60)] if sys.stdout.isatty() else text)

    def document(self, value: Any) -> None:
        """The one JSON document; nothing without `--json`."""
        self.clear_bar()
        if self.as_json:
            # At once, also into a pipe: `serve` tells its address while it runs.
            print(escaped_json(json.dumps(value, ensure_ascii=False, indent=2)), flush=True)

    def note(self, text: str) -> None:
        """One line on stderr that is no problem."""
        self.clear_bar()
        print(plain(text), file=sys.stderr)

    def problem(self, text: str) -> None:
        """One line on stderr that tells a problem."""
        self.clear_bar()
        print(f"epicrec: {plain(text)}", file=sys.stderr)

    def agrees(self, question: str) -> bool:
        """Whether a person at the terminal says yes; no where there is nobody to ask."""
        if not sys.stdin.isatty():
            return False
        self.clear_bar()
        # On stderr, because stdout may be one JSON document.
        print(f"{plain(question)} [y/N] ", end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip().casefold() in ("y", "yes")

    def secret(self, question: str) -> str | None:
        """What a person writes, unseen, or a line of what is piped in; None at its end."""
        self.clear_bar()
        if sys.stdin.isatty():
            return getpass.getpass(f"{plain(question)}: ", stream=sys.stderr)
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    @property
    def width(self) -> int:
        """Columns of the terminal."""
        return shutil.get_terminal_size((100, 24)).columns

    def report(self, progress: Progress, /) -> None:
        """Progress: a bar on a terminal, nothing in a pipe."""
        if not self._draws:
            return
        step = plain(progress.text, limit=self.width)
        if progress.total:
            filled = _BAR * min(progress.done, progress.total) // progress.total
            text = f"[{'█' * filled}{'·' * (_BAR - filled)}] {step}"
        else:
            text = f"… {step}"
        with self._lock:
            sys.stderr.write(f"\r\x1b[2K{text[: self.width - 1]}")
            sys.stderr.flush()
            self._bar_shown = True

    def clear_bar(self) -> None:
        """Take the bar away before anything else is written."""
        with self._lock:
            if self._bar_shown:
                sys.stderr.write("\r\x1b[2K")
                sys.stderr.flush()
                self._bar_shown = False


if sys.platform == "win32":
    import ctypes

    def understands_escapes() -> bool:
        """Whether the console clears a line when it is told to; a new one does once asked."""
        standard_error, with_escapes = -12, 0x0004
        kernel = ctypes.WinDLL("kernel32")
        kernel.GetStdHandle.restype = ctypes.c_void_p
        handle, mode = ctypes.c_void_p(kernel.GetStdHandle(standard_error)), ctypes.c_ulong()
        if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            return True  # a terminal of another kind, as of MSYS
        return bool(kernel.SetConsoleMode(handle, mode.value | with_escapes))

else:

    def understands_escapes() -> bool:
        """Every terminal here does."""
        return True
