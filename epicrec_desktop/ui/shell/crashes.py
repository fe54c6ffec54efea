"""Reports of crashes: written here, shown at the next start, never sent.

A report holds the kind of the error, the places in the code where it rose, the version and the
platform. It never holds an error's text, a value, or a path of this computer: each of them may name
a movie or a person.

Two ways lead to one: an exception that nobody caught, and a fault that ends the process, which the
standard library's faulthandler writes into `fatal.txt`. That file becomes a report at the next
start; a start that ends as it should removes it.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import platform
import re
import threading
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from PySide6.QtCore import qVersion

from epicrec_desktop import __version__
from epicrec_desktop.files import create_file
from epicrec_desktop.paths import private_folder

MAX_REPORTS = 10
"""Reports at most: an error that comes at every turn of the mouse must not fill the disk."""
MAX_FRAMES = 40
_FATAL = re.compile(r"^(?:Fatal Python error|Windows fatal exception): ([A-Za-z0-9_ ]{1,60})")
_FRAME = re.compile(r'^  File "(.{0,1000})", line (\d{1,9}) in (\S{1,200})')

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class CrashReport:
    """What is known of one crash."""

    kind: str
    """The exception's class, or what the system calls the fault."""
    places: tuple[str, ...]
    """`file.py:line function`, the innermost last."""
    version: str
    platform: str
    time: str
    """UTC, to the second."""

    def text(self) -> str:
        """All of it, as a person reads it or sends it along by themselves."""
        head = (self.kind, f"EpicRec Desktop {self.version}", self.platform, self.time)
        return "\n".join((*head, *(f"  {place}" for place in self.places))) + "\n"


class CrashReports:
    """The reports of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fatal = folder / "fatal.txt"
        self._stream: IO[str] | None = None

    # Writing

    def watch(self) -> None:
        """Turn what a fault of the last start left into a report, and listen for the next one.

        An unwritable folder costs the reports, not the program.
        """
        try:
            self._convert_fatal_log()
            private_folder(self._folder)
            self._stream = self._fatal.open("w", encoding="utf-8")
        except OSError as error:
            logger.warning("Crash reports cannot be kept: %s", type(error).__name__)
            return
        faulthandler.enable(self._stream)
        threading.excepthook = self._record_thread_error

    def stop_watching(self) -> None:
        """The program ends as it should, or erases everything: leave no open file."""
        if self._stream is None:
            return
        faulthandler.disable()
        threading.excepthook = threading.__excepthook__
        self._stream.close()
        self._stream = None
        # Windows tells of faults that it went on from, too: whoever comes here did not crash.
        self._fatal.unlink(missing_ok=True)
        if self._folder.is_dir() and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def record(self, error: BaseException) -> None:
        """Keep a report of an exception that nobody caught."""
        frames = traceback.extract_tb(error.__traceback__)
        places = [_place(f.filename, f.lineno or 0, f.name) for f in frames]
        self._write(type(error).__name__, places, datetime.now(UTC))

    def _record_thread_error(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            self.record(_with(args.exc_value, args.exc_traceback))

    def _write(self, kind: str, places: list[str], moment: datetime) -> None:
        report = CrashReport(
            kind,
            tuple(places[-MAX_FRAMES:]),
            __version__,
            f"{platform.system()} {platform.release()} {platform.machine()}, "
            f"Python {platform.python_version()}, Qt {qVersion()}",
            moment.strftime("%Y-%m-%d %H:%M:%S"),
        )
        try:
            if any((r.kind, r.places) == (report.kind, report.places) for r in self.all()):
                return  # the same again says nothing new
            files = sorted(private_folder(self._folder).glob("*.json"))
            if len(files) >= MAX_REPORTS:
                return  # the first ones say most: later errors often follow from them
            number = int(files[-1].stem) + 1 if files else 1
            file = self._folder / f"{number:04}.json"
            create_file(file, json.dumps(asdict(report), indent=2).encode())
        except (OSError, ValueError) as problem:
            logger.warning("A crash report was not kept: %s", type(problem).__name__)

    def _convert_fatal_log(self) -> None:
        if not self._fatal.is_file():
            return
        text = self._fatal.read_text(encoding="utf-8", errors="replace")
        moment = datetime.fromtimestamp(self._fatal.stat().st_mtime, UTC)
        kind = next((m[1] for line in text.splitlines() if (m := _FATAL.match(line))), "")
        if kind:
            places = list(_fault_frames(text))
            places.reverse()  # faulthandler writes the innermost first
            self._write(kind, places, moment)
        self._fatal.unlink()

    # Reading

    def all(self) -> list[CrashReport]:
        """Every report, the oldest first; a damaged file is none."""
        reports = []
        for file in sorted(self._folder.glob("*.json")):
            try:
                raw = json.loads(file.read_text(encoding="utf-8"))
                places = tuple(str(place) for place in raw.pop("places"))
                reports.append(CrashReport(places=places, **{k: str(v) for k, v in raw.items()}))
            except (OSError, ValueError, TypeError, KeyError, AttributeError):
                continue
        return reports

    def delete(self) -> None:
        """Remove every report."""
        for file in self._folder.glob("*.json"):
            file.unlink(missing_ok=True)


def _with(error: BaseException, trace: TracebackType | None) -> BaseException:
    return error.with_traceback(trace)


def _fault_frames(text: str) -> Iterator[str]:
    """The frames of the thread that faulted: it comes first, or is called the current one."""
    current = "Current thread" in text
    inside = not current
    for line in text.splitlines():
        if line.startswith(("Thread ", "Current thread ", "Stack ")):
            if inside and current:
                return
            inside = line.startswith("Current thread ") or not current
        elif inside and (match := _FRAME.match(line)):
            yield _place(match[1], int(match[2]), match[3])


def _place(file: str, line: int, function: str) -> str:
    """A place without the folders of this computer."""
    return f"{file.replace(chr(92), '/').rsplit('/', 1)[-1]}:{line} {function}"
