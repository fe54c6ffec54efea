"""What the command line writes: documents and tables on stdout, progress and problems on stderr."""

from __future__ import annotations

import json
import shutil
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import Any

from epicrec_desktop.domain.tasks import Progress

_BAR = 24


class Terminal:
    """Where a command writes. With `as_json` stdout holds one JSON document and nothing else."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self._bar_shown = False
        self._lock = threading.Lock()

    def say(self, text: str = "") -> None:
        """A line for a person; nothing with `--json`."""
        self.clear_bar()
        if not self.as_json:
            print(text)

    def heading(self, text: str) -> None:
        """A line that begins a part."""
        self.say()
        self.say(text)
        self.say("─" * min(len(text), self.width))

    def table(self, rows: Iterable[Sequence[str]], *, indent: int = 2) -> None:
        """Columns of text, aligned; the last one is cut to the width of the terminal."""
        lines = [list(row) for row in rows]
        if not lines:
            return
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
        for line in lines:
            cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
            self.say(f"{' ' * indent}{'  '.join(cells).rstrip()}"[: max(self.width, 60)])

    def document(self, value: Any) -> None:
        """The one JSON document; nothing without `--json`."""
        self.clear_bar()
        if self.as_json:
            # At once, also into a pipe: `serve` tells its address while it runs.
            print(json.dumps(value, ensure_ascii=False, indent=2), flush=True)

    def problem(self, text: str) -> None:
        """One line on stderr that tells a problem."""
        self.clear_bar()
        print(f"epicrec: {text}", file=sys.stderr)

    @property
    def width(self) -> int:
        """Columns of the terminal."""
        return shutil.get_terminal_size((100, 24)).columns

    def report(self, progress: Progress, /) -> None:
        """Progress: a bar on a terminal, nothing in a pipe."""
        if not sys.stderr.isatty():
            return
        if progress.total:
            filled = _BAR * min(progress.done, progress.total) // progress.total
            text = f"[{'█' * filled}{'·' * (_BAR - filled)}] {progress.text}"
        else:
            text = f"… {progress.text}"
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
