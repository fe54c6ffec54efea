"""Crash reports: written to disk, shown at the next start, never sent.

A report holds the exception class, the code locations, the version and the platform. It never holds
an error's text, a value or a path, because each may name a movie or a person. Reports come from
uncaught exceptions and from the `fatal.txt` that faulthandler writes when the process dies.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import platform
import re
import threading
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from PySide6.QtCore import Signal, qVersion
from PySide6.QtWidgets import QWidget

from epicrec_desktop import __version__, program_files
from epicrec_desktop.files import create_file
from epicrec_desktop.paths import private_folder
from epicrec_desktop.ui.common.buttons import DangerButton, SecondaryButton, copy_on_click
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.labels import Subtitle, Title
from epicrec_desktop.ui.common.layouts import STRETCH
from epicrec_desktop.ui.common.notices import NoticeStrip

MAX_REPORTS = 10
"""Maximum number of reports: an error on every mouse move must not fill the disk."""
MAX_FRAMES = 40
_FATAL = re.compile(r"^(?:Fatal Python error|Windows fatal exception): ([A-Za-z0-9_ ]{1,60})")
_FRAME = re.compile(r'^  File "(.{0,1000})", line (\d{1,9}) in (\S{1,200})')

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class CrashReport:
    """One crash."""

    kind: str
    """Class of the exception, or the system's name of the fault."""
    places: tuple[str, ...]
    """`file.py:line function`, the innermost last."""
    version: str
    platform: str
    time: str
    """UTC, to the second."""

    def text(self) -> str:
        head = (self.kind, f"EpicRec Desktop {self.version}", self.platform, self.time)
        return "\n".join((*head, *(f"  {place}" for place in self.places))) + "\n"


class CrashReports:
    """Reports in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fatal = folder / "fatal.txt"
        self._stream: IO[str] | None = None

    # Writing

    def watch(self) -> None:
        """Convert the log of a fault of the last start into a report, and record the next one.

        In an unwritable folder there are no reports, but the program works.
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
        """Stop recording and close the file: the program ends or erases everything."""
        if self._stream is None:
            return
        faulthandler.disable()
        threading.excepthook = threading.__excepthook__
        self._stream.close()
        self._stream = None
        # Windows also logs faults that the program survived; a normal end is no crash.
        self._fatal.unlink(missing_ok=True)
        if self._folder.is_dir() and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def record(self, error: BaseException) -> None:
        """Record a report of an uncaught exception, unless an upgrade may have caused it."""
        if program_files.are_replaced():
            return
        frames = traceback.extract_tb(error.__traceback__)
        places = [_location(f.filename, f.lineno or 0, f.name) for f in frames]
        self._write(type(error).__name__, places, datetime.now(UTC))

    def _record_thread_error(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            self.record(args.exc_value.with_traceback(args.exc_traceback))

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
                return  # a duplicate
            names = [file.stem for file in private_folder(self._folder).glob("*.json")]
            if len(names) >= MAX_REPORTS:
                return  # later errors often follow from the first ones
            number = max((int(n) for n in names if n.isdecimal() and len(n) < 9), default=0) + 1
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
        """Return every report, the oldest first; damaged files are skipped."""
        reports = []
        for file in sorted(self._folder.glob("*.json")):
            try:
                raw = json.loads(file.read_text(encoding="utf-8"))
                places = tuple(str(place) for place in raw.pop("places"))
                reports.append(CrashReport(places=places, **{k: str(v) for k, v in raw.items()}))
            except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
                continue
        return reports

    def delete(self) -> None:
        for file in self._folder.glob("*.json"):
            file.unlink(missing_ok=True)


def _fault_frames(text: str) -> Iterator[str]:
    """Yield the frames of the faulting thread: the first one, or the one called current."""
    current = "Current thread" in text
    inside = not current
    for line in text.splitlines():
        if line.startswith(("Thread ", "Current thread ", "Stack ")):
            if inside and current:
                return
            inside = line.startswith("Current thread ") or not current
        elif inside and (match := _FRAME.match(line)):
            yield _location(match[1], int(match[2]), match[3])


def _location(file: str, line: int, function: str) -> str:
    """Return a code location without the folders of this computer."""
    return f"{file.replace(chr(92), '/').rsplit('/', 1)[-1]}:{line} {function}"


class CrashBanner(NoticeStrip):
    """Strip over the whole window that offers crash reports; hidden without any."""

    opened = Signal(object)  # a dialog over the window, about to be shown

    def __init__(self, reports: CrashReports) -> None:
        super().__init__("show", "delete", name="crash")
        self._reports = reports
        self.buttons["show"].clicked.connect(self.open_report)
        self.buttons["delete"].clicked.connect(self.delete)

    def retranslate(self) -> None:
        self.set_texts(
            self.tr(
                "Something broke in EpicRec last time. A report of it is on this computer. "
                "It is never sent."
            ),
            self.tr("Not now"),
            show=self.tr("Show"),
            delete=self.tr("Delete"),
        )

    def show_if_any(self) -> None:
        self.setVisible(bool(self._reports.all()))

    def open_report(self) -> None:
        dialog = CrashDialog(self._reports.all(), self.window())
        self.opened.emit(dialog)
        dialog.delete_button.clicked.connect(self.delete)
        dialog.open()

    def delete(self) -> None:
        self._reports.delete()
        self.hide()


class CrashDialog(TextDialog):
    """Dialog with the reports, to read and copy."""

    def __init__(self, reports: Sequence[CrashReport], parent: QWidget) -> None:
        about = Subtitle(
            self.tr(
                "The report names the kind of fault and where in the program it "
                "happened. No movie, no address and no folder of yours is in it. "
                "If you want someone to look into it, copy it and send it yourself."
            )
        )
        text = "\n".join(report.text() for report in reports)
        title, head = self.tr("Crash report"), (Title(self.tr("What broke")), about)
        super().__init__(parent, title, (560, 460), name="crash.dialog", text=text, head=head)
        self.copy_button = SecondaryButton(self.tr("Copy"), name="crash.dialog.copy")
        copy_on_click(self.copy_button, self.text.toPlainText)
        self.delete_button = DangerButton(
            self.tr("Delete"), name="crash.dialog.delete", icon="trash", on_click=self.accept
        )
        self.finish(self.copy_button, STRETCH, self.delete_button)
