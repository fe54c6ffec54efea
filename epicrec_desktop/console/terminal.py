"""Terminal output: documents and tables on stdout, progress and problems on stderr.

Everything is written as plain text (`domain.plain_text`): a title, a path or an error text from
outside contains no escape sequence and starts no line. JSON keeps every value exactly, escaped.
"""

from __future__ import annotations

import getpass
import shutil
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from epicrec_desktop.domain import json_documents
from epicrec_desktop.domain.plain_text import escaped_json, plain
from epicrec_desktop.domain.progress import Progress

FORMAT = 1
"""Of all JSON documents; raised where a key goes or changes its meaning, not where one comes."""

_BAR_WIDTH = 24
_CELL_WIDTH = 120
"""Longest cell of a table, in characters, except in the last column."""


class Terminal:
    """Writes the output of a command of `program`.

    With `as_json`, stdout gets one JSON document and nothing else.
    """

    def __init__(self, *, as_json: bool, program: str = "epicrec") -> None:
        self.as_json = as_json
        self._program = program
        self._bar_shown = False
        self._has_document = False
        self._shows_bar = sys.stderr.isatty() and understands_escapes()
        self._lock = threading.Lock()

    def say(self, text: object = "") -> None:
        """Print a line for a person, with plain spaces; nothing with `--json`."""
        self.clear_bar()
        if not self.as_json:
            print(plain(str(text)).replace("\u00a0", " "))

    def say_each(self, lines: Iterable[object]) -> None:
        """Print each as a line."""
        for line in lines:
            self.say(line)

    def heading(self, text: str) -> None:
        """Print an underlined heading after an empty line."""
        self.say()
        self.say(text)
        self.say("─" * min(len(text), self.width))

    def table(self, rows: Iterable[Sequence[str]]) -> None:
        """Print rows in aligned columns, cut to the width of a terminal; not cut in a pipe."""
        if self.as_json:
            return
        lines = [
            [*(plain(cell, limit=_CELL_WIDTH) for cell in row[:-1]), plain(row[-1])] for row in rows
        ]
        if not lines:
            return
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
        for line in lines:
            cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
            text = f"  {'  '.join(cells).rstrip()}"
            self.say(text[: max(self.width, 60)] if sys.stdout.isatty() else text)

    def document(self, value: Any) -> None:
        """Print the JSON document; nothing without `--json`. An iterator is a list, in pieces.

        An object says its `format`; what always was a list stays one.
        """
        self.clear_bar()
        if self.as_json:
            self._has_document = True
            if isinstance(value, Mapping):
                value = {"format": FORMAT, **value}
            for piece in json_documents.pieces(value):
                sys.stdout.write(escaped_json(piece))
            # Flushed, also into a pipe: a service prints its address while it runs.
            print(flush=True)

    def note(self, text: str) -> None:
        """Print a line on stderr that is not a problem."""
        self.clear_bar()
        print(plain(text), file=sys.stderr)

    def problem(self, text: str) -> None:
        """Print a problem as one line on stderr."""
        self.clear_bar()
        print(f"{self._program}: {plain(text)}", file=sys.stderr)

    def fail(self, text: str) -> None:
        """Print the problem that ends the command; with `--json`, a document of it too.

        Stdout then has one document, with "error", unless the command printed its own before.
        """
        self.problem(text)
        if not self._has_document:
            self.document({"error": text})

    def agrees(self, question: str) -> bool:
        """Ask a yes/no question and return the answer; False if stdin is not a terminal."""
        if not sys.stdin.isatty():
            return False
        self.clear_bar()
        # On stderr: stdout may be one JSON document.
        print(f"{plain(question)} [y/N] ", end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip().casefold() in ("y", "yes")

    def secret(self, question: str) -> str | None:
        """Ask for a secret without echo, or read a line from a pipe; None at the end of either."""
        self.clear_bar()
        if sys.stdin.isatty():
            try:
                return getpass.getpass(f"{plain(question)}: ", stream=sys.stderr)
            except EOFError:  # Ctrl+D
                print(file=sys.stderr)
                return None
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    @property
    def width(self) -> int:
        """Return the number of columns of the terminal."""
        return shutil.get_terminal_size((100, 24)).columns

    def report(self, progress: Progress, /) -> None:
        """Show progress as a bar on a terminal; nothing in a pipe."""
        if not self._shows_bar:
            return
        step = plain(progress.text, limit=self.width)
        if progress.total:
            filled = _BAR_WIDTH * min(progress.done, progress.total) // progress.total
            text = f"[{'█' * filled}{'·' * (_BAR_WIDTH - filled)}] {step}"
        else:
            text = f"… {step}"
        with self._lock:
            sys.stderr.write(f"\r\x1b[2K{text[: self.width - 1]}")
            sys.stderr.flush()
            self._bar_shown = True

    def clear_bar(self) -> None:
        """Remove the progress bar, before anything else is written."""
        with self._lock:
            if self._bar_shown:
                sys.stderr.write("\r\x1b[2K")
                sys.stderr.flush()
                self._bar_shown = False


if sys.platform == "win32":
    import ctypes

    def understands_escapes() -> bool:
        """Enable escape sequences in the console and return whether it understands them."""
        standard_error, with_escapes = -12, 0x0004
        kernel = ctypes.WinDLL("kernel32")
        kernel.GetStdHandle.restype = ctypes.c_void_p
        handle, mode = ctypes.c_void_p(kernel.GetStdHandle(standard_error)), ctypes.c_ulong()
        if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            return True  # not a Windows console, such as an MSYS terminal
        return bool(kernel.SetConsoleMode(handle, mode.value | with_escapes))

else:

    def understands_escapes() -> bool:
        """Return whether the terminal understands escape sequences: always, except on Windows."""
        return True
